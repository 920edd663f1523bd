"""Effects of cards of any kind: of what chance assigned (causal) and players chose (descriptive).

*dealt*, for a kind that chance gives to a seat: mean outcome of the seats that got the card minus
that of the seats at tables where nobody got it. (Against all other seats, which include those that
face the card, the effect on wins would be larger by a factor that depends on the number of players,
8/7 with four.) Where several seats may get the same card, it is minus that of all other seats.
*available*, for a kind that chance puts into a game: mean outcome of the games that had the card
minus that of all others. Both are causal for these players, and relative: places are limited, so
that a card takes the place of an average other one.

*played*: among seats that could use the card, those that did minus those that did not. Descriptive.

All errors are clustered by deal. At a table with several kinds of player, outcomes of seats are
those of one kind (`policy`); outcomes of games are the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.chunks import RunShard
from analysis.base.data import Tree
from analysis.base.families import CARDS
from analysis.base.kinds import Kind
from analysis.base.kinds import kind as known_kind
from analysis.base.metrics import (
    Metric,
    fitting,
    margin_at,
    metric,
    of_estimand,
    per_game_query,
    quoted,
    seats_of,
)
from analysis.base.moments import Moments
from analysis.base.runs import Config, fail
from analysis.base.shrink import shrink
from analysis.base.verdicts import verdicts
from analysis.cards.floor import with_floor
from model import Ruleset
from simulate.playing.openings import item_names, openings

KEYS = ("rules", "players", "policies", "policy", "kind", "metric")
"""The key of a family of tests: its rows are the cards of one kind under one metric."""


@dataclass(frozen=True, eq=False)
class Subject:
    """Whose outcomes are compared: a configuration, the policy whose seats count, its ruleset."""

    config: Config
    policy: str
    ruleset: Ruleset

    def where(self) -> str:
        """The rows of the configuration, as SQL."""
        c = self.config
        return (
            f"rules = {quoted(c.rules)} AND players = {c.players} AND policies = {quoted(c.policy)}"
        )


def subjects(config: Config, ruleset: Ruleset) -> list[Subject]:
    """One for each kind of player at the table."""
    return [Subject(config, name, ruleset) for name in dict.fromkeys(config.policy.split(","))]


def chance_effects(
    tree: Tree, subject: Subject, kind: Kind, margins: Mapping[str, float] | None = None
) -> pd.DataFrame:
    """Dealt or available effects of all cards of a kind; one row per card and metric.

    margins: half-widths of what counts as balanced, by metric, instead of the declared ones.
    Columns: those of `KEYS`, item, name, estimand, outcome, unit, estimate, se, low, high (95%), p,
    sim_low, sim_high (joint 95% over the family), q_by, mean_with, mean_without, n_with,
    n_without (seats or games), deals; those of `analysis.base.verdicts.verdicts` (where a margin is
    declared); shrunk, shrunk_low, shrunk_high and tau (see `analysis.base.shrink`); of a kind that
    seats are dealt and choose to use: use, use_low, use_high, and those of `floor.with_floor`.
    An empty frame if the games have no such cards. Raises UserError if hands were not dealt by
    chance.
    """
    require_chance(tree, (subject.config,), kind)
    if not kind.names(subject.ruleset):
        return pd.DataFrame()
    wanted = fitting(of_estimand(kind.estimand), subject.config.players)
    outcomes = [metric(one.outcome) for one in wanted]
    rows = _rows_of(subject, kind, outcomes)
    names = [one.id for one in outcomes]
    query = _held(rows, kind, names, grouped=tree.shares_deals(subject.config) or not kind.once)
    blocks = [("n_1", f"{name}_1", "n", name) for name in names]
    held = moments_of(tree, subject, kind, query, blocks, ("item",))
    if held.keys.empty:
        return pd.DataFrame()
    pairs = [("n", name) for name in names]
    totals = tree.moments(_totals(rows, names), pairs, {}, configs=(subject.config,))
    everything = held.with_rest(totals)
    use = _use(tree, subject, kind) if kind.chance == "seat" and kind.had else None
    frames = []
    for one, name in zip(wanted, names, strict=True):
        if kind.chance == "seat" and kind.once:
            sums, products = _against_absent(held, totals, name)
        else:
            sums, products = everything.select("n_1", f"{name}_1", "n - n_1", f"{name} - {name}_1")
        frame = _frame(subject, kind, one, everything, sums, products, margins)
        if use is not None:
            frame = with_floor(frame.merge(use, on="item", how="left"))
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _against_absent(held: Moments, totals: Moments, name: str) -> tuple[stats.Array, stats.Array]:
    """Sums and products of n_1, y_1 (seats that have it), n_0, y_0 (tables where nobody has)."""
    mine, products = held.select("n_1", f"{name}_1")
    near, near_products = held.select("n", name)
    every, every_products = totals.select("n", name)
    both = np.zeros((len(mine), 4, 4))  # a deal either has the card or not: no cross products
    both[:, :2, :2], both[:, 2:, 2:] = products, every_products - near_products
    return np.concatenate([mine, every - near], axis=1), both


def _use(tree: Tree, subject: Subject, kind: Kind) -> pd.DataFrame:
    """Share of holders who use each card: item, use, use_low, use_high (95%)."""
    query = (
        f"SELECT item, deal, 1 AS n, used::BIGINT AS used FROM ({kind.had}) AS h"
        f" JOIN ({_seats(subject, ())}) AS u USING (game, seat)"
    )
    repeated = not _not_repeated(tree, subject, kind)
    held = moments_of(tree, subject, kind, query, [("n", "used")], ("item",), repeated)
    rate, low, high = stats.share(held.sums, held.products, held.clusters)
    items = held.keys["item"].astype(str)
    return pd.DataFrame({"item": items, "use": rate, "use_low": low, "use_high": high})


def played_differences(tree: Tree, subject: Subject, kind: Kind) -> pd.DataFrame:
    """Used minus not used among seats that could use the card. Descriptive, confounded.

    Columns as of `chance_effects`, without verdicts and shrinkage: nobody should rank by these.
    """
    if not kind.had or not kind.names(subject.ruleset):
        return pd.DataFrame()
    wanted = of_estimand("played")
    outcomes = [metric(one.outcome) for one in wanted]
    rows = _seats(subject, outcomes)
    arms = ((1, "used"), (0, "NOT used"))
    counts = {f"n_{i}": f"({used})::DOUBLE" for i, used in arms}
    values = {f"{o.id}_{i}": f"({used})::DOUBLE * {o.id}" for o in outcomes for i, used in arms}
    columns = ", ".join(f"{text} AS {name}" for name, text in (counts | values).items())
    query = f"SELECT item, deal, {columns} FROM ({kind.had}) AS h"
    query += f" JOIN ({rows}) AS u USING (game, seat)"
    blocks = [("n_1", f"{o.id}_1", "n_0", f"{o.id}_0") for o in outcomes]
    repeated = not _not_repeated(tree, subject, kind)
    held = moments_of(tree, subject, kind, query, blocks, ("item",), repeated)
    if held.keys.empty:
        return pd.DataFrame()
    return pd.concat([
        _frame(subject, kind, one, held, *held.select(*block), None)
        for one, block in zip(wanted, blocks, strict=True)
    ], ignore_index=True)  # fmt: skip


def _not_repeated(tree: Tree, subject: Subject, kind: Kind) -> bool:
    """Is a row of `had` all that a deal says of a card? If so, no costly summation is needed."""
    return kind.in_cards and tree.no_repeated_cards((subject.config,), (kind,))


def moments_of(
    tree: Tree, subject: Subject, kind: Kind, query: str,
    blocks: Sequence[Sequence[str]], by: Sequence[str] = (), repeated: bool = False,
) -> Moments:  # fmt: skip
    """Moments over the deals of a configuration, with the view `openings` if the kind needs it."""
    laid = ("openings", partial(opening_items, subject, kind)) if kind.opening else None
    return tree.moments(query, blocks, {}, by, (subject.config,), extra=laid, repeated=repeated)


def opening_items(subject: Subject, kind: Kind, part: Iterable[RunShard]) -> pd.DataFrame:
    """The initial contents of a place in the games of a part: item, deal."""
    names = item_names(subject.ruleset)[kind.opening]
    table = _Table(subject.ruleset, subject.config.players)
    frames = []
    told = {one.run.seed: -1 for one in part}
    for one in part:
        first = max(one.first, told[one.run.seed] + 1)  # files may share a deal at their edges
        deals = one.last - one.first + 1
        laid = _laid_out(table, one.run.seed, one.first, deals)
        found = laid[kind.opening][first - one.first :]
        at, slot = np.nonzero(found >= 0)
        codes = found[at, slot]
        keys = pd.Categorical.from_codes(codes, list(names)) if names else codes
        frames.append(pd.DataFrame({"item": keys, "deal": first + at}))
        told[one.run.seed] = max(told[one.run.seed], one.last)
    return pd.concat(frames, ignore_index=True)


@dataclass(frozen=True)
class _Table:
    """A ruleset, identified by its hash, and a number of players."""

    ruleset: Ruleset = field(compare=False)
    players: int
    hash: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "hash", self.ruleset.hash)


@lru_cache(maxsize=50)
def _laid_out(table: _Table, seed: int, first: int, deals: int) -> dict[str, stats.Array]:
    """The openings of a range of deals, cached for the next kind; 600 kB for 10,000 deals."""
    return openings(table.ruleset, table.players, seed, first, deals)


def require_chance(tree: Tree, configs: Iterable[Config], kind: Kind) -> None:
    """Raise UserError if players chose something that the estimate requires to be random."""
    if kind.path != "staff":
        return
    wanted = set(configs)
    for run in tree.runs:
        hands = run.manifest.options.get("hands", "dealt")
        if run.config in wanted and hands != "dealt":
            fail(
                f"{run.file}: hands are {hands}, but the dealt effect needs random starting"
                " hands; play with --hands dealt"
            )


def _rows_of(subject: Subject, kind: Kind, outcomes: Sequence[Metric]) -> str:
    """SQL of the observations: a seat, or a game, with each outcome."""
    if kind.chance == "seat":
        return _seats(subject, outcomes)
    return per_game_query(outcomes, "true", keys=())


def _seats(subject: Subject, outcomes: Sequence[Metric]) -> str:
    return _seats_where(f"{subject.where()} AND policy = {quoted(subject.policy)}", outcomes)


def _seats_where(where: str, outcomes: Sequence[Metric]) -> str:
    columns = "".join(f", ({one.value})::BIGINT AS {one.id}" for one in outcomes)
    source = "leads" if any(one.table == "leads" for one in outcomes) else "players"
    return f"SELECT deal, game, seat{columns} FROM {source} WHERE {where}"


def dealt_query() -> str:
    """SQL of the dealt effects of staff cards, as it is asked of each configuration."""
    outcomes = [metric(one.outcome) for one in of_estimand("dealt")]
    where = "rules = $rules AND players = $players AND policies = $policy"
    rows = _seats_where(where, outcomes)
    return _held(rows, known_kind("staff"), [one.id for one in outcomes], grouped=False)


def _held(rows: str, kind: Kind, names: Sequence[str], grouped: bool) -> str:
    """SQL: one row per deal and card, over the observations that had it, with the deal's totals.

    grouped: a deal may have a card more than once. The summation is costly, and skipped where it is
    not needed.
    """
    by = "game * 8 + seat" if kind.chance == "seat" else "game"
    ones = ["1::BIGINT AS n_1", *(f"u.{name} AS {name}_1" for name in names)]
    totals = ["n", *names]
    u = (
        f"WITH u AS MATERIALIZED ({rows})\n"
        f"SELECT {by} AS spot, deal, {', '.join([*ones, *(f't.{x}' for x in totals)])}\n"
        f"FROM u JOIN ({_totals('SELECT * FROM u', names)}) AS t USING (deal)"
    )
    joined = f"SELECT a.item, u.*\nFROM (SELECT item, {by} AS spot FROM ({kind.arm()})) AS a\n"
    joined += f"JOIN ({u}) AS u USING (spot)"
    if not grouped:
        return joined
    mine = ", ".join(f"sum({x}_1::DOUBLE) AS {x}_1" for x in totals)
    kept = ", ".join(f"any_value({x}) AS {x}" for x in totals)
    return f"SELECT item, deal, {mine}, {kept} FROM ({joined}) GROUP BY item, deal"


def _totals(rows: str, names: Sequence[str]) -> str:
    """SQL: one row per deal, over all observations."""
    columns = ", ".join(f"sum({x}::DOUBLE) AS {x}" for x in names)
    return f"SELECT deal, count(*) AS n, {columns} FROM ({rows}) GROUP BY deal"


def _frame(
    subject: Subject, kind: Kind, one: Metric, held: Moments,
    sums: stats.Array, products: stats.Array, margins: Mapping[str, float] | None,
) -> pd.DataFrame:  # fmt: skip
    outcome = metric(one.outcome)
    by_game = kind.chance == "game" and one.estimand != "played"
    divisor = outcome.scale * (seats_of(outcome, subject.config.players) if by_game else 1)
    estimate = stats.difference(sums, products, held.clusters) * (1 / divisor)
    items = held.keys["item"].astype(str)
    known = kind.names(subject.ruleset)
    config = subject.config
    frame = pd.DataFrame({
        "rules": config.rules, "players": config.players, "policies": config.policy,
        "policy": subject.policy, "kind": kind.id, "metric": one.id,
        "item": items, "name": [known.get(item, item) for item in items],
        "estimand": one.estimand, "outcome": outcome.id, "unit": one.unit,
    })  # fmt: skip
    frame = frame.assign(**stats.columns(estimate, tests=int(np.isfinite(estimate.se).sum())))
    with np.errstate(divide="ignore", invalid="ignore"):
        frame["mean_with"] = sums[:, 1] / sums[:, 0] / divisor
        frame["mean_without"] = sums[:, 3] / sums[:, 2] / divisor
    frame["n_with"], frame["n_without"] = sums[:, 0].astype(int), sums[:, 2].astype(int)
    frame["deals"] = held.clusters.astype(int)
    frame["q_by"] = CARDS.q(estimate.p)
    if one.estimand == "played":
        return frame
    return infer(frame, one, margins)


def infer(
    frame: pd.DataFrame, one: Metric, margins: Mapping[str, float] | None = None
) -> pd.DataFrame:
    """Add verdicts (where there is a margin) and shrinkage to the rows of one family."""
    if one.judged:
        margin = (margins or {}).get(one.id) or margin_at(one, int(frame["players"].iloc[0]))
        estimate = stats.Estimate(frame["estimate"].to_numpy(), frame["se"].to_numpy())
        frame = pd.concat([frame, verdicts(estimate, margin, one.direction)], axis=1)
    family = shrink(frame["estimate"], frame["se"])
    low, high = family.interval()
    return frame.assign(
        shrunk=family.mean, shrunk_low=low, shrunk_high=high, tau=family.tau,
        tau_low=family.tau_low, tau_high=family.tau_high, reliability=family.reliability,
    )  # fmt: skip
