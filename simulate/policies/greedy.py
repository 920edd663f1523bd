"""Greedy: look one action ahead and take the action that leads to the best position."""

import numpy as np

from simulate.compiling.signatures import TYPES, declare
from simulate.engine.codes import S_POLICY_TIES
from simulate.engine.jit import compiled, exported, inlined
from simulate.engine.machine import apply
from simulate.engine.rng import draw
from simulate.engine.state import ALL_HOT_WORDS, FEW_FRAMES, HOT_WORDS
from simulate.policies.evaluation import position_worth
from simulate.policies.lots import lot, moment

declare(scratch=TYPES["games"])
TIE_NOISE = 1e-6
TO_UNIT = 1.0 / 2.0**64


@compiled
def copy_hot(scratch, buffers, target, origin):
    """Copy the fields that influence play from one game record to another (see state.GAME).

    Loops of a known length compile to the fastest copy.
    """
    for i in range(HOT_WORDS):
        buffers[target, i] = buffers[origin, i]
    if scratch[origin].top > FEW_FRAMES:
        for i in range(HOT_WORDS, ALL_HOT_WORDS):
            buffers[target, i] = buffers[origin, i]


@inlined
def look_ahead(scratch, buffers, rules, worth, who, action):
    """The value to ``who`` of the position after an action of ``scratch[0]``."""
    copy_hot(scratch, buffers, 1, 0)
    apply(scratch[1], rules, action)
    return position_worth(scratch[1], rules, worth, who)


@exported
def choose_greedy(scratch, buffers, rules, worth, out, n):
    """Index of the action that leads from ``scratch[0]`` to the best position.

    ``scratch`` holds two records and ``buffers`` is the same memory as words, shape (2, record size
    / 8); ``scratch[1]`` is overwritten. Ties are broken at random.
    """
    g = scratch[0]
    who = g.frames[g.top - 1].player
    word = draw(g.key, S_POLICY_TIES, moment(g))
    best = 0
    best_worth = -1e9
    for i in range(n):
        v = look_ahead(scratch, buffers, rules, worth, who, out[i])
        if v + TIE_NOISE <= best_worth:
            continue  # whatever the draw
        v += TIE_NOISE * (1.0 - TO_UNIT * np.float64(lot(word, rules, out[i])))
        if v > best_worth:
            best_worth = v
            best = i
    return best


def as_words(games: np.ndarray) -> np.ndarray:
    """The same memory as 64-bit words, shape (len(games), record size / 8)."""
    return games.view(np.uint64).reshape(len(games), -1)
