"""Lots: how players choose by chance, so that equal seeds stay in step.

Each action that comes into question has a random number, tied to the seat, to the place of the
decision in the game and to the action itself; the least is taken. Another ruleset, or another
decision somewhere else, then leaves a choice as it was unless it changes what there is to choose
from, and an action more or less changes it only if it is, or was, the least. No two decisions of a
game share their numbers, so that choices of a turn are independent of one another.
"""

import numpy as np

from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.engine.jit import compiled, inlined
from simulate.engine.rng import GOLDEN, draw, mix

# Kinds of actions that name a staff card: by its printed number, which a card taken out of the deck
# does not change.
STAFFED = 0
for _kind in (c.USE_STAFF, c.HIRE, c.BURY, c.REMOVE_STAFF, c.COPY_FINAL, c.DRAFT):
    STAFFED |= 1 << _kind


@compiled
def moment(g):
    """The place of a decision in the game as a number: who, in which phase or turn, after what.

    What others did, and how often, is not in it; see ``flow.place_of_turn`` and ``machine.count``.
    """
    where = (np.int64(g.round_no) * 16 + g.phase) * 512 + g.step
    return (where * 4 + g.frames[g.top - 1].player) * 2**31 + g.place


@compiled
def lot(word, rules, act):
    """The random number of an action in a decision, 64 bits."""
    act = np.int64(act)
    if (STAFFED >> kind_of(act)) & 1:
        act += (np.int64(rules.staff_number[a_of(act)]) - a_of(act)) << 16
    return mix(word + np.uint64(act) * GOLDEN)


@inlined
def any_of(g, rules, out, n):
    """Index of one of the ``n`` legal actions, each as likely as the others."""
    word = draw(g.key, c.S_POLICY, moment(g))
    best = 0
    least = lot(word, rules, out[0])
    for i in range(1, n):
        one = lot(word, rules, out[i])
        if one < least:
            least = one
            best = i
    return best
