"""Checks on celebrities: each is in one place, and helps whom it met."""

from simulate.engine.codes import LOUNGE, NO_CARD
from simulate.engine.jit import compiled
from simulate.verify.check_codes import (
    CELEBRITY_LOST,
    CELEBRITY_TWICE,
    CELEBRITY_UNKNOWN,
    CELEBRITY_USED,
    OK,
)


@compiled
def tick_celebrity(rules, seen, card):
    """The code of a celebrity at a place; ``seen`` counts the places of each."""
    if card < 0 or card >= rules.n_celebrities:
        return CELEBRITY_UNKNOWN
    seen[card] += 1
    return CELEBRITY_TWICE if seen[card] > 1 else OK


@compiled
def celebrities(g, rules, seen):
    """Every celebrity is in the deck, discarded, in the lounge or with one player."""
    in_play = rules.n_celebrities if rules.coloured_dice > 0 else 0
    for card in range(in_play):
        seen[card] = 0
    if g.celebrity_deck_size + g.celebrity_discard_size > in_play:
        return CELEBRITY_TWICE
    for i in range(g.celebrity_deck_size):
        code = tick_celebrity(rules, seen, g.celebrity_deck[i])
        if code != OK:
            return code
    for i in range(g.celebrity_discard_size):
        code = tick_celebrity(rules, seen, g.celebrity_discard[i])
        if code != OK:
            return code
    for place in range(LOUNGE):
        code = place_in_lounge(g, rules, seen, place)
        if code != OK:
            return code
    for card in range(in_play):
        if seen[card] == 0:
            return CELEBRITY_LOST
    return OK


@compiled
def place_in_lounge(g, rules, seen, place):
    """One place of the lounge: who waits there, or who met the celebrity of its die."""
    waiting = g.lounge[place]
    if waiting != NO_CARD:
        code = tick_celebrity(rules, seen, waiting)
        if code != OK or place >= rules.coloured_dice:
            return max(code, CELEBRITY_UNKNOWN)
        if g.lounge_waited[place] < 0 or g.lounge_waited[place] >= rules.n_waits:
            return CELEBRITY_USED
    for seat in range(g.n_players):
        p = g.players[seat]
        used = (p.celebrity_used >> place) & 1
        if p.celebrities[place] == NO_CARD:
            if used:
                return CELEBRITY_USED
            continue
        code = tick_celebrity(rules, seen, p.celebrities[place])
        if code != OK:
            return code
        if p.celebrity_used >> LOUNGE or not (p.met >> p.celebrities[place]) & 1:
            return CELEBRITY_USED
    return OK
