"""The cards of a ruleset as objects with names, created once for all positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from model import Ruleset
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.words.names import COLOUR_OF, Names
from simulate.words.spelling import room_name

GUEST_COLOURS = {**COLOUR_OF, c.GREEN: "green"}


class Goods(Mapping[str, int]):
    """Goods by name: ``goods["wine"]``, ``goods.total``; missing kinds count as 0."""

    __slots__ = ("_amounts",)

    def __init__(self, amounts: Sequence[int]) -> None:
        self._amounts = amounts

    def __getitem__(self, good: str) -> int:
        return self._amounts[GOODS_WORDS.index(good)] if good in GOODS_WORDS else self._no(good)

    @staticmethod
    def _no(good: str) -> int:
        raise KeyError(f"{good!r} is no good; goods are {', '.join(GOODS_WORDS)}")

    def __iter__(self) -> Iterator[str]:
        return iter(GOODS_WORDS)

    def __len__(self) -> int:
        return len(GOODS_WORDS)

    @property
    def total(self) -> int:
        """The total number of goods of all kinds."""
        return sum(self._amounts)

    def __repr__(self) -> str:
        held = [f"{n} {good}" for good, n in self.items() if n]
        return ", ".join(held) or "no goods"


@dataclass(frozen=True)
class Guest:
    """A guest card. ``order``: the goods it wants; ``colour``: blue, red, yellow or green."""

    number: int
    name: str
    german: str
    colour: str
    vp: int
    order: Goods

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


@dataclass(frozen=True)
class Staff:
    """A staff card. ``cost`` in krones; ``timing``: once, round, permanent, end or bell."""

    number: int
    name: str
    german: str
    cost: int
    timing: str

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


@dataclass(frozen=True)
class Politics:
    """A politics card. ``places``: the VP of its places, first come first served."""

    key: str
    letter: str
    name: str
    places: tuple[int, ...]


class CardBook:
    """All cards of a ruleset by their index in the compiled program, and its hotels' rooms."""

    def __init__(self, ruleset: Ruleset, program: Any) -> None:
        self.ruleset, self.program = ruleset, program
        self.rules = program[0]
        self.names = Names(ruleset, self.rules)

    @cached_property
    def guests(self) -> list[Guest]:
        found = []
        for i in range(int(self.rules.n_guests)):
            card = self.names.guest_card(i)
            order = Goods([int(n) for n in self.rules.guest_order[i]])
            colour = GUEST_COLOURS[int(self.rules.guest_colour[i])]
            number = int(self.rules.guest_number[i])
            found.append(Guest(number, card.name, card.german, colour, int(card.vp), order))
        return found

    @cached_property
    def staff(self) -> list[Staff]:
        found = []
        for i in range(int(self.rules.n_staff)):
            card = self.names.staff_card(i)
            number = int(self.rules.staff_number[i])
            found.append(Staff(number, card.name, card.german, int(card.cost), str(card.timing)))
        return found

    @cached_property
    def politics(self) -> list[Politics]:
        cards, found = self.ruleset.politics.cards, []
        for i, key in enumerate(self.names.politics_keys):
            places = self.rules.place_vp[i, : self.rules.n_places[i]]
            found.append(
                Politics(key, cards[key].letter, cards[key].name, tuple(int(vp) for vp in places))
            )
        return found

    @cached_property
    def row_costs(self) -> list[int]:
        """The price of each place of the guest row, in krones."""
        return [int(cost) for cost in self.rules.row_cost]

    @cached_property
    def rooms(self) -> list[str]:
        """Rooms by number, as ``floor.column``."""
        return [room_name(room) for room in range(c.ROOMS)]

    @cached_property
    def colours(self) -> list[list[str]]:
        """The colour of each room, by board and room."""
        boards = int(self.rules.n_boards)
        return [[self.names.colour(b, room) for room in range(c.ROOMS)] for b in range(boards)]

    @cached_property
    def masks(self) -> list[dict[str, int]]:
        """By board, the rooms of each colour as a bit set."""
        return [
            {
                colour: sum(1 << room for room in range(c.ROOMS) if of_room[room] == colour)
                for colour in ("blue", "red", "yellow")
            }
            for of_room in self.colours
        ]

    @cached_property
    def groups(self) -> list[list[int]]:
        """By board, the groups of rooms as bit sets."""
        rules = self.rules
        return [
            [int(rules.group_mask[b, i]) for i in range(int(rules.n_groups[b]))]
            for b in range(int(rules.n_boards))
        ]
