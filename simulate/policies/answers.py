"""Values of cards in play that answer to events, including waiting ones."""

from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.policies import features as w


@compiled
def answers_worth(rules, p, worth, event):
    """The value of a player's cards each time an event happens."""
    v = 0.0
    if not (p.events >> event) & 1:
        return v
    for i in range(p.owners_size):
        first = rules.card_trigger[p.owners[i]]
        for t in range(first, first + rules.card_trigger_n[p.owners[i]]):
            if rules.trigger_event[t] == event:
                v += worth.trigger[t]
    return v


@compiled
def brought(p, event):
    """How much the action so far has brought of an event's quantity; 0 for other events."""
    if event == c.ON_ACTION_STEPS:
        return p.action_steps
    if event == c.ON_DISHES:
        return p.action_goods[0]
    if event == c.ON_DRINKS:
        return p.action_goods[1]
    return 0


@compiled
def due_worth(rules, p, worth):
    """Waiting cards whose event has happened, and answers to what was just received."""
    v = 0.0
    for i in range(p.staff_size):
        card = p.staff[i]
        if rules.staff_waits[card] and not p.staff_used[i]:
            t = rules.card_trigger[card]
            enough = brought(p, rules.trigger_event[t])
            if p.staff_due[i] or (enough > 0 and enough >= rules.trigger_min_goods[t]):
                v += worth.w[w.CARD_DUE] * worth.trigger[t]
    if p.owing:
        for i in range(c.OWED):
            if p.owed[i] > 0:
                v += p.owed[i] * answers_worth(rules, p, worth, c.FIRST_OWED + i)
    return v


@compiled
def fit_for_due(rules, p, worth, event, n):
    """Waiting cards that an action bringing ``n`` of something would make usable."""
    v = 0.0
    if not (p.events >> event) & 1:
        return v
    for i in range(p.staff_size):
        card = p.staff[i]
        if rules.staff_waits[card] and not p.staff_used[i]:
            t = rules.card_trigger[card]
            if rules.trigger_event[t] == event and n >= rules.trigger_min_goods[t]:
                v += worth.w[w.CARD_DUE] * worth.trigger[t]
    return v


@compiled
def helped_worth(rules, p, worth, kind, face, n):
    """The value that cards in play add to a main action of strength n about to be carried out."""
    if n <= 0:
        return 0.0
    if kind == c.A_HIRE:
        return answers_worth(rules, p, worth, c.ON_HIRE)
    if kind == c.A_TRACKS:
        steps = answers_worth(rules, p, worth, c.ON_ADVANCE)
        steps += worth.w[w.BONUS_STEP] * p.more_steps
        steps += fit_for_due(rules, p, worth, c.ON_ACTION_STEPS, n)
        krones = answers_worth(rules, p, worth, c.ON_KRONES)
        krones += worth.w[w.BONUS_KRONE] * p.more_krones
        # If the strength is split, both are received.
        return steps + krones if n > 1 else max(steps, krones)
    if kind == c.A_GOODS:
        v = 0.0
        if rules.action_goods_n[face] > 2 and n > 2:
            v = answers_worth(rules, p, worth, c.ON_CHAMPAGNE)
        event = c.ON_DISHES if rules.action_goods[face, 0] < c.DISHES else c.ON_DRINKS
        return v + fit_for_due(rules, p, worth, event, n)
    return 0.0
