"""Shrinkage over a family of cards: how much of their spread is real, and the posterior of each.

The normal-normal model: the true effects theta_i are normal with mean mu and standard deviation
tau, the estimates y_i are normal around them with the standard errors s_i. tau is estimated by REML
(Viechtbauer 2005, J. Educ. Behav. Stat. 30), starting from DerSimonian & Laird (1986, Control.
Clin. Trials 7); its interval inverts the Q statistic (Viechtbauer 2007, Stat. Med. 26).

Posterior means and their errors are those of Morris (1983, J. Am. Stat. Assoc. 78, sec. 5), which
allow for mu and tau being estimated. The estimates of one family are treated as independent; cards
that share hands are slightly negatively correlated (-1/47 of 48), which is ignored here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize
from scipy import stats as scipy_stats

from analysis.base.stats import LEVEL, Array, normal_quantile

LEAST = 4
"""Fewest estimates for estimating a spread: Morris' formulas need them."""


@dataclass(frozen=True)
class Shrunk:
    """mu and its error, tau with a 95% interval, and the posterior mean and error of each card.

    `reliability`: share of the variance of the estimates that is true spread, 0..1. NaN throughout
    where fewer than `LEAST` estimates are known.
    """

    mu: float
    mu_se: float
    tau: float
    tau_low: float
    tau_high: float
    reliability: float
    mean: Array
    se: Array

    def interval(self, level: float = LEVEL) -> tuple[Array, Array]:
        """Posterior interval (low, high) of each card."""
        half = normal_quantile(level) * self.se
        return self.mean - half, self.mean + half


def dersimonian_laird(y: Array, s: Array) -> float:
    """Moment estimate of tau squared, at least 0. y, s (k,)."""
    weights = 1 / s**2
    mu = (weights * y).sum() / weights.sum()
    q = (weights * (y - mu) ** 2).sum()
    scale = weights.sum() - (weights**2).sum() / weights.sum()
    return max(0.0, float((q - (len(y) - 1)) / scale))


def reml(y: Array, s: Array) -> float:
    """Restricted maximum likelihood estimate of tau squared, at least 0. y, s (k,)."""
    high = 10 * (np.var(y) + dersimonian_laird(y, s)) + 1e-12

    def loss(tau2: float) -> float:
        weights = 1 / (s**2 + tau2)
        mu = (weights * y).sum() / weights.sum()
        rest = (weights * (y - mu) ** 2).sum()
        return float(rest - np.log(weights).sum() + np.log(weights.sum()))

    # In the logarithm the search is as fine for a small tau as for a large one.
    grid = np.concatenate([[0.0], np.geomspace(high * 1e-9, high, 60)])
    best = int(np.argmin([loss(tau2) for tau2 in grid]))
    if best == 0:
        return 0.0
    bounds = (grid[max(best - 1, 0)], grid[min(best + 1, 60)])
    found = optimize.minimize_scalar(
        loss, bounds=bounds, method="bounded", options={"xatol": 1e-9 * high}
    )
    return float(found.x)


def tau_interval(y: Array, s: Array) -> tuple[float, float]:
    """Interval of tau squared: the values for which Q is neither too large nor too small."""

    def q(tau2: float) -> float:
        weights = 1 / (s**2 + tau2)
        mu = (weights * y).sum() / weights.sum()
        return float((weights * (y - mu) ** 2).sum())

    limits = []
    most = 1e4 * (np.var(y) + np.max(s**2)) + 1e-12
    for share in ((1 + LEVEL) / 2, (1 - LEVEL) / 2):
        wanted = float(scipy_stats.chi2.ppf(share, len(y) - 1))
        if q(0.0) <= wanted:
            limits.append(0.0)
        else:
            limits.append(float(optimize.brentq(lambda t, w=wanted: q(t) - w, 0.0, most)))
    return limits[0], limits[1]


def shrink(estimates: ArrayLike, errors: ArrayLike) -> Shrunk:
    """The family's spread and each card's posterior. estimates, errors (k,); NaN stays NaN."""
    y, s = np.asarray(estimates, dtype=float), np.asarray(errors, dtype=float)
    known = np.isfinite(y) & np.isfinite(s) & (s > 0)
    mean, se = np.full(y.shape, np.nan), np.full(y.shape, np.nan)
    k = int(known.sum())
    if k < LEAST:
        nan = float("nan")
        return Shrunk(nan, nan, nan, nan, nan, nan, mean, se)
    y, variance = y[known], s[known] ** 2
    tau2 = reml(y, s[known])
    weights = 1 / (variance + tau2)
    mu = float((weights * y).sum() / weights.sum())
    share = (k - 3) / (k - 1) * variance * weights  # share of the way back to the mean
    typical = (weights * variance).sum() / weights.sum()
    unsure = 2 / (k - 3) * share**2 * (typical + tau2) * weights
    mean[known] = mu + (1 - share) * (y - mu)
    se[known] = np.sqrt(variance * (1 - (k - 1) / k * share) + unsure * (y - mu) ** 2)
    low, high = tau_interval(y, s[known])
    reliability = float(tau2 / (tau2 + typical))
    return Shrunk(
        mu, float(weights.sum() ** -0.5), tau2**0.5, low**0.5, high**0.5, reliability, mean, se
    )
