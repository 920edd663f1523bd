"""Checks asked about the positions of a trail: what holds, how often, and what goes wrong."""

from __future__ import annotations

import multiprocessing
import re
import threading
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numba
import numpy as np

from simulate.batch.pool import FORK_IS_SAFE
from simulate.engine import codes as c
from simulate.engine.state import new_games
from simulate.properties.columns import Columns, HiddenRead
from simulate.properties.declared import (
    FINAL,
    INVARIANT,
    NEVER,
    REACHABLE,
    TRANSITION,
    Check,
    Unmet,
    parameters,
)
from simulate.properties.guarding import OutOfTimeError, limited, line_of, said
from simulate.properties.purity import changes_nothing
from simulate.properties.view import Changed, action_at, player_of, position

SECONDS = 10.0
"""How long a check may take for the positions of one trail."""
TABLE = -1  # instead of a seat: the check is asked once for the whole position

# What Python says to whoever tries to set something on a thing that is only to be read.
WRITING = re.compile(
    "can't set attribute|does not support item (assignment|deletion)|read-only"
    "|cannot assign to field|cannot delete field|has no setter|has no deleter"
)

Builder = Callable[[Columns, int, int, int], Any]
BUILDERS: dict[str, Builder] = {
    "game": lambda columns, at, seat, code: position(columns, at),
    "player": lambda columns, at, seat, code: player_of(columns, at, seat),
    "before": lambda columns, at, seat, code: position(columns, at),
    "action": lambda columns, at, seat, code: action_at(columns, at, code),
    "after": lambda columns, at, seat, code: position(columns, at + 1),
}


@dataclass(frozen=True)
class Found:
    """Where a check is violated, or satisfied if it asks whether something can happen.

    ``at``: the place in the trail; of a transition, where it begins. ``seat``: the player, or
    TABLE. ``why``: what the check says in addition to its sentence.
    """

    at: int
    seat: int = TABLE
    why: str = ""


@dataclass(frozen=True)
class Mistake:
    """What is wrong with a check itself. ``line``: in its file; 0 if none is known."""

    text: str
    line: int = 0


@dataclass
class Answer:
    """What a check found in a trail: how often it was asked, its premise met, examples found."""

    asked: int = 0
    met: int = 0
    examples: int = 0
    found: Found | None = None
    mistake: Mistake | None = None


class Wrong(Exception):
    """A check returned what is no answer."""


def ask(check: Check, columns: Columns, taken: np.ndarray, first: int = 0) -> Answer:
    """Ask a check about the positions of a trail from ``first`` on.

    ``taken``: the actions between them. It ends at the first violation. Whatever the check does,
    this raises nothing (but KeyboardInterrupt).
    """
    if check in _endless:
        return Answer(mistake=_endless[check])
    answer = Answer()
    if check.compiled:
        _ask_compiled(check, columns, first, answer)
        return answer
    columns.open = check.hidden
    try:
        with limited(SECONDS, f"{check.name} of {check.file}"):
            _ask_python(check, columns, taken, first, answer)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        answer.mistake = Mistake(_words(error), line_of(error, check.file) or check.line)
        if isinstance(error, OutOfTimeError):
            _endless[check] = answer.mistake
    finally:
        columns.open = True
    return answer


_endless: dict[Check, Mistake] = {}
"""Checks that did not end once: they are not waited for a second time."""


def _words(error: BaseException) -> str:
    """What is wrong with a check that raises this."""
    if isinstance(error, OutOfTimeError):
        return f"does not end: {error}"
    if isinstance(error, HiddenRead | Wrong):
        return str(error)
    if isinstance(error, Changed):
        return f"changes the position: {error}"
    if WRITING.search(str(error)):
        return f"changes the position: {said(error)}"
    return f"raises {said(error)}"


@lru_cache(maxsize=256)
def _prepared(check: Check) -> tuple[Callable[..., bool], Callable[..., bool] | None]:
    """The check and its premise as functions of (columns, at, seat, code)."""
    asked = _called(check.function, check.wants)
    when = None if check.when is None else _called(check.when, parameters(check.when, check))
    return asked, when


def _called(function: Callable[..., Any], names: tuple[str, ...]) -> Callable[..., Any]:
    builders = tuple(BUILDERS[name] for name in names)
    if len(builders) == 1:
        build = builders[0]
        return lambda columns, at, seat, code: function(build(columns, at, seat, code))
    return lambda columns, at, seat, code: function(
        *[build(columns, at, seat, code) for build in builders]
    )


def places(check: Check, columns: Columns, first: int) -> range:
    """The places of a trail that concern a check."""
    n = len(columns.games)
    if check.kind == TRANSITION:
        return range(first, n - 1)
    if check.kind == FINAL:
        over = columns.table("phase")[n - 1] == c.PH_OVER
        return range(n - 1, n) if over else range(0)
    return range(first, n)


def _ask_python(
    check: Check, columns: Columns, taken: np.ndarray, first: int, answer: Answer
) -> None:
    asked, when = _prepared(check)
    codes = taken.tolist() if check.kind == TRANSITION else [0] * len(columns.games)
    seats = range(columns.seats) if check.by_seat else (TABLE,)
    holds = check.kind in (INVARIANT, FINAL, TRANSITION)
    for at in places(check, columns, first):
        code = codes[at]
        for seat in seats:
            answer.asked += 1
            try:
                if when is not None and not when(columns, at, seat, code):
                    continue
                result = asked(columns, at, seat, code)
            except Unmet:
                continue
            except AssertionError as error:
                if not holds:
                    raise
                answer.met += 1
                answer.found = Found(at, seat, str(error).split("\n")[0])
                return
            answer.met += 1
            if result is True or result is None:
                if result is None or holds:
                    continue
            elif result is False:
                if not holds:
                    continue
            else:
                raise Wrong(
                    f"returns {result!r:.60}; an answer is True or False, or nothing if it asserts"
                )
            if check.kind == REACHABLE:
                answer.examples += 1
                answer.found = answer.found or Found(at, seat)
                continue
            answer.found = Found(at, seat)
            return


