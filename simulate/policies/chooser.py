"""Which compiled policy decides for a seat."""

from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.engine.rng import below, draw
from simulate.policies.greedy import choose_greedy
from simulate.policies.search import SEARCH_SCRATCH, choose_search
from simulate.policies.worth import PLAYS_AT_RANDOM, SEARCHES

SCRATCH = SEARCH_SCRATCH  # game records that policies need: the game, and what is theirs


@compiled
def choose(policy, scratch, buffers, rules, worths, out, n):
    """Index of the action that ``policy`` takes of the ``n`` legal ones of ``scratch[0]``.

    ``scratch`` holds SCRATCH records (or more), of which only the first is kept.
    """
    g = scratch[0]
    if worths[policy].kind == PLAYS_AT_RANDOM:
        return below(draw(g.key, c.S_POLICY, g.decisions), n)
    if worths[policy].kind == SEARCHES:
        return choose_search(scratch, buffers, rules, worths[policy], out, n)
    return choose_greedy(scratch, buffers, rules, worths[policy], out, n)
