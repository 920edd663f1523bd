"""Shared parts of all words: base class, names of things, ranges of numbers."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from model.base import Word

COLOURS = ("blue", "red", "yellow")

DishOrDrink = Literal["strudel", "cake", "wine", "coffee"]
Good = Literal["strudel", "cake", "wine", "coffee", "champagne"]
Colour = Literal["blue", "red", "yellow"]
GuestColour = Literal["blue", "red", "yellow", "green"]
# bell: waits for its condition, then may be used once per game.
Timing = Literal["once", "round", "permanent", "end", "bell"]
Count = Literal[
    "occupied_rooms",  # of one colour, if a colour is given
    "rooms",  # vacant and occupied; of one colour, if a colour is given
    "staff",  # cards in play
    "groups",  # fully occupied
    "floors",  # fully occupied
    "columns",  # fully occupied
    "full_colours",  # colours of which every room of the hotel is occupied
    "colour_sets",  # sets of one occupied room of each colour, each room in one set
    "politics",  # own markers on politics cards
    "emperor",  # position on the emperor track
    "krones",
    "goods",  # of one kind in the kitchen
    "good_sets",  # sets of one of each of some goods in the kitchen
    "dancers",  # in the ballrooms and on the balcony
    "orders",  # guests who left the café; of one colour, or with this many goods, if asked for
    "guest_vp",  # printed on the guests who left the café
    "rich_colours",  # colours of which this many rooms are occupied
]

Flag = Annotated[bool, Field(strict=True)]
MOST_VP = 99
Vp = Annotated[int, Field(strict=True, ge=-50, le=MOST_VP)]
Cost = Annotated[int, Field(strict=True, ge=0, le=20)]
Amount = Annotated[int, Field(strict=True, ge=0, le=20)]
Positive = Annotated[int, Field(strict=True, ge=1, le=20)]
Floor = Annotated[int, Field(strict=True, ge=1, le=4)]
Face = Annotated[int, Field(strict=True, ge=1, le=6)]
Faces = Annotated[tuple[Face, ...], Field(min_length=1, max_length=6)]


# Filters, and the counts that accept them.
FILTERS: dict[str, tuple[str, ...]] = {
    "colour": ("occupied_rooms", "rooms"),
    "floor": ("occupied_rooms",),
    "good": ("goods",),
    "goods": ("good_sets",),
    "guest_colour": ("orders",),
    "min_goods": ("orders",),
    "rooms": ("rich_colours",),
}
NEEDED = {"goods": "good", "good_sets": "goods", "rich_colours": "rooms"}


class Term(Word):
    """What a card does, takes away or changes; `phrase` describes it.

    part: the part of the rules that has to be in play for it to do anything; "": none.
    """

    part: ClassVar[Literal["", "ballrooms", "entrances"]] = ""

    @abstractmethod
    def phrase(self) -> str:
        """In plain English, short, without a full stop."""


class Filter(Word):
    """A filter for a count: rooms of a colour, goods of a kind, guests by size of order."""

    colour: Colour | None = None
    floor: Floor | None = None
    good: Good | None = None
    goods: Annotated[tuple[Good, ...], Field(min_length=1, max_length=5)] | None = None
    guest_colour: GuestColour | None = None
    min_goods: Annotated[int, Field(strict=True, ge=1, le=7)] | None = None
    rooms: Positive | None = None

    def check_filter(self, count: Count) -> None:
        """Raise ValueError if a filter does not fit the count, or one is missing."""
        for field, counts in FILTERS.items():
            if getattr(self, field) is not None and count not in counts:
                which = f"{' and '.join(counts)} {'have' if len(counts) > 1 else 'has'}"
                raise ValueError(f"{count} has no {field}; only {which}")
        needed = NEEDED.get(count)
        if needed and getattr(self, needed) is None:
            raise ValueError(f"{count} needs {needed}")
