"""Decisions about guests outside the turn's first action: free guests and filled orders."""

from simulate.engine import codes as c
from simulate.engine.cafe import fill_order, free_table, take_from_row
from simulate.engine.codes import CAME_REWARD, CAME_SETUP, F_FREE_GUEST
from simulate.engine.frames import a_of, action, kind_of, or_stop, pop
from simulate.engine.jit import compiled


@compiled
def legal_take_guest(g, rules, f, out):
    """Any guest of the row, while a table is free; at set-up there is no declining."""
    if f.n == 0 or free_table(rules, g.players[f.player]) < 0:
        return 0
    n = 0
    for i in range(len(g.row)):
        if g.row[i] >= 0:
            out[n] = action(c.TAKE_GUEST, i)
            n += 1
    if n > 0 and f.kind != F_FREE_GUEST:
        out[n] = action(c.STOP)
        n += 1
    return n


@compiled
def apply_take_guest(g, rules, f, act):
    """Take a guest without paying; the row is refilled at once."""
    if kind_of(act) == c.STOP:
        pop(g)
        return
    f.n -= 1
    came = CAME_SETUP if f.kind == F_FREE_GUEST else CAME_REWARD
    take_from_row(g, rules, f.player, a_of(act), came, 0)


@compiled
def legal_fill(g, rules, f, out):
    """Guests whose order is not filled yet."""
    if f.n == 0:
        return 0
    p = g.players[f.player]
    n = 0
    for t in range(rules.tables):
        if p.cafe[t] >= 0 and p.missing_total[t] > 0:
            out[n] = action(c.FILL, t)
            n += 1
    return or_stop(out, n)


@compiled
def apply_fill(g, rules, f, act):
    """Fill one guest's order from the supply."""
    if kind_of(act) == c.STOP:
        pop(g)
        return
    f.n -= 1
    fill_order(g, rules, f.player, a_of(act))
