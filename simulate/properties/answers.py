"""What a check found: how often it was asked, where it is violated, what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass

from simulate.engine import codes as c
from simulate.properties.columns import Columns
from simulate.properties.declared import FINAL, TRANSITION, Check

TABLE = -1  # instead of a seat: the check is asked once for the whole position


@dataclass(frozen=True)
class Found:
    """Where a check is violated, or satisfied if it asks whether something can happen.

    ``at``: the place in the trail; of a transition, where it begins. ``seat``: the player, or
    TABLE. ``why``: what the check says in addition to its sentence.
    """

    at: int
    seat: int = TABLE
    why: str = ""


@dataclass(frozen=True)
class Mistake:
    """What is wrong with a check itself. ``line``: in its file; 0 if none is known."""

    text: str
    line: int = 0


@dataclass
class Answer:
    """What a check found in a trail: how often it was asked, its premise met, examples found."""

    asked: int = 0
    met: int = 0
    examples: int = 0
    found: Found | None = None
    mistake: Mistake | None = None


endless: dict[Check, Mistake] = {}
"""Checks that did not end once: they are not waited for a second time."""


def places(check: Check, columns: Columns, first: int) -> range:
    """The places of a trail that concern a check."""
    n = len(columns.games)
    if check.kind == TRANSITION:
        return range(first, n - 1)
    if check.kind == FINAL:
        over = columns.table.phase[n - 1] == c.PH_OVER
        return range(n - 1, n) if over else range(0)
    return range(first, n)
