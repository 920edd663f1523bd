"""Staff cards: the deck, the hand, hiring, and changes by permanent staff."""

from simulate.engine.abilities import add_abilities, has_abilities, rebuild_abilities
from simulate.engine.codes import (
    COL_CODE,
    E_GAIN,
    ERR_HAND,
    F_DUE,
    F_EFFECT,
    F_REWARDS,
    LOG_STAFF,
    ON_ACTION_STEPS,
    ON_DISHES,
    ON_DRINKS,
    ON_HIRE,
    ONCE,
    U_ROUND,
    VP_STAFF,
)
from simulate.engine.frames import fail, push
from simulate.engine.jit import compiled
from simulate.engine.ledger import gain, log_card, score, source
from simulate.engine.state import HAND, MAX_STAFF
from simulate.engine.triggers import LATER, answers


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
    """Add a card to a hand and log how it came."""
    p = g.players[who]
    if p.hand_size >= HAND:
        fail(g, ERR_HAND)
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
def put_into_play(g, rules, who, card, price):
    """Pay for a card, put it into play, and start its effects."""
    p = g.players[who]
    p.krones -= price
    p.staff[p.staff_size] = card
    p.staff_used[p.staff_size] = 0
    p.staff_due[p.staff_size] = 0
    p.staff_size += 1
    entry = g.log[g.staff_entry[card]]
    entry.used_round = max(1, g.round_no)  # an entrance may bring a card into play earlier
    entry.paid = price
    if rules.staff_hired_vp[card]:
        score(g, p, rules.staff_hired_vp[card], source(VP_STAFF, card))
    if rules.hire_answer_at_once and (p.events >> ON_HIRE) & 1:
        push(g, F_DUE, who, 0).marks = U_ROUND  # comes after what is pushed on top of it
    answers(g, rules, who, ON_HIRE, 0, LATER)  # cards that were in play before this one
    if has_abilities(rules, card):
        if rules.bell_start_in_play:
            count_from_here(rules, p, card)
        add_abilities(rules, p, card)
    elif rules.staff_timing[card] == ONCE:
        start_choice(
            g, rules, who, rules.card_effect[card], rules.card_effect_n[card], VP_STAFF, card
        )


@compiled
def count_from_here(rules, p, card):
    """Count within an action from when the card comes into play.

    If another card in play already counts, the count continues.
    """
    first = rules.card_trigger[card]
    for t in range(first, first + rules.card_trigger_n[card]):
        event = rules.trigger_event[t]
        if (p.events >> event) & 1:
            continue
        if event == ON_ACTION_STEPS:
            p.action_steps = 0
        elif event == ON_DISHES:
            p.action_goods[0] = 0
        elif event == ON_DRINKS:
            p.action_goods[1] = 0


@compiled
def start_list(g, rules, who, first, n, src):
    """Start a list of effects: a single one at once; with several, the player picks the order."""
    if n == 1 and rules.effects[first, COL_CODE] == E_GAIN:
        gain(g, rules, who, first, src)
    elif n == 1:
        f = push(g, F_EFFECT, who, src)
        f.effect = first
    elif n > 1:
        f = push(g, F_REWARDS, who, src)
        f.effect = first
        f.effects = (1 << n) - 1


@compiled
def start_choice(g, rules, who, first, n, column, card):
    """The same, with VP booked for a card."""
    start_list(g, rules, who, first, n, source(column, card))


@compiled
def hire_from_hand(g, rules, who, card, price):
    """Play a card from the hand."""
    p = g.players[who]
    remove_card(p.hand, p.hand_size, card)
    p.hand_size -= 1
    put_into_play(g, rules, who, card, price)


@compiled
def dismiss(g, rules, who, card):
    """A card in play leaves the game and its changes end."""
    p = g.players[who]
    for i in range(p.staff_size):
        if p.staff[i] == card:
            for j in range(i + 1, p.staff_size):
                p.staff_used[j - 1] = p.staff_used[j]
                p.staff_due[j - 1] = p.staff_due[j]
    remove_card(p.staff, p.staff_size, card)
    p.staff_size -= 1
    rebuild_abilities(rules, p)


@compiled
def cards_of(rules, p, timing):
    """The number of cards in play of a timing."""
    n = 0
    for i in range(p.staff_size):
        if rules.staff_timing[p.staff[i]] == timing:
            n += 1
    return n
