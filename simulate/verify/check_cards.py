"""Checks on cards: each is in exactly one place."""

from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.engine.kept_guests import counts_guest
from simulate.engine.state import FIRST_ENTRANCE, MAX_STAFF
from simulate.verify import check_codes as k
from simulate.verify.switching import fails, unless_off


@compiled
def within(card, n):
    """Is a card one of ``n``?"""
    return 0 <= card < n


@compiled
def tick(seen, card, n):
    """Note a card at a place: 0 fine, 1 unknown, 2 seen before."""
    if not within(card, n):
        return 1
    seen[card] += 1
    return 2 if seen[card] > 1 else 0


@compiled
def tick_staff(seen, card, n):
    """The code of a staff card at a place."""
    found = tick(seen, card, n)
    if found == 0:
        return k.OK
    return k.STAFF_UNKNOWN if found == 1 else k.STAFF_TWICE


@compiled
def tick_guest(seen, card, n):
    """The code of a guest at a place."""
    found = tick(seen, card, n)
    if found == 0:
        return k.OK
    return k.GUEST_UNKNOWN if found == 1 else k.GUEST_TWICE


@compiled
def logged(g, card, seat, played):
    """Does the log's last word on a card say that this seat has it, and whether it is in play?

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
    n = rules.n_staff
    for i in range(p.hand_size):
        code = unless_off(tick_staff(seen, p.hand[i], n), memo)
        if code != k.OK:
            return code
        if within(p.hand[i], n) and not logged(g, p.hand[i], seat, False):
            if fails(k.STAFF_LOG, memo):
                return k.STAFF_LOG
    for i in range(p.staff_size):
        code = unless_off(tick_staff(seen, p.staff[i], n), memo)
        if code != k.OK:
            return code
        if within(p.staff[i], n) and not logged(g, p.staff[i], seat, True):
            if fails(k.STAFF_LOG, memo):
                return k.STAFF_LOG
    for i in range(p.offer_size):
        code = unless_off(tick_staff(seen, p.offer[i], n), memo)
        if code != k.OK:
            return code
    return k.OK


@compiled
def staff_places(g, rules, memo, seen):
    """Every staff card is in the deck, a hand, in play or on offer, or a penalty removed it."""
    n = rules.n_staff
    for card in range(n):
        seen[card] = 0
    if (g.staff_deck_size < 0 or g.staff_deck_size > n) and fails(k.STAFF_TWICE, memo):
        return k.STAFF_TWICE
    for i in range(g.staff_deck_size):
        card = g.staff_deck[(g.staff_top + i) % MAX_STAFF]
        code = unless_off(tick_staff(seen, card, n), memo)
        if code != k.OK:
            return code
    for seat in range(g.n_players):
        code = staff_of(g, rules, seat, seen, memo)
        if code != k.OK:
            return code
    nowhere = 0
    for card in range(n):
        if seen[card] == 0:
            nowhere += 1
            entry = g.log[g.staff_entry[card]]
            known = entry.kind == c.LOG_STAFF and entry.card == card
            if (not known or (entry.used_round == 0 and entry.came_round > 0)) and fails(
                k.STAFF_LOST, memo
            ):
                return k.STAFF_LOST
    if nowhere != memo[k.M_REMOVED] and fails(k.STAFF_LOST, memo):
        return k.STAFF_LOST
    return k.OK


@compiled
def guests_places(g, rules, seen, memo):
    """Every guest is in the deck, discarded, in the row, at a table, or just moving in."""
    n = rules.n_guests
    for card in range(n):
        seen[card] = 0
    for i in range(g.guest_next, g.guest_deck_size):
        code = unless_off(tick_guest(seen, g.guest_deck[i], n), memo)
        if code != k.OK:
            return code
    for i in range(g.guest_discard_size):
        code = unless_off(tick_guest(seen, g.guest_discard[i], n), memo)
        if code != k.OK:
            return code
    for i in range(len(g.row)):
        if g.row[i] != -1:
            code = unless_off(tick_guest(seen, g.row[i], n), memo)
            if code != k.OK:
                return code
    for seat in range(g.n_players):
        p = g.players[seat]
        for t in range(p.tables):
            if p.cafe[t] != -1:
                code = unless_off(tick_guest(seen, p.cafe[t], n), memo)
                if code != k.OK:
                    return code
    for i in range(g.top):
        f = g.frames[i]
        if f.kind == c.F_REWARDS and f.marks & c.R_GUEST and rules.seat_freed_before:
            code = unless_off(tick_guest(seen, f.guest, n), memo)
            if code != k.OK:
                return code
    for card in range(n):
        if seen[card] == 0 and fails(k.GUEST_LOST, memo):
            return k.GUEST_LOST
    return k.OK


@compiled
def row_filled(g, rules):
    """The row has no gap to the right of a guest, and none at all while the deck has guests.

    But for a player who takes several of its guests as it lies; and where one guest comes for each
    one taken, a row that ran short stays so.
    """
    if g.top == 0:
        return k.OK
    for i in range(g.top):
        kind = g.frames[i].kind
        if kind == c.F_MORE_GUESTS or kind == c.F_FREE_GUEST:
            return k.OK
    may_be_short = g.guest_next >= g.guest_deck_size or (
        rules.row_refill_one and g.guest_shuffles > 0
    )
    for i in range(len(g.row)):
        if g.row[i] < 0 and (not may_be_short or (i > 0 and g.row[i - 1] >= 0)):
            return k.ROW_GAP
    return k.OK


@compiled
def kept_guests(g, rules, seen):
    """Guests are kept only among the discards, and only while something of theirs counts them."""
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
            return k.GUEST_KEPT
        for seat in range(g.n_players):
            if (kept >> (1 + seat)) & 1 and not waits_for(g, rules, seat, card):
                return k.GUEST_KEPT
    return k.OK


@compiled
def waits_for(g, rules, seat, guest):
    """Does a politics card that this player has not fulfilled yet count the guest?"""
    p = g.players[seat]
    own = p.entrance >= 0 and rules.card_own_politics[FIRST_ENTRANCE + p.entrance] != 0
    for i in range(len(g.politics)):
        if not (p.claimed >> i) & 1 and counts_guest(rules, g.politics[i], guest):
            return True
        if own and not (p.own_done >> i) & 1 and counts_guest(rules, g.own_politics[i], guest):
            return True
    return False
