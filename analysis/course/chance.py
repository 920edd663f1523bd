"""The chance that the leader at the end of a round wins, by the size of its lead.

One observation per game and round: the leader, its lead over the second (0 if several lead), and
its share of the win (for tied leaders: that of one drawn at random). A logistic curve is fitted to
these,

    P(win) = 1 / (1 + exp(-(intercept + slope * lead))),

by maximum likelihood (McCullagh & Nelder 1989, Generalized Linear Models, ch. 4). Errors use the
sandwich estimator, which does not require the curve to be right (White 1982, Econometrica 50),
clustered by deal where games share deals (Liang & Zeger 1986, Biometrika 73).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import special

from analysis.base import stats
from analysis.base.data import Tree, in_front
from analysis.base.metrics import metric
from analysis.base.runs import Config
from analysis.base.stats import Array

KEYS = ["rules", "players", "policy", "round"]
LIKELY = 0.9
"""The chance of winning for which `chances` gives the required lead."""

STEPS, CLOSE = 60, 1e-10


def lead_counts_query(shared: bool = False) -> str:
    """SQL: one row per round, lead and share of the win (in 144ths), with the number of games.

    shared: also one row per deal, where games share deals.
    """
    one = metric("round_leader")
    deal = ", seed * 4294967296 + deal AS deal" if shared else ""
    return (
        f"SELECT round, lead, {one.value} AS won{deal}, count(*) AS games\nFROM rounds"
        " WHERE rules = $rules AND players = $players AND policies = $policy"
        "\nGROUP BY ALL ORDER BY ALL"
    )


def lead_counts(tree: Tree, config: Config) -> pd.DataFrame:
    """Games by round, lead (VP) and share of the win of the leader, 0..1.

    Columns: rules, players, policy, round, lead, won, games; deal if games share deals.
    """
    shared = tree.shares_deals(config)
    by = ("round", "lead", "won", *(("deal",) if shared else ()))
    frame = tree.sums(lead_counts_query(shared), config.params(), by, (config,))
    frame["won"] = frame["won"] / metric("round_leader").scale
    return in_front(frame, config.params())


@dataclass(frozen=True)
class FittedCurve:
    """A fitted curve: coefficients (2,) intercept and slope, and their covariance (2, 2).

    NaN throughout if the data do not determine a curve: too few games, or leaders that always win.
    """

    coefficients: Array
    cov: Array

    def at(self, lead: ArrayLike) -> tuple[Array, Array, Array]:
        """Chance (value, low, high) at some leads; the 95% interval is that of the log-odds."""
        design = np.stack([np.ones_like(np.asarray(lead, float)), np.asarray(lead, float)], axis=-1)
        logit = stats.Estimate(
            design @ self.coefficients,
            np.sqrt(np.einsum("...i,ij,...j->...", design, self.cov, design)),
        )
        low, high = logit.interval()
        return special.expit(logit.value), special.expit(low), special.expit(high)

    def lead_for(self, chance: float) -> stats.Estimate:
        """The lead, in VP, that gives this chance (delta method)."""
        intercept, slope = self.coefficients
        value = (special.logit(chance) - intercept) / slope
        gradient = np.array([-1.0, -value]) / slope
        return stats.Estimate(value, np.sqrt(gradient @ self.cov @ gradient))


def fit(
    lead: ArrayLike, won: ArrayLike, games: ArrayLike, deal: ArrayLike | None = None
) -> FittedCurve:
    """Fit the curve to counts of games: lead (k,) in VP, won (k,) 0..1, games (k,).

    deal (k,): the deal of each count; without it every game has its own deal.
    """
    x, y, w = (np.asarray(one, dtype=float) for one in (lead, won, games))
    nothing = FittedCurve(np.full(2, np.nan), np.full((2, 2), np.nan))
    if w.sum() < stats.MIN_ARM or len(np.unique(x)) < 2:
        return nothing
    design = np.stack([np.ones_like(x), x], axis=-1)
    beta = np.zeros(2)
    for _ in range(STEPS):
        p = special.expit(design @ beta)
        information = np.einsum("k,ki,kj->ij", w * p * (1 - p), design, design)
        if np.linalg.cond(information) > 1 / CLOSE:
            return nothing
        step = np.linalg.solve(information, design.T @ (w * (y - p)))
        beta = beta + step
        if np.abs(step).max() < CLOSE:
            bread = np.linalg.inv(information)
            if deal is None:
                meat = np.einsum("k,ki,kj->ij", w * (y - p) ** 2, design, design)
            else:
                _, which = np.unique(np.asarray(deal), return_inverse=True)
                scores = np.zeros((which.max() + 1, 2))
                np.add.at(scores, which, (w * (y - p))[:, None] * design)
                meat = scores.T @ scores
            return FittedCurve(beta, bread @ meat @ bread)
    return nothing


def chances(counts: pd.DataFrame) -> pd.DataFrame:
    """The value of a lead, one row per configuration and round, from `lead_counts`.

    Columns: rules, players, policy, round, intercept, slope (log-odds per VP), slope_low,
    slope_high, estimate (the lead in VP that wins with the chance `LIKELY`), se, low, high, games.
    """
    rows = []
    for values, group in counts.groupby(KEYS, sort=False):
        deal = group["deal"] if "deal" in group and group["deal"].notna().all() else None
        curve = fit(group["lead"], group["won"], group["games"], deal)
        slope = stats.Estimate(curve.coefficients[1], np.sqrt(curve.cov[1, 1]))
        low, high = slope.interval()
        row = dict(zip(KEYS, values, strict=True))
        row |= {"intercept": curve.coefficients[0], "slope": slope.value,
                "slope_low": low, "slope_high": high}  # fmt: skip
        row |= stats.columns(curve.lead_for(LIKELY))
        rows.append(row | {"games": int(group["games"].sum())})
    return pd.DataFrame(rows)
