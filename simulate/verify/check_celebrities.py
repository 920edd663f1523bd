"""Checks on celebrities: each is in one place, and helps whom it met."""

from simulate.engine.codes import LOUNGE, NO_CARD
from simulate.engine.jit import compiled
from simulate.verify import check_codes as k
from simulate.verify.switching import fails, unless_off


@compiled
def tick_celebrity(rules, seen, card, memo):
    """The code of a celebrity at a place; ``seen`` counts the places of each."""
    if card < 0 or card >= rules.n_celebrities:
        return unless_off(k.CELEBRITY_UNKNOWN, memo)
    seen[card] += 1
    if seen[card] > 1 and fails(k.CELEBRITY_TWICE, memo):
        return k.CELEBRITY_TWICE
    return k.OK


@compiled
def celebrities(g, rules, seen, memo):
    """Every celebrity is in the deck, discarded, in the lounge or with one player."""
    in_play = rules.n_celebrities if rules.coloured_dice > 0 else 0
    for card in range(in_play):
        seen[card] = 0
    if g.celebrity_deck_size + g.celebrity_discard_size > in_play:
        return unless_off(k.CELEBRITY_TWICE, memo)  # there is no room for the rest
    for i in range(g.celebrity_deck_size):
        code = tick_celebrity(rules, seen, g.celebrity_deck[i], memo)
        if code != k.OK:
            return code
    for i in range(g.celebrity_discard_size):
        code = tick_celebrity(rules, seen, g.celebrity_discard[i], memo)
        if code != k.OK:
            return code
    for place in range(LOUNGE):
        code = place_in_lounge(g, rules, seen, place, memo)
        if code != k.OK:
            return code
    for card in range(in_play):
        if seen[card] == 0 and fails(k.CELEBRITY_LOST, memo):
            return k.CELEBRITY_LOST
    return k.OK


@compiled
def place_in_lounge(g, rules, seen, place, memo):
    """One place of the lounge: who waits there, or who met the celebrity of its die."""
    waiting = g.lounge[place]
    if waiting != NO_CARD:
        code = tick_celebrity(rules, seen, waiting, memo)
        if code != k.OK:
            return code
        if place >= rules.coloured_dice and fails(k.CELEBRITY_UNKNOWN, memo):
            return k.CELEBRITY_UNKNOWN
        if (g.lounge_waited[place] < 0 or g.lounge_waited[place] >= rules.n_waits) and fails(
            k.CELEBRITY_USED, memo
        ):
            return k.CELEBRITY_USED
    for seat in range(g.n_players):
        p = g.players[seat]
        used = (p.celebrity_used >> place) & 1
        if p.celebrities[place] == NO_CARD:
            if used and fails(k.CELEBRITY_USED, memo):
                return k.CELEBRITY_USED
            continue
        code = tick_celebrity(rules, seen, p.celebrities[place], memo)
        if code != k.OK:
            return code
        if (p.celebrity_used >> LOUNGE or not (p.met >> p.celebrities[place]) & 1) and fails(
            k.CELEBRITY_USED, memo
        ):
            return k.CELEBRITY_USED
    return k.OK
