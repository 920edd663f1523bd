"""Comparing rulesets on equal deals: weighted sums of several rulesets' games, deal by deal.

Each ruleset (an *arm*) plays the same deals. The estimand is always a contrast: a sum of the arms'
values on one deal with weights that add up to 0, averaged over deals.

    total         other - base
    on            (base with one change) - base
    off           other - (other without that change)
    interaction   other - base - the sum of all `on`: the joint effect of the changes
    pair          (base with two) - (base with one) - (base with the other) + base

The deal is the unit; arms share its luck, which is why the contrasts are narrow (common random
numbers: Law 2015, Simulation Modeling and Analysis, ch. 11.2). `pairing` in base/stats.py computes
the gain for a contrast of two arms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree, in_front, sql
from analysis.base.metrics import (
    MEASURES,
    Compared,
    Metric,
    catalogue,
    in_game,
    joined,
    margin_at,
    quoted,
    seats_of,
)
from analysis.base.reader import Reader
from analysis.base.runs import Config, fail
from analysis.base.stats import Array
from analysis.base.verdicts import judge

SHARE = "share"
CHUNK = 5000
"""Deals of each arm that are read at a time."""


@dataclass(frozen=True)
class Measure:
    """A total of one game, and its margins: `compared` in metrics.toml.

    judged: None without a declared margin; then no equivalence is tested. shown: the factor for
    printing it in tables.
    """

    metric: Metric
    judged: Compared | None = None

    @property
    def name(self) -> str:
        return self.metric.id

    @property
    def label(self) -> str:
        return (self.judged.label if self.judged else "") or self.metric.label

    @property
    def unit(self) -> str:
        return "percentage points" if self.metric.unit == SHARE else self.metric.unit

    @property
    def shown(self) -> float:
        return 100.0 if self.metric.unit == SHARE else 1.0

    def margin(self, players: int) -> float:
        """Margins with this many players; NaN where none is declared."""
        return margin_at(self.judged, players) if self.judged else np.nan

    @property
    def reason(self) -> str:
        return self.judged.reason if self.judged else ""

    @property
    def better(self) -> str:
        return self.judged.better if self.judged else ""

    @property
    def headline(self) -> bool:
        return self.judged is not None and self.judged.headline

    def factor(self, players: int) -> float:
        """The factor from a game's whole number to the measure in its unit."""
        return 1 / self.metric.scale / seats_of(self.metric, players)


@dataclass(frozen=True)
class Contrast:
    """A question about the arms: a weight for each ruleset label, adding up to 0.

    kind: total, on, off, interaction or pair; name: the change (or changes) in question.
    """

    kind: str
    name: str
    weights: Mapping[str, float]

    @property
    def pair(self) -> tuple[str, str] | None:
        """(a, b) if the contrast is simply b - a."""
        weights = {label: weight for label, weight in self.weights.items() if weight}
        if sorted(weights.values()) != [-1.0, 1.0]:
            return None
        a, b = sorted(weights, key=weights.__getitem__)
        return a, b


@cache
def measures() -> tuple[Measure, ...]:
    """All measures, in the order of metrics.toml."""
    return tuple(Measure(one, one.compared) for one in catalogue().values() if one.compared)


@cache
def totals() -> tuple[Measure, ...]:
    """Totals of a game and all sources of VP, which add up to a score: the measures of editions."""
    return tuple(Measure(one, one.compared) for one in MEASURES)


def difference(a: str, b: str, kind: str = "total", name: str = "") -> Contrast:
    """The contrast b - a; all weights are 0 if the two are one ruleset."""
    weights = {a: 0.0, b: 0.0}
    weights[b] += 1.0
    weights[a] -= 1.0
    return Contrast(kind, name, weights)


def interaction(base: str, other: str, singles: Iterable[str]) -> Contrast:
    """Other - base minus the sum over all labels of rulesets with a single change."""
    singles = list(singles)
    weights = dict.fromkeys([base, other, *singles], 0.0)
    weights[other] += 1.0
    weights[base] += len(singles) - 1.0
    for label in singles:
        weights[label] -= 1.0
    return Contrast("interaction", "", weights)


