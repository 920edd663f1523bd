"""Checks that are numba functions: run on trails, or during play.

Compiled code calls a check by its address, so that a new check compiles only itself. A check known
to change nothing (``purity``) runs during play, and only a game with something to show is played
again as a trail. Compiled code cannot be interrupted: it runs in a separate thread and, the first
time, in a process that can be killed.
"""

from __future__ import annotations

import multiprocessing
import threading
import warnings
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numba
import numpy as np

from simulate.batch.pool import FORK_IS_SAFE
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.program import PROGRAM
from simulate.engine.state import GAME, new_games
from simulate.policies.chooser import SCRATCH
from simulate.policies.greedy import as_words
from simulate.policies.user_file import said
from simulate.properties.answers import Answer, Found, Mistake, endless, places
from simulate.properties.columns import Columns
from simulate.properties.declared import FINAL, NEVER, REACHABLE, Check
from simulate.properties.playing import Players
from simulate.properties.purity import changes_nothing
from simulate.verify.asking import (
    CHANGED,
    ENDLESS,
    FOUND_ASKED,
    FOUND_AT,
    FOUND_EXAMPLES,
    NO,
    QUESTION,
    RAISED,
    WATCHED_ASKED,
    WATCHED_WHICH,
    YES,
    ask_trail,
    play_asking,
)

SECONDS = 10.0
"""Time limit of a numba function for the positions of one trail, or for one position."""
carray: Any = numba.carray  # type: ignore[attr-defined]
COMPILING = 20.0  # additional seconds for the first call


class Raised(Exception):
    """A numba function raised an exception, which compiled code cannot report."""


@lru_cache(maxsize=64)
def callable_at(function: Any) -> Any:
    """A numba function of state and rules, callable from compiled code; ``address`` is its address.

    Raises whatever numba raises for a function that cannot be compiled.
    """

    @numba.cfunc(numba.int64(numba.types.voidptr, numba.types.voidptr))
    def answer(state: Any, rules: Any) -> int:
        g = carray(state, (1,), GAME)[0]
        program = carray(rules, (1,), PROGRAM)[0]
        try:
            if function(g, program):
                return YES
            return NO
        except Exception:
            return RAISED

    return answer


def wanted(check: Check) -> int:
    """The answer that counts as an example: of a violation, or of something that should happen."""
    return YES if check.kind in (REACHABLE, NEVER) else NO


# -- trails ----------------------------------------------------------------------------------------


def ask_compiled(check: Check, columns: Columns, first: int) -> Answer:
    """Ask a numba function about the positions of a trail from ``first`` on."""
    answer, asked = Answer(), places(check, columns, first)
    if not asked:
        return answer
    results: list[Any] = []
    if _ends(check, columns, asked):
        with suppress(Exception):  # before the clock starts; below it would be raised again
            callable_at(check.function)
        thread = threading.Thread(
            target=_ask_trail, args=(check, columns, asked, results), daemon=True
        )
        thread.start()
        thread.join(SECONDS)
    if not results:
        answer.mistake = never_ends(check)
        return answer
    if isinstance(results[0], Exception):
        answer.mistake = Mistake(f"raises {said(results[0])}"[:300], check.line)
        return answer
    what, found = results[0]
    if what == CHANGED:
        answer.mistake = Mistake("changes the position", check.line)
        return answer
    answer.asked = answer.met = int(found[FOUND_ASKED])
    if check.wanted:
        answer.examples = int(found[FOUND_EXAMPLES])
    if found[FOUND_AT] >= 0:
        answer.found = Found(int(found[FOUND_AT]))
    return answer


def never_ends(check: Check) -> Mistake:
    """Record that a check does not terminate; it is not asked again."""
    mistake = endless[check] = Mistake(f"does not end: took more than {SECONDS:g} s", check.line)
    return mistake


def _ask_trail(check: Check, columns: Columns, asked: range, results: list[Any]) -> None:
    """Append the function's results for these positions, or the exception that it raises."""
    try:
        games = np.frombuffer(columns.games, columns.games.dtype)
        spare, found = new_games(), np.zeros(3, np.int64)
        what = ask_trail(
            games, as_words(games), spare, as_words(spare), columns.book.program[0],
            callable_at(check.function).address, wanted(check), int(check.wanted),
            int(changes_nothing(check.function)), asked.start, asked.stop, found,
        )  # fmt: skip
        if what == RAISED:
            check.function(spare_of(games, int(found[FOUND_AT])), columns.book.program[0])
            raise Raised("an exception, though not when it is asked again")
        results.append((what, found))
    except Exception as error:
        results.append(error)


