"""Decisions about staff cards: drafting, hiring, playing one of several drawn, and losing cards."""

from simulate.engine import codes as c
from simulate.engine.codes import (
    CAME_DRAFTED,
    CAME_OFFERED,
    COL_DISCOUNT,
    COL_FLAG,
    COL_N,
    LOG_STAFF,
    O_MUST,
)
from simulate.engine.compile_effects import DISCOUNT, Effect, plain
from simulate.engine.frames import Deciding, a_of, action, kind_of, or_stop, pop, push
from simulate.engine.jit import compiled
from simulate.engine.ledger import log_card
from simulate.engine.staff import (
    bury,
    dismiss,
    hire_from_hand,
    hire_price,
    put_into_play,
    remove_card,
    to_hand,
)


@compiled
def list_cards(kind, cards, size, out):
    """One action per card."""
    for i in range(size):
        out[i] = action(kind, cards[i])
    return size


@compiled
def legal_draft(g, f, out):
    """Any card of the pack."""
    p = g.players[f.player]
    return list_cards(c.DRAFT, p.offer, p.offer_size, out)


@compiled
def apply_draft(g, f, act):
    """Keep one card of the pack; the packs are passed on when all have chosen."""
    pop(g)
    p = g.players[f.player]
    remove_card(p.offer, p.offer_size, a_of(act))
    p.offer_size -= 1
    to_hand(g, f.player, a_of(act), CAME_DRAFTED)


@compiled
def legal_affordable(rules, p, kind, cards, size, f, out):
    """Cards that the player can pay for; also none, unless one must be played."""
    n = 0
    for i in range(size):
        if hire_price(rules, cards[i], f.discount) <= p.krones:
            out[n] = action(kind, cards[i])
            n += 1
    return n if f.marks & O_MUST else or_stop(out, n)


@compiled
def ask_hire(f, rules, row):
    """N cards, at a price, that may or must be played."""
    e = rules.effects[row]
    f.left = e[COL_N]
    f.discount = e[COL_DISCOUNT]
    f.marks = O_MUST if e[COL_FLAG] else 0


@compiled
def can_hire(rules, p, row):
    """Is there a card in hand that this player can pay for?"""
    for i in range(p.hand_size):
        if hire_price(rules, p.hand[i], rules.effects[row, COL_DISCOUNT]) <= p.krones:
            return True
    return False


@compiled
def legal_hire(g, rules, f, out):
    """Cards in hand that can be paid for."""
    p = g.players[f.player]
    if f.left == 0:
        return 0
    return legal_affordable(rules, p, c.HIRE, p.hand, p.hand_size, f, out)


@compiled
def apply_hire(g, rules, f, act):
    """Play a card from the hand, or none."""
    if kind_of(act) == c.STOP:
        pop(g)
        return
    f.left -= 1
    card = a_of(act)
    hire_from_hand(g, rules, f.player, card, hire_price(rules, card, f.discount))


@compiled
def legal_offer(g, rules, f, out):
    """Cards just drawn that can be paid for."""
    p = g.players[f.player]
    cards, size = p.offer[f.before :], p.offer_size - f.before
    return legal_affordable(rules, p, c.HIRE, cards, size, f, out)


@compiled
def finish_offer(g, f):
    """No card is played (or can be): all go under the deck."""
    f.discount = 0
    f.marks = 0
    f.kind = c.F_BURY_OFFER


@compiled
def apply_offer(g, rules, f, act):
    """Play one of the cards drawn; the others go under the deck, then its effect starts.

    Some rules reverse the order.
    """
    if kind_of(act) == c.STOP:
        finish_offer(g, f)
        return
    who = f.player
    p = g.players[who]
    card, before = a_of(act), f.before
    price = hire_price(rules, card, f.discount)
    remove_card(p.offer, p.offer_size, card)
    p.offer_size -= 1
    log_card(g, who, LOG_STAFF, card, CAME_OFFERED, 0)
    pop(g)
    if rules.offer_rest_after_effect:
        push(g, c.F_BURY_OFFER, who, 0).before = before  # effects pushed on top of it come first
        put_into_play(g, rules, who, card, price)
    else:
        put_into_play(g, rules, who, card, price)
        push(g, c.F_BURY_OFFER, who, 0).before = before


@compiled
def legal_bury_offer(g, rules, f, out):
    """Which of the remaining cards goes under the deck next; the last one goes automatically."""
    p = g.players[f.player]
    left = p.offer_size - f.before
    if left <= 1 or rules.under_deck_as_drawn:
        return 0
    return list_cards(c.BURY, p.offer[f.before :], left, out)


@compiled
def apply_bury_offer(g, f, act):
    """Put one of the cards drawn under the deck."""
    p = g.players[f.player]
    remove_card(p.offer, p.offer_size, a_of(act))
    p.offer_size -= 1
    bury(g, a_of(act))


@compiled
def finish_bury_offer(g, f):
    """Bury the last card, or all cards where their order is no choice; the offer is over."""
    p = g.players[f.player]
    pop(g)
    for i in range(f.before, p.offer_size):
        bury(g, p.offer[i])
    p.offer_size = min(f.before, p.offer_size)


@compiled
def legal_bury_hand(g, f, out):
    """Cards of the hand that may go under the deck."""
    p = g.players[f.player]
    if f.left == 0:
        return 0
    return list_cards(c.BURY, p.hand, p.hand_size, out)


@compiled
def apply_bury_hand(g, f, act):
    """Put a card of the hand under the deck."""
    p = g.players[f.player]
    remove_card(p.hand, p.hand_size, a_of(act))
    p.hand_size -= 1
    f.left -= 1
    bury(g, a_of(act))


@compiled
def legal_remove_staff(g, rules, f, out):
    """Cards in play that the penalty may take: those of one timing."""
    p = g.players[f.player]
    n = 0
    if f.left > 0:
        for i in range(p.staff_size):
            if rules.staff_timing[p.staff[i]] == f.timing:
                out[n] = action(c.REMOVE_STAFF, p.staff[i])
                n += 1
    return n


@compiled
def apply_remove_staff(g, rules, f, act):
    """The card leaves the game."""
    f.left -= 1
    dismiss(g, rules, f.player, a_of(act))


EFFECTS = (
    Effect(
        "hire",
        c.E_HIRE,
        {**plain(cards=COL_N, must=COL_FLAG), "discount": DISCOUNT},
        c.F_HIRE,
        may_decline=True,
        ask=ask_hire,
        possible=can_hire,
    ),
)
DECISIONS = (
    Deciding(c.F_HIRE, legal_hire, apply_hire),
    Deciding(c.F_OFFER, legal_offer, apply_offer, finish_offer),
    Deciding(c.F_BURY_OFFER, legal_bury_offer, apply_bury_offer, finish_bury_offer),
    Deciding(c.F_BURY_HAND, legal_bury_hand, apply_bury_hand),
    Deciding(c.F_REMOVE_STAFF, legal_remove_staff, apply_remove_staff),
    Deciding(c.F_DRAFT, legal_draft, apply_draft),
)
