"""The fields of the forms: they keep what was written, if it can be read. See ``values``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

from pydantic import AfterValidator, WithJsonSchema

from simulate.actions import DICE_WORDS
from simulate.engine.compile_words import GOODS_WORDS
from simulate.referee.values import (
    ALL,
    read_card,
    read_counts,
    read_dancers,
    read_dice,
    read_expected_guests,
    read_gap,
    read_goods,
    read_guests,
    read_letters,
    read_met,
    read_orders,
    read_rooms,
    read_round_dice,
    read_tiles,
    read_who,
)


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
_FACE: dict[str, Any] = {
    "anyOf": [
        {"type": "integer", "minimum": 1, "maximum": 6},
        {"type": "string", "pattern": "^(red|blue|yellow) ?[1-6]$"},
    ]
}
_NUMBERS: dict[str, Any] = {
    "anyOf": [_TEXT, {"type": "array", "items": _AMOUNT, "maxItems": 8}],
}

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
Tiles = field(read_tiles, {"anyOf": [_TEXT, {"type": "array", "items": _TEXT}]})
Counts = field(read_counts, _NUMBERS)
Dancers = field(
    read_dancers,
    {
        "anyOf": [_TEXT, {"type": "object", "additionalProperties": _AMOUNT}],
        "description": "Dancers by ballroom, counted from the left, and row: '1.top 2.bottom'.",
    },
)
Orders = field(
    read_orders,
    {
        "type": "object",
        "additionalProperties": _AMOUNT,
        "description": "Guests who left the cafe, by colour and goods ordered: {'green 3': 2}.",
    },
)
Met = field(
    read_met,
    {
        "type": "object",
        "properties": dict.fromkeys(DICE_WORDS[1:], _CARD),
        "additionalProperties": False,
        "description": "Celebrities who help this round, by the die that brought them.",
    },
)
RoundDice = field(
    read_round_dice,
    {
        "type": "array",
        "items": {"anyOf": [{"type": "integer", "minimum": 1, "maximum": 6}, {"const": "key"}]},
        "maxItems": 40,
    },
)
