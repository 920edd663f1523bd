"""A decision about to be carried out, as input to its sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE
from simulate.narration.changes import cards
from simulate.words.names import Names

Sentences = dict[int, "Callable[[Decision], tuple[str, ...]]"]
"""By the code of an action: its sentence, and the kinds of changes (narration.changes) that the
sentence states already."""


@dataclass(frozen=True)
class Decision:
    """A decision about to be carried out: the state before it, and the parts of the action.

    ``declined``: what a player who declines does.
    """

    names: Names
    state: Any
    kind: int
    a: int
    b: int
    extra: int
    declined: str = ""

    @property
    def rules(self) -> Any:
        return self.names.rules

    @property
    def frame(self) -> Any:
        return self.state["frames"][self.state["top"] - 1]

    @property
    def seat(self) -> int:
        return int(self.frame["player"])

    @property
    def player(self) -> Any:
        return self.state["players"][self.seat]

    @property
    def board(self) -> int:
        return int(self.player["board"])


def owned(d: Decision) -> list[int]:
    """All cards with abilities of the player: staff, celebrities, the entrance."""
    met = [FIRST_CELEBRITY + int(i) for i in d.player["celebrities"] if i >= 0]
    own = [FIRST_ENTRANCE + int(d.player["entrance"])] if d.player["entrance_active"] else []
    return [*cards(d.player, "staff"), *met, *own]
