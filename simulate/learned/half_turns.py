"""Training samples from within turns, with the best continuation that a search finds.

A beam ranks unfinished turns by their value, so the value must tell what they can still become.
Games do not teach that: a seat follows its plan, and the results of other beginnings are never
seen. So, for some plans, training leaves the plan at one decision by a random action and plans the
rest of the turn again. The value of the new plan's end is the target for the position there and for
one on the way. The value of the original plan's end is the target for one position on that plan.
"""

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine.jit import compiled
from simulate.engine.machine import apply
from simulate.learned.features import best_rival
from simulate.learned.network import OWN, RIVAL, VP_UNIT, WIN
from simulate.learned.notes import HALF, NOBODY, room_left, write_features
from simulate.learned.plan import (
    N_LEAVES,
    NODES,
    PLAYOUT,
    WORLD,
    ask_heads,
    place_of,
    search_world,
    settle_own,
)
from simulate.policies.determinization import determinize
from simulate.policies.greedy import copy_hot

declare(line=numba.int32[::1])


@compiled
def note_best(scratch, net, mind, notes, who):
    """Save in ``notes.best`` the value of the best end found: final VP, rival's VP, win chance."""
    leaf = mind.leaves[0]
    ask_heads(net, mind, leaf)
    g = scratch[NODES + leaf]
    notes.best[OWN] = g.players[who].vp + VP_UNIT * np.float64(mind.heads[OWN])
    notes.best[RIVAL] = best_rival(g, who) + VP_UNIT * np.float64(mind.heads[RIVAL])
    notes.best[WIN] = 1.0 / (1.0 + np.exp(-np.float64(mind.heads[WIN])))


@compiled
def note_half_turn(g, rules, worth, net, book, mind, notes, who):
    """Add a position to the samples with ``notes.best`` as its target, if there is room."""
    if not room_left(net, notes):
        return
    at = notes.held[0]
    write_features(g, rules, worth, net, book, mind, notes, who)
    notes.targets[at, OWN] = (notes.best[OWN] - g.players[who].vp) / VP_UNIT
    notes.targets[at, RIVAL] = (notes.best[RIVAL] - best_rival(g, who)) / VP_UNIT
    notes.targets[at, WIN] = notes.best[WIN]
    notes.seats[at] = NOBODY
    notes.kinds[at] = HALF
    notes.held[0] = at + 1


@compiled
def walk(g, rules, mind, who, line, steps):
    """Take the first decisions of a plan, and those with one option on the way.

    Returns the number of legal actions at the next decision, in ``mind.out[0]``; 0: there is none.
    """
    done = 0
    n = settle_own(g, rules, who, mind.out[0])
    while n > 0:
        if n > 1 and done == steps:
            return n
        place = place_of(mind.out[0], n, line[done]) if done < steps else 0
        if place >= 0 and done < steps:
            done += 1
        elif n > 1:
            return 0
        apply(g, rules, mind.out[0, max(0, place)])
        n = settle_own(g, rules, who, mind.out[0])
    return 0


@compiled
def note_half_turns(
    scratch, buffers, rules, worth, dial, net, book, mind, notes, who, word, random, halves_width
):
    """Add up to three positions of the turn for which a plan has just been made to the samples.

    ``word``: the chance that the plan was made with; ``random``: random bits for the choices here;
    ``halves_width``: beam width of the other plans. The plan is not changed.
    """
    if mind.counts[N_LEAVES] == 0 or mind.at[who, 1] == 0:
        return
    note_best(scratch, net, mind, notes, who)
    copy_hot(scratch, buffers, WORLD, 0)
    g = scratch[WORLD]
    determinize(g, rules, who, word, mind.hidden)
    steps = np.int64(random & np.uint64(0xFFFF)) % mind.at[who, 1]
    n = walk(g, rules, mind, who, mind.plan[who], steps)
    if n == 0:
        return
    if steps > 0:
        note_half_turn(g, rules, worth, net, book, mind, notes, who)
        n = settle_own(g, rules, who, mind.out[0])
    pick = np.int64((random >> np.uint64(16)) & np.uint64(0xFFFF)) % n
    apply(g, rules, mind.out[0, pick])
    if walk(g, rules, mind, who, mind.plan[who], 0) == 0:
        return
    copy_hot(scratch, buffers, PLAYOUT, WORLD)
    width = dial.width
    dial.width = halves_width
    search_world(scratch, buffers, rules, worth, dial, net, book, mind, who)
    dial.width = width
    if mind.counts[N_LEAVES] == 0:
        return
    note_best(scratch, net, mind, notes, who)
    note_half_turn(scratch[PLAYOUT], rules, worth, net, book, mind, notes, who)
    leaf = mind.leaves[0]
    if mind.length[leaf] > 1:
        lot = np.int64((random >> np.uint64(32)) & np.uint64(0xFFFF))
        steps = 1 + lot % (mind.length[leaf] - 1)
        if walk(scratch[PLAYOUT], rules, mind, who, mind.path[leaf], steps) > 0:
            note_half_turn(scratch[PLAYOUT], rules, worth, net, book, mind, notes, who)
