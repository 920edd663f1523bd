"""Notes that a position came up which rulebooks leave open, and keeps the simplest of its kind."""

from simulate.engine.codes import GOODS
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.verify.check_codes import M_GAME, M_GAPS

WORD_BITS = 60  # of a word of the memo that tells which positions a game has met


@compiled
def things(g):
    """How much lies on the table: the less, the simpler a position is to explain."""
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
def found(g, which, memo, tally):
    """A position of this kind came up: count its game once, keep it if none is simpler."""
    word, bit = M_GAPS[which // WORD_BITS], which % WORD_BITS
    if (memo[word] >> bit) & 1:
        return
    memo[word] |= 1 << bit
    tally.gaps[which] += 1
    weight = things(g)
    if tally.gaps[which] == 1 or weight < tally.gap_weight[which]:
        tally.gap_weight[which] = weight
        tally.gap_game[which] = memo[M_GAME]
        tally.gap_step[which] = g.decisions
