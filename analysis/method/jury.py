"""Do the verdicts keep their promise? Families with planted truths, and independent halves.

Tests `base.decide`. Cards have true effects from distributions of many shapes. Estimates have the
negative correlation of cards that share hands, and the lower limit is estimated too. Two numbers
count: the share of the given verdicts that is wrong, and the share of cards without a verdict.

Halves: verdicts from one half of recorded games, judged by an independent half. The other half is
not the truth but an estimate, so the expected share of disagreements on sides follows from its
errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from analysis.base import decide, stats
from analysis.base.stats import Array

CARDS, LOW, HIGH = 48, -2.5, 3.0
"""Cards of a family, and the limits of balance in VP of lead, as they are for staff cards."""

LOW_SE = 0.25
"""The error of the lower limit."""

ERRORS = (0.4, 0.65, 1.0)
"""Errors of estimates, in VP: of some 30,000, 12,000 and 5,000 games of two players."""

Mask = np.ndarray
"""Which cards: booleans (k,)."""

Shape = Callable[[np.random.Generator, int], Array]

SHAPES: Mapping[str, Shape] = {
    "normal": lambda rng, n: rng.normal(0, 3.3, n),
    "long tails": lambda rng, n: 2.2 * rng.standard_t(3, n),
    "skewed": lambda rng, n: rng.exponential(3.5, n) - 3.5,
    "a quarter unused": lambda rng, n: np.where(
        rng.random(n) < 0.25, -3.5, rng.normal(1.2, 3.0, n)
    ),
    "even": lambda rng, n: rng.uniform(-5, 5, n),
    "all balanced": lambda rng, n: rng.normal(0, 0.8, n),
    "three clusters": lambda rng, n: rng.choice([-3.5, 0.0, 6.0], n) + rng.normal(0, 0.3, n),
}
"""Distributions of true effects in VP of lead."""


@dataclass(frozen=True)
class PlantedFamily:
    """Planted truths and their estimates, (k,) each; the lower limit as estimated, its error."""

    truth: Array
    value: Array
    se: Array
    low: float
    low_se: float

    @property
    def region(self) -> Array:
        """The region of each truth, in the order of `decide.regions`."""
        return np.where(self.truth > HIGH, 0, np.where(self.truth < LOW, 1, 2))


def families(
    shape: Shape, se: float, number: int, rng: np.random.Generator
) -> Iterator[PlantedFamily]:
    """Families of cards that share hands: errors add up to nearly 0, correlation -1 / (k - 1)."""
    for _ in range(number):
        truth = shape(rng, CARDS)
        errors = se * rng.uniform(0.9, 1.1, CARDS)
        noise = rng.normal(0, 1, CARDS)
        noise = (noise - noise.mean()) * np.sqrt(CARDS / (CARDS - 1))
        low = LOW + rng.normal(0, LOW_SE)
        yield PlantedFamily(truth, truth + errors * noise, errors, low, LOW_SE)


def mixture(family: PlantedFamily) -> tuple[Array, Mask]:
    """The suite's rule: probabilities (k, 3), and which cards get a verdict (k,)."""
    p = decide.regions(family.value, family.se, family.low, HIGH, family.low_se)
    return p, decide.decided(p)


@dataclass
class VerdictTally:
    """Verdict counts over families: given, wrong, cards.

    And, by tenth of the stated probability, the number of cards and how many of them are right,
    (10,) each.
    """

    given: int = 0
    wrong: int = 0
    cards: int = 0

    def __post_init__(self) -> None:
        self.stated, self.count, self.right = (np.zeros(10) for _ in range(3))

    def add(self, family: PlantedFamily, p: Array, called: Array) -> None:
        """Count one family."""
        right = p.argmax(axis=1) == family.region
        self.given += int(called.sum())
        self.wrong += int((called & ~right).sum())
        self.cards += len(right)
        best = p.max(axis=1)
        tenth = np.minimum((best * 10).astype(int), 9)
        for array, weights in ((self.stated, best), (self.count, None), (self.right, right)):
            array += np.bincount(tenth, weights, minlength=10)

    @property
    def error(self) -> float:
        """Share of the given verdicts that is wrong."""
        return self.wrong / max(self.given, 1)

    @property
    def undecided(self) -> float:
        """Cards of a family without a verdict."""
        return CARDS * (1 - self.given / max(self.cards, 1))


def tally(
    shape: Shape, se: float, number: int, seed: int,
    rule: Callable[[PlantedFamily], tuple[Array, Mask]] = mixture,
) -> VerdictTally:  # fmt: skip
    """Results of each rule on families of one shape; every rule sees the same families."""
    found = VerdictTally()
    for family in families(shape, se, number, np.random.default_rng(seed)):
        found.add(family, *rule(family))
    return found


def contradictions(
    first: stats.Estimate, second: stats.Estimate, low: float, low_se: float, high: float
) -> tuple[int, float, int]:
    """Verdicts of one half compared with the estimates of the other.

    Returns how many verdicts the other half contradicts (its estimate lies in another region), how
    many it would if every verdict were right with its own probability, and how many there are.
    """
    p = decide.regions(first.value, first.se, low, high, low_se)
    called = decide.decided(p)
    found = decide.posterior(first.value, first.se)
    value = np.asarray(second.value)
    region = np.where(value > high, 0, np.where(value < low, 1, 2))
    # The posterior of the other half's estimates, widened by their errors.
    wide = decide.Posterior(
        found.weights, found.means, np.hypot(found.errors, np.asarray(second.se)[:, None])
    )
    above, below = 1 - wide.below(high), wide.below(low)
    again = np.stack([above, below, 1 - above - below], axis=1)
    said = p.argmax(axis=1)
    expected = 1 - again[np.arange(len(said)), said]
    return int((called & (region != said)).sum()), float(expected[called].sum()), int(called.sum())
