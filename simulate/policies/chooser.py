"""Which compiled policy decides for a seat.

Searches are excluded. They are slow enough for Python to call them, and if they were linked into
the game loop, every user would have to compile them.
"""

from simulate.engine.jit import compiled, inlined
from simulate.policies.greedy import choose_greedy
from simulate.policies.lots import any_of
from simulate.policies.worth import PLAYS_AT_RANDOM

SCRATCH = 2  # game records that policies need: the game, and a one-action look-ahead


@inlined
def choose(policy, scratch, buffers, rules, worths, out, n):
    """Index of the action chosen by ``policy`` among the ``n`` legal ones of ``scratch[0]``.

    ``scratch`` holds SCRATCH records (or more); all but the first are overwritten.
    """
    if worths[policy].kind == PLAYS_AT_RANDOM:
        return any_of(scratch[0], rules, out, n)
    return choose_greedy(scratch, buffers, rules, worths[policy], out, n)


@compiled
def choose_for_python(policy, scratch, buffers, rules, worths, out, n):
    """``choose`` as a function of its own, whose machine code is cached."""
    return choose(policy, scratch, buffers, rules, worths, out, n)
