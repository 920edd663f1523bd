"""The recorded tables as declared in columns.toml: types, ranges, words.

This needs no engine, so that a file can be checked against its table before anything plays.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated, Literal

import pyarrow as pa
import tomli
from pydantic import BaseModel, ConfigDict, Field

WORD = pa.dictionary(pa.int8(), pa.string())
TYPES = {
    "int8": pa.int8(), "int16": pa.int16(), "int32": pa.int32(), "float": pa.float32(),
    "word": WORD, "words": pa.list_(WORD), "counts": pa.list_(pa.int16()),
}  # fmt: skip
CARDS_PER_GAME = 250
"""Most rows of cards per game: the size of the engine's log."""

SEATS, LAST_SEAT = "seats", "seats - 1"


class Column(BaseModel):
    """A column. ``low``, ``high``: the range of numbers, both included; ``of``: the words."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    type: Literal["int8", "int16", "int32", "float", "word", "words", "counts"]
    about: Annotated[str, Field(min_length=1)]
    low: int | None = None
    high: int | Literal["seats", "seats - 1"] | None = None
    null: bool = False
    of: list[str] | None = None

    def highest(self, players: int) -> int | None:
        """The maximum at a table of that size; None if only the type bounds it."""
        if self.high == SEATS:
            return players
        return players - 1 if self.high == LAST_SEAT else self.high  # type: ignore[return-value]


@cache
def columns(table: str) -> dict[str, Column]:
    """The columns of a table by name, in the order of its files."""
    text = Path(__file__).with_name("columns.toml").read_text("utf-8")
    return {name: Column.model_validate(one) for name, one in tomli.loads(text)[table].items()}


@cache
def schema(table: str) -> pa.Schema:
    return pa.schema([(name, TYPES[one.type]) for name, one in columns(table).items()])


def rows_of(table: str, games: int, players: int) -> range:
    """How many rows a table of that many games may have."""
    if table == "games":
        return range(games, games + 1)
    if table == "players":
        return range(games * players, games * players + 1)
    return range(games * players, games * CARDS_PER_GAME + 1)
