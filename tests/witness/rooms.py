"""Rooms: preparing them, turning them over, and the bonuses of groups, columns and floors."""

from __future__ import annotations

from typing import Any

from tests.witness.receiving import advance, answers, ring, score, take_krones
from tests.witness.table import Seat, Table, abilities, cell_words, choose, of_kind


def neighbours(cell: int) -> list[int]:
    """The cells beside, above and below one (clause prepare.adjoin)."""
    floor, column = divmod(cell, 5)
    near = [(floor - 1, column), (floor + 1, column), (floor, column - 1), (floor, column + 1)]
    return [f * 5 + c for f, c in near if 0 <= f < 4 and 0 <= c < 5]


def price(g: Table, seat: Seat, cell: int, discount: int, free: bool) -> int:
    """The price of a room. Clauses: prepare.floor-price, staff.9 to 11, celebrity.gandhi."""
    krones = g.rules.hotel.floor_costs[cell // 5]
    for ability in of_kind(g, seat, "room_cost"):
        if ability.colour == seat.cells[cell]:
            krones = min(krones, ability.krones)
    return 0 if free else max(0, krones - discount)


def cells_to_prepare(
    g: Table, seat: Seat, discount: int = 0, free: bool = False, floors: int = 4
) -> list[int]:
    """Where a room may be prepared now.

    Clauses: prepare.adjoin, prepare.unaffordable, prepare.bare-hotel, room.one-tile, room.gaps,
    reward.prepare-low, staff.203.
    """
    anywhere = bool(of_kind(g, seat, "prepare_anywhere"))
    found = []
    for cell in range(floors * 5):
        if cell in seat.tiles or price(g, seat, cell, discount, free) > seat.krones:
            continue
        beside = any(near in seat.tiles for near in neighbours(cell))
        if anywhere or beside or (not seat.tiles and cell == 0):
            found.append(cell)
    return found


def lay_tile(g: Table, seat: Seat, cell: int, scored: bool) -> bool:
    """Returns whether a cell was scored by now in the same effect.

    Clauses: prepare.vacant, prepare.cell-vp, prepare.cell-vp-again, celebrity.chaplin.cells.
    """
    again = cell in seat.covered
    seat.vacant.add(cell)
    vp = g.rules.hotel.cell_vp.get(cell, 0)
    seat.covered.add(cell)
    if not vp or (again and not g.rules.hotel.cell_vp_again):
        return scored
    if scored and g.rules.procedure.cell_points == "once":
        seat.vp += vp
        seat.vp_from["cells"] += vp
    else:
        score(g, seat, vp, "cells")
    return True


def prepare(
    g: Table,
    seat: Seat,
    rooms: int = 1,
    discount: int = 0,
    free: bool = False,
    floors: int = 4,
    turned: bool = False,
    must: bool = False,
):
    """Up to so many rooms, one after the other (clauses prepare.strength, prepare.by-effect)."""
    full: list[int] = []
    lines: list[int] = []
    scored = False
    for _ in range(rooms):
        cells = cells_to_prepare(g, seat, discount, free, floors)
        if not cells:
            break
        options: dict[str, int | None] = {f"prepare {cell_words(cell)}": cell for cell in cells}
        if not must:
            options["stop"] = None
        cell = yield from choose(seat, options)
        if cell is None:
            break
        seat.krones -= price(g, seat, cell, discount, free)
        scored = lay_tile(g, seat, cell, scored)
        if turned:
            full += yield from turn_over(g, seat, cell, lines)
            full = yield from at_once(g, seat, full)
    yield from pay_groups(g, seat, full)
    yield from line_bonus(g, seat, lines)


def occupy(g: Table, seat: Seat, rooms: int, floors: int = 4):
    """Up to so many vacant rooms are turned over (clauses reward.occupy, staff.35)."""
    full: list[int] = []
    lines: list[int] = []
    for _ in range(rooms):
        cells = sorted(cell for cell in seat.vacant if cell < floors * 5)
        if not cells:
            break
        options: dict[str, int | None] = {f"occupy {cell_words(cell)}": cell for cell in cells}
        options["stop"] = None
        cell = yield from choose(seat, options)
        if cell is None:
            break
        full += yield from turn_over(g, seat, cell, lines)
        full = yield from at_once(g, seat, full)
    yield from pay_groups(g, seat, full)
    yield from line_bonus(g, seat, lines)


def at_once(g: Table, seat: Seat, full: list[int]):
    """Ruling effect-bonus-moment: groups pay at once, within the effect, or when it is over."""
    if g.rules.procedure.effect_groups == "at-once":
        yield from pay_groups(g, seat, full)
        return []
    return full


def turn_over(g: Table, seat: Seat, cell: int, late: list[int]):
    """A vacant room becomes occupied. Returns the groups (first cells) that have to pay for it.

    late: takes the lines whose bonus comes last (ruling dove-moment).
    Clauses: check-in.room-turned, staff.23.rooms-2021, celebrity.tolkien, entrance.stroup,
    entrance.dove, group.complete, group.pays-once.
    """
    from tests.witness.effects import carry_out

    group = seat.group_of(cell)
    others = seat.occupied & set(group)
    seat.vacant.discard(cell)
    seat.occupied.add(cell)
    full = []
    again = group[0] in seat.paid and g.rules.procedure.bell_groups == "once"
    if set(group) <= seat.occupied and not again:
        ring(g, seat, "on_group", lambda ability: len(group) >= ability.min_rooms)
    if set(group) <= seat.occupied:
        if group[0] not in seat.paid:
            seat.paid.add(group[0])
            full.append(group[0])
    for source, ability in list(abilities(g, seat)):
        if ability.kind == "on_room_occupied":
            yield from carry_out(g, seat, ability.effects, source)
    first = group[0] not in seat.begun
    if first or (not others and g.rules.procedure.first_rooms == "again"):
        seat.begun.add(group[0])
        for source, ability in list(abilities(g, seat)):
            if ability.kind == "on_first_room" and ability.colour == seat.cells[cell]:
                yield from carry_out(g, seat, ability.effects, source)
    lines = lines_completed(g, seat, cell)
    if g.rules.procedure.line_bonus == "last":
        late += lines
    else:
        yield from line_bonus(g, seat, lines)
    return full


def lines_completed(g: Table, seat: Seat, cell: int) -> list[int]:
    """The column (0 to 4) and the floor (5 to 8) that a room completes (ruling dove-again)."""
    floor, column = divmod(cell, 5)
    lines = {
        column: {f * 5 + column for f in range(4)},
        5 + floor: {floor * 5 + c for c in range(5)},
    }
    full = {line for line, cells in lines.items() if cells <= seat.occupied}
    new = full - seat.lines if g.rules.procedure.lines_again == "once" else full
    seat.lines |= full
    return sorted(new)


def line_bonus(g: Table, seat: Seat, lines: list[int]):
    """What columns and floors bring (clauses entrance.dove, entrance.dove.order)."""
    from tests.witness.effects import carry_out

    floors_first = g.rules.procedure.line_order == "floor-first"
    for line in sorted(lines, reverse=floors_first):
        for source, ability in list(abilities(g, seat)):
            if ability.kind == ("on_column" if line < 5 else "on_floor"):
                yield from carry_out(g, seat, ability.effects, source)


def pay_groups(g: Table, seat: Seat, full: list[int]):
    for first in full:
        paid = pay_group(g, seat, seat.group_of(first))
        if g.held is not None and of_kind(g, seat, "choose_bonus"):
            g.held.append((paid, False))
        else:
            yield from paid


def pay_group(g: Table, seat: Seat, group: tuple[int, ...]):
    """The occupancy bonus. Clauses: group.blue, group.red, group.yellow, staff.204,
    entrance.chateau-paulwei."""
    colour = seat.cells[group[0]]
    if of_kind(g, seat, "choose_bonus"):
        colours = ("blue", "red", "yellow")
        colour = yield from choose(seat, {f"bonus {one}": one for one in colours})
    table = g.rules.hotel.occupancy_bonus
    bonus: dict[str, Any] = {
        "blue": table.blue.vp,
        "red": table.red.krones,
        "yellow": table.yellow.emperor,
    }
    for other in of_kind(g, seat, "occupancy_table"):
        bonus = {
            "blue": other.blue_vp,
            "red": other.red_krones,
            "yellow": other.yellow_emperor,
        }
    amount = bonus[colour][len(group) - 1]
    if colour == "blue":
        score(g, seat, amount, "occupancy")
    elif colour == "red":
        take_krones(g, seat, amount)
        yield from answers(g, seat, krones=amount)
    else:
        advance(g, seat, amount)
        yield from answers(g, seat, steps=amount)


# --- what is counted -----------------------------------------------------------------------------


def tally(g: Table, seat: Seat, what: Any, kind: str) -> int:
    """How many of what a score or a condition names (see model.vocabulary.base.Count)."""
    cells = seat.cells
    occupied = seat.occupied
    if kind in ("occupied_rooms", "rooms"):
        rooms = occupied if kind == "occupied_rooms" else seat.tiles
        if what.floor is not None:
            rooms = {cell for cell in rooms if cell // 5 == what.floor - 1}
        return sum(what.colour in (None, cells[cell]) for cell in rooms)
    by_colour = {c: sum(cells[cell] == c for cell in occupied) for c in ("blue", "red", "yellow")}
    if kind == "staff":
        return len(seat.staff)
    if kind == "groups":
        return sum(set(group) <= occupied for group in seat.groups)
    if kind == "floors":
        return sum(all(f * 5 + c in occupied for c in range(5)) for f in range(4))
    if kind == "columns":
        return sum(all(f * 5 + c in occupied for f in range(4)) for c in range(5))
    if kind == "full_colours":
        return sum(by_colour[colour] == cells.count(colour) for colour in by_colour)
    if kind == "colour_sets":
        return min(by_colour.values())
    if kind == "rich_colours":
        return sum(rooms >= what.rooms for rooms in by_colour.values())
    if kind == "politics":
        return len(seat.claimed)
    if kind == "emperor":
        return seat.emperor
    if kind == "krones":
        return seat.krones
    if kind == "goods":
        return seat.kitchen[what.good]
    if kind == "good_sets":
        return min(seat.kitchen[good] for good in what.goods)
    if kind == "dancers":
        return seat.dancers.total()
    if kind == "orders":
        return sum(
            number
            for (colour, size), number in seat.orders.items()
            if what.guest_colour in (None, colour) and size >= (what.min_goods or 0)
        )
    if kind == "guest_vp":
        return seat.guest_vp
    raise NotImplementedError(kind)
