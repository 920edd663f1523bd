"""What a learned player does in a position, in compiled code."""

from simulate.engine.jit import exported
from simulate.learned.plan import (
    N_LEAVES,
    chance_of,
    place_of,
    remember_plan,
    remembered,
    search_plans,
)
from simulate.learned.rollouts import best_of_plans

PLANS = 2  # a kind of policy, in addition to those of worth.py


@exported
def plan_choice(scratch, buffers, rules, worth, dial, net, book, mind, who, out, n):
    """Place in ``out`` of what a learned player does in the position of ``scratch[0]``."""
    pick = remembered(scratch[0], buffers, mind, who, out, n)
    if pick >= 0:
        return pick
    word = chance_of(scratch[0], who)
    search_plans(scratch, buffers, rules, worth, dial, net, book, mind, who, word)
    if mind.counts[N_LEAVES] == 0:
        return 0
    leaf = mind.leaves[0]
    if dial.playouts > 0 and mind.counts[N_LEAVES] > 1:
        leaf = best_of_plans(scratch, buffers, rules, worth, dial, net, book, mind, who)
    remember_plan(mind, who, leaf)
    return max(0, place_of(out, n, mind.plan[who, 0]))
