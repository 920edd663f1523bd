"""Checks on a game that is over."""

from simulate.engine.jit import compiled
from simulate.verify.check_codes import (
    END_DECISIONS,
    END_FRAMES,
    END_OFFER,
    END_RANK,
    END_ROUNDS,
    OK,
)


@compiled
def at_the_end(g, rules):
    """Everything was decided, all rounds were played, and the ranks follow from the scores."""
    if g.top != 0:
        return END_FRAMES
    if g.round_no != rules.rounds:
        return END_ROUNDS
    if g.decisions <= 0:
        return END_DECISIONS
    for i in range(g.n_players):
        p = g.players[i]
        if p.offer_size != 0:
            return END_OFFER
        better = 0
        for j in range(g.n_players):
            q = g.players[j]
            if q.vp > p.vp or (q.vp == p.vp and q.tie_break > p.tie_break):
                better += 1
        if p.rank != better + 1:
            return END_RANK
    return OK
