"""The small values of a transcript: goods, rooms, dice, cards and letters, as people write them.

Each is read once, with the file. ``read_...`` converts the text to the engine's form and raises
UserError for anything else; ``write_...`` converts back. The types at the end are used in the forms
(``document``, ``fields``) and read and write by these functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainSerializer, WithJsonSchema

from model import UserError
from simulate.decisions.forms import SEAT
from simulate.engine import codes as c
from simulate.engine.compile_words import COLOUR_WORDS, GOODS_WORDS
from simulate.words.names import COLOUR_OF, goods_text, rooms_in
from simulate.words.spelling import (
    DICE_WORDS,
    dance_seat_name,
    read_dance_seat,
    read_room,
    room_name,
)

MAX_TEXT = 400
MAX_PLAYERS = 4
ALL = "all"  # on a guest's card: the order is filled

Card = int | str  # as written: a printed number or a name
Die = int | str  # a face, or that of a coloured die: "red3"
Guest = tuple[Card, list[int] | None]  # with the goods on the card; None: the order is filled


class Form(BaseModel):
    """A part of a transcript: closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# --- goods and rooms


def read_goods(value: Any) -> list[int]:
    """Amounts in the order of GOODS_WORDS from "2 wine 1 coffee" or {"wine": 2, "coffee": 1}."""
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        pairs = list(zip(words[1::2], words[::2], strict=False))
        if len(words) % 2 or not all(n.isdecimal() for _, n in pairs):
            raise UserError(f"{value[:40]!r} is not a list of goods; write it as '2 wine 1 coffee'")
        value = dict.fromkeys(words[1::2], 0)  # repeated goods are added
        for word, n in pairs:
            value[word] += min(int(n), 100)
    if not isinstance(value, Mapping):
        raise UserError('goods are written as \'2 wine 1 coffee\' or {"wine": 2, "coffee": 1}')
    for word, n in value.items():
        if word not in GOODS_WORDS:
            raise UserError(f"{str(word)[:40]!r} is not a good; goods: {', '.join(GOODS_WORDS)}")
        if not _whole(n, 0, 99):
            raise UserError(f"{word}: the amount must be a whole number from 0 to 99")
    return [int(value.get(word, 0)) for word in GOODS_WORDS]


