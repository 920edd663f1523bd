"""The contents of a replay: the picture of each step, stored once, and the narration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from reports.pictures import Stack
from simulate.words.names import Names, krones

FAULT = "fault"


@dataclass
class FilmLine:
    """A line of the narration. ``parts``: (step, text), because later steps may continue it."""

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
    """The pieces of a group: their keys in order, and for each key the changes (step, drawing).

    A drawing is an index into ``Film.drawings``; -1: the piece is gone.
    """

    title: str
    keys: list[str] = field(default_factory=list)
    changes: dict[str, list[tuple[int, int]]] = field(default_factory=dict)


class Film:
    """Steps 0, 1, 2 ... of a game. Every drawing is stored once; steps hold only the changes."""

    def __init__(self, title: str, head: Sequence[str] = (), *, file: str = "") -> None:
        self.title, self.head = title, list(head)
        self.file = file  # the transcript of the game, for commands; "" if there is none
        self.opens = 0  # the step shown first
        self.cards: dict[str, str] = {}  # the text of each card, by its name
        # By step, the chance of each seat to win (0 to 1, in seat order); None: unknown.
        self.win_probability: list[Sequence[float] | None] = []
        self._claims: dict[int, list[int]] = {}
        self.drawings: list[str] = []
        self.shelves: dict[str, Shelf] = {}
        self.acting: list[str] = []  # the group whose player acts, by step
        self.lines: list[FilmLine] = []
        self.jumps: list[Jump] = []
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        """How many steps there are."""
        return len(self.acting)

    def add(self, groups: Sequence[Stack], acting: int) -> None:
        """Add a step. ``acting``: the seat that decides next, -1 if nobody does."""
        step = len(self)
        self.acting.append(f"seat-{acting}" if acting >= 0 else "")
        for group in groups:
            shelf = self.shelves.setdefault(group.key, Shelf(group.title))
            self._put(shelf, group, step)
        there = {group.key for group in groups}
        for key, shelf in self.shelves.items():
            if key not in there:
                self._clear(shelf, set(), step)

    def claims(self, state: Any) -> dict[int, list[int]]:
        """The seats that claimed each politics card, in the order observed.

        Call it with the state of each step, in order.
        """
        for letter in range(3):
            order = self._claims.setdefault(letter, [])
            seats = range(int(state.n_players))
            there = [seat for seat in seats if int(state.players[seat].claimed) >> letter & 1]
            order += [seat for seat in there if seat not in order]
        return {letter: list(order) for letter, order in self._claims.items()}

    def say(self, style: str, indent: int, parts: list[tuple[int, str]]) -> None:
        """Add a line to the narration."""
        self.lines.append(FilmLine(style, indent, parts))

    def _put(self, shelf: Shelf, group: Stack, step: int) -> None:
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


def card_texts(names: Names) -> dict[str, str]:
    """The text of each card of a ruleset, by its name in pictures and narration."""
    rules = names.rules
    found = {
        names.staff(i): f"{krones(int(rules.staff_cost[i]))}; {names.staff_text(i)}"
        for i in range(rules.n_staff)
    }
    for i in range(rules.n_guests):
        reward = names.reward(i) if names.guest_card(i).reward else "none"
        found[names.guest(i)] = f"{names.guest_text(i)}; reward: {reward}"
    for i in range(len(names.celebrity_keys)):
        found[names.celebrity(i)] = names.celebrity_text(i)
    return found
