"""Sentences for players' decisions: each file corresponds to a file of decisions/.

An action without a sentence is shown only by its changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from simulate.actions import decode
from simulate.decisions.registry import ACTIONS, FRAMES, PARTS
from simulate.narration.decision import Decision, Sentences
from simulate.words.names import Names

SENTENCES: Sentences = {}
for part in PARTS:
    SENTENCES |= import_module(f"{__name__}.{part.__name__.rpartition('.')[2]}").SENTENCES


@dataclass(frozen=True)
class Sentence:
    """A sentence, and the kinds of changes that it already states (see ``changes``)."""

    text: str
    said: frozenset[str] = frozenset()


def sentence(names: Names, state: Any, action: int) -> Sentence:
    """The sentence for an action of the frame on top of ``state``."""
    asked = FRAMES[int(state["frames"][state["top"] - 1]["kind"])]
    d = Decision(names, state, *decode(action), declined=asked.stop or "stops")
    text, *said = SENTENCES[d.kind](d) if d.kind in SENTENCES else ("",)
    return Sentence(text, frozenset(said))


def continues(kind: int) -> bool:
    """Does an action only complete the decision before, and continue its line?"""
    return ACTIONS[kind].continues
