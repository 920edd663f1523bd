"""Ballrooms: sending dancers, their bonuses, and the scoring of a ballroom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from tests.witness.effects import carry_out
from tests.witness.guests import (
    Bonuses,
    leave,
    owed,
    pay_staff,
    paying_staff,
    put_away,
    rewards,
    together,
)
from tests.witness.receiving import ring, score
from tests.witness.table import ROWS, Seat, Table, abilities, choose, of_kind

Place = tuple[int, str, int]  # ballroom (0 the left one), row, section of the rehearsal room


def row_of(g: Table, ballroom: int, row: str) -> Any:
    return getattr(g.rules.ballroom[g.ballrooms[ballroom]], row)


def has_seat(g: Table, ballroom: int, row: str) -> bool:
    """Is there a free seat. Clauses: dance.full, dance.balcony, dance.four-players-seats."""
    if ballroom == 2 and row == "top":
        return True
    taken = sum(seat.dancers[ballroom, row] for seat in g.seats)
    return taken < row_of(g, ballroom, row).seats[len(g.seats)]


def dancer_price(g: Table, ballroom: int, row: str, less: int, free: bool) -> int:
    """Clauses: dance.price, send.free, send.less."""
    return 0 if free else max(0, row_of(g, ballroom, row).champagne - less)


def section_of(g: Table, seat: Seat, section: int) -> Any:
    assert seat.rehearsal is not None
    return g.rules.rehearsal_room[seat.rehearsal].sections[section]


def champagne_to_pay(g: Table, seat: Seat, section: int) -> int:
    """The champagne that may pay. Clauses: dance.payment-first, dance.payment-draft."""
    there = seat.kitchen["champagne"]
    if g.rules.procedure.section_bonus == "before-paying" and seat.resting[section] == 1:
        for effect in section_of(g, seat, section).bonus:
            there += getattr(effect, "champagne", 0)
    return there


def seats_to_send(g: Table, seat: Seat, less: int = 0, free: bool = False) -> list[Place]:
    """Where a dancer may be sent. Clauses: dance.row, dance.unaffordable, dance.any-section."""
    found = []
    for ballroom in range(len(g.ballrooms)):
        for row in ROWS:
            if not has_seat(g, ballroom, row):
                continue
            krones = dancer_price(g, ballroom, row, less, free)
            for section, resting in enumerate(seat.resting):
                if resting and champagne_to_pay(g, seat, section) >= krones:
                    found.append((ballroom, row, section))
    return found


def place_words(place: Place) -> str:
    ballroom, row, section = place
    return f"to {ballroom + 1}.{row} from section {section + 1}"


def place_dancer(g: Table, seat: Seat, place: Place, due: Bonuses, less: int, free: bool):
    """A dancer leaves the rehearsal room, is paid for and takes the seat.

    Clauses: dance.first-seat, dance.row-bonus, dance.section-bonus, entrance.the-ren,
    celebrity.mata-hari, staff.130.
    """
    ballroom, row, section = place
    seat.resting[section] -= 1
    bonus = section_of(g, seat, section).bonus if not seat.resting[section] else ()
    first: Sequence[Any] = ()
    if g.rules.procedure.section_bonus == "before-paying":
        first, bonus = bonus, ()
    seat.dancers[ballroom, row] += 1
    due.section = list(bonus)
    effects = row_of(g, ballroom, row).bonus
    due.row = [effects] if effects else []
    for ability in of_kind(g, seat, "row_bonus"):
        if effects and ability.as_one:
            due.row = [tuple(multiplied(effect, ability.times) for effect in effects)]
        elif effects:
            due.row = [effects] * ability.times
    seat.kitchen["champagne"] -= dancer_price(g, ballroom, row, less, free)
    yield from together(g, [carry_out(g, seat, first, "ballrooms"), answer_dancer(g, seat)])


def answer_dancer(g: Table, seat: Seat):
    """Who answers to a dancer."""
    for source, ability in list(abilities(g, seat)):
        if ability.kind == "on_dancer":
            yield from carry_out(g, seat, ability.effects, source)


def multiplied(effect: Any, times: int) -> Any:
    """One bonus of so many times the size (ruling ren-doubling, reading one-gain)."""
    if effect.do == "gain":
        fields = {k: v * times for k, v in effect if isinstance(v, int)}
    else:
        fields = {"rooms": effect.rooms * times}
    return effect.model_copy(update=fields)


def send_dancers(g: Table, seat: Seat, less: Sequence[int], free: bool):
    """Further dancers. Clauses: send.paid, send.optional, send.row-and-section."""
    for reduction in less:
        places = seats_to_send(g, seat, reduction, free)
        if not places:
            continue
        options: dict[str, Place | None] = {f"send {place_words(one)}": one for one in places}
        options["stop"] = None
        place = yield from choose(seat, options)
        if place is None:
            break
        due = Bonuses()
        yield from place_dancer(g, seat, place, due, reduction, free)
        yield from rewards(g, seat, due)


def dance_options(g: Table, seat: Seat) -> dict[str, tuple[int, Place | None]]:
    """Clauses: dance.instead, dance.unaffordable, guest.162.room, dance.draft-reward-first."""
    if not g.ballrooms:
        return {}
    found: dict[str, tuple[int, Place | None]] = {}
    for table, sitting in seat.guests():
        guest = g.rules.guest[sitting.guest]
        if not sitting.filled or not guest.dances:
            continue
        if g.rules.procedure.dancer_paid == "after-reward":
            if seats_after_reward(g, seat, guest):
                found[f"dance table {table + 1}"] = (table, None)
            continue
        for place in seats_to_send(g, seat):
            found[f"dance table {table + 1} {place_words(place)}"] = (table, place)
    return found


def seats_after_reward(g: Table, seat: Seat, guest: Any) -> bool:
    """Could a seat be paid for with the champagne of the reward."""
    brought = sum(getattr(effect, "champagne", 0) for effect in guest.reward)
    return bool(seats_to_send(g, seat, brought))


def dance(g: Table, seat: Seat, table: int, place: Place | None):
    """A guest goes to a ballroom as a dancer.

    Clauses: dance.vp-and-reward, dance.order-free, dance.discard, dance.no-room, dance.colour.
    """
    number, _ = leave(g, seat, table)
    asked = paying_staff(g, seat, number, to_room=False)
    before = g.rules.procedure.seat_freed == "before"
    if before:
        seat.tables[table] = None
    guest = g.rules.guest[number]
    due = Bonuses(dict(enumerate(guest.reward, 1)), [], number, False, True, asked)
    score(g, seat, guest.vp, "guests")
    if place is not None:
        yield from place_dancer(g, seat, place, due, 0, free=False)
    if place is None:
        due.late = partial(find_place, g, seat, guest, due)
    yield from rewards(g, seat, due)
    if not before:
        seat.tables[table] = None
    put_away(g, seat, number)


def find_place(g: Table, seat: Seat, guest: Any, due: Bonuses):
    """In the draft the seat comes after the reward, or else a room, or nothing.

    Clauses: dance.draft-reward-first, dance.draft-late-room, dance.draft-no-place.
    """
    from tests.witness.table import cell_words

    places = seats_to_send(g, seat)
    if places:
        options: dict[str, Any] = {f"send {place_words(one)}": one for one in places}
    else:
        cells = [c for c in sorted(seat.vacant) if guest.colour in ("green", seat.cells[c])]
        options = {f"occupy {cell_words(one)}": one for one in cells}
    if g.rules.procedure.staff_bonus == "before-or-after" and owed(g, seat, due):
        options["staff bonus"] = None
    if not options:
        return
    place = yield from choose(seat, options)
    if place is None:
        yield from pay_staff(g, seat, due)
        due.late = partial(find_place, g, seat, guest, due)
    elif places:
        yield from place_dancer(g, seat, place, due, 0, free=False)
    else:
        yield from take_room_after_all(g, seat, place, due)


def take_room_after_all(g: Table, seat: Seat, cell: int, due: Bonuses):
    """The guest takes a room. Staff who answer only that pay now if the others have been paid."""
    from tests.witness import rooms

    assert due.guest is not None
    already = paying_staff(g, seat, due.guest, to_room=False)
    due.to_room = True
    due.asked = paying_staff(g, seat, due.guest, to_room=True)
    due.groups = yield from rooms.turn_over(g, seat, cell, due.lines)
    if not due.staff_due:
        for source, ability in [one for one in due.asked if one not in already]:
            yield from carry_out(g, seat, ability.effects, source)


# --- scoring a ballroom --------------------------------------------------------------------------


def score_ballroom(g: Table, ballroom: int) -> None:
    """Clauses: ballroom-scoring.rounds, ballroom-scoring.absent, ballroom-scoring.ties,
    entrance.the-ren.alone."""
    scoring = g.rules.ballroom[g.ballrooms[ballroom]].scoring
    counts = [[seat.dancers[ballroom, row] for row in ROWS] for seat in g.seats]
    totals = [sum(rows) for rows in counts]
    for seat, rows, total in zip(g.seats, counts, totals, strict=True):
        if not total:
            score(g, seat, g.rules.ballrooms.absent_vp, "ballrooms")
            continue
        if scoring.kind == "best_row":
            vp = total * max(index + 1 for index, there in enumerate(rows) if there)
        elif scoring.kind == "dancers_table":
            vp = scoring.vp[min(total, len(scoring.vp)) - 1]
        elif scoring.kind == "per_dancers":
            vp = total // scoring.dancers * scoring.vp
        elif scoring.kind == "majority":
            vp = rank_vp(totals, total, scoring.vp[len(g.seats)])
        else:
            vp = 0
            for index, there in enumerate(rows):
                vp += rank_vp([other[index] for other in counts], there, scoring.vp)
        score(g, seat, vp, "ballrooms")
        for ability in of_kind(g, seat, "most_dancers"):
            if total == max(totals) and totals.count(total) == 1:
                score(g, seat, ability.vp, "entrance")


def rank_vp(totals: list[int], own: int, places: Sequence[int]) -> int:
    """VP of a rank; tied players share those of the ranks that they take up, rounded down."""
    if not own:
        return 0
    rank = sum(other > own for other in totals)
    tied = totals.count(own)
    return sum(places[rank : rank + tied]) // tied


def ring_politics(g: Table, seat: Seat):
    """A marker was put on a politics card: who answers to that (clauses staff.132, staff.179,
    combining.ninas-staff)."""
    ring(g, seat, "on_politics")
    for source, ability in list(abilities(g, seat)):
        if ability.kind == "on_politics":
            yield from carry_out(g, seat, ability.effects, source)
