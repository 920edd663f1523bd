"""Checks on celebrities: each is in one place and helps the player it met."""

from simulate.engine.codes import LOUNGE, NO_CARD
from simulate.engine.jit import compiled
from simulate.verify import check_codes as k
from simulate.verify.check_cards import tick
from simulate.verify.switching import must


@compiled
def tick_celebrity(rules, seen, card, memo):
    """Count a celebrity at a place; ``seen`` counts the places of each."""
    tick(seen, card, rules.n_celebrities, k.CELEBRITY_UNKNOWN, k.CELEBRITY_TWICE, memo)


@compiled
def celebrities(g, rules, seen, memo):
    """Every celebrity is in the deck, discarded, in the lounge or with one player."""
    in_play = rules.n_celebrities if rules.coloured_dice > 0 else 0
    for card in range(in_play):
        seen[card] = 0
    if g.celebrity_deck_size + g.celebrity_discard_size > in_play:
        must(False, k.CELEBRITY_TWICE, memo)  # no room for the rest
        return
    for i in range(g.celebrity_deck_size):
        tick_celebrity(rules, seen, g.celebrity_deck[i], memo)
    for i in range(g.celebrity_discard_size):
        tick_celebrity(rules, seen, g.celebrity_discard[i], memo)
    for place in range(LOUNGE):
        place_in_lounge(g, rules, seen, place, memo)
    for card in range(in_play):
        must(seen[card] != 0, k.CELEBRITY_LOST, memo)


@compiled
def place_in_lounge(g, rules, seen, place, memo):
    """One place of the lounge: the celebrity waiting there, or the player who met it."""
    waiting = g.lounge[place]
    if waiting != NO_CARD:
        tick_celebrity(rules, seen, waiting, memo)
        must(place < rules.coloured_dice, k.CELEBRITY_UNKNOWN, memo)
        must(0 <= g.lounge_waited[place] < rules.n_waits, k.CELEBRITY_USED, memo)
    for seat in range(g.n_players):
        p = g.players[seat]
        met = p.celebrities[place]
        if met == NO_CARD:
            must(not (p.celebrity_used >> place) & 1, k.CELEBRITY_USED, memo)
            continue
        tick_celebrity(rules, seen, met, memo)
        known = not p.celebrity_used >> LOUNGE and (p.met >> met) & 1
        must(known, k.CELEBRITY_USED, memo)
