"""Seeker: steers games to states that play rarely reaches. It does not try to win.

Each game has one aim, drawn by its key, which all seats pursue together: each takes the action that
brings the aim nearest, and among equals the one with the best heuristic evaluation. This tests
invariants in states that other players rarely reach. It reads only what a seat may know.
"""

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine.codes import S_POLICY_TIES
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.engine.kept_guests import has_own_politics
from simulate.engine.machine import apply
from simulate.engine.rng import below, draw
from simulate.policies.chooser import choose
from simulate.policies.evaluation import position_worth
from simulate.policies.greedy import TIE_NOISE, TO_UNIT, copy_hot
from simulate.policies.lots import lot, moment
from simulate.policies.progress import politics_progress

# Aims of a game: all rooms occupied, the guests' or the staff deck used up, no guest left for the
# row, politics cards fulfilled, those of an entrance first.
FULL_HOTEL, NO_GUESTS, NO_STAFF, SHORT_ROW, POLITICS = range(5)
AIMS = 5
SEEKS = 3  # the kind of policy, in addition to those of policies.worth
SEEKS_BY = "greedy"  # whose evaluation breaks ties
S_AIM = 62  # the stream that draws a game's aim
PULL = 25.0  # VP outweighed by one thing more toward the aim


@compiled
def aim_of(g):
    """The aim of a game: politics cards in half of the games with personal ones, else any."""
    if g.own_politics[0] >= 0 and draw(g.key, S_AIM, 1) & np.uint64(1):
        return POLITICS
    return below(draw(g.key, S_AIM, 0), AIMS)


@compiled
def guests_left(g):
    """Guests who can come into the row, plus five times those already there."""
    n = g.guest_deck_size - g.guest_next
    for i in range(g.guest_discard_size):
        n += g.guest_kept[g.guest_discard[i]] == 0
    for i in range(len(g.row)):
        n += 5 * (g.row[i] >= 0)
    return n


@compiled
def filled(p):
    """Guests of a player with filled orders, who could leave."""
    n = 0
    for t in range(p.tables):
        n += p.cafe[t] >= 0 and p.missing_total[t] == 0
    return n


@compiled
def cards_reached(g, rules, p, worth):
    """Politics cards fulfilled, and progress on the others; those of an entrance count double."""
    v = 2.0 * bits(p.own_done) + bits(p.claimed)
    for i in range(len(g.politics)):
        card = g.politics[i]
        if card >= 0 and not (p.claimed >> i) & 1 and g.markers[i] < rules.n_places[card]:
            v += 0.8 * politics_progress(rules, p, worth, card)
        own = has_own_politics(rules, p) and g.own_politics[i] >= 0
        if own and not (p.own_done >> i) & 1:
            v += 1.6 * politics_progress(rules, p, worth, g.own_politics[i])
    return v


@compiled
def nearness(g, rules, worth, who, aim):
    """How near a position is to the aim, in things: rooms, cards, guests."""
    p = g.players[who]
    if aim == FULL_HOTEL:
        return bits(p.occupied) + 0.3 * bits(p.vacant)
    if aim == NO_GUESTS:
        return 0.5 * g.guest_discard_size - (g.guest_deck_size - g.guest_next)
    if aim == NO_STAFF:
        return -1.0 * g.staff_deck_size
    if aim == SHORT_ROW:
        return 0.5 * filled(p) - guests_left(g)
    return 2.0 * cards_reached(g, rules, p, worth)


@compiled
def choose_seeker(scratch, buffers, rules, worth, out, n):
    """Index of the action that brings the aim of the game in ``scratch[0]`` nearest.

    Memory is as for `greedy.choose_greedy`; ``scratch[1]`` is overwritten.
    """
    g = scratch[0]
    who = g.frames[g.top - 1].player
    aim = aim_of(g)
    word = draw(g.key, S_POLICY_TIES, moment(g))
    best = 0
    best_worth = -1e9
    for i in range(n):
        copy_hot(scratch, buffers, 1, 0)
        apply(scratch[1], rules, out[i])
        v = position_worth(scratch[1], rules, worth, who)
        v += PULL * nearness(scratch[1], rules, worth, who, aim)
        v += TIE_NOISE * (1.0 - TO_UNIT * np.float64(lot(word, rules, out[i])))
        if v > best_worth:
            best_worth = v
            best = i
    return best


declare(seat_policy=numba.int64[::1])


@compiled
def decide(scratch, buffers, rules, worths, seat_policy, out, n):
    """Index of the action the seat to move takes of ``n`` legal ones, whether by seeker or not."""
    if n == 1:
        return 0
    policy = seat_policy[scratch[0].frames[scratch[0].top - 1].player]
    if worths[policy].kind == SEEKS:
        return choose_seeker(scratch, buffers, rules, worths[policy], out, n)
    return choose(policy, scratch, buffers, rules, worths, out, n)
