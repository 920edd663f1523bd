"""When a run may stop: ordinary intervals for their width alone, confidence sequences otherwise.

An ordinary 95% interval has its coverage at one number of games fixed beforehand. In large samples
it keeps its coverage if a run stops as soon as the interval is short enough: its width says next to
nothing about where it lies (Chow & Robbins 1965, Ann. Math. Stat. 36; Anscombe 1952, Proc. Camb.
Phil. Soc. 48). If you also stop when you like the result, you are misled more often. A confidence
sequence covers at all numbers of games at once, whatever the reason to stop, but needs about twice
as many games.

Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas (2024), Time-uniform central limit theory and
asymptotic confidence sequences, Ann. Stat. 52, theorem 2.2: for independent values with mean and
variance estimated from the first t of them, at level 1 - alpha,

    mean +- sd sqrt(2 (t rho^2 + 1) / (t rho)^2 log(sqrt(t rho^2 + 1) / alpha))

after Robbins (1970, Ann. Math. Stat. 41) and Howard, Ramdas, McAuliffe & Sekhon (2021, Ann. Stat.
49). It is valid asymptotically, as the first look comes later; here the first look is after
MIN_DEALS deals. rho is fixed beforehand so that the sequence is shortest near TIGHT deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

LEVEL = 0.95
MIN_DEALS = 200
"""No look before this many independent values: the sequence is valid for large samples."""

TIGHT = 10_000
"""Number of deals at which the sequence is shortest."""


def tightest(deals: int) -> float:
    """The rho that makes the sequence shortest at this many deals (ibid., appendix B.2)."""
    log = -2 * np.log(1 - LEVEL)
    return float(np.sqrt((log + np.log(log + 1)) / deals))


def half_width(
    sd: np.ndarray | float, deals: np.ndarray | float, rho: float | None = None
) -> np.ndarray:
    """Half of the sequence's width after this many deals with this standard deviation.

    rho: by default the one that is tightest at TIGHT deals.
    """
    t = np.asarray(deals, dtype=float)
    r = (tightest(TIGHT) if rho is None else rho) ** 2
    inner = 2 * (t * r + 1) / (t**2 * r) * np.log(np.sqrt(t * r + 1) / (1 - LEVEL))
    return np.asarray(sd, dtype=float) * np.sqrt(inner)


@dataclass
class Sequence:
    """The running mean of independent values and its confidence sequence."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, values: np.ndarray) -> None:
        """Add more values, in their order."""
        self.count += len(values)
        self.total += float(values.sum())
        self.squares += float((values**2).sum())

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def sd(self) -> float:
        """Standard deviation of the values."""
        variance = (self.squares - self.total**2 / self.count) / (self.count - 1)
        return float(np.sqrt(max(0.0, variance)))

    @property
    def half(self) -> float:
        """Half of the sequence's width now; infinite before the first look is allowed.

        Also infinite without any spread, which says nothing about values not seen yet.
        """
        return float(half_width(self.sd, self.count)) if self._begun else float("inf")

    @property
    def plain(self) -> float:
        """Half the width of an ordinary interval: valid only if you stop as soon as it is short."""
        z = NormalDist().inv_cdf((1 + LEVEL) / 2)
        return float(z * self.sd / np.sqrt(self.count)) if self._begun else float("inf")

    @property
    def _begun(self) -> bool:
        return self.count >= MIN_DEALS and self.sd > 0