def _whole(value: Any, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


ROOM = re.compile(r"([1-4]\.[1-5])(?:-([1-4]\.[1-5]))?")


def read_rooms(value: Any) -> int:
    """A bit set of rooms from "1.1 1.2 2.1-2.5", or from a list of such texts."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        value = " ".join(value)
    if not isinstance(value, str):
        raise UserError("rooms are written as floor.column, e.g. '1.1 1.2 2.1-2.5'")
    mask = 0
    for word in value.replace(",", " ").split():
        match = ROOM.fullmatch(word)
        if not match:
            raise UserError(
                f"{word[:40]!r} is not a room; floors are 1 to 4 from the bottom, columns 1 to 5"
                " from the left, e.g. 2.3, or 2.1-2.5 for a stretch"
            )
        first, last = read_room(match[1]), read_room(match[2] or match[1])
        if last < first or first // c.COLUMNS != last // c.COLUMNS:
            raise UserError(f"{word}: a stretch goes from left to right on one floor")
        stretch = sum(1 << room for room in range(first, last + 1))
        if mask & stretch:
            raise UserError(f"{write_rooms(mask & stretch)} is there twice")
        mask |= stretch
    return mask


def write_rooms(rooms: int) -> str:
    """Rooms of a bit set, e.g. "1.1 1.2"."""
    return " ".join(room_name(room) for room in rooms_in(rooms))


# --- dice


DIE = re.compile(rf"({'|'.join(DICE_WORDS[1:])}) ?([1-6])|([1-6])")


def read_dice(value: Any) -> list[Die]:
    """Faces, lowest first, from [1, 1, 2] or "1 1 2" or "11 2"; then coloured ones as "red3"."""
    if isinstance(value, str):
        if re.sub(r"[ ,]", "", DIE.sub("", value)):
            raise UserError('dice are a list of faces, e.g. [1, 1, 2, 6], or "1 1 2 red6"')
        value = [match[0] for match in DIE.finditer(value)]
    if not isinstance(value, list) or len(value) > 40:
        raise UserError("dice are a list of faces, e.g. [1, 1, 2, 6]")
    white, coloured = [], []
    for face in value:
        match = None if isinstance(face, bool) else DIE.fullmatch(str(face))
        if not match:
            raise UserError(f"{str(face)[:40]} is not a face of a die; faces are 1 to 6")
        if match[1]:
            coloured.append(f"{match[1]}{match[2]}")
        else:
            white.append(int(match[3]))
    coloured.sort(key=lambda die: DICE_WORDS.index(die[:-1]))
    if len({die[:-1] for die in coloured}) < len(coloured):
        raise UserError("there is one die of each colour")
    return [*sorted(white), *coloured]


def white_dice(dice: Sequence[Die]) -> list[int]:
    """The white dice's faces among dice in the form of ``read_dice``."""
    return [die for die in dice if isinstance(die, int)]


def coloured_dice(dice: Sequence[Die]) -> list[int]:
    """The faces of the red, blue and yellow die; 0 for one that is absent."""
    faces = {die[:-1]: int(die[-1]) for die in dice if isinstance(die, str)}
    return [faces.get(word, 0) for word in DICE_WORDS[1:]]


MOST_CARDS, MOST_TABLES = 128, 8

KEY = "key"  # among dice taken: the skeleton key, taken instead of a die


def read_taken(value: Any) -> list[int]:
    """Dice taken this round: their faces, 0 for the skeleton key ("key")."""
    if not isinstance(value, list) or len(value) > 40:
        raise UserError('dice taken are a list such as [3, "key"]')
    for entry in value:
        if entry != KEY and not _whole(entry, 1, c.FACES):
            raise UserError(f'{str(entry)[:40]!r} is no face of a die, and not "key"')
    return [0 if entry == KEY else entry for entry in value]


def write_taken(faces: Sequence[int]) -> list[Die]:
    return [face or KEY for face in faces]


# --- tiles, letters, numbers


def read_tiles(value: Any) -> list[str]:
    """Keys of emperor tiles from "A1 B3" or ["A1", "B3"]."""
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not isinstance(value, list) or not all(isinstance(key, str) for key in value):
        raise UserError("emperor tiles are named by key, e.g. 'A3 B6'")
    return value


def read_letters(value: Any) -> int:
    """Politics cards as a bit set (bit 0: A) from "A C" or ["A", "C"]."""
    if isinstance(value, list):
        value = " ".join(str(part) for part in value)
    words = value.replace(",", " ").split() if isinstance(value, str) else ["?"]
    if any(word not in ("A", "B", "C") for word in words) or len(set(words)) < len(words):
        raise UserError("politics cards are named by letter, each once, e.g. 'A C'")
    return sum(1 << "ABC".index(word) for word in words)


def letters(cards: int) -> list[int]:
    """Politics cards of a bit set as 0, 1, 2."""
    return [letter for letter in range(3) if cards >> letter & 1]


def write_letters(cards: int) -> str:
    """Politics cards of a bit set, e.g. "A C"."""
    return " ".join("ABC"[letter] for letter in letters(cards))


def read_counts(value: Any) -> list[int]:
    """Numbers from "3 1 2 4" or [3, 1, 2, 4]: dancers by section, bonus tokens."""
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        value = [int(word) if word.isdecimal() and len(word) < 3 else word for word in words]
    if not isinstance(value, list) or not all(_whole(n, 0, 99) for n in value) or len(value) > 8:
        raise UserError("these are numbers, e.g. '3 1 2 4'")
    return list(value)


# --- what is counted by seat, order or source


def read_dancers(value: Any) -> list[int]:
    """Dancers by seat (3 rows of 3 ballrooms) from "1.top 2.bottom 2.bottom" or {"2.bottom": 2}."""
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        value = {word: words.count(word) for word in words}
    if not isinstance(value, Mapping):
        raise UserError("dancers are written by ballroom and row, e.g. '1.top 2.bottom 2.bottom'")
    found = [0] * (c.BALLROOMS * c.ROWS)
    for word, n in value.items():
        if not re.fullmatch(SEAT, str(word)):
            raise UserError(f"{str(word)[:40]!r} is not a row; rows are written as 1.top, 2.bottom")
        if not _whole(n, 0, 20):
            raise UserError(f"{word}: a number of dancers is from 0 to 20")
        found[read_dance_seat(str(word))] = n
    return found


def write_dancers(dancers: Sequence[int]) -> dict[str, int]:
    """Dancers by ballroom and row: {"1.top": 2}."""
    return {dance_seat_name(seat): n for seat, n in enumerate(dancers) if n}


Orders = dict[tuple[int, int], int]
ORDERS = re.compile(rf"({'|'.join(COLOUR_WORDS)}) ([1-9])")


def read_orders(value: Any) -> Orders:
    """Guests who left, by colour and goods of their order, from {"green 3": 2, "red 4": 1}."""
    if not isinstance(value, Mapping):
        raise UserError('orders are written as {"green 3": 2}: colour and goods, how many guests')
    found = {}
    for word, n in value.items():
        match = ORDERS.fullmatch(str(word))
        if not match or not _whole(n, 0, 99):
            raise UserError(f"{str(word)[:40]!r}: write a colour and a number of goods, 'green 3'")
        found[COLOUR_WORDS[match[1]], int(match[2])] = n
    return found


def write_orders(orders: Orders) -> dict[str, int]:
    return {f"{COLOUR_OF[colour]} {goods}": n for (colour, goods), n in orders.items()}


# --- cards and players


def read_card(value: Any) -> Card:
    """A card as written: a number or a name."""
    if isinstance(value, str) and value.strip() and len(value) <= MAX_TEXT:
        return value
    if _whole(value, 1, 9999):
        return int(value)
    raise UserError("a card is a printed number or a name")


def read_gap(value: Any) -> Card | None:
    """A card, or None where there is none."""
    return None if value is None else read_card(value)


def read_hand(value: Any) -> list[Card | None]:
    """Cards of a hand from a list, in which null is an unknown card, or from a number."""
    if _whole(value, 0, MOST_CARDS):
        return [None] * value
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise UserError(
            'a hand is a list of cards, e.g. ["Butler", null] with null for one that is not known,'
            " or only how many cards it has"
        )
    return [read_gap(card) for card in value]


def write_hand(hand: Sequence[Card | None]) -> Any:
    """A hand as ``read_hand`` reads it: only its size, if none of its cards is known."""
    return len(hand) if hand and all(card is None for card in hand) else list(hand)


def read_deck(value: Any) -> list[Card] | int:
    """The known cards on top of a deck, or only its size."""
    if _whole(value, 0, MOST_CARDS):
        return int(value)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST_CARDS:
        raise UserError(
            "a deck is the list of its top cards, as far as they are known, or only how many cards"
            " it has"
        )
    return [read_card(card) for card in value]


def read_who(value: Any) -> Card:
    """A player by name or by seat from 1 on."""
    named = isinstance(value, str) and value.strip() and len(value) <= MAX_TEXT
    if not named and not _whole(value, 1, MAX_PLAYERS):
        raise UserError("a player is a name, or a seat: 1 is the first start player")
    return value


def read_met(value: Any) -> list[Card | None]:
    """Celebrities by the die that brought them, red, blue, yellow, from {"blue": "Curie"}."""
    if not isinstance(value, Mapping) or not set(value) <= set(DICE_WORDS[1:]):
        raise UserError('celebrities are written with their die: {"red": "Marie Curie"}')
    return [read_gap(value.get(word)) for word in DICE_WORDS[1:]]


def write_met(met: Sequence[Card | None]) -> dict[str, Card]:
    """Celebrities by the die that brought them: {"red": "Marie Curie"}."""
    return {word: card for word, card in zip(DICE_WORDS[1:], met, strict=False) if card is not None}


def read_guests(value: Any) -> list[Guest | None]:
    """Guests at tables from 1 on, each with the goods on the card; None: a free table.

    Either {"Baroness": "2 wine", "76": "all"}, or a list of null and of objects such as
    {"guest": "Baroness", "goods": "2 wine"}, which can leave a table free between two guests.
    """
    if isinstance(value, Mapping):
        value = [{"guest": guest, "goods": goods} for guest, goods in value.items()]
    if not isinstance(value, list) or len(value) > MOST_TABLES:
        raise UserError('guests are written as {"Duke": "2 wine", "76": "all"}')
    return [None if entry is None else _guest(entry) for entry in value]


def _guest(entry: Any) -> Guest:
    if not isinstance(entry, Mapping) or not {"guest"} <= set(entry) <= {"guest", "goods"}:
        raise UserError('a table is null, or {"guest": ..., "goods": ...}')
    guest, goods = entry["guest"], entry.get("goods", "")
    try:
        return read_card(guest), None if goods == ALL else read_goods(goods)
    except UserError as error:
        raise UserError(f"{str(guest)[:40]}: {error}") from None


def write_guests(guests: Sequence[Any]) -> Any:
    """Guests as ``read_guests`` reads them; as a list if a table between them is free."""
    rows = [None if entry is None else (str(entry[0]), _on_card(entry[1])) for entry in guests]
    if None in rows or len(dict(row for row in rows if row)) < len(rows):
        return [None if row is None else {"guest": row[0], "goods": row[1]} for row in rows]
    return dict(row for row in rows if row)


def _on_card(goods: Sequence[int] | None) -> str:
    return ALL if goods is None else goods_text(goods)


def read_claimed_guests(value: Any) -> list[Any]:
    """Guests with the goods on their cards as in ``read_guests``; or a list of guests alone."""
    alone = isinstance(value, list) and all(isinstance(entry, (int, str)) for entry in value)
    return [read_card(entry) for entry in value] if alone else read_guests(value)


def write_claimed_guests(guests: Sequence[Any]) -> Any:
    alone = guests and not any(entry is None or isinstance(entry, tuple) for entry in guests)
    return list(guests) if alone else write_guests(guests)


# --- types of the forms


def written(
    read: Callable[[Any], Any], schema: dict[str, Any], write: Callable[[Any], Any] | None = None
) -> Any:
    """A form type read and written by these functions; it holds the result of ``read``."""
    kinds = [AfterValidator(read), WithJsonSchema(schema)]
    return Annotated[(Any, *kinds, *([PlainSerializer(write)] if write else []))]


_TEXT = {"type": "string"}


def _object(**more: Any) -> dict[str, Any]:
    """An object closed to unknown fields."""
    return {"type": "object", **more, "additionalProperties": False}


def _words(word: str) -> dict[str, Any]:
    """A text of words of this pattern, separated by spaces or commas."""
    return {"type": "string", "pattern": rf"^[\s,]*(?:(?:{word})(?:[\s,]+|$))*$"}


_GOOD = "|".join(GOODS_WORDS)
_ROOMS = _words(r"[1-4]\.[1-5](?:-[1-4]\.[1-5])?")
_LETTER: dict[str, Any] = {"enum": ["A", "B", "C"]}
_AMOUNT = {"type": "integer", "minimum": 0, "maximum": 99}
_GOODS: dict[str, Any] = {
    "anyOf": [
        {**_words(rf"\d+[\s,]+(?:{_GOOD})"), "examples": ["2 wine 1 coffee"]},
        _object(properties=dict.fromkeys(GOODS_WORDS, _AMOUNT)),
    ]
}
_ON_CARD: dict[str, Any] = {"anyOf": [{"const": ALL}, *_GOODS["anyOf"]]}
_NAME = {"type": "string", "pattern": r"\S", "maxLength": MAX_TEXT}
_CARD: dict[str, Any] = {
    "anyOf": [{"type": "integer", "minimum": 1, "maximum": 9999}, _NAME],
    "description": "A card by its printed number, or by its English or German name.",
}
_TABLE = _object(properties={"guest": _CARD, "goods": _ON_CARD}, required=["guest"])
_GUESTS = {
    "type": "object",
    "additionalProperties": _ON_CARD,
    "propertyNames": _NAME,
    "maxProperties": MOST_TABLES,
}
_GAP = {"anyOf": [*_CARD["anyOf"], {"type": "null"}]}
_WHITE = {"type": "integer", "minimum": 1, "maximum": 6}
_FACE = {"anyOf": [_WHITE, {"type": "string", "pattern": "^(red|blue|yellow) ?[1-6]$"}]}
_TAKEN = {"anyOf": [_WHITE, {"const": KEY}]}


def _or_list(text: Any, items: Any, **more: Any) -> dict[str, Any]:
    return {"anyOf": [text, {"type": "array", "items": items, **more}]}


_COUNTS = _or_list(_words(r"\d{1,2}"), _AMOUNT, maxItems=8)


Text = Annotated[str, Field(max_length=MAX_TEXT)]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Words = Annotated[str, Field(min_length=1, max_length=120)]
Flag = Annotated[bool, Field(strict=True)]
OneCard = written(read_card, _CARD)


def number(least: int, most: int) -> Any:
    """A whole number in a range."""
    return Annotated[int, Field(strict=True, ge=least, le=most)]


def cards(most: int, *, gaps: bool = False) -> Any:
    """This many cards; ``gaps``: null for an empty place."""
    card = written(read_gap, _GAP) if gaps else OneCard
    return Annotated[list[card], Field(max_length=most)]  # type: ignore[valid-type]


Deck = cards(MOST_CARDS)
_NUMBER_OF_CARDS = {"type": "integer", "minimum": 0, "maximum": MOST_CARDS}
Hand = written(
    read_hand,
    {
        **_or_list(_NUMBER_OF_CARDS, _GAP, maxItems=MOST_CARDS),
        "description": "Cards of a hand, null for one that is not known; or only how many.",
    },
    write_hand,
)
OpenDeck = written(
    read_deck,
    {
        "anyOf": [
            _NUMBER_OF_CARDS,
            {"type": "null"},
            {"type": "array", "items": _CARD, "maxItems": MOST_CARDS},
        ],
        "description": "The top cards of a deck, as far as they are known; or how many it has.",
    },
)
Who = written(
    read_who,
    {
        "anyOf": [{"type": "integer", "minimum": 1, "maximum": MAX_PLAYERS}, _NAME],
        "description": "A player by name, or by seat: 1 is the first start player.",
    },
)
_FACES = {"type": "string", "pattern": rf"^(?:[ ,]|{DIE.pattern})*$"}
Dice = written(read_dice, _or_list(_FACES, _FACE, maxItems=40))
Taken = written(read_taken, {"type": "array", "items": _TAKEN, "maxItems": 40}, write_taken)
Goods = written(read_goods, _GOODS, goods_text)
Rooms = written(
    read_rooms,
    {
        **_or_list(_ROOMS, _ROOMS),
        "description": "Rooms as floor.column from the bottom left: '1.1 2.1-2.5'.",
    },
    write_rooms,
)
Letters = written(read_letters, _or_list(_words("[ABC]"), _LETTER, uniqueItems=True), write_letters)
Tiles = written(read_tiles, _or_list(_TEXT, _TEXT), " ".join)
Counts = written(read_counts, _COUNTS, lambda counts: " ".join(map(str, counts)))
Waits = written(read_counts, _COUNTS)
Dancers = written(
    read_dancers,
    {
        "anyOf": [
            _words(SEAT),
            _object(patternProperties={f"^{SEAT}$": {**_AMOUNT, "maximum": 20}}),
        ],
        "description": "Dancers by ballroom, counted from the left, and row: '1.top 2.bottom'.",
    },
    write_dancers,
)
ByOrder = written(
    read_orders,
    {
        **_object(patternProperties={f"^{ORDERS.pattern}$": _AMOUNT}),
        "description": "Guests by colour and goods ordered: {'green 3': 2}.",
    },
    write_orders,
)
Met = written(
    read_met,
    {
        **_object(properties=dict.fromkeys(DICE_WORDS[1:], _CARD)),
        "description": "Celebrities by the die that brought them.",
    },
    write_met,
)
Guests = written(
    read_guests,
    {
        **_or_list(_GUESTS, {"anyOf": [{"type": "null"}, _TABLE]}, maxItems=MOST_TABLES),
        "description": "Guests at tables 1, 2, 3 with the goods already on their cards.",
    },
    write_guests,
)
ClaimedGuests = written(
    read_claimed_guests,
    {
        **_or_list(
            _GUESTS, {"anyOf": [{"type": "null"}, _TABLE, *_CARD["anyOf"]]}, maxItems=MOST_TABLES
        ),
        "description": "All guests of the café, with the goods on their cards or without.",
    },
    write_claimed_guests,
)
