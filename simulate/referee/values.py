"""The small values of a transcript: goods, rooms, dice, cards and letters, as people write them.

A form keeps what was written; the functions ``read_...`` turn it into what the engine takes, and
raise UserError for anything else. They also check the fields of the forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, WithJsonSchema

from model import UserError
from simulate.actions import read_room
from simulate.engine import codes as c
from simulate.engine.compile import GOODS_WORDS

MAX_TEXT = 400
ALL = "all"  # on a guest's card: the order is filled


class Form(BaseModel):
    """A part of a transcript: closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def read_goods(value: Any) -> list[int]:
    """Amounts in the order of GOODS_WORDS from "2 wine 1 coffee" or {"wine": 2, "coffee": 1}."""
    if isinstance(value, str):
        words = value.replace(",", " ").split()
        pairs = list(zip(words[1::2], words[::2], strict=False))
        if len(words) % 2 or not all(n.isdecimal() for _, n in pairs):
            raise UserError(f"{value[:40]!r} are no goods; write them as '2 wine 1 coffee'")
        value = _summed(pairs)
    if not isinstance(value, Mapping):
        raise UserError('goods are written as \'2 wine 1 coffee\' or {"wine": 2, "coffee": 1}')
    for word, n in value.items():
        if word not in GOODS_WORDS:
            raise UserError(f"{str(word)[:40]!r} is no good; goods: {', '.join(GOODS_WORDS)}")
        if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= 99:
            raise UserError(f"{word}: the amount must be a whole number from 0 to 99")
    return [int(value.get(word, 0)) for word in GOODS_WORDS]


def _summed(pairs: list[tuple[str, str]]) -> dict[str, int]:
    """Amounts by good; a good that is named twice counts together."""
    total: dict[str, int] = {}
    for word, n in pairs:
        total[word] = total.get(word, 0) + min(int(n), 100)
    return total


def read_placed(value: Any) -> list[int] | None:
    """Goods on a guest's card; None for "all": the order is filled."""
    return None if value == ALL else read_goods(value)


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
                f"{word[:40]!r} is no room; floors are 1 to 4 from the bottom, columns 1 to 5 from"
                " the left, e.g. 2.3, or 2.1-2.5 for a stretch"
            )
        first, last = read_room(match[1]), read_room(match[2] or match[1])
        if last < first or first // c.COLUMNS != last // c.COLUMNS:
            raise UserError(f"{word}: a stretch goes from left to right on one floor")
        mask |= sum(1 << room for room in range(first, last + 1))
    return mask


def read_dice(value: Any) -> list[int]:
    """Faces, lowest first, from [1, 1, 2] or "1 1 2" or "11 2"."""
    if isinstance(value, str) and re.fullmatch(r"[1-6 ,]*", value):
        value = [int(face) for face in value if face.isdecimal()]
    if not isinstance(value, list) or len(value) > 40:
        raise UserError("dice are a list of faces, e.g. [1, 1, 2, 6]")
    for face in value:
        if not isinstance(face, int) or isinstance(face, bool) or not 1 <= face <= c.FACES:
            raise UserError(f"{str(face)[:40]} is no face of a die; faces are 1 to 6")
    return sorted(value)


def read_letters(value: Any) -> list[int]:
    """Politics cards as 0, 1, 2 from "A C" or ["A", "C"]."""
    if isinstance(value, list):
        value = " ".join(str(part) for part in value)
    words = value.replace(",", " ").split() if isinstance(value, str) else ["?"]
    if any(word not in ("A", "B", "C") for word in words) or len(set(words)) < len(words):
        raise UserError("politics cards are named by letter, each once, e.g. 'A C'")
    return sorted("ABC".index(word) for word in words)


def read_card(value: Any) -> int | str:
    """A card as it was written: a number or a name."""
    if isinstance(value, str) and value.strip() and len(value) <= 80:
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 9999:
        return value
    raise UserError("a card is a printed number or a name")


def read_gap(value: Any) -> int | str | None:
    """A card, or None where there is none."""
    return None if value is None else read_card(value)


