"""Checks on the start player of a round and on the skeleton key."""

from simulate.engine.jit import compiled
from simulate.verify import check_codes as k
from simulate.verify.switching import must


@compiled
def starting_player(g, rules, memo):
    """The holder of the key begins the next round, else the next seat; there is at most one key."""
    must(g.first_seat == memo[k.M_FIRST], k.FIRST_SEAT, memo)
    must(-1 <= g.key_holder < g.n_players, k.KEY, memo)
    must(g.key_holder < 0 or (rules.key and g.round_no > 0), k.KEY, memo)
    for seat in range(g.n_players):
        must(g.players[seat].keys >= (seat == g.key_holder), k.KEY, memo)
