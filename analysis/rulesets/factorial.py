"""A full factorial of modules: every subset plays the same deals, effects are orthogonal contrasts.

With k factors there are 2^k subsets. For every measure, deal by deal,

    average       a module's main effect: the mean of the subsets with it minus that of the others
    pair          an interaction of two: how much more one changes with the other than without it
    alone         only this module minus none
    last          all modules minus all but this one
    together      all modules minus none
    subset        one subset, whichever, minus none

The first two weight all subsets equally and are orthogonal (Yates 1937; Box, Hunter & Hunter 2005,
Statistics for Experimenters, ch. 5): each uses every game. A deal is one unit, whose luck all its
games share; errors are those of the contrast's mean over deals. A family of tests is all modules
(pairs) and all measures of one table; verdicts and false discovery rate are of `verdicts`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree, sql
from analysis.base.metrics import Compared, Metric
from analysis.base.runs import fail
from analysis.base.stats import Array
from analysis.base.verdicts import judge
from analysis.rulesets.compare import SHARE, Contrast, Deals, Measure, arms_query, measures

AVERAGE, PAIR, ALONE, LAST, TOGETHER = "average", "pair", "alone", "last", "together"
SUBSET = "subset"
WANTED = (
    "vp", "vp_winner", "vp_spread", "vp_closeness", "close_games", "turns", "decisions",
    "win_seat_1",
)  # fmt: skip
"""The measures for modules: length, swing, closeness, and the first seat's wins."""

DRAWS = 2000


@dataclass(frozen=True)
class Design:
    """The factors (ids of modules), and the label under which each subset of them is played."""

    factors: tuple[str, ...]
    labels: Mapping[frozenset[str], str]

    @property
    def rules(self) -> list[str]:
        """The labels of all subsets, in the order of `subsets`."""
        return [self.labels[one] for one in subsets(self.factors)]

    def name(self, some: frozenset[str]) -> str:
        """A subset as its modules, in their order, between plus signs."""
        return "+".join(one for one in self.factors if one in some)

    def contrast(self, kind: str, name: str, weights: Mapping[frozenset[str], float]) -> Contrast:
        """A contrast over subsets."""
        return Contrast(kind, name, {self.labels[one]: w for one, w in weights.items()})

    def contrasts(self) -> list[Contrast]:
        """All contrasts: the kinds of the module's head, in that order."""
        none, whole = frozenset[str](), frozenset(self.factors)
        out = [self.contrast(AVERAGE, one, _signs(self.factors, (one,))) for one in self.factors]
        out += [
            self.contrast(PAIR, f"{a} with {b}", _signs(self.factors, (a, b)))
            for a, b in combinations(self.factors, 2)
        ]
        pairs = [(ALONE, one, none, frozenset({one})) for one in self.factors]
        pairs += [(LAST, one, whole - {one}, whole) for one in self.factors]
        pairs.append((TOGETHER, "", none, whole))
        pairs += [(SUBSET, self.name(some), none, some) for some in subsets(self.factors) if some]
        return out + [self.contrast(kind, name, {a: -1, b: 1}) for kind, name, a, b in pairs]


def subsets(factors: Sequence[str]) -> list[frozenset[str]]:
    """All subsets, the empty one first, by size."""
    sizes = range(len(factors) + 1)
    return [frozenset(some) for size in sizes for some in combinations(factors, size)]


def _signs(factors: Sequence[str], which: Sequence[str]) -> dict[frozenset[str], float]:
    """Weights of the interaction of some factors (for one: its main effect) over all subsets.

    The mean over the other factors of the (difference of ... the) differences between their levels.
    """
    scale = 2.0 ** (len(factors) - len(which))
    return {
        one: (-1.0) ** sum(name not in one for name in which) / scale for one in subsets(factors)
    }


def wanted() -> tuple[Measure, ...]:
    """The measures of one game whose effects are estimated."""
    known = {one.name: one for one in measures()}
    return tuple(known[name] for name in WANTED)


def effects_query() -> str:
    """SQL of the values of each deal under two rulesets, a and b; all subsets use its analogue."""
    return arms_query(("a", "b"), wanted())


def stronger_wins(stronger: str) -> Measure:
    """The share of wins of the stronger kind of player at a mixed table: the effect of skill.

    Its margin is that of the first seat's share of wins.
    """
    metric = Metric.model_validate({
        "id": "win_stronger", "name": f"wins of {stronger} against the other",
        "definition": "Share of wins of the seat of the stronger player.",
        "unit": SHARE, "value": "win", "scale": 12,
    })  # fmt: skip
    compared = Compared(margin=0.02, reason="one game in fifty", headline=True)
    return Measure(metric, compared)


def read_matches(
    tree: Tree, labels: Sequence[str], players: int, table: str, stronger: str
) -> Deals:
    """Shares of wins of one policy at a mixed table, over the deals that all rulesets played.

    A deal counts once: the mean over its games with rotated seats. Raises UserError if
    there is no common deal.
    """
    found = tree.query(
        sql("matches"),
        {"rules": list(labels), "players": players, "policy": table, "stronger": stronger},
    )
    values = found.pivot(index="deal", columns="rules", values="share").reindex(columns=labels)
    shares = values.dropna().to_numpy(dtype=np.float64)
    if len(shares) < 2:
        fail(f"{table}: no deals in common; record all subsets with the same seed")
    cov = np.atleast_2d(np.cov(shares, rowvar=False))[None]
    return Deals(tuple(labels), players, len(shares), shares.mean(axis=0)[None], cov)


