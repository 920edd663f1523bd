"""Queued answers: to goods just received, and by cards used after an action."""

from simulate.engine import codes as c
from simulate.engine.codes import (
    AFTER_ACTION,
    AFTER_LAYING,
    F_DUE,
    F_GOODS,
    F_SPACE,
    F_TURN,
    FIRST_OWED,
    ON_ACTION_STEPS,
    ON_DISHES,
    ON_DRINKS,
    OWED,
    ROUND,
    U_ROUND,
    VP_STAFF,
)
from simulate.engine.effects import any_possible
from simulate.engine.frames import Deciding, a_of, action, kind_of, or_stop, pop, push
from simulate.engine.jit import compiled, exported, inlined
from simulate.engine.ledger import in_turn
from simulate.engine.staff import start_choice
from simulate.engine.triggers import NOW, answers

PER_ACTION = (1 << ON_ACTION_STEPS) | (1 << ON_DISHES) | (1 << ON_DRINKS)


@compiled
def forget_owed(p):
    """Clear the queue of answers."""
    for i in range(OWED):
        p.owed[i] = 0
    p.owing = 0


@compiled
def answers_now(rules, f):
    """Are receipts answered before the decision of this frame?"""
    if rules.answers_when == AFTER_LAYING:
        return f.kind != F_GOODS
    if rules.reward_action_apart and f.kind == F_SPACE:
        return True
    return rules.answers_when != AFTER_ACTION or f.kind == F_TURN


@exported
def settle_owed(g, rules, who):
    """Answer what the player received since the last decision, once for each time."""
    p = g.players[who]
    krones, champagne, steps = p.owed[0], p.owed[1], p.owed[2]
    forget_owed(p)
    if not in_turn(g):
        return
    for i, times in enumerate((krones, champagne, steps)):
        for _ in range(times):
            answers(g, rules, who, FIRST_OWED + i, 1, NOW)


@compiled
def forget_action(p):
    """A new action begins: nothing has been received in it."""
    p.action_steps = 0
    p.action_goods[0] = 0
    p.action_goods[1] = 0


@compiled
def answer_action(g, rules, who):
    """An action is over: answer its total receipts and offer cards that are due.

    Returns whether a frame was opened.
    """
    p = g.players[who]
    top = g.top
    if p.events & PER_ACTION:
        steps, dishes, drinks = p.action_steps, p.action_goods[0], p.action_goods[1]
        forget_action(p)
        if steps > 0:
            answers(g, rules, who, ON_ACTION_STEPS, steps, NOW)
        if dishes > 0:
            answers(g, rules, who, ON_DISHES, dishes, NOW)
        if drinks > 0:
            answers(g, rules, who, ON_DRINKS, drinks, NOW)
    if p.due:
        push(g, F_DUE, who, 0)
        p.due = 0
    return g.top > top


@inlined
def close_action(g, rules, who):
    """The same, with a fast exit for the many players who have nothing to answer."""
    p = g.players[who]
    if p.events & PER_ACTION or p.due:
        return answer_action(g, rules, who)
    return False


@compiled
def helps(g, rules, who, card):
    """Would any effect of a waiting card do something now?"""
    t = rules.card_trigger[card]
    return any_possible(g, rules, who, rules.trigger_effect[t], rules.trigger_effect_n[t])


@compiled
def is_offered(rules, f, p, i):
    """Is a waiting card due that a frame offers: any, or only one used once a round?"""
    if not p.staff_due[i]:
        return False
    return not f.marks & U_ROUND or rules.staff_timing[p.staff[i]] == ROUND


@compiled
def legal_due(g, rules, f, out):
    """Waiting cards whose event has happened; declining all of them keeps them waiting."""
    p = g.players[f.player]
    n = 0
    for i in range(p.staff_size):
        if is_offered(rules, f, p, i) and helps(g, rules, f.player, p.staff[i]):
            out[n] = action(c.USE_STAFF, p.staff[i])
            n += 1
    return or_stop(out, n)


@compiled
def finish_due(g, rules, f):
    """Unused cards wait for their event to happen again."""
    p = g.players[f.player]
    pop(g)
    for i in range(p.staff_size):
        if is_offered(rules, f, p, i):
            p.staff_due[i] = 0


@compiled
def apply_due(g, rules, f, act):
    """Use a waiting card; a bell card is then turned over for good."""
    if kind_of(act) == c.STOP:
        finish_due(g, rules, f)
        return
    who = f.player
    p = g.players[who]
    card = a_of(act)
    for i in range(p.staff_size):
        if p.staff[i] == card:
            p.staff_due[i] = 0
            p.staff_used[i] = 2 if rules.staff_timing[card] == c.BELL else 1
    t = rules.card_trigger[card]
    start_choice(g, rules, who, rules.trigger_effect[t], rules.trigger_effect_n[t], VP_STAFF, card)


DECISIONS = (Deciding(c.F_DUE, legal_due, apply_due, finish_due),)
