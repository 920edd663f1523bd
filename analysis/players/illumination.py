"""A search for the best player of every kind: MAP-Elites over strengths of tastes.

Mouret & Clune (2015), Illuminating search spaces by mapping elites, arXiv:1504.04909. The archive
and the emitter come from pyribs (Tjanaka et al. 2023, GECCO); new candidates lie on lines between
elites (Vassiliades & Mouret 2018, GECCO).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from analysis.base.stats import Array
from model import UserError

NOISE, LINE = 0.35, 0.4
"""Standard deviation of a candidate around its line, in typical strengths, and along it."""

MOST = 2.5
"""The largest strength of a taste, in typical strengths."""


@dataclass(frozen=True)
class Grid:
    """Cells by two measures. low, high: ends of each, (2,); the outer cells extend beyond them."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    cells: int

    def cell(self, measures: Array) -> Array:
        """The cell indices of each candidate, (B, 2) of 0 to cells - 1."""
        low, high = np.array(self.low), np.array(self.high)
        at = np.floor((measures - low) / (high - low) * self.cells).astype(int)
        return np.clip(at, 0, self.cells - 1)

    def ends(self, cell: tuple[int, int]) -> tuple[Array, Array]:
        """Lower and upper ends (2,) of a cell."""
        low, high = np.array(self.low), np.array(self.high)
        width = (high - low) / self.cells
        return low + width * np.array(cell), low + width * (np.array(cell) + 1)


class Illumination:
    """The search: `ask` for candidates, play them, `tell` their wins and measures. Reproducible."""

    def __init__(self, grid: Grid, first: Array, batch: int, seed: int) -> None:
        """first: candidates of the first round, (n, dimensions), in typical strengths.

        Raises UserError if pyribs is not installed.
        """
        try:
            from ribs.archives import GridArchive
            from ribs.emitters import IsoLineEmitter
        except ImportError:
            raise UserError(
                "this part needs pyribs: install grand-austria-hotel-suite[ways]"
            ) from None
        size = first.shape[1]
        ends = list(zip(grid.low, grid.high, strict=True))
        self.archive: Any = GridArchive(
            solution_dim=size, dims=[grid.cells] * 2, ranges=ends, seed=seed
        )
        self._emitter: Any = IsoLineEmitter(
            self.archive, iso_sigma=NOISE, line_sigma=LINE, x0=np.zeros(size),
            bounds=[(-MOST, MOST)] * size, batch_size=batch, seed=seed,
        )  # fmt: skip
        self._first: Array | None = first

    def ask(self) -> Array:
        """Candidates of the next round, (B, dimensions)."""
        if self._first is not None:
            return self._first
        return np.asarray(self._emitter.ask(), dtype=float)

    def tell(self, candidates: Array, wins: Array, measures: Array) -> None:
        """Report the candidates' wins (B,), and their measures (B, 2)."""
        self._first = None
        self.archive.add(candidates, wins, measures)

    def elites(self) -> tuple[Array, Array, Array]:
        """The best of each occupied cell: solutions (n, dimensions), wins (n,), measures."""
        found = self.archive.data()
        order = np.argsort(found["index"], kind="stable")
        return found["solution"][order], found["objective"][order], found["measures"][order]
