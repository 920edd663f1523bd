"""Luck taken off results: how much of their variance it takes along, and whether that pays.

y is the result of a deal, or the difference of two results of it, and x (J numbers a deal) are the
gifts of chance in it (`simulate.experiments.gifts`), whose mean is 0. Then y - b x has the mean of
y, whatever b is, as long as it comes from other deals: x is a control variate.

    b        least squares of y on x in the other folds of the deals (cross-fitting)
    factor   Var(y) / Var(y - b x): of this many games with nothing taken off, one is enough
    time     processor time of a game with control variates recorded, over that of one without
    pays     factor / time: above 1 the gifts save more games than they cost

Where what was dealt is the question, as it is of cards, the gift of the deal may not be taken off:
it holds the effect that is looked for.

Intervals: bootstrap over deals, and over the blocks of games by which time was taken, with b as it
was estimated; ratios are taken as normal in their logarithm.

References: Lavenberg & Welch (1981), Manag. Sci. 27 (control variates); Burch, Schmid, Moravcik,
Morrill, Bowling (2018), AAAI (AIVAT); Chernozhukov et al. (2018), Econom. J. 21 (cross-fitting).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from analysis.base import stats
from analysis.base.resample import REPLICATES, deal_weights
from analysis.base.stats import Array, Estimate

FOLDS = 10
PAYS, COSTS, UNDECIDED = "pays", "costs more than it saves", "undecided"


@dataclass(frozen=True)
class Gain:
    """What taking gifts off a result brings. Ratios are kept as logarithms, with their errors.

    shift: mean of what was taken off, in the unit of the result; 0 but for the noise of sampling.
    """

    shift: Estimate
    factor: Estimate
    time: Estimate

    @property
    def pays(self) -> Estimate:
        """Logarithm of factor / time; the two were measured independently of each other."""
        se = np.hypot(self.factor.se, self.time.se)
        return Estimate(self.factor.value - self.time.value, se)

    def verdict(self, tests: int) -> str:
        """PAYS or COSTS if the interval that covers together with this many others says so."""
        low, high = self.pays.interval(stats.simultaneous_level(tests))
        return PAYS if low > 0 else COSTS if high < 0 else UNDECIDED


def taken_off(y: Array, gifts: Array, folds: int = FOLDS) -> Array:
    """What gifts (D, J) explain of results y (D,), each deal's by coefficients of other folds."""
    fold = np.arange(len(y)) % folds
    found = np.zeros(len(y))
    for one in range(folds):
        here, there = fold == one, fold != one
        centred = gifts[there] - gifts[there].mean(axis=0)
        slopes = np.linalg.lstsq(centred, y[there] - y[there].mean(), rcond=None)[0]
        found[here] = gifts[here] @ slopes
    return found


def gain(
    y: Array, gifts: Array, seconds: Array, replicates: int = REPLICATES, seed: int = 0
) -> Gain:
    """What gifts (D, J) taken off results y (D,) bring.

    seconds: shape (B, 2), processor time of the same games without and with the gifts, a block of
    games a row. The same arguments give the same result.
    """
    rng = np.random.default_rng(seed)
    off = taken_off(y, gifts)
    rest = y - off
    sums, products = np.array([rest.sum(), y.sum()]), np.stack([rest, y])
    return Gain(
        shift=stats.paired_mean(sums, products @ products.T, len(y)),
        factor=_log_ratio(_variance, y, rest, rng, replicates),
        time=_log_ratio(_mean, seconds[:, 1], seconds[:, 0], rng, replicates),
    )


def _log_ratio(
    measure: Callable[[Array, Array], Array], above: Array, below: Array, rng: Generator,
    replicates: int,
) -> Estimate:  # fmt: skip
    """Logarithm of measure(above) / measure(below) over the same clusters, bootstrapped."""
    weights = deal_weights(rng, replicates, len(above))
    value, draws = (
        np.log(measure(above, weight) / measure(below, weight))
        for weight in (np.ones((1, len(above))), weights)
    )
    return Estimate(value[0], draws.std())


def _mean(values: Array, weights: Array) -> Array:
    """Mean of values (D,) under each row of weights (R, D)."""
    return weights @ values / weights.sum(axis=1)


def _variance(values: Array, weights: Array) -> Array:
    """Their variance."""
    centred = values - values.mean()
    return _mean(centred**2, weights) - _mean(centred, weights) ** 2
