"""Results of a check: how often it was asked, where it is violated, errors in the check itself."""

from __future__ import annotations

from dataclasses import dataclass

from simulate.engine import codes as c
from simulate.properties.columns import Columns
from simulate.properties.declared import FINAL, TRANSITION, Check

TABLE = -1  # instead of a seat: the check is made once for the whole position


@dataclass(frozen=True)
class Found:
    """Where a check is violated, or satisfied if it asks whether something can happen.

    ``at``: the index in the trail; for a transition, where it begins. ``seat``: the player, or
    TABLE. ``why``: what the check says in addition to its sentence.
    """

    at: int
    seat: int = TABLE
    why: str = ""


@dataclass(frozen=True)
class Mistake:
    """An error in a check itself. ``line``: in its file; 0 if unknown."""

    text: str
    line: int = 0


@dataclass
class Answer:
    """The result of a check on a trail: how often it was asked, its premise met, examples found."""

    asked: int = 0
    met: int = 0
    examples: int = 0
    found: Found | None = None
    mistake: Mistake | None = None


endless: dict[Check, Mistake] = {}
"""Checks that did not terminate once: they are not asked again."""


def places(check: Check, columns: Columns, first: int) -> range:
    """The positions of a trail that a check is asked about."""
    n = len(columns.games)
    if check.kind == TRANSITION:
        return range(first, n - 1)
    if check.kind == FINAL:
        over = columns.table.phase[n - 1] == c.PH_OVER
        return range(n - 1, n) if over else range(0)
    return range(first, n)
