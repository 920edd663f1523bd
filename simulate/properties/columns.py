"""The positions of a trail, column by column: a field becomes plain numbers when it is first read.

A record of NumPy takes a microsecond for each number that Python reads of it. A whole column of a
game turns into Python numbers in one go, and only if somebody asks for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.properties.cards import CardBook

SIZED = {"hand": "hand_size", "staff": "staff_size", "staff_used": "staff_size"}
"""Fields that are lists, and the field that says how long they are."""


class HiddenRead(Exception):
    """A check reads what players cannot see, without having asked for it."""


class Columns:
    """The positions of one game in a row, to be read only.

    ``games``: the records, shape (positions,); ``book``: the cards of the ruleset. ``open``: may
    hands and decks be read?
    """

    def __init__(self, games: np.ndarray, book: CardBook) -> None:
        self.games = games.view()
        self.games.flags.writeable = False
        self.book = book
        self.open = True
        self.seats = int(games["n_players"][0])
        self.top: dict[str, list[Any]] = {}
        self.of_seats: dict[str, list[Any]] = {}
        self.views: list[Any] = [None] * len(games)  # positions, once they are asked for
        self.people: list[Any] = [None] * len(games)  # and their players
        self.made: dict[Any, Any] = {}  # what positions share, by what it is made of

    def table(self, field: str) -> list[Any]:
        """A field of the table, by position."""
        found = self.top.get(field)
        if found is None:
            found = self.top[field] = self.games[field].tolist()
        return found

    def player(self, field: str) -> list[Any]:
        """A field of the players, by position and seat."""
        found = self.of_seats.get(field)
        if found is None:
            players = self.games["players"][:, : self.seats]
            column = players[field]
            if field in SIZED:  # a hand has room for 48 cards, of which few are there
                column = column[:, :, : max(1, int(players[SIZED[field]].max()))]
            found = self.of_seats[field] = column.tolist()
        return found

    def hidden(self, what: str) -> None:
        """Raises HiddenRead unless hidden things may be read."""
        if not self.open:
            raise HiddenRead(f"reads {what}, which is hidden; declare it with hidden=True")
