"""Placing goods: on guests' cards or in the kitchen, and from the kitchen to guests.

Identical goods are placed in the order of the tables, so that each outcome has one sequence.
"""

from simulate.engine import codes as c
from simulate.engine.cafe import place_good
from simulate.engine.codes import CHOICE, COL_FLAG, COL_N, GOODS, S_SERVED, W_ALL, W_STARTED
from simulate.engine.compile_effects import Effect, plain
from simulate.engine.frames import Deciding, a_of, action, b_of, c_of, kind_of, pop
from simulate.engine.jit import compiled
from simulate.engine.ledger import receive_all, score, serves_as


@compiled
def list_places(p, k, have, first_table, out, n):
    """Every guest who can take good ``k`` (of ``have``), as itself or as a substitute."""
    for t in range(first_table, p.tables):
        if p.missing[t, k] > 0:
            out[n] = action(c.PLACE, k, t)
            n += 1
        if p.flexible:
            for wanted in range(GOODS):
                if wanted != k and p.missing[t, wanted] > 0 and serves_as(p, k, wanted, have) > 0:
                    out[n] = action(c.PLACE, k, t, wanted + 1)
                    n += 1
    return n


@compiled
def wanted_by(act):
    """The missing good that a placed one serves."""
    return c_of(act) - 1 if c_of(act) > 0 else a_of(act)


@compiled
def legal_goods(g, rules, f, out):
    """Where the next good just received may go; the rest goes to the kitchen automatically."""
    p = g.players[f.player]
    for k in range(GOODS):
        if f.goods[k] == 0:
            continue
        n = list_places(p, k, f.goods[k], f.first_table, out, 0)
        if n > 0:
            out[n] = action(c.KEEP, k)
            return n + 1
        p.kitchen[k] += f.goods[k]
        f.goods[k] = 0
        f.first_table = 0
    return 0


@compiled
def apply_goods(g, rules, f, act):
    """Place one good on a card, or keep the rest of its kind for the kitchen."""
    k = a_of(act)
    p = g.players[f.player]
    if kind_of(act) == c.PLACE:
        f.goods[k] -= serves_as(p, k, wanted_by(act), f.goods[k])
        f.first_table = b_of(act)
        if f.goods[k] == 0:
            f.first_table = 0
        place_good(g, rules, f.player, b_of(act), wanted_by(act))
    else:
        p.kitchen[k] += f.goods[k]
        f.goods[k] = 0
        f.first_table = 0


@compiled
def serve_price(rules, p):
    """Krones to serve from the kitchen."""
    return min(rules.serve_cost, p.serve_cost)


