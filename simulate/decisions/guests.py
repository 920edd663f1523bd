"""Guests: taken from the row, served in full, leaving the cafe, and what their rewards bring."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from simulate.decisions.entries import TURN, Action, Frame
from simulate.decisions.forms import ROOM, Form, counted, fixed
from simulate.decisions.ranges import each, has_effect, longest_list, some_card, tables
from simulate.decisions.readings import Arguments, Reading, Refused, Scene
from simulate.engine import codes as c
from simulate.engine.cafe import free_table, row_price
from simulate.engine.effects import possible
from simulate.engine.moving_in import rest_waits
from simulate.narration.changes import ROW, answering
from simulate.narration.names import Names, goods_text, krones, paid
from simulate.spelling import read_room, room_name

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason


# -- what is told ---------------------------------------------------------------------------------


def tell_take_guest(d: Decision) -> tuple[str, ...]:
    guest = int(d.state["row"][d.a])
    bought = d.frame["kind"] in (c.F_TURN, c.F_MORE_GUESTS)
    price = int(row_price(d.rules, d.player, d.a)) if bought else 0
    text = f"takes {d.names.guest_text(guest)} from place {d.a + 1} of the row, {paid(price)}"
    return (text, ROW)


def tell_check_in(d: Decision) -> tuple[str, ...]:
    guest = int(d.player["cafe"][d.a])
    room = d.names.room(d.board, d.b)
    return (f"{d.names.guest(guest)} moves from table {d.a + 1} into {room}",)


def tell_reward(d: Decision) -> tuple[str, ...]:
    row = int(d.frame["effect"]) + d.a
    source = d.names.source(int(d.frame["source"]), d.state["log"], row)
    told = [f"{reward_title(d.frame, source)}: {d.names.effect_texts[row]}"]
    if d.rules.effects[row, c.COL_CODE] == c.E_USE_SPACE:
        told = [*due_bonuses(d.names, d.state, d.frame), *told]  # they are taken before it
    return ("; ".join(told),)


def due_bonuses(names: Names, state: Any, frame: Any) -> list[str]:
    """The bonuses beside a reward that are still due."""
    player, marks = state["players"][int(frame["player"])], int(frame["marks"])
    due = []
    if marks & c.R_SECTION_DUE:
        due.append(names.section_bonus(player, int(frame["section"])))
    if marks & c.R_ROW_DUE:
        due.append(names.row_bonus(state, int(frame["seat"]), int(player["row_bonus"])))
    if frame["groups"]:
        due.append(names.bonuses(player, int(frame["groups"])))
    if marks & c.R_STAFF_DUE:
        due.append(staff_for_leaving(names, state, frame))
    return due


def reward_title(frame: Any, source: str) -> str:
    """ "reward of 65 Knight of the Empire", or the card itself for other lists of effects."""
    return f"reward of {source}" if int(frame["marks"]) & c.R_GUEST else source


def staff_for_leaving(names: Names, state: Any, frame: Any) -> str:
    """What staff pay for the guest of a frame, who leaves the cafe."""
    events = [c.ON_GUEST_LEAVES]
    if frame["marks"] & c.R_HOUSED:
        events.append(c.ON_GUEST_HOUSED)
    cards = None if names.rules.asked_when_paid else int(frame["asked"])
    return "; ".join(
        text
        for event in events
        for text in answering(names, state, int(frame["player"]), event, int(frame["guest"]), cards)
    )


def tell_staff_bonus(d: Decision) -> tuple[str, ...]:
    return (staff_for_leaving(d.names, d.state, d.frame),)


# -- how it is written with names -----------------------------------------------------------------


def read_guest(at: Scene, match: re.Match[str]) -> Arguments:
    """A guest of the row."""
    row = [int(guest) for guest in at.g.row]
    guest = at.guest(match[1], row)
    if guest in row:
        return row.index(guest), 0, 0
    name = at.lexicon.guests.text(guest)
    raise Refused(f"{name} is not in the row: {at.names(row)}", "row.any-place")


# -- why it is not legal --------------------------------------------------------------------------


def refuse_take_guest(case: Case) -> Reason | None:
    """The guest that may be bought before the main action."""
    marks, p = int(case.frame.marks), case.p
    if case.a >= len(case.g.row):
        return case.because("the row has places 1 to 5", "row.any-place")
    if marks & c.T_ACTION_DONE and not case.rules.guest_any_time:
        return case.because(
            "the main action is done: a guest is taken before it or not at all",
            "row.before-the-die", "turn.parts",
        )  # fmt: skip
    if marks & c.T_GUEST_TAKEN and not case.frame.left:
        return case.because(
            "a guest has been taken in this turn already: one a turn", "row.one-a-turn"
        )
    return refuse_guest_of_row(case) or refuse_unpaid_guest(
        case, int(row_price(case.rules, p, case.a))
    )


def refuse_more_guests(case: Case) -> Reason | None:
    """A further guest, who is paid like the first."""
    return refuse_guest_of_row(case) or refuse_unpaid_guest(
        case, int(row_price(case.rules, case.p, case.a))
    )


def refuse_guest_of_row(case: Case) -> Reason | None:
    """What stands against any guest of the row: no guest there, no table."""
    if case.a >= len(case.g.row) or case.g.row[case.a] < 0:
        return case.because(
            f"place {case.a + 1} of the row is empty", "row.any-place", "row.deck-empty"
        )
    if free_table(case.p) < 0:
        return case.because(
            f"the café of {case.player} is full: all {case.p.tables} tables are taken",
            "row.full-cafe", "row.three-tables",
        )  # fmt: skip
    return None


def refuse_unpaid_guest(case: Case, price: int) -> Reason | None:
    if price <= case.p.krones:
        return None
    guest = case.names.guest(int(case.g.row[case.a]))
    return case.because(
        f"{guest} on place {case.a + 1} costs {krones(price)}; {case.has_krones()}",
        "row.price", "row.unaffordable",
    )  # fmt: skip


def refuse_check_in(case: Case) -> Reason | None:
    """A guest who moves into a room."""
    return refuse_unserved(case, case.a) or refuse_room(case, int(case.p.cafe[case.a]), case.b)


def refuse_unserved(case: Case, table: int) -> Reason | None:
    """What stands against the guest at a table leaving it: nobody there, or goods missing."""
    p = case.p
    if table >= p.tables or p.cafe[table] < 0:
        return case.because(
            f"nobody sits at table {table + 1} of {case.player}", "check-in.filled-order"
        )
    if p.missing_total[table] > 0:
        wants = goods_text(p.missing[table])
        return case.because(
            f"the order of {case.table(table)} is not filled: {wants} missing",
            "check-in.filled-order",
        )
    return None


def refuse_room(case: Case, guest: int, room: int) -> Reason | None:
    p, rules, colour = case.p, case.rules, int(case.rules.guest_colour[guest])
    name, where = case.names.guest(guest), case.names.room(case.board, room)
    if colour != c.GREEN and rules.colour[case.board, room] != colour:
        fitting = int(p.vacant) & int(rules.colour_mask[case.board, colour])
        none = "" if fitting else ", and no such room is vacant"
        colour_word = case.names.guest_card(guest).colour
        return case.because(
            f"{name} is {colour_word} and moves into a {colour_word} room only; {where} is not"
            f"{none}",
            "check-in.colour", *(() if fitting else ("check-in.no-room",)),
        )  # fmt: skip
    if p.occupied >> room & 1:
        return case.because(f"room {where} is occupied already", "check-in.vacant-room")
    if not p.vacant >> room & 1:
        return case.because(f"room {where} is not prepared", "check-in.vacant-room")
    return None


def refuse_late_room(case: Case) -> Reason | None:
    """A room for a guest who was to dance, after the reward."""
    if not case.frame.marks & c.R_SEAT_DUE or not rest_waits(case.rules, case.frame):
        return case.because("no guest is to take a room now")
    return refuse_room(case, int(case.frame.guest), case.a) or case.because(
        "a seat in a ballroom can be paid for", "dance.draft-late-room"
    )


def refuse_fill(case: Case) -> Reason | None:
    table = case.a
    if table >= case.p.tables or case.p.cafe[table] < 0:
        return case.because(f"nobody sits at table {table + 1} of {case.player}")
    return case.because(f"the order of {case.table(table)} is filled already")


def refuse_reward(case: Case) -> Reason | None:
    """A part of a guest's reward, or of another list of effects."""
    frame, names = case.frame, case.names
    row = int(frame.effect) + case.a
    guest = bool(frame.marks & c.R_GUEST)
    if guest and case.a >= int(case.rules.guest_reward_n[frame.guest]):
        return case.because(f"there is no part {case.a + 1} of this reward", "check-in.reward")
    if not guest and not frame.effects >> case.a & 1:
        return case.because(f"there is no part {case.a + 1} here, or it has been taken")
    what = names.effect_texts.get(row, "this part")
    if not frame.effects >> case.a & 1:
        return case.because(f"this part of the reward ({what}) has been taken", "check-in.reward")
    if not possible(case.g, case.rules, case.seat, row):
        return case.because(
            f"this part of the reward ({what}) cannot be carried out now", "reward.impossible"
        )
    return None


