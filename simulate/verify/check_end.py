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
from simulate.verify.switching import fails


@compiled
def at_the_end(g, rules, memo):
    """Everything was decided, all rounds were played, and the ranks follow from the scores."""
    if g.top != 0 and fails(END_FRAMES, memo):
        return END_FRAMES
    if g.round_no != rules.rounds and fails(END_ROUNDS, memo):
        return END_ROUNDS
    if g.decisions <= 0 and fails(END_DECISIONS, memo):
        return END_DECISIONS
    for i in range(g.n_players):
        p = g.players[i]
        if p.offer_size != 0 and fails(END_OFFER, memo):
            return END_OFFER
        better = 0
        for j in range(g.n_players):
            q = g.players[j]
            if q.vp > p.vp or (q.vp == p.vp and q.tie_break > p.tie_break):
                better += 1
        if p.rank != better + 1 and fails(END_RANK, memo):
            return END_RANK
    return OK
