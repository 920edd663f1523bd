"""Which compiled policy decides for a seat.

Searches are not among them: they take so long that Python may ask them, and linked into the loop
of whole games they would have to be compiled by everybody.
"""

from simulate.engine.jit import compiled, inlined
from simulate.policies.greedy import choose_greedy
from simulate.policies.lots import any_of
from simulate.policies.worth import PLAYS_AT_RANDOM

SCRATCH = 2  # game records that policies need: the game, and a look one action ahead


@inlined
def choose(policy, scratch, buffers, rules, worths, out, n):
    """Index of the action that ``policy`` takes of the ``n`` legal ones of ``scratch[0]``.

    ``scratch`` holds SCRATCH records (or more), of which only the first is kept.
    """
    if worths[policy].kind == PLAYS_AT_RANDOM:
        return any_of(scratch[0], rules, out, n)
    return choose_greedy(scratch, buffers, rules, worths[policy], out, n)


@compiled
def choose_for_python(policy, scratch, buffers, rules, worths, out, n):
    """``choose`` as a function of its own, whose machine code is kept."""
    return choose(policy, scratch, buffers, rules, worths, out, n)
