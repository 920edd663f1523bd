"""Two answers about ways to win compared: editions, modules or juries."""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.players.insisting import MUCH

DRAWS = 4000


def price(curves: pd.DataFrame) -> pd.DataFrame:
    """The cost of each way: wins of its strengths, weighted by their nearness to `MUCH` more.

    It gives one number per way for comparisons: a weighted mean over strengths has the error of a
    mean, while the best strength would be chosen by luck. A row per taste: wins, wins_se, more.
    """
    rows = []
    for taste, own in curves.groupby("taste", sort=False):
        near = np.exp(-0.5 * ((own["more"].fillna(0.0) - MUCH) / 0.25) ** 2).to_numpy() + 1e-6
        near /= near.sum()
        # strengths share their deals, so their errors are assumed to add up, not to cancel
        rows.append({"taste": taste, "wins": float(near @ own["wins"]),
                     "wins_se": float(near @ own["wins_se"]),
                     "more": float(near @ own["more"].fillna(0.0))})  # fmt: skip
    return pd.DataFrame(rows)


def agreement(a: pd.DataFrame, b: pd.DataFrame) -> dict[str, float]:
    """Spearman's correlation of what ways cost under two juries or rules, with a 95% interval.

    a, b: curves of the same ways. Errors of the estimates lower it, so it is a lower bound of how
    far the true prices agree.
    """
    both = price(a).merge(price(b), on="taste", suffixes=("_a", "_b"))
    rho, low, high, pairs = stats.rank_correlation(both["wins_a"], both["wins_b"])
    return {"rho": rho, "rho_low": low, "rho_high": high, "ways": pairs}


def changes(a: pd.DataFrame, b: pd.DataFrame) -> pd.DataFrame:
    """A row per way: how much more it wins under b than under a, with interval and error.

    The two are different deals or rules: errors are treated as independent, which makes intervals
    too wide where deals are shared.
    """
    both = price(a).merge(price(b), on="taste", suffixes=("_a", "_b"))
    change, se = both["wins_b"] - both["wins_a"], np.hypot(both["wins_se_a"], both["wins_se_b"])
    low, high = stats.Estimate(change, se).interval()
    return both[["taste", "wins_a", "wins_b"]].assign(
        change=change, se=se, change_low=low, change_high=high
    )


def how_many(insist: pd.DataFrame) -> np.ndarray:
    """Draws of the number of viable ways, given the probability of each."""
    rng = np.random.default_rng(1)
    chance = insist["viable"].to_numpy(dtype=float)
    return (rng.random((DRAWS, len(chance))) < chance).sum(axis=1)


def wider(a: pd.DataFrame, b: pd.DataFrame) -> dict[str, float]:
    """Did b widen the ways to win of a? a, b: verdicts of `insisting.verdicts`.

    viable_a, viable_b: expected numbers of viable ways; wider, narrower: probabilities that b has
    more, or fewer.
    """
    first, second = how_many(a), how_many(b)[::-1]
    return {
        "viable_a": float(a["viable"].sum()), "viable_b": float(b["viable"].sum()),
        "wider": float((second > first).mean()), "narrower": float((second < first).mean()),
    }  # fmt: skip
