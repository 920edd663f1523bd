"""Guests: taken from the row, served in full, leaving the café, and their rewards."""

from __future__ import annotations

import re

from simulate.decisions.entries import TURN, Action, Frame
from simulate.decisions.forms import ROOM, Form, counted, fixed
from simulate.decisions.ranges import each, has_effect, longest_list, some_card, tables
from simulate.decisions.readings import Arguments, Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.words.spelling import read_room, room_name

# -- notation with names --------------------------------------------------------------------------


def read_guest(at: Scene, match: re.Match[str]) -> Arguments:
    row = [int(guest) for guest in at.g.row]
    guest = at.guest(match[1], row)
    if guest in row:
        return row.index(guest), 0, 0
    name = at.lexicon.guests.text(guest)
    raise Refused(f"{name} is not in the row: {at.names(row)}", "row.any-place")


FRAMES = (
    Frame(
        c.F_FREE_GUEST, "free-guest", "free guest of the set-up",
        "which guest is taken in the set-up", "everybody in reverse order, at the set-up",
        fields={"left": "guests still to be taken"},
        stop="takes no further guest",
        order=("set-up.free-guest-order",),
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
        possible=lambda rules: some_card(rules, "more_guests"),
    ),
    Frame(
        c.F_FILL, "fill", "order to fill", "whose order is filled",
        fields={"left": "orders that may still be filled"},
        marks={c.FILL_UP_TO: "up to so many"},
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
            "before": "how many cards with abilities were in play as the guest left",
            "order": "how many were as staff paid, where some answer to the reward itself",
            "bonuses": "columns and floors that the guest completed, whose bonus comes last",
        },
        marks={
            c.R_STARTED: "effects begun",
            c.R_STAFF_ASKED: "staff were asked what they pay",
            c.R_STAFF_DUE: "bonus by staff due",
            c.R_GUEST: "of a guest",
            c.R_ROW_DUE: "bonus of the row due",
            c.R_SECTION_DUE: "bonus of the section due",
            c.R_HOUSED: "the guest went to a room",
            c.R_SEAT_DUE: "seat of the dancer still to be chosen",
            c.R_GAINS_COME: "what needs no decision comes in any case",
        },
        only={
            "guest": c.R_GUEST, "table": c.R_GUEST, "before": c.R_GUEST,
            "seat": c.R_ROW_DUE | c.R_SECTION_DUE, "section": c.R_ROW_DUE | c.R_SECTION_DUE,
        },
        stop="leaves the rest of the reward",
        due=("check-in.reward", "check-in.reward-order"), due_if=c.R_GUEST,
    ),
    Frame(
        c.F_EFFECT, "effect", "effect on its own (decides nothing)", "nothing",
        fields={"effect": "the effect about to come"},
    ),
)  # fmt: skip

ACTIONS = (
    Action(
        c.TAKE_GUEST, "guest", "take a guest from the row",
        counted("guest", 1).also(Reading(r"guest (\d{2,}.*|\D.*)", read_guest)),
        (c.F_TURN, c.F_MORE_GUESTS, c.F_FREE_GUEST, c.F_TAKE_GUEST),
        lambda rules: each(range(len(rules.row_cost))), samples=("guest 2",),
    ),
    Action(
        c.CHECK_IN, "check-in", "move a guest in",
        Form(
            lambda r, a, b, x: f"check in table {a + 1} to {room_name(b)}",
            rf"check in table (\d) to {ROOM}",
            lambda r, m: (int(m[1]) - 1, read_room(m[2]), 0),
            (
                Reading(
                    f"check in (.+) to (?:room )?{ROOM}",
                    lambda at, m: f"check in table {at.table(m[1]) + 1} to {m[2]}",
                ),
            ),
        ), (c.F_TURN,),
        lambda rules: each(tables(rules), range(c.ROOMS)),
        samples=("check in table 1 to 2.3",),
    ),
    Action(
        c.FILL, "fill", "fill a guest's order",
        counted("fill table", 1).also(
            Reading(r"fill (?:order of )?(.+)", lambda at, m: (at.table(m[1]), 0, 0))
        ), (c.F_FILL,),
        lambda rules: each(tables(rules) if has_effect(rules, c.E_FILL_ORDER) else ()),
        belongs="an effect that fills an order", samples=("fill table 3",),
    ),
    Action(
        c.REWARD, "reward", "take one of several rewards", counted("reward", 1),
        (c.F_REWARDS,), lambda rules: each(range(longest_list(rules))),
        belongs="the reward of a guest who moves in", clauses=("check-in.reward",),
        samples=("reward 1",),
    ),
    Action(
        c.OCCUPANCY_BONUS, "occupancy-bonus", "take the occupancy bonus now",
        fixed("occupancy bonus"),
        (c.F_REWARDS,), belongs="the reward of a guest who completes a group",
        clauses=("group.complete",), samples=("occupancy bonus",),
    ),
    Action(
        c.STAFF_BONUS, "staff-bonus", "take the staff bonus of a guest now", fixed("staff bonus"),
        (c.F_REWARDS,),
        belongs="the reward of a guest for whom staff pay",
        clauses=("check-in.staff-bonus-order",), samples=("staff bonus",),
    ),
)  # fmt: skip
