"""How strong players are: ratings from ranks, shares of wins, and scores in self-play.

Model. Luce's choice axiom (Luce 1959, Individual Choice Behavior): each rung i has a worth w_i, and
the chance that it finishes before j is w_i / (w_i + w_j), whoever else plays. Plackett (1975, J. R.
Stat. Soc. C 24) gives whole ranks of a table that law. A table of three or four is therefore read
as all pairs of its seats (full breaking: consistent for this model, Azari Soufiani et al. 2013,
NIPS 26; a composite likelihood, Varin, Reid & Firth 2011, Stat. Sinica 21), which uses every rank
and takes ties: a shared rank is half a win each. Seats of the same policy give no information.

Fit. Maximum likelihood by iterative Luce spectral ranking (Maystre & Grossglauser 2015, NIPS 28),
library `choix`. Rungs that never lose have no finite estimate; so each pair that met gets one extra
drawn game (a prior of draws, as in Coulom's Bayesian Elo, 2008, in CG LNCS 5131; for one pair
it adds 1/2 to wins and losses as Jeffreys' prior does).

Unit. 400 / ln 10 times the log-worth, as in Elo: 400 points are odds of 10 to 1 between two, 120
points are 2 to 1. The anchor has rating 0.

Intervals. 95% percentiles of the Bayesian bootstrap over deals (`resample`); all games of a deal,
at whatever tables, are one cluster. The two halves of each added draw are weighed by independent
Gamma(1/2) numbers; for one pair and one game a deal this is exactly Jeffreys' interval of a
proportion (Brown, Cai & DasGupta 2001, Stat. Sci. 16), which stays honest when nothing was lost.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import choix
import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

from analysis.base import stats
from analysis.base.data import WIN_UNIT, Tree, sql
from analysis.base.resample import REPLICATES, deal_weights, percentiles
from analysis.base.runs import Config
from analysis.base.stats import Array

POINTS = 400 / np.log(10)
"""Rating points of one unit of log-worth."""

ANCHOR = "greedy"
"""The rung with rating 0, if it is on the ladder; else the ladder's first rung is."""

STEP = 0.6
"""Share of games that one step of strength wins against the next below.

The number of these steps between the weakest and the strongest player measures how much there is to
learn in a game (its depth, counted as in Browne's Ai Ai).
"""

MAX_ITERATIONS = 10_000

LEAST_DEALS = 30
"""Fewest deals from which a rung is rated: the bootstrap of fewer does not cover as it says."""

FITTED = ["about", "chi2", "df", "p", "misfit"]
"""Columns of `fits`."""


@dataclass(frozen=True)
class Ratings:
    """Ratings of R rungs, shape (R,), and of each of B bootstrap replicates, shape (B, R)."""

    rungs: tuple[str, ...]
    anchor: str
    points: Array
    draws: Array

    def expected(self, a: str, b: str) -> float:
        """Share of games in which a finishes before b, according to the ratings."""
        gap = self.points[self.rungs.index(a)] - self.points[self.rungs.index(b)]
        return float(1 / (1 + 10 ** (-gap / 400)))


def points_for(share: float) -> float:
    """Rating lead with which the better of two players wins this share of games (0..1)."""
    return float(POINTS * np.log(share / (1 - share)))


def anchor_of(rungs: Sequence[str]) -> str:
    """The rung with rating 0."""
    return ANCHOR if ANCHOR in rungs else rungs[0]


def deal_matrices(duels: pd.DataFrame, rungs: Sequence[str]) -> Array:
    """Wins of rung i over j on each deal, shape (D, R, R), from the frame of `read_duels`.

    A shared rank counts 1/2 on both sides.
    """
    place = {rung: i for i, rung in enumerate(rungs)}
    deals = duels.groupby(["seed", "deal"], sort=True).ngroup().to_numpy()
    a, b = (duels[side].map(place).to_numpy(dtype=int) for side in ("a", "b"))
    won = duels["won2"].to_numpy(dtype=float) / 2
    met = duels["met"].to_numpy(dtype=float)
    out = np.zeros((deals.max() + 1 if len(deals) else 0, len(rungs), len(rungs)))
    np.add.at(out, (deals, a, b), won)
    np.add.at(out, (deals, b, a), met - won)
    return out


