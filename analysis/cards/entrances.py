"""The value and the fair price of hotel entrances, from games that assigned them by design.

`simulate.experiments.entrances` describes the arms. Who gets which entrance depends only on chance
and the order of the arm, never on a hand: differences are causal for these players.

    lead       VP of the owner minus the mean VP of the other players, at price 0
    win        the owner's share of wins minus 1/n, at price 0
    handicap   VP that the owner would have to give away to win 1/n of the games: a quantile of the
               lead over the best other player
    bid        the same in krones paid while the others pay nothing: the handicap over the VP that
               a krone costs, which is assumed to be the same for all entrances

The cost of a krone is measured, too: with the same entrances in the same places of a deal, once for
free and once at prices (`slopes`). Errors are clustered by deal. Those of handicap and bid, a
quantile and a ratio, are standard deviations of the Bayesian bootstrap over deals (`resample`),
which gives a deal the same weight in both. Ranks: Klein, Wright & Wieczorek 2020, J. R. Stat. Soc.
A 183: an entrance ranks behind those whose joint intervals are wholly above its own, and before
those whose intervals are wholly below.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.base import stats
from analysis.base.data import Tree, sql
from analysis.base.families import CARDS
from analysis.base.resample import deal_weights
from analysis.base.runs import fail
from analysis.base.stats import Array

REPLICATES = 500
OUTCOMES = ("lead", "win", "handicap", "bid")
UNITS = {"lead": "VP", "win": "share", "handicap": "VP", "bid": "krones"}


@dataclass(frozen=True)
class Handed:
    """Games of one arm in the order of their deals. Shapes (G, n): owned (index of the entrance),
    price (krones), vp (without the VP of the design), tie_break; deal (G,)."""

    keys: tuple[str, ...]
    deal: Array
    owned: Array
    price: Array
    vp: Array
    tie_break: Array

    @property
    def players(self) -> int:
        return int(self.vp.shape[1])

    @property
    def lead(self) -> Array:
        """VP minus the mean VP of the other players, (G, n)."""
        n = self.players
        return np.asarray((self.vp * n - self.vp.sum(axis=1, keepdims=True)) / (n - 1))

    @property
    def over_best(self) -> Array:
        """VP minus those of the best other player, (G, n)."""
        best = np.sort(self.vp, axis=1)
        rival = np.where(self.vp == best[:, -1:], best[:, -2:-1], best[:, -1:])
        return np.asarray(self.vp - rival)

    @property
    def win(self) -> Array:
        """Shares of wins minus 1/n, (G, n): most VP, then most left over; else a shared win."""
        rank = self.vp * 1000 + self.tie_break
        first = rank == rank.max(axis=1, keepdims=True)
        return np.asarray(first / first.sum(axis=1, keepdims=True) - 1 / self.players)


Ways = tuple[Sequence[Handed], Sequence[Handed]]
"""The arms without prices, and those with prices, in the same order."""


def read_handed(
    tree: Tree, rules: str, players: int, policy: str, prices: Mapping[str, int],
    bonus: Mapping[str, int],
) -> Handed:  # fmt: skip
    """The games of one arm; prices and bonus (VP, subtracted again) by entrance.

    Raises UserError if games do not follow the design: a player has bid, or has no entrance.
    """
    keys = tuple(sorted(prices))
    found = tree.query(sql("handed_out"), {"rules": rules, "players": players, "policy": policy})
    if found.empty or found["entrance_price"].any() or not set(found["entrance"]) <= set(keys):
        fail(f"{rules}: entrances were not handed out by the design; delete these games")
    shape = (-1, players)
    owned = np.searchsorted(keys, found["entrance"].to_numpy(dtype=str)).reshape(shape)
    paid, given = (np.array([some[key] for key in keys], dtype=float) for some in (prices, bonus))
    return Handed(
        keys, found["deal"].to_numpy().reshape(shape)[:, 0], owned, paid[owned],
        found["vp"].to_numpy(dtype=float).reshape(shape) - given[owned],
        found["tie_break"].to_numpy(dtype=float).reshape(shape),
    )  # fmt: skip


def worth_frame(free: Sequence[Handed], priced: Sequence[Handed], seed: int = 0) -> pd.DataFrame:
    """The worth and fair price of each entrance; one row per entrance and outcome.

    free, priced: the arms, those of one order at the same place. Columns: outcome, unit, item,
    estimate, se, low, high, p, sim_low, sim_high (joint over the entrances), q (BY over them),
    rank_low, rank_high (95% for all ranks together), n (seats), deals.
    """
    deals = _common([*free, *priced])
    weights = deal_weights(np.random.default_rng(seed), REPLICATES, len(deals))
    fair = _fair_draws(free, priced, deals, weights)
    rows: dict[str, list[tuple[float, float]]] = {outcome: [] for outcome in OUTCOMES}
    seats = []
    for item in range(len(free[0].keys)):
        at, lead, win, _ = _holders(free, deals, item)
        seats.append(len(at))
        for outcome, values in (("lead", lead), ("win", win)):
            estimate = _mean(at, values, len(deals))
            rows[outcome].append((float(estimate.value), float(estimate.se)))
        for outcome, draws in fair.items():
            value, *replicates = draws[:, item]
            rows[outcome].append((float(value), float(np.std(replicates, ddof=1))))
    frames = []
    for outcome in OUTCOMES:
        frames.append(_frame(outcome, free[0].keys, rows[outcome], seats, len(deals)))
    return pd.concat(frames, ignore_index=True)


def _fair_draws(
    free: Sequence[Handed], priced: Sequence[Handed], deals: Array, weights: Array
) -> dict[str, Array]:
    """Handicap and bid of I entrances, (1 + R, I): the estimate, then replicates.

    weights (R, G): of the deals.
    """
    every = np.vstack([np.ones(len(deals)), weights])
    squares, products = (every @ _paid_pairs(free, priced, deals)["lead"]).T
    quantile = 1 - 1 / free[0].players
    handicap = np.empty((len(every), len(free[0].keys)))
    for item in range(len(free[0].keys)):
        at, _, _, best = _holders(free, deals, item)
        handicap[:, item] = [_quantile(best, quantile, weight[at]) for weight in every]
    with np.errstate(divide="ignore", invalid="ignore"):
        return {"handicap": handicap, "bid": handicap / -(products / squares)[:, None]}


def worth_covariance(worlds: Sequence[Ways], outcomes: Sequence[str]) -> Array:
    """Covariances (F, K, K) of errors of the rows of `worth_frame` under K rulesets on equal deals.

    worlds: for each ruleset the arms without prices and with prices. outcomes: all but "win", in
    the order of their rows: of F rows all entrances of one, then of the next.
    """
    deals = _common([one for ways in worlds for some in ways for one in some])
    weights = deal_weights(np.random.default_rng(0), REPLICATES, len(deals))
    drawn = [_fair_draws(free, priced, deals, weights) for free, priced in worlds]
    found = {"lead": lead_covariance([free for free, _ in worlds])}
    for outcome in drawn[0]:
        errors = np.stack([one[outcome][1:] for one in drawn])  # (K, R, I)
        found[outcome] = np.stack([np.cov(errors[..., item]) for item in range(errors.shape[2])])
    return np.concatenate([found[outcome] for outcome in outcomes])


def lead_covariance(worlds: Sequence[Sequence[Handed]]) -> Array:
    """Covariances (I, K, K) of the errors of each entrance's lead under K rulesets on equal deals.

    worlds: the arms without prices of each ruleset.
    """
    deals = _common([one for free in worlds for one in free])
    found = []
    for item in range(len(worlds[0][0].keys)):
        held = [_holders(free, deals, item) for free in worlds]
        x = np.concatenate([_per_deal(at, lead, len(deals)) for at, lead, _, _ in held], axis=1)
        _, gradient = stats.ratio_weights(x.sum(axis=0).reshape(len(worlds), 2))
        found.append(stats.joint_covariance(stats.apart(gradient), x.T @ x, len(deals)))
    return np.stack(found)


def _frame(
    outcome: str, keys: Sequence[str], rows: Sequence[tuple[float, float]], seats: Sequence[int],
    deals: int,
) -> pd.DataFrame:  # fmt: skip
    """The rows of one outcome: estimate and error by entrance, and how many seats owned it."""
    value, se = np.array(rows).T
    enough = np.array(seats) >= stats.MIN_ARM
    estimate = stats.Estimate(value, se).where(enough)
    frame = pd.DataFrame({"outcome": outcome, "unit": UNITS[outcome], "item": keys})
    frame = frame.assign(**stats.columns(estimate, tests=int(enough.sum())))
    frame["q"] = CARDS.q(frame["p"])
    frame["rank_low"], frame["rank_high"] = ranks(frame["sim_low"], frame["sim_high"])
    return frame.assign(n=seats, deals=deals)


def slopes(free: Sequence[Handed], priced: Sequence[Handed]) -> dict[str, stats.Estimate]:
    """The effect of paying a krone more than the others: on "lead" (VP) and "win" (share).

    Regression through the origin over pairs of one deal and order that assigned the same entrances
    at both prices. Pairs are left out where prices changed who took what; that depends on the
    entrances available, not on any hand. Clustered by deal.
    """
    deals = _common([*free, *priced])
    found = _paid_pairs(free, priced, deals)
    return {outcome: stats.ratio(x.sum(axis=0), x.T @ x, len(deals))
            for outcome, x in found.items()}  # fmt: skip


def _paid_pairs(free: Sequence[Handed], priced: Sequence[Handed], deals: Array) -> dict[str, Array]:
    """For "lead" and "win" in each deal (G, 2): krones paid more than the others, squared, and
    times the change of the outcome, over the pairs of `slopes`."""
    sums: dict[str, list[Array]] = {"lead": [], "win": []}
    for before, after in zip(free, priced, strict=True):
        a, b = (np.searchsorted(one.deal, deals) for one in (before, after))
        same = (before.owned[a] == after.owned[b]).all(axis=1)[:, None]
        n = before.players
        own = after.price[b] - before.price[a]
        more = (own * n - own.sum(axis=1, keepdims=True)) / (n - 1) * same
        for outcome, parts in sums.items():
            change = getattr(after, outcome)[b] - getattr(before, outcome)[a]
            parts.append(np.stack([(more**2).sum(axis=1), (more * change).sum(axis=1)], axis=1))
    return {outcome: np.sum(parts, axis=0) for outcome, parts in sums.items()}


def price_curve(arms: Iterable[Handed]) -> pd.DataFrame:
    """Share of wins minus 1/n and lead by entrance and its price, as played: a description.

    Columns: outcome, item, price, estimate, se, low, high, p, n (seats), deals.
    """
    every = list(arms)
    deals = _common(every)
    rows = []
    for item, key in enumerate(every[0].keys):
        for price in sorted({float(p) for one in every for p in np.unique(one.price)}):
            at, lead, win, _ = _holders(every, deals, item, price)
            for outcome, values in (("lead", lead), ("win", win)):
                named = {"outcome": outcome, "item": key, "price": price}
                cells = {
                    name: float(value)
                    for name, value in stats.columns(_mean(at, values, len(deals))).items()
                }
                rows.append(named | cells | {"n": len(at), "deals": len(deals)})
    return pd.DataFrame(rows)


def ranks(low: Iterable[float], high: Iterable[float]) -> tuple[Array, Array]:
    """Ranks (1: the largest) compatible with joint intervals (low, high): best and worst of each.

    NaN where an interval is.
    """
    lower, upper = np.asarray(list(low), dtype=float), np.asarray(list(high), dtype=float)
    above = (lower[None, :] > upper[:, None]).sum(axis=1)
    below = (upper[None, :] < lower[:, None]).sum(axis=1)
    known = ~np.isnan(lower)
    first = np.where(known, 1.0 + above, np.nan)
    return first, np.where(known, float(known.sum()) - below, np.nan)


def _common(arms: Sequence[Handed]) -> Array:
    """The deals that all arms played."""
    deals = arms[0].deal
    for one in arms[1:]:
        deals = np.intersect1d(deals, one.deal)
    if len(deals) < 2:
        fail("the arms have no deals in common; record them with the same seed")
    return np.asarray(deals)


def _holders(
    arms: Iterable[Handed], deals: Array, item: int, price: float | None = None
) -> tuple[NDArray[np.intp], Array, Array, Array]:
    """Index of the deal, lead, win and lead over the best of each seat that owns an entrance."""
    parts = []
    for one in arms:
        rows = np.searchsorted(one.deal, deals)
        mine = one.owned[rows] == item
        if price is not None:
            mine &= one.price[rows] == price
        at, _ = np.nonzero(mine)
        parts.append((at, *(value[rows][mine] for value in (one.lead, one.win, one.over_best))))
    at, lead, win, best = (np.concatenate(some) for some in zip(*parts, strict=True))
    return at, lead, win, best


def _mean(at: NDArray[np.intp], values: Array, deals: int) -> stats.Estimate:
    """Mean of some seats' values, clustered by deal."""
    x = _per_deal(at, values, deals)
    return stats.ratio(x.sum(axis=0), x.T @ x, deals)


def _per_deal(at: NDArray[np.intp], values: Array, deals: int) -> Array:
    """Seats of each deal and the sum of their values, (G, 2)."""
    return np.stack([
        np.bincount(at, minlength=deals), np.bincount(at, weights=values, minlength=deals)
    ], axis=1).astype(float)  # fmt: skip


def _quantile(values: Array, share: float, weights: Array) -> float:
    """A weighted quantile, midway within ties of the weights."""
    if len(values) == 0:
        return float("nan")
    order = np.argsort(values, kind="stable")
    weight = weights[order]
    below = (np.cumsum(weight) - weight / 2) / weight.sum()
    return float(np.interp(share, below, values[order]))
