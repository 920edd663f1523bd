"""The value of staff cards: those in play, and the best one that could be played."""

from simulate.engine import codes as c
from simulate.engine.count import scored_vp
from simulate.engine.jit import compiled
from simulate.engine.staff import hire_price
from simulate.policies import features as w
from simulate.policies.standing import TURNS_IN_GAME, between


@compiled
def emperor_kept(g, rules, p):
    """Steps left after the remaining retreats."""
    position = p.emperor
    for k in range(rules.n_scorings):
        if rules.scoring_round[k] >= g.round_no:
            position = max(0, position - rules.retreat[k])
    return position


@compiled
def end_card_worth(g, rules, p, worth, card, turns):
    """A final-scoring card: its points today, grown over the remaining turns."""
    if rules.staff_copies[card]:
        return worth.w[w.COPIED_CARD]
    first = rules.card_effect[card]
    points = 0.0
    for row in range(first, first + rules.card_effect_n[card]):
        e = rules.effects[row]
        if e[c.COL_CODE] != c.E_SCORE:
            continue
        if e[c.COL_PER] == c.N_EMPEROR and g.phase < c.PH_FINAL_STAFF:
            points += min(e[c.COL_N] * emperor_kept(g, rules, p), e[c.COL_MAX])
        else:
            points += scored_vp(rules, p, row)
    points *= 1.0 + worth.w[w.END_GROWTH] * turns
    return points + worth.w[w.END_START] * worth.staff_end_vp[card] * turns / 2


@compiled
def card_worth(g, rules, p, worth, card, turns):
    """Future value of a card in play (0 for a card that acted when it was played)."""
    timing = rules.staff_timing[card]
    if timing == c.PERMANENT:
        return worth.staff[card] * turns / TURNS_IN_GAME
    if timing == c.ROUND:
        return worth.staff_round[card] * ((turns + 1) / 2)
    if timing == c.END:
        return end_card_worth(g, rules, p, worth, card, turns)
    if timing == c.BELL:
        return worth.staff_bell[card] * min(1.0, (turns + 1) / worth.w[w.BELL_TURNS])
    return 0.0


@compiled
def best_hire(g, rules, p, worth, discount, turns):
    """The value of the best card of the hand, less its price."""
    best = 0.0
    for i in range(p.hand_size):
        card = p.hand[i]
        price = hire_price(rules, card, discount)
        if price <= p.krones:
            brings = card_worth(g, rules, p, worth, card, turns) + worth.w[w.STAFF_CARD]
            brings += between(worth, worth.staff_once_late[card], worth.staff_once[card], turns)
            best = max(best, brings - worth.w[w.HIRE_PRICE] * price)
    return best