def pair_interaction(base: str, one: str, two: str, both: str, name: str) -> Contrast:
    """The interaction of two changes."""
    weights = dict.fromkeys([base, one, two, both], 0.0)
    for label, weight in ((both, 1.0), (base, 1.0), (one, -1.0), (two, -1.0)):
        weights[label] += weight
    return Contrast("pair", name, weights)


@dataclass(frozen=True)
class Deals:
    """Results of A arms on G common deals: means (M, A) and covariances (M, A, A) of M measures.

    In the measures' units; the covariances are those of single deals. moved: for contrasts, by
    kind and name, in how many deals each measure is above and below 0, (2, M); reach (M,): the
    largest difference between any two recorded values. alike: how many of the G deals were not
    played because all arms play them identically. They count as 0 for every arm, so that contrasts
    cover all deals, but means and covariances of arms do not; `reach` covers the deals played.
    """

    labels: tuple[str, ...]
    players: int
    games: int
    means: Array
    cov: Array
    moved: Mapping[tuple[str, str], Array] = field(default_factory=dict)
    reach: Array | None = None
    alike: int = 0

    def of(self, labels: Sequence[str]) -> Deals:
        """The same deals of some of the arms, without the contrasts of all arms."""
        at = [self.labels.index(label) for label in labels]
        cov = self.cov[:, at][:, :, at]
        return Deals(
            tuple(labels), self.players, self.games, self.means[:, at], cov, alike=self.alike
        )


def read_deals(
    tree: Tree,
    labels: Sequence[str],
    players: int,
    policy: str,
    wanted: Sequence[Measure] | None = None,
    contrasts: Sequence[Contrast] = (),
    alike: int = 0,
) -> Deals:
    """Moments of all measures over the deals that all arms played; for contrasts also `moved`.

    Values are whole numbers, so sums do not depend on the order; deals are read in batches, in
    bounded memory. alike: this many further deals are identical under all arms; they were not
    played, and count as 0 for every arm. Raises UserError if the arms have no deal in common.
    """
    wanted = wanted or measures()
    weights = np.array([[one.weights.get(a, 0.0) for a in labels] for one in contrasts])
    params = {"players": players, "policy": policy}
    tree.asked[arms_query(labels, wanted)] = dict(params)
    work = partial(_sums_of_arms, labels=labels, wanted=wanted, weights=weights, params=params)
    found = _Sums.blank(len(labels), len(wanted), len(contrasts))
    for part in tree.each(work, [Config(label, players, policy) for label in labels]):
        found.add(part)
    games, deals, squares = found.games + alike, found.deals + alike, found.squares + alike
    sums, products, mixed = found.sums, found.products, found.mixed
    if games == alike:
        fail(f"{', '.join(labels)}: no deal in common; record all with the same seed")
    factors = np.array([one.factor(players) for one in wanted])
    # Per deal: its total less its number of games times the mean; `mixed` is sums by n.
    means = sums / games
    crossed = means[:, :, None] * mixed[:, None, :]
    products += squares * means[:, :, None] * means[:, None, :] - crossed - crossed.swapaxes(1, 2)
    with np.errstate(divide="ignore", invalid="ignore"):
        cov = np.float64(deals) ** 2 / np.float64(games) ** 2 * products / np.float64(deals - 1)
    return Deals(
        tuple(labels), players, deals, means * factors[:, None], cov * factors[:, None, None] ** 2,
        {(one.kind, one.name): found.moved[at] for at, one in enumerate(contrasts)},
        (found.high - found.low) * factors, alike,
    )  # fmt: skip


