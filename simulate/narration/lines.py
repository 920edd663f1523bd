"""A line of a told game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TextLine:
    """A line before it is wrapped. ``round``: 0 for head and result, else the round it is part of.

    ``style`` is one of "title", "round", "turn", "step", "status", "choice", "text", "table".
    """

    text: str
    style: str
    indent: int = 0
    round: int = 0
