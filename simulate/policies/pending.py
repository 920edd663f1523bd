"""What decisions still on the stack promise: the part of the evaluation that looks at frames."""

from simulate.engine import codes as c
from simulate.engine.codes import GOODS
from simulate.engine.jit import compiled
from simulate.policies import features as w
from simulate.policies.hiring import best_hire
from simulate.policies.standing import tracks_worth


@compiled
def wanted(rules, p, good):
    """How many of a good the guests in the cafe still want."""
    n = 0
    for t in range(p.tables):
        if p.missing_total[t] > 0:
            n += p.missing[t, good]
    return n


@compiled
def split_worth(rules, p, worth, face, n):
    """A goods action of strength n: the best split by what guests want."""
    first = rules.action_goods[face, 0]
    second = rules.action_goods[face, 1]
    want_first = wanted(rules, p, first)
    want_second = wanted(rules, p, second)
    best = 0
    for k in range(n // 2 + 1):
        best = max(best, min(want_first, n - k) + min(want_second, k))
    return n * worth.w[w.GOOD_KITCHEN] + best * worth.w[w.GOOD_FITS]


@compiled
def goods_worth(rules, p, worth, f):
    """Goods in hand: in the kitchen at least, on a guest's card if one wants them."""
    v = 0.0
    for k in range(GOODS):
        if f.goods[k] > 0:
            v += f.goods[k] * worth.w[w.GOOD_KITCHEN]
            v += min(f.goods[k], wanted(rules, p, k)) * worth.w[w.GOOD_FITS]
    return v


@compiled
def rooms_chance(rules, p, worth, n, discount):
    """Preparing up to n rooms with what money there is."""
    cheap = worth.w[w.PREPARE_CHANCE] + worth.w[w.DISCOUNT] * min(discount, 3)
    affordable = min(n, 2 + p.krones // 2)
    return cheap * affordable


@compiled
def action_worth(g, rules, p, worth, face, n, turns):
    """A main action of strength n about to be carried out."""
    kind = rules.action[face]
    if kind == c.A_GOODS:
        return split_worth(rules, p, worth, face, n)
    if kind == c.A_PREPARE:
        return rooms_chance(rules, p, worth, n, 0)
    if kind == c.A_TRACKS:
        return tracks_worth(g, rules, p, worth, n, turns)
    if kind == c.A_HIRE:
        return best_hire(g, rules, p, worth, n, turns)
    return 0.0


@compiled
def rewards_worth(g, rules, worth, f):
    """Effects of a reward still to be taken, and bonuses still due."""
    v = 0.0
    i = 0
    while (f.mask >> i) != 0:
        if (f.mask >> i) & 1:
            v += worth.effect[f.card + i]
        i += 1
    if f.marks & c.R_GUEST and f.n:
        p = g.players[f.player]
        for group in range(rules.n_groups[p.board]):
            if (f.n >> group) & 1:
                colour = rules.group_colour[p.board, group]
                v += rules.bonus[p.bonus_table, colour, rules.group_size[p.board, group]]
    if f.marks & c.R_STAFF_DUE:
        v += 1.5
    return v


@compiled
def frame_worth(g, rules, worth, f, turns):
    """What one frame promises its owner."""
    p = g.players[f.player]
    kind = f.kind
    if kind == c.F_SPLIT:
        return split_worth(rules, p, worth, f.card, f.n)
    if kind == c.F_GOODS:
        return goods_worth(rules, p, worth, f)
    if kind == c.F_CHOOSE_GOODS:
        return f.n * (worth.w[w.GOOD_KITCHEN] + worth.w[w.GOOD_FITS]) + goods_worth(
            rules, p, worth, f
        )
    if kind == c.F_PREPARE:
        v = rooms_chance(rules, p, worth, f.n, f.discount)
        if f.marks & c.B_OCCUPY_AT_ONCE:
            v += f.n * worth.w[w.OCCUPY_CHANCE]
        return v
    if kind == c.F_OCCUPY:
        return f.n * worth.w[w.OCCUPY_CHANCE]
    if kind == c.F_TRACKS:
        return tracks_worth(g, rules, p, worth, f.n, turns)
    if kind == c.F_HIRE:
        return f.n * best_hire(g, rules, p, worth, f.discount, turns)
    if kind == c.F_OFFER:
        return worth.w[w.HIRE_CHANCE] + worth.w[w.DISCOUNT] * min(f.discount, 5)
    if kind == c.F_TAKE_GUEST:
        return f.n * worth.w[w.GUEST_CHANCE]
    if kind == c.F_FILL:
        return 3.0 * f.n * worth.w[w.GOOD_FITS]
    if kind == c.F_REWARDS:
        return rewards_worth(g, rules, worth, f)
    if kind == c.F_EFFECT:
        return 1.0 * worth.effect[f.card]
    if kind == c.F_SERVE:
        v = serve_worth(rules, p, worth, f.n)
        if g.frames[0].kind == c.F_TURN and not g.frames[0].marks & c.T_ACTION_DONE:
            v -= worth.w[w.SERVE_EARLY]
        return v
    if kind == c.F_COPY or kind == c.F_SPACE:
        best = 0.0
        for face in range(1, c.FACES + 1):
            n = f.n if kind == c.F_COPY else g.dice[face]
            if n > 0:
                best = max(best, action_worth(g, rules, p, worth, face, n, turns))
        return best
    if kind == c.F_MAIN and not f.marks & c.M_DONE:
        return action_worth(g, rules, p, worth, f.card, f.n, turns)
    return 0.0


@compiled
def serve_worth(rules, p, worth, n):
    """Goods that can be moved from the kitchen to guests."""
    fitting = 0
    for k in range(GOODS):
        fitting += min(p.kitchen[k], wanted(rules, p, k))
    return min(n, fitting) * 0.5 * worth.w[w.GOOD_FITS]


@compiled
def pending_worth(g, rules, worth, who, turns):
    """The sum over a player's frames."""
    v = 0.0
    for i in range(g.top):
        f = g.frames[i]
        if f.player == who and f.kind != c.F_TURN:
            v += frame_worth(g, rules, worth, f, turns)
    return v
