"""Bootstrap over deals: every replicate weights whole deals, so that games of a deal stay together.

The Bayesian bootstrap: weights are independent and exponential with mean 1. It smooths the
classical bootstrap's counts of deals (approximately Poisson(1)), has the same variance to first
order, and no replicate loses a deal altogether. References: Efron (1979), Ann. Stat. 7; Rubin
(1981), Ann. Stat. 9; clusters: Davison & Hinkley (1997), Bootstrap Methods and their Application,
ch. 3.8.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from analysis.base.stats import LEVEL, Array

REPLICATES = 1000


def deal_weights(rng: Generator, replicates: int, deals: int) -> Array:
    """Weights of each deal in each replicate, shape (replicates, deals), mean 1."""
    return rng.standard_exponential((replicates, deals))


def percentiles(draws: Array, level: float = LEVEL) -> tuple[Array, Array]:
    """Percentile interval (low, high) of replicates along axis 0.

    Of B replicates, the one with rank p * (B + 1) is the quantile p: the interval then contains a
    further replicate with the stated probability, however few there are. With p * (B - 1), the
    usual choice, the probability is 1.3 points lower with 150.
    """
    tail = (1 - level) / 2
    low, high = np.quantile(draws, (tail, 1 - tail), axis=0, method="weibull")
    return low, high
