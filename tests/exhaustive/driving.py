"""Positions that are cheap to branch: thousands of continuations are tried from each.

    here = Position.of(table.game)
    for words, then in here.continuations():
        then.mine("krones"), then.after("stop")

Nothing here knows a rule: what must follow is stated in each test, in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from simulate import Game
from simulate.actions import from_words, to_words
from simulate.engine import codes
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import GAME
from simulate.game import advance, look

EDITIONS = ("original-2015", "revised-2021")
GOODS = ("strudel", "cake", "wine", "coffee")
ALL_ROOMS = [(floor, column) for floor in range(1, 5) for column in range(1, 6)]
Room = tuple[int, int]  # floor and column, both from 1


class Position:
    """A state and what is legal in it. Going on from it makes another one and leaves it alone."""

    def __init__(self, games: np.ndarray, program: np.ndarray) -> None:
        self.games, self.program = games, program
        self.out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        self.n = 0

    @classmethod
    def of(cls, game: Game) -> Position:
        """A copy of a game's state as it stands."""
        return cls(game.games, game.program).edited(lambda state: None)

    def twin(self) -> Position:
        """A copy (word by word, which is much faster than field by field)."""
        twin = Position(self.games.view(np.uint64).copy().view(GAME), self.program)
        twin.out[: self.n], twin.n = self.out[: self.n], self.n
        return twin

    def edited(self, edit: Callable[[Any], None]) -> Position:
        """A copy whose state was changed by hand."""
        twin = self.twin()
        edit(twin.games[0])
        twin.n = int(look(twin.games, twin.program, twin.out))
        twin.check()
        return twin

    def after(self, *actions: str | int) -> Position:
        """What follows some legal actions."""
        here = self
        for action in actions:
            compact = action if isinstance(action, int) else here.compact(action)
            twin = here.twin()
            twin.n = int(advance(twin.games, twin.program, compact, twin.out))
            twin.check()
            here = twin
        return here

    def check(self) -> None:
        assert not self.games["error"][0]

    def compact(self, words: str) -> int:
        action = from_words(self.program[0], words)
        assert action in self.legal, f"{words!r} is not legal: {self.words}"
        return action

    @property
    def legal(self) -> list[int]:
        """The legal actions in their compact form."""
        return self.out[: self.n].tolist()

    @property
    def words(self) -> list[str]:
        """The legal actions in words."""
        rules = self.program[0]
        return [to_words(rules, action) for action in self.legal]

    def continuations(self) -> Iterator[tuple[str, Position]]:
        """Every legal action with what follows it."""
        for action, words in zip(self.legal, self.words, strict=True):
            yield words, self.after(action)

    def endings(self, ended: Callable[[Position], bool]) -> Iterator[Position]:
        """The ends of all legal sequences of actions; ``ended`` says where one is over."""
        open_ = [self]
        while open_:
            here = open_.pop()
            if ended(here):
                yield here
            else:
                open_ += [here.after(action) for action in here.legal]

    # -- what is there -----------------------------------------------------------------------------

    def table(self, field: str) -> Any:
        """A number on the table."""
        return int(self.games[field][0])

    def mine(self, field: str, seat: int = 0) -> int:
        """A number before a player: krones, emperor, vp ..."""
        return int(self.games["players"][field][0, seat])

    def dice(self) -> dict[int, int]:
        """The dice on each action space that has any."""
        return {face: int(n) for face, n in enumerate(self.games["dice"][0]) if n}

    def kitchen(self, seat: int = 0) -> dict[str, int]:
        """The goods in a kitchen."""
        found = self.games["players"]["kitchen"][0, seat]
        return {good: int(n) for good, n in zip((*GOODS, "champagne"), found, strict=True) if n}

    def rooms(self, state: str, seat: int = 0) -> frozenset[Room]:
        """The "vacant" or "occupied" rooms of a hotel."""
        return of_mask(self.mine(state, seat))

    def vp_from(self, source: int, seat: int = 0) -> int:
        """The VP booked under one of the engine's sources."""
        return int(self.games["players"]["vp_by"][0, seat, source])

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.games["frames"]["player"][0, self.table("top") - 1])

    @property
    def in_turns(self) -> bool:
        return self.table("phase") == codes.PH_TURNS


def of_mask(mask: int) -> frozenset[Room]:
    """The rooms that a bit mask stands for."""
    return frozenset(room for i, room in enumerate(ALL_ROOMS) if mask >> i & 1)


def mask_of(rooms: Any) -> int:
    """The bit mask of some rooms."""
    return sum(1 << ALL_ROOMS.index(room) for room in rooms)


def named(room: Room) -> str:
    """A room as actions write it."""
    return f"{room[0]}.{room[1]}"
