"""Celebrities: in the lounge, with players for the round, and in the deck."""

import numpy as np

from simulate.engine import codes as c
from simulate.engine.abilities import add_abilities, rebuild_abilities
from simulate.engine.cafe import end_ignoring
from simulate.engine.codes import LOUNGE, S_CELEBRITIES, VP_CELEBRITIES
from simulate.engine.jit import compiled
from simulate.engine.ledger import score, source
from simulate.engine.rng import shuffle
from simulate.engine.state import FIRST_CELEBRITY


@compiled
def set_out_lounge(g, rules):
    """Shuffle the celebrities and put one on each coloured die's place."""
    for place in range(LOUNGE):
        g.lounge[place] = -1
        for i in range(g.n_players):
            g.players[i].celebrities[place] = -1
    if rules.coloured_dice == 0:
        return
    for i in range(rules.n_celebrities):
        g.celebrity_deck[i] = i
    g.celebrity_deck_size = rules.n_celebrities
    shuffle(g.key, S_CELEBRITIES, g.celebrity_deck, rules.celebrity_number, rules.n_celebrities)
    fill_lounge(g, rules)


@compiled
def draw_celebrity(g, rules):
    """The top celebrity of the deck (the discards are shuffled when it is empty), or -1."""
    if g.celebrity_deck_size == 0:
        n = g.celebrity_discard_size
        if n == 0:
            return -1
        g.celebrity_shuffles += 1
        for i in range(n):
            g.celebrity_deck[i] = g.celebrity_discard[i]
        key = g.key + np.uint64(g.celebrity_shuffles)
        shuffle(key, S_CELEBRITIES, g.celebrity_deck, rules.celebrity_number, n)
        g.celebrity_deck_size = n
        g.celebrity_discard_size = 0
    card = g.celebrity_deck[0]
    g.celebrity_deck_size -= 1
    for i in range(g.celebrity_deck_size):
        g.celebrity_deck[i] = g.celebrity_deck[i + 1]
    return card


@compiled
def fill_lounge(g, rules):
    """Put new celebrities on the empty places, from left to right."""
    for place in range(rules.coloured_dice):
        if g.lounge[place] < 0:
            g.lounge[place] = draw_celebrity(g, rules)
            g.lounge_waited[place] = 0


@compiled
def meet(g, rules, who, place):
    """A coloured die was taken: its celebrity helps for the rest of the round."""
    g.coloured_face[place] = 0
    celebrity = g.lounge[place]
    if celebrity < 0:
        return
    p = g.players[who]
    g.lounge[place] = -1
    p.celebrities[place] = celebrity
    p.celebrity_used &= ~(1 << place)
    p.met |= 1 << celebrity
    if not rules.points_before:
        add_abilities(rules, p, FIRST_CELEBRITY + celebrity)
    score(g, p, rules.waited_vp[g.lounge_waited[place]], source(VP_CELEBRITIES, 0))
    if rules.points_before:
        add_abilities(rules, p, FIRST_CELEBRITY + celebrity)


@compiled
def say_goodbye(g, rules):
    """End of the round: used celebrities go, waiting ones gain value or go, new ones come."""
    for i in range(g.n_players):
        p = g.players[i]
        met = False
        for place in range(LOUNGE):
            if p.celebrities[place] >= 0:
                put_away(g, p.celebrities[place])
                p.celebrities[place] = -1
                met = True
        p.celebrity_used = 0
        if rules.ignored_good_lacks_again:
            end_ignoring(rules, p)
        if met:
            rebuild_abilities(rules, p)
    put_under(g, rules)
    for place in range(rules.coloured_dice):
        if g.lounge[place] >= 0:
            g.lounge_waited[place] += 1
            if g.lounge_waited[place] >= rules.n_waits:
                put_away(g, g.lounge[place])
                g.lounge[place] = -1
    put_under(g, rules)
    fill_lounge(g, rules)


@compiled
def put_away(g, celebrity):
    """A celebrity goes to the discards."""
    g.celebrity_discard[g.celebrity_discard_size] = celebrity
    g.celebrity_discard_size += 1


@compiled
def put_under(g, rules):
    """Without a discard pile, celebrities put away go under the deck in random order."""
    if rules.celebrities_return != c.UNDER_DECK:
        return
    n = g.celebrity_discard_size
    key = g.key + np.uint64(100 + g.round_no)
    shuffle(key, S_CELEBRITIES, g.celebrity_discard, rules.celebrity_number, n)
    for i in range(n):
        g.celebrity_deck[g.celebrity_deck_size] = g.celebrity_discard[i]
        g.celebrity_deck_size += 1
    g.celebrity_discard_size = 0