def spare_of(games: np.ndarray, at: int) -> Any:
    """A copy of a position."""
    spare = new_games()
    spare[0] = games[at]
    return spare[0]


_tried: set[Check] = set()


def _ends(check: Check, columns: Columns, asked: range) -> bool:
    """Does a numba function terminate on its first call? It runs in a process that can be killed;
    if no process can be started, it is assumed to terminate."""
    if check in _tried:
        return True
    _tried.add(check)
    if not FORK_IS_SAFE or multiprocessing.current_process().daemon:
        return True
    process = multiprocessing.get_context("fork").Process(
        target=_ask_trail, args=(check, columns, asked, []), daemon=True
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # about forks with idle threads
        process.start()
    process.join(SECONDS + COMPILING)
    if process.is_alive():
        process.kill()
        process.join()
        return False
    return True


# -- while games are played ------------------------------------------------------------------------


def asked_in_play(checks: Iterable[Check]) -> bool:
    """Can all these checks be asked while games are played? They have been asked about a trail
    before, and are known to change nothing."""
    return all(
        check.compiled and check in _tried and check not in endless and _pure(check.function)
        for check in checks
    )


_pure = lru_cache(maxsize=64)(changes_nothing)


@dataclass
class Asking:
    """Games played with checks asked at each position; their counts are in ``questions``.

    ``seats``: by number of the game, the policies of the seats and what they read. ``positions``:
    of all games. ``done``: games counted. ``look``: the next game has to be played as a trail,
    because the engine stopped it with an error, it does not end, or a check raised an exception.
    """

    players: Players
    checks: Sequence[Check]
    most: int
    seed: int
    positions: int = 0
    done: int = 0
    look: bool = False
    stop: bool = False
    error: Exception | None = None
    questions: np.ndarray = field(init=False)
    before: np.ndarray = field(init=False)  # the questions before the current game

    def __post_init__(self) -> None:
        self.scratch = new_games(SCRATCH + 1)
        self.words = as_words(self.scratch)
        self.out = np.zeros(MAX_ACTIONS, np.int32)
        self.watched = np.zeros(2, np.int64)
        self.questions = np.zeros(len(self.checks), QUESTION)
        for question, check in zip(self.questions, self.checks):
            question["address"] = callable_at(check.function).address
            question["wanted"], question["every"] = wanted(check), check.wanted
            question["at_end"], question["open"] = check.kind == FINAL, 1
            question["first"] = question["last"] = -1

    def play(self, games: Iterable[tuple[int, int, np.ndarray, np.ndarray]]) -> None:
        """Play games until one needs a closer look. A check that does not terminate is recorded as
        such.

        ``games``: number, players, and the result of ``Players.seated`` for the table.
        """
        thread = threading.Thread(target=self._play, args=(games,), daemon=True)
        thread.start()
        asked = -1
        try:
            while thread.is_alive():
                thread.join(SECONDS)
                if thread.is_alive() and asked == int(self.watched[WATCHED_ASKED]):
                    never_ends(self.checks[int(self.watched[WATCHED_WHICH])])
                    self.questions, self.look = self.before, True
                    return
                asked = int(self.watched[WATCHED_ASKED])
        finally:
            self.stop = True
        if self.error is not None:
            raise self.error

    def _play(self, games: Iterable[tuple[int, int, np.ndarray, np.ndarray]]) -> None:
        try:
            for number, n, worths, seats in games:
                self.before = self.questions.copy()
                positions = play_asking(
                    self.scratch, self.words, self.players.program[0], worths, seats, n, self.seed,
                    number, self.most, self.out, self.questions, self.watched,
                )  # fmt: skip
                if self.stop:
                    return
                odd = positions == ENDLESS or self.scratch[0]["error"]
                if odd or self.questions["raised"].any():
                    self.questions, self.look = self.before, True
                    return
                self.positions += positions
                self.done += 1
        except Exception as error:
            self.error = error
