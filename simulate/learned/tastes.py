"""How much a position has of what a player likes for its own sake; see ``simulate.base.tastes``."""

from simulate.base.tastes import TASTES
from simulate.engine.codes import ROOM_COLOURS
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.policies.progress import progress_toward

LIKED = tuple(TASTES)
STAFF, EMPEROR, BLUE, RED, YELLOW, POLITICS, GUESTS, LARGE, EARLY, PASSES = range(len(LIKED))
MIDDLING = 3  # goods of an order that is neither large nor small
WAITING = 0.5  # weight of a guest at a table, relative to one who was served
VACANT = 0.5  # weight of a vacant room toward a politics card


@compiled
def leaning(g, rules, who, dial):
    """VP that a seat adds for its tastes."""
    p, tastes = g.players[who], dial.tastes
    value = tastes[STAFF] * p.staff_size + tastes[EMPEROR] * p.emperor
    for colour in range(ROOM_COLOURS):
        if tastes[BLUE + colour] != 0.0:
            value += tastes[BLUE + colour] * bits(p.occupied & rules.colour_mask[p.board, colour])
    if tastes[POLITICS] != 0.0:
        value += tastes[POLITICS] * politics_liked(g, rules, p)
    if tastes[LARGE] != 0.0:
        value += tastes[LARGE] * largeness(rules, p)
    return value + tastes[GUESTS] * p.housed + tastes[EARLY] * p.vp + tastes[PASSES] * p.passes


@compiled
def politics_liked(g, rules, p):
    """Politics cards claimed, plus half the cube of the progress toward each of the others."""
    v = 0.0
    for i in range(len(g.politics)):
        if (p.claimed >> i) & 1:
            v += 1.0
        elif g.politics[i] >= 0:
            progress = progress_toward(rules, p, VACANT, g.politics[i])
            v += WAITING * progress * progress * progress
    return v


@compiled
def largeness(rules, p):
    """By how many goods the orders of guests exceed a medium one, summed over all of them."""
    v = 0.0
    for colour in range(len(p.orders)):
        for goods in range(len(p.orders[0])):
            v += p.orders[colour, goods] * (goods - MIDDLING)
    for table in range(p.tables):
        if p.cafe[table] >= 0:
            v += WAITING * (rules.guest_goods[p.cafe[table]] - MIDDLING)
    return v
