"""The value of pending decisions: the part of the evaluation that looks at frames."""

import numpy as np

from simulate.engine import codes as c
from simulate.engine.codes import CHAMPAGNE, CHOICE, COLUMNS, FLOORS, GOODS, ROOM_COLOURS
from simulate.engine.effects import die_price
from simulate.engine.hotel import ALL_ROOMS, FLOOR, sites
from simulate.engine.jit import compiled
from simulate.engine.ledger import serves_as
from simulate.engine.machine import DECISIONS
from simulate.engine.main_action import bonus_trigger
from simulate.policies import features as w
from simulate.policies.answers import helped_worth
from simulate.policies.ballrooms import champagne_worth, removal_worth, sends_worth
from simulate.policies.cards import OTHERS
from simulate.policies.hiring import best_hire
from simulate.policies.standing import between, bonus_unit, tracks_worth


@compiled
def wanted(rules, p, good):
    """How many of a good the guests in the café still want."""
    n = 0
    for t in range(p.tables):
        if p.missing_total[t] > 0:
            n += p.missing[t, good]
            if p.flexible:
                for other in range(GOODS):
                    if other != good and serves_as(p, good, other, p.substitute) > 0:
                        n += p.missing[t, other]
    return n


@compiled
def useful(worth, n, want, stored):
    """How many of n goods of a kind help: fully if the kitchen lacks them, else in part."""
    lacking = min(n, max(0, want - stored))
    return lacking + worth.w[w.STORED_FITS] * (min(n, want) - lacking)