def rate(
    matrices: Array,
    rungs: Sequence[str],
    anchor: str | None = None,
    *,
    replicates: int = REPLICATES,
    seed: int = 0,
) -> Ratings:
    """Ratings from the wins of each deal, shape (D, R, R); see the top of this module.

    Every rung must be joined to every other by a chain of pairs that met. The same arguments give
    the same result; ``seed`` draws the replicates.
    """
    anchor = anchor or anchor_of(rungs)
    zero = list(rungs).index(anchor)
    wins = matrices.sum(axis=0)
    met = wins + wins.T > 0

    def fit(comparisons: Array, start: Array | None) -> Array:
        worths = choix.ilsr_pairwise_dense(
            comparisons, initial_params=start, max_iter=MAX_ITERATIONS
        )
        return np.asarray(worths - worths[zero], dtype=float)

    best = fit(wins + met / 2, None)
    rng = np.random.default_rng(seed)
    weighted = np.tensordot(deal_weights(rng, replicates, len(matrices)), matrices, axes=1)
    weighted += rng.standard_gamma(0.5, weighted.shape) * met
    draws = np.stack([fit(one, best) for one in weighted])
    return Ratings(tuple(rungs), anchor, best * POINTS, draws * POINTS)


def rating_frame(ratings: Ratings) -> pd.DataFrame:
    """One row per rung, strongest first: rung, estimate, low, high (95%), and two more with
    intervals.

    gap: rating minus that of the next rung below; NaN for the last. steps: rating above the last
    rung, in steps of `STEP`.
    """
    low, high = percentiles(ratings.draws)
    order = np.argsort(-ratings.points, kind="stable")
    above, below = order[:-1], order[1:]
    gap_low, gap_high = percentiles(ratings.draws[:, above] - ratings.draws[:, below])
    none = [np.nan]
    one_step = points_for(STEP)
    steps = (ratings.points - ratings.points[order[-1]]) / one_step
    steps_low, steps_high = percentiles(ratings.draws - ratings.draws[:, order[-1:]])
    return pd.DataFrame({
        "rung": [ratings.rungs[i] for i in order],
        "estimate": ratings.points[order], "low": low[order], "high": high[order],
        "gap": np.append(ratings.points[above] - ratings.points[below], none),
        "gap_low": np.append(gap_low, none), "gap_high": np.append(gap_high, none),
        "steps": steps[order], "steps_low": steps_low[order] / one_step,
        "steps_high": steps_high[order] / one_step,
    })  # fmt: skip


def read_duels(tree: Tree, rules: str, players: int, tables: Mapping[str, int]) -> pd.DataFrame:
    """Comparisons by deal and pair of rungs: seed, deal, a, b, met, won2 (see sql/duels.sql).

    tables: the mixed tables, each by the name of its `policies` in the data, with the number of
    deals to read (further recorded deals are left out).
    """
    return tree.query(sql("duels"), _params(rules, players, tables))


def pairings(duels: pd.DataFrame, ratings: Ratings) -> pd.DataFrame:
    """One row per pair: a, b, met, share of comparisons in which a was ahead, and as rated.

    Columns share, share_low, share_high (95%, clustered by deal), and `rated`: the share predicted
    by the ratings. Its difference from `share` is the misfit of the model.
    """
    rows = []
    for (a, b), one in duels.groupby(["a", "b"], sort=True):
        row = {"a": a, "b": b, "met": int(one["met"].sum()), "deals": len(one)}
        row |= _share("share", one["met"], one["won2"] / 2)
        rows.append(row | {"rated": ratings.expected(a, b)})
    return pd.DataFrame(rows)


def fits(
    tree: Tree, rules: str, players: int, tables: Mapping[str, int], duels: pd.DataFrame,
    ratings: Ratings,
) -> pd.DataFrame:  # fmt: skip
    """Do the ratings fit ranks, and do they fit wins? A row each: about, chi2, df, p, misfit.

    ranks: for each pair, the share of comparisons in which a rung is ahead; wins: the first rung's
    share of wins at each table, which the Plackett-Luce model predicts from the same ratings. chi2
    is the sum of squares of (share - rated) / error, clustered by deal. Each fitted rating costs a
    degree of freedom; there is no row if none is left. Tables share deals, so p is approximate.
    misfit: the largest difference.
    """
    found = tree.query(sql("table_deals"), _params(rules, players, tables))
    worth = {rung: 10 ** (point / 400) for rung, point in
             zip(ratings.rungs, ratings.points, strict=True)}  # fmt: skip
    gaps: dict[str, list[tuple[float, float]]] = {"ranks": [], "wins": []}
    for (a, b), one in duels.groupby(["a", "b"], sort=True):
        estimate = clustered_ratio(one["met"], one["won2"] / 2) - ratings.expected(a, b)
        gaps["ranks"].append((float(estimate.value[0]), float(estimate.se[0])))
    for table, rows in found.groupby("policies", sort=True):
        seats = str(table).split(",")
        one = rows[rows["policy"] == seats[0]]
        rated = worth[seats[0]] / sum(worth[rung] for rung in seats)
        estimate = clustered_ratio(one["n"], one["win"] / WIN_UNIT) - rated
        gaps["wins"].append((float(estimate.value[0]), float(estimate.se[0])))
    rows = [_fit(about, pairs, len(worth) - 1) for about, pairs in gaps.items()]
    frame = pd.DataFrame(rows, columns=FITTED)
    return frame[frame["df"] > 0].reset_index(drop=True)  # keeps number columns numeric if empty


