"""The stack of decision frames: the decisions a player has not completed.

The frame on top defines who decides what. A frame with nothing left to decide removes itself.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from simulate.compiling.written import places, written
from simulate.engine.codes import ERR_FRAMES, PH_OVER, STOP
from simulate.engine.jit import compiled
from simulate.engine.state import FRAME, STACK


class Deciding(NamedTuple):
    """How the engine handles a kind of decision: list, apply, finish.

    Attributes:
        code: of the decision.
        legal: writes the legal actions to ``out`` and returns their number.
        apply: carries out an action ``act``.
        finish: does what still follows, and removes the frame; by default only removes the frame.
    """

    code: int
    legal: Callable[..., Any]
    apply: Callable[..., Any]
    finish: Callable[..., Any] | None = None


@compiled
def fail(g, error):
    """End the game with an engine error; see the codes from codes.ERR_NONE on."""
    g.error = error
    g.phase = PH_OVER


WHOSE = ("kind", "player", "source")
"""The fields of a frame that every kind of decision has a use for."""


clear = compiled(
    written(
        "clear(f)",
        "Set to 0 what frames of some kinds hold.",
        [
            f"f.{place} = 0"
            for name in FRAME.names or ()
            if name not in WHOSE
            for place in places(name, FRAME[name].shape)
        ],
    )
)


@compiled
def push(g, kind, player, source):
    """Push a new frame and return it; all fields of its kind are 0."""
    if g.top >= STACK:
        fail(g, ERR_FRAMES)
        g.top = STACK - 1
    f = g.frames[g.top]
    g.top += 1
    f.kind = kind
    f.player = player
    f.source = source
    clear(f)
    return f


@compiled
def pop(g):
    """Remove the top frame."""
    g.top -= 1


@compiled
def action(kind, a=0, b=0, c=0):
    """The compact form of an action; see simulate.actions for the words."""
    return (kind << 24) | (a << 16) | (b << 8) | c


@compiled
def or_stop(out, n):
    """Add the choice to stop if there is anything to choose; returns the number of actions."""
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
