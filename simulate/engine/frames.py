"""The stack of decision frames: what a player is in the middle of.

The frame on top says who decides what. A frame that has nothing left to decide takes itself off.
"""

from simulate.engine.codes import ERR_FRAMES, PH_OVER, STOP
from simulate.engine.jit import compiled
from simulate.engine.state import STACK


@compiled
def push(g, kind, player, source):
    """Put a fresh frame on top and return it."""
    if g.top >= STACK:
        g.error = ERR_FRAMES
        g.phase = PH_OVER
        g.top = STACK - 1
    f = g.frames[g.top]
    g.top += 1
    f.kind = kind
    f.player = player
    f.source = source
    f.marks = 0
    f.floors = 4
    f.card = -1
    f.n = 0
    f.discount = 0
    f.mask = 0
    for k in range(len(f.goods)):
        f.goods[k] = 0
    return f


@compiled
def pop(g):
    """Take the top frame off."""
    g.top -= 1


@compiled
def action(kind, a=0, b=0, c=0):
    """The compact form of an action; see simulate.actions for the words."""
    return (kind << 24) | (a << 16) | (b << 8) | c


@compiled
def or_stop(out, n):
    """Add the choice to stop, where there is anything to choose; returns the number of actions."""
    if n > 0:
        out[n] = action(STOP)
        n += 1
    return n


@compiled
def kind_of(act):
    return act >> 24


@compiled
def a_of(act):
    return (act >> 16) & 255


@compiled
def b_of(act):
    return (act >> 8) & 255


@compiled
def c_of(act):
    return act & 255
