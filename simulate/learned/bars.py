"""Actions that a player does not take, for experiments: its search treats them as illegal.

A bar is a part of a player's dial (`network.DIAL`): kinds of actions as bits, and their first
argument. A barred action is still taken where nothing else is legal.
"""

import numpy as np

from simulate.engine.frames import a_of, kind_of
from simulate.engine.jit import compiled, inlined

ANY = -1
"""In place of a first argument: all of them."""

BAR = "barred", "first", "but_first"
"""The fields of a dial that make up a bar."""

ONE = np.uint64(1)


@inlined
def bar(dial, kind, first):
    """Bar the actions of a kind with a first argument, replacing the previous bar."""
    dial.barred = ONE << np.uint64(kind)
    dial.first = first
    dial.but_first = False


@inlined
def lift(dial):
    """Remove the bar."""
    dial.barred = np.uint64(0)


@inlined
def is_barred(dial, act):
    """Does the bar exclude an action?"""
    if (dial.barred >> np.uint64(kind_of(act))) & ONE == 0:
        return False
    return dial.first < 0 or (a_of(act) == dial.first) != dial.but_first


@compiled
def allowed(dial, out, n):
    """Drop barred actions from the ``n`` legal ones unless no others are legal; returns the number
    that is left."""
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
