"""Why actions of `decisions/guests.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.engine.cafe import free_table, row_price
from simulate.engine.effects import possible
from simulate.engine.moving_in import rest_waits
from simulate.engine.visiting import must_fill
from simulate.referee.reasons.case import Case, Reason, Reasons
from simulate.words.names import goods_text, krones


def refuse_take_guest(case: Case) -> Reason | None:
    """The guest that may be bought before the main action."""
    marks, p = int(case.frame.marks), case.p
    if case.a >= len(case.g.row):
        return case.because("the row has places 1 to 5", "row.any-place")
    if marks & c.T_ACTION_DONE and not case.rules.guest_moment_any_time:
        return case.because(
            "the main action is done: a guest is taken before it or not at all",
            "row.before-the-die", "turn.parts",
        )  # fmt: skip
    if marks & c.T_GUEST_TAKEN and not case.frame.left:
        return case.because(
            "a guest was already taken in this turn: one per turn", "row.one-a-turn"
        )
    return refuse_guest_of_row(case) or refuse_unpaid_guest(
        case, int(row_price(case.rules, p, case.a))
    )


def refuse_more_guests(case: Case) -> Reason | None:
    """A further guest, paid like the first."""
    return refuse_guest_of_row(case) or refuse_unpaid_guest(
        case, int(row_price(case.rules, case.p, case.a))
    )


def refuse_guest_of_row(case: Case) -> Reason | None:
    """Why no guest of the row can be taken: no guest there, no table."""
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
    return refuse_unserved(case, case.a) or refuse_room(case, int(case.p.cafe[case.a]), case.b)


def refuse_unserved(case: Case, table: int) -> Reason | None:
    """Why the guest at a table cannot leave: nobody there, or goods missing."""
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


def refuse_stop_fill(case: Case) -> Reason | None:
    if not must_fill(case.rules, case.frame):
        return None
    return case.because(f"an order of {case.player} can be filled and must be", "staff.38.declined")


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
    """The occupancy bonus of the group that a guest completed, or the staff bonus for the guest."""
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


REASONS: Reasons = {
    (c.F_TURN, c.TAKE_GUEST): refuse_take_guest,
    (c.F_MORE_GUESTS, c.TAKE_GUEST): refuse_more_guests,
    (c.F_FREE_GUEST, c.TAKE_GUEST): refuse_guest_of_row,
    (c.F_TAKE_GUEST, c.TAKE_GUEST): refuse_guest_of_row,
    (c.F_TURN, c.CHECK_IN): refuse_check_in,
    (c.F_FILL, c.FILL): refuse_fill,
    (c.F_FILL, c.STOP): refuse_stop_fill,
    (c.F_REWARDS, c.REWARD): refuse_reward,
    (c.F_REWARDS, c.OCCUPANCY_BONUS): refuse_bonus,
    (c.F_REWARDS, c.STAFF_BONUS): refuse_bonus,
}
