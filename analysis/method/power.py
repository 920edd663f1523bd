"""How many games a question needs, from the spread that recorded games show.

All estimators of this suite are means over deals to first order (`stats`), so that one number is
enough: sd, the standard deviation of what one deal adds, which is the standard error times the root
of the number of deals. For a two-sided test at a level, with normal estimates,

    power(effect, games) = P(|N(effect sqrt(games) / sd, 1)| > z)        z: quantile of 1 - level/2
    games(effect, power) = ((z + z_power) sd / effect)^2                 (the far tail left out)

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
from analysis.rulesets.compare import Contrast, Deals, Measure, contrast_frame

POWER, LEVEL = 0.8, 0.05

MIN_DEALS = 200
"""Below so many deals the promise is rough: where few deals differ at all, means are skew."""


def power_of(sd: ArrayLike, effect: ArrayLike, games: ArrayLike, level: float = LEVEL) -> Array:
    """Chance that a two-sided test finds a difference. sd and effect in one unit."""
    shift = np.abs(np.asarray(effect, dtype=float)) * np.sqrt(np.asarray(games, dtype=float))
    shift = shift / np.asarray(sd, dtype=float)
    z = stats.normal_quantile(1 - level)
    return np.asarray(special.ndtr(shift - z) + special.ndtr(-shift - z), dtype=float)


def games_for(
    sd: ArrayLike, effect: ArrayLike, power: float = POWER, level: float = LEVEL
) -> Array:
    """Games (deals) with which an effect is found with this chance; rounded up."""
    ratio = np.asarray(sd, dtype=float) / np.abs(np.asarray(effect, dtype=float))
    return np.asarray(np.ceil((_factor(power, level) * ratio) ** 2), dtype=float)


def detectable(
    sd: ArrayLike, games: ArrayLike, power: float = POWER, level: float = LEVEL
) -> Array:
    """The least effect that so many games find with this chance, in the unit of sd."""
    return np.asarray(
        _factor(power, level) * np.asarray(sd, dtype=float) / np.sqrt(games), dtype=float
    )


def _factor(power: float, level: float) -> float:
    return stats.normal_quantile(1 - level) + float(special.ndtri(power))


def sd_interval(sd: ArrayLike, pilot: int) -> tuple[Array, Array]:
    """95% interval of a standard deviation measured on `pilot` deals whose values are near normal.

    The chi-square interval of a variance; with long tails it is less well known than this says.
    """
    tails = (1 - stats.LEVEL) / 2
    values = np.asarray(sd, dtype=float)
    low, high = scipy_stats.chi2.ppf([1 - tails, tails], pilot - 1)
    return values * np.sqrt((pilot - 1) / low), values * np.sqrt((pilot - 1) / high)


def spreads(deals: Deals, contrast: Contrast | None, wanted: tuple[Measure, ...]) -> pd.DataFrame:
    """The spread of every measure; one row a measure and design.

    design: "mean" of one ruleset (the first arm); with a contrast b - a, also "unpaired" (games are
    those of each ruleset) and "paired" on equal deals. Columns measure, design, sd, pilot (deals),
    each (games that one counts for: 2 where both rulesets play).
    """
    first = np.sqrt(np.maximum(deals.cov[:, 0, 0], 0))
    found = {"mean": first}
    if contrast is None:
        found["unpaired"] = first * np.sqrt(2)  # two samples under the same rules
    else:
        where = [deals.labels.index(label) for label in contrast.weights]
        found["unpaired"] = np.sqrt(deals.cov[:, where, where].sum(axis=1))
        frame = contrast_frame(deals, contrast, wanted)
        found["paired"] = frame["se"].to_numpy(dtype=float) * np.sqrt(deals.games)
    return pd.concat(
        [
            pd.DataFrame({"measure": [one.name for one in wanted], "design": design, "sd": sd,
                          "pilot": deals.games, "each": 1 if design == "mean" else 2})
            for design, sd in found.items()
        ],
        ignore_index=True,
    )  # fmt: skip


def plan_frame(
    spread: pd.DataFrame, effects: ArrayLike, games: int, power: float, level: float,
    seconds: float = float("nan"),
) -> pd.DataFrame:  # fmt: skip
    """For each row of a spread: games for the effect, and what `games` games can find.

    effects: one, or one a row; seconds: of one core, for one game. Adds effect, needed, needed_low,
    needed_high (as the spread is known to 95%), detectable, power_now (of the effect with `games`
    games), cpu (seconds of one core for `needed`).
    """
    out = spread.copy()
    sd = out["sd"].to_numpy(dtype=float)
    out["effect"] = np.broadcast_to(np.asarray(effects, dtype=float), len(out))
    low, high = sd_interval(sd, int(out["pilot"].iloc[0]))
    for name, one in (("needed", sd), ("needed_low", low), ("needed_high", high)):
        out[name] = games_for(one, out["effect"], power, level)
    out["cpu"] = out["needed"] * out["each"] * seconds
    out["detectable"] = detectable(sd, games, power, level)
    with np.errstate(divide="ignore", invalid="ignore"):
        out["power_now"] = np.where(sd > 0, power_of(sd, out["effect"], games, level), 1.0)
    return out
