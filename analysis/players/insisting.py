"""The cost of insisting on a way to win, and how much more of its component it gets.

A player with a taste sits at a table of players without it, once at each seat of every deal;
players without tastes also play the same deal among themselves. Differences are means over deals,
so that luck of the deal cancels and intervals are clustered by deal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats as scipy_stats

from analysis.base import decide
from analysis.base.stats import Array, Estimate, named

MUCH = 0.5
"""How much more counts as substantial: in standard deviations of seats without tastes."""

COST = 0.03
"""Share of wins that a viable way may lose. One that gains as much is dominant, however little
more of its component it gets: insisting on it would be better play."""

SURE = 1 - decide.LEVEL
"""Probability from which a single verdict is given."""

SHOWN = ("strength", "name", "wins", "wins_low", "wins_high", "vp", "more", "more_low", "more_high")
"""What a verdict shows of the strength that is most probably viable."""

DOMINANT, VIABLE, NOT, OPEN = "dominant", "viable", "not viable", "undecided"


@dataclass(frozen=True)
class Point:
    """One strength of a taste: measurements on each of D deals.

    win: share of wins of its seat, mean over seats, (D,); vp, thing: of its seat, (D,);
    free_vp, free_thing: of seats without tastes on the same deals, (D,); spread: standard deviation
    of the thing between seats without tastes; sign: 1, or -1 for a way that wants less of it.
    """

    win: Array
    vp: Array
    thing: Array
    free_vp: Array
    free_thing: Array
    spread: float
    sign: int = 1


def measured(point: Point, players: int) -> dict[str, Any]:
    """Wins above an equal share (a share of 1), VP, and more of the thing, with 95% intervals.

    more is in standard deviations of seats without tastes; if these do not vary at all, it is
    0 if the taste gets as much as they do, else NaN. viable, dominant: probabilities under a flat
    prior, by the joint normal distribution of wins and more; NaN if unknown.
    """
    gap = point.sign * (point.thing - point.free_thing)
    unknown = np.full(len(gap), np.nan if gap.any() else 0.0)
    apart = np.stack([
        point.win - 1 / players,
        point.vp - point.free_vp,
        gap / point.spread if point.spread > 0 else unknown,
    ])  # fmt: skip
    deals = apart.shape[1]
    mean, cov = apart.mean(axis=1), np.cov(apart) / deals
    found: dict[str, Any] = {}
    for i, name in enumerate(("wins", "vp", "more")):
        found |= named(name, Estimate(mean[i], np.sqrt(cov[i, i])))
    both = mean[[0, 2]], cov[np.ix_([0, 2], [0, 2])]
    return {
        **found,
        "thing": float(point.thing.mean()),
        "free_thing": float(point.free_thing.mean()),
        "viable": above(*both, np.array([-COST, MUCH])),
        "dominant": above(*both, np.array([COST, 0.0])),
        "deals": deals,
        "settles": deals_to_settle(*both, deals),
    }


def above(mean: Array, cov: Array, limits: Array) -> float:
    """Probability that a normal pair exceeds both limits; NaN if unknown."""
    if not (np.isfinite(mean).all() and np.isfinite(cov).all()):
        return float("nan")
    ridge = 1e-12 * np.eye(2)
    return float(scipy_stats.multivariate_normal.cdf(mean - limits, cov=cov + ridge))


def deals_to_settle(mean: Array, cov: Array, deals: int) -> float:
    """Deals expected until the verdict is "viable" or "not", if estimates stay the same.

    The less certain of its two conditions decides "viable"; the more certain of those that it fails
    decides "not". NaN if unknown.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        z = (mean - np.array([-COST, MUCH])) / np.sqrt(np.diag(cov))
    if not np.isfinite(z).all():
        return float("nan")
    sure = float(scipy_stats.norm.ppf(SURE))
    deciding = min(z) if min(z) > 0 else max(-z)
    return float(np.ceil(deals * (sure / max(abs(deciding), 1e-6)) ** 2))


def verdicts(curves: pd.DataFrame) -> pd.DataFrame:
    """One row per way: the strength that is most probably viable, and the verdict on the way. If no
    strength gets substantially more, the one that wins most is shown.

    The probability that a way is viable is that of its best strength; the probability that it is
    not allows for all strengths together (Boole's inequality), so that trying many strengths finds
    none by luck. A way is dominant if some strength is. Verdicts are given to a family of ways as
    by `decide.decided`.

    curves: one row per way and strength with the columns of `measured`, and `taste`.
    """
    rows = []
    for taste, own in curves.groupby("taste", sort=False):
        near = "viable" if own["more_high"].max() >= MUCH else "wins"  # or none comes near it
        best, top = (own.loc[own[one].fillna(-1.0).idxmax()] for one in (near, "dominant"))
        rows.append({
            "taste": taste, **{one: best[one] for one in SHOWN}, "viable": best["viable"],
            "not_viable": np.maximum(0.0, 1 - own["viable"].sum(skipna=False)),
            "dominant": top["dominant"], "deals": best["deals"], "settles": best["settles"],
        })  # fmt: skip
    found = pd.DataFrame(rows)
    if found.empty:
        return found
    chances = found[["viable", "not_viable"]].to_numpy(dtype=float)
    given = decide.decided(chances)
    word = np.where(chances[:, 0] > chances[:, 1], VIABLE, NOT)
    # a separate family: each strength had a chance to look dominant
    most = 1 - (1 - found["dominant"]) * curves.groupby("taste").size().max()
    found["verdict"] = np.where(given, word, OPEN)
    found.loc[most >= SURE, "verdict"] = DOMINANT
    found.loc[given | (most >= SURE), "settles"] = found["deals"]
    return found
