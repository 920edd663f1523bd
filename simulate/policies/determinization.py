"""Determinization: sample what a player cannot see, without peeking.

Hidden are the order of the decks (guests, staff, celebrities), the hands and packs of the others,
and all future dice. A determinization keeps everything that the player sees and deals the rest
again. It depends only on the player's information and a random number, never on the true hidden
cards: those are sorted by random numbers tied to the cards themselves.
"""

import numba

from simulate.compiling.signatures import declare
from simulate.engine.codes import S_CELEBRITIES, S_GUESTS, S_STAFF
from simulate.engine.jit import compiled, exported
from simulate.engine.rng import shuffle
from simulate.engine.state import MAX_STAFF

declare(hidden=numba.int64[::1])
EVERYBODY = -1


@exported
def determinize(g, rules, who, key, hidden):
    """Deal everything that ``who`` cannot see again; all future chance follows from ``key``.

    ``hidden``: buffer for the staff cards that are dealt again, shape (MAX_STAFF,). EVERYBODY sees
    all hands, but no deck.

    What a player may remember (cards that it put under the staff deck, packs that it passed on in
    the draft) is not used: the sample is then wider than necessary, but never leaks hidden
    information.
    """
    g.key = key
    g.rolls = g.guest_shuffles = g.celebrity_shuffles = 0  # these only number the draws of a key
    guests = g.guest_deck[g.guest_next : g.guest_deck_size]
    shuffle(key, S_GUESTS, guests, rules.guest_number, len(guests))
    celebrities = g.celebrity_deck_size
    shuffle(key, S_CELEBRITIES, g.celebrity_deck, rules.celebrity_number, celebrities)
    n = hidden_staff(g, who, hidden, False)
    shuffle(key, S_STAFF, hidden, rules.staff_number, n)
    hidden_staff(g, who, hidden, True)


@compiled
def hidden_staff(g, who, hidden, put_back):
    """Copy the staff cards that ``who`` cannot see to ``hidden``, or back; returns their number."""
    n = 0
    for i in range(g.staff_deck_size):
        n = copy_card(g.staff_deck, (g.staff_top + i) % MAX_STAFF, hidden, n, put_back)
    for seat in range(g.n_players):
        p = g.players[seat]
        if who != EVERYBODY and seat != who:
            for i in range(p.hand_size):
                n = copy_card(p.hand, i, hidden, n, put_back)
            for i in range(p.offer_size):
                n = copy_card(p.offer, i, hidden, n, put_back)
    return n


@compiled
def copy_card(cards, i, hidden, n, put_back):
    """Copy one card out of its place or back into it; returns the number of cards so far."""
    if put_back:
        cards[i] = hidden[n]
    else:
        hidden[n] = cards[i]
    return n + 1
