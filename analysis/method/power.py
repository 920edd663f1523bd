"""How many games a question needs, from the spread that recorded games show.

All estimators of this suite are means over deals to first order (`stats`), so one number is enough:
sd, the standard deviation of one deal's contribution, which is the standard error times the root of
the number of deals. For a two-sided test at a level, with normal estimates,

    power(effect, games) = P(|N(effect sqrt(games) / sd, 1)| > z)        z: quantile of 1 - level/2
    games(effect, power) = ((z + z_power) sd / effect)^2                 (the far tail left out)

Where few deals differ under two rulesets the means are skew, and no test is made
(`stats.where_enough_differ`): there must be enough deals for enough of them to differ.

References: Cohen (1988), Statistical Power Analysis, ch. 2; Lachin (1981), Control. Clin. Trials 2;
for the detectable effect Bloom (1995), Eval. Rev. 19.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import special
from scipy import stats as scipy_stats

from analysis.base import stats
from analysis.base.stats import Array
from analysis.rulesets.compare import Contrast, Deals, Measure, variance_of

POWER, LEVEL = 0.8, 0.05

MIN_DEALS = 200
"""Below this many deals the promise is rough: where few deals differ at all, means are skew."""


ENOUGH = stats.MIN_ARM + 2 * np.sqrt(stats.MIN_ARM)
"""Deals expected to differ with which, nearly always, as many do as a test asks for."""


def power_of(
    sd: ArrayLike, effect: ArrayLike, games: ArrayLike, level: float = LEVEL,
    differing: ArrayLike = 1.0,
) -> Array:  # fmt: skip
    """Chance that a two-sided test finds a difference. sd and effect in one unit.

    differing: as in `games_for`; where few deals differ, the power is at most the chance that
    enough do for a test.
    """
    shift = np.abs(np.asarray(effect, dtype=float)) * np.sqrt(np.asarray(games, dtype=float))
    shift = shift / np.asarray(sd, dtype=float)
    z = stats.normal_quantile(1 - level)
    found = special.ndtr(shift - z) + special.ndtr(-shift - z)
    share = np.asarray(differing, dtype=float)
    tested = scipy_stats.binom.sf(stats.MIN_ARM - 1, np.asarray(games), share)
    return np.asarray(np.where((share > 0) & (share < 1), np.minimum(found, tested), found), float)


def games_for(
    sd: ArrayLike, effect: ArrayLike, power: float = POWER, level: float = LEVEL,
    differing: ArrayLike = 1.0,
) -> Array:  # fmt: skip
    """Games (deals) needed to find an effect with this chance; rounded up.

    differing: the share of deals that differ at all, for a comparison of two rulesets; at 1, and at
    0 where none was seen to differ, no further deals are required.
    """
    ratio = np.asarray(sd, dtype=float) / np.abs(np.asarray(effect, dtype=float))
    share = np.asarray(differing, dtype=float)
    few = (share > 0) & (share < 1)
    enough = np.where(few, ENOUGH / np.where(few, share, 1.0), 0.0)
    return np.asarray(
        np.ceil(np.maximum((_factor(power, level) * ratio) ** 2, enough)), dtype=float
    )


def detectable(
    sd: ArrayLike, games: ArrayLike, power: float = POWER, level: float = LEVEL
) -> Array:
    """The smallest effect that this many games find with this chance, in the unit of sd."""
    return np.asarray(
        _factor(power, level) * np.asarray(sd, dtype=float) / np.sqrt(games), dtype=float
    )


def _factor(power: float, level: float) -> float:
    return stats.normal_quantile(1 - level) + float(special.ndtri(power))


def sd_interval(sd: ArrayLike, pilot: int) -> tuple[Array, Array]:
    """95% interval of a standard deviation measured on `pilot` deals whose values are near normal.

    The chi-square interval of a variance; with long tails the true uncertainty is larger.
    """
    tails = (1 - stats.LEVEL) / 2
    values = np.asarray(sd, dtype=float)
    low, high = scipy_stats.chi2.ppf([1 - tails, tails], pilot - 1)
    return values * np.sqrt((pilot - 1) / low), values * np.sqrt((pilot - 1) / high)


def spreads(deals: Deals, contrast: Contrast | None, wanted: tuple[Measure, ...]) -> pd.DataFrame:
    """The spread of every measure; one row per measure and design.

    design: "mean" of one ruleset (the first arm); with a contrast b - a, also "unpaired" (games are
    those of each ruleset) and "paired" on equal deals. Columns measure, design, sd, pilot (deals),
    each (games per deal: 2 where both rulesets play), differing (the share of deals that
    differ under both, of paired ones; else 1).
    """
    first = np.sqrt(np.maximum(deals.cov[:, 0, 0], 0))
    found, share = {"mean": first}, np.ones(len(first))
    if contrast is None:
        found["unpaired"] = first * np.sqrt(2)  # two samples under the same rules
    else:
        where = [deals.labels.index(label) for label in contrast.weights]
        found["unpaired"] = np.sqrt(deals.cov[:, where, where].sum(axis=1))
        found["paired"] = np.sqrt(variance_of(deals, contrast))
        moved = deals.moved.get((contrast.kind, contrast.name))
        if moved is not None:
            share = moved.sum(axis=0) / deals.games
    return pd.concat(
        [
            pd.DataFrame({"measure": [one.name for one in wanted], "design": design, "sd": sd,
                          "pilot": deals.games, "each": 1 if design == "mean" else 2,
                          "differing": share if design == "paired" else 1.0})
            for design, sd in found.items()
        ],
        ignore_index=True,
    )  # fmt: skip


def plan_frame(
    spread: pd.DataFrame, effects: ArrayLike, games: int, power: float, level: float,
    seconds: float = float("nan"),
) -> pd.DataFrame:  # fmt: skip
    """For each row of a spread: games needed for the effect, and the effect that `games` games
    find.

    effects: one, or one per row; seconds: of one core, for one game. Adds effect, needed,
    needed_low, needed_high (for the 95% interval of the spread), detectable, power_now (for the
    effect with `games` games), cpu (seconds of one core for `needed`).
    """
    out = spread.copy()
    sd = out["sd"].to_numpy(dtype=float)
    out["effect"] = np.broadcast_to(np.asarray(effects, dtype=float), len(out))
    low, high = sd_interval(sd, int(out["pilot"].iloc[0]))
    share = out.get("differing", 1.0)
    for name, one in (("needed", sd), ("needed_low", low), ("needed_high", high)):
        out[name] = games_for(one, out["effect"], power, level, share)
    out["cpu"] = out["needed"] * out["each"] * seconds
    out["detectable"] = detectable(sd, games, power, level)
    with np.errstate(divide="ignore", invalid="ignore"):
        out["power_now"] = np.where(sd > 0, power_of(sd, out["effect"], games, level, share), 1.0)
    return out
