"""Decisions about rooms: preparing, turning over, giving back, and the bonus of a group."""

from simulate.decisions.entries import Frame
from simulate.engine import codes as c

FRAMES = (
    Frame(
        c.F_PREPARE, "prepare", "rooms to prepare", "which rooms are prepared",
        fields={
            "left": "rooms that may still be prepared",
            "discount": "krones less for each",
            "floors": "floors that are open, from the bottom",
            "groups": "groups completed",
        },
        marks={c.B_OCCUPY_AT_ONCE: "turned over at once", c.B_MANDATORY: "cannot be declined"},
        stop="prepares no more rooms",
    ),
    Frame(
        c.F_OCCUPY, "occupy", "rooms to turn over", "which room is turned over",
        fields={
            "left": "rooms that may still be turned over",
            "floors": "floors that are open, from the bottom",
            "groups": "groups completed",
        },
        stop="occupies no more rooms",
    ),
    Frame(
        c.F_REMOVE_ROOM, "remove-room", "room to give back", "which room is given back",
        fields={"state": "which tiles are taken", "where": "from where"},
    ),
    Frame(
        c.F_BONUS_KIND, "bonus-kind", "kind of an occupancy bonus",
        "which occupancy bonus is received",
        fields={"group": "the group completed"},
    ),
)  # fmt: skip