def effects_frame(
    deals: Deals, contrasts: Sequence[Contrast], wanted: Sequence[Measure]
) -> pd.DataFrame:
    """One row per contrast and measure, with 95% interval (clustered by deal) and verdict.

    Columns: kind, name, measure, label, unit, mean_a and mean_b (of the negative and the positive
    side), estimate, se, low, high, p, correlation and gain with bounds (variance if both sides had
    deals of their own over that measured; see `stats.pairing`), games, margin, better, target, and
    those of `verdicts.judge`, judged over all contrasts of a kind.
    """
    frames = []
    for kind in dict.fromkeys(one.kind for one in contrasts):
        family = [_rows(deals, one, wanted) for one in contrasts if one.kind == kind]
        frames.append(judge(pd.concat(family, ignore_index=True)))
    return pd.concat(frames, ignore_index=True)


def _rows(deals: Deals, contrast: Contrast, wanted: Sequence[Measure]) -> pd.DataFrame:
    weights = np.array([contrast.weights.get(label, 0.0) for label in deals.labels])
    sides = np.stack([np.maximum(-weights, 0.0), np.maximum(weights, 0.0)])
    means = deals.means @ sides.T
    cov = np.einsum("si,mij,tj->mst", sides, deals.cov, sides)
    variance = np.maximum(cov[:, 0, 0] + cov[:, 1, 1] - 2 * cov[:, 0, 1], 0.0)
    estimate = stats.Estimate(means[:, 1] - means[:, 0], np.sqrt(variance / deals.games))
    directed = contrast.kind != PAIR
    scale = sides[1].sum()
    return pd.DataFrame({
        "kind": contrast.kind, "name": contrast.name,
        "measure": [one.name for one in wanted], "label": [one.label for one in wanted],
        "unit": [one.unit for one in wanted],
        "mean_a": means[:, 0] / scale, "mean_b": means[:, 1] / scale,
        **stats.columns(estimate),
        **vars(stats.pairing(cov, deals.games)),
        "games": deals.games, "margin": [one.margin(deals.players) for one in wanted],
        "better": [one.better if directed else "" for one in wanted],
        "target": [1 / deals.players if one.better == "equal" else np.nan for one in wanted],
    })  # fmt: skip


def additivity(deals: Deals, design: Design, wanted: Sequence[Measure]) -> pd.DataFrame:
    """How far the subsets' means are sums of single modules' effects; one row per measure.

    Columns: measure, label, games; for each order (`one`, `pairs`, `more`) the share of the
    variance between the subsets' true means due to contrasts of this order, with _low and
    _high; p_pairs and p_more, Wald tests that there is no interaction of this order.

    The squares of the estimates less their error variances are unbiased; intervals: percentiles of
    normal draws with the estimated covariance, corrected twice for the variance that they add.
    """
    sets = [one for one in subsets(design.factors) if one]
    # All of one size, so that the squares add up to the variance of the subsets' means.
    even = np.stack([_aligned(deals, design, sorted(one)) for one in sets])
    order = np.array([min(len(one), 3) for one in sets])
    rng = np.random.default_rng(0)
    rows = []
    for m, measure in enumerate(wanted):
        values = even @ deals.means[m]
        cov = even @ deals.cov[m] @ even.T / deals.games
        error = np.diag(cov)
        drawn = rng.multivariate_normal(values, cov, DRAWS, method="eigh")
        row: dict[str, object] = {"measure": measure.name, "label": measure.label}
        orders = (order == 1, order == 2, order == 3)
        best = _shares(np.stack([(values**2 - error)[mine].sum() for mine in orders]))
        parts = np.stack([(drawn**2 - 2 * error)[:, mine].sum(axis=1) for mine in orders], axis=1)
        low, high = np.quantile(_shares(parts), (0.025, 0.975), axis=0)
        for k, name in enumerate(("one", "pairs", "more")):
            row |= {name: best[k], f"{name}_low": low[k], f"{name}_high": high[k]}
        for k, name in ((2, "p_pairs"), (3, "p_more")):
            mine = order == k
            row[name] = stats.wald_test(values[mine], cov[np.ix_(mine, mine)], int(mine.sum()))[1]
        rows.append(row | {"games": deals.games})
    return pd.DataFrame(rows)


def _aligned(deals: Deals, design: Design, which: Sequence[str]) -> Array:
    """The signs of an interaction in the order of the deals' labels, each +-1 / subsets."""
    signs = {design.labels[one]: np.sign(w) for one, w in _signs(design.factors, which).items()}
    return np.array([signs[label] for label in deals.labels]) / len(deals.labels)


def _shares(parts: Array) -> Array:
    """Parts of a sum as shares of it, along the last axis; parts estimated below 0 count as 0.

    Equal shares if nothing is left: then nothing is known of them.
    """
    kept = np.maximum(parts, 0.0)
    total = kept.sum(axis=-1, keepdims=True)
    even = np.full(parts.shape, 1 / parts.shape[-1])
    return np.asarray(np.divide(kept, total, out=even, where=total > 0))
