"""Notes that a position came up which rulebooks leave open, and saves the simplest of its kind."""

from simulate.engine.codes import GOODS
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.verify.check_codes import M_GAME


@compiled
def things(g):
    """The amount on the table: the less, the simpler a position is to explain."""
    n = g.n_players
    for i in range(g.n_players):
        p = g.players[i]
        n += p.hand_size + 2 * p.staff_size + bits(p.vacant | p.occupied)
        for t in range(len(p.cafe)):
            n += 2 * (p.cafe[t] >= 0)
        for good in range(GOODS):
            n += p.kitchen[good]
    return n


@compiled
def found(g, gap, memo):
    """A position of this kind came up: count its game once, and save it if none is simpler."""
    if gap.games > 0 and gap.last == memo[M_GAME]:
        return
    gap.games += 1
    gap.last = memo[M_GAME]
    weight = things(g)
    if gap.games == 1 or weight < gap.weight:
        gap.weight, gap.game, gap.step = weight, memo[M_GAME], g.decisions
