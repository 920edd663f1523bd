"""Games as trails: every position of a game copied into one array, with the action taken there."""

import numba

from simulate.compiling.signatures import declare
from simulate.engine.jit import compiled
from simulate.engine.machine import settle, step
from simulate.engine.state import GAME, WORD
from simulate.verify.seeker import decide

# `taken` would be the natural name, but is an integer in the engine.
declare(followed=numba.int32[::1], trail=numba.uint64[:, ::1])
WORDS = GAME.itemsize // WORD
NONE = -1  # instead of an action: none was taken here


@compiled
def follow(scratch, buffers, rules, worths, seat_policy, trail, out, followed):
    """Continue ``scratch[0]``, copying each position into ``trail``; returns their number.

    ``trail``: game records as words, shape (positions, record size / 8); ``buffers``: the words
    of ``scratch``. ``followed[i]`` leads from position i to the next. The last one has no action:
    the game is over there, or ``trail`` is full. ``scratch[0]`` ends as the last position.
    """
    g = scratch[0]
    n = settle(g, rules, out)
    most = len(trail)
    count = 0
    while count < most:
        for i in range(WORDS):
            trail[count, i] = buffers[0, i]
        followed[count] = NONE
        count += 1
        if n == 0 or count == most:
            break
        pick = decide(scratch, buffers, rules, worths, seat_policy, out, n)
        followed[count - 1] = out[pick]
        n = step(g, rules, out[pick], out)
    return count
