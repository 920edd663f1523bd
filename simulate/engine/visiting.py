"""Decisions about guests outside the turn's first action: free guests and filled orders."""

from simulate.engine import codes as c
from simulate.engine.cafe import free_table, refill_row, row_price, supply_order, take_from_row
from simulate.engine.codes import (
    CAME_REWARD,
    CAME_ROW,
    CAME_SETUP,
    COL_FLAG,
    COL_N,
    F_FREE_GUEST,
    F_MORE_GUESTS,
    FILL_UP_TO,
    G_FILLED,
)
from simulate.engine.compile_effects import Effect, plain
from simulate.engine.frames import Deciding, a_of, action, kind_of, or_stop, pop
from simulate.engine.jit import compiled


@compiled
def ask_take_guest(f, rules, row):
    """N guests, with their orders filled or not."""
    f.left = rules.effects[row, COL_N]
    f.marks = G_FILLED if rules.effects[row, COL_FLAG] else 0


@compiled
def can_take_guest(g, p):
    """Is there a free table, and a guest in the row?"""
    if free_table(p) < 0:
        return False
    for i in range(len(g.row)):
        if g.row[i] >= 0:
            return True
    return False


@compiled
def legal_take_guest(g, rules, f, out):
    """Any guest of the row while a table is free; the printed guest of the set-up is no choice."""
    p = g.players[f.player]
    if f.left == 0 or free_table(p) < 0:
        return 0
    n = 0
    for i in range(len(g.row)):
        if g.row[i] >= 0 and (f.kind != F_MORE_GUESTS or row_price(rules, p, i) <= p.krones):
            out[n] = action(c.TAKE_GUEST, i)
            n += 1
    if n > 0 and (f.kind != F_FREE_GUEST or f.left <= p.setup_guests):
        out[n] = action(c.STOP)
        n += 1
    return n


@compiled
def apply_take_guest(g, rules, f, act):
    """Take a guest, as a rule without paying."""
    if kind_of(act) == c.STOP:
        f.left = 0
        return
    f.left -= 1
    who, place = f.player, a_of(act)
    filled = f.marks & G_FILLED
    came, price = CAME_REWARD, 0
    if f.kind == F_FREE_GUEST:
        came = CAME_SETUP
    elif f.kind == F_MORE_GUESTS:
        came, price = CAME_ROW, row_price(rules, g.players[who], place)
        g.players[who].krones -= price
    table = take_from_row(g, rules, who, place, came, price)
    if filled:
        supply_order(g, rules, who, table)


@compiled
def finish_taking(g, rules, f):
    """All are taken: refill the row if that was postponed."""
    pop(g)
    if g.players[f.player].refill_after and f.kind != c.F_TAKE_GUEST:
        refill_row(g, rules, len(g.row))


@compiled
def ask_fill(f, rules, row):
    """N orders; of several, any number."""
    f.left = rules.effects[row, COL_N]
    f.marks = FILL_UP_TO if f.left > 1 else 0


@compiled
def can_fill(p):
    """Does a guest of the café still want anything?"""
    for t in range(p.tables):
        if p.cafe[t] >= 0 and p.missing_total[t] > 0:
            return True
    return False


@compiled
def must_fill(rules, f):
    """Must an order be filled if there is one? With several, filling none is allowed, too."""
    return rules.fill_order_must != 0 and not f.marks & FILL_UP_TO


@compiled
def legal_fill(g, rules, f, out):
    """Guests whose order is not filled yet."""
    if f.left == 0:
        return 0
    p = g.players[f.player]
    n = 0
    for t in range(p.tables):
        if p.cafe[t] >= 0 and p.missing_total[t] > 0:
            out[n] = action(c.FILL, t)
            n += 1
    return n if must_fill(rules, f) else or_stop(out, n)


@compiled
def apply_fill(g, rules, f, act):
    """Fill one guest's order from the supply."""
    if kind_of(act) == c.STOP:
        pop(g)
        return
    f.left -= 1
    supply_order(g, rules, f.player, a_of(act))


EFFECTS = (
    Effect(
        "take_guest",
        c.E_TAKE_GUEST,
        plain(guests=COL_N, filled=COL_FLAG),
        c.F_TAKE_GUEST,
        may_decline=True,
        ask=ask_take_guest,
        possible=can_take_guest,
    ),
    Effect(
        "fill_order",
        c.E_FILL_ORDER,
        plain(guests=COL_N),
        c.F_FILL,
        may_decline=True,
        ask=ask_fill,
        possible=can_fill,
    ),
)
DECISIONS = (
    Deciding(c.F_TAKE_GUEST, legal_take_guest, apply_take_guest, finish_taking),
    Deciding(c.F_FREE_GUEST, legal_take_guest, apply_take_guest, finish_taking),
    Deciding(c.F_MORE_GUESTS, legal_take_guest, apply_take_guest, finish_taking),
    Deciding(c.F_FILL, legal_fill, apply_fill),
)
