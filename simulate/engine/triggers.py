"""What permanent staff in play answer to: a die taken, a guest leaving, a room occupied ..."""

from simulate.engine.codes import (
    ANY_COLOUR,
    COL_CODE,
    E_GAIN,
    F_EFFECT,
    ON_DIE,
    ON_GUEST_LEAVES,
    ON_ORDER_FILLED,
    VP_STAFF,
    WITH_DIE,
)
from simulate.engine.frames import push
from simulate.engine.jit import compiled
from simulate.engine.ledger import gain, source


@compiled
def start_effects(g, rules, who, first, n, src):
    """Gains happen at once; anything that asks the player becomes a frame."""
    for row in range(first + n - 1, first - 1, -1):
        if rules.effects[row, COL_CODE] == E_GAIN:
            gain(g, rules, who, row, src)
        else:
            f = push(g, F_EFFECT, who, src)
            f.card = row


@compiled
def matches_guest(rules, t, guest):
    """Does the guest's colour and order size fit the trigger?"""
    colour = rules.trigger_colour[t]
    if colour != ANY_COLOUR and colour != rules.guest_colour[guest]:
        return False
    goods = rules.guest_goods[guest]
    return rules.trigger_min_goods[t] <= goods <= rules.trigger_max_goods[t]


@compiled
def answers(g, rules, who, event, x, fire):
    """Find the triggers of a player's staff that answer ``event``; start their effects if ``fire``.

    ``x`` is the face for dice, the guest for guests, else unused. Returns the number found.
    """
    p = g.players[who]
    found = 0
    if not (p.events >> event) & 1:
        return found
    for i in range(p.staff_size):
        card = p.staff[i]
        first = rules.staff_trigger[card]
        for t in range(first, first + rules.staff_trigger_n[card]):
            if rules.trigger_event[t] != event:
                continue
            if event == ON_DIE:
                fits = ((rules.trigger_faces[t] >> x) & 1) and rules.trigger_timing[t] == WITH_DIE
            elif event == ON_GUEST_LEAVES or event == ON_ORDER_FILLED:
                fits = matches_guest(rules, t, x)
            else:
                fits = True
            if fits:
                found += 1
                if fire:
                    start_effects(
                        g,
                        rules,
                        who,
                        rules.trigger_effect[t],
                        rules.trigger_effect_n[t],
                        source(VP_STAFF, card),
                    )
    return found
