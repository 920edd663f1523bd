"""Play a game step by step from Python.

>>> from model import load_ruleset
>>> from simulate import Game
>>> game = Game(load_ruleset("revised-2021"), players=3, seed=7)
>>> while not game.over:
...     game.apply(game.legal()[0])
>>> game.scores()
"""

from __future__ import annotations

from typing import Any

import numpy as np

from model import Ruleset, UserError
from simulate.actions import from_words, to_words
from simulate.engine import codes
from simulate.engine.compile import compile_ruleset
from simulate.engine.jit import compiled
from simulate.engine.machine import MAX_ACTIONS, settle, step
from simulate.engine.rng import game_key
from simulate.engine.setup import start
from simulate.engine.state import new_games


class IllegalAction(UserError):
    """The action is not among the legal ones; the state is untouched."""


NO_DECISION = f"{codes.ERRORS[codes.ERR_LOOP]}: cards answer each other without end"


class NoDecision(UserError, RuntimeError):
    """The rules continue forever without a decision; only a patch can cause that."""

    def __init__(self, message: str = NO_DECISION) -> None:
        super().__init__(message)


@compiled
def begin(games, programs, players, seed, game, chance, out):
    """Set up ``games[0]`` and run to the first decision; returns the number of legal actions."""
    start(games[0], programs[0], players, seed, game)
    games[0].key = game_key(seed, chance)
    return settle(games[0], programs[0], out)


@compiled
def advance(games, programs, action, out):
    """Apply an action to ``games[0]``; returns the number of legal actions that follow."""
    return step(games[0], programs[0], action, out)


@compiled
def look(games, programs, out):
    """The number of legal actions of ``games[0]`` as it is."""
    return settle(games[0], programs[0], out)


class Game:
    """One game of a ruleset.

    Parameters: a ruleset (or its compiled program, shape (1,)), 2 to 4 players, a seed and the
    number of the game within the seed (both 0 or more). The same numbers give the same game.
    ``chance``: after the set-up, dice and reshuffles are those of this game number (default: the
    same). Raises UserError for an impossible number of players.
    """

    def __init__(
        self,
        ruleset: Ruleset | np.ndarray,
        players: int = 4,
        seed: int = 0,
        game: int = 0,
        chance: int | None = None,
    ) -> None:
        program = ruleset if isinstance(ruleset, np.ndarray) else compile_ruleset(ruleset)
        if players not in (2, 3, 4):
            raise UserError(f"{players} players: the game is for 2, 3 or 4")
        if isinstance(ruleset, Ruleset) and players > ruleset.game.max_players:
            raise UserError(f"{players} players: the rules are for {ruleset.game.max_players}")
        chance = game if chance is None else chance
        if not (0 <= seed < 2**63 and 0 <= game < 2**63 and 0 <= chance < 2**63):
            raise UserError("seed and game number must be from 0 to 2**63 - 1")
        self.program = program
        self.games = new_games()
        self._out = np.zeros(MAX_ACTIONS, dtype=np.int32)
        self._settled(begin(self.games, program, players, seed, game, chance, self._out))

    @classmethod
    def standing(cls, program: np.ndarray, games: np.ndarray) -> Game:
        """A game of a compiled program in the state of a record; ``games``: shape (1,)."""
        game = cls(program, int(games[0]["n_players"]))
        game.games[:] = games
        game.refresh()
        return game

    @property
    def state(self) -> Any:
        """The state: a NumPy record of type ``simulate.engine.state.GAME`` (a view, not a copy)."""
        return self.games[0]

    @property
    def rules(self) -> Any:
        """The compiled program: a NumPy record of type ``simulate.engine.program.PROGRAM``."""
        return self.program[0]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._n == 0

    @property
    def player(self) -> int:
        """The seat that decides next (0: the first start player), -1 when the game is over."""
        return -1 if self.over else int(self.state.frames[self.state.top - 1].player)

    def legal(self) -> list[int]:
        """The legal actions in their compact form (empty when the game is over)."""
        return [int(action) for action in self._out[: self._n]]

    def legal_words(self) -> list[str]:
        """The legal actions in words."""
        return [to_words(self.rules, action) for action in self.legal()]

    def apply(self, action: int | str) -> None:
        """Carry out an action, compact or in words. Raises IllegalAction, changing nothing."""
        compact = from_words(self.rules, action) if isinstance(action, str) else int(action)
        if compact not in self._out[: self._n]:
            allowed = ", ".join(self.legal_words()) or "none, the game is over"
            raise IllegalAction(f"{self._name(compact)} is not legal here; legal: {allowed}")
        self._settled(advance(self.games, self.program, compact, self._out))

    def refresh(self) -> None:
        """Recompute the legal actions after the state was edited by hand."""
        self._settled(look(self.games, self.program, self._out))

    def copy(self) -> Game:
        """An independent copy of the game (the program is shared)."""
        twin = Game.__new__(Game)
        twin.program = self.program
        twin.games = self.games.copy()
        twin._out = self._out.copy()
        twin._n = self._n
        return twin

    def scores(self) -> list[int]:
        """Victory points of each seat so far; final once the game is over."""
        return [int(self.state.players[i].vp) for i in range(self.state.n_players)]

    def ranks(self) -> list[int]:
        """Final rank of each seat, 1 the best; seats still tied after leftovers share it."""
        return [int(self.state.players[i].rank) for i in range(self.state.n_players)]

    def _name(self, action: int) -> str:
        try:
            return repr(to_words(self.rules, action))
        except UserError as error:
            return str(error)

    def _settled(self, n: int) -> None:
        self._n = int(n)
        if self.state.error == codes.ERR_LOOP:
            raise NoDecision
        if self.state.error:
            raise RuntimeError(f"engine error: {codes.ERRORS[int(self.state.error)]}")
