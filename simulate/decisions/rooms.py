"""Rooms: prepared, occupied, given back, and the bonus of a group of the player's choice."""

from __future__ import annotations

from simulate.decisions.entries import Action, Frame
from simulate.decisions.forms import one_of, roomed
from simulate.decisions.ranges import each, has_effect
from simulate.engine import codes as c
from simulate.words.spelling import COLOUR_WORDS

FRAMES = (
    Frame(
        c.F_PREPARE, "prepare", "rooms to prepare", "which rooms are prepared",
        fields={
            "left": "rooms that may still be prepared",
            "discount": "krones less for each",
            "floors": "floors that are open, from the bottom",
            "groups": "groups completed",
            "bonuses": "columns and floors completed, whose bonus comes last",
        },
        marks={
            c.B_OCCUPY_AT_ONCE: "turned over at once",
            c.B_MANDATORY: "cannot be declined",
            c.B_CELL_SCORED: "a cell was scored",
        },
        stop="prepares no more rooms",
        order=("set-up.rooms-order",),
    ),
    Frame(
        c.F_OCCUPY, "occupy", "rooms to turn over", "which room is turned over",
        fields={
            "left": "rooms that may still be turned over",
            "floors": "floors that are open, from the bottom",
            "groups": "groups completed",
            "bonuses": "columns and floors completed, whose bonus comes last",
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

ACTIONS = (
    Action(
        c.PREPARE, "prepare", "prepare a room", roomed("prepare"),
        (c.F_PREPARE,), lambda rules: each(range(c.ROOMS)),
        belongs="action 3, or an effect by which rooms are prepared",
        clauses=("turn.parts", "prepare.by-effect"), samples=("prepare 1.4",),
    ),
    Action(
        c.OCCUPY, "occupy", "turn a room over", roomed("occupy"),
        (c.F_OCCUPY, c.F_REWARDS),
        lambda rules: each(range(c.ROOMS)),
        belongs="an effect that turns over a vacant room", clauses=("reward.occupy",),
        samples=("occupy 2.1",),
    ),
    Action(
        c.REMOVE_ROOM, "remove-room", "give a room tile back", roomed("remove room"),
        (c.F_REMOVE_ROOM,),
        lambda rules: each(range(c.ROOMS if has_effect(rules, c.P_REMOVE_ROOM) else 0)),
        belongs="an emperor's penalty", clauses=("emperor.penalty",),
        samples=("remove room 3.2",), continues=True,
    ),
    Action(
        c.BONUS_KIND, "bonus-kind", "choose the kind of an occupancy bonus",
        one_of("bonus", COLOUR_WORDS), (c.F_BONUS_KIND,),
        lambda rules: each(range(c.ROOM_COLOURS if rules.card_choose_bonus.any() else 0)),
        belongs="a card with a choice of the occupancy bonus", samples=("bonus blue",),
    ),
)  # fmt: skip
