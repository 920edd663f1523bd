"""The set-up: hands, entrances, rehearsal rooms, first guests, first rooms."""

from __future__ import annotations

from functools import cache

from tests.witness import rooms
from tests.witness.effects import carry_out, more_tables
from tests.witness.guests import places, refill, seat_guest
from tests.witness.table import Seat, Table, choose, of_kind

# Clauses: combining.set-up-order, rehearsal.moment, variant.draft-moment.


def set_up(g: Table):
    """All decisions before the first round."""
    if g.rules.setup.hands == "draft":
        yield from draft(g)
    if g.rules.entrances.in_play:
        yield from auction(g)
    if g.rules.ballrooms.in_play:
        yield from rehearsal(g)
    for seat in reversed(g.clockwise(g.first)):
        for _ in range(g.rules.setup.free_guests):
            yield from free_guest(g, seat)
    for seat in g.clockwise(g.first):
        yield from first_rooms(g, seat)
    for seat in g.clockwise(g.first):
        if seat.entrance and g.rules.entrance[seat.entrance].receipt == "after-set-up":
            yield from receipt(g, seat)


def draft(g: Table):
    """Clause variant.draft: one card is kept, the rest goes to the left."""
    packs = [list(pack) for pack in g.packs]
    while any(packs):
        for seat in g.clockwise(g.first):
            pack = packs[seat.index]
            number = yield from choose(seat, {f"draft {n}": n for n in sorted(pack)})
            pack.remove(number)
            seat.hand.append(number)
        packs = packs[-1:] + packs[:-1]
        g.packs = packs


def auction(g: Table):
    """Clauses: auction.first-bid, auction.raise-or-pass, auction.out, auction.means,
    auction.paid, auction.one-each, auction.next, auction.last."""
    order = g.clockwise(g.first)
    while True:
        without = [seat for seat in order if seat.entrance is None]
        if len(without) == 1:
            last = next(key for key in g.entrances if key)
            yield from receive_entrance(g, without[0], last, 0)
            return
        yield from one_auction(g, without)


def one_auction(g: Table, bidders: list[Seat]):
    starter = bidders[0]
    options = {
        f"bid {krones} on entrance {place + 1}": (krones, place)
        for place, key in enumerate(g.entrances)
        if key
        for krones in range(starter.krones + 1)
    }
    bid, place = yield from choose(starter, options)
    best, turn = starter, 0
    still = list(bidders)
    while len(still) > 1:
        turn = (turn + 1) % len(still)
        seat = still[turn]
        raises: dict[str, int | None] = {
            f"bid {krones} on entrance {place + 1}": krones
            for krones in range(bid + 1, seat.krones + 1)
        }
        raises["pass"] = None
        krones = yield from choose(seat, raises)
        if krones is None:
            still.remove(seat)
            turn = (turn - 1) % len(still)
        else:
            bid, best = krones, seat
    yield from receive_entrance(g, best, str(g.entrances[place]), bid)


def receive_entrance(g: Table, seat: Seat, key: str, bid: int):
    """Clauses: auction.paid, entrances.kitchens, entrance.mayenfels.receipt,
    entrance.grand-wray.receipt, entrance.dove.receipt."""
    g.entrances[g.entrances.index(key)] = None
    entrance = g.rules.entrance[key]
    seat.krones -= bid
    seat.entrance = key
    for good, amount in entrance.kitchen:
        seat.kitchen[good] += amount
    more_tables(seat, entrance.abilities)
    if any(ability.kind in ("on_column", "on_floor") for ability in entrance.abilities):
        seat.tokens = list(g.rules.bonus_token)
    if of_kind(g, seat, "own_tiles"):
        seat.own_tiles = list(g.own_tiles)
    if entrance.receipt == "at-once":
        yield from receipt(g, seat)


def receipt(g: Table, seat: Seat):
    """Clauses: entrance.mayenfels.not-own-card, entrance.mayenfels.own-card-draft."""
    assert seat.entrance is not None
    entrance = g.rules.entrance[seat.entrance]
    seat.active = entrance.active == "at-once"
    yield from carry_out(g, seat, entrance.on_receipt, "entrance")
    seat.active = True


def rehearsal(g: Table):
    """Clauses: rehearsal.order, rehearsal.laid-out, rehearsal.dancers."""
    for seat in reversed(g.clockwise(g.first)):
        options = {f"rehearsal room {n + 1}": key for n, key in enumerate(g.rehearsal_rooms) if key}
        key = yield from choose(seat, options)
        g.rehearsal_rooms[g.rehearsal_rooms.index(key)] = None
        seat.rehearsal = key
        seat.resting = [section.dancers for section in g.rules.rehearsal_room[key].sections]


def free_guest(g: Table, seat: Seat):
    """Clauses: set-up.free-guest, set-up.free-guest-costs-nothing, set-up.free-guest-refill,
    entrance.kaufman.set-up, entrance.kaufman.refill-draft."""
    more = of_kind(g, seat, "more_guests")
    late = any(ability.refill == "after" for ability in more)
    place = yield from choose(seat, {f"guest {one + 1}": one for one in places(g)})
    seat_guest(g, seat, place)
    if not late:
        yield from refill(g)
    for _ in range(sum(ability.setup for ability in more)):
        options: dict[str, int | None] = {f"guest {one + 1}": one for one in places(g)}
        options["stop"] = None
        place = yield from choose(seat, options)
        if place is None:
            break
        seat_guest(g, seat, place)
        if not late:
            yield from refill(g)
    if late:
        yield from refill(g)


def first_rooms(g: Table, seat: Seat):
    """Clauses: set-up.rooms-2015, set-up.rooms-2021, set-up.rooms-bottom-left,
    set-up.rooms-paid, entrance.chateau-paulwei.rooms, entrance.dove.fourth-room."""
    setup = g.rules.setup
    yield from rooms.prepare(g, seat, setup.rooms, must=setup.rooms_mandatory)
    if seat.entrance:
        entrance = g.rules.entrance[seat.entrance]
        if entrance.rooms:
            yield from rooms.prepare(g, seat, entrance.rooms)
        if entrance.free_rooms:
            yield from rooms.prepare(g, seat, entrance.free_rooms, free=True)


def board_of(g: Table, seat: Seat, board: str) -> None:
    """The hotel plan of a player, its colours and groups (clauses group.cells, prepare.colour)."""
    seat.board = board
    plan = g.rules.boards[board]
    seat.cells = plan.cells
    seat.groups = groups_of(seat.cells)


@cache
def groups_of(cells: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Neighbours of one colour, found cell by cell."""
    found: list[set[int]] = []
    for cell, colour in enumerate(cells):
        near = [one for one in rooms.neighbours(cell) if cells[one] == colour]
        joined = [group for group in found if group & set(near)]
        found = [group for group in found if group not in joined]
        found.append({cell}.union(*joined))
    return tuple(sorted(tuple(sorted(group)) for group in found))
