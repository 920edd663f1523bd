"""Kinds of values in a position: how each is written, found in a ruleset, and compared.

A value has three forms: the file's (read once, ``values``), the state's (indices of the compiled
program), and words for a reader. A kind converts between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.referee.laying import at, distinct
from simulate.referee.values import (
    Who,
    cards,
    read_goods,
    write_guests,
    write_letters,
    write_rooms,
)
from simulate.words.lexicon import Lexicon
from simulate.words.names import goods_text

NONE = -1


@dataclass(frozen=True)
class ValueKind:
    """A value that means the same in every ruleset.

    ``type``: the type that forms read; ``empty``: the value where none is given; ``write``:
    converts back to the file's form; ``text``: words for it, or ``nothing`` if they are empty.
    """

    type: Any
    empty: Any = None
    write: Callable[[Any], Any] = lambda value: value
    text: Callable[[Any], str] = str
    nothing: str = "empty"
    verb: str = "is"

    def find(self, lexicon: Lexicon, value: Any) -> Any:
        """The state's form of a file's value. Raises UserError if there is none."""
        return value

    def plain(self, lexicon: Lexicon, there: Any) -> Any:
        """The file's form of a state's value."""
        return self.write(there)

    def differs(self, lexicon: Lexicon, name: str, wanted: Any, there: Any) -> Iterator[str]:
        """A phrase for each difference from the wanted value."""
        if wanted != there:
            yield f"{name} {self.verb} {self._words(there)}, not {self._words(wanted)}"

    def _words(self, value: Any) -> str:
        return self.text(value) or self.nothing


@dataclass(frozen=True)
class Counts(ValueKind):
    """Numbers by place; zeros at the end may be left out."""

    def differs(self, lexicon: Lexicon, name: str, wanted: Any, there: Any) -> Iterator[str]:
        length = max(len(wanted), len(there))
        padded = ([*numbers, *[0] * (length - len(numbers))] for numbers in (wanted, there))
        yield from super().differs(lexicon, name, *padded)


@dataclass(frozen=True)
class Sources(ValueKind):
    """Amounts by name; zeros may be left out."""

    def differs(self, lexicon: Lexicon, name: str, wanted: Any, there: Any) -> Iterator[str]:
        more = ({key: n for key, n in amounts.items() if n} for amounts in (wanted, there))
        yield from super().differs(lexicon, name, *more)


# --- things of a ruleset


@dataclass(frozen=True)
class Thing:
    """Something with a number, key or name: its index, how files write it, words for it."""

    what: str
    find: Callable[[Lexicon, Any], int]
    plain: Callable[[Lexicon, int], Any]
    text: Callable[[Lexicon, int], str]


def _keyed(kind: str) -> Thing:
    def name(lexicon: Lexicon, index: int) -> str:
        return lexicon.keyed_name(kind, index)

    return Thing(kind.replace("_", " "), lambda x, card: x.keyed(kind, card), name, name)


def _known(what: str, find: Callable[[Lexicon, Any], int], names: Callable) -> Thing:
    def name(lexicon: Lexicon, index: int) -> str:
        return str(names(lexicon)[index])

    return Thing(what, find, name, name)


def _printed(what: str, cards: Callable[[Lexicon], Any]) -> Thing:
    return Thing(
        what,
        lambda lexicon, card: cards(lexicon).find(card),
        lambda lexicon, index: cards(lexicon).numbers[index],
        lambda lexicon, index: cards(lexicon).text(index),
    )


GUEST = _printed("guest", lambda lexicon: lexicon.guests)
STAFF = _printed("staff card", lambda lexicon: lexicon.staff)
POLITICS = _known("politics card", Lexicon.politics, lambda lexicon: lexicon.names.politics_keys)
TILE = _known(
    "emperor tile",
    lambda lexicon, key: lexicon.tile(str(key)),
    lambda lexicon: lexicon.names.tile_keys,
)
BOARD = _known(
    "board",
    lambda lexicon, name: (
        lexicon.names.boards.index(name) if name in lexicon.names.boards else lexicon.board(name)
    ),
    lambda lexicon: lexicon.names.boards,
)
PLAYER = _known("player", Lexicon.seat, lambda lexicon: lexicon.players)
BALLROOM, CELEBRITY = _keyed("ballroom"), _keyed("celebrity")
REHEARSAL_ROOM, ENTRANCE = _keyed("rehearsal_room"), _keyed("entrance")


@dataclass(frozen=True)
class One(ValueKind):
    """A single thing; None (of the state) or null (of a file): there is none."""

    thing: Thing = PLAYER

    def find(self, lexicon: Lexicon, value: Any) -> Any:
        return None if value is None else self.thing.find(lexicon, value)

    def plain(self, lexicon: Lexicon, there: Any) -> Any:
        return None if there is None else self.thing.plain(lexicon, there)

    def differs(self, lexicon: Lexicon, name: str, wanted: Any, there: Any) -> Iterator[str]:
        texts = [
            self.nothing if index is None else self.thing.text(lexicon, index)
            for index in (wanted, there)
        ]
        yield from super().differs(lexicon, name, *texts)


IN_ORDER, ANY_ORDER, ON_TOP, AT_BOTTOM = "in order", "in any order", "on top", "at the bottom"


@dataclass(frozen=True)
class Cards(ValueKind):
    """Things of one kind, without duplicates; -1: an empty place.

    ``order``: what is compared: all for IN_ORDER or ANY_ORDER; only as many as are written for
    ON_TOP or AT_BOTTOM of a pile.
    """

    thing: Thing = GUEST
    order: str = ANY_ORDER

    def find(self, lexicon: Lexicon, value: Any) -> list[int]:
        found = [NONE if card is None else self.thing.find(lexicon, card) for card in value]
        distinct([index for index in found if index >= 0], self.thing.what)
        return found

    def plain(self, lexicon: Lexicon, there: Sequence[int]) -> Any:
        return self.write(
            [None if index < 0 else self.thing.plain(lexicon, index) for index in there]
        )

    def differs(self, lexicon: Lexicon, name: str, wanted: Any, there: Any) -> Iterator[str]:
        if self.order == ANY_ORDER:
            wanted, there = sorted(wanted), sorted(there)
        elif self.order == ON_TOP:
            there = there[: len(wanted)]
        elif self.order == AT_BOTTOM:
            there = there[max(0, len(there) - len(wanted)) :]
        if wanted != there:
            listed = (self.thing.text(lexicon, i) if i >= 0 else "none" for i in there)
            yield f"{name} is {', '.join(listed) or self.nothing}"


@dataclass(frozen=True)
class InHand(Cards):
    """Cards of a hand; -1: an unknown card. None: the hand is unknown."""

    def plain(self, lexicon: Lexicon, there: Any) -> Any:
        return None if there is None else super().plain(lexicon, there)

    def differs(self, lexicon: Lexicon, name: str, wanted: Any, there: Any) -> Iterator[str]:
        there = there or []
        missing = [card for card in wanted if card >= 0 and card not in there]
        if missing or len(wanted) != len(there):
            listed = (self.thing.text(lexicon, i) if i >= 0 else "an unknown card" for i in there)
            yield f"{name} is {', '.join(listed) or self.nothing}"


@dataclass(frozen=True)
class OpenDeck(Cards):
    """The known cards on top of a deck, or only its size."""

    def find(self, lexicon: Lexicon, value: Any) -> Any:
        return value if isinstance(value, int) else super().find(lexicon, value)

    def plain(self, lexicon: Lexicon, there: Any) -> Any:
        return there if isinstance(there, int) else super().plain(lexicon, there)

    def differs(self, lexicon: Lexicon, name: str, wanted: Any, there: Any) -> Iterator[str]:
        there = there or []
        if not isinstance(wanted, int):
            yield from super().differs(lexicon, name, wanted, there)
        elif wanted != len(there):
            yield f"{name} has {len(there)} cards, not {wanted}"


@dataclass(frozen=True)
class Dealt(InHand):
    """Hands by seat."""

    def find(self, lexicon: Lexicon, value: Any) -> Any:
        found = []
        for seat, hand in enumerate(value, start=1):
            with at(f".{seat}"):
                found.append(None if hand is None else super().find(lexicon, hand))
        return found

    def plain(self, lexicon: Lexicon, there: Any) -> Any:
        return [super(Dealt, self).plain(lexicon, hand) for hand in there]


@dataclass(frozen=True)
class Cafe(ValueKind):
    """Guests by table with the goods on their cards; None: a free table, or an order filled.

    The state holds (index, goods). A claim may name guests without their goods.
    """

    def find(self, lexicon: Lexicon, value: Any) -> list[Any]:
        found: list[Any] = []
        for entry in value:
            if isinstance(entry, tuple):
                found.append((lexicon.guests.find(entry[0]), entry[1]))
            else:
                found.append(None if entry is None else lexicon.guests.find(entry))
        return found

    def plain(self, lexicon: Lexicon, there: Any) -> Any:
        return write_guests(
            [entry and (lexicon.guests.numbers[entry[0]], entry[1]) for entry in there]
        )

    def differs(self, lexicon: Lexicon, name: str, wanted: Any, there: Any) -> Iterator[str]:
        seated = dict(entry for entry in there if entry)
        claimed = [entry for entry in wanted if entry is not None]
        guests = sorted(entry[0] if isinstance(entry, tuple) else entry for entry in claimed)
        yield from Cards(None).differs(lexicon, name, guests, list(seated))
        for entry in claimed:
            if isinstance(entry, tuple) and entry[0] in seated:
                yield from self._goods(lexicon, entry[0], entry[1], seated[entry[0]])

    def _goods(self, lexicon: Lexicon, guest: int, wanted: Any, there: Any) -> Iterator[str]:
        order = [int(n) for n in lexicon.rules.guest_order[guest]]
        claimed, lies = (order if goods is None else list(goods) for goods in (wanted, there))
        if claimed != lies:
            name = lexicon.guests.text(guest)
            yield f"on {name} lies {goods_text(lies) or 'nothing'}"


# --- the common ones


def numbers_text(numbers: Sequence[int]) -> str:
    """Numbers by place: "3 1 2 4"."""
    return " ".join(str(n) for n in numbers)


def amounts(kind: Any) -> ValueKind:
    return ValueKind(kind, read_goods(""), goods_text, goods_text)


def room_set(kind: Any, empty: Any = 0) -> ValueKind:
    """Rooms, as a bit set."""
    return ValueKind(kind, empty, write_rooms, write_rooms, "no rooms", "are")


def letter_set(kind: Any) -> ValueKind:
    """Politics cards by letter, as a bit set."""
    return ValueKind(kind, 0, write_letters, write_letters, "no cards", "are")


def player() -> One:
    return One(Who, thing=PLAYER, nothing="nobody")


def pile(thing: Thing, order: str = ANY_ORDER, most: int = 128, **more: Any) -> Cards:
    return Cards(cards(most, **more), [], thing=thing, order=order)
