"""Rooms: where they may be prepared, their cost, and the bonus of a full group."""

from simulate.engine.codes import (
    BONUS_KIND,
    COL_EMPEROR,
    COL_KRONES,
    COLUMNS,
    F_BONUS_KIND,
    FLOORS,
    FROM_NEXT_FLOOR_BELOW,
    FROM_SAME_COLUMN_BELOW,
    ON_COLUMN,
    ON_FIRST_ROOM,
    ON_FLOOR,
    ON_GROUP,
    ON_ROOM_OCCUPIED,
    ROOM_COLOURS,
    ROOMS,
    VACANT,
    VP_CELLS,
    VP_OCCUPANCY,
)
from simulate.engine.frames import Deciding, a_of, action, pop, push
from simulate.engine.jit import compiled
from simulate.engine.ledger import advance, book, gain_krones, score, source
from simulate.engine.triggers import NOW, answers

ALL_ROOMS = (1 << ROOMS) - 1
COLUMN = 0b00001_00001_00001_00001
FLOOR = 0b11111
LINES = COLUMNS + FLOORS
FIRST_LINE = 20  # of `groups_started`: from this bit on, lines completed before, where it matters
OF_THE_HOTEL = (1 << ON_FIRST_ROOM) | (1 << ON_GROUP) | (1 << ON_COLUMN) | (1 << ON_FLOOR)
NOT_LEFTMOST = 0b11110_11110_11110_11110
NOT_RIGHTMOST = 0b01111_01111_01111_01111


@compiled
def neighbours(tiles):
    """Bits of the empty cells adjacent to a tile; the bottom left cell if there is none.

    With no tile left in a hotel, building restarts where it began.
    """
    if tiles == 0:
        return 1
    around = (tiles << COLUMNS) | (tiles >> COLUMNS)
    around |= ((tiles & NOT_RIGHTMOST) << 1) | ((tiles & NOT_LEFTMOST) >> 1)
    return around & ALL_ROOMS & ~tiles


@compiled
def sites(p):
    """Bits of the cells where the player may put a tile."""
    tiles = p.vacant | p.occupied
    if p.anywhere and tiles != 0:
        return ALL_ROOMS & ~tiles
    return neighbours(tiles)


@compiled
def affordable(rules, p, discount):
    """Bits of the rooms that the player can pay for, anywhere in the hotel.

    A room costs the lower of its floor's and its colour's price: see ``room_price``.
    """
    most = p.krones + discount
    paid = 0
    for floor in range(FLOORS):
        if rules.floor_cost[floor] <= most:
            paid |= FLOOR << (floor * COLUMNS)
    for colour in range(ROOM_COLOURS):
        if p.room_cost[colour] <= most:
            paid |= rules.colour_mask[p.board, colour]
    return paid


@compiled
def below_floor(floors):
    """Bits of all rooms of the lowest floors."""
    return (1 << (floors * COLUMNS)) - 1


@compiled
def list_rooms(kind, rooms, out):
    """One action for each room of a bit set, starting with the lowest; returns their number."""
    n = 0
    while rooms:
        out[n] = action(kind, lowest(rooms))
        n += 1
        rooms &= rooms - 1
    return n


