"""Plays games of one table: in compiled code, or in Python if that makes the decisions."""

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import numpy as np

from simulate import policies
from simulate.engine.codes import ERR_LOOP, ERRORS
from simulate.engine.compile import compile_ruleset
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import new_games
from simulate.game import NO_DECISION, NoDecision
from simulate.playing.chosen import Chosen
from simulate.playing.games import Games
from simulate.playing.playout import play_range
from simulate.playing.rows import Rows, blank_rows
from simulate.playing.stepwise import Stepwise
from simulate.policies.chooser import SCRATCH
from simulate.policies.greedy import as_words

REPORTED = 0.05  # minimum seconds of play between two progress reports

Report = Callable[[np.ndarray, np.ndarray], None]


class EngineError(RuntimeError):
    """A game ended in an error of the engine: a defect. The message names the game."""


class Player:
    """Plays games; reuses its buffers, so that memory does not grow with the number of games."""

    def __init__(self, games: Games) -> None:
        self.games = games
        self.program = compile_ruleset(games.ruleset)
        self.stepwise = Stepwise.of(games, self.program)
        self.learned = learned_table(games, self.program)
        if self.stepwise is None and self.learned is None:
            self.worths = policies.worth_tables(self.program[0], games.cast, games.players)
        self.chosen = chosen_by(games)
        self.codes = np.array([games.cast.index(name) for name in games.policies], dtype=np.int64)
        self.scratch = new_games(SCRATCH + 1)
        self.words = as_words(self.scratch)
        self.out = np.zeros(MAX_ACTIONS, dtype=np.int32)

    def play(self, first: int, games: int, report: Report | None = None) -> tuple[np.ndarray, ...]:
        """Play games ``first`` .. ``first + games - 1``; returns the rows of the three tables.

        ``report`` is called now and then with the rows of games and players just finished. Raises
        EngineError if a game ends in one, UserError if a user's Python file fails.
        """
        n = self.games.players
        rows = blank_rows(games, n)
        play_range = self._play_compiled if self.stepwise is None else self.stepwise.play_range
        numbers = None if self.chosen is None else self.chosen.numbers(first, games)
        for done, end in stretches(games):
            if numbers is None:
                play_range(first, done, end, rows)
            else:
                for i in range(done, end):  # deals that are not consecutive: one at a time
                    play_range(int(numbers[i]) - i, i, i + 1, rows)
            if report:
                report(rows.games[done:end], rows.players[done * n : end * n])
        played = rows.games, rows.players, rows.cards[: rows.filled[0]]
        if numbers is not None:  # games keep their number among those chosen, deals their own
            for some in played:
                some["game"] = first + np.searchsorted(numbers, some["game"])
        return played

    def _play_compiled(self, first: int, done: int, end: int, rows: Rows) -> None:
        """Play and record games ``first + done`` .. ``first + end - 1`` in compiled code."""
        n = self.games.players
        if self.learned is not None:
            deals = self.games.same_deal, self.games.own_chance
            games = first, done, end
            failed = self.learned.play(self.codes, self.games.seed, deals, games, rows)
            self.check(failed, self.learned.scratch)
            return
        failed = play_range(
            self.scratch, self.words, self.program[0], self.worths, self.codes,
            np.zeros(n, dtype=np.int64), n, self.games.seed, self.games.same_deal,
            self.games.own_chance, first, done, end, self.out, rows,
        )  # fmt: skip
        self.check(failed, self.scratch)

    def check(self, failed: int, scratch: np.ndarray) -> None:
        """Raise EngineError for the game of that number, which is in ``scratch``; -1: none.

        If patched rules let cards answer each other forever, it is a NoDecision: no defect.
        """
        if failed >= 0:
            error = int(scratch[0].error)
            where = (
                f"{self.games.ruleset.label}, {self.games.players} players, "
                f"seed {self.games.seed}, game {failed}: "
            )
            if error == ERR_LOOP and self.games.ruleset.patches:
                raise NoDecision(where + NO_DECISION)
            raise EngineError(where + ERRORS[error])


def stretches(games: int) -> Iterator[tuple[int, int]]:
    """First and end of parts of the games; their size doubles until one takes ``REPORTED``."""
    done, size = 0, 1
    while done < games:
        end, began = min(games, done + size), perf_counter()
        yield done, end
        if perf_counter() - began < REPORTED:
            size *= 2
        done = end


def chosen_by(games: Games) -> Chosen | None:
    """The deals to play; None for all. Raises UserError as `Chosen`."""
    return Chosen(games.ruleset, games.players, games.seed, games.only) if games.only else None


def learned_table(games: Games, program: np.ndarray) -> Any:
    """The table with learned players; None if there are none."""
    if not policies.learned(games.cast):
        return None
    from simulate.playing.learned import LearnedTable  # compiles code of its own

    return LearnedTable(program, games.cast, games.players)
