"""Checks on cards: each is in exactly one place."""

from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.engine.kept_guests import counts_guest
from simulate.engine.state import FIRST_ENTRANCE, MAX_STAFF
from simulate.verify import check_codes as k
from simulate.verify.switching import must


@compiled
def within(card, n):
    """Is a card one of ``n``?"""
    return 0 <= card < n


@compiled
def tick(seen, card, n, unknown, twice, memo):
    """Count a card at a place: one of ``n``, nowhere else; ``seen`` counts the places of each."""
    there = within(card, n)
    must(there, unknown, memo)
    if there:
        seen[card] += 1
        must(seen[card] == 1, twice, memo)


@compiled
def tick_staff(rules, seen, card, memo):
    tick(seen, card, rules.n_staff, k.STAFF_UNKNOWN, k.STAFF_TWICE, memo)


@compiled
def tick_guest(rules, seen, card, memo):
    tick(seen, card, rules.n_guests, k.GUEST_UNKNOWN, k.GUEST_TWICE, memo)


@compiled
def logged(g, card, seat, played):
    """Does the log's last entry on a card give it to this seat, and say whether it is in play?

    Before the first round the log does not say.
    """
    entry = g.staff_entry[card]
    if entry < 0 or entry >= g.log_size:
        return False
    e = g.log[entry]
    if e.kind != c.LOG_STAFF or e.card != card or e.seat != seat:
        return False
    return (e.used_round > 0) == played or (played and e.came_round == 0)


@compiled
def staff_of(g, rules, seat, seen, memo):
    """Cards of one player: hand, in play, on offer."""
    p = g.players[seat]
    for i in range(p.hand_size):
        held_staff(g, rules, seat, seen, p.hand[i], False, memo)
    for i in range(p.staff_size):
        held_staff(g, rules, seat, seen, p.staff[i], True, memo)
    for i in range(p.offer_size):
        tick_staff(rules, seen, p.offer[i], memo)


@compiled
def held_staff(g, rules, seat, seen, card, played, memo):
    """A card in a hand, or ``played``; the log agrees."""
    tick_staff(rules, seen, card, memo)
    if within(card, rules.n_staff):
        must(logged(g, card, seat, played), k.STAFF_LOG, memo)


@compiled
def staff_places(g, rules, memo, seen):
    """Every staff card is in the deck, a hand, in play, on offer, or removed by a penalty."""
    n = rules.n_staff
    for card in range(n):
        seen[card] = 0
    must(0 <= g.staff_deck_size <= n, k.STAFF_TWICE, memo)
    for i in range(g.staff_deck_size):
        tick_staff(rules, seen, g.staff_deck[(g.staff_top + i) % MAX_STAFF], memo)
    for seat in range(g.n_players):
        staff_of(g, rules, seat, seen, memo)
    nowhere = 0
    for card in range(n):
        if seen[card] == 0:
            nowhere += 1
            entry = g.log[g.staff_entry[card]]
            known = entry.kind == c.LOG_STAFF and entry.card == card
            played = entry.used_round != 0 or entry.came_round <= 0
            must(known and played, k.STAFF_LOST, memo)
    must(nowhere == memo[k.M_REMOVED], k.STAFF_LOST, memo)


@compiled
def guests_places(g, rules, seen, memo):
    """Every guest is in the deck, discarded, in the row, at a table, or just moving in."""
    n = rules.n_guests
    for card in range(n):
        seen[card] = 0
    for i in range(g.guest_next, g.guest_deck_size):
        tick_guest(rules, seen, g.guest_deck[i], memo)
    for i in range(g.guest_discard_size):
        tick_guest(rules, seen, g.guest_discard[i], memo)
    for i in range(len(g.row)):
        if g.row[i] != -1:
            tick_guest(rules, seen, g.row[i], memo)
    for seat in range(g.n_players):
        p = g.players[seat]
        for t in range(p.tables):
            if p.cafe[t] != -1:
                tick_guest(rules, seen, p.cafe[t], memo)
    for i in range(g.top):
        f = g.frames[i]
        if f.kind == c.F_REWARDS and f.marks & c.R_GUEST and rules.seat_freed_before:
            tick_guest(rules, seen, f.guest, memo)
    for card in range(n):
        must(seen[card] != 0, k.GUEST_LOST, memo)


@compiled
def row_filled(g, rules):
    """The row has no gap to the right of a guest, and none at all while the deck has guests.

    Exceptions: a player who takes several guests before it is refilled, and a row that ran short
    where one guest comes for each one taken.
    """
    if g.top == 0:
        return True
    for i in range(g.top):
        kind = g.frames[i].kind
        if kind == c.F_MORE_GUESTS or kind == c.F_FREE_GUEST:
            return True
    may_be_short = g.guest_next >= g.guest_deck_size or (
        rules.row_refill_one and g.guest_shuffles > 0
    )
    for i in range(len(g.row)):
        if g.row[i] < 0 and (not may_be_short or (i > 0 and g.row[i - 1] >= 0)):
            return False
    return True


@compiled
def kept_guests(g, rules, seen):
    """Guests are retained only among the discards, and only while something there counts them."""
    for card in range(rules.n_guests):
        seen[card] = 0
    for i in range(g.guest_discard_size):
        if within(g.guest_discard[i], rules.n_guests):
            seen[g.guest_discard[i]] = 1
    for card in range(rules.n_guests):
        kept = g.guest_kept[card]
        if kept == 0:
            continue
        if not seen[card] or kept >> (1 + g.n_players):
            return False
        for seat in range(g.n_players):
            if (kept >> (1 + seat)) & 1 and not waits_for(g, rules, seat, card):
                return False
    return True


@compiled
def waits_for(g, rules, seat, guest):
    """Does a politics card that this player has not fulfilled count the guest?"""
    p = g.players[seat]
    own = p.entrance >= 0 and rules.card_own_politics[FIRST_ENTRANCE + p.entrance] != 0
    for i in range(len(g.politics)):
        if not (p.claimed >> i) & 1 and counts_guest(rules, g.politics[i], guest):
            return True
        if own and not (p.own_done >> i) & 1 and counts_guest(rules, g.own_politics[i], guest):
            return True
    return False
