"""Guests at the tables: seating them, filling their orders, and the row they come from."""

import numpy as np

from simulate.engine.codes import (
    CAKE,
    CAME_REWARD,
    CAME_ROW,
    COFFEE,
    GOODS,
    LOG_GUEST,
    ON_ORDER_FILLED,
    S_GUESTS,
    STRUDEL,
    WINE,
)
from simulate.engine.jit import compiled
from simulate.engine.ledger import log_card
from simulate.engine.rng import shuffle
from simulate.engine.state import FIRST_ENTRANCE
from simulate.engine.triggers import NOW, answers


@compiled
def free_table(p):
    """A free table, or -1."""
    for t in range(p.tables):
        if p.cafe[t] < 0:
            return t
    return -1


@compiled
def draw_guest(g, rules):
    """The next guest of the deck (the discard pile is shuffled when it is empty), or -1.

    Retained guests are among the discards but are not shuffled in.
    """
    if g.guest_next >= g.guest_deck_size and not shuffle_guests(g, rules):
        return -1
    card = g.guest_deck[g.guest_next]
    g.guest_next += 1
    if rules.guest_shuffle_at_once and g.guest_next >= g.guest_deck_size:
        shuffle_guests(g, rules)
    return card


@compiled
def shuffle_guests(g, rules):
    """The discard pile becomes the deck. Returns whether there were any guests to shuffle."""
    size, kept = 0, 0
    for i in range(g.guest_discard_size):
        card = g.guest_discard[i]
        if g.guest_kept[card]:
            g.guest_discard[kept] = card
            kept += 1
        else:
            g.guest_deck[size] = card
            size += 1
    if size == 0:
        return False
    g.guest_shuffles += 1
    g.guest_deck_size = size
    g.guest_discard_size = kept
    g.guest_next = 0
    counter_key = g.key + np.uint64(g.guest_shuffles)
    shuffle(counter_key, S_GUESTS, g.guest_deck, rules.guest_number, g.guest_deck_size)
    return True


@compiled
def refill_row(g, rules, most):
    """Guests move right over gaps; up to this many new ones enter, the first next to them."""
    free = len(g.row) - 1
    for i in range(len(g.row) - 1, -1, -1):
        if g.row[i] >= 0:
            g.row[free] = g.row[i]
            free -= 1
    for i in range(free, -1, -1):
        g.row[i] = draw_guest(g, rules) if free - i < most else -1


@compiled
def seat_guest(g, rules, who, guest, came, paid):
    """Put a guest at a free table (there must be one)."""
    p = g.players[who]
    t = free_table(p)
    p.cafe[t] = guest
    for k in range(GOODS):
        p.missing[t, k] = rules.guest_order[guest, k]
    p.missing_total[t] = rules.guest_goods[guest]
    p.cafe_entry[t] = log_card(g, who, LOG_GUEST, guest, came, paid)
    return t


@compiled
def take_from_row(g, rules, who, place, came, paid):
    """Take the guest at a place of the row and refill it; return the table."""
    table = seat_guest(g, rules, who, g.row[place], came, paid)
    g.guests_taken += 1
    g.row[place] = -1
    if not g.players[who].refill_after or came == CAME_REWARD:
        refill_row(g, rules, 1 if rules.row_refill_one else len(g.row))
    return table


@compiled
def discard_guest(g, guest):
    """Put a guest's card on the discard pile."""
    g.guest_discard[g.guest_discard_size] = guest
    g.guest_discard_size += 1


@compiled
def sweep(g, rules):
    """Guests that cost nothing leave the row if nobody took a guest in the round."""
    if g.guests_taken > 0:
        return
    for place in range(len(g.row)):
        if g.row[place] >= 0 and rules.row_cost[place] == 0:
            discard_guest(g, g.row[place])
            g.row[place] = -1
    refill_row(g, rules, len(g.row))


@compiled
def row_price(rules, p, place):
    """Krones that this player pays for a guest at a place of the row."""
    return min(rules.row_cost[place], p.guest_cost)


@compiled
def buy_guest(g, rules, who, place):
    """The optional first action of a turn."""
    p = g.players[who]
    price = row_price(rules, p, place)
    p.krones -= price
    take_from_row(g, rules, who, place, CAME_ROW, price)


@compiled
def place_good(g, rules, who, table, good):
    """Serve one missing ``good`` (or a substitute) to a guest; a filled order is an event."""
    p = g.players[who]
    p.missing[table, good] -= 1
    p.missing_total[table] -= 1
    if p.missing_total[table] == 0:
        order_filled(g, rules, who, table)


@compiled
def order_filled(g, rules, who, table):
    """Nothing is missing at a table any more."""
    p = g.players[who]
    if counts_filled(rules, p):
        p.round_guests += 1
    if rules.politics_orders_filled:
        count_order(rules, p, p.cafe[table], 1)
    answers(g, rules, who, ON_ORDER_FILLED, p.cafe[table], NOW)


@compiled
def order_emptied(rules, p, table):
    """A filled order lacks goods again: it counts when it is filled again, but only once."""
    if rules.politics_orders_filled:
        count_order(rules, p, p.cafe[table], -1)


@compiled
def count_order(rules, p, guest, change):
    """The order of a guest is fulfilled (1), or no longer (-1), for politics cards."""
    most = len(p.orders[0]) - 1
    p.orders[rules.guest_colour[guest], min(rules.guest_goods[guest], most)] += change


@compiled
def ignore_good(g, rules, who, table):
    """The one good that an order lacks is ignored: the order is filled.

    If the good is missing again after the round, the table holds -1 of it until then.
    """
    p = g.players[who]
    good = 0
    for k in range(GOODS):
        if p.missing[table, k] > 0:
            good = k
    fill_order(g, rules, who, table)
    if rules.ignored_good_lacks_again:
        p.missing[table, good] = -1


@compiled
def end_ignoring(rules, p):
    """End of the round: goods ignored in it are missing again."""
    for t in range(p.tables):
        for k in range(GOODS):
            if p.missing[t, k] < 0:
                p.missing[t, k] = 1
                p.missing_total[t] = 1
                order_emptied(rules, p, t)


@compiled
def counts_filled(rules, p):
    """Does the entrance count orders filled in a round instead of guests who left?"""
    return p.keeps_guests != 0 and rules.card_round_filled[FIRST_ENTRANCE + p.entrance] != 0


@compiled
def supply_order(g, rules, who, table):
    """Put everything the guest still wants on the card, from the supply."""
    p = g.players[who]
    if rules.supplied_goods_received:
        p.action_goods[0] += p.missing[table, STRUDEL] + p.missing[table, CAKE]
        p.action_goods[1] += p.missing[table, WINE] + p.missing[table, COFFEE]
    fill_order(g, rules, who, table)


@compiled
def fill_order(g, rules, who, table):
    """Clear all that the guest still wants."""
    p = g.players[who]
    for k in range(GOODS):
        p.missing[table, k] = 0
    p.missing_total[table] = 0
    order_filled(g, rules, who, table)


@compiled
def clear_table(p, table):
    """The guest is gone (to a room): the table is free, its goods go back to the supply."""
    p.cafe[table] = -1
    p.missing_total[table] = 0
    for k in range(GOODS):
        p.missing[table, k] = 0
