"""The value of the café: guests by the chance to house them, the kitchen, free tables."""

import numba

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.codes import CHOICE, GOODS, GREEN, ROOM_COLOURS
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.policies import features as w
from simulate.policies.ballrooms import can_dance
from simulate.policies.standing import between, early_share

declare(likely=numba.float64)

BYTE = 8
ANY_ROOM = ROOM_COLOURS  # index of the count of all vacant rooms, after those by colour


@compiled
def field(packed, k):
    """One of several small counts packed into one number, which avoids an array."""
    return (packed >> (BYTE * k)) & 255


@compiled
def kitchen_stock(p):
    """The contents of the kitchen, one field per good."""
    stock = 0
    for k in range(GOODS):
        stock |= max(0, p.kitchen[k]) << (BYTE * k)
    return stock


@compiled
def vacancies(rules, p):
    """Vacant rooms, one field per colour and one for all."""
    rooms = bits(p.vacant) << (BYTE * ANY_ROOM)
    for colour in range(ROOM_COLOURS):
        rooms |= bits(p.vacant & rules.colour_mask[p.board, colour]) << (BYTE * colour)
    return rooms


@compiled
def can_ignore(rules, p, table):
    """Does a guest with several goods ordered lack just one, which may be left out?"""
    if not p.ignore_good or p.missing_total[table] != 1:
        return False
    return rules.guest_goods[p.cafe[table]] > 1


@compiled
def stored_for(p, table, stock):
    """The part of a guest's order that is in the kitchen, one field per good."""
    stored = 0
    for k in range(GOODS):
        if p.missing[table, k] > 0:
            stored |= min(p.missing[table, k], field(stock, k)) << (BYTE * k)
    return stored


@compiled
def total(packed):
    """The sum of the fields of goods."""
    n = 0
    for k in range(GOODS):
        n += field(packed, k)
    return n


@compiled
def room_for(rules, rooms, guest):
    """The field that counts rooms for a guest, -1 if none fits; a tourist takes any room."""
    colour = rules.guest_colour[guest]
    if field(rooms, ANY_ROOM) == 0:
        return -1
    if colour == GREEN:
        return ANY_ROOM
    return colour if field(rooms, colour) > 0 else -1


@compiled
def without(rooms, room):
    """The counts of vacant rooms after one of a field is taken."""
    rooms -= 1 << (BYTE * ANY_ROOM)
    return rooms if room == ANY_ROOM else rooms - (1 << (BYTE * room))


@compiled
def kitchen_worth(rules, p, worth, turns):
    """Goods in the kitchen; each additional kind makes more guests easy to serve."""
    goods, kinds = 0, 0
    for k in range(CHOICE):
        goods += p.kitchen[k]
        kinds += p.kitchen[k] > 0
    each = between(worth, 1.0 * rules.final_good_vp, worth.w[w.GOOD_KITCHEN], turns)
    v = each * goods + worth.w[w.GOOD_KIND] * early_share(worth, turns) * kinds
    if rules.ballrooms:
        v += worth.w[w.GOOD_KITCHEN] * p.kitchen[c.CHAMPAGNE]
    return v


@compiled
def next_guest(p, called):
    """The table with the smallest order not called yet (``called``: bits); -1 if nobody is left."""
    table = -1
    for t in range(p.tables):
        if p.cafe[t] >= 0 and not (called >> t) & 1:
            if table < 0 or p.missing_total[t] < p.missing_total[table]:
                table = t
    return table


@compiled
def order_outlook(rules, p, worth, table, stock):
    """The chance to fill an order, the turns it takes, and the goods it needs from the kitchen."""
    if p.missing_total[table] == 0 or can_ignore(rules, p, table):
        return 1.0, 0.0, 0
    stored = stored_for(p, table, stock)
    at_hand = total(stored)
    lacking = p.missing_total[table] - at_hand
    likely = 1.0
    for _ in range(at_hand):
        likely *= worth.w[w.GUEST_SERVE]
    for _ in range(lacking):
        likely *= worth.w[w.GUEST_MISSING]
    return likely, lacking * worth.w[w.TURNS_FOR_GOOD], stored


@compiled
def guest_worth(rules, p, worth, guest, likely, turns):
    """A guest who is housed with some probability, and stranded otherwise."""
    v = likely * between(worth, worth.guest_late[guest], worth.guest[guest], turns)
    if not p.no_stranded:
        v += (1.0 - likely) * worth.w[w.STRANDED] * rules.stranded_vp
    return v


@compiled
def seats_worth(rules, p, worth, turns):
    """Free tables, and the cost of a crowd where more tables or guests are allowed."""
    free, unserved = 0, 0
    for t in range(p.tables):
        if p.cafe[t] < 0:
            free += 1
        elif p.missing_total[t] > 0 and not can_ignore(rules, p, t):
            unserved += 1
    v = worth.w[w.FREE_TABLE] * min(free, turns)
    if p.more_guests > 0 or p.tables > rules.tables:
        v -= worth.w[w.CROWD] * max(0, unserved - 2)
    return v


@compiled
def cafe_worth(rules, p, worth, rooms, turns):
    """Guests at tables, who share the kitchen, the rooms and the turns left.

    Guests with the smallest orders come first and use up what they need. ``rooms`` are the player's
    ``vacancies``.
    """
    v = kitchen_worth(rules, p, worth, turns) + seats_worth(rules, p, worth, turns)
    stock = kitchen_stock(p)
    waited = 0.0
    called = 0
    table = next_guest(p, called)
    while table >= 0:
        called |= 1 << table
        guest = p.cafe[table]
        likely, needed, stored = order_outlook(rules, p, worth, table, stock)
        stock -= stored
        room = room_for(rules, rooms, guest)
        if room >= 0:
            rooms = without(rooms, room)
        elif not can_dance(rules, p, guest):
            likely *= worth.w[w.GUEST_NO_ROOM]
            needed += worth.w[w.TURNS_FOR_ROOM]
        if needed > 0.0:
            likely *= turns / (turns + needed + worth.w[w.QUEUE] * waited)
            waited += needed
        v += guest_worth(rules, p, worth, guest, likely, turns)
        table = next_guest(p, called)
    return v
