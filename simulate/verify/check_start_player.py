"""Checks on who begins the round, and on the skeleton key."""

from simulate.engine.jit import compiled
from simulate.verify import check_codes as k
from simulate.verify.switching import fails


@compiled
def starting_player(g, rules, memo):
    """Who took the key begins the next round, else whoever sits next; there is one key at most."""
    if g.first_seat != memo[k.M_FIRST] and fails(k.FIRST_SEAT, memo):
        return k.FIRST_SEAT
    if (g.key_holder < -1 or g.key_holder >= g.n_players) and fails(k.KEY, memo):
        return k.KEY
    if g.key_holder >= 0 and not (rules.key and g.round_no > 0) and fails(k.KEY, memo):
        return k.KEY
    for seat in range(g.n_players):
        if g.players[seat].keys < (seat == g.key_holder) and fails(k.KEY, memo):
            return k.KEY
    return k.OK
