"""The value of the skeleton key."""

from simulate.engine.jit import compiled
from simulate.policies import features as w


@compiled
def key_worth(g, rules, worth, who):
    """The skeleton key: places gained in the next round's order, against krones for the others."""
    if g.key_holder != who:
        return 0.0
    v = 0.0
    for k in range(g.n_players - 1):
        v -= worth.w[w.KEY_GIFT] * rules.key_krones[k]
    if g.round_no < rules.rounds:
        v += worth.w[w.KEY_PLACE] * ((who - g.first_seat - 1 + g.n_players) % g.n_players)
    return v
