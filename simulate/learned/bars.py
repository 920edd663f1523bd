"""Actions that a player does not take, for experiments: they are not legal ones to its search.

A bar is a part of a player's dial (`network.DIAL`): kinds of actions as bits, and which first
argument of them. What is barred is taken all the same where nothing else is legal.
"""

import numpy as np

from simulate.engine.frames import a_of, kind_of
from simulate.engine.jit import compiled, inlined

ANY = -1
"""In place of a first argument: all of them."""

BAR = "barred", "first", "but_first"
"""The fields of a dial that are a bar."""

ONE = np.uint64(1)


@inlined
def bar(dial, kind, first):
    """Bar the actions of a kind with a first argument, in place of all that was barred."""
    dial.barred = ONE << np.uint64(kind)
    dial.first = first
    dial.but_first = False


@inlined
def lift(dial):
    """Nothing is barred any more."""
    dial.barred = np.uint64(0)


@inlined
def is_barred(dial, act):
    """Does a bar hold an action back?"""
    if (dial.barred >> np.uint64(kind_of(act))) & ONE == 0:
        return False
    return dial.first < 0 or (a_of(act) == dial.first) != dial.but_first


@compiled
def allowed(dial, out, n):
    """Drop what is barred from the ``n`` legal actions, unless nothing else is legal; returns how
    many are left."""
    kept = 0
    for i in range(n):
        if not is_barred(dial, out[i]):
            kept += 1
    if kept == 0 or kept == n:
        return n
    kept = 0
    for i in range(n):
        if not is_barred(dial, out[i]):
            out[kept] = out[i]
            kept += 1
    return kept
