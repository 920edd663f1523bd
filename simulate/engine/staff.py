"""Staff cards: the deck, the hand, hiring, and what permanent staff change."""

from simulate.engine.codes import (
    COL_CODE,
    E_GAIN,
    ERR_HAND,
    F_EFFECT,
    F_REWARDS,
    FACES,
    LOG_STAFF,
    ONCE,
    PERMANENT,
    PH_OVER,
    ROOM_COLOURS,
    VP_STAFF,
)
from simulate.engine.frames import push
from simulate.engine.jit import compiled
from simulate.engine.ledger import gain, log_card, source
from simulate.engine.state import HAND, MAX_STAFF

NO_CAP = 99


@compiled
def draw_staff(g):
    """The top card of the staff deck, or -1 when the deck is empty."""
    if g.staff_deck_size == 0:
        return -1
    card = g.staff_deck[g.staff_top]
    g.staff_top = (g.staff_top + 1) % MAX_STAFF
    g.staff_deck_size -= 1
    return card


@compiled
def bury(g, card):
    """Put a card under the staff deck."""
    g.staff_deck[(g.staff_top + g.staff_deck_size) % MAX_STAFF] = card
    g.staff_deck_size += 1


@compiled
def to_hand(g, who, card, came):
    """A card comes into a hand, and the log says how."""
    p = g.players[who]
    if p.hand_size >= HAND:
        g.error = ERR_HAND
        g.phase = PH_OVER
        return
    p.hand[p.hand_size] = card
    p.hand_size += 1
    log_card(g, who, LOG_STAFF, card, came, 0)


@compiled
def remove_card(cards, size, card):
    """Take ``card`` out of the first ``size`` entries, keeping the order of the others."""
    found = False
    for i in range(size):
        if found:
            cards[i - 1] = cards[i]
        elif cards[i] == card:
            found = True


@compiled
def hire_price(rules, card, discount):
    """Krones to play a card; a larger discount than the price is lost."""
    return max(0, rules.staff_cost[card] - discount)


@compiled
def reset_abilities(p):
    """The abilities of a hotel without permanent staff."""
    for f in range(FACES + 1):
        p.extra_dice[f] = 0
        p.extra_optional[f] = 0
        p.both_tracks[f] = 0
    for k in range(ROOM_COLOURS):
        p.room_cost[k] = NO_CAP
    p.serve_cost = NO_CAP
    p.guest_cost = NO_CAP
    p.copy_cost = NO_CAP
    p.avert_cost = -1
    p.events = 0


@compiled
def add_abilities(rules, p, card):
    """Add what one permanent card changes."""
    for f in range(1, FACES + 1):
        p.extra_dice[f] += rules.staff_dice[card, f]
        p.extra_optional[f] |= rules.staff_dice_optional[card, f]
        p.both_tracks[f] |= rules.staff_both_tracks[card, f]
    for k in range(ROOM_COLOURS):
        p.room_cost[k] = min(p.room_cost[k], rules.staff_room_cost[card, k])
    p.serve_cost = min(p.serve_cost, rules.staff_serve_cost[card])
    p.guest_cost = min(p.guest_cost, rules.staff_guest_cost[card])
    p.copy_cost = min(p.copy_cost, rules.staff_copy_cost[card])
    avert = rules.staff_avert_cost[card]
    if avert >= 0 and (p.avert_cost < 0 or avert < p.avert_cost):
        p.avert_cost = avert
    first = rules.staff_trigger[card]
    for t in range(first, first + rules.staff_trigger_n[card]):
        p.events |= 1 << rules.trigger_event[t]


@compiled
def put_into_play(g, rules, who, card, price):
    """Pay for a card, lay it out, and start what it does."""
    p = g.players[who]
    p.krones -= price
    p.staff[p.staff_size] = card
    p.staff_used[p.staff_size] = 0
    p.staff_size += 1
    entry = g.log[g.staff_entry[card]]
    entry.used_round = g.round_no
    entry.paid = price
    if rules.staff_timing[card] == PERMANENT:
        add_abilities(rules, p, card)
    elif rules.staff_timing[card] == ONCE:
        start_choice(
            g, rules, who, rules.staff_effect[card], rules.staff_effect_n[card], VP_STAFF, card
        )


@compiled
def start_choice(g, rules, who, first, n, column, card):
    """Start a list of effects: a single one at once; of several the player picks the order."""
    src = source(column, card)
    if n == 1 and rules.effects[first, COL_CODE] == E_GAIN:
        gain(g, rules, who, first, src)
    elif n > 0:
        f = push(g, F_EFFECT if n == 1 else F_REWARDS, who, src)
        f.card = first
        f.mask = (1 << n) - 1


@compiled
def hire_from_hand(g, rules, who, card, price):
    """Play a card from the hand."""
    p = g.players[who]
    remove_card(p.hand, p.hand_size, card)
    p.hand_size -= 1
    put_into_play(g, rules, who, card, price)


@compiled
def dismiss(g, rules, who, card):
    """A card in play leaves the game; what it changed ends with it."""
    p = g.players[who]
    for i in range(p.staff_size):
        if p.staff[i] == card:
            for j in range(i + 1, p.staff_size):
                p.staff_used[j - 1] = p.staff_used[j]
    remove_card(p.staff, p.staff_size, card)
    p.staff_size -= 1
    reset_abilities(p)
    for i in range(p.staff_size):
        if rules.staff_timing[p.staff[i]] == PERMANENT:
            add_abilities(rules, p, p.staff[i])


@compiled
def cards_of(rules, p, timing):
    """How many cards in play are of a timing."""
    n = 0
    for i in range(p.staff_size):
        if rules.staff_timing[p.staff[i]] == timing:
            n += 1
    return n
