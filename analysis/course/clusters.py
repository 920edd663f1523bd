"""Groups of seats by how they were played, and the evidence that such groups exist.

k-means (Lloyd 1982, IEEE Trans. Inf. Theory 28) with the start of Arthur & Vassilvitskii (2007).
The number of groups is the most reproducible one: groupings of two halves of the deals must put the
seats of the whole into the same groups (adjusted Rand index, Hubert & Arabie 1985, J. Classif. 2;
Ben-Hur, Elisseeff, Guyon 2002, Pac. Symp. Biocomput. 7). The groups must also be tighter than with
each axis shuffled independently, which removes all association (after Tibshirani, Walther, Hastie
2001, J. R. Stat. Soc. B 63).

Such groups need not be separate: a long cloud is split at the same place each time. So they are
compared with a cloud that has the axes' distributions and rank correlations but no groups, a normal
copula. Groups that are no tighter than there are parts of a continuum.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from scipy import special
from scipy.cluster.vq import kmeans2, vq

from analysis.base.stats import Array

STARTS = 3
"""Starts of a grouping; the tightest result is kept."""

HALVINGS = 12
"""Number of halvings of the deals, for the data and for each null."""

NULLS = 20
"""Number of draws of each null."""

MOST = 8
"""Most groups tried: more could not be distinguished by their names."""

ROWS = 4_000
"""Seats used for measuring stability; more would only be slower."""

STABLE = 0.75
"""Least median index of reproducible groups: 0 is chance, 1 the same groups."""

NEARLY = 0.1
"""How far below the best index that of more groups may be: splitting a group is often stable, but
less so than real separation."""

SMALLEST = 0.03
"""Share of the seats that a group must have; a smaller one is a few outliers."""


def grouped(x: Array, k: int, rng: Generator) -> Array:
    """Centres (k, axes) of the tightest grouping of the rows x (rows, axes)."""
    best, found = np.inf, x[:k]
    for _ in range(STARTS):
        centres, labels = kmeans2(x, k, iter=40, minit="++", missing="warn", seed=rng)
        spread = float(((x - centres[labels]) ** 2).sum())
        if spread < best:
            best, found = spread, centres
    return found


def labels_of(x: Array, centres: Array) -> np.ndarray:
    """The group (rows,) whose centre is nearest."""
    return np.asarray(vq(x, centres)[0])


def rand_index(a: np.ndarray, b: np.ndarray) -> float:
    """Adjusted Rand index of two groupings (rows,): 1 the same, 0 as by chance."""
    table = np.zeros((int(a.max()) + 1, int(b.max()) + 1))
    np.add.at(table, (a, b), 1)

    def pairs(n: Array) -> float:
        return float((n * (n - 1) / 2).sum())

    both, rows, columns = pairs(table), pairs(table.sum(axis=1)), pairs(table.sum(axis=0))
    chance = rows * columns / max(1.0, pairs(np.array([len(a)])))
    most = (rows + columns) / 2
    return 1.0 if most == chance else (both - chance) / (most - chance)


def stability(x: Array, deals: np.ndarray, k: int, rng: Generator) -> Array:
    """Adjusted Rand index (`HALVINGS`,) of the groups of x derived from two halves of the deals."""
    _, code = np.unique(deals, return_inverse=True)
    found = []
    for _ in range(HALVINGS):
        half = rng.permutation(int(code.max()) + 1) % 2
        one, other = (labels_of(x, grouped(x[half[code] == side], k, rng)) for side in (0, 1))
        found.append(rand_index(one, other))
    return np.array(found)


def shuffled(x: Array, rng: Generator) -> Array:
    """The rows with each axis shuffled independently: no association."""
    return np.column_stack([rng.permutation(column) for column in x.T])


def copula(x: Array, rng: Generator) -> Array:
    """Rows with the axes' distributions and rank correlations, drawn from one normal cloud."""
    order = np.argsort(np.argsort(x + 1e-9 * rng.standard_normal(x.shape), axis=0), axis=0)
    scores = special.ndtri((order + 0.5) / len(x))
    drawn = rng.multivariate_normal(np.zeros(x.shape[1]), np.corrcoef(scores.T), len(x))
    places = np.argsort(np.argsort(drawn, axis=0), axis=0)
    return np.column_stack([np.sort(column)[at] for column, at in zip(x.T, places.T, strict=True)])


def tightness(x: Array, centres: Array) -> float:
    """Share of the variance of the rows that is between groups, 0 to 1."""
    inside = float(((x - centres[labels_of(x, centres)]) ** 2).sum())
    return 1 - inside / float(((x - x.mean(axis=0)) ** 2).sum())


@dataclass(frozen=True)
class Tried:
    """The evidence on k groups: the median adjusted Rand index of the groups of two halves, and its
    5% quantile; tight: the share of the variance between groups, and the 95% quantiles of the same
    where axes are shuffled, and in one cloud; smallest: the share of the smallest group."""

    k: int
    index: float
    index_low: float
    tight: float
    shuffled: float
    cloud: float
    smallest: float

    @property
    def found(self) -> bool:
        """Are these groups reproducible, and not only because of single axes?"""
        return self.index >= STABLE and self.tight > self.shuffled and self.smallest >= SMALLEST

    @property
    def separate(self) -> bool:
        """Are they separate, rather than parts of a continuum?"""
        return self.found and self.tight > self.cloud


def tried(x: Array, deals: np.ndarray, rng: Generator) -> list[Tried]:
    """The evidence on 2 .. `MOST` groups of standardised rows x (rows, axes); deals (rows,)."""
    _, code = np.unique(deals, return_inverse=True)
    deals_used = max(1, round(ROWS / max(1.0, len(x) / (code.max() + 1))))
    some = code < deals_used
    x, code = x[some], code[some]
    nulls = [[null(x, rng) for _ in range(NULLS)] for null in (shuffled, copula)]
    out = []
    for k in range(2, MOST + 1):
        if len(x) < 20 * k:
            break
        centres, index = grouped(x, k, rng), stability(x, code, k, rng)
        shares = np.bincount(labels_of(x, centres), minlength=k) / len(x)
        without = [np.quantile([tightness(one, grouped(one, k, rng)) for one in null], 0.95)
                   for null in nulls]  # fmt: skip
        out.append(Tried(
            k, float(np.median(index)), float(np.quantile(index, 0.05)), tightness(x, centres),
            float(without[0]), float(without[1]), float(shares.min()),
        ))  # fmt: skip
    return out


def chosen(found: list[Tried]) -> int:
    """The number of groups: the most that are nearly as reproducible as any; 1 if none."""
    again = [one for one in found if one.found]
    best = max((one.index for one in again), default=0.0)
    return max((one.k for one in again if one.index >= best - NEARLY), default=1)
