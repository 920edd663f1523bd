"""Which compiled policy decides for a seat."""

from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.engine.rng import below, draw
from simulate.policies.greedy import choose_greedy

RANDOM = 0


@compiled
def choose(policy, scratch, buffers, rules, worths, out, n):
    """Index of the action that ``policy`` takes of the ``n`` legal ones of ``scratch[0]``.

    Policy 0 is uniformly random; policy i is greedy by the values of ``worths[i]``.
    """
    g = scratch[0]
    if policy == RANDOM:
        return below(draw(g.key, c.S_POLICY, g.decisions), n)
    return choose_greedy(scratch, buffers, rules, worths[policy], out, n)
