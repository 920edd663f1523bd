"""Guests at the tables: seating them, filling their orders, and the row they come from."""

import numpy as np

from simulate.engine.codes import (
    CAME_ROW,
    GOODS,
    LOG_GUEST,
    ON_ORDER_FILLED,
    S_GUESTS,
)
from simulate.engine.jit import compiled
from simulate.engine.ledger import log_card
from simulate.engine.rng import shuffle
from simulate.engine.triggers import answers


@compiled
def free_table(rules, p):
    """A free table, or -1."""
    for t in range(rules.tables):
        if p.cafe[t] < 0:
            return t
    return -1


@compiled
def draw_guest(g, rules):
    """The next guest of the deck (the discard pile is shuffled when it is empty), or -1."""
    if g.guest_next >= g.guest_deck_size:
        if g.guest_discard_size == 0:
            return -1
        g.guest_shuffles += 1
        for i in range(g.guest_discard_size):
            g.guest_deck[i] = g.guest_discard[i]
        g.guest_deck_size = g.guest_discard_size
        g.guest_discard_size = 0
        g.guest_next = 0
        counter_key = g.key + np.uint64(g.guest_shuffles)
        shuffle(counter_key, S_GUESTS, g.guest_deck, rules.guest_number, g.guest_deck_size)
    card = g.guest_deck[g.guest_next]
    g.guest_next += 1
    return card


@compiled
def refill_row(g, rules, gap):
    """Guests left of the gap move right; a new one enters on the far left."""
    for i in range(gap, 0, -1):
        g.row[i] = g.row[i - 1]
    g.row[0] = draw_guest(g, rules)


@compiled
def seat_guest(g, rules, who, guest, came, paid):
    """Put a guest at a free table (there must be one)."""
    p = g.players[who]
    t = free_table(rules, p)
    p.cafe[t] = guest
    for k in range(GOODS):
        p.missing[t, k] = rules.guest_order[guest, k]
    p.missing_total[t] = rules.guest_goods[guest]
    p.cafe_entry[t] = log_card(g, who, LOG_GUEST, guest, came, paid)


@compiled
def take_from_row(g, rules, who, place, came, paid):
    """Take the guest at a place of the row and close the gap."""
    seat_guest(g, rules, who, g.row[place], came, paid)
    refill_row(g, rules, place)


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
    """Lay one item on a guest's card; a filled order is an event."""
    p = g.players[who]
    p.missing[table, good] -= 1
    p.missing_total[table] -= 1
    if p.missing_total[table] == 0:
        answers(g, rules, who, ON_ORDER_FILLED, p.cafe[table], True)


@compiled
def fill_order(g, rules, who, table):
    """Put everything the guest still wants on the card, from the supply."""
    p = g.players[who]
    for k in range(GOODS):
        p.missing[table, k] = 0
    p.missing_total[table] = 0
    answers(g, rules, who, ON_ORDER_FILLED, p.cafe[table], True)


@compiled
def clear_table(p, table):
    """The guest is gone (to a room): the table is free, its goods go back to the supply."""
    p.cafe[table] = -1
    p.missing_total[table] = 0
    for k in range(GOODS):
        p.missing[table, k] = 0
