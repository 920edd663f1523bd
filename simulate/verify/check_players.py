"""Checks on one player: tracks, tables, counters, rooms and groups."""

from simulate.engine import codes as c
from simulate.engine.codes import BELL, FACES, GOODS, OWED, ROOMS, ROUND
from simulate.engine.jit import compiled
from simulate.engine.reactions import answers_now
from simulate.engine.state import HAND, MAX_TABLES, OFFER
from simulate.verify import check_codes as k
from simulate.verify.switching import must


@compiled
def numbers(rules, p, memo):
    """Tracks, kitchen, tables and counters are in range."""
    must(0 <= p.krones <= rules.krones_max, k.KRONES, memo)
    must(0 <= p.emperor <= rules.emperor_max, k.EMPEROR, memo)
    for good in range(GOODS):
        must(p.kitchen[good] >= 0, k.KITCHEN, memo)
    for t in range(MAX_TABLES):
        table(rules, p, t, memo)
    must(0 <= p.turns_taken <= 2 and 0 <= p.passed <= 1, k.TURNS, memo)
    must(p.extra_turns >= 0, k.TURNS, memo)
    must(0 <= p.hand_size <= HAND and 0 <= p.staff_size <= HAND, k.CARD_COUNTS, memo)
    must(0 <= p.offer_size <= OFFER, k.CARD_COUNTS, memo)
    must(0 <= p.passed_once <= 1 and p.passed <= p.passed_once, k.COUNTERS, memo)
    must(0 <= p.first_face <= FACES and p.dice_this_round >= 0, k.COUNTERS, memo)
    must(p.round_guests >= 0, k.COUNTERS, memo)


@compiled
def owed(g, rules):
    """The deciding player has no answers outstanding."""
    if g.top == 0 or not answers_now(rules, g.frames[g.top - 1]):
        return True
    p = g.players[g.frames[g.top - 1].player]
    for i in range(OWED):
        if p.owed[i] != 0:
            return False
    return not p.owing


@compiled
def used_cards(g, rules, seat):
    """Only usable cards are marked as used; a due card waits to be used."""
    p = g.players[seat]
    offered = p.due != 0
    for i in range(g.top):
        if g.frames[i].kind == c.F_DUE and g.frames[i].player == seat:
            offered = True
    for i in range(p.staff_size):
        card = p.staff[i]
        if card < 0 or card >= rules.n_staff:
            continue  # check_cards reports that one
        timing = rules.staff_timing[card]
        if p.staff_used[i] == 2 and timing != BELL:
            return False
        if p.staff_used[i] == 1 and (timing == BELL or not usable(rules, card)):
            return False
        if p.staff_used[i] < 0 or p.staff_used[i] > 2:
            return False
        if p.staff_due[i] and (p.staff_used[i] or not rules.staff_waits[card] or not offered):
            return False
    return True


@compiled
def usable(rules, card):
    """Is this a card that can be used: once a round, or after its event?"""
    return rules.staff_timing[card] == ROUND or rules.staff_waits[card] != 0


@compiled
def table(rules, p, t, memo):
    """A guest's open order lies between nothing and the full order; an empty table has none."""
    guest = p.cafe[t]
    must(t < p.tables or guest == -1, k.TABLE_EMPTY, memo)
    total = 0
    for good in range(GOODS):
        missing = p.missing[t, good]
        if rules.ignored_good_lacks_again:
            missing = max(0, missing)
        total += missing
        if guest < 0:
            must(missing == 0, k.TABLE_EMPTY, memo)
        else:
            known = guest < rules.n_guests
            most = rules.guest_order[guest, good] if known else missing
            must(0 <= missing <= most, k.ORDER, memo)
    must(total == p.missing_total[t], k.ORDER_TOTAL, memo)


@compiled
def pending_groups(g, seat):
    """Bits of the groups whose bonus is pending for a player; -1 if one is due twice."""
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
        must(False, k.BOARD, memo)  # its groups belong to no plan
        return
    outside = ~((1 << ROOMS) - 1)
    must(not (p.vacant | p.occupied | p.covered) & outside, k.ROOM_CELLS, memo)
    must(not p.vacant & p.occupied, k.ROOM_BOTH, memo)
    must(not (p.vacant | p.occupied) & ~p.covered, k.ROOM_COVERED, memo)
    must(not p.groups_paid >> rules.n_groups[p.board], k.GROUP_UNKNOWN, memo)
    for group in range(rules.n_groups[p.board]):
        mask = rules.group_mask[p.board, group]
        noted = (p.groups_paid >> group) & 1
        must(noted or p.occupied & mask != mask, k.GROUP_UNPAID, memo)
        must(not noted or p.covered & mask == mask, k.GROUP_UNKNOWN, memo)
    pending = pending_groups(g, seat)
    must(pending >= 0 and not pending & ~p.groups_paid, k.GROUP_PENDING, memo)
