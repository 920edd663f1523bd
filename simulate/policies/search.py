"""Search: look ahead by greedy playouts from determinizations.

A flat Monte Carlo search (rollouts of a base policy: Tesauro and Galperin 1996) over
determinizations (perfect information Monte Carlo: Ginsberg 2001). Three things make few playouts go
far:

* the evaluation selects the candidates and remains part of their score as a prior;
* all candidates are played out in the same determinizations (common random numbers), so that they
  are compared under the same cards and dice;
* playouts are spent where the choice is close: after each stage the worse half of the candidates
  drops out (sequential halving: Karnin, Koren and Somekh 2013).
"""

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.jit import allocating, compiled, inlined
from simulate.engine.machine import MAX_ACTIONS, apply, settle
from simulate.engine.rng import draw, mix
from simulate.engine.state import MAX_STAFF
from simulate.policies.determinization import determinize
from simulate.policies.greedy import choose_greedy, copy_hot, look_ahead

# The records of `scratch`: the game and its one-action look-ahead, a determinization, and the
# playout in it with its own look-ahead.
WORLD, PLAYOUT = 2, 3
SEARCH_SCRATCH = 5

declare(order=numba.int64[::1], values=numba.float64[::1], sums=numba.float64[::1])


@allocating
def choose_search(scratch, buffers, rules, worth, out, n):
    """Index of the action of ``scratch[0]`` with the best playouts for the player to move.

    ``scratch`` holds SEARCH_SCRATCH records, ``buffers`` the same memory as words; all but the
    first are overwritten. At most ``worth.playouts`` playouts are made, but at least one per
    candidate.
    """
    g = scratch[0]
    who = g.frames[g.top - 1].player
    values = evaluate(scratch, buffers, rules, worth, who, out, n)
    order = np.argsort(-values, kind="mergesort")
    candidates = min(n, worth.candidates)
    if candidates == 1:
        return order[0]
    stages = halvings(candidates)
    sums = np.zeros(n)
    worlds = 0
    noise = draw(g.key, c.S_SEARCH, g.decisions)
    for _ in range(stages):
        for _ in range(max(1, worth.playouts // (stages * candidates))):
            word = noise + np.uint64(worlds)
            add_world(scratch, buffers, rules, worth, who, out, order, candidates, word, sums)
            worlds += 1
        rank(order, candidates, values, sums, worlds)
        candidates = (candidates + 1) // 2
    return order[0]


@inlined
def evaluate(scratch, buffers, rules, worth, who, out, n):
    """The prior of each action: the value to ``who`` of the position after it, times its weight."""
    values = np.zeros(n)
    for i in range(n):
        values[i] = worth.prior * look_ahead(scratch, buffers, rules, worth, who, out[i])
    return values


@compiled
def halvings(candidates):
    """Number of stages until one candidate is left."""
    stages = 0
    while candidates > 1:
        candidates = (candidates + 1) // 2
        stages += 1
    return stages


@inlined
def add_world(scratch, buffers, rules, worth, who, out, order, candidates, word, sums):
    """Sample one determinization and add the result of each remaining candidate in it."""
    copy_hot(scratch, buffers, WORLD, 0)
    determinize(scratch[WORLD], rules, who, mix(word), np.empty(MAX_STAFF, np.int64))
    for i in range(candidates):
        copy_hot(scratch, buffers, PLAYOUT, WORLD)
        apply(scratch[PLAYOUT], rules, out[order[i]])
        play_out(scratch[PLAYOUT:], buffers[PLAYOUT:], rules, worth)
        sums[order[i]] += result(scratch[PLAYOUT], who, worth)


@inlined
def play_out(scratch, buffers, rules, worth):
    """Play ``scratch[0]`` to its end, greedy at all seats; ``scratch[1]`` is overwritten."""
    g = scratch[0]
    out = np.empty(MAX_ACTIONS, np.int32)
    n = settle(g, rules, out)
    while n > 0:
        pick = 0
        if n > 1:
            pick = choose_greedy(scratch, buffers, rules, worth, out, n)
        apply(g, rules, out[pick])
        n = settle(g, rules, out)


@compiled
def result(g, who, worth):
    """The value of a finished game to ``who``: its VP, less a share of the best rival's."""
    best = -1000
    for seat in range(g.n_players):
        if seat != who:
            best = max(best, g.players[seat].vp)
    return g.players[who].vp - worth.rivals * best


@compiled
def rank(order, candidates, values, sums, worlds):
    """Sort the candidates by prior and mean of their playouts, best first."""
    for i in range(1, candidates):
        action = order[i]
        value = values[action] + sums[action] / worlds
        j = i
        while j > 0 and values[order[j - 1]] + sums[order[j - 1]] / worlds < value:
            order[j] = order[j - 1]
            j -= 1
        order[j] = action
