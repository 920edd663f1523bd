"""The value of dancers: ballrooms to be scored, sections of the rehearsal room, champagne."""

import numba

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.ballrooms import best_row, dancer_price, dancers_in, dancers_of, seat_free
from simulate.engine.codes import BALLROOMS, CHAMPAGNE, ROWS, SECTIONS
from simulate.engine.jit import compiled
from simulate.policies import features as w

declare(slack=numba.float64)


@compiled
def champagne_worth(worth, n, turns):
    """Champagne in a kitchen: the first bottles are spent soonest, and none after the game."""
    share = min(1.0, (turns + 1) / worth.w[w.CHAMPAGNE_TURNS])
    soon = worth.w[w.CHAMPAGNE_SOON]
    first = worth.w[w.CHAMPAGNE_FIRST] * min(n, soon)
    return share * (first + worth.w[w.CHAMPAGNE_MORE] * max(n - soon, 0.0))


@compiled
def turns_before(g, rules, p, scoring):
    """Turns the player still has before an emperor scoring and the ballroom scored with it."""
    return max(0, 2 * (rules.scoring_round[scoring] - g.round_no) + 2 - p.turns_taken)


@compiled
def own_vp(g, rules, p, place, n):
    """VP for n dancers of one player in a ballroom that scores without comparing players."""
    ballroom = g.ballrooms[place]
    kind = rules.ballroom_scoring[ballroom]
    if n == 0:
        return rules.absent_vp
    if kind == c.B_BEST_ROW:
        return n * (best_row(p, place) + 1)
    if kind == c.B_DANCERS_TABLE:
        last = rules.ballroom_vp_n[ballroom, g.n_players] - 1
        return rules.ballroom_vp[ballroom, g.n_players, min(n - 1, last)]
    return n // rules.ballroom_per[ballroom] * rules.ballroom_vp[ballroom, g.n_players, 0]


@compiled
def ranked_vp(g, rules, who, place, row, slack):
    """Expected VP for the rank in a row (-1: in all rows); ``slack``: how open the ranks are."""
    mine = dancers_of(g.players[who], place, row)
    if mine == 0:
        return 0.0
    ahead = 0.0
    for i in range(g.n_players):
        if i != who:
            lead = dancers_of(g.players[i], place, row) - mine
            ahead += min(1.0, max(0.0, 0.5 + lead / (2.0 * slack)))
    ballroom = g.ballrooms[place]
    ranks = rules.ballroom_vp_n[ballroom, g.n_players]
    at = int(ahead)
    here = rules.ballroom_vp[ballroom, g.n_players, at] if at < ranks else 0
    behind = rules.ballroom_vp[ballroom, g.n_players, at + 1] if at + 1 < ranks else 0
    return here + (ahead - at) * (behind - here)


@compiled
def alone_ahead_chance(g, who, place, slack):
    """The chance of being the only player with this many dancers in a ballroom."""
    mine = dancers_in(g.players[who], place)
    chance = 1.0
    for i in range(g.n_players):
        if i != who:
            lead = mine - dancers_in(g.players[i], place)
            chance *= min(1.0, max(0.0, (lead - 0.5 + slack) / (2.0 * slack)))
    return chance if mine > 0 else 0.0


@compiled
def one_ballroom(g, rules, who, worth, place, slack):
    """Expected VP from a ballroom; ``slack``: dancers still expected to go there."""
    p = g.players[who]
    ballroom = g.ballrooms[place]
    kind = rules.ballroom_scoring[ballroom]
    n = dancers_in(p, place)
    if kind == c.B_MAJORITY or kind == c.B_ROW_MAJORITIES:
        if n == 0:
            come = min(1.0, slack)
            last = max(0, rules.ballroom_vp_n[ballroom, g.n_players] - 1)
            least = rules.ballroom_vp[ballroom, g.n_players, last]
            return (1.0 - come) * rules.absent_vp + come * least
        if kind == c.B_MAJORITY:
            return ranked_vp(g, rules, who, place, -1, worth.w[w.RANK_OPEN] + slack)
        v = 0.0
        for row in range(ROWS):
            v += ranked_vp(g, rules, who, place, row, worth.w[w.RANK_OPEN] + slack)
        return v
    # VP are interpolated between whole numbers of dancers.
    more = int(slack)
    here = own_vp(g, rules, p, place, n + more)
    return here + (slack - more) * (own_vp(g, rules, p, place, n + more + 1) - here)


