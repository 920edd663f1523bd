"""Families of tests, and the one procedure by which each controls how often it errs.

Every q-value comes from a family of this list, and the page of the report on method describes the
families by their own words: what is said there is what is computed.
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
    """Tests that are judged together: of what, what they share, by which procedure, and why it."""

    tests: str
    together: str
    procedure: Callable[[ArrayLike], Array]
    source: str
    because: str

    def q(self, p: ArrayLike) -> Array:
        """q-values of one family of p-values (m,): NaN is no test."""
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