@compiled
def legal_serve(g, rules, f, out):
    """Goods that may still be served; ``f.order`` is the place in the canonical order."""
    p = g.players[f.player]
    n = 0
    for k in range(f.order // p.tables, GOODS):
        have = min(p.kitchen[k], f.left)
        if have > 0:
            first = f.order % p.tables if k == f.order // p.tables else 0
            n = list_places(p, k, have, first, out, n)
    paid = serve_price(rules, p) > 0  # a free action could be repeated forever
    if n > 0 and (f.marks & S_SERVED or (paid and rules.serve_least == 0)):
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
    p = g.players[f.player]
    used = serves_as(p, k, wanted_by(act), p.kitchen[k])
    f.left -= used
    f.marks |= S_SERVED
    f.order = k * p.tables + t
    p.kitchen[k] -= used
    place_good(g, rules, f.player, t, wanted_by(act))


@compiled
def legal_choose_goods(f, out):
    """Any dish or drink; several are chosen in the order of the goods."""
    if f.left == 0:
        return 0
    n = 0
    for k in range(f.order, CHOICE):
        out[n] = action(c.CHOOSE_GOOD, k)
        n += 1
    return n


@compiled
def apply_choose_goods(g, rules, f, act):
    """Choose one good; when all are chosen they are received together."""
    k = a_of(act)
    f.goods[k] += 1
    f.order = k
    f.left -= 1
    if f.left == 0:
        pop(g)
        receive_all(g, rules, f.player, f.goods)


@compiled
def legal_pay(g, f, out):
    """Which dish or drink of the kitchen is paid next, in the order of the goods."""
    if f.left == 0:
        return 0
    p = g.players[f.player]
    n = 0
    after = 0  # enough must remain after the chosen one
    for k in range(CHOICE - 1, f.order - 1, -1):
        after += p.kitchen[k]
        if p.kitchen[k] > 0 and after >= f.left:
            out[n] = action(c.PAY, k)
            n += 1
    return n


@compiled
def apply_pay(g, f, act):
    """One item of the kitchen goes back to the supply."""
    f.left -= 1
    f.order = a_of(act)
    g.players[f.player].kitchen[a_of(act)] -= 1


@compiled
def choice_in_kitchen(p):
    """Dishes and drinks in the kitchen."""
    n = 0
    for k in range(CHOICE):
        n += p.kitchen[k]
    return n


@compiled
def can_swap(rules, p, row):
    """Is there something in the kitchen to swap, and enough if the swap is mandatory in full?"""
    e = rules.effects[row]
    return choice_in_kitchen(p) >= (e[COL_N] if e[COL_FLAG] else 1)


@compiled
def ask_swap(f, rules, row):
    """N goods, at most or exactly; VP for all of them."""
    e = rules.effects[row]
    f.left = e[COL_N]
    f.vp = e[c.COL_SWAP_VP]
    f.marks = W_ALL if e[COL_FLAG] else 0


@compiled
def legal_swap(g, f, out):
    """An item of the kitchen for one of another kind, in the order of both."""
    p = g.players[f.player]
    n = 0
    if f.left > 0:
        for k in range(CHOICE):
            for other in range(CHOICE):
                if k != other and p.kitchen[k] > 0 and k * CHOICE + other >= f.order:
                    if not f.marks & W_ALL or enough_behind(p, k, f.left):
                        out[n] = action(c.SWAP, k, other)
                        n += 1
    if n > 0 and not (f.marks & W_ALL and f.marks & W_STARTED):
        out[n] = action(c.STOP)
        n += 1
    return n


@compiled
def enough_behind(p, k, wanted):
    """Are there this many items of this kind and later ones?"""
    have = 0
    for good in range(k, CHOICE):
        have += p.kitchen[good]
    return have >= wanted


@compiled
def apply_swap(g, f, act):
    """Swap one item, or stop; all items gained are received together."""
    if kind_of(act) == c.STOP:
        f.left = 0
        return
    k, other = a_of(act), b_of(act)
    g.players[f.player].kitchen[k] -= 1
    f.goods[other] += 1
    f.order = k * CHOICE + other
    f.marks |= W_STARTED
    f.left -= 1


@compiled
def finish_swap(g, rules, f):
    """Receive the swapped items; a swap that had to be in full scores now."""
    who, src, vp, started = f.player, f.source, f.vp, f.marks & W_STARTED
    p = g.players[who]
    dishes, drinks = p.action_goods[0], p.action_goods[1]
    pop(g)
    if started:
        score(g, p, vp, src)
        receive_all(g, rules, who, f.goods)
        if not rules.swapped_goods_received:
            p.action_goods[0], p.action_goods[1] = dishes, drinks


EFFECTS = (
    Effect("choose_goods", c.E_CHOOSE_GOODS, plain(goods=COL_N), c.F_CHOOSE_GOODS),
    Effect(
        "swap_goods",
        c.E_SWAP_GOODS,
        plain(goods=COL_N, vp=c.COL_SWAP_VP, all=COL_FLAG),
        c.F_SWAP,
        ask=ask_swap,
        possible=can_swap,
    ),
)
DECISIONS = (
    Deciding(c.F_GOODS, legal_goods, apply_goods),
    Deciding(c.F_SERVE, legal_serve, apply_serve),
    Deciding(c.F_CHOOSE_GOODS, legal_choose_goods, apply_choose_goods),
    Deciding(c.F_SWAP, legal_swap, apply_swap, finish_swap),
)
