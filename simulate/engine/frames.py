"""The stack of decision frames: what a player is in the middle of.

The frame on top says who decides what. A frame that has nothing left to decide takes itself off.
"""

from simulate.engine.codes import ERR_FRAMES, PH_OVER, STOP
from simulate.engine.jit import compiled
from simulate.engine.state import STACK


@compiled
def fail(g, error):
    """End the game with an error of the engine; see codes.ERR_NONE and what follows."""
    g.error = error
    g.phase = PH_OVER


@compiled
def push(g, kind, player, source):
    """Put a fresh frame on top and return it; all fields of its kind are 0."""
    if g.top >= STACK:
        fail(g, ERR_FRAMES)
        g.top = STACK - 1
    f = g.frames[g.top]
    g.top += 1
    f.kind = kind
    f.player = player
    f.source = source
    f.marks = 0
    f.left = 0
    f.face = 0
    f.strength = 0
    f.discount = 0
    f.effect = 0
    f.effects = 0
    f.groups = 0
    f.reductions = 0
    f.bonuses = 0
    f.guest = 0
    f.table = 0
    f.seat = 0
    f.section = 0
    f.asked = 0
    for k in range(len(f.goods)):
        f.goods[k] = 0
    f.first_table = 0
    f.order = 0
    f.floors = 0
    f.card = 0
    f.tile = 0
    f.state = 0
    f.where = 0
    f.timing = 0
    f.ballroom = 0
    f.group = 0
    f.half = 0
    f.vp = 0
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
