"""What the cafe is worth: guests by the chance to house them, the kitchen, free tables."""

import numba

from simulate.engine import codes as c
from simulate.engine.codes import CHOICE, GOODS, GREEN, ROOM_COLOURS
from simulate.engine.hotel import bits
from simulate.engine.jit import TYPES, compiled
from simulate.policies import features as w
from simulate.policies.dancing import can_dance
from simulate.policies.standing import between, early_share

TYPES["time"] = numba.float64

BYTE = 8
LARGEST_ORDER = 8
ANY_ROOM = ROOM_COLOURS  # place of the count of all vacant rooms, after those of the colours


@compiled
def field(packed, k):
    """One of the small counts that are kept in one number, so that no array need be made."""
    return (packed >> (BYTE * k)) & 255


@compiled
def kitchen_stock(p):
    """What lies in the kitchen, one field a good."""
    stock = 0
    for k in range(GOODS):
        stock |= max(0, p.kitchen[k]) << (BYTE * k)
    return stock


@compiled
def vacancies(rules, p):
    """Vacant rooms, one field a colour and one for all of them."""
    rooms = bits(p.vacant) << (BYTE * ANY_ROOM)
    for colour in range(ROOM_COLOURS):
        rooms |= bits(p.vacant & rules.colour_mask[p.board, colour]) << (BYTE * colour)
    return rooms


@compiled
def can_ignore(rules, p, table):
    """Is one good all that a guest wants of several, and may it be left out?"""
    if not p.ignore_good or p.missing_total[table] != 1:
        return False
    return rules.guest_goods[p.cafe[table]] > 1


@compiled
def stored_for(p, table, stock):
    """What of a guest's order lies in the kitchen, one field a good."""
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
    """The field that a guest's room is counted in, -1 if none fits; a tourist takes any room."""
    colour = rules.guest_colour[guest]
    if field(rooms, ANY_ROOM) == 0:
        return -1
    if colour == GREEN:
        return ANY_ROOM
    return colour if field(rooms, colour) > 0 else -1


@compiled
def kitchen_worth(rules, p, worth, turns):
    """Goods in the kitchen; each kind there is makes more guests easy to serve."""
    goods, kinds = 0, 0
    for k in range(CHOICE):
        goods += p.kitchen[k]
        kinds += p.kitchen[k] > 0
    each = between(1.0 * rules.final_good_vp, worth.w[w.GOOD_KITCHEN], turns)
    v = each * goods + worth.w[w.GOOD_KIND] * early_share(turns) * kinds
    if rules.ballrooms:
        v += worth.w[w.GOOD_KITCHEN] * p.kitchen[c.CHAMPAGNE]
    return v


@compiled
def cafe_worth(rules, p, worth, turns, time):
    """Guests at tables, who share what the kitchen, the rooms and the turns left can give.

    Guests who want least come first: whatever they need is no longer there for the others.
    ``time``: turns left, with what the current one may still bring.
    """
    v = kitchen_worth(rules, p, worth, turns)
    stock, rooms = kitchen_stock(p), vacancies(rules, p)
    guests, unserved = 0, 0
    for t in range(p.tables):
        guests += p.cafe[t] >= 0
    waited = 0.0
    seen = 0
    for missing in range(LARGEST_ORDER):
        if seen == guests:
            break
        for t in range(p.tables):
            guest = p.cafe[t]
            if guest < 0 or p.missing_total[t] != missing:
                continue
            seen += 1
            chance = 1.0
            needed = 0.0
            if missing > 0 and not can_ignore(rules, p, t):
                unserved += 1
                stored = stored_for(p, t, stock)
                stock -= stored
                at_hand = total(stored)
                for _ in range(at_hand):
                    chance *= worth.w[w.GUEST_SERVE]
                for _ in range(missing - at_hand):
                    chance *= worth.w[w.GUEST_MISSING]
                    needed += worth.w[w.TURNS_FOR_GOOD]
            room = room_for(rules, rooms, guest)
            if room >= 0:
                rooms -= 1 << (BYTE * ANY_ROOM)
                if room != ANY_ROOM:
                    rooms -= 1 << (BYTE * room)
            elif not can_dance(rules, p, guest):
                chance *= worth.w[w.GUEST_NO_ROOM]
                needed += worth.w[w.TURNS_FOR_ROOM]
            if needed > 0.0:
                chance *= time / (time + needed + worth.w[w.QUEUE] * waited)
                waited += needed
            v += chance * between(worth.guest_late[guest], worth.guest[guest], turns)
            if not p.no_stranded:
                v += (1.0 - chance) * worth.w[w.STRANDED] * rules.stranded_vp
    if p.more_guests > 0 or p.tables > rules.tables:
        v -= worth.w[w.CROWD] * max(0, unserved - 2)
    return v + worth.w[w.FREE_TABLE] * min(p.tables - guests, turns)
