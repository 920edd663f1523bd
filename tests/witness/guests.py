"""Guests: taking them from the row, and what happens when they leave the café."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tests.witness import rooms
from tests.witness.effects import apply, carry_out, fill, possible
from tests.witness.receiving import answer_late, fits, gain, ring, score
from tests.witness.table import (
    GOODS,
    Chance,
    Seat,
    Sitting,
    Table,
    abilities,
    cell_words,
    choose,
    of_kind,
)


def free_table(seat: Seat) -> int | None:
    """The first free table (clauses row.free-table, row.full-cafe)."""
    return next((table for table, sitting in enumerate(seat.tables) if sitting is None), None)


def seat_guest(g: Table, seat: Seat, place: int) -> int:
    """A guest of the row sits down. Returns the table."""
    number = g.row[place]
    table = free_table(seat)
    assert number is not None
    assert table is not None
    order = g.rules.guest[number].order
    missing = Counter({good: getattr(order, good) for good in GOODS})
    seat.tables[table] = Sitting(number, +missing)
    g.row[place] = None
    return table


def refill(g: Table):
    """The row moves right and guests come in on the left.

    Clauses: row.refill, row.deck-empty, row.short.
    """
    one = g.rules.procedure.row_refill == "one"
    there = [guest for guest in g.row if guest is not None]
    wanted = min(5, len(there) + 1) if one else 5
    while len(there) < wanted:
        if not g.guest_deck:
            if not g.guest_discard:
                break
            order = yield Chance("reshuffle", tuple(sorted(g.guest_discard)))
            g.guest_deck = list(order)
            g.guest_discard = []
        there.insert(0, g.guest_deck.pop(0))
        at_once = g.rules.procedure.guest_shuffle == "at-once"
        if at_once and not g.guest_deck and g.guest_discard:
            g.guest_deck = list((yield Chance("reshuffle", tuple(sorted(g.guest_discard)))))
            g.guest_discard = []
    g.row = [None] * (5 - len(there)) + there


def places(g: Table) -> list[int]:
    return [place for place, guest in enumerate(g.row) if guest is not None]


def take_free_guests(g: Table, seat: Seat, number: int, filled: bool = False, must: bool = False):
    """Guests of the row without paying. Clauses: reward.take-guest, reward.take-guest-table,
    reward.extra-guest, staff.174."""
    for _ in range(number):
        if free_table(seat) is None or not places(g):
            break
        options: dict[str, int | None] = {f"guest {place + 1}": place for place in places(g)}
        if not must:
            options["stop"] = None
        place = yield from choose(seat, options)
        if place is None:
            break
        table = seat_guest(g, seat, place)
        g.guests_taken += 1
        yield from refill(g)
        if filled:
            yield from fill(g, seat, table)


def guest_price(g: Table, seat: Seat, place: int) -> int:
    """Clauses: row.price, staff.25."""
    costs = [ability.krones for ability in of_kind(g, seat, "guest_cost")]
    return min([g.rules.row.costs[place], *costs])


def guests_to_take(g: Table, seat: Seat) -> list[int]:
    """Places of the row whose guests can be taken and paid (clause row.unaffordable)."""
    if free_table(seat) is None:
        return []
    return [place for place in places(g) if guest_price(g, seat, place) <= seat.krones]


def take_guest(g: Table, seat: Seat, place: int):
    """The guest of the turn, and with Kaufman another one.

    Clauses: row.price, row.refill, entrance.kaufman, entrance.kaufman.refill,
    entrance.kaufman.refill-draft.
    """
    seat.krones -= guest_price(g, seat, place)
    seat_guest(g, seat, place)
    g.guests_taken += 1
    more = of_kind(g, seat, "more_guests")
    late = refills_late(g, seat)
    if not late:
        yield from refill(g)
    if g.guest_taken:  # a further one, taken by itself
        g.guests_left -= 1
        if late and not g.guests_left:
            yield from refill(g)
        return
    g.guest_taken = True
    if more and g.rules.procedure.second_guest == "any-time":
        g.guests_left = sum(ability.guests for ability in more)
        return
    for _ in range(sum(ability.guests for ability in more)):
        there = guests_to_take(g, seat)
        if not there:
            break
        options: dict[str, int | None] = {f"guest {one + 1}": one for one in there}
        options["stop"] = None
        chosen = yield from choose(seat, options)
        if chosen is None:
            break
        seat.krones -= guest_price(g, seat, chosen)
        seat_guest(g, seat, chosen)
        g.guests_taken += 1
        if not late:
            yield from refill(g)
    if late:
        yield from refill(g)


def refills_late(g: Table, seat: Seat) -> bool:
    """Is the row filled only after all guests of a turn (clause entrance.kaufman.refill-draft)."""
    return any(ability.refill == "after" for ability in of_kind(g, seat, "more_guests"))


def forgo_guests(g: Table, seat: Seat):
    """No further guest is taken in the turn (ruling kaufman-between)."""
    if g.guests_left:
        g.guests_left = 0
        if refills_late(g, seat):
            yield from refill(g)


# --- leaving the café ----------------------------------------------------------------------------


@dataclass
class Bonuses:
    """What a guest, or a dancer, who leaves brings beside the reward, still due."""

    effects: dict[int, Any] = field(default_factory=dict)
    groups: list[int] = field(default_factory=list)
    guest: int | None = None
    to_room: bool = False
    staff_due: bool = False
    asked: list[Any] = field(default_factory=list)
    row: list[Any] = field(default_factory=list)  # the bonus of a ballroom's row, once or twice
    section: list[Any] = field(default_factory=list)
    begun: bool = False
    lines: list[int] = field(default_factory=list)  # whose bonus comes last
    gains_come: bool = False  # what needs no decision comes, though the rest is left
    paid_by: set[int] | None = None  # staff in play as staff paid
    late: Any = None  # in the draft: the choice of a seat, which follows the reward
    source: str = "guests"


def check_in_options(g: Table, seat: Seat) -> dict[str, tuple[int, int]]:
    """Clauses: check-in.filled-order, check-in.colour, check-in.tourists, check-in.vacant-room."""
    found = {}
    for table, sitting in seat.guests():
        colour = g.rules.guest[sitting.guest].colour
        if sitting.filled:
            for cell in sorted(seat.vacant):
                if colour in ("green", seat.cells[cell]):
                    found[f"check in table {table + 1} to {cell_words(cell)}"] = (table, cell)
    return found


def leave(g: Table, seat: Seat, table: int) -> tuple[int, list[Any]]:
    """A guest leaves the café: what is counted of it. Returns the guest and the staff asked.

    Clauses: check-in.goods-back, more.orders-when, entrance.kaufman.left,
    check-in.new-staff-too-late.
    """
    sitting = seat.tables[table]
    assert sitting is not None
    guest = g.rules.guest[sitting.guest]
    size = guest.order.total
    if g.rules.procedure.politics_orders == "left":
        seat.orders[guest.colour, size] += 1
    if g.rules.procedure.bell_orders == "left":
        ring(g, seat, "on_order_filled", lambda ability: fits(ability, guest.colour, size))
    seat.guest_vp += guest.vp
    for ability in of_kind(g, seat, "round_guests"):
        if not ability.filled:
            seat.left += 1
    return sitting.guest, paying_staff(g, seat, sitting.guest, to_room=True)


def put_away(g: Table, seat: Seat, number: int) -> None:
    """The card goes to the discard pile, or is kept until the round ends or for a politics card.

    Clauses: check-in.discard, entrance.kaufman.pile, more.orders-kept,
    combining.kaufman-politics.
    """
    guest = g.rules.guest[number]
    if of_kind(g, seat, "round_guests"):
        g.kept.append(number)
    elif kept_for_politics(g, seat, guest):
        seat.kept.append(number)
    else:
        g.guest_discard.append(number)


def kept_for_politics(g: Table, seat: Seat, guest: Any) -> bool:
    """Does an open politics card count the order of this guest for this player."""
    cards = [card for letter, card in g.politics.items() if letter not in seat.claimed]
    if seat.entrance and any(a.kind == "own_politics" for _, a in abilities(g, seat)):
        cards += [card for letter, card in g.own_politics.items() if letter not in seat.own_claimed]
    for key in cards:
        for need in g.rules.politics.cards[key].needs:
            if need.count == "orders" and need.guest_colour in (None, guest.colour):
                if guest.order.total >= (need.min_goods or 0):
                    return True
    return False


def paying_staff(g: Table, seat: Seat, number: int, to_room: bool) -> list[Any]:
    """Who pays for a guest who leaves. Clauses: staff.5 to 8, staff.33, dance.staff-answers."""
    guest = g.rules.guest[number]
    found = []
    for source, ability in abilities(g, seat):
        if ability.kind != "on_guest_leaves" or (ability.to == "room" and not to_room):
            continue
        if ability.rewarded and not guest.reward:
            continue
        if fits(ability, guest.colour, guest.order.total):
            found.append((source, ability))
    return found


def check_in(g: Table, seat: Seat, table: int, cell: int):
    """A guest with a filled order moves in.

    Clauses: check-in.room-turned, check-in.vp, check-in.reward, check-in.table-freed,
    check-in.discard, group.order-2015, group.order-2021.
    """
    number, asked = leave(g, seat, table)
    guest = g.rules.guest[number]
    before = g.rules.procedure.seat_freed == "before"
    if before:
        seat.tables[table] = None
    score(g, seat, guest.vp, "guests")
    bonuses = Bonuses(dict(enumerate(guest.reward, 1)), [], number, True, True, asked)
    bonuses.groups = yield from rooms.turn_over(g, seat, cell, bonuses.lines)
    yield from rewards(g, seat, bonuses)
    if not before:
        seat.tables[table] = None
    put_away(g, seat, number)


def rewards(g: Table, seat: Seat, due: Bonuses):
    """The parts of a reward in any order, and the bonuses beside it.

    Clauses: check-in.reward-optional, check-in.reward-order, check-in.staff-bonus-order,
    dance.order-free.
    """
    while True:
        alone = alone_and_declinable(g, seat, due)
        if alone is not None and not (due.late is not None and nothing_else(due)):
            due.effects.clear()
            yield from apply(g, seat, alone, due.source)
            continue
        if due.late is not None and nothing_else(due):
            late, due.late = due.late, None
            yield from late()
            continue
        options = reward_options(g, seat, due)
        if not options and due.late is not None and g.rules.procedure.late_seat == "chosen":
            due.effects = {}
            continue
        if not options or not (due.effects or in_which_order(due)):
            break
        if due.effects:
            options["stop"] = "stop"
        chosen = yield from choose(seat, options)
        early = g.rules.procedure.staff_bonus == "before"
        if early and due.staff_due and (chosen == "stop" or isinstance(chosen, int)):
            yield from pay_staff(g, seat, due)
        if chosen == "stop":
            for effect in due.effects.values() if due.gains_come else ():
                if effect.do == "gain":
                    yield from gain(g, seat, effect, due.source)
            due.effects = {}
        elif isinstance(chosen, int):
            due.begun = True
            effect = due.effects.pop(chosen)
            yield from apply(g, seat, effect, due.source)
            if effect.do == "use_action_space" and not due.effects:
                break  # it comes last of all, so that nothing is asked before it
        else:
            yield from take_bonus(g, seat, due, chosen)
    yield from all_bonuses(g, seat, due)
    yield from rooms.line_bonus(g, seat, due.lines)
    if g.later:
        g.later.append((seat.index, partial(pay_new_staff, g, seat, due)))
    else:
        yield from pay_new_staff(g, seat, due)


def all_bonuses(g: Table, seat: Seat, due: Bonuses):
    """The bonuses left over."""
    bonuses = ("section bonus", "row bonus", "occupancy bonus", "staff bonus")
    yield from together(g, [take_bonus(g, seat, due, bonus) for bonus in bonuses])


def together(g: Table, parts: list[Any]):
    """Several things come at once: first what they bring, then what they ask, the last one first.

    The books leave the order open (clause dance.order-free).
    """
    held: list[tuple[Any, bool]] = []
    for part in parts:
        g.held = []
        yield from part
        held, g.held = g.held + held, None
    answered = g.rules.procedure.gain_answers
    for asked, lays_goods in held:
        if answered == "before-laying" or (answered == "after-laying" and not lays_goods):
            yield from answer_late(g)
        yield from asked
    if answered != "after-action":
        yield from answer_late(g)


DECLINABLE = ("prepare", "occupy", "hire", "take_guest", "send_dancer", "use_action_space")


def alone_and_declinable(g: Table, seat: Seat, due: Bonuses) -> Any:
    """A single part, with nothing beside it, that can be declined by itself is not asked for."""
    beside = due.groups or due.row or due.section or (due.staff_due and due.asked)
    if beside or len(due.effects) != 1:
        return None
    effect = next(iter(due.effects.values()))
    if possible(g, seat, effect) and effect.do in DECLINABLE:
        return effect
    return None


def nothing_else(due: Bonuses) -> bool:
    """Is nothing left of the reward, or only an action that follows everything else."""
    return all(effect.do == "use_action_space" for effect in due.effects.values())


def in_which_order(due: Bonuses) -> bool:
    """Are a row's and a section's bonus due, and is anything to be decided in them."""
    parts = [effect.do for effects in due.row for effect in effects]
    parts += [effect.do for effect in due.section]
    return bool(due.row and due.section) and any(part != "gain" for part in parts)


def reward_options(g: Table, seat: Seat, due: Bonuses) -> dict[str, Any]:
    options: dict[str, Any] = {
        f"reward {index}": index
        for index, effect in due.effects.items()
        if possible(g, seat, effect)
    }
    beside = not due.begun or not due.effects  # directly before or after it, never within it
    if due.groups and beside and g.rules.procedure.occupancy_bonus == "before-or-after":
        options["occupancy bonus"] = "occupancy bonus"
    asked = g.rules.procedure.staff_bonus != "after"
    if beside and asked and owed(g, seat, due):
        options["staff bonus"] = "staff bonus"
    if due.row:
        options["row bonus"] = "row bonus"
    if due.section:
        options["section bonus"] = "section bonus"
    return options


def take_bonus(g: Table, seat: Seat, due: Bonuses, words: str):
    if words == "occupancy bonus":
        yield from pay_occupancy(g, seat, due)
    elif words == "staff bonus":
        yield from pay_staff(g, seat, due)
    elif words == "row bonus":
        bonus, due.row = due.row, []
        for effects in bonus:
            yield from carry_out(g, seat, effects, "ballrooms")
    else:
        section, due.section = due.section, []
        yield from carry_out(g, seat, section, "ballrooms")


def pay_occupancy(g: Table, seat: Seat, due: Bonuses):
    groups, due.groups = due.groups, []
    yield from rooms.pay_groups(g, seat, groups)


def owed(g: Table, seat: Seat, due: Bonuses) -> list[Any]:
    """Staff who have to pay. Ruling staff-of-own-reward: as the guest moved in, or as they pay."""
    if not due.staff_due or due.guest is None:
        return []
    if g.rules.procedure.staff_asked == "paying":
        return paying_staff(g, seat, due.guest, due.to_room)
    return due.asked


def pay_staff(g: Table, seat: Seat, due: Bonuses):
    staff = owed(g, seat, due)
    late = g.rules.procedure.last_action_staff == "paid"
    if g.later and due.staff_due and not staff and late:
        g.later.append((seat.index, partial(pay_staff, g, seat, due)))
        return
    due.staff_due = False
    if due.paid_by is None:
        due.paid_by = set(seat.staff)
    for source, ability in staff:
        yield from carry_out(g, seat, ability.effects, source)


def pay_new_staff(g: Table, seat: Seat, due: Bonuses):
    """Staff who answer to the reward, and whom it brought after others had paid (ruling
    staff-33-moment)."""
    if g.rules.procedure.staff_asked != "paying" or due.guest is None or due.paid_by is None:
        return
    for number in [one for one in seat.staff if one not in due.paid_by]:
        for ability in g.rules.staff[number].abilities:
            if ability.kind == "on_guest_leaves" and ability.moment == "reward":
                if ("staff", ability) in paying_staff(g, seat, due.guest, due.to_room):
                    yield from carry_out(g, seat, ability.effects, "staff")
