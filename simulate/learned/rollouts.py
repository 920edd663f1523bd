"""Compare the best plans by rollouts to the end of the own next turn.

Each plan is followed in determinizations, the same for all plans, by players that look one action
ahead. The learned value judges the position at the end of the own next turn. Rollouts are spent
where the choice is close: after each stage the worse half of the plans drops out (sequential
halving: Karnin, Koren and Somekh 2013).
"""

import numpy as np

from simulate.engine.codes import F_TURN
from simulate.engine.jit import compiled, exported
from simulate.engine.machine import apply, settle
from simulate.engine.rng import mix
from simulate.engine.state import MAX_PLAYERS
from simulate.learned.features import best_rival, note_seen
from simulate.learned.plan import (
    FACTOR,
    N_LEAVES,
    NODES,
    PLAYOUT,
    SALT,
    judge_root,
    settle_own,
    take_node,
)
from simulate.learned.tastes import leaning
from simulate.policies.determinization import determinize
from simulate.policies.greedy import choose_greedy, copy_hot

OWN_VALUE = 3.0  # weight of the value of a plan's end, in rollouts
LONGEST = 400  # most decisions in a rollout


@compiled
def final_value(g, rules, dial, who):
    """The value of a finished game to a seat, on the scale of the learned value."""
    rival = best_rival(g, who)
    value = g.players[who].vp - dial.rivals * rival
    if dial.win != 0.0:
        mine = g.players[who].vp
        value += dial.win * (1.0 if mine > rival else 0.5 if mine == rival else 0.0)
    if dial.leans:
        value += leaning(g, rules, who, dial)
    return value


@compiled
def follow(scratch, buffers, rules, worth, dial, net, book, mind, who, node):
    """Play ``scratch[PLAYOUT]`` to the end of the seat's next turn; returns its value there.

    ``node``: the node used for judging the position.
    """
    g = scratch[PLAYOUT]
    out = mind.out[0]
    in_turn = False
    for _ in range(LONGEST):
        n = settle(g, rules, out)
        if n == 0:
            return final_value(g, rules, dial, who)
        seat = g.frames[g.top - 1].player
        if seat == who and not in_turn and g.frames[0].kind == F_TURN:
            in_turn = True
            note_seen(g, who, mind.seen[MAX_PLAYERS])
        pick = 0
        if n > 1:
            pick = choose_greedy(scratch[PLAYOUT:], buffers[PLAYOUT:], rules, worth, out, n)
        apply(g, rules, out[pick])
        if seat == who and in_turn and settle_own(g, rules, who, out) == 0:
            break
    judge_root(g, rules, worth, dial, net, book, mind, who, mind.seen[MAX_PLAYERS], node)
    return mind.value[node]


@exported
def best_of_plans(scratch, buffers, rules, worth, dial, net, book, mind, who):
    """The leaf of ``mind.leaves`` with the best rollouts, of ``dial.playouts`` in all."""
    plans = mind.counts[N_LEAVES]
    node = take_node(mind)
    for i in range(plans):
        mind.totals[mind.leaves[i]] = OWN_VALUE * mind.value[mind.leaves[i]]
    stages = 0
    while (1 << stages) < plans:
        stages += 1
    world = 0
    while plans > 1:
        for _ in range(max(1, dial.playouts // (stages * plans))):
            number = np.uint64(scratch[0].decisions * MAX_PLAYERS + who) * FACTOR
            word = mix(SALT + number + np.uint64(1 + world))
            world += 1
            for i in range(plans):
                copy_hot(scratch, buffers, PLAYOUT, NODES + mind.leaves[i])
                determinize(scratch[PLAYOUT], rules, who, word, mind.hidden)
                mind.totals[mind.leaves[i]] += follow(
                    scratch, buffers, rules, worth, dial, net, book, mind, who, node
                )
        for i in range(1, plans):
            leaf = mind.leaves[i]
            j = i
            while j > 0 and mind.totals[mind.leaves[j - 1]] < mind.totals[leaf]:
                mind.leaves[j] = mind.leaves[j - 1]
                j -= 1
            mind.leaves[j] = leaf
        plans = (plans + 1) // 2
    return mind.leaves[0]
