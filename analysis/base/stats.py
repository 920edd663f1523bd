"""Estimators over independent clusters (games), computed from sums. Arrays in, arrays out.

Seats of one game share its deal, dice and winner, so they are not independent; games of different
deals are. Every standard error here is therefore clustered by deal (most runs play one game of
each; "game" below means all games of a deal). All estimators use linearisation: an estimate is a
smooth function of the totals of per-game values x_g (K numbers per game). To first order, its error
is the sum over games of u_g = w . x_g, where w is the gradient. With the totals S (K,) and the
cross products M = sum_g x_g x_g' (K, K), both plain sums,

    Var = G / (G - 1) * w' M w         (the u_g add up to 0 by construction)

so that a query only needs to return S, M and the number of games G.

References
    Sarndal, Swensson, Wretman (1992), Model Assisted Survey Sampling, ch. 5.5 (linearisation).
    Cameron, Miller (2015), A Practitioner's Guide to Cluster-Robust Inference, J. Human Res. 50.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special
from scipy import stats as scipy_stats

Array = NDArray[np.float64]

LEVEL = 0.95
"""Default confidence level of every interval."""

MIN_ARM = 30
"""Fewest observations on a side for the normal approximation; below it the result is NaN."""


@dataclass(frozen=True)
class Estimate:
    """Estimates of one shape: `value`, its standard error `se`, interval and two-sided p-value.

    `p` tests value = 0. NaN: not determined by the data (too few observations, no variance).
    """

    value: Array
    se: Array

    def interval(self, level: float = LEVEL) -> tuple[Array, Array]:
        """Normal interval (low, high) that covers with probability `level` in large samples."""
        half = normal_quantile(level) * self.se
        return self.value - half, self.value + half

    @property
    def p(self) -> Array:
        """Two-sided p-value of "the true value is 0" (normal approximation)."""
        with np.errstate(divide="ignore", invalid="ignore"):
            z = np.where(self.se > 0, np.abs(self.value) / self.se, np.nan)
        return np.asarray(2 * special.ndtr(-z), dtype=float)

    def where(self, known: ArrayLike) -> Estimate:
        """The same where it is known, else NaN."""
        return Estimate(np.where(known, self.value, np.nan), np.where(known, self.se, np.nan))

    def __sub__(self, constant: ArrayLike) -> Estimate:
        return Estimate(self.value - np.asarray(constant, dtype=float), self.se)

    def __mul__(self, factor: float) -> Estimate:
        return Estimate(self.value * factor, self.se * abs(factor))


def normal_quantile(level: float) -> float:
    """Half-width, in standard errors, of a two-sided normal interval of this level."""
    return float(special.ndtri(0.5 + level / 2))


def linearised(value: Array, weights: Array, products: Array, clusters: ArrayLike) -> Estimate:
    """Estimate with a cluster-robust error. weights (..., K), products (..., K, K), clusters (...).

    See the formula at the top of this module.
    """
    games = np.asarray(clusters, dtype=float)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = np.einsum("...i,...ij,...j->...", weights, products, weights)
        # Rounding may leave -1e-18 where the variance is exactly 0.
        variance = np.maximum(total, 0.0) * games / (games - 1)
        variance = np.where(games > 1, variance, np.nan)
    return Estimate(np.asarray(value, dtype=float), np.sqrt(variance))


def joint_covariance(weights: Array, products: Array, clusters: ArrayLike) -> Array:
    """Covariance matrix (..., E, E) of E estimates from the same clusters.

    weights (..., E, K): the gradient of each; products (..., K, K), clusters (...). Its diagonal
    contains the squares of the errors of `linearised`.
    """
    games = np.asarray(clusters, dtype=float)[..., None, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        found = weights @ products @ weights.swapaxes(-1, -2) * games / (games - 1)
    return np.asarray(np.where(games > 1, found, np.nan), dtype=float)


def apart(weights: Array) -> Array:
    """Weights (E, E * J) of E estimates, each computed from its own J sums; weights (E, J)."""
    own, sums = weights.shape
    found = np.zeros((own, own, sums))
    found[np.arange(own), np.arange(own)] = weights
    return found.reshape(own, own * sums)


def ratio_weights(sums: Array) -> tuple[Array, Array]:
    """Value and weights of S_y / S_n. sums (..., 2) in the order n, y; weights (..., 2)."""
    count, total = sums[..., 0], sums[..., 1]
    with np.errstate(divide="ignore", invalid="ignore"):
        value = total / count
        weights = np.stack([-value / count, 1 / count], axis=-1)
    return value, weights


def ratio(sums: Array, products: Array, clusters: ArrayLike, min_arm: int = MIN_ARM) -> Estimate:
    """Mean per observation, y / n, where a cluster has n observations with the sum y.

    sums (..., 2) and products (..., 2, 2) in the order n, y. With n constant this is the mean of
    the cluster means and its usual standard error.
    """
    value, weights = ratio_weights(sums)
    enough = sums[..., 0] >= min_arm
    return linearised(value, weights, products, clusters).where(enough)


def difference_weights(sums: Array) -> tuple[Array, Array]:
    """Value and weights of y1/n1 - y0/n0. sums (..., 4) in the order n1, y1, n0, y0."""
    one, weights_one = ratio_weights(sums[..., :2])
    zero, weights_zero = ratio_weights(sums[..., 2:])
    return one - zero, np.concatenate([weights_one, -weights_zero], axis=-1)


def difference(
    sums: Array, products: Array, clusters: ArrayLike, min_arm: int = MIN_ARM
) -> Estimate:
    """Difference of two group means, y1/n1 - y0/n0, when both groups may share clusters.

    sums (..., 4) and products (..., 4, 4) in the order n1, y1, n0, y0. NaN where a group has
    fewer than `min_arm` observations.
    """
    value, weights = difference_weights(sums)
    enough = np.minimum(sums[..., 0], sums[..., 2]) >= min_arm
    return linearised(value, weights, products, clusters).where(enough)


def change_of_difference(
    sums: Array, products: Array, clusters: ArrayLike, min_arm: int = MIN_ARM
) -> Estimate:
    """Change of a group difference between two paired data sets a and b: difference b - a.

    sums (..., 8), products (..., 8, 8): n1, y1, n0, y0 of a, then the same of b, where a cluster
    is the same deal played under both. The products carry the covariance that pairing creates.
    """
    before, weights_before = difference_weights(sums[..., :4])
    after, weights_after = difference_weights(sums[..., 4:])
    weights = np.concatenate([-weights_before, weights_after], axis=-1)
    enough = sums[..., [0, 2, 4, 6]].min(axis=-1) >= min_arm
    return linearised(after - before, weights, products, clusters).where(enough)


def paired_mean(sums: Array, products: Array, clusters: ArrayLike) -> Estimate:
    """Mean of b - a over clusters. sums (..., 2), products (..., 2, 2) in the order a, b.

    The paired t statistic's standard error, sd(b - a) / sqrt(G).
    """
    games = np.asarray(clusters, dtype=float)
    value = (sums[..., 1] - sums[..., 0]) / games
    centred = covariance(sums, products, games)
    spread = centred[..., 0, 0] + centred[..., 1, 1] - 2 * centred[..., 0, 1]
    return Estimate(value, np.sqrt(np.maximum(spread, 0.0) / games))


def where_enough_differ(estimate: Estimate, differing: ArrayLike) -> Estimate:
    """A mean of paired differences, its error withheld where fewer than `MIN_ARM` deals differ.

    All others add an exact 0, so that the mean depends on a few: of 1,000 deals, normal intervals
    from 10 that differ cover 87 to 92%, from 30 92 to 94%. Where none differs, the error is 0.
    """
    few = (np.asarray(differing) > 0) & (np.asarray(differing) < MIN_ARM)
    return Estimate(estimate.value, np.where(few, np.nan, estimate.se))


def bounds_of_few(
    above: ArrayLike, below: ArrayLike, clusters: ArrayLike, reach: ArrayLike
) -> tuple[Array, Array]:
    """Interval (low, high) of a mean of paired differences that are mostly 0: exact, and wide.

    above, below: numbers of deals above and below 0, of ``clusters`` deals; reach: the largest
    possible difference. The mean of the part above 0 is at most its chance times `reach`, and the
    chance is at most the limit of Clopper & Pearson (1934, Biometrika 26); the same below. Valid
    for every distribution.
    """
    games, reach = np.asarray(clusters, dtype=float), np.asarray(reach, dtype=float)
    tail = (1 - LEVEL) / 2
    most, least = (
        # There is no beta distribution for games - k = 0: all differ, and the chance may be 1.
        np.where(k < games, special.betaincinv(k + 1, np.maximum(games - k, 1), 1 - tail), 1.0)
        for k in (np.asarray(one, dtype=float) for one in (above, below))
    )
    return -reach * least, reach * most


def covariance(sums: Array, products: Array, clusters: ArrayLike) -> Array:
    """Sample covariance matrix of the cluster values: sums (..., K), products (..., K, K)."""
    games = np.asarray(clusters, dtype=float)[..., None, None]
    outer = sums[..., :, None] * sums[..., None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray((products - outer / games) / (games - 1), dtype=float)


@dataclass(frozen=True)
class Pairing:
    """The gain from pairing: correlation of a and b over clusters, variance unpaired / paired.

    `gain` 5 means that the same interval would need 5 times as many unpaired games.
    """

    correlation: Array
    correlation_low: Array
    correlation_high: Array
    gain: Array
    gain_low: Array
    gain_high: Array


def pairing(matrix: Array, clusters: ArrayLike) -> Pairing:
    """Correlation of paired cluster values a, b (Fisher's z interval) and the variance ratio.

    matrix (..., 2, 2): their `covariance`.

    gain = (Va + Vb) / (Va + Vb - 2 Cab); its interval follows from that of the correlation, with
    the variances taken as known. Reference: Fisher (1921), Metron 1, 3-32.
    """
    va, vb, cab = matrix[..., 0, 0], matrix[..., 1, 1], matrix[..., 0, 1]
    root = np.sqrt(va * vb)
    with np.errstate(divide="ignore", invalid="ignore"):
        rho = np.clip(np.where(root > 0, cab / root, np.nan), -1.0, 1.0)
        half = normal_quantile(LEVEL) / np.sqrt(np.asarray(clusters, dtype=float) - 3)
        z = np.arctanh(rho)
        low, high = np.tanh(z - half), np.tanh(z + half)

        def gain(r: Array) -> Array:
            return np.asarray((va + vb) / (va + vb - 2 * r * root), dtype=float)

        return Pairing(rho, low, high, gain(rho), gain(low), gain(high))


def wilson(successes: ArrayLike, trials: ArrayLike, level: float = LEVEL) -> tuple[Array, Array]:
    """Score interval (low, high) of a proportion from independent trials (one per cluster).

    References: Wilson (1927), J. Am. Stat. Assoc. 22; Brown, Cai, DasGupta (2001), Stat. Sci. 16.
    """
    k, n = np.asarray(successes, dtype=float), np.asarray(trials, dtype=float)
    z = normal_quantile(level)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = k / n
        centre = (p + z**2 / (2 * n)) / (1 + z**2 / n)
        half = z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
    # Rounding may leave 1e-18 instead of 0, or pass the ends.
    low, high = np.clip(centre - half, 0.0, 1.0), np.clip(centre + half, 0.0, 1.0)
    return np.where(p == 0, 0.0, low), np.where(p == 1, 1.0, high)


def proportion(estimate: Estimate, clusters: ArrayLike) -> tuple[Array, Array]:
    """Interval (low, high) of a share 0..1 with a clustered error, which stays within 0 and 1.

    Wilson's, for the number of independent trials with that error: the effective sample size of
    Korn & Graubard (1998), Survey Methodology 24. At 0 and 1, where clusters do not differ, each
    cluster is a trial.
    """
    value, se = estimate.value, estimate.se
    with np.errstate(divide="ignore", invalid="ignore"):
        trials = np.where(se > 0, value * (1 - value) / se**2, np.asarray(clusters, dtype=float))
    return wilson(value * trials, trials)


def share(sums: Array, products: Array, clusters: ArrayLike) -> tuple[Array, Array, Array]:
    """Share of counted observations, and its 95% interval (`proportion`); for any number.

    sums (..., 2) and products (..., 2, 2) in the order of observations, counted ones.
    """
    found = ratio(sums, products, clusters, min_arm=1)
    return found.value, *proportion(found, clusters)


def benjamini_hochberg(p: ArrayLike) -> Array:
    """q-values of one family of tests, p (m,): the FDR at which each would just be rejected.

    NaN entries are not tests: they stay NaN and do not count in m. The procedure controls the
    false discovery rate for independent and for positively dependent tests.
    References: Benjamini, Hochberg (1995), J. R. Stat. Soc. B 57; Benjamini, Yekutieli (2001).
    """
    return _q_values(p, "bh")


def benjamini_yekutieli(p: ArrayLike) -> Array:
    """The same under any dependence of the tests, and therefore stricter.

    Reference: Benjamini, Yekutieli (2001), Ann. Stat. 29.
    """
    return _q_values(p, "by")


def _q_values(p: ArrayLike, method: Literal["bh", "by"]) -> Array:
    values = np.asarray(p, dtype=float)
    out = np.full(values.shape, np.nan)
    known = ~np.isnan(values)
    if known.any():
        out[known] = scipy_stats.false_discovery_control(values[known], method=method)
    return out


def simultaneous_level(tests: int, level: float = LEVEL) -> float:
    """Level of each of `tests` intervals so that all cover together with `level` (Bonferroni).

    Used where a report names the largest or smallest of many: an ordinary interval of an estimate
    that was picked because it is extreme covers too seldom. Reference: Dunn (1961), J. Am. Stat.
    Assoc. 56.
    """
    return 1 - (1 - level) / max(tests, 1)


def spearman(a: ArrayLike, b: ArrayLike) -> float:
    """Spearman's correlation of a and b (m,); NaN where all values of one are equal."""
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return float("nan")
    return float(scipy_stats.spearmanr(a, b)[0])


def rank_correlation(a: ArrayLike, b: ArrayLike) -> tuple[float, float, float, int]:
    """Spearman's correlation of pairs a, b (m,), its 95% interval (low, high) and the pairs used.

    Pairs with NaN are left out; with fewer than 5 the result is NaN. Fisher's z with the variance
    1.06 / (m - 3). Reference: Fieller, Hartley, Pearson (1957), Biometrika 44.
    """
    x, y = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    known = ~(np.isnan(x) | np.isnan(y))
    pairs = int(known.sum())
    if pairs < 5:
        return float("nan"), float("nan"), float("nan"), pairs
    rho = spearman(x[known], y[known])
    return rho, *fisher_interval(rho, 1.06 / (pairs - 3)), pairs


def fisher_interval(correlation: float, variance: float) -> tuple[float, float]:
    """The 95% interval of a rank correlation, by Fisher's z of this variance."""
    half = normal_quantile(LEVEL) * np.sqrt(variance)
    z = np.arctanh(np.clip(correlation, -0.999999, 0.999999))
    return float(np.tanh(z - half)), float(np.tanh(z + half))


def wald_test(values: Array, cov: Array, rank: int) -> tuple[float, float]:
    """Test that K values are all 0: (chi-square statistic, p-value) with `rank` degrees of freedom.

    values (K,), cov (K, K) of the values; cov may be singular (shares that add up to 1), then the
    pseudo-inverse of its known `rank` is used. Reference: Moore (1977), J. Am. Stat. Assoc. 72.
    """
    eigenvalues, vectors = np.linalg.eigh(cov)
    keep = np.argsort(eigenvalues)[::-1][:rank]
    if rank == 0 or eigenvalues[keep].min() <= 0:
        return float("nan"), float("nan")
    scores = vectors[:, keep].T @ values
    statistic = float(np.sum(scores**2 / eigenvalues[keep]))
    return statistic, float(scipy_stats.chi2.sf(statistic, rank))


def named(name: str, estimate: Estimate) -> dict[str, Any]:
    """Columns of one of several estimates of a row: `win`, `win_se`, `win_low`, `win_high`."""
    low, high = estimate.interval()
    return {
        name: estimate.value, f"{name}_se": estimate.se, f"{name}_low": low, f"{name}_high": high,
    }  # fmt: skip


def columns(estimate: Estimate, prefix: str = "", tests: int | None = None) -> dict[str, Any]:
    """Columns for a frame: `estimate`, `se`, `low`, `high`, `p` (and simultaneous bounds).

    With `tests`, also `sim_low` and `sim_high`, which cover jointly for that many intervals.
    """
    low, high = estimate.interval()
    out: dict[str, Any] = {
        "estimate": estimate.value,
        "se": estimate.se,
        "low": low,
        "high": high,
        "p": estimate.p,
    }
    if tests is not None:
        out["sim_low"], out["sim_high"] = estimate.interval(simultaneous_level(tests))
    return {f"{prefix}{name}": value for name, value in out.items()}