@compiled
def ballrooms_worth(g, rules, who, worth):
    """All ballrooms still to be scored."""
    p = g.players[who]
    v = 0.0
    for place in range(min(BALLROOMS, rules.n_scorings)):
        if g.ballrooms[place] < 0 or rules.scoring_round[place] < g.round_no:
            continue
        slack = worth.w[w.DANCER_DRIFT] * turns_before(g, rules, p, place)
        v += one_ballroom(g, rules, who, worth, place, slack)
        if p.most_dancers_vp > 0:
            v += p.most_dancers_vp * alone_ahead_chance(g, who, place, worth.w[w.RANK_OPEN] + slack)
    return worth.w[w.BALLROOM] * v


@compiled
def sections_worth(rules, p, worth, turns):
    """The bonuses of sections by how many of their dancers have left."""
    v = 0.0
    if turns == 0 or p.rehearsal < 0:
        return v
    for section in range(rules.n_sections[p.rehearsal]):
        if p.resting[section] > 0:
            dancers = rules.section_dancers[p.rehearsal, section]
            progress = (dancers - p.resting[section] + 1) / (dancers + 1)
            v += worth.section[p.rehearsal, section] * progress * progress
    return worth.w[w.SECTION] * v


@compiled
def danced_worth(p, worth, turns):
    """Guests who went dancing: toward the end worth as much as guests in rooms."""
    guests = -p.housed
    for k in range(len(p.orders)):
        for goods in range(len(p.orders[k])):
            guests += p.orders[k, goods]
    each = worth.w[w.DANCED_GUEST]
    if each > 0.0:
        each += (worth.w[w.OCCUPIED_ROOM] - each) * max(0.0, 1.0 - turns / worth.w[w.DANCED_TURNS])
    return each * guests


@compiled
def dancing_worth(g, rules, who, worth, turns):
    """The value of champagne and dancers."""
    p = g.players[who]
    v = champagne_worth(worth, p.kitchen[CHAMPAGNE], turns)
    v += ballrooms_worth(g, rules, who, worth)
    v += sections_worth(rules, p, worth, turns)
    return v + danced_worth(p, worth, turns)


@compiled
def can_dance(rules, p, guest):
    """Could this guest go dancing with the champagne in the kitchen?"""
    if rules.ballrooms == 0 or not rules.guest_dances[guest] or p.kitchen[CHAMPAGNE] <= 0:
        return False
    for section in range(SECTIONS):
        if p.resting[section] > 0:
            return True
    return False


@compiled
def best_send(g, rules, who, worth, less, turns):
    """The best place for one more dancer, less its champagne; 0 if none is worth it."""
    p = g.players[who]
    left = 0
    for section in range(SECTIONS):
        left += p.resting[section]
    best = 0.0
    if left == 0 or worth.w[w.BALLROOM] == 0.0:
        return best
    champagne = p.kitchen[CHAMPAGNE]
    before = ballrooms_worth(g, rules, who, worth) + champagne_worth(worth, champagne, turns)
    for seat in range(BALLROOMS * ROWS):
        place, row = seat // ROWS, seat % ROWS
        if not seat_free(g, rules, place, row):
            continue
        price = dancer_price(g, rules, place, row, less)
        if price > champagne:
            continue
        p.dancers[place, row] += 1
        after = ballrooms_worth(g, rules, who, worth)
        p.dancers[place, row] -= 1
        after += champagne_worth(worth, champagne - price, turns)
        after += p.row_bonus * worth.row[g.ballrooms[place], row]
        best = max(best, after - before)
    return best


@compiled
def sends_worth(g, rules, who, worth, n, mask, turns):
    """Sending up to n dancers; ``mask``: the price reductions."""
    v = 0.0
    for k in range(n):
        v += best_send(g, rules, who, worth, (mask >> (4 * k)) & 15, turns)
    return v


@compiled
def removal_worth(g, rules, who, worth, place):
    """The cost of giving up the least useful dancer of a ballroom (a number below 0)."""
    p = g.players[who]
    before = ballrooms_worth(g, rules, who, worth)
    best = -1e9
    for row in range(ROWS):
        if p.dancers[place, row] > 0:
            p.dancers[place, row] -= 1
            best = max(best, ballrooms_worth(g, rules, who, worth) - before)
            p.dancers[place, row] += 1
    return best if best > -1e9 else 0.0
