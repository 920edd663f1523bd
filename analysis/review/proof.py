"""What a trial says of reviews: how many planted blunders they find, and whom they blame wrongly.

The trial is a record (`python -m tests.review_power` makes it): games of the strong player against
itself with moves replaced in known places, and what reviews that did not know the places said.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.base.stats import wilson
from analysis.review import choices
from simulate.learned.advice import STRONG
from simulate.learned.weights import SHIPPED, digest

LARGE = 5.0  # VP: blunders that a review should not miss
FIELDS = ("CANDIDATES", "PILOT", "CHECK", "SCREEN", "HALF", "EARLY", "SCREENED", "CONFIRMED",
          "SUSPECT", "DOUBT", "MATTERS")  # fmt: skip


def settings() -> dict[str, Any]:
    """What a trial holds for: the player that is asked, its weights, and how decisions are judged.

    Another way to judge, or other weights, need a trial of their own.
    """
    return {"player": STRONG, "weights": digest(SHIPPED.read_bytes())} | {
        name.lower(): getattr(choices, name) for name in FIELDS
    }


@dataclass(frozen=True)
class Share:
    """So many of so many, with a 95% interval by Wilson."""

    part: int
    whole: int

    def told(self) -> str:
        """ "9 of 10 (90%, 60 to 98)"."""
        if not self.whole:
            return "none there"
        low, high = (100 * float(end) for end in wilson(self.part, self.whole))
        return (
            f"{self.part} of {self.whole} ({100 * self.part / self.whole:.0f}%, "
            f"{low:.0f} to {high:.0f})"
        )


@dataclass(frozen=True)
class Proof:
    """A trial. ``games``: its games as recorded; ``head``: the record without them."""

    head: dict[str, Any]
    games: list[dict[str, Any]]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The moves that were planted or named blunders; ``cost``: by games of their own."""
        return [row for game in self.games for row in game["rows"]]

    @property
    def decisions(self) -> int:
        """All that were judged."""
        return sum(game["decisions"] for game in self.games)

    @property
    def seats(self) -> int:
        """Games of a seat."""
        return len(self.games) * int(self.head["players"])

    def found(self, cost: float | None = None) -> Share:
        """Planted moves that were named; ``cost``: only of those that cost that much in VP."""
        of = [row for row in self.rows if row["planted"] is not None]
        if cost is not None:
            of = [row for row in of if row["cost"]["mean"] >= cost]
        return Share(sum(row["blunder"] for row in of), len(of))

    @property
    def blamed(self) -> list[dict[str, Any]]:
        """Decisions of the strong player itself that were named blunders."""
        return [row for row in self.rows if row["blunder"] and row["planted"] is None]

    @property
    def wrongly(self) -> list[dict[str, Any]]:
        """Those of them that cost less than a blunder does, as far as the check can tell."""
        return [row for row in self.blamed if row["cost"]["mean"] < self.head["review"]["matters"]]

    def mean(self, value: Callable[[dict[str, Any]], float]) -> float:
        """Of all moves that were named blunders; 0 if none was."""
        named = [value(row) for row in self.rows if row["blunder"]]
        return sum(named) / len(named) if named else 0.0


def read(file: Path) -> Proof | None:
    """The trial of a record; None if it is not there, or not of reviews as they are today."""
    if not file.exists():
        return None
    data = json.loads(file.read_text("utf-8"))
    games = data.pop("games")
    return Proof(data, games) if games and data["review"] == settings() else None


def promise(proof: Proof) -> list[str]:
    """What reviews can be held to, in sentences, each figure from the trial."""
    head = proof.head
    blamed, wrongly = len(proof.blamed), len(proof.wrongly)
    others = proof.decisions - proof.found().whole
    return [
        f"Tried on {len(proof.games)} games of the strong player against itself "
        f"({head['rules']}, {head['players']} players), in which {proof.found().whole} moves were "
        "replaced by worse ones in places that the review did not know. Named blunders: "
        f"{proof.found(LARGE).told()} of those that cost {LARGE:g} VP or more by "
        f"{head['check']} games of their own, and {proof.found().told()} of all.",
        f"Of {others:,} other decisions, in {proof.seats} games of a seat, {blamed} were named "
        f"blunders; {wrongly} of these cost less than {head['review']['matters']:g} VP by that "
        "check, and are false alarms. Both are of the strong player's own moves, which are not "
        "without fault.",
    ]
