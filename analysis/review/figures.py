"""A mean over determinizations with its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from analysis.base.stats import LEVEL


@dataclass(frozen=True)
class WorldMean:
    """A mean and its 95% interval, by Student's t over independent determinizations."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: np.ndarray) -> WorldMean:
        """Estimate from one number per determinization, shape (worlds,), at least two."""
        mean, half = float(values.mean()), quantile(LEVEL, len(values)) * standard_error(values)
        return cls(mean, mean - half, mean + half)

    def plain(self, digits: int) -> dict[str, float]:
        """As plain data, rounded."""
        return {name: round(getattr(self, name), digits) for name in ("mean", "low", "high")}


def standard_error(values: np.ndarray) -> float:
    """Standard error of the mean of independent numbers."""
    return float(values.std(ddof=1)) / math.sqrt(len(values))


def quantile(level: float, worlds: int) -> float:
    """How many standard errors an interval of that level reaches to each side."""
    return float(stats.t.ppf(0.5 + level / 2, worlds - 1))


def lower_bound(values: np.ndarray, error: float) -> float:
    """Lower bound of the mean, which is wrong with probability ``error`` (one-sided)."""
    return float(values.mean()) - quantile(1 - 2 * error, len(values)) * standard_error(values)
