"""A hotel board: its cells with their colours and contents, and their groups."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from reports.pictures.drawing import Sketch, el, group, number, rect, text, use
from reports.pictures.view import View
from simulate.engine import codes as c
from simulate.words.names import rooms_in

LEFT, CELL, FLOOR = 50, 62, 42  # width of the floors' prices; a cell with its gap, across and up
WIDE, HIGH = 54, 34
BARE, VACANT, OCCUPIED = "bare", "vacant", "occupied"


def hotel(view: View, seat: int) -> Sketch:
    """The hotel of a seat."""
    p = view.player(seat)
    body = _groups(view, p) + Markup("").join(_cell(view, p, room) for room in range(c.ROOMS))
    top = c.FLOORS * FLOOR
    columns = [text(LEFT + i * CELL + WIDE / 2, top + 8, i + 1, "s c") for i in range(c.COLUMNS)]
    body += _floors(view) + Markup("").join(columns)
    return Sketch(f"hotel-{seat}", "Hotel", _words(view, p), top + 12, body)


def corner(room: int) -> tuple[float, float]:
    """The top left corner of a cell."""
    floor, column = divmod(room, c.COLUMNS)
    return LEFT + column * CELL, (c.FLOORS - 1 - floor) * FLOOR + 3


def standing(p: Any, room: int) -> str:
    """The state of a cell: BARE, VACANT or OCCUPIED."""
    for state in (VACANT, OCCUPIED):
        if int(getattr(p, state)) >> room & 1:
            return state
    return BARE


def _cell(view: View, p: Any, room: int) -> Markup:
    board = int(p.board)
    colour, state = view.names.colour(board, room), standing(p, room)
    x, y = corner(room)
    inner = rect(0, 0, WIDE, HIGH, "tile") + use(colour, 4, 4, 10, "sign")
    vp = view.names.ruleset.hotel.cell_vp.get(room, 0)
    had = int(p.covered) >> room & 1
    due = vp and (state == BARE and (not had or view.names.ruleset.hotel.cell_vp_again))
    if due:
        inner += text(WIDE / 2 + 4, 21, f"+{vp} VP", "s c")
    if state == BARE and had:
        inner += use("cross", WIDE - 13, 4, 8, "dim")
    if state == VACANT:
        inner += use("door", WIDE / 2 - 10, 7, 22)
    if state == OCCUPIED:
        inner += use("guest", WIDE / 2 - 10, 7, 22, "who")
    return group(inner, x=x, y=y, cls=f"{colour} {state}")


def _groups(view: View, p: Any) -> Markup:
    """Bands between the rooms of a group; gold with rings if its bonus was paid."""
    rules, board = view.rules, int(p.board)
    paid = int(p.groups_paid)
    out = Markup("")
    for i in range(int(rules.n_groups[board])):
        rooms = set(rooms_in(int(rules.group_mask[board, i])))
        ways = [
            f"M{_middle(room)}L{_middle(other)}"
            for room in sorted(rooms)
            for other in (room + 1, room + c.COLUMNS)
            if other in rooms and (other != room + 1 or other % c.COLUMNS)
        ]
        cls = "group paid" if paid >> i & 1 else "group"
        if ways:
            out += el("path", d="".join(ways), cls=cls)
        for room in sorted(rooms) if paid >> i & 1 else ():
            x, y = corner(room)
            out += rect(x - 2.5, y - 2.5, WIDE + 5, HIGH + 5, "ring", 6)
    return out


def _middle(room: int) -> str:
    x, y = corner(room)
    return f"{number(x + WIDE / 2)} {number(y + HIGH / 2)}"


def _floors(view: View) -> Markup:
    """The cost of preparing a room on each floor, and the VP of occupied rooms at the end."""
    hotel, out = view.names.ruleset.hotel, Markup("")
    for floor in range(c.FLOORS):
        y = corner(floor * c.COLUMNS)[1]
        out += text(0, y + 13, f"{floor + 1}", "n")
        out += use("krone", 14, y + 3, 12, "mark") + text(29, y + 13, hotel.floor_costs[floor], "s")
        out += text(14, y + 29, f"{hotel.floor_vp[floor]} VP", "s")
    return out


def _words(view: View, p: Any) -> tuple[str, ...]:
    names, board = view.names, int(p.board)
    said = [f"{names.boards[board].replace('_', ' ')} board"]
    for state in (OCCUPIED, VACANT):
        rooms = rooms_in(int(getattr(p, state)))
        said.append(f"{state}: {', '.join(names.room(board, room) for room in rooms) or 'none'}")
    bare = int(p.covered) & ~(int(p.vacant) | int(p.occupied))
    if bare:
        said.append(f"tile lost: {', '.join(names.room(board, room) for room in rooms_in(bare))}")
    paid = names.groups(board, int(p.groups_paid))
    if paid:
        said.append(f"bonus paid: {'; '.join(names.group(board, i) for i in paid)}")
    return tuple(said)
