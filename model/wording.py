"""Nouns with numbers, and lists: goods, counts and timings in plain English."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from model.schema import Goods
    from model.vocabulary.base import Filter, Term
    from model.vocabulary.effects import Gain

DISHES_AND_DRINKS = ("strudel", "cake", "wine", "coffee")
GOODS = (*DISHES_AND_DRINKS, "champagne")  # champagne is neither dish nor drink

COUNT_WORDS = {
    "occupied_rooms": ("occupied room", "occupied rooms"),
    "rooms": ("room, vacant or occupied", "rooms, vacant or occupied"),
    "staff": ("staff card in play", "staff cards in play"),
    "groups": ("fully occupied group", "fully occupied groups"),
    "floors": ("fully occupied floor", "fully occupied floors"),
    "columns": ("fully occupied column", "fully occupied columns"),
    "full_colours": ("fully occupied colour", "fully occupied colours"),
    "colour_sets": (
        "set of an occupied blue, red and yellow room",
        "sets of an occupied blue, red and yellow room",
    ),
    "politics": ("own marker on a politics card", "own markers on politics cards"),
    "emperor": ("space on the emperor track", "spaces on the emperor track"),
    "krones": ("krone", "krones"),
    "goods": ("{good} in the kitchen", "{good} in the kitchen"),
    "good_sets": ("set of {goods} in the kitchen", "sets of {goods} in the kitchen"),
    "dancers": ("dancer in the ballrooms", "dancers in the ballrooms"),
    "orders": ("fulfilled order", "fulfilled orders"),
    "guest_vp": ("VP of a guest who left the café", "VP of guests who left the café"),
    "rich_colours": (
        "colour of which {rooms} or more rooms are occupied",
        "colours of which {rooms} or more rooms are occupied",
    ),
}

TIMING_WORDS = {
    "once": "one-off",
    "round": "once-a-round",
    "permanent": "permanent",
    "end": "final-scoring",
    "bell": "bell",
}
ORDINALS = ("first", "second", "third")


def many(number: int, one: str, more: str | None = None) -> str:
    """A number with its noun: "1 krone", "2,000 krones"."""
    return f"{number:,} {one if number == 1 else more or one + 's'}"


def items(number: int) -> str:
    """This many dishes and drinks of choice."""
    return many(number, "dish or drink", "dishes or drinks") + " of choice"


def listed(values: Iterable[int]) -> str:
    """Numbers of a printed table: "4/8/13/20"."""
    return "/".join(str(value) for value in values)


def either(words: Iterable[object]) -> str:
    """Alternatives: "1 or 2"."""
    return " or ".join(str(word) for word in words)


def both(words: Iterable[str]) -> str:
    """All of some things: "strudel, cake and wine"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def costs(krones: int) -> str:
    """The resulting cost of something, as a predicate."""
    return f"costs {many(krones, 'krone')}" if krones else "is free"


def describe_effects(terms: Iterable[Term], between: str = "; ") -> str:
    """Several effects, penalties or abilities; "nothing" if there are none."""
    return between.join(term.phrase() for term in terms) or "nothing"


def describe_goods(goods: Goods | Gain) -> str:
    """Goods in words, e.g. "2 strudel, 1 champagne"; empty if there are none."""
    parts = ((getattr(goods, name), name) for name in GOODS)
    return ", ".join(f"{number} {name}" for number, name in parts if number)


def describe_count(count: str, number: int = 1, narrowed: Filter | None = None) -> str:
    """A counted thing with its number, e.g. "4 red occupied rooms".

    Args:
        count: what is counted, one of `vocabulary.Count`.
        number: how many; chooses between singular and plural.
        narrowed: the word that counts, for its filters.
    """
    one, more = COUNT_WORDS[count]
    noun, by = one if number == 1 else more, narrowed
    if by is None:
        return f"{number} {noun}"
    noun = noun.format(good=by.good, goods=both(by.goods or ("",)), rooms=by.rooms)
    return f"{number} {f'{by.colour} ' if by.colour else ''}{noun}{_narrowing(by, number)}"


def _narrowing(by: Filter, number: int) -> str:
    """The text after the noun: the floor of rooms, the guests of orders."""
    text = f" on floor {by.floor}" if by.floor else ""
    if by.guest_colour:
        guest = f"{by.guest_colour} guest"
        text += f" of a {guest}" if number == 1 else f" of {guest}s"
    if by.min_goods:
        text += f" with {by.min_goods} or more items"
    return text
