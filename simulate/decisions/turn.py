"""Decisions of a turn as a whole: what is done next."""

from simulate.decisions.entries import TURN, Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_TURN, "turn", "turn", "the turn", TURN,
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
    ),
)  # fmt: skip
