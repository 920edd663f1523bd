"""Cache of position parts per seat, so that they are judged again only after a change.

Most actions leave the rooms, the café or the emperor track as they are, and judging these takes
most of the time. The last result is therefore saved in the policy's table (worth.KNOWN) with
everything that it depends on. It is only reused for equal inputs, and changes no result.
"""

from simulate.engine import codes as c
from simulate.engine.jit import compiled, inlined
from simulate.policies import features as w
from simulate.policies.cafe import cafe_worth, vacancies
from simulate.policies.progress import politics_chance, politics_progress
from simulate.policies.rooms import rooms_worth
from simulate.policies.standing import emperor_worth
from simulate.policies.worth import EARLIER, LAST_TURN, NOTHING

DIGIT = 64  # all numbers in keys are smaller


@inlined
def recall_rooms(rules, p, worth, known, turns):
    """Update ``known`` to the player's rooms; returns their value."""
    of = EARLIER if turns > 0 else LAST_TURN
    if (
        known.rooms_of != of
        or known.occupied != p.occupied
        or known.vacant != p.vacant
        or known.groups_paid != p.groups_paid
        or known.board != p.board
        or known.bonus_table != p.bonus_table
    ):
        known.rooms_of = of
        known.occupied = p.occupied
        known.vacant = p.vacant
        known.groups_paid = p.groups_paid
        known.board = p.board
        known.bonus_table = p.bonus_table
        known.rooms = rooms_worth(rules, p, worth, turns)
        known.vacancies = vacancies(rules, p)
        known.politics_of = NOTHING
        for i in range(len(known.politics)):
            known.politics[i] = NOTHING
    return known.rooms


@compiled
def learn_progress(rules, p, worth, known, i, card):
    """``politics_progress`` toward the card at place i, cached if it depends on the rooms alone."""
    progress = politics_progress(rules, p, worth, card)
    if worth.by_rooms[card]:
        known.politics[i] = card + 1
        known.progress[i] = progress
    return progress


@inlined
def politics_key(g, p, turns):
    """Inputs, besides the rooms themselves, to the value of cards that ask only for rooms."""
    key = 1 + turns
    key = key * DIGIT + p.claimed
    for i in range(len(g.politics)):
        key = key * DIGIT + g.politics[i] + 1
        key = key * DIGIT + g.markers[i]
    return key


@compiled
def one_politics_worth(g, rules, p, worth, known, i, turns):
    """The politics card at place i, by the best free place and the progress toward it."""
    card = g.politics[i]
    if card < 0:
        return 0.0
    if (p.claimed >> i) & 1:
        # A style that values politics above its VP must not lose that value by claiming.
        return max(0.0, worth.w[w.POLITICS] - worth.w[w.POLITICS_CLAIMED]) * rules.place_vp[card, 0]
    if g.markers[i] >= rules.n_places[card]:
        return 0.0
    progress = known.progress[i]
    if known.politics[i] != card + 1:
        progress = learn_progress(rules, p, worth, known, i, card)
    chance = politics_chance(worth, progress, turns)
    return worth.w[w.POLITICS] * chance * rules.place_vp[card, g.markers[i]]


@inlined
def recall_politics(g, rules, p, worth, known, turns):
    """The value of the politics cards. ``known`` must be up to date, see ``recall_rooms``."""
    key = politics_key(g, p, turns)
    if known.politics_of != key:
        known.politics_of = key
        known.other_politics = 0
        known.politics_vp = 0.0
        for i in range(len(g.politics)):
            card = g.politics[i]
            if card >= 0 and not worth.by_rooms[card]:
                known.other_politics |= 1 << i
            else:
                known.politics_vp += one_politics_worth(g, rules, p, worth, known, i, turns)
    v = known.politics_vp
    for i in range(len(g.politics)):
        if (known.other_politics >> i) & 1:
            v += one_politics_worth(g, rules, p, worth, known, i, turns)
    return v


@inlined
def emperor_key(g, p):
    """Inputs of ``emperor_worth`` besides the rules, if no tile scores what a player has."""
    key = 1 + int(g.phase == c.PH_EMPEROR) + 2 * int(p.avert_cost < 0)
    key = key * DIGIT + p.emperor
    key = key * DIGIT + p.turns_taken
    key = key * DIGIT + g.round_no
    for k in range(len(g.emperor_tiles)):
        key = key * DIGIT + g.emperor_tiles[k] + 1
    return key


@inlined
def recall_emperor(g, rules, p, worth, known):
    """``emperor_worth`` of the player's position."""
    key = emperor_key(g, p)
    if known.emperor_of != key:
        known.emperor_of = key
        known.emperor = emperor_worth(g, rules, p, worth, p.emperor)
        for k in range(len(g.emperor_tiles)):
            if worth.tile_scores[g.emperor_tiles[k]] >= 0:
                known.emperor_of = NOTHING
    return known.emperor


@inlined
def cafe_key(p, turns):
    """Inputs of ``cafe_worth`` besides the guests, the kitchen and the rooms."""
    key = 1 + turns
    key = key * DIGIT + p.tables
    key = key * DIGIT + p.ignore_good
    key = key * DIGIT + p.no_stranded
    return key * DIGIT + p.more_guests


@compiled
def same_cafe(p, known, key):
    """Does the cached café equal this one?"""
    if known.cafe_of != key or known.cafe_rooms != known.vacancies:
        return False
    for k in range(c.GOODS):
        if known.kitchen[k] != p.kitchen[k]:
            return False
    for t in range(p.tables):
        if known.guests[t] != p.cafe[t]:
            return False
        if p.cafe[t] >= 0:
            for k in range(c.GOODS):
                if known.missing[t, k] != p.missing[t, k]:
                    return False
    return True


@inlined
def recall_cafe(rules, p, worth, known, turns):
    """``cafe_worth`` of the player's café. ``known`` must be up to date, see ``recall_rooms``."""
    if rules.ballrooms:  # there dancers change with almost every action
        return cafe_worth(rules, p, worth, known.vacancies, turns)
    key = cafe_key(p, turns)
    if not same_cafe(p, known, key):
        known.cafe_of = key
        known.cafe_rooms = known.vacancies
        for k in range(c.GOODS):
            known.kitchen[k] = p.kitchen[k]
        for t in range(p.tables):
            known.guests[t] = p.cafe[t]
            for k in range(c.GOODS):
                known.missing[t, k] = p.missing[t, k]
        known.cafe = cafe_worth(rules, p, worth, known.vacancies, turns)
    return known.cafe
