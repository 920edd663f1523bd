"""Retained guests: they have left, but an entrance or a politics card counts them."""

from simulate.engine.codes import N_ORDERS
from simulate.engine.count import is_counted
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE


@compiled
def keep_guest(g, rules, who, guest):
    """Keep guests that an entrance or a politics card counts out of the deck for now."""
    p = g.players[who]
    if p.keeps_guests:
        g.guest_kept[guest] |= 1
    for i in range(len(g.politics)):
        if not (p.claimed >> i) & 1 and counts_guest(rules, g.politics[i], guest):
            g.guest_kept[guest] |= 2 << who
        if has_own_politics(rules, p) and not (p.own_done >> i) & 1:
            if counts_guest(rules, g.own_politics[i], guest):
                g.guest_kept[guest] |= 2 << who


@compiled
def has_own_politics(rules, p):
    """Does the player's entrance have politics cards of its own?"""
    return p.entrance_active and rules.card_own_politics[FIRST_ENTRANCE + p.entrance] != 0


@compiled
def counts_guest(rules, politics, guest):
    """Does a politics card count this guest's order?"""
    if politics < 0:
        return False
    for i in range(rules.politics_needs[politics]):
        if rules.need_count[politics, i] == N_ORDERS:
            colour, goods = rules.guest_colour[guest], rules.guest_goods[guest]
            if is_counted(rules.need_arg[politics, i], colour, goods):
                return True
    return False


@compiled
def release_guests(g, rules, who):
    """A politics card is fulfilled: guests retained for it become ordinary discards."""
    for k in range(g.guest_discard_size):
        guest = g.guest_discard[k]
        if (g.guest_kept[guest] >> (1 + who)) & 1:
            g.guest_kept[guest] &= ~(2 << who)
            kept = g.guest_kept[guest] & 1
            keep_guest(g, rules, who, guest)
            g.guest_kept[guest] = (g.guest_kept[guest] & ~1) | kept
