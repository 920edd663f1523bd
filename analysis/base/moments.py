"""Sums and cross products of per-cluster columns: all that the estimators of `stats` need."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd

from analysis.base.stats import Array


def moment_columns(blocks: Iterable[Sequence[str]]) -> list[str]:
    """SQL expressions for the sums of all columns and their products within each block."""
    blocks = [tuple(block) for block in blocks]
    names = dict.fromkeys(name for block in blocks for name in block)
    pairs = dict.fromkeys(
        tuple(sorted(pair)) for block in blocks for pair in combinations_with_replacement(block, 2)
    )
    # Whole numbers below 2^53 are exact as doubles, in whatever order threads add them; products
    # of game totals stay below 10^7, so that this holds for some 10^9 games.
    sums = [f'sum({name}::DOUBLE) AS "s {name}"' for name in names]
    products = [f'sum({a}::DOUBLE * {b}::DOUBLE) AS "p {a} {b}"' for a, b in pairs]
    return sums + products


def by_deal(sql: str, blocks: Iterable[Sequence[str]], by: Sequence[str]) -> str:
    """SQL: the rows of `sql` added by deal (and value of `by`).

    The games of a deal depend on each other, so that the deal is the cluster of every estimator. A
    queried part contains one seed, so the number of a deal identifies it there.
    """
    names = dict.fromkeys(name for block in blocks for name in block)
    keys = ", ".join(dict.fromkeys([*by, "deal"]))
    # Whole numbers below 2^53 are exact as doubles.
    sums = ", ".join(f"sum({name}::DOUBLE) AS {name}" for name in names)
    return f"SELECT {keys}, {sums}\nFROM (\n{sql}\n) GROUP BY {keys}"


def add_up(frames: Iterable[pd.DataFrame], by: Sequence[str]) -> pd.DataFrame:
    """Sums over frames of sums, one row per value of `by` (sorted; a single row without).

    Frames are added in order as they arrive, so that at most two are in memory. Whole numbers are
    added as integers: exactly, even beyond the 2^53 of a double.
    """
    whole = pd.DataFrame()
    for frame in frames:
        if len(frame) or whole.empty:
            one = _exact(frame, by)
            whole = one if whole.empty else _added(pd.concat([whole, one], ignore_index=True), by)
    return _added(whole, by)


def _exact(frame: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """The frame with whole-number sums as integers; an empty sum is 0."""
    columns: dict[str, pd.Series | Array] = {name: frame[name] for name in by}
    for name in frame.columns:
        if name not in columns:
            values = frame[name].to_numpy(dtype=np.float64, na_value=0.0)
            whole = bool((values == np.rint(values)).all() and (np.abs(values) < 2**53).all())
            columns[name] = values.astype(np.int64) if whole else values
    return pd.DataFrame(columns)


def _added(frame: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    if not by:
        return frame.sum(min_count=0).to_frame().T
    return frame.groupby(list(by), sort=True, dropna=False, observed=True).sum().reset_index()


@dataclass(frozen=True)
class Moments:
    """R rows (one for each group) of K columns: sums (R, K), products (R, K, K), clusters (R,).

    `keys` is a frame of R rows with the grouping columns. Products that were not requested are NaN,
    so that using one by mistake shows.
    """

    names: tuple[str, ...]
    keys: pd.DataFrame
    clusters: Array
    sums: Array
    products: Array

    @classmethod
    def from_frame(
        cls, frame: pd.DataFrame, blocks: Sequence[Sequence[str]], by: Sequence[str]
    ) -> Moments:
        """Split a frame with the columns of `moment_columns` into moments."""
        names = tuple(dict.fromkeys(name for block in blocks for name in block))
        rows, size = len(frame), len(names)
        sums = np.zeros((rows, size))
        products = np.full((rows, size, size), np.nan)
        for i, a in enumerate(names):
            sums[:, i] = frame[f"s {a}"].to_numpy(dtype=np.float64, na_value=0.0)
            for j, b in enumerate(names):
                column = "p " + " ".join(sorted((a, b)))
                if column in frame:
                    products[:, i, j] = frame[column].to_numpy(dtype=np.float64, na_value=0.0)
        clusters = frame["clusters"].to_numpy(dtype=np.float64)
        return cls(names, frame[list(by)].reset_index(drop=True), clusters, sums, products)

    def select(self, *expressions: str) -> tuple[Array, Array]:
        """Sums (R, k) and products (R, k, k) of columns or differences such as "n - n1"."""
        matrix = np.zeros((len(expressions), len(self.names)))
        for row, expression in enumerate(expressions):
            for position, name in enumerate(expression.split(" - ")):
                matrix[row, self.names.index(name)] += -1.0 if position else 1.0
        used = matrix.any(axis=0)
        matrix = matrix[:, used]
        sums = self.sums[:, used] @ matrix.T
        products = matrix @ self.products[:, used][:, :, used] @ matrix.T
        return sums, products

    def sum(self, name: str) -> Array:
        """Sum of one column, (R,)."""
        return self.sums[:, self.names.index(name)]

    def with_rest(self, everything: Moments) -> Moments:
        """Extend moments over some clusters to all, where the others have 0 in the other columns.

        `everything` has one row: the moments over all clusters of the columns that are not 0
        elsewhere (say, the totals of a game in which no seat held the card). Its sums and products
        replace those of the same columns.
        """
        sums, products = self.sums.copy(), self.products.copy()
        where = [self.names.index(name) for name in everything.names]
        sums[:, where] = everything.sums
        for i, a in enumerate(where):
            for j, b in enumerate(where):
                if not np.isnan(everything.products[0, i, j]):
                    products[:, a, b] = everything.products[0, i, j]
        clusters = np.broadcast_to(everything.clusters, self.clusters.shape).copy()
        return Moments(self.names, self.keys, clusters, sums, products)
