"""Where goods go: onto guests' cards or into the kitchen, and from the kitchen to guests.

Identical goods are laid down in the order of the tables, so that one outcome has one sequence.
"""

from simulate.engine import codes as c
from simulate.engine.cafe import place_good
from simulate.engine.codes import GOODS, S_SERVED
from simulate.engine.frames import a_of, action, b_of, kind_of, pop
from simulate.engine.jit import compiled
from simulate.engine.ledger import receive


@compiled
def legal_goods(g, rules, f, out):
    """Where the next good just received may go; the rest goes to the kitchen by itself."""
    p = g.players[f.player]
    for k in range(GOODS):
        if f.goods[k] == 0:
            continue
        n = 0
        for t in range(f.n, rules.tables):
            if p.missing[t, k] > 0:
                out[n] = action(c.PLACE, k, t)
                n += 1
        if n > 0:
            out[n] = action(c.KEEP, k)
            return n + 1
        p.kitchen[k] += f.goods[k]
        f.goods[k] = 0
        f.n = 0
    return 0


@compiled
def apply_goods(g, rules, f, act):
    """Lay one good on a card, or keep the rest of its kind for the kitchen."""
    k = a_of(act)
    if kind_of(act) == c.PLACE:
        f.goods[k] -= 1
        f.n = b_of(act)
        if f.goods[k] == 0:
            f.n = 0
        place_good(g, rules, f.player, b_of(act), k)
    else:
        g.players[f.player].kitchen[k] += f.goods[k]
        f.goods[k] = 0
        f.n = 0


@compiled
def legal_serve(g, rules, f, out):
    """Goods that may still be served; ``f.mask`` is the place in the canonical order."""
    p = g.players[f.player]
    n = 0
    if f.n > 0:
        for k in range(GOODS):
            if p.kitchen[k] > 0:
                for t in range(rules.tables):
                    if p.missing[t, k] > 0 and k * rules.tables + t >= f.mask:
                        out[n] = action(c.PLACE, k, t)
                        n += 1
    if n > 0 and f.marks & S_SERVED:
        out[n] = action(c.STOP)
        n += 1
    return n


@compiled
def apply_serve(g, rules, f, act):
    """Move one good from the kitchen to a guest, or stop."""
    if kind_of(act) == c.STOP:
        pop(g)
        return
    k, t = a_of(act), b_of(act)
    f.n -= 1
    f.marks |= S_SERVED
    f.mask = k * rules.tables + t
    g.players[f.player].kitchen[k] -= 1
    place_good(g, rules, f.player, t, k)


@compiled
def legal_choose_goods(f, out):
    """Any dish or drink; several are chosen in the order of the goods."""
    if f.n == 0:
        return 0
    n = 0
    for k in range(f.mask, GOODS):
        out[n] = action(c.CHOOSE_GOOD, k)
        n += 1
    return n


@compiled
def apply_choose_goods(g, rules, f, act):
    """Choose one good; when all are chosen they are received together."""
    k = a_of(act)
    f.goods[k] += 1
    f.mask = k
    f.n -= 1
    if f.n == 0:
        pop(g)
        receive(g, rules, f.player, f.goods[0], f.goods[1], f.goods[2], f.goods[3])
