"""Families of tests, and the one procedure by which each controls its error rate.

Every q-value comes from a family of this list. The report's page on method describes the families
in these same words, so that its description is what is computed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numpy.typing import ArrayLike

from analysis.base import stats
from analysis.base.stats import Array

FDR = 0.05
"""False discovery rate of every family."""


@dataclass(frozen=True)
class Family:
    """Tests judged together: what they test, what they share, the procedure, and the reason."""

    tests: str
    together: str
    procedure: Callable[[ArrayLike], Array]
    source: str
    because: str

    def q(self, p: ArrayLike) -> Array:
        """q-values of one family of p-values (m,): NaN is not a test."""
        return self.procedure(p)


CARDS = Family(
    "of cards, tiles, entrances and pairs of cards: verdicts, misuse, effects, changes of effects"
    " between rulesets, prices, and whether they depend on who plays",
    "all of a kind under one measure, ruleset, kind and number of players",
    stats.benjamini_yekutieli,
    "Benjamini, Yekutieli 2001",
    "it holds under any dependence, and the effects of cards that share hands depend on each other",
)
MEASURES = Family(
    "of differences between rulesets, and of modules",
    "all measures of a comparison; where a table judges many changes, all of them together",
    stats.benjamini_hochberg,
    "Benjamini, Hochberg 1995",
    "it holds where measures are independent or go up and down together, else about",
)
FAMILIES = (CARDS, MEASURES)
