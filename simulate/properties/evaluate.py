"""Checks asked about the positions of a trail: what holds, how often, and what goes wrong."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from simulate.properties.answers import TABLE, Answer, Found, Mistake, endless, places
from simulate.properties.columns import Columns, HiddenRead
from simulate.properties.compiled import ask_compiled
from simulate.properties.declared import (
    FINAL,
    INVARIANT,
    REACHABLE,
    TRANSITION,
    Check,
    Unmet,
    parameters,
)
from simulate.properties.guarding import OutOfTimeError, limited, line_of, said
from simulate.properties.view import Changed, action_at, player_of, position

SECONDS = 10.0
"""How long a check may take for the positions of one trail."""

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


class Wrong(Exception):
    """A check returned what is no answer."""


def ask(check: Check, columns: Columns, taken: np.ndarray, first: int = 0) -> Answer:
    """Ask a check about the positions of a trail from ``first`` on.

    ``taken``: the actions between them. It ends at the first violation. Whatever the check does,
    this raises nothing (but KeyboardInterrupt).
    """
    if check in endless:
        return Answer(mistake=endless[check])
    if check.compiled:
        return ask_compiled(check, columns, first)
    answer = Answer()
    columns.open = check.hidden
    try:
        with limited(SECONDS, f"{check.name} of {check.file}"):
            _ask_python(check, columns, taken, first, answer)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        answer.mistake = Mistake(_words(error), line_of(error, check.file) or check.line)
        if isinstance(error, OutOfTimeError):
            endless[check] = answer.mistake
    finally:
        columns.open = True
    return answer


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