@compiled
def room_price(rules, p, room, discount):
    """Krones to prepare a room."""
    price = rules.floor_cost[room // COLUMNS]
    price = min(price, p.room_cost[rules.colour[p.board, room]])
    return max(0, price - discount)


@compiled
def prepare(g, rules, who, room, discount, scored):
    """Pay for a room, put its tile down, and score the cell.

    ``scored``: the same action has scored a cell. Returns whether it has by now.
    """
    p = g.players[who]
    p.krones -= room_price(rules, p, room, discount)
    p.vacant |= 1 << room
    if rules.cell_vp[room] > 0 and (rules.cell_vp_again or not (p.covered >> room) & 1):
        if scored and rules.cell_points_once:
            book(g, p, rules.cell_vp[room], source(VP_CELLS, 0))
        else:
            score(g, p, rules.cell_vp[room], source(VP_CELLS, 0))
        scored = True
    p.covered |= 1 << room
    return scored


@compiled
def occupy(g, rules, who, room):
    """Turn a vacant room over. Returns the bit of the group this completes (0: none due)."""
    p = g.players[who]
    bit = 1 << room
    group = rules.group_of[p.board, room]
    mask = rules.group_mask[p.board, group]
    first = not (p.groups_started >> group) & 1
    if rules.first_rooms_again and not p.occupied & mask:
        first = True
    p.groups_started |= 1 << group
    p.vacant &= ~bit
    p.occupied |= bit
    answers(g, rules, who, ON_ROOM_OCCUPIED, 0, NOW)
    if p.events & OF_THE_HOTEL:
        hotel_events(g, rules, who, room, first)
        if not rules.line_bonus_last:
            answer_lines(g, rules, who, lines_due(rules, p, room))
    if p.occupied & mask == mask and not (p.groups_paid >> group) & 1:
        p.groups_paid |= 1 << group
        return 1 << group
    return 0


@compiled
def hotel_events(g, rules, who, room, first):
    """The group that a newly occupied room begins or completes."""
    p = g.players[who]
    group = rules.group_of[p.board, room]
    if first:
        answers(g, rules, who, ON_FIRST_ROOM, rules.group_colour[p.board, group], NOW)
    mask = rules.group_mask[p.board, group]
    again = (p.groups_paid >> group) & 1
    if p.occupied & mask == mask and not (again and rules.bell_groups_once):
        answers(g, rules, who, ON_GROUP, rules.group_size[p.board, group], NOW)


@compiled
def full_lines(occupied, room):
    """Those of a room's column (bits 0 to 4) and floor (5 to 8) whose rooms are all occupied."""
    column, floor = room % COLUMNS, room // COLUMNS
    lines = 0
    if occupied & (COLUMN << column) == COLUMN << column:
        lines |= 1 << column
    if occupied & (FLOOR << (floor * COLUMNS)) == FLOOR << (floor * COLUMNS):
        lines |= 1 << (COLUMNS + floor)
    return lines


@compiled
def lines_due(rules, p, room):
    """Lines that a newly occupied room completes; under some rules each only once a game."""
    full = full_lines(p.occupied, room)
    if not rules.lines_again_once:
        return full
    due = full & ~(p.groups_started >> FIRST_LINE)
    p.groups_started |= full << FIRST_LINE
    return due


@compiled
def answer_lines(g, rules, who, completed):
    """Rewards of columns and floors; the last one pushed comes first."""
    for i in range(LINES):
        line = LINES - 1 - i if rules.line_order_column_first else i
        if (completed >> line) & 1:
            answers(g, rules, who, ON_COLUMN if line < COLUMNS else ON_FLOOR, 0, NOW)


@compiled
def pay_groups(g, rules, who, groups):
    """Pay the occupancy bonus of every group in the bit set."""
    p = g.players[who]
    for group in range(rules.n_groups[p.board]):
        if (groups >> group) & 1:
            if p.choose_bonus:
                f = push(g, F_BONUS_KIND, who, 0)
                f.group = group
            else:
                pay_group(g, rules, who, group, rules.group_colour[p.board, group])


@compiled
def pay_group(g, rules, who, group, colour):
    """The bonus of a group, paid as for a group of that colour."""
    p = g.players[who]
    amount = rules.bonus[p.bonus_table, colour, rules.group_size[p.board, group]]
    kind = rules.bonus_kind[colour]
    if kind == COL_KRONES:
        gain_krones(rules, p, amount)
    elif kind == COL_EMPEROR:
        advance(g, rules, p, amount)
    else:
        score(g, p, amount, source(VP_OCCUPANCY, 0))


@compiled
def legal_bonus_kind(out):
    """The owner of a card that offers the choice picks the colour of the bonus."""
    for colour in range(ROOM_COLOURS):
        out[colour] = action(BONUS_KIND, colour)
    return ROOM_COLOURS


@compiled
def apply_bonus_kind(g, rules, f, act):
    """Pay the bonus of the chosen colour."""
    who, group = f.player, f.group
    pop(g)
    pay_group(g, rules, who, group, a_of(act))


@compiled
def removable(p, state, where):
    """Bits of the rooms that the player may choose from for a penalty (0: none)."""
    rooms = p.vacant if state == VACANT else p.occupied
    if where == FROM_SAME_COLUMN_BELOW:
        room = p.last_removed - COLUMNS
        while room >= 0:
            if (rooms >> room) & 1:
                return 1 << room
            room -= COLUMNS
        return 0
    floor = 3
    if where == FROM_NEXT_FLOOR_BELOW:
        floor = p.last_removed // COLUMNS - 1
    while floor >= 0:
        on_floor = rooms & (0b11111 << (floor * COLUMNS))
        if on_floor:
            return on_floor
        floor -= 1
    return 0


@compiled
def above_another(p, state, rooms):
    """Those of these rooms that are above another one of their state in the same column."""
    there = p.vacant if state == VACANT else p.occupied
    upper = 0
    for floor in range(1, FLOORS):
        upper |= there << (floor * COLUMNS)
    return rooms & upper


@compiled
def remove_room(p, room):
    """Return a tile to the supply; a bonus already paid is kept."""
    p.vacant &= ~(1 << room)
    p.occupied &= ~(1 << room)
    p.last_removed = room


@compiled
def bits(x):
    """How many bits are set; ``x`` is 0 or more."""
    return int(x).bit_count()


@compiled
def lowest(x):
    """The place of the lowest bit that is set; ``x`` is not 0."""
    return bits((x & -x) - 1)


DECISIONS = (Deciding(F_BONUS_KIND, legal_bonus_kind, apply_bonus_kind),)
