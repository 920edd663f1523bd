"""Decisions of the module of ballrooms."""

from simulate.decisions.entries import Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_REHEARSAL, "rehearsal", "rehearsal room", "which rehearsal room is chosen",
        "everybody in reverse order, at the set-up",
    ),
    Frame(
        c.F_SEND, "send", "further dancer to send", "where a dancer is sent",
        fields={
            "left": "dancers that may still be sent",
            "reductions": "champagne less for each",
        },
        stop="sends no dancer",
    ),
    Frame(
        c.F_REMOVE_DANCER, "remove-dancer", "dancer to give up", "which dancer leaves the game",
        fields={"left": "dancers still to be given up", "ballroom": "where"},
    ),
)  # fmt: skip