def refuse_bonus(case: Case) -> Reason | None:
    """The occupancy bonus of the group that a guest completed, or what staff pay for the guest."""
    frame = case.frame
    ids: tuple[str, ...]
    if case.kind == c.OCCUPANCY_BONUS:
        due, ids = bool(frame.groups), ("group.complete", "group.order-2015", "group.order-2021")
        what, when = "occupancy bonus", int(case.rules.bonus_timing)
    else:
        due, ids = bool(frame.marks & c.R_STAFF_DUE), ("check-in.staff-bonus-order",)
        what, when = "bonus by staff", int(case.rules.staff_bonus_timing)
    if not frame.marks & c.R_GUEST or not due:
        return case.because(f"no {what} is due", ids[0])
    side = {c.BEFORE: "before", c.AFTER: "after"}.get(when, "before or after")
    return case.because(f"the {what} comes {side} the reward, not within it", *ids[-2:])


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
            "asked": "how many cards with abilities were in play as the guest left",
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
            "guest": c.R_GUEST, "table": c.R_GUEST, "asked": c.R_GUEST,
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
        counted("guest", 1).also(Reading(r"guest (\d{2,}.*|\D.*)", read_guest)), tell_take_guest,
        {
            c.F_TURN: refuse_take_guest, c.F_MORE_GUESTS: refuse_more_guests,
            c.F_FREE_GUEST: refuse_guest_of_row, c.F_TAKE_GUEST: refuse_guest_of_row,
        },
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
        ),
        tell_check_in, {c.F_TURN: refuse_check_in},
        lambda rules: each(tables(rules), range(c.ROOMS)),
        samples=("check in table 1 to 2.3",),
    ),
    Action(
        c.FILL, "fill", "fill a guest's order",
        counted("fill table", 1).also(
            Reading(r"fill (?:order of )?(.+)", lambda at, m: (at.table(m[1]), 0, 0))
        ),
        lambda d: ("fills an order from the supply",), {c.F_FILL: refuse_fill},
        lambda rules: each(tables(rules) if has_effect(rules, c.E_FILL_ORDER) else ()),
        belongs="an effect that fills an order", samples=("fill table 3",),
    ),
    Action(
        c.REWARD, "reward", "take one of several rewards", counted("reward", 1), tell_reward,
        {c.F_REWARDS: refuse_reward}, lambda rules: each(range(longest_list(rules))),
        belongs="the reward of a guest who moves in", clauses=("check-in.reward",),
        samples=("reward 1",),
    ),
    Action(
        c.OCCUPANCY_BONUS, "occupancy-bonus", "take the occupancy bonus now",
        fixed("occupancy bonus"), lambda d: (d.names.bonuses(d.player, int(d.frame["groups"])),),
        {c.F_REWARDS: refuse_bonus}, belongs="the reward of a guest who completes a group",
        clauses=("group.complete",), samples=("occupancy bonus",),
    ),
    Action(
        c.STAFF_BONUS, "staff-bonus", "take the staff bonus of a guest now", fixed("staff bonus"),
        tell_staff_bonus, {c.F_REWARDS: refuse_bonus},
        belongs="the reward of a guest for whom staff pay",
        clauses=("check-in.staff-bonus-order",), samples=("staff bonus",),
    ),
)  # fmt: skip
