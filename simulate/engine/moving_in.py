"""A guest with a filled order moves into a room: VP, the reward, staff and the occupancy bonus.

The frame of rewards also serves any other list of effects that its owner may take in any order.
"""

from simulate.engine import codes as c
from simulate.engine.cafe import clear_table
from simulate.engine.codes import (
    AFTER,
    BEFORE,
    CHANGED,
    COL_CODE,
    E_USE_SPACE,
    GREEN,
    ON_GUEST_LEAVES,
    R_GUEST,
    R_STAFF_DUE,
    R_STARTED,
    ROOMS,
    VP_GUESTS,
)
from simulate.engine.effects import possible, run_effect
from simulate.engine.frames import a_of, action, kind_of, or_stop, pop, push
from simulate.engine.hotel import occupy, pay_groups
from simulate.engine.jit import compiled
from simulate.engine.ledger import score, source
from simulate.engine.triggers import answers


@compiled
def rooms_for(rules, p, guest):
    """Bits of the vacant rooms a guest would move into: of the same colour; any for tourists."""
    colour = rules.guest_colour[guest]
    if colour == GREEN:
        return p.vacant
    return p.vacant & rules.colour_mask[p.board, colour]


@compiled
def legal_check_ins(rules, p, out, n):
    """Every guest with a filled order, with every room open to that guest."""
    for t in range(rules.tables):
        if p.cafe[t] >= 0 and p.missing_total[t] == 0:
            rooms = rooms_for(rules, p, p.cafe[t])
            for room in range(ROOMS):
                if (rooms >> room) & 1:
                    out[n] = action(c.CHECK_IN, t, room)
                    n += 1
    return n


@compiled
def check_in(g, rules, who, table, room):
    """Move a guest into a room and open the frame of everything that follows from it."""
    p = g.players[who]
    guest = p.cafe[table]
    entry = p.cafe_entry[table]
    g.log[entry].used_round = g.round_no
    p.housed += 1
    f = push(g, c.F_REWARDS, who, source(VP_GUESTS, entry))
    f.marks = R_GUEST
    f.card = rules.guest_reward[guest]
    f.mask = (1 << rules.guest_reward_n[guest]) - 1
    f.discount = guest
    f.floors = table
    if rules.seat_freed_before:
        clear_table(p, table)
    score(g, p, rules.guest_vp[guest], f.source)
    f.n = occupy(g, rules, who, room)
    if answers(g, rules, who, ON_GUEST_LEAVES, guest, False) > 0:
        f.marks |= R_STAFF_DUE


@compiled
def bonus_open(f, timing):
    """May a bonus be taken now: on the allowed side of the reward, never inside it."""
    if not f.marks & R_STARTED:
        return timing != AFTER
    return f.mask == 0 and timing != BEFORE


@compiled
def lowest_effect(f):
    """The place of the first effect still to be taken."""
    i = 0
    while not (f.mask >> i) & 1:
        i += 1
    return i


@compiled
def asks_itself(g, rules, f):
    """Is all that is left one effect whose own frame lets the player decline?"""
    if f.mask & (f.mask - 1) or f.n or f.marks & R_STAFF_DUE:
        return False
    row = f.card + lowest_effect(f)
    code = rules.effects[row, COL_CODE]
    declinable = (
        code == c.E_PREPARE
        or code == c.E_OCCUPY
        or code == c.E_HIRE
        or code == c.E_TAKE_GUEST
        or code == c.E_FILL_ORDER
        or code == c.E_USE_SPACE
    )
    return declinable and possible(g, rules, f.player, row)


@compiled
def legal_rewards(g, rules, f, out):
    """The reward's effects in any order, and the bonuses beside it; nothing if none is left."""
    if f.mask == 0:
        return 0
    if asks_itself(g, rules, f):
        i = lowest_effect(f)
        f.mask = 0
        f.marks |= R_STARTED
        run_effect(g, rules, f.player, f.card + i, f.source)
        return CHANGED
    n = 0
    first = f.card
    i = 0
    while (f.mask >> i) != 0:
        if (f.mask >> i) & 1 and possible(g, rules, f.player, first + i):
            out[n] = action(c.REWARD, i)
            n += 1
        i += 1
    if f.marks & R_GUEST:
        if f.n and bonus_open(f, rules.bonus_timing):
            out[n] = action(c.OCCUPANCY_BONUS)
            n += 1
        if f.marks & R_STAFF_DUE and bonus_open(f, rules.staff_bonus_timing):
            out[n] = action(c.STAFF_BONUS)
            n += 1
    return or_stop(out, n)


@compiled
def take_occupancy_bonus(g, rules, f):
    """Pay the bonus of the group that the guest completed."""
    groups = f.n
    f.n = 0
    pay_groups(g, rules, f.player, groups)


@compiled
def take_staff_bonus(g, rules, f):
    """Staff pay for the guest who left the cafe."""
    f.marks &= ~R_STAFF_DUE
    answers(g, rules, f.player, ON_GUEST_LEAVES, f.discount, True)


@compiled
def settle_bonuses(g, rules, f):
    """Take whatever bonus is still due."""
    if f.n:
        take_occupancy_bonus(g, rules, f)
    if f.marks & R_STAFF_DUE:
        take_staff_bonus(g, rules, f)


@compiled
def apply_rewards(g, rules, f, act):
    """Take one effect or bonus, or leave the rest of the reward."""
    kind = kind_of(act)
    if kind == c.STOP:
        f.mask = 0
        f.marks |= R_STARTED
    elif kind == c.OCCUPANCY_BONUS:
        take_occupancy_bonus(g, rules, f)
    elif kind == c.STAFF_BONUS:
        take_staff_bonus(g, rules, f)
    else:
        if not f.marks & R_STARTED:
            settle_early(g, rules, f)
        f.marks |= R_STARTED
        i = a_of(act)
        f.mask &= ~(1 << i)
        row = f.card + i
        if rules.effects[row, COL_CODE] == E_USE_SPACE:
            # This action follows everything else that the guest brings.
            settle_bonuses(g, rules, f)
        run_effect(g, rules, f.player, row, f.source)


@compiled
def settle_early(g, rules, f):
    """A bonus that must come before the reward is paid when the reward begins."""
    if f.n and rules.bonus_timing == BEFORE:
        take_occupancy_bonus(g, rules, f)
    if f.marks & R_STAFF_DUE and rules.staff_bonus_timing == BEFORE:
        take_staff_bonus(g, rules, f)


@compiled
def finish_rewards(g, rules, f):
    """Nothing left to choose: bonuses still due are paid, the guest's card is discarded."""
    if not f.marks & R_GUEST:
        pop(g)
        return
    f.mask = 0
    if f.n or f.marks & R_STAFF_DUE:
        # Staff that open frames come on top of this one, which finishes after them.
        settle_bonuses(g, rules, f)
        return
    if not rules.seat_freed_before:
        clear_table(g.players[f.player], f.floors)
    g.guest_discard[g.guest_discard_size] = f.discount
    g.guest_discard_size += 1
    pop(g)
