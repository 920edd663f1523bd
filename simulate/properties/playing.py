"""Games of a ruleset as trails of positions, played by any policy from any position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from model import Ruleset
from simulate import policies
from simulate.base.roster import SEEKER
from simulate.engine.compile import compile_ruleset
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import MAX_PLAYERS, new_games
from simulate.game import Game
from simulate.policies.chooser import SCRATCH
from simulate.policies.greedy import as_words
from simulate.policies.seating import Table, rotated
from simulate.properties.cards import CardBook
from simulate.properties.columns import Columns
from simulate.verify.table import worth_tables
from simulate.verify.trail import NONE, follow

LENGTH = 1024
"""Most positions in a trail; a longer game is split, each part beginning where the last ends."""


@dataclass(frozen=True)
class Trail:
    """Consecutive positions of a game. ``games``: shape (positions,); ``taken``: the actions
    between them, shape (positions,), the last -1. ``first``: the first position not in an earlier
    trail."""

    games: np.ndarray
    taken: np.ndarray
    first: int = 0


def each_of(table: Table) -> tuple[str, ...]:
    """The policies of a table, one or one for each seat."""
    return (table,) if isinstance(table, str) else table


def label(table: Table) -> str:
    """A table as reports name it."""
    return ",".join(each_of(table))


class Players:
    """Plays games of one ruleset; reuses its memory, trails included, from game to game."""

    def __init__(self, ruleset: Ruleset, program: np.ndarray | None = None) -> None:
        self.ruleset = ruleset
        self.program = compile_ruleset(ruleset) if program is None else program
        self.book = CardBook(ruleset, self.program)
        self.scratch = new_games(SCRATCH)
        self.words = as_words(self.scratch)
        self.out = np.zeros(MAX_ACTIONS, np.int32)
        self.games = new_games(LENGTH)
        self.trail = as_words(self.games)
        self.taken = np.zeros(LENGTH, np.int32)
        self._tables: dict[tuple[tuple[str, ...], int], np.ndarray] = {}
        self._seats: dict[tuple[str, ...], np.ndarray] = {}
        self._choosers: dict[str, Callable[[Game], int]] = {}

    def deal(self, players: int, seed: int, number: int) -> Game:
        """A game at its start."""
        return Game(self.program, players, seed, number)

    def play(self, game: Game, table: Table, number: int = 0) -> Iterator[Trail]:
        """The trails of a game; ``game`` itself is not changed.

        Args:
            table: the policy of all seats, or one for each; a mixed one moves on by a seat with
                each game.
            number: of the game.
        Raises UserError for an unknown policy, RuntimeError if the engine stops with an error.
        """
        if self.in_python(table):
            each = rotated(each_of(table), number)
            choosers = [self.chooser(policy) for policy in each]
            yield from self.asked(game, lambda now: choosers[now.player % len(each)](now))
            return
        self.scratch[0] = game.games[0]
        first = 0
        worths, seats = self.seated(table, int(game.state.n_players), number)
        while True:
            n = int(
                follow(
                    self.scratch, self.words, self.program[0], worths, seats,
                    self.trail, self.out, self.taken,
                )
            )  # fmt: skip
            yield Trail(self.games[:n], self.taken[:n], first)
            if n < LENGTH or self.scratch[0].error:
                return
            first = 1

    def asked(self, game: Game, choose: Callable[[Game], int]) -> Iterator[Trail]:
        """The trails of a game in which ``choose`` is asked at each choice.

        ``game`` itself is not changed.
        """
        game, n, first = game.copy(), 0, 0
        self._playing = game, 0, 0
        while True:
            self.games[n] = game.games[0]
            self.taken[n] = NONE
            n += 1
            if game.over or n == LENGTH:
                yield Trail(self.games[:n], self.taken[:n], first)
                if game.over:
                    return
                self.games[0], n, first = game.games[0], 1, 1
            legal = game.legal()
            self.taken[n - 1] = legal[0] if len(legal) == 1 else choose(game)
            self._playing = game, n, first
            game.apply(int(self.taken[n - 1]))

    def broken_off(self) -> Trail:
        """The last trail of ``asked``, which the engine ended with an error."""
        game, n, first = self._playing
        self.games[n], self.taken[n] = game.games[0], NONE
        return Trail(self.games[: n + 1], self.taken[: n + 1], first)

    def columns(self, trail: Trail) -> Columns:
        """The positions of a trail in the form that checks read."""
        return Columns(trail.games, self.book)

    @staticmethod
    def in_python(table: Table) -> bool:
        """Must Python ask a policy of this table for each decision?"""
        return policies.slow(tuple(one for one in each_of(table) if one != SEEKER.name))

    def seated(self, table: Table, players: int, number: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """Data that compiled policies of a table read in a game, and the index of each seat's
        policy."""
        each = tuple(rotated(each_of(table), number))
        cast = tuple(dict.fromkeys(each))
        if each not in self._seats:
            places = np.array([cast.index(policy) for policy in each], np.int64)
            self._seats[each] = np.resize(places, MAX_PLAYERS)
        return self._worths(cast, players), self._seats[each]

    def _worths(self, cast: tuple[str, ...], players: int) -> np.ndarray:
        key = (cast, players)
        if key not in self._tables:
            self._tables[key] = worth_tables(self.program[0], cast, players)
        return self._tables[key]

    def chooser(self, policy: str) -> Callable[[Game], int]:
        """A policy as a function of a game."""
        if policy not in self._choosers:
            self._choosers[policy] = policies.chooser(policy, self.program[0])
        return self._choosers[policy]


def replayed(players: Players, game: Game, actions: Sequence[int]) -> Trail:
    """The trail of given actions from a position. Raises IllegalAction if one is not legal."""
    game = game.copy()
    games = new_games(len(actions) + 1)
    taken = np.full(len(actions) + 1, NONE, np.int32)
    games[0] = game.games[0]
    for i, action in enumerate(actions):
        taken[i] = action
        game.apply(int(action))
        games[i + 1] = game.games[0]
    return Trail(games, taken)
