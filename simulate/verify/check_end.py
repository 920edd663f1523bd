"""Checks on a game that is over."""

from simulate.engine.jit import compiled
from simulate.verify import check_codes as k
from simulate.verify.switching import fails


@compiled
def at_the_end(g, rules, memo):
    """Everything was decided, all rounds were played, and the ranks follow from the scores."""
    if g.top != 0 and fails(k.END_FRAMES, memo):
        return k.END_FRAMES
    if g.round_no != rules.rounds and fails(k.END_ROUNDS, memo):
        return k.END_ROUNDS
    if g.decisions <= 0 and fails(k.END_DECISIONS, memo):
        return k.END_DECISIONS
    for i in range(g.n_players):
        p = g.players[i]
        if p.offer_size != 0 and fails(k.END_OFFER, memo):
            return k.END_OFFER
        better = 0
        for j in range(g.n_players):
            q = g.players[j]
            if q.vp > p.vp or (q.vp == p.vp and q.tie_break > p.tie_break):
                better += 1
        if p.rank != better + 1 and fails(k.END_RANK, memo):
            return k.END_RANK
    return k.OK
