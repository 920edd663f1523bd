"""Triggers of cards in play: a die taken, a guest leaving, a room occupied, a card played ..."""

from simulate.engine.codes import (
    ANY_COLOUR,
    BELL,
    COL_CODE,
    COL_FLAG,
    E_DRAW,
    E_GAIN,
    F_EFFECT,
    F_REWARDS,
    ON_DICE_SUM,
    ON_DIE,
    ON_FIRST_ROOM,
    ON_GUEST_HOUSED,
    ON_GUEST_LEAVES,
    ON_ORDER_FILLED,
    VP_CELEBRITIES,
    VP_ENTRANCE,
    VP_STAFF,
    WITH_DIE,
)
from simulate.engine.frames import push
from simulate.engine.jit import compiled
from simulate.engine.ledger import gain, in_turn, source
from simulate.engine.state import FIRST_CELEBRITY, FIRST_ENTRANCE

COUNT, NOW, LATER = range(3)  # what to do with the answers found


@compiled
def source_of(card):
    """Where VP of a card with abilities are booked: staff, celebrity or entrance."""
    if card < FIRST_CELEBRITY:
        return source(VP_STAFF, card)
    return source(VP_CELEBRITIES if card < FIRST_ENTRANCE else VP_ENTRANCE, 0)


@compiled
def start_effects(g, rules, who, first, n, src, times=1):
    """Gains happen at once; anything that needs a decision becomes a frame.

    ``times``: how often each effect comes; a gain comes once, multiplied.
    """
    for row in range(first + n - 1, first - 1, -1):
        if rules.effects[row, COL_CODE] == E_GAIN:
            gain(g, rules, who, row, src, times)
        else:
            for _ in range(times):
                start_one_later(g, rules, who, row, src)


@compiled
def start_later(g, rules, who, first, n, src):
    """Push a frame for each effect; frames pushed later come first."""
    for row in range(first + n - 1, first - 1, -1):
        start_one_later(g, rules, who, row, src)


@compiled
def start_one_later(g, rules, who, row, src):
    """Push a frame for one effect; cards that may be declined are offered like a reward."""
    asks = rules.effects[row, COL_CODE] == E_DRAW and rules.effects[row, COL_FLAG] != 0
    f = push(g, F_REWARDS if asks else F_EFFECT, who, src)
    f.effect = row
    if asks:
        f.effects = 1


@compiled
def matches_guest(rules, t, guest):
    """Does the guest's colour and order size fit the trigger?"""
    colour = rules.trigger_colour[t]
    if colour != ANY_COLOUR and colour != rules.guest_colour[guest]:
        return False
    if rules.trigger_rewarded[t] and rules.guest_reward_n[guest] == 0:
        return False
    goods = rules.guest_goods[guest]
    return rules.trigger_min_goods[t] <= goods <= rules.trigger_max_goods[t]


@compiled
def fits(rules, t, event, x):
    """Does event ``event`` with its number ``x`` meet trigger row ``t``?"""
    if event == ON_DIE:
        return ((rules.trigger_faces[t] >> x) & 1) != 0 and rules.trigger_timing[t] == WITH_DIE
    if event == ON_GUEST_LEAVES or event == ON_GUEST_HOUSED or event == ON_ORDER_FILLED:
        return matches_guest(rules, t, x)
    if event == ON_DICE_SUM:
        return ((rules.trigger_faces[t] >> x) & 1) != 0
    if event == ON_FIRST_ROOM:
        return rules.trigger_colour[t] == x
    return x >= rules.trigger_min_goods[t]


@compiled
def make_due(p, card):
    """A waiting card's event has happened: it may be used when the action is over."""
    for i in range(p.staff_size):
        if p.staff[i] == card and not p.staff_used[i]:
            p.staff_due[i] = 1
            p.due = 1


@compiled
def waits(rules, card):
    """Is this a staff card that may be used once (a round, or per game) after its event?"""
    return card < FIRST_CELEBRITY and rules.staff_waits[card] != 0


@compiled
def is_bell(rules, card):
    """Is this a staff card that waits for an event, once per game?"""
    return card < FIRST_CELEBRITY and rules.staff_timing[card] == BELL


@compiled
def sleeps(rules, card):
    """Does a card that waits for an event wait only in turns?"""
    if is_bell(rules, card):
        return rules.bells_turns != 0
    return rules.waiting_cards_own_turn != 0 and waits(rules, card)


@compiled
def answers(g, rules, who, event, x, when):
    """Find the triggers of a player's cards that answer ``event``, and start their effects.

    ``when`` is COUNT to start nothing, NOW, or LATER: after whatever is started next.

    ``x`` is the face for dice, the guest for guests, the colour of a first room, the sum of dice,
    the number of steps, goods or rooms where one is required. Returns the number found.
    """
    return answers_of(g, rules, who, event, x, when, g.players[who].owners_size)


@compiled
def answers_of(g, rules, who, event, x, when, cards):
    """The same for the first this many of the player's cards, in the order they came."""
    p = g.players[who]
    found = 0
    if not (p.events >> event) & 1:
        return found
    for i in range(min(cards, p.owners_size)):
        card = p.owners[i]
        first = rules.card_trigger[card]
        for t in range(first, first + rules.card_trigger_n[card]):
            if rules.trigger_event[t] != event or not fits(rules, t, event, x):
                continue
            if not in_turn(g) and sleeps(rules, card):
                continue
            if rules.bell_orders_left and event == ON_ORDER_FILLED and is_bell(rules, card):
                continue
            found += 1
            if when == COUNT:
                continue
            first_effect, n = rules.trigger_effect[t], rules.trigger_effect_n[t]
            if waits(rules, card):
                make_due(p, card)
            elif when == LATER:
                start_later(g, rules, who, first_effect, n, source_of(card))
            else:
                start_effects(g, rules, who, first_effect, n, source_of(card))
    return found


@compiled
def ring_for_order(g, rules, who, guest):
    """A guest leaves: bell cards answer the order now if they did not when it was filled."""
    p = g.players[who]
    for i in range(p.owners_size):
        card = p.owners[i]
        if not is_bell(rules, card) or (not in_turn(g) and sleeps(rules, card)):
            continue
        first = rules.card_trigger[card]
        for t in range(first, first + rules.card_trigger_n[card]):
            if rules.trigger_event[t] == ON_ORDER_FILLED and matches_guest(rules, t, guest):
                make_due(p, card)
