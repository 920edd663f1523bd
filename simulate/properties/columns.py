"""The positions of a trail, field by field: a field becomes plain numbers when it is first read.

A record of NumPy takes a microsecond for each number that Python reads of it. A whole field of a
trail turns into one flat list of Python numbers in one go, and only if somebody asks for it.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any

import numpy as np

from simulate.engine import codes as c
from simulate.engine.state import GAME, PLAYER
from simulate.properties.cards import CardBook

CARDS = frozenset(("hand", "staff", "staff_used", "row"))
"""Fields that hold a number of a byte for each card: they stay bytes, which are cut out quickly."""
SIZES = {
    name: math.prod(record[name].shape) for record in (PLAYER, GAME) for name in record.names or ()
}
"""How many numbers each field has in one record."""


class HiddenRead(Exception):
    """A check reads what players cannot see, without having asked for it."""


class Fields:
    """The fields of records as attributes, each made when it is first read and kept.

    A field is a flat list: of a field that is an array, the numbers of the first record come
    first. Those of ``CARDS`` are bytes.
    """

    def __init__(self, records: np.ndarray) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:
        found = self._records[name].reshape(-1)
        kept = found.astype(np.int8).tobytes() if name in CARDS else found.tolist()
        self.__dict__[name] = kept
        return kept

    def of(self, name: str, i: int) -> Any:
        """The numbers of a field that is an array, of one record."""
        size = SIZES[name]
        return getattr(self, name)[i * size : (i + 1) * size]


class Columns:
    """The positions of one game in a row, to be read only.

    ``games``: the records, shape (positions,); ``book``: the cards of the ruleset. ``open``: may
    hands and decks be read?

    ``table``: fields of the table by position. ``player``: fields of the players; seat ``s`` of
    position ``i`` is at ``i * seats + s``.
    """

    def __init__(self, games: np.ndarray, book: CardBook) -> None:
        self.games = games.view()
        self.games.flags.writeable = False
        self.book = book
        self.open = True
        self.seats = int(games["n_players"][0])
        self.table = Fields(self.games)
        self.player = Fields(self.games["players"][:, : self.seats])
        self.made: dict[Any, Any] = {}  # what many places share, made once

    @cached_property
    def deciders(self) -> list[int]:
        """The seat that decides next, by position; -1 when the game is over."""
        games = self.games
        last = np.maximum(games["top"].astype(np.int64) - 1, 0)
        seats = games["frames"]["player"][np.arange(len(games)), last].astype(np.int64)
        none = (games["top"] == 0) | (games["phase"] == c.PH_OVER)
        return np.where(none, -1, seats).tolist()

    def hidden(self, what: str) -> None:
        """Raises HiddenRead unless hidden things may be read."""
        if not self.open:
            raise HiddenRead(f"reads {what}, which is hidden; declare it with hidden=True")
