"""Decisions on a family of effects: the probability of each region, and which verdicts to give.

The true effects of a family are draws from one distribution. Nothing is assumed of it except that
it has no more detail than the errors can resolve. It is a mixture of normal distributions on a grid
of means, with a standard deviation of `WIDTH` typical errors. The weights are estimated from the
family itself (the nonparametric maximum-likelihood estimate of Kiefer & Wolfowitz 1956, Ann. Math.
Stat. 27, by the EM algorithm of Laird 1978, J. Am. Stat. Assoc. 73; smoothed, and with `PENALTY`
observations spread over the grid, so that no part of it is ruled out). Effects of cards are skewed,
have long tails and pile up at the value of an unused card: no symmetric distribution fits them.

A verdict is the most probable region. Verdicts are given to the largest set whose mean posterior
error is at most `LEVEL`: the Bayesian false discovery rate (Storey 2003, Ann. Stat. 31; Müller,
Parmigiani, Robert & Rousseau 2004, J. Am. Stat. Assoc. 99). With a mean, certain verdicts
compensate for some that are little better than a coin toss, so each verdict also needs a
probability of `OWN`.

Families of fewer than `LEAST` have no distribution to estimate: with a flat prior, probabilities
are those of the confidence distribution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import special

from analysis.base.stats import Array

LEAST = 10
"""Fewest effects from which the distribution of a family is estimated."""

PROMISE, LEVEL = 0.05, 0.03
"""Share of verdicts that may be wrong, and the limit of the mean posterior error.

With 48 cards the distribution of effects is itself uncertain, and where many lie next to a limit
the posterior error is too small. Planted families of all shapes keep the promise at this level; at
5% some have 7% of their verdicts wrong (`method.jury`).
"""

OWN = 0.75
"""Lowest probability of a single verdict: odds of three to one."""

WIDTH = 0.75
"""Standard deviation of the mixture's components, in typical errors."""

GRID, PENALTY, STEPS = 48, 3.0, 100
"""Points of the grid of means, observations spread over them, steps of the EM algorithm."""


@dataclass(frozen=True)
class Posterior:
    """The posterior of each of k effects: a mixture of J normals; weights, means, errors (k, J)."""

    weights: Array
    means: Array
    errors: Array

    def below(self, limit: float, limit_se: float = 0.0) -> Array:
        """Probability (k,) that each effect is below a limit, which may have an error."""
        z = (limit - self.means) / np.hypot(self.errors, limit_se)
        return np.asarray((self.weights * special.ndtr(z)).sum(axis=1), dtype=float)


def posterior(value: Array, se: Array) -> Posterior:
    """Posterior of effects from their estimates and errors, each (k,), finite and above 0."""
    if len(value) < LEAST:
        return Posterior(np.ones((len(value), 1)), value[:, None], se[:, None])
    width = WIDTH * float(np.median(se))
    grid = np.linspace(value.min() - width, value.max() + width, GRID)
    spread = se[:, None] ** 2 + width**2
    log = -0.5 * ((value[:, None] - grid) ** 2 / spread + np.log(spread))
    likelihood = np.exp(log - log.max(axis=1, keepdims=True))
    prior = np.full(GRID, 1 / GRID)
    for _ in range(STEPS):
        shares = likelihood * prior
        shares /= shares.sum(axis=1, keepdims=True)
        prior = (shares.sum(axis=0) + PENALTY / GRID) / (len(value) + PENALTY)
    shares = likelihood * prior
    return Posterior(
        shares / shares.sum(axis=1, keepdims=True),
        (value[:, None] * width**2 + grid * se[:, None] ** 2) / spread,
        np.broadcast_to(se[:, None] * width / np.sqrt(spread), shares.shape),
    )


def regions(value: ArrayLike, se: ArrayLike, low: float, high: float, low_se: float = 0.0) -> Array:
    """Probabilities (k, 3) that effects are above `high`, below `low`, and between them.

    low_se: error of the lower limit if it is an estimate. NaN where an effect is unknown.
    """
    y, s = np.asarray(value, dtype=float), np.asarray(se, dtype=float)
    known = np.isfinite(y) & np.isfinite(s) & (s > 0)
    out = np.full((*y.shape, 3), np.nan)
    if known.any():
        found = posterior(y[known], s[known])
        above = np.maximum(0.0, 1 - found.below(high))
        below = found.below(low, low_se)
        out[known] = np.stack([above, below, np.maximum(0.0, 1 - above - below)], axis=-1)
    return out


def words(probabilities: Array, regions: Sequence[str], undecided: str) -> list[str]:
    """The word for the most probable region of each effect that is `decided`, else `undecided`."""
    most = np.nan_to_num(probabilities).argmax(axis=-1)
    given = decided(probabilities)
    return [regions[i] if known else undecided for i, known in zip(most, given, strict=True)]


def decided(probabilities: Array, level: float = LEVEL) -> np.ndarray:
    """Which effects get a verdict: of those with a probability of `OWN` or more, the largest set
    whose mean posterior error is at most the level.

    probabilities: (k, regions); NaN is never decided.
    """
    error = 1 - probabilities.max(axis=-1)
    error = np.where(np.isfinite(error), error, np.inf)
    order = np.argsort(error, kind="stable")
    means = np.cumsum(error[order]) / np.arange(1, len(error) + 1)
    out = np.zeros(len(error), dtype=bool)
    out[order[: int(np.searchsorted(means, level, side="right"))]] = True
    return out & (error <= 1 - OWN)
