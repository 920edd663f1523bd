"""Decisions about guests of the row, and about the reward of a guest who leaves the cafe."""

from simulate.decisions.entries import TURN, Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_FREE_GUEST, "free-guest", "free guest of the set-up",
        "which guest is taken in the set-up", "everybody in reverse order, at the set-up",
        fields={"left": "guests still to be taken"},
        stop="takes no further guest",
    ),
    Frame(
        c.F_TAKE_GUEST, "take-guest", "guest without paying", "which guest of the row is taken",
        fields={"left": "guests that may still be taken"},
        marks={c.G_FILLED: "their orders are filled"},
        stop="takes no guest",
    ),
    Frame(
        c.F_MORE_GUESTS, "more-guests", "further guest from the row",
        "which further guest is taken", TURN,
        fields={"left": "guests that may still be taken"},
        stop="takes no further guest",
    ),
    Frame(
        c.F_FILL, "fill", "order to fill", "whose order is filled",
        fields={"left": "orders that may still be filled"},
        stop="fills no order",
    ),
    Frame(
        c.F_REWARDS, "rewards", "order of rewards", "the parts of the reward",
        fields={
            "effect": "the first of the effects",
            "effects": "effects still to be taken",
            "groups": "groups that the guest completed, whose bonus is due",
            "guest": "the guest who left",
            "table": "where the guest sat",
            "seat": "where the dancer went",
            "section": "where the dancer came from",
        },
        marks={
            c.R_STARTED: "effects begun",
            c.R_STAFF_DUE: "bonus by staff due",
            c.R_GUEST: "of a guest",
            c.R_ROW_DUE: "bonus of the row due",
            c.R_SECTION_DUE: "bonus of the section due",
            c.R_HOUSED: "the guest went to a room",
        },
        only={
            "guest": c.R_GUEST, "table": c.R_GUEST,
            "seat": c.R_ROW_DUE | c.R_SECTION_DUE, "section": c.R_ROW_DUE | c.R_SECTION_DUE,
        },
        stop="leaves the rest of the reward",
    ),
    Frame(
        c.F_EFFECT, "effect", "effect on its own (decides nothing)", "nothing",
        fields={"effect": "the effect about to come"},
    ),
)  # fmt: skip
