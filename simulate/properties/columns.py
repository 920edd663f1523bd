"""The positions of a trail, field by field: a field is converted to plain numbers on first use.

Reading one number of a NumPy record takes Python a microsecond. Here a whole field of a trail is
converted to one flat list of Python numbers in one go, and only if a check reads it.
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
"""Fields with a one-byte number for each card: they stay bytes, which are quick to slice."""
SIZES = {
    name: math.prod(record[name].shape) for record in (PLAYER, GAME) for name in record.names or ()
}
"""The number of values of each field in one record."""


class HiddenRead(Exception):
    """A check reads hidden information without having asked for it."""


class Fields:
    """The fields of records as attributes, each converted on first use and cached.

    A field is a flat list. If it is an array, the values of the first record come first. Those of
    ``CARDS`` are bytes.
    """

    def __init__(self, records: np.ndarray) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:
        found = self._records[name].reshape(-1)
        kept = found.astype(np.int8).tobytes() if name in CARDS else found.tolist()
        self.__dict__[name] = kept
        return kept

    def of(self, name: str, i: int) -> Any:
        """The values of an array field in one record."""
        size = SIZES[name]
        return getattr(self, name)[i * size : (i + 1) * size]


class Columns:
    """The consecutive positions of one game, read-only.

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
        self.made: dict[Any, Any] = {}  # shared objects, created once

    @cached_property
    def deciders(self) -> list[int]:
        """The seat that decides next, by position; -1 when the game is over."""
        games = self.games
        last = np.maximum(games["top"].astype(np.int64) - 1, 0)
        seats = games["frames"]["player"][np.arange(len(games)), last].astype(np.int64)
        none = (games["top"] == 0) | (games["phase"] == c.PH_OVER)
        return np.where(none, -1, seats).tolist()

    def hidden(self, what: str) -> None:
        """Raises HiddenRead unless hidden information may be read."""
        if not self.open:
            raise HiddenRead(f"reads {what}, which is hidden; declare it with hidden=True")