def farthest(check: Check, columns: Columns, first: int = 0) -> tuple[float, Mistake | None]:
    """The largest value of a check's target in a trail from ``first`` on; -inf without one."""
    if check.target is None:
        return float("-inf"), None
    columns.open = check.hidden
    try:
        with limited(SECONDS, f"the target of {check.name}, {check.file},"):
            value = valued(check)
            last = len(columns.games) - (check.kind == TRANSITION)
            return max(
                (value(columns, at) for at in range(first, last)), default=float("-inf")
            ), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        line = line_of(error, check.file) or check.line
        return float("-inf"), Mistake(f"its target {_words(error)}", line)
    finally:
        columns.open = True


@lru_cache(maxsize=256)
def valued(check: Check) -> Callable[[Columns, int], float]:
    """A check's target as a number for a place of a trail: the largest of its seats.

    The target of a transition is that of the position after it.
    """
    assert check.target is not None
    target: Callable[..., Any] = check.target
    names = parameters(target, check)
    builders = tuple(BUILDERS["game" if name == "after" else name] for name in names)
    if "player" not in names:
        return lambda columns, at: float(target(*[b(columns, at, 0, 0) for b in builders]))
    return lambda columns, at: max(
        float(target(*[b(columns, at, seat, 0) for b in builders])) for seat in range(columns.seats)
    )


# -- numba functions -------------------------------------------------------------------------------

HELD, BROKEN, IMPURE = 0, 1, 2


@lru_cache(maxsize=64)
def _loop(function: Any, kind: str) -> Any:
    """A compiled loop over positions: (place or -1, what, how often true)."""
    wanted, forbidden = kind == REACHABLE, kind == NEVER
    pure = changes_nothing(function)

    @numba.njit(nogil=True, error_model="numpy")
    def loop(games: Any, words: Any, spare: Any, spare_words: Any, programs: Any, places: Any):  # type: ignore[no-untyped-def]
        rules, examples, place = programs[0], 0, -1
        for at in range(places[0], places[1]):
            if pure:
                holds = function(games[at], rules)
            else:
                for i in range(words.shape[1]):
                    spare_words[0, i] = words[at, i]
                holds = function(spare[0], rules)
                for i in range(words.shape[1]):
                    if spare_words[0, i] != words[at, i]:
                        return at, IMPURE, examples
            if wanted:
                if holds:
                    examples += 1
                    if place < 0:
                        place = at
            elif forbidden == holds:
                return at, BROKEN, examples
        return place, HELD, examples

    return loop


def _ask_compiled(check: Check, columns: Columns, first: int, answer: Answer) -> None:
    """The same for a numba function: in a thread of its own, as nothing can interrupt it."""
    asked = places(check, columns, first)
    if not asked:
        return
    results: list[Any] = []
    thread = threading.Thread(target=_run_loop, args=(check, columns, asked, results), daemon=True)
    if not _ends(check, columns, asked):
        results.append(None)
    else:
        thread.start()
        thread.join(SECONDS)
    if not results or results[0] is None:
        answer.mistake = Mistake(f"does not end: took more than {SECONDS:g} s", check.line)
        _endless[check] = answer.mistake
        return
    if isinstance(results[0], Exception):
        answer.mistake = Mistake(f"raises {said(results[0])}"[:300], check.line)
        return
    place, what, examples = results[0]
    answer.asked = answer.met = (place if what else asked.stop - 1) - asked.start + 1
    answer.examples = int(examples)
    if what == IMPURE:
        answer.mistake = Mistake("changes the position", check.line)
    elif what == BROKEN or place >= 0:
        answer.found = Found(int(place))


def _run_loop(check: Check, columns: Columns, asked: range, results: list[Any]) -> None:
    """Run the compiled loop, and append what it returns or raises."""
    try:
        games = np.frombuffer(columns.games, columns.games.dtype)
        spare = new_games()
        found = _loop(check.function, check.kind)(
            games, _words_of(games), spare, _words_of(spare), columns.book.program,
            (asked.start, asked.stop),
        )  # fmt: skip
        results.append(found)
    except Exception as error:
        results.append(error)


_tried: set[Check] = set()


def _ends(check: Check, columns: Columns, asked: range) -> bool:
    """Does a numba function end, as it is tried for the first time? In a process of its own, which
    can be killed; where none can be had, it is taken to end."""
    if check in _tried:
        return True
    _tried.add(check)
    if not FORK_IS_SAFE or multiprocessing.current_process().daemon:
        return True
    process = multiprocessing.get_context("fork").Process(
        target=_run_loop, args=(check, columns, asked, []), daemon=True
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of forks with idle threads around
        process.start()
    process.join(SECONDS + COMPILING)
    if process.is_alive():
        process.kill()
        process.join()
        return False
    return True


COMPILING = 20.0  # seconds more, for the first call


def _words_of(games: np.ndarray) -> np.ndarray:
    return games.view(np.uint64).reshape(len(games), -1)
