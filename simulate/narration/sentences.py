"""What a player decides, in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from simulate.actions import decode
from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.narration.decision import Decision
from simulate.narration.names import Names


@dataclass(frozen=True)
class Sentence:
    """A sentence, and the kinds of changes that it already states (see ``changes``)."""

    text: str
    said: frozenset[str] = frozenset()


def sentence(names: Names, state: Any, action: int) -> Sentence:
    """The sentence for an action of the frame on top of ``state``."""
    asked = FRAMES[int(state["frames"][state["top"] - 1]["kind"])]
    d = Decision(names, state, *decode(action), declined=asked.stop or "stops")
    text, *said = ACTIONS[d.kind].tell(d)
    return Sentence(text, frozenset(said))


def continues(kind: int) -> bool:
    """Does an action only spell out the decision before, in the line of which it is told?"""
    return ACTIONS[kind].continues
