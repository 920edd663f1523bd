"""Checks on a game that is over."""

from simulate.engine.jit import compiled
from simulate.verify import check_codes as k
from simulate.verify.switching import must


@compiled
def at_the_end(g, rules, memo):
    """Nothing is left to decide, all rounds were played, and the ranks follow from the scores."""
    must(g.top == 0, k.END_FRAMES, memo)
    must(g.round_no == rules.rounds, k.END_ROUNDS, memo)
    must(g.decisions > 0, k.END_DECISIONS, memo)
    for i in range(g.n_players):
        p = g.players[i]
        must(p.offer_size == 0, k.END_OFFER, memo)
        better = 0
        for j in range(g.n_players):
            q = g.players[j]
            better += q.vp > p.vp or (q.vp == p.vp and q.tie_break > p.tie_break)
        must(p.rank == better + 1, k.END_RANK, memo)
