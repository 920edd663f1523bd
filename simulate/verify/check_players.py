"""Checks on one player: tracks, tables, rooms, groups, and what staff in play change."""

from simulate.engine import codes as c
from simulate.engine.codes import FACES, GOODS, PERMANENT, ROOM_COLOURS, ROOMS
from simulate.engine.state import HAND, MAX_TABLES, OFFER
from simulate.verify.check_codes import (
    ABILITY_DICE,
    ABILITY_EVENTS,
    ABILITY_PRICES,
    BOARD,
    CARD_COUNTS,
    EMPEROR,
    GROUP_PENDING,
    GROUP_UNKNOWN,
    GROUP_UNPAID,
    KITCHEN,
    KRONES,
    OK,
    ORDER,
    ORDER_TOTAL,
    ROOM_BOTH,
    ROOM_CELLS,
    ROOM_COVERED,
    TABLE_EMPTY,
    TURNS,
)
from simulate.verify.jit import compiled

NO_PRICE = 99  # no card in play caps this price


@compiled
def numbers(rules, p):
    """Tracks, kitchen, tables and counters are in range."""
    if p.krones < 0 or p.krones > rules.krones_max:
        return KRONES
    if p.emperor < 0 or p.emperor > rules.emperor_max:
        return EMPEROR
    for k in range(GOODS):
        if p.kitchen[k] < 0:
            return KITCHEN
    for t in range(MAX_TABLES):
        code = table(rules, p, t)
        if code != OK:
            return code
    if p.turns_taken < 0 or p.turns_taken > 2 or p.passed < 0 or p.passed > 1:
        return TURNS
    if p.extra_turns < 0:
        return TURNS
    if p.hand_size < 0 or p.hand_size > HAND or p.staff_size < 0 or p.staff_size > HAND:
        return CARD_COUNTS
    if p.offer_size < 0 or p.offer_size > OFFER:
        return CARD_COUNTS
    return OK


@compiled
def table(rules, p, t):
    """A guest's open order lies between nothing and the whole order; an empty table has none."""
    guest = p.cafe[t]
    if t >= rules.tables and guest != -1:
        return TABLE_EMPTY
    total = 0
    for k in range(GOODS):
        missing = p.missing[t, k]
        total += missing
        if guest < 0:
            if missing != 0:
                return TABLE_EMPTY
        elif missing < 0 or (guest < rules.n_guests and missing > rules.guest_order[guest, k]):
            return ORDER
    if total != p.missing_total[t]:
        return ORDER_TOTAL
    return OK


@compiled
def pending_groups(g, seat):
    """Bits of the groups whose bonus a player has not taken yet; -1 if one is due twice."""
    pending = 0
    for i in range(g.top):
        f = g.frames[i]
        if f.player != seat:
            continue
        groups = 0
        if f.kind == c.F_REWARDS and f.marks & c.R_GUEST:
            groups = f.n
        elif f.kind == c.F_PREPARE or f.kind == c.F_OCCUPY:
            groups = f.mask
        if groups & pending:
            return -1
        pending |= groups
    return pending


@compiled
def hotel(g, rules, seat):
    """Tiles lie on cells, vacant or occupied; every full group is paid or about to be."""
    p = g.players[seat]
    if p.board < 0 or p.board >= rules.n_boards:
        return BOARD
    outside = ~((1 << ROOMS) - 1)
    if (p.vacant | p.occupied | p.covered) & outside:
        return ROOM_CELLS
    if p.vacant & p.occupied:
        return ROOM_BOTH
    if (p.vacant | p.occupied) & ~p.covered:
        return ROOM_COVERED
    if p.groups_paid >> rules.n_groups[p.board]:
        return GROUP_UNKNOWN
    for group in range(rules.n_groups[p.board]):
        mask = rules.group_mask[p.board, group]
        noted = (p.groups_paid >> group) & 1
        if p.occupied & mask == mask and not noted:
            return GROUP_UNPAID
        if noted and p.covered & mask != mask:
            return GROUP_UNKNOWN
    pending = pending_groups(g, seat)
    if pending < 0 or pending & ~p.groups_paid:
        return GROUP_PENDING
    return OK


@compiled
def cap(now, offered):
    """The lower of two prices."""
    return offered if offered < now else now


@compiled
def abilities(rules, p):
    """What staff change, computed anew from the permanent cards in play."""
    for face in range(1, FACES + 1):
        dice = 0
        optional = 0
        both = 0
        for i in range(p.staff_size):
            card = p.staff[i]
            if card >= 0 and rules.staff_timing[card] == PERMANENT:
                dice += rules.staff_dice[card, face]
                if rules.staff_dice_optional[card, face]:
                    optional = 1
                if rules.staff_both_tracks[card, face]:
                    both = 1
        if dice != p.extra_dice[face] or optional != p.extra_optional[face]:
            return ABILITY_DICE
        if both != p.both_tracks[face]:
            return ABILITY_DICE
    return prices(rules, p)


@compiled
def prices(rules, p):
    """Prices and answered events, computed anew."""
    serve, guest, copy, avert, events = NO_PRICE, NO_PRICE, NO_PRICE, -1, 0
    for i in range(p.staff_size):
        card = p.staff[i]
        if card < 0 or rules.staff_timing[card] != PERMANENT:
            continue
        serve = cap(serve, rules.staff_serve_cost[card])
        guest = cap(guest, rules.staff_guest_cost[card])
        copy = cap(copy, rules.staff_copy_cost[card])
        price = rules.staff_avert_cost[card]
        if price >= 0:
            avert = price if avert < 0 else cap(avert, price)
        first = rules.staff_trigger[card]
        for t in range(first, first + rules.staff_trigger_n[card]):
            events |= 1 << rules.trigger_event[t]
    if serve != p.serve_cost or guest != p.guest_cost or copy != p.copy_cost:
        return ABILITY_PRICES
    if avert != p.avert_cost:
        return ABILITY_PRICES
    for k in range(ROOM_COLOURS):
        room = NO_PRICE
        for i in range(p.staff_size):
            card = p.staff[i]
            if card >= 0 and rules.staff_timing[card] == PERMANENT:
                room = cap(room, rules.staff_room_cost[card, k])
        if room != p.room_cost[k]:
            return ABILITY_PRICES
    return OK if events == p.events else ABILITY_EVENTS
