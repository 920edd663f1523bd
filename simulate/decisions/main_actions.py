"""Decisions of the main actions: the action itself, splits, copies and spaces used."""

from simulate.decisions.entries import GRANTS, TURN, Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_MAIN, "main", "main action and staff bonuses",
        "the main action and what staff add before or after it", TURN,
        fields={
            "face": "space of the action",
            "strength": "strength of the action",
            "bonuses": "bonuses still to be taken",
        },
        marks={c.M_DONE: "action done", c.M_NOT_HELPED: "staff do not answer to the die"},
        stop="leaves the bonus of the staff",
    ),
    Frame(
        c.F_SPLIT, "split", "split of goods", "how the goods of the action are split",
        fields={"face": "space of the action", "strength": "goods to receive in all"},
    ),
    Frame(
        c.F_TRACKS, "tracks", "krones or steps", "how krones and emperor steps are split",
        fields={"strength": "krones and steps in all"},
    ),
    Frame(
        c.F_COPY, "copy", "action to copy", "which action is copied",
        fields={"strength": "strength of the action"},
        marks={c.C_OPTIONAL: "may be declined"},
        stop="carries out no action",
    ),
    Frame(
        c.F_SPACE, "space", "space to use without its die", "which action space is used",
        marks=GRANTS,
        stop="uses no action space",
    ),
)  # fmt: skip
