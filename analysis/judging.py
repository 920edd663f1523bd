"""Verdicts on differences: told apart from nothing, small enough not to matter, or undecided.

A difference has a margin, declared beforehand, below which it does not matter. It is

    equivalent   two one-sided tests at 5% put it within the margin on both sides, that is, its 90%
                 interval lies there (Schuirmann 1987, J. Pharmacokinet. Biopharm. 15; Lakens 2017,
                 Soc. Psychol. Personal. Sci. 8), though it may differ from 0;
    more, less   otherwise, if the false discovery rate q over the measures of one comparison is
                 below 5% (Benjamini & Hochberg 1995); better or worse where a measure has a
                 direction;
    undecided    otherwise: it may be 0, and it may matter;
    no deal      no deal differed in it: these players, on these deals, never met what differs. That
                 is no measure of how small the difference is where it is met.

How many games settle it, whatever the true difference: an interval shorter than the margin cannot
hold both 0 and a difference that matters. With the joint interval over all measures (Bonferroni)
shorter than that, one of the first two verdicts is sure.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike
from scipy import special

from analysis import stats
from analysis.stats import Array

LEVEL = 0.05
"""Level of the two one-sided tests, and false discovery rate of a difference."""

EQUIVALENT, UNDECIDED, UNKNOWN = "equivalent", "undecided", "too few games"
UNMET = "no deal"
DIFFERENT = ("more", "less", "better", "worse")


def equivalence_p(value: ArrayLike, se: ArrayLike, margin: ArrayLike) -> Array:
    """p-value of two one-sided tests that a difference lies within +-margin; NaN if se is NaN.

    With se = 0 (no deal differs at all) it is 0 inside the margin and 1 outside.
    """
    slack = np.asarray(margin, dtype=float) - np.abs(np.asarray(value, dtype=float))
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(slack == 0, 0.0, slack / np.asarray(se, dtype=float))
    return np.asarray(special.ndtr(-z), dtype=float)


def games_to_settle(se: ArrayLike, games: ArrayLike, margin: ArrayLike, tests: int) -> Array:
    """Games after which a verdict is sure, whatever the true difference is (see the module).

    se: standard error with `games` games, which shrinks as their root. tests: measures that are
    judged together.
    """
    half = stats.normal_quantile(stats.simultaneous_level(tests, 1 - LEVEL))
    ratio = 2 * half * np.asarray(se, dtype=float) / np.asarray(margin, dtype=float)
    return np.ceil(np.asarray(games, dtype=float) * ratio**2)


def judge(frame: pd.DataFrame) -> pd.DataFrame:
    """Verdicts on one family: the differences of all measures in one comparison.

    frame: estimate, se, p, games, margin, better ("", "more", "less", "equal"), mean_a, mean_b,
    target (the equal share; NaN without). Returns it with q, p_equivalent, verdict, beyond (is the
    whole 95% interval beyond the margin) and games_needed (0 unless undecided).
    """
    out = frame.copy()
    value, se, margin = (out[name].to_numpy(dtype=float) for name in ("estimate", "se", "margin"))
    out["q"] = stats.benjamini_hochberg(out["p"])
    out["p_equivalent"] = equivalence_p(value, se, margin)
    half = stats.normal_quantile(stats.LEVEL) * se
    out["beyond"] = np.abs(value) - half > margin
    out["verdict"] = [_verdict(row) for row in out.to_dict("records")]
    needed = games_to_settle(se, out["games"], margin, len(out))
    out["games_needed"] = np.where(out["verdict"] == UNDECIDED, needed, 0.0)
    return out


def _verdict(row: dict[str, float | str]) -> str:
    value, se = float(row["estimate"]), float(row["se"])
    if np.isnan(value) or np.isnan(se):
        return UNKNOWN
    if value == 0 and se == 0:
        return UNMET
    if float(row["p_equivalent"]) < LEVEL:
        return EQUIVALENT
    # Without any spread there is no p-value: every deal differs by the same.
    if se > 0 and not float(row["q"]) < LEVEL:
        return UNDECIDED
    return direction(row)


def direction(row: dict[str, float | str]) -> str:
    """The word for a difference that is there: better or worse where it has a direction."""
    value, better = float(row["estimate"]), str(row["better"])
    if better in ("more", "less"):
        return "better" if (value > 0) == (better == "more") else "worse"
    if better == "equal":
        a, b = (abs(float(row[name]) - float(row["target"])) for name in ("mean_a", "mean_b"))
        return "better" if b < a else "worse"
    return "more" if value > 0 else "less"