def read_guests(value: Any) -> list[tuple[int | str, list[int] | None] | None]:
    """Guests at tables from 1 on, each with the goods on the card; None: a free table.

    Either {"Baroness": "2 wine", "76": "all"}, or a list of null and of objects such as
    {"guest": "Baroness", "goods": "2 wine"}, which can leave a table free between two guests.
    """
    if isinstance(value, Mapping):
        value = [{"guest": guest, "goods": goods} for guest, goods in value.items()]
    if not isinstance(value, list) or len(value) > 8:
        raise UserError('guests are written as {"Duke": "2 wine", "76": "all"}')
    return [None if entry is None else _guest(entry) for entry in value]


def _guest(entry: Any) -> tuple[int | str, list[int] | None]:
    if not isinstance(entry, Mapping) or not {"guest"} <= set(entry) <= {"guest", "goods"}:
        raise UserError('a table is null, or {"guest": ..., "goods": ...}')
    guest, goods = entry["guest"], entry.get("goods", "")
    try:
        return read_card(guest), read_placed(goods)
    except UserError as error:
        raise UserError(f"{str(guest)[:40]}: {error}") from None


def read_expected_guests(value: Any) -> list[Any]:
    """Guests with the goods on their cards as in ``read_guests``; or a list of guests alone."""
    alone = isinstance(value, list) and all(isinstance(entry, (int, str)) for entry in value)
    if alone:
        return [read_card(entry) for entry in value]
    return read_guests(value)


def read_who(value: Any) -> int | str:
    """A player by name or by seat from 1 on."""
    if isinstance(value, bool) or not isinstance(value, (int, str)) or not str(value).strip():
        raise UserError("a player is a name, or a seat: 1 is the first start player")
    return value


def field(read: Callable[[Any], Any], schema: dict[str, Any]) -> Any:
    """A field that keeps what was written, if ``read`` takes it."""

    def check(value: Any) -> Any:
        read(value)
        return value

    return Annotated[Any, AfterValidator(check), WithJsonSchema(schema)]


_TEXT = {"type": "string"}
_AMOUNT = {"type": "integer", "minimum": 0, "maximum": 99}
_GOODS: dict[str, Any] = {
    "anyOf": [
        {"type": "string", "examples": ["2 wine 1 coffee", ALL]},
        {
            "type": "object",
            "properties": dict.fromkeys(GOODS_WORDS, _AMOUNT),
            "additionalProperties": False,
        },
    ]
}
_CARD: dict[str, Any] = {
    "anyOf": [{"type": "integer", "minimum": 1, "maximum": 9999}, _TEXT],
    "description": "A card by its printed number, or by its English or German name.",
}
_TABLE = {
    "type": "object",
    "properties": {"guest": _CARD, "goods": _GOODS},
    "required": ["guest"],
    "additionalProperties": False,
}
_FACE = {"type": "integer", "minimum": 1, "maximum": 6}

Goods = field(read_goods, _GOODS)
Rooms = field(
    read_rooms,
    {
        "anyOf": [_TEXT, {"type": "array", "items": _TEXT}],
        "description": "Rooms as floor.column from the bottom left: '1.1 1.2 2.1-2.5'.",
    },
)
Dice = field(
    read_dice,
    {"anyOf": [_TEXT, {"type": "array", "items": _FACE, "maxItems": 40}]},
)
Letters = field(
    read_letters,
    {"anyOf": [_TEXT, {"type": "array", "items": {"enum": ["A", "B", "C"]}}]},
)
Card = field(read_card, _CARD)
Gap = field(read_gap, {"anyOf": [*_CARD["anyOf"], {"type": "null"}]})
Guests = field(
    read_guests,
    {
        "anyOf": [
            {"type": "object", "additionalProperties": _GOODS},
            {"type": "array", "items": {"anyOf": [{"type": "null"}, _TABLE]}},
        ],
        "description": "Guests at tables 1, 2, 3 with the goods already on their cards.",
    },
)
ExpectedGuests = field(
    read_expected_guests,
    {
        "anyOf": [
            {"type": "object", "additionalProperties": _GOODS},
            {"type": "array", "items": {"anyOf": [{"type": "null"}, _TABLE, *_CARD["anyOf"]]}},
        ],
        "description": "All guests of the cafe, with the goods on their cards or without.",
    },
)
Who = field(
    read_who,
    {
        "anyOf": [{"type": "integer", "minimum": 1, "maximum": 4}, _TEXT],
        "description": "A player by name, or by seat: 1 is the first start player.",
    },
)
