"""Numba functions of users, called by address on positions: in a trail, or while a game is played,
where no position need be copied.
"""

from typing import Any

import llvmlite.ir
import numba
import numpy as np
from numba.extending import intrinsic

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.jit import unlocked
from simulate.engine.machine import settle, step
from simulate.engine.setup import start
from simulate.engine.state import GAME, WORD
from simulate.verify.seeker import decide

WORDS = GAME.itemsize // WORD
NO, YES, RAISED = 0, 1, 2
"""What a function at an address answers; RAISED: it raised an exception."""
HELD, CHANGED = 0, 3  # of a trail: no fault found; the function changed a position
FOUND_AT, FOUND_EXAMPLES, FOUND_ASKED = 0, 1, 2  # first example or -1; how many; how often called

QUESTION = np.dtype(
    [
        (name, np.int64)
        for name in (
            "address",  # of the function
            "wanted",  # the answer that makes an example: of a violation, or of the event sought
            "every",  # are all examples counted? else stop at the first
            "at_end",  # called only on finished games?
            "open",  # is it still being called?
            "asked", "examples", "games",  # calls; examples; games with an example
            "first", "last",  # first and last of these games, -1: none
            "raised",  # did it raise an exception?
        )
    ]
)  # fmt: skip
ENDLESS = -1  # instead of a number of positions
WATCHED_ASKED, WATCHED_WHICH = 0, 1  # calls so far; the number of the question
declare(
    questions=numba.from_dtype(QUESTION)[::1],
    watched=numba.int64[::1],
    outcome=numba.int64[::1],
    trail=numba.uint64[:, ::1],
)


def _answer_at(_context: Any, address: Any, g: Any, rules: Any) -> Any:
    """Call ``int64 function(void* state, void* rules)`` at an address."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        memory = llvmlite.ir.IntType(8).as_pointer()
        kind = llvmlite.ir.FunctionType(llvmlite.ir.IntType(64), [memory, memory])
        function = builder.inttoptr(arguments[0], kind.as_pointer())
        given = [builder.bitcast(one, memory) for one in arguments[1:]]
        return builder.call(function, given)

    return numba.int64(address, g, rules), generate


answer_at: Any = intrinsic(_answer_at)


@unlocked
def ask_trail(
    games, trail, scratch, buffers, rules, address, wanted, every, pure, first, end, outcome
):
    """Call a function on the positions ``first`` .. ``end - 1`` of a trail, ``games``.

    Fills ``outcome`` (FOUND_*) and returns HELD, or CHANGED or RAISED with the place of that
    position in ``outcome[FOUND_AT]``. A function that may not be ``pure`` is called on a copy in
    ``scratch[0]``.
    """
    outcome[FOUND_AT], outcome[FOUND_EXAMPLES], outcome[FOUND_ASKED] = -1, 0, 0
    for at in range(first, end):
        if pure:
            answer = answer_at(address, games[at], rules)
        else:
            for i in range(WORDS):
                buffers[0, i] = trail[at, i]
            answer = answer_at(address, scratch[0], rules)
            for i in range(WORDS):
                if buffers[0, i] != trail[at, i]:
                    outcome[FOUND_AT] = at
                    return CHANGED
        if answer == RAISED:
            outcome[FOUND_AT] = at
            return RAISED
        outcome[FOUND_ASKED] += 1
        if answer == wanted:
            outcome[FOUND_EXAMPLES] += 1
            if outcome[FOUND_AT] < 0:
                outcome[FOUND_AT] = at
            if not every:
                break
    return HELD


@unlocked
def play_asking(
    scratch, buffers, rules, worths, seat_policy, players, seed, game, most, out, questions, watched
):
    """Play a game in ``scratch[0]`` and call all open questions on each of its positions.

    The last record of ``scratch`` is blank. Returns the number of positions; ENDLESS if there are
    more than ``most``. ``watched`` (WATCHED_*) is for another thread that monitors progress.
    """
    scratch[0] = scratch[len(scratch) - 1]
    g = scratch[0]
    start(g, rules, players, seed, game)
    n = settle(g, rules, out)
    positions = 0
    while positions < most:
        positions += 1
        for i in range(len(questions)):
            q = questions[i]
            if not q.open or (q.at_end and g.phase != c.PH_OVER):
                continue
            watched[WATCHED_ASKED] += 1
            watched[WATCHED_WHICH] = i
            answer = answer_at(q.address, g, rules)
            q.asked += 1
            if answer == RAISED:
                q.raised, q.open = 1, 0
            elif answer == q.wanted:
                q.examples += 1
                q.games += q.last != game
                q.first = game if q.first < 0 else q.first
                q.last = game
                q.open = q.every
        if n == 0:
            return positions
        n = step(g, rules, out[decide(scratch, buffers, rules, worths, seat_policy, out, n)], out)
    return ENDLESS
