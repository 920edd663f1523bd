"""The value of the celebrities of the round."""

from simulate.engine import codes as c
from simulate.engine.codes import LOUNGE
from simulate.engine.jit import compiled
from simulate.policies import features as w


@compiled
def celebrities_worth(g, rules, p, worth, who):
    """Celebrities of the round, for the rest of this turn and the player's other turn."""
    turns = 1.0 * max(0, 2 - p.turns_taken)
    if g.top > 0 and g.frames[0].kind == c.F_TURN and g.frames[0].player == who:
        turns -= worth.w[w.CELEBRITY_NOW]
    v = 0.0
    for place in range(LOUNGE):
        celebrity = p.celebrities[place]
        if celebrity >= 0:
            v += max(0.0, turns) * worth.celebrity[celebrity]
            if not (p.celebrity_used >> place) & 1:
                v += worth.celebrity_use[celebrity]
    return worth.w[w.CELEBRITY] * v
