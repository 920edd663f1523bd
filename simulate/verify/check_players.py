"""Checks on one player: tracks, tables, counters, rooms and groups."""

from simulate.engine import codes as c
from simulate.engine.codes import BELL, FACES, GOODS, OWED, ROOMS, ROUND
from simulate.engine.jit import compiled
from simulate.engine.reactions import answers_now
from simulate.engine.state import HAND, MAX_TABLES, OFFER
from simulate.verify import check_codes as k
from simulate.verify.switching import fails, unless_off


@compiled
def numbers(rules, p, memo):
    """Tracks, kitchen, tables and counters are in range."""
    if (p.krones < 0 or p.krones > rules.krones_max) and fails(k.KRONES, memo):
        return k.KRONES
    if (p.emperor < 0 or p.emperor > rules.emperor_max) and fails(k.EMPEROR, memo):
        return k.EMPEROR
    for good in range(GOODS):
        if p.kitchen[good] < 0 and fails(k.KITCHEN, memo):
            return k.KITCHEN
    for t in range(MAX_TABLES):
        code = table(rules, p, t, memo)
        if code != k.OK:
            return code
    if (p.turns_taken < 0 or p.turns_taken > 2 or p.passed < 0 or p.passed > 1) and fails(
        k.TURNS, memo
    ):
        return k.TURNS
    if p.extra_turns < 0 and fails(k.TURNS, memo):
        return k.TURNS
    if (p.hand_size < 0 or p.hand_size > HAND or p.staff_size < 0 or p.staff_size > HAND) and fails(
        k.CARD_COUNTS, memo
    ):
        return k.CARD_COUNTS
    if (p.offer_size < 0 or p.offer_size > OFFER) and fails(k.CARD_COUNTS, memo):
        return k.CARD_COUNTS
    return unless_off(counters(p), memo)


@compiled
def counters(p):
    """What is counted of the round is in range."""
    if p.passed_once < 0 or p.passed_once > 1 or p.passed > p.passed_once:
        return k.COUNTERS
    if p.first_face < 0 or p.first_face > FACES or p.dice_this_round < 0:
        return k.COUNTERS
    if p.round_guests < 0:
        return k.COUNTERS
    return k.OK


@compiled
def owed(g, rules):
    """Whoever decides has been given the answers to all that came before."""
    if g.top == 0 or not answers_now(rules, g.frames[g.top - 1]):
        return k.OK
    p = g.players[g.frames[g.top - 1].player]
    for i in range(OWED):
        if p.owed[i] != 0:
            return k.OWED
    return k.OWED if p.owing else k.OK


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
            return k.STAFF_USED
        if p.staff_used[i] == 1 and (timing == BELL or not usable(rules, card)):
            return k.STAFF_USED
        if p.staff_used[i] < 0 or p.staff_used[i] > 2:
            return k.STAFF_USED
        if p.staff_due[i] and (p.staff_used[i] or not rules.staff_waits[card] or not offered):
            return k.STAFF_USED
    return k.OK


@compiled
def usable(rules, card):
    """Is this a card that is used now and then: once a round, or after its event?"""
    return rules.staff_timing[card] == ROUND or rules.staff_waits[card] != 0


@compiled
def table(rules, p, t, memo):
    """A guest's open order lies between nothing and the whole order; an empty table has none."""
    guest = p.cafe[t]
    if t >= p.tables and guest != -1 and fails(k.TABLE_EMPTY, memo):
        return k.TABLE_EMPTY
    total = 0
    for good in range(GOODS):
        missing = p.missing[t, good]
        if rules.ignored_good_lacks_again:
            missing = max(0, missing)
        total += missing
        if guest < 0:
            if missing != 0 and fails(k.TABLE_EMPTY, memo):
                return k.TABLE_EMPTY
        elif missing < 0 or (guest < rules.n_guests and missing > rules.guest_order[guest, good]):
            if fails(k.ORDER, memo):
                return k.ORDER
    if total != p.missing_total[t] and fails(k.ORDER_TOTAL, memo):
        return k.ORDER_TOTAL
    return k.OK


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
        return unless_off(k.BOARD, memo)  # its groups are those of no plan
    outside = ~((1 << ROOMS) - 1)
    if (p.vacant | p.occupied | p.covered) & outside and fails(k.ROOM_CELLS, memo):
        return k.ROOM_CELLS
    if p.vacant & p.occupied and fails(k.ROOM_BOTH, memo):
        return k.ROOM_BOTH
    if (p.vacant | p.occupied) & ~p.covered and fails(k.ROOM_COVERED, memo):
        return k.ROOM_COVERED
    if p.groups_paid >> rules.n_groups[p.board] and fails(k.GROUP_UNKNOWN, memo):
        return k.GROUP_UNKNOWN
    for group in range(rules.n_groups[p.board]):
        mask = rules.group_mask[p.board, group]
        noted = (p.groups_paid >> group) & 1
        if p.occupied & mask == mask and not noted and fails(k.GROUP_UNPAID, memo):
            return k.GROUP_UNPAID
        if noted and p.covered & mask != mask and fails(k.GROUP_UNKNOWN, memo):
            return k.GROUP_UNKNOWN
    pending = pending_groups(g, seat)
    if (pending < 0 or pending & ~p.groups_paid) and fails(k.GROUP_PENDING, memo):
        return k.GROUP_PENDING
    return k.OK
