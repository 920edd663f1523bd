"""A decision about to be carried out, as the sentences for it see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simulate.narration.names import Names


@dataclass(frozen=True)
class Decision:
    """A decision about to be carried out: the state before it and the frame that asks."""

    names: Names
    state: Any
    kind: int
    a: int
    b: int
    extra: int

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
