"""Decisions about rooms: preparing, turning over, and giving back."""

from simulate.engine import codes as c
from simulate.engine.codes import (
    B_CELL_SCORED,
    B_MANDATORY,
    B_OCCUPY_AT_ONCE,
    COL_DISCOUNT,
    COL_FLAG,
    COL_FLOORS,
    COL_N,
    FLOORS,
)
from simulate.engine.compile_effects import DISCOUNT, Effect, plain
from simulate.engine.frames import Deciding, a_of, kind_of, or_stop, pop, push
from simulate.engine.hotel import (
    above_another,
    affordable,
    answer_lines,
    below_floor,
    lines_due,
    list_rooms,
    occupy,
    pay_groups,
    prepare,
    removable,
    remove_room,
    sites,
)
from simulate.engine.jit import compiled


@compiled
def ask_rooms(g, who, rooms):
    """Let a player prepare up to this many rooms, on any floor; return the frame."""
    f = push(g, c.F_PREPARE, who, 0)
    f.left = rooms
    f.floors = FLOORS
    return f


@compiled
def ask_prepare(f, rules, row):
    """N rooms on these floors, at a price, occupied at once or not."""
    e = rules.effects[row]
    f.left = e[COL_N]
    f.discount = e[COL_DISCOUNT]
    f.floors = e[COL_FLOORS]
    f.marks = B_OCCUPY_AT_ONCE if e[COL_FLAG] else 0


@compiled
def can_prepare(rules, p, row):
    """Is there a cell for a tile that the player can pay for?"""
    e = rules.effects[row]
    rooms = sites(p) & below_floor(e[COL_FLOORS])
    return (rooms & affordable(rules, p, e[COL_DISCOUNT])) != 0


@compiled
def legal_prepare(g, rules, f, out):
    """Cells where the player may put a tile and can pay for it."""
    if f.left == 0:
        return 0
    p = g.players[f.player]
    cells = sites(p)
    cells &= affordable(rules, p, f.discount) & below_floor(f.floors)
    n = list_rooms(c.PREPARE, cells, out)
    return n if f.marks & B_MANDATORY else or_stop(out, n)


@compiled
def ask_occupy(f, rules, row):
    """N rooms on these floors."""
    f.left = rules.effects[row, COL_N]
    f.floors = rules.effects[row, COL_FLOORS]


@compiled
def can_occupy(rules, p, row):
    """Is there a vacant room on these floors?"""
    return (p.vacant & below_floor(rules.effects[row, COL_FLOORS])) != 0


@compiled
def legal_occupy(g, rules, f, out):
    """Vacant rooms that may be occupied."""
    if f.left == 0:
        return 0
    p = g.players[f.player]
    return or_stop(out, list_rooms(c.OCCUPY, p.vacant & below_floor(f.floors), out))


@compiled
def apply_rooms(g, rules, f, act):
    """Prepare or occupy one room of a frame, or stop."""
    if kind_of(act) == c.STOP:
        f.left = 0
        return
    room = a_of(act)
    f.left -= 1
    who = f.player
    occupied = True
    if kind_of(act) == c.PREPARE:
        scored = prepare(g, rules, who, room, f.discount, f.marks & B_CELL_SCORED)
        if scored and rules.cell_points_once:
            f.marks |= B_CELL_SCORED
        occupied = (f.marks & B_OCCUPY_AT_ONCE) != 0
    if not occupied:
        return
    full = occupy(g, rules, who, room)
    if rules.line_bonus_last:
        f.bonuses |= lines_due(rules, g.players[who], room)
    if rules.effect_groups_at_once:
        pay_groups(g, rules, who, full)
    else:
        f.groups |= full


@compiled
def finish_rooms(g, rules, f):
    """The bonus of groups completed by an effect follows the effect."""
    groups, lines, who = f.groups, f.bonuses, f.player
    pop(g)
    if lines:
        answer_lines(g, rules, who, lines)  # effects pushed on top of it come first
    if groups:
        pay_groups(g, rules, who, groups)


@compiled
def column_follows(g, f):
    """Does the penalty take another room below the one that this frame takes?"""
    if g.top < 2 or f.where != c.FROM_HIGHEST:
        return False
    below = g.frames[g.top - 2]
    return below.kind == c.F_REMOVE_ROOM and below.where == c.FROM_SAME_COLUMN_BELOW


@compiled
def open_to_removal(g, rules, f):
    """Bits of the rooms that the player may choose from for the emperor's penalty."""
    p = g.players[f.player]
    rooms = removable(p, f.state, f.where)
    if rules.upper_room_above_another and column_follows(g, f):
        upper = above_another(p, f.state, rooms)
        if upper:
            return upper
    return rooms


@compiled
def legal_remove_room(g, rules, f, out):
    """Rooms that the player may choose from for the emperor's penalty."""
    return list_rooms(c.REMOVE_ROOM, open_to_removal(g, rules, f), out)


@compiled
def apply_remove_room(g, f, act):
    """Give one tile back."""
    pop(g)
    remove_room(g.players[f.player], a_of(act))


EFFECTS = (
    Effect(
        "prepare",
        c.E_PREPARE,
        {
            **plain(rooms=COL_N),
            "discount": DISCOUNT,
            **plain(floors=COL_FLOORS, occupied=COL_FLAG),
        },
        c.F_PREPARE,
        may_decline=True,
        ask=ask_prepare,
        possible=can_prepare,
    ),
    Effect(
        "occupy",
        c.E_OCCUPY,
        plain(rooms=COL_N, floors=COL_FLOORS),
        c.F_OCCUPY,
        may_decline=True,
        ask=ask_occupy,
        possible=can_occupy,
    ),
)
DECISIONS = (
    Deciding(c.F_PREPARE, legal_prepare, apply_rooms, finish_rooms),
    Deciding(c.F_OCCUPY, legal_occupy, apply_rooms, finish_rooms),
    Deciding(c.F_REMOVE_ROOM, legal_remove_room, apply_remove_room),
)
