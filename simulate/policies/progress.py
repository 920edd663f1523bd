"""How likely a politics card is to be fulfilled, by the progress toward its conditions."""

from simulate.engine.count import count
from simulate.engine.jit import compiled


@compiled
def politics_chance(rules, p, card, turns):
    """The chance to fulfil a politics card: the cube of the progress, less when time is short."""
    have = 0.0
    want = 0.0
    for j in range(rules.politics_needs[card]):
        need = rules.need_at_least[card, j]
        got = count(rules, p, rules.need_count[card, j], rules.need_arg[card, j])
        have += min(got, need) / need
        want += 1.0
    progress = have / want
    if progress == 1.0:
        return 0.95
    return progress * progress * progress * min(1.0, (turns + 1) / 6.0)