def _fit(about: str, gaps: Sequence[tuple[float, float]], fitted: int) -> dict[str, object]:
    """A chi-square of gaps and their errors; those without an error are left out."""
    known = [(gap, se) for gap, se in gaps if se > 0]
    df = max(len(known) - fitted, 0)
    chi2 = sum((gap / se) ** 2 for gap, se in known)
    p = float(scipy_stats.chi2.sf(chi2, df)) if df else float("nan")
    misfit = max((abs(gap) for gap, _ in gaps), default=float("nan"))
    return {"about": about, "chi2": chi2, "df": df, "p": p, "misfit": misfit}


def mixed_play(tree: Tree, rules: str, players: int, tables: Mapping[str, int]) -> pd.DataFrame:
    """Results of each rung at the mixed tables; one row per rung.

    tables as in `read_duels`. games, seats; win, win_low, win_high: mean share of a win per seat,
    0..1 (an equal share is 1 / players); vp, vp_low, vp_high: mean VP. 95%, clustered by deal.
    """
    found = tree.query(sql("rung_deals"), _params(rules, players, tables))
    rows = []
    for rung, one in found.groupby("policy", sort=True):
        row = {"rung": rung, "games": int(one["games"].sum()), "seats": int(one["n"].sum())}
        row |= _share("win", one["n"], one["win"] / WIN_UNIT)
        row |= _named("vp", clustered_ratio(one["n"], one["vp"]))
        rows.append(row)
    return pd.DataFrame(rows)


def self_play(tree: Tree, configs: Mapping[Config, int]) -> pd.DataFrame:
    """Each rung against itself; one row per configuration (rules, players, policy).

    configs: how many games of each are read.

    games; winner, winner_low, winner_high: mean VP of the winner of a game; vp, ...: mean VP of a
    player; decisions: mean decisions a game, of all players. 95%, clustered by deal.
    """
    rows = []
    for config, games in configs.items():
        blocks = [("one", "vp_winner"), ("n", "vp"), ("one", "decisions")]
        params = {**config.params(), "games": games}
        moments = tree.moments(sql("self_play"), blocks, params, configs=(config,))
        row = {**config.params(), "games": int(moments.sum("one")[0])}
        for name, block in zip(("winner", "vp", "decisions"), blocks, strict=True):
            estimate = stats.ratio(*moments.select(*block), moments.clusters, min_arm=2)
            row |= _named(name, estimate)
        rows.append(row)
    return pd.DataFrame(rows).rename(columns={"policy": "rung"})


def _params(rules: str, players: int, tables: Mapping[str, int]) -> dict[str, object]:
    deals = list(tables.values())
    return {"rules": rules, "players": players, "tables": list(tables), "deals": deals}


def _named(name: str, estimate: stats.Estimate) -> dict[str, float]:
    low, high = estimate.interval()
    return {
        name: float(estimate.value[0]),
        f"{name}_low": float(low[0]),
        f"{name}_high": float(high[0]),
    }


def _share(name: str, counts: pd.Series, totals: pd.Series) -> dict[str, float]:
    """Columns of a share 0..1 over clusters (the rows)."""
    estimate = clustered_ratio(counts, totals)
    (low,), (high,) = stats.proportion(estimate, len(counts))
    return {name: float(estimate.value[0]), f"{name}_low": float(low), f"{name}_high": float(high)}


def clustered_ratio(counts: pd.Series, totals: pd.Series) -> stats.Estimate:
    """total / count over clusters (the rows), with its clustered error; shape (1,)."""
    x = np.column_stack([counts, totals]).astype(float)
    return stats.ratio(x.sum(axis=0)[None], (x.T @ x)[None], len(x), min_arm=2)
