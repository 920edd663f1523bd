"""A turn as a whole: passing and ending it, and declining a pending decision."""

from __future__ import annotations

from simulate.decisions.entries import TURN, Action, Frame
from simulate.decisions.forms import fixed
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_TURN, "turn", "turn", "the turn", TURN,
        fields={"left": "guests that may still be taken at any time before the die"},
        marks={
            c.T_GUEST_TAKEN: "guest taken",
            c.T_ACTION_DONE: "action done",
            c.T_STARTED: "started",
            c.T_NO_DIE_REMOVED: "no die is removed",
            c.T_WITHOUT_DIE: "without an action",
            c.T_NOT_STRENGTHENED: "cannot be strengthened",
            c.T_EXTRA: "extra turn",
            c.T_HELPED: "staff answer to the die",
            c.T_ENDING: "ending",
            c.T_TILE_USED: "personal tile used",
        },
        order=("round.turn-order", "pass.lowest-number-next"),
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.PASS, "pass", "pass", fixed("pass"), (c.F_TURN,),
        samples=("pass",),
    ),
    Action(
        c.END_TURN, "end-turn", "end the turn", fixed("end turn"),
        (c.F_TURN,), samples=("end turn",),
    ),
    Action(
        c.STOP, "stop", "stop or decline", fixed("stop"),
        belongs="a decision that can be ended early", samples=("stop",),
    ),
)  # fmt: skip
