"""Random choices of players, made so that games with equal seeds stay in step.

Each candidate action has a random number, tied to the seat, to the place of the decision in the
game and to the action itself; the lowest wins. A choice then stays the same under another ruleset,
or after another decision elsewhere, unless the candidates change. An added or removed action
changes the choice only if it has, or had, the lowest number. No two decisions of a game share their
numbers, so that choices within a turn are independent.
"""

import numpy as np

from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.engine.jit import compiled, inlined
from simulate.engine.rng import GOLDEN, draw, mix

# Kinds of actions that name a staff card: by its printed number, so that taking another card out of
# the deck changes nothing.
STAFFED = 0
for _kind in (c.USE_STAFF, c.HIRE, c.BURY, c.REMOVE_STAFF, c.COPY_FINAL, c.DRAFT):
    STAFFED |= 1 << _kind


@compiled
def moment(g):
    """The place of a decision in the game as a number: who, in which phase or turn, after what.

    It does not depend on what others did, or how often; see ``flow.place_of_turn`` and
    ``machine.count``.
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
    """Index of one of the ``n`` legal actions, all equally likely."""
    word = draw(g.key, c.S_POLICY, moment(g))
    best = 0
    least = lot(word, rules, out[0])
    for i in range(1, n):
        one = lot(word, rules, out[i])
        if one < least:
            least = one
            best = i
    return best
