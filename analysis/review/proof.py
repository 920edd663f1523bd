"""A trial of reviews: how many planted mistakes they find, and how often they are wrong.

The trial is a record (`python -m tests.review_power` makes it): games of the strong player against
itself with moves replaced in known places, and the findings of reviews that did not know the
places.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.base.stats import wilson
from analysis.review import choices
from simulate.base.notation import bounds
from simulate.learned.advice import STRONG
from simulate.learned.weights import SHIPPED, digest

LARGE = 5.0  # VP: blunders that a review should not miss
FIELDS = (
    "CANDIDATES", "SHOWN", "LOOKED", "LOOKED_AGAIN", "PILOT", "SCREEN", "SCREENED", "PART", "PARTS",
    "SUSPECT", "TRIED", "TRUST", "DOUBT", "DOUBTED", "HOPE", "BEGUN", "GIVEN_UP", "STRAY", "BUDGET",
    "MATTERS", "NAMED", "EARLY", "GRADES",
)  # fmt: skip


def settings() -> dict[str, Any]:
    """The scope of a trial: the judging player, its weights, and how decisions are judged.

    Another way to judge, or other weights, need their own trial.
    """
    return {"player": STRONG, "weights": digest(SHIPPED.read_bytes())} | {
        name.lower(): getattr(choices, name) for name in FIELDS
    }


@dataclass(frozen=True)
class Share:
    """A part of a whole, with a 95% interval by Wilson."""

    part: int
    whole: int

    def told(self) -> str:
        """ "9 of 10 (90%, 60 to 98)"."""
        if not self.whole:
            return "none there"
        low, high = (100 * float(end) for end in wilson(self.part, self.whole))
        return (
            f"{self.part} of {self.whole} ({100 * self.part / self.whole:.0f}%, "
            f"{bounds(low, high, 0)})"
        )


@dataclass(frozen=True)
class Proof:
    """A trial. ``games``: its games as recorded; ``head``: the record without them."""

    head: dict[str, Any]
    games: list[dict[str, Any]]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Choices with planted moves, or with a better one named; ``cost``: by the check."""
        return [row for game in self.games for row in game["rows"]]

    def found(self, cost: float | None = None) -> Share:
        """Planted moves that were named; ``cost``: only those that cost that much in VP."""
        of = [row for row in self.rows if row["planted"] is not None]
        if cost is not None:
            of = [row for row in of if row["cost"]["mean"] >= cost]
        return Share(sum(bool(row["grade"]) for row in of), len(of))

    def called(self, *grades: str) -> list[dict[str, Any]]:
        """All choices with one of the grades (any, if none is given)."""
        return [row for row in self.rows if row["grade"] and (not grades or row["grade"] in grades)]

    def wrong(self, *grades: str) -> list[dict[str, Any]]:
        """Those of them without a cost, as far as the check shows."""
        return [row for row in self.called(*grades) if row["cost"]["mean"] <= 0]


def read(file: Path) -> Proof | None:
    """The trial of a record; None if it is missing, or not of reviews as they are today."""
    if not file.exists():
        return None
    data = json.loads(file.read_text("utf-8"))
    games = data.pop("games")
    return Proof(data, games) if games and data["review"] == settings() else None


def promise(proof: Proof) -> list[str]:
    """The reliability of reviews, in sentences, each figure from the trial."""
    head = proof.head
    called, wrong = proof.called("blunder", "mistake"), proof.wrong("blunder", "mistake")
    return [
        f"Tested on {len(proof.games)} games of the strong player against itself "
        f"({head['rules']}, {head['players']} players), in which {proof.found().whole} moves were "
        "replaced by worse ones in places that the review did not know. It named "
        f"{proof.found(LARGE).told()} of those that cost {LARGE:g} VP or more by "
        f"{head['check']} games of their own, and {proof.found().told()} of all.",
        f"Of {len(called)} choices called mistakes or blunders, {len(wrong)} cost nothing by that "
        "check.",
    ]
