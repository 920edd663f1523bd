"""What a replay holds: for each step what is to be seen, stored once, and the lines told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reports.pictures import Group

FAULT = "fault"


@dataclass
class Line:
    """A line of the telling. ``parts``: (step, text), because later steps may continue a line."""

    style: str
    indent: int
    parts: list[tuple[int, str]]


@dataclass(frozen=True)
class Jump:
    """A place to jump to: a round, a turn within it, or (``style`` FAULT) a step that is wrong."""

    step: int
    style: str
    label: str


@dataclass
class Shelf:
    """The pieces of a group: their keys in order, and for each key (step, drawing) as it changes.

    A drawing is a number into ``Film.drawings``; -1: the piece is not there any more.
    """

    title: str
    keys: list[str] = field(default_factory=list)
    changes: dict[str, list[tuple[int, int]]] = field(default_factory=dict)


class Film:
    """Steps 0, 1, 2 ... of a game. Every drawing is kept once, and steps only say what changes."""

    def __init__(self, title: str, head: Sequence[str] = ()) -> None:
        self.title, self.head = title, list(head)
        self.drawings: list[str] = []
        self.shelves: dict[str, Shelf] = {}
        self.acting: list[str] = []  # the group whose player acts, by step
        self.lines: list[Line] = []
        self.jumps: list[Jump] = []
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        """How many steps there are."""
        return len(self.acting)

    def add(self, groups: Sequence[Group], acting: int) -> None:
        """One more step. ``acting``: the seat that decides next, -1 if nobody does."""
        step = len(self)
        self.acting.append(f"seat-{acting}" if acting >= 0 else "")
        for group in groups:
            shelf = self.shelves.setdefault(group.key, Shelf(group.title))
            self._put(shelf, group, step)
        there = {group.key for group in groups}
        for key, shelf in self.shelves.items():
            if key not in there:
                self._clear(shelf, set(), step)

    def say(self, style: str, indent: int, parts: list[tuple[int, str]]) -> None:
        """One more line of the telling."""
        self.lines.append(Line(style, indent, parts))

    def _put(self, shelf: Shelf, group: Group, step: int) -> None:
        before = -1
        for piece in group.pieces:
            if piece.key not in shelf.changes:
                shelf.keys.insert(before + 1, piece.key)
                shelf.changes[piece.key] = []
            before = shelf.keys.index(piece.key)
            drawing = self._number(piece.svg())
            changes = shelf.changes[piece.key]
            if not changes or changes[-1][1] != drawing:
                changes.append((step, drawing))
        self._clear(shelf, {piece.key for piece in group.pieces}, step)

    @staticmethod
    def _clear(shelf: Shelf, there: set[str], step: int) -> None:
        for key, changes in shelf.changes.items():
            if key not in there and changes[-1][1] >= 0:
                changes.append((step, -1))

    def _number(self, drawing: str) -> int:
        number = self._numbers.setdefault(drawing, len(self.drawings))
        if number == len(self.drawings):
            self.drawings.append(drawing)
        return number
