"""Checks on one player: tracks, tables, counters, rooms and groups."""

from simulate.engine import codes as c
from simulate.engine.codes import BELL, FACES, GOODS, OWED, ROOMS, ROUND
from simulate.engine.jit import compiled
from simulate.engine.reactions import answers_now
from simulate.engine.state import HAND, MAX_TABLES, OFFER
from simulate.verify.check_codes import (
    BOARD,
    CARD_COUNTS,
    COUNTERS,
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
    STAFF_USED,
    TABLE_EMPTY,
    TURNS,
)
from simulate.verify.check_codes import OWED as OWED_LEFT
from simulate.verify.switching import fails, unless_off


@compiled
def numbers(rules, p, memo):
    """Tracks, kitchen, tables and counters are in range."""
    if (p.krones < 0 or p.krones > rules.krones_max) and fails(KRONES, memo):
        return KRONES
    if (p.emperor < 0 or p.emperor > rules.emperor_max) and fails(EMPEROR, memo):
        return EMPEROR
    for k in range(GOODS):
        if p.kitchen[k] < 0 and fails(KITCHEN, memo):
            return KITCHEN
    for t in range(MAX_TABLES):
        code = table(rules, p, t, memo)
        if code != OK:
            return code
    if (p.turns_taken < 0 or p.turns_taken > 2 or p.passed < 0 or p.passed > 1) and fails(
        TURNS, memo
    ):
        return TURNS
    if p.extra_turns < 0 and fails(TURNS, memo):
        return TURNS
    if (p.hand_size < 0 or p.hand_size > HAND or p.staff_size < 0 or p.staff_size > HAND) and fails(
        CARD_COUNTS, memo
    ):
        return CARD_COUNTS
    if (p.offer_size < 0 or p.offer_size > OFFER) and fails(CARD_COUNTS, memo):
        return CARD_COUNTS
    return unless_off(counters(p), memo)


@compiled
def counters(p):
    """What is counted of the round is in range."""
    if p.passed_once < 0 or p.passed_once > 1 or p.passed > p.passed_once:
        return COUNTERS
    if p.first_face < 0 or p.first_face > FACES or p.dice_this_round < 0:
        return COUNTERS
    if p.round_guests < 0:
        return COUNTERS
    return OK


@compiled
def owed(g, rules):
    """Whoever decides has been given the answers to all that came before."""
    if g.top == 0 or not answers_now(rules, g.frames[g.top - 1]):
        return OK
    p = g.players[g.frames[g.top - 1].player]
    for i in range(OWED):
        if p.owed[i] != 0:
            return OWED_LEFT
    return OWED_LEFT if p.owing else OK


@compiled
def used_cards(g, rules, seat):
    """Only cards that are used at all count as used; a due one waits to be used."""
    p = g.players[seat]
    offered = p.due != 0
    for i in range(g.top):
        if g.frames[i].kind == c.F_DUE and g.frames[i].player == seat:
            offered = True
    for i in range(p.staff_size):
        card = p.staff[i]
        if card < 0 or card >= rules.n_staff:
            continue  # check_cards names that one
        timing = rules.staff_timing[card]
        if p.staff_used[i] == 2 and timing != BELL:
            return STAFF_USED
        if p.staff_used[i] == 1 and (timing == BELL or not usable(rules, card)):
            return STAFF_USED
        if p.staff_used[i] < 0 or p.staff_used[i] > 2:
            return STAFF_USED
        if p.staff_due[i] and (p.staff_used[i] or not rules.staff_waits[card] or not offered):
            return STAFF_USED
    return OK


@compiled
def usable(rules, card):
    """Is this a card that is used now and then: once a round, or after its event?"""
    return rules.staff_timing[card] == ROUND or rules.staff_waits[card] != 0


@compiled
def table(rules, p, t, memo):
    """A guest's open order lies between nothing and the whole order; an empty table has none."""
    guest = p.cafe[t]
    if t >= p.tables and guest != -1 and fails(TABLE_EMPTY, memo):
        return TABLE_EMPTY
    total = 0
    for k in range(GOODS):
        missing = max(0, p.missing[t, k]) if rules.ignored_good_lacks_again else p.missing[t, k]
        total += missing
        if guest < 0:
            if missing != 0 and fails(TABLE_EMPTY, memo):
                return TABLE_EMPTY
        elif missing < 0 or (guest < rules.n_guests and missing > rules.guest_order[guest, k]):
            if fails(ORDER, memo):
                return ORDER
    if total != p.missing_total[t] and fails(ORDER_TOTAL, memo):
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
        groups = 1 << f.group if f.kind == c.F_BONUS_KIND else f.groups
        if groups & pending:
            return -1
        pending |= groups
    return pending


@compiled
def hotel(g, rules, seat, memo):
    """Tiles lie on cells, vacant or occupied; every full group is paid or about to be."""
    p = g.players[seat]
    if p.board < 0 or p.board >= rules.n_boards:
        return unless_off(BOARD, memo)  # its groups are those of no plan
    outside = ~((1 << ROOMS) - 1)
    if (p.vacant | p.occupied | p.covered) & outside and fails(ROOM_CELLS, memo):
        return ROOM_CELLS
    if p.vacant & p.occupied and fails(ROOM_BOTH, memo):
        return ROOM_BOTH
    if (p.vacant | p.occupied) & ~p.covered and fails(ROOM_COVERED, memo):
        return ROOM_COVERED
    if p.groups_paid >> rules.n_groups[p.board] and fails(GROUP_UNKNOWN, memo):
        return GROUP_UNKNOWN
    for group in range(rules.n_groups[p.board]):
        mask = rules.group_mask[p.board, group]
        noted = (p.groups_paid >> group) & 1
        if p.occupied & mask == mask and not noted and fails(GROUP_UNPAID, memo):
            return GROUP_UNPAID
        if noted and p.covered & mask != mask and fails(GROUP_UNKNOWN, memo):
            return GROUP_UNKNOWN
    pending = pending_groups(g, seat)
    if (pending < 0 or pending & ~p.groups_paid) and fails(GROUP_PENDING, memo):
        return GROUP_PENDING
    return OK