@compiled
def split_worth(rules, p, worth, face, n):
    """A goods action of strength n: the best split by what guests want."""
    first = rules.action_goods[face, 0]
    second = rules.action_goods[face, 1]
    want_first = wanted(rules, p, first)
    want_second = wanted(rules, p, second)
    best = 0.0
    for k in range(n // 2 + 1):
        helps = useful(worth, n - k, want_first, p.kitchen[first])
        helps += useful(worth, k, want_second, p.kitchen[second])
        best = max(best, helps)
    return n * worth.w[w.GOOD_KITCHEN] + best * worth.w[w.GOOD_FITS]


@compiled
def three_split_worth(rules, p, worth, face, n, turns):
    """The same for an action of three goods, the last of which may be champagne."""
    first, second, third = rules.action_goods[face]
    want_first, want_second = wanted(rules, p, first), wanted(rules, p, second)
    want_third = wanted(rules, p, third)
    have = p.kitchen[third]
    best = 0.0
    for k in range(n // 2 + 1):
        for m in range(min(k, n - 2 * k) + 1):
            used = min(want_third, m)
            v = min(want_first, n - k - m) + min(want_second, k) + used
            v *= worth.w[w.GOOD_FITS]
            if third == CHAMPAGNE:
                v += champagne_worth(worth, have + m - used, turns)
                v -= champagne_worth(worth, have, turns)
            best = max(best, v)
    return n * worth.w[w.GOOD_KITCHEN] + best


@compiled
def goods_worth(rules, p, worth, f):
    """Goods in hand: worth at least their value in the kitchen, more if a guest wants them."""
    v = 0.0
    for k in range(GOODS):
        if f.goods[k] > 0:
            v += f.goods[k] * worth.w[w.GOOD_KITCHEN]
            helps = useful(worth, f.goods[k], wanted(rules, p, k), p.kitchen[k])
            v += helps * worth.w[w.GOOD_FITS]
    return v


@compiled
def champagne_in_hand(p, worth, f, turns):
    """Champagne about to be received, at its value in the kitchen."""
    if f.goods[CHAMPAGNE] == 0:
        return 0.0
    have = p.kitchen[CHAMPAGNE]
    after = champagne_worth(worth, have + f.goods[CHAMPAGNE], turns)
    return after - champagne_worth(worth, have, turns)


@compiled
def swaps_worth(rules, p, worth, f):
    """Exchanging goods in the kitchen that nobody wants for goods that a guest wants."""
    spare, useful = 0, 0
    for k in range(CHOICE):
        want = wanted(rules, p, k)
        spare += max(0, p.kitchen[k] - want)
        useful += max(0, want - p.kitchen[k] - f.goods[k])
    v = min(f.left, min(spare, useful)) * worth.w[w.OTHER_GOOD]
    if f.vp > 0 and (f.left > 0 or f.marks & c.W_STARTED):
        v += worth.w[w.SWAP_VP] * f.vp
    return v


@compiled
def chance_left(worth, turns):
    """The remaining value of an opportunity that needs turns to pay off."""
    return between(worth, worth.w[w.LATE_CHANCE], 1.0, turns)


@compiled
def cheapest_room(rules, p, discount):
    """The lowest price of a room that may be prepared now; 99 if there is none."""
    open_cells = sites(p)
    least = 99
    for floor in range(FLOORS):
        if open_cells & (FLOOR << (floor * COLUMNS)):
            least = min(least, rules.floor_cost[floor])
    for colour in range(ROOM_COLOURS):
        if p.room_cost[colour] < least and open_cells & rules.colour_mask[p.board, colour]:
            least = p.room_cost[colour]
    return max(0, least - discount) if open_cells else 99


@compiled
def all_rooms_free(p):
    """Does some card make every room free?"""
    for colour in range(ROOM_COLOURS):
        if p.room_cost[colour] > 0:
            return False
    return True


@compiled
def rooms_needed(rules, p):
    """Fully served guests who wait for a room that may be prepared now."""
    open_cells = sites(p)
    n = 0
    for t in range(p.tables):
        if p.cafe[t] >= 0 and p.missing_total[t] == 0:
            cells = ALL_ROOMS
            if rules.guest_colour[p.cafe[t]] != c.GREEN:
                cells = rules.colour_mask[p.board, rules.guest_colour[p.cafe[t]]]
            n += p.vacant & cells == 0 and open_cells & cells != 0
    return n


@compiled
def rooms_chance(rules, p, worth, n, discount, turns):
    """Preparing up to n rooms with the available money."""
    each = worth.w[w.PREPARE_CHANCE] + worth.w[w.DISCOUNT] * min(discount, worth.w[w.ROOM_DISCOUNT])
    price = cheapest_room(rules, p, discount)
    affordable = n if price == 0 else min(n, p.krones // price)
    if rules.coloured_dice and all_rooms_free(p):
        each = worth.w[w.PREPARE_CHANCE] + worth.w[w.DISCOUNT] * worth.w[w.ROOM_DISCOUNT]
    each = each * chance_left(worth, turns) - worth.w[w.ROOM_PRICE] * price
    needed = worth.w[w.ROOM_NEEDED] * min(affordable, rooms_needed(rules, p))
    return affordable * max(0.0, each) + needed


@compiled
def die_now(rules, p, worth, face, n, turns):
    """A rough value of a main action of strength n that may be taken in this turn.

    Only public information is read: a card just drawn is in the hand already, but not known.
    """
    kind = rules.action[face]
    if kind == c.A_GOODS:
        return split_worth(rules, p, worth, face, n)
    if kind == c.A_PREPARE:
        return rooms_chance(rules, p, worth, n, 0, turns)
    if kind == c.A_TRACKS:
        return n * worth.w[w.DIE_STEP]
    if kind == c.A_HIRE and p.hand_size > 0:
        cheaper = worth.w[w.DISCOUNT] * min(n, worth.w[w.ROOM_DISCOUNT])
        return worth.w[w.DIE_HIRE] * chance_left(worth, turns) + cheaper
    return 0.0


@compiled
def best_die(g, rules, p, worth, turns):
    """The best main action with the dice on the board."""
    best = 0.0
    for face in range(1, c.FACES + 1):
        n = g.dice[face]
        if n == 0:
            continue
        if rules.action[face] != c.A_COPY:
            best = max(best, die_now(rules, p, worth, face, n + p.extra_dice[face], turns))
        elif p.krones >= die_price(rules, p, face, True):
            for other in range(1, c.FACES + 1):
                if g.dice[other] < n:
                    v = die_now(rules, p, worth, other, n, turns) - worth.w[w.BONUS_KRONE]
                    best = max(best, v)
    return best


@compiled
def action_worth(g, rules, p, worth, face, n, turns):
    """A main action of strength n about to be carried out, with the additions of cards in play."""
    v = plain_action_worth(g, rules, p, worth, face, n, turns)
    if worth.modules and v > 0.0:
        v += helped_worth(rules, p, worth, rules.action[face], face, n)
    return v


@compiled
def plain_action_worth(g, rules, p, worth, face, n, turns):
    """A main action of strength n by itself."""
    kind = rules.action[face]
    if kind == c.A_GOODS:
        if rules.action_goods_n[face] > 2:
            return three_split_worth(rules, p, worth, face, n, turns)
        return split_worth(rules, p, worth, face, n)
    if kind == c.A_PREPARE:
        return rooms_chance(rules, p, worth, n, 0, turns)
    if kind == c.A_TRACKS:
        return tracks_worth(g, rules, p, worth, n, turns)
    if kind == c.A_HIRE:
        return best_hire(g, rules, p, worth, n, turns)
    return 0.0


@compiled
def coming_worth(g, rules, worth, who, row, turns):
    """One effect about to be received."""
    if rules.ballrooms and rules.effects[row, c.COL_CODE] == c.E_SEND_DANCER:
        n, less = rules.effects[row, c.COL_N], rules.effects[row, c.COL_REDUCTIONS]
        return sends_worth(g, rules, who, worth, n, less, turns)
    return between(worth, worth.effect_late[row], worth.effect[row], turns)


@compiled
def dance_bonuses_worth(g, rules, worth, f):
    """The bonuses of the row and of the section of a dancer just sent."""
    v = 0.0
    p = g.players[f.player]
    if f.marks & c.R_ROW_DUE:
        v += p.row_bonus * worth.row[g.ballrooms[f.seat // c.ROWS], f.seat % c.ROWS]
    if f.marks & c.R_SECTION_DUE:
        v += worth.section[p.rehearsal, f.section]
    return v


@compiled
def rewards_worth(g, rules, worth, f, turns):
    """Effects of a reward still to be taken, and bonuses still due."""
    v = 0.0
    i = 0
    while (f.effects >> i) != 0:
        if (f.effects >> i) & 1:
            v += coming_worth(g, rules, worth, f.player, f.effect + i, turns)
        i += 1
    if f.marks & c.R_GUEST and f.groups:
        p = g.players[f.player]
        for group in range(rules.n_groups[p.board]):
            if (f.groups >> group) & 1:
                colour = rules.group_colour[p.board, group]
                v += rules.bonus[p.bonus_table, colour, rules.group_size[p.board, group]]
    if f.marks & c.R_STAFF_DUE:
        v += worth.w[w.STAFF_BONUS]
    if f.marks & c.R_SEAT_DUE:
        v += sends_worth(g, rules, f.player, worth, 1, 0, turns)
    return v + dance_bonuses_worth(g, rules, worth, f) if rules.ballrooms else v


@compiled
def frame_worth(g, rules, worth, f, turns):
    """The value of one frame to its owner."""
    p = g.players[f.player]
    kind = f.kind
    if kind == c.F_SPLIT:
        return action_worth(g, rules, p, worth, f.face, f.strength, turns)
    if kind == c.F_GOODS:
        v = goods_worth(rules, p, worth, f)
        return v + champagne_in_hand(p, worth, f, turns) if rules.ballrooms else v
    if kind == c.F_CHOOSE_GOODS:
        return f.left * (worth.w[w.GOOD_KITCHEN] + worth.w[w.GOOD_FITS]) + goods_worth(
            rules, p, worth, f
        )
    if kind == c.F_PREPARE:
        v = rooms_chance(rules, p, worth, f.left, f.discount, turns)
        if f.marks & c.B_OCCUPY_AT_ONCE:
            v += f.left * worth.w[w.OCCUPY_CHANCE]
        return v
    if kind == c.F_OCCUPY:
        return f.left * worth.w[w.OCCUPY_CHANCE]
    if kind == c.F_TRACKS:
        v = tracks_worth(g, rules, p, worth, f.strength, turns)
        return v + helped_worth(rules, p, worth, c.A_TRACKS, 0, f.strength) if worth.modules else v
    if kind == c.F_HIRE:
        v = f.left * best_hire(g, rules, p, worth, f.discount, turns)
        if worth.modules and v > 0.0:
            v += helped_worth(rules, p, worth, c.A_HIRE, 0, 1)
        return v
    if kind == c.F_OFFER:
        brings = worth.w[w.HIRE_CHANCE] + worth.w[w.DISCOUNT] * min(
            f.discount, worth.w[w.STAFF_DISCOUNT]
        )
        return brings * chance_left(worth, turns)
    if kind == c.F_TAKE_GUEST:
        return f.left * worth.w[w.GUEST_CHANCE] * chance_left(worth, turns)
    if kind == c.F_FILL:
        return worth.w[w.ORDER_GOODS] * f.left * worth.w[w.GOOD_FITS]
    if kind == c.F_REWARDS:
        return rewards_worth(g, rules, worth, f, turns)
    if kind == c.F_EFFECT:
        return coming_worth(g, rules, worth, f.player, f.effect, turns)
    if kind == c.F_SERVE:
        v = serve_worth(rules, p, worth, f.left)
        if g.frames[0].kind == c.F_TURN and not g.frames[0].marks & c.T_ACTION_DONE:
            v -= worth.w[w.SERVE_EARLY]
        return v
    if kind == c.F_COPY or kind == c.F_SPACE:
        best = 0.0
        for face in range(1, c.FACES + 1):
            n = f.strength if kind == c.F_COPY else g.dice[face]
            if n > 0:
                best = max(best, action_worth(g, rules, p, worth, face, n, turns))
        return best
    if kind == c.F_MAIN:
        v = main_bonuses_worth(g, rules, worth, f, turns) if rules.ballrooms else 0.0
        if not f.marks & c.M_DONE:
            v += action_worth(g, rules, p, worth, f.face, f.strength, turns)
        return v
    return rare_worth(g, rules, worth, f, turns) if worth.modules else other_worth(worth, f)


@compiled
def main_bonuses_worth(g, rules, worth, f, turns):
    """Dancers that may be sent before or after a main action."""
    v = 0.0
    ordinal = 0
    while (f.bonuses >> ordinal) != 0:
        if (f.bonuses >> ordinal) & 1:
            t = bonus_trigger(rules, g.players[f.player], f.face, ordinal)
            row = rules.trigger_effect[t]
            if rules.effects[row, c.COL_CODE] == c.E_SEND_DANCER:
                v += coming_worth(g, rules, worth, f.player, row, turns)
        ordinal += 1
    return v


@compiled
def rare_worth(g, rules, worth, f, turns):
    """The value of frames that exist only in modules and variants."""
    p = g.players[f.player]
    kind = f.kind
    v = 0.0
    if kind == c.F_SEND:
        v = sends_worth(g, rules, f.player, worth, f.left, f.reductions, turns)
    elif kind == c.F_SWAP:
        v = swaps_worth(rules, p, worth, f) + goods_worth(rules, p, worth, f)
    elif kind == c.F_PAY:
        v = -worth.w[w.GOOD_KITCHEN] * f.left
        if f.card >= 0:
            for row in range(
                rules.card_effect[f.card], rules.card_effect[f.card] + rules.card_effect_n[f.card]
            ):
                v += coming_worth(g, rules, worth, f.player, row, turns)
    elif kind == c.F_TOKEN:
        for i in range(rules.n_tokens):
            if (p.tokens >> i) & 1:
                v = max(v, worth.token[i, f.half])
    elif kind == c.F_BONUS_KIND:
        size = rules.group_size[p.board, f.group]
        for colour in range(ROOM_COLOURS):
            unit = bonus_unit(rules, worth, colour)
            v = max(v, rules.bonus[p.bonus_table, colour, size] * unit)
    elif kind == c.F_REMOVE_DANCER:
        v = f.left * removal_worth(g, rules, f.player, worth, f.ballroom)
    else:
        v = other_worth(worth, f)
    return v


OTHER_KINDS = np.isin(range(len(DECISIONS)), [kind for kind in OTHERS.values() if kind is not None])


@compiled
def other_worth(worth, f):
    """The value of decisions opened by effects without a rule of their own."""
    return f.left * worth.w[w.OTHER_EFFECT] if OTHER_KINDS[f.kind] else 0.0


@compiled
def serve_worth(rules, p, worth, n):
    """Goods that can be moved from the kitchen to guests."""
    fitting = 0
    for k in range(GOODS):
        fitting += min(p.kitchen[k], wanted(rules, p, k))
    return min(n, fitting) * worth.w[w.SERVE_SHARE] * worth.w[w.GOOD_FITS]


@compiled
def pending_worth(g, rules, worth, who, turns):
    """The sum over a player's frames."""
    v = 0.0
    for i in range(g.top):
        f = g.frames[i]
        if f.player == who and f.kind != c.F_TURN:
            v += frame_worth(g, rules, worth, f, turns)
    return v