@dataclass
class _Sums:
    """Sums of M measures of A arms over some deals, for `read_deals`.

    games, deals, squares (of the games of a deal); sums (M, A); products (M, A, A) and mixed (M, A:
    by the games of a deal) of a deal's sums; moved (C, 2, M) as in `Deals`; low, high (M,): the
    least and largest value of a game. All values are whole numbers: no sum depends on the order.
    """

    games: int
    deals: int
    squares: float
    sums: Array
    products: Array
    mixed: Array
    moved: Array
    low: Array
    high: Array

    @classmethod
    def blank(cls, arms: int, size: int, contrasts: int) -> _Sums:
        return cls(
            0, 0, 0.0, np.zeros((size, arms)), np.zeros((size, arms, arms)), np.zeros((size, arms)),
            np.zeros((contrasts, 2, size)), np.full(size, np.inf), np.full(size, -np.inf),
        )  # fmt: skip

    def add(self, other: _Sums) -> None:
        """Add the sums over other deals."""
        for name in ("games", "deals", "squares", "sums", "products", "mixed", "moved"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.low = np.minimum(self.low, other.low)
        self.high = np.maximum(self.high, other.high)


def _sums_of_arms(
    reader: Reader, labels: Sequence[str], wanted: Sequence[Measure], weights: Array,
    params: Mapping[str, Any],
) -> _Sums:  # fmt: skip
    """The sums over the deals of a reader, batch by batch."""
    arms, size = len(labels), len(wanted)
    query = arms_query(labels, wanted)
    found = _Sums.blank(arms, size, len(weights))
    deals = reader.query(
        "SELECT min(deal) AS first, max(deal) AS last FROM games HAVING count(*) > 0"
    )
    if deals.empty:  # a part beyond the requested games
        return found
    deals = deals.iloc[0]
    for first in range(int(deals["first"]), int(deals["last"]) + 1, CHUNK):
        rows = reader.query(query, {**params, "first": first, "end": first + CHUNK})
        if rows.empty:
            continue
        values = rows[[one.name for one in wanted]].to_numpy(dtype=np.float64, na_value=0.0)
        values = values.reshape(-1, arms, size)
        low, high = values.min(axis=(0, 1)), values.max(axis=(0, 1))
        games = len(values)
        n, values = _by_deal(rows[["seed", "deal"]].to_numpy()[::arms], values)
        moved = np.zeros((len(weights), 2, size))
        for at, one in enumerate(weights):
            gaps = np.round(np.einsum("a,gam->gm", one, values), 9)
            moved[at] = [(gaps > 0).sum(axis=0), (gaps < 0).sum(axis=0)]
        found.add(_Sums(
            games, len(n), float(n @ n), values.sum(axis=0).T,
            np.einsum("gam,gbm->mab", values, values, optimize=True),
            np.einsum("g,gam->ma", n, values), moved, low, high,
        ))  # fmt: skip
    return found


def _by_deal(deals: Array, values: Array) -> tuple[Array, Array]:
    """Games of each deal (D,), and values (G, A, M) of games added up by deal, (D, A, M).

    deals (G, 2): seed and deal; games of one deal are consecutive.
    """
    starts = np.flatnonzero(np.r_[True, (deals[1:] != deals[:-1]).any(axis=1)])
    n = np.diff(np.r_[starts, len(deals)]).astype(float)
    return n, values if len(n) == len(values) else np.add.reduceat(values, starts, axis=0)


def arms_query(labels: Sequence[str], wanted: Sequence[Measure]) -> str:
    """A row per deal and arm, in the order of `labels`; only deals that all arms played."""
    each = ", ".join(f"({in_game(one.metric)})::BIGINT AS {one.name}" for one in wanted)
    listed = ", ".join(map(quoted, labels))
    tables = joined([one.metric for one in wanted])
    # Filter each table separately: the join does not filter the computations for `course`.
    narrow = " AND ".join(f"{one}.deal >= $first AND {one}.deal < $end"
                          for one in ("p", "c") if f"AS {one}" in tables)  # fmt: skip
    return f"""SELECT p.seed, p.deal, {each}
        FROM {tables}
        WHERE p.rules IN ({listed}) AND p.players = $players AND p.policies = $policy
          AND {narrow}
        GROUP BY p.rules, p.seed, p.deal, p.game
        QUALIFY count(*) OVER (PARTITION BY p.seed, p.game) = {len(labels)}
        ORDER BY p.seed, p.game, list_position([{listed}], p.rules)"""


def deals_query() -> str:
    """SQL of the values of each deal under two rulesets, a and b; analogous for more."""
    return arms_query(("a", "b"), measures())


def totals_query() -> str:
    """SQL of the values of each deal under the two editions."""
    return arms_query(("a", "b"), totals())


def read_values(
    tree: Tree, label: str, players: int, policy: str, seed: int, wanted: Sequence[Measure]
) -> Array:
    """Values (G, M) of M measures in every game of one run, in the order of the games.

    All at once: for blocks of games cut into replications, not for whole folders.
    """
    query = arms_query([label], wanted).replace("GROUP BY", "AND p.seed = $seed GROUP BY")
    most = max(run.games for run in tree.runs)
    params = {"players": players, "policy": policy, "first": 0, "end": most, "seed": seed}
    found = tree.query(query, params)[[one.name for one in wanted]]
    factors = np.array([one.factor(players) for one in wanted])
    return np.asarray(found.to_numpy(dtype=np.float64, na_value=0.0) * factors)


def read_card(tree: Tree, label: str, players: int, policy: str, seed: int, card: int) -> Array:
    """Card columns of every game of one run (G, 4): n1, vp1, n0, vp0, see `sql/dealt_games.sql`."""
    found = tree.query(
        sql("dealt_games"),
        {"rules": label, "players": players, "policy": policy, "seed": seed, "card": card},
    )
    return np.asarray(found.to_numpy(dtype=np.float64))


def _weights(deals: Deals, contrast: Contrast) -> Array:
    return np.array([contrast.weights.get(label, 0.0) for label in deals.labels])


def covariance_of(deals: Deals, contrasts: Sequence[Contrast]) -> Array:
    """Covariances (M, C, C) of C contrasts' means over the deals, in squared units."""
    w = np.stack([_weights(deals, one) for one in contrasts])
    return np.asarray(w @ deals.cov @ w.T / deals.games, dtype=float)


def variance_of(deals: Deals, contrast: Contrast) -> Array:
    """Variance (M,) of a contrast over single deals, in the square of each measure's unit."""
    w = _weights(deals, contrast)
    return np.maximum(np.einsum("i,mij,j->m", w, deals.cov, w), 0.0)


def contrast_frame(
    deals: Deals, contrast: Contrast, wanted: Sequence[Measure] | None = None, looks: int = 1
) -> pd.DataFrame:
    """One row per measure: contrast with 95% interval, clustered by deal, and verdict.

    Where fewer than `stats.MIN_ARM` deals differ in a measure, there is no error and no test; its
    interval is that of `stats.bounds_of_few`. looks: see `verdicts.judge`.

    Columns: kind, name, measure, label, unit, mean_a, mean_b (NaN unless b - a), estimate, se, low,
    high, p, sim_low, sim_high (joint 95% over the measures), correlation, gain (variance of
    unpaired games over that of paired ones) with bounds, games, margin, better, target, and those
    of `verdicts.judge`.
    """
    wanted = wanted or measures()
    w = _weights(deals, contrast)
    variance = variance_of(deals, contrast)
    estimate = stats.Estimate(deals.means @ w, np.sqrt(variance / deals.games))
    moved = deals.moved.get((contrast.kind, contrast.name))
    if moved is not None:
        estimate = stats.where_enough_differ(estimate, moved.sum(axis=0))
    frame = pd.DataFrame({
        "kind": contrast.kind, "name": contrast.name,
        "measure": [one.name for one in wanted], "label": [one.label for one in wanted],
        "unit": [one.unit for one in wanted], "mean_a": np.nan, "mean_b": np.nan,
    }).assign(**stats.columns(estimate, tests=len(wanted)))  # fmt: skip
    if moved is not None and deals.reach is not None:
        above, below = moved
        reach = deals.reach * np.abs(w).sum() / 2
        low, high = stats.bounds_of_few(above, below, deals.games, reach)
        few = np.isnan(estimate.se) & (deals.games > 1)  # one deal does not show their range
        frame["low"] = np.where(few, low, frame["low"])
        frame["high"] = np.where(few, high, frame["high"])
    directed = {"equal", "more", "less"} if contrast.pair is not None else set()
    if contrast.pair is not None and deals.alike:  # the arms' own means cover only the deals played
        frame = frame.assign(**dict.fromkeys(stats.Pairing.__dataclass_fields__, np.nan))
        directed -= {"equal"}  # that needs the means over all deals
    elif contrast.pair is not None:
        where = [deals.labels.index(label) for label in contrast.pair]
        frame["mean_a"], frame["mean_b"] = deals.means[:, where].T
        cov = deals.cov[:, where][:, :, where]
        frame = frame.assign(**vars(stats.pairing(cov, deals.games)))
    frame["games"] = deals.games
    frame["margin"] = [one.margin(deals.players) for one in wanted]
    frame["better"] = [one.better if one.better in directed else "" for one in wanted]
    frame["target"] = [1 / deals.players if one.better == "equal" else np.nan for one in wanted]
    return judge(frame, looks)


def pairs_of(tree: Tree, rules_a: str, rules_b: str) -> list[tuple[Config, Config]]:
    """Configurations recorded under both rulesets, sorted by policy and players.

    Raises UserError if there is none: pairing needs the same players, policy and seed.
    """
    known = set(tree.configs)
    found = [
        (config, Config(rules_b, config.players, config.policy))
        for config in sorted(known, key=lambda c: (c.policy, c.players))
        if config.rules == rules_a and Config(rules_b, config.players, config.policy) in known
    ]
    if not found:
        fail(
            f"no runs of {rules_a} and {rules_b} with the same players and policy; record both"
            " with the same --players, --policy and --seed"
        )
    return found


def paired_difference(
    tree: Tree, a: Config, b: Config, wanted: Sequence[Measure] | None = None
) -> pd.DataFrame:
    """b - a of each measure on the deals that both played: `contrast_frame`, with `named_pair`."""
    change = difference(a.rules, b.rules)
    deals = read_deals(tree, (a.rules, b.rules), a.players, a.policy, wanted, [change])
    return named_pair(contrast_frame(deals, change, wanted), a, b)


def named_pair(frame: pd.DataFrame, a: Config, b: Config) -> pd.DataFrame:
    """The frame with rules_a, rules_b, players and policy in front.

    Raises UserError if the two are not of the same players.
    """
    return in_front(frame, pair_params(a, b))


def pair_params(a: Config, b: Config) -> dict[str, object]:
    """The columns that identify a pair of configurations, in a frame and in a query."""
    if (a.players, a.policy) != (b.players, b.policy):
        fail("only runs with the same number of players and the same policy can be paired")
    return {"rules_a": a.rules, "rules_b": b.rules, "players": a.players, "policy": a.policy}


def changed_winners(tree: Tree, a: Config, b: Config, alike: int = 0) -> pd.DataFrame:
    """Share of deals' games won by another seat under b than under a; one row.

    alike: this many further deals were not played, because they are identical under both. Columns:
    those of `pair_params`, estimate, low, high (95%, clustered by deal), changed, games.
    """
    block = ("n", "changed")
    moments = tree.moments(sql("winner_pairs"), [block], pair_params(a, b), configs=(a, b))
    sums, products = moments.select(*block)
    sums, products = sums + [alike, 0], products + [[alike, 0], [0, 0]]
    clusters = moments.clusters + alike
    share, low, high = stats.share(sums, products, clusters)
    return named_pair(pd.DataFrame({
        "estimate": share, "low": low, "high": high,
        "changed": sums[:, 1].astype(int), "games": sums[:, 0].astype(int),
    }), a, b)  # fmt: skip


def winners(
    tree: Tree, contrast: Contrast, players: int, policy: str, alike: int = 0
) -> pd.DataFrame:
    """`changed_winners` of a contrast, with kind and name; empty unless it is of two rulesets."""
    if contrast.pair is None:
        return pd.DataFrame()
    a, b = (Config(label, players, policy) for label in contrast.pair)
    return about(contrast, changed_winners(tree, a, b, alike))


def differing(
    tree: Tree, contrasts: Iterable[Contrast], players: int, policy: str, alike: int = 0
) -> pd.DataFrame:
    """Share of deals that differ in anything recorded; one row per contrast of two rulesets.

    Two games are the same if all that happened is: scores by source and round, cards, dice, turns,
    passes. Alternatives and the number of steps are ignored. alike: this many
    further deals were not played, because all rulesets play them alike. Columns kind, name,
    rules_a, rules_b, players, policy, estimate, low, high (95%, clustered by deal), changed, games.
    """
    asked = [(one, one.pair) for one in contrasts if one.pair is not None]
    if not asked:
        return pd.DataFrame()
    labels = dict.fromkeys(label for _, pair in asked for label in pair)
    configs = [Config(label, players, policy) for label in labels]
    found = tree.sums(differing_query([pair for _, pair in asked]),
                      {"players": players, "policy": policy}, ("a", "b"), configs)  # fmt: skip
    counted = found.set_index(["a", "b"]).astype(int)
    rows = []
    for contrast, pair in asked:
        one = counted.loc[pair].copy()
        one[["games", "deals", "nn"]] += alike
        sums = one[["games", "changed"]].to_numpy(float)
        products = one[["nn", "nc", "nc", "cc"]].to_numpy(float).reshape(2, 2)
        share, low, high = map(float, stats.share(sums, products, one["deals"]))
        rows.append({
            "kind": contrast.kind, "name": contrast.name, "rules_a": pair[0], "rules_b": pair[1],
            "players": players, "policy": policy, "estimate": share, "low": low,
            "high": high, "changed": one["changed"], "games": one["games"],
        })  # fmt: skip
    return pd.DataFrame(rows)


def differing_query(pairs: Iterable[tuple[str, str]] = (("a", "b"),)) -> str:
    """SQL: for each pair of rulesets the deals that both played, and those that differ.

    A game's hash is the sum of the hashes of all its rows, whatever their order.
    """
    listed = ", ".join(f"({quoted(a)}, {quoted(b)})" for a, b in dict.fromkeys(pairs))
    aside = {"games": ", ruleset, decisions", "players": ", choices, options", "cards": ""}
    prints = "\n        UNION ALL ".join(
        f"SELECT rules, seed, game, {'NULL' if table == 'cards' else 'deal'} AS deal,"
        f" hash(*COLUMNS(* EXCLUDE (rules{left}))) AS print FROM {table}"
        f" WHERE players = $players AND policies = $policy"
        for table, left in aside.items()
    )
    return f"""WITH pairs(a, b) AS (VALUES {listed}),
    prints AS (
        SELECT rules, seed, game, max(deal) AS deal, sum(print::HUGEINT) AS print FROM (
        {prints}) GROUP BY rules, seed, game),
    deals AS (
        SELECT a, b, count(*) AS n, sum((x.print <> y.print)::BIGINT)::BIGINT AS c
        FROM pairs JOIN prints AS x ON x.rules = a
        JOIN prints AS y ON y.rules = b AND y.seed = x.seed AND y.game = x.game
        GROUP BY a, b, x.seed, x.deal)
    SELECT a, b, count(*) AS deals, sum(n)::BIGINT AS games, sum(c)::BIGINT AS changed,
           sum(n * n)::BIGINT AS nn, sum(n * c)::BIGINT AS nc, sum(c * c)::BIGINT AS cc
    FROM deals GROUP BY a, b"""


def about(contrast: Contrast, frame: pd.DataFrame) -> pd.DataFrame:
    """The frame with kind and name of its contrast in front."""
    return in_front(frame, {"kind": contrast.kind, "name": contrast.name})
