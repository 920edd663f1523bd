"""Ask checks about the positions of a trail, and report errors in the checks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import repeat
from typing import Any

import numpy as np

from simulate.policies.user_file import OutOfTimeError, limited, line_of, said
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
    can_answer,
    parameters,
)
from simulate.properties.view import Changed, actions, everyone, positions

SECONDS = 10.0
"""Time limit of a check for the positions of one trail."""

# Python's messages for an attempt to write to a read-only object.
WRITING = re.compile(
    "can't set attribute|does not support item (assignment|deletion)|read-only"
    "|cannot assign to field|cannot delete field|has no setter|has no deleter"
)

NOTHING = np.zeros(0, np.int32)


class Wrong(Exception):
    """A check returned an invalid answer."""


def ask(check: Check, columns: Columns, taken: np.ndarray, first: int = 0) -> Answer:
    """Run a check on the positions of a trail from ``first`` on.

    ``taken``: the actions between them. Stops at the first violation. Whatever the check does, this
    raises nothing (except KeyboardInterrupt).
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
    """The message for a check that raises this exception."""
    if isinstance(error, OutOfTimeError):
        return f"does not end: {error}"
    if isinstance(error, HiddenRead | Wrong):
        return str(error)
    if isinstance(error, Changed):
        return f"changes the position: {error}"
    if WRITING.search(str(error)):
        return f"changes the position: {said(error)}"
    return f"raises {said(error)}"


def _given(
    names: tuple[str, ...], columns: Columns, where: range, by_seat: bool, taken: np.ndarray
) -> Iterator[tuple[Any, ...]]:
    """Arguments for a function with these parameters: for each position of a trail, or for each
    player there."""
    seats = columns.seats if by_seat else 1
    lists: list[list[Any]] = []
    for name in names:
        if name == "player":
            lists.append(everyone(columns)[where.start * seats : where.stop * seats])
            continue
        every = actions(columns, taken) if name == "action" else positions(columns)
        later = name == "after"
        some = every[where.start + later : where.stop + later]
        lists.append(some if seats == 1 else [one for one in some for _ in range(seats)])
    return zip(*lists) if lists else repeat((), len(where) * seats)


def _ask_python(
    check: Check, columns: Columns, taken: np.ndarray, first: int, answer: Answer
) -> None:
    where, function, when = places(check, columns, first), check.function, check.when
    seats = columns.seats if check.by_seat else 1
    holds = check.kind in (INVARIANT, FINAL, TRANSITION)
    wants = () if when is None else parameters(when, check)
    premises = _given(wants, columns, where, check.by_seat, taken)
    asked = met = 0

    def found(why: str = "") -> Found:
        place, seat = divmod(asked - 1, seats)
        return Found(where.start + place, seat if check.by_seat else TABLE, why)

    try:
        for given in _given(check.wants, columns, where, check.by_seat, taken):
            asked += 1
            try:
                if when is not None and not when(*next(premises)):
                    continue
                result = function(*given)
            except Unmet:
                continue
            except AssertionError as error:
                if not holds:
                    raise
                met += 1
                answer.found = found(str(error).split("\n")[0])
                return
            met += 1
            if result is None and not can_answer(function):
                raise Wrong("returns nothing and asserts nothing; write return in front")
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
                answer.found = answer.found or found()
                continue
            answer.found = found()
            return
    finally:
        answer.asked, answer.met = asked, met


def farthest(check: Check, columns: Columns, first: int = 0) -> tuple[float, Mistake | None]:
    """The largest value of a check's target in a trail from ``first`` on; -inf if it has none."""
    if check.target is None:
        return float("-inf"), None
    last = len(columns.games) - (check.kind == TRANSITION)
    found, mistake = targets(check, columns, range(first, last))
    return max(found, default=float("-inf")), mistake


def targets(check: Check, columns: Columns, where: range) -> tuple[list[float], Mistake | None]:
    """As ``values``; if the target fails, no values and the mistake."""
    columns.open = check.hidden
    try:
        with limited(SECONDS, f"the target of {check.name}, {check.file},"):
            return values(check, columns, where), None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        line = line_of(error, check.file) or check.line
        return [], Mistake(f"its target {_words(error)}", line)
    finally:
        columns.open = True


def values(check: Check, columns: Columns, where: range) -> list[float]:
    """A check's target at positions of a trail: the largest over its seats.

    The target of a transition is that of the position after it.
    """
    target = check.target
    assert target is not None
    names = tuple("game" if name == "after" else name for name in parameters(target, check))
    by_seat = "player" in names
    given = _given(names, columns, where, by_seat, NOTHING)
    found = [float(target(*one)) for one in given]
    if not by_seat:
        return found
    seats = columns.seats
    return [max(found[i : i + seats]) for i in range(0, len(found), seats)]
