"""The choice of a learned player in a position, in compiled code."""

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine.jit import compiled, exported
from simulate.learned.network import blank
from simulate.learned.plan import (
    N_LEAVES,
    NODES,
    chance_of,
    judge_root,
    place_of,
    remember_plan,
    remembered,
    search_plans,
    take_node,
)
from simulate.learned.rollouts import best_of_plans

PLANS = 2  # a kind of policy, in addition to those of worth.py

declare(second_net=numba.typeof(blank()))


@compiled
def agreed_on(scratch, rules, worth, dial, second_net, book, mind, who):
    """The best leaf of ``mind.leaves`` by the average of the player's network and a second one.

    A search tends to find ends that its network overrates. A network of another training errs
    elsewhere, so the mean of both errs less (Krogh and Vedelsby 1995 on ensembles).
    """
    best, most = mind.leaves[0], -np.inf
    node = take_node(mind)
    for i in range(mind.counts[N_LEAVES]):
        leaf = mind.leaves[i]
        g, noted = scratch[NODES + leaf], mind.seen[who]
        judge_root(g, rules, worth, dial, second_net, book, mind, who, noted, node)
        value = mind.value[leaf] + dial.second * mind.value[node]
        if value > most:
            best, most = leaf, value
    return best


@exported
def plan_choice(scratch, buffers, rules, worth, dial, net, second_net, book, mind, who, out, n):
    """Index in ``out`` of a learned player's action in the position of ``scratch[0]``."""
    pick = remembered(scratch[0], buffers, mind, who, out, n)
    if pick >= 0:
        return pick
    word = chance_of(scratch[0], who)
    search_plans(scratch, buffers, rules, worth, dial, net, book, mind, who, word)
    if mind.counts[N_LEAVES] == 0:
        return 0
    leaf = mind.leaves[0]
    if dial.second > 0.0 and mind.counts[N_LEAVES] > 1:
        leaf = agreed_on(scratch, rules, worth, dial, second_net, book, mind, who)
    elif dial.playouts > 0 and mind.counts[N_LEAVES] > 1:
        leaf = best_of_plans(scratch, buffers, rules, worth, dial, net, book, mind, who)
    remember_plan(mind, who, leaf)
    return max(0, place_of(out, n, mind.plan[who, 0]))
