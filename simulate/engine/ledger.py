"""Krones, steps, goods and victory points: every change of a track goes through here.

Each victory point is booked under a source, so that the sources of a player add up to the total.
A source is ``column * 256 + card``: the card index for staff, the log entry for guests.

Events caused by receiving something are only queued here (``owe``): reactions.py answers them
before the next decision.
"""

from simulate.engine.codes import (
    CHAMPAGNE,
    CHOICE,
    COL_EMPEROR,
    COL_GOODS,
    COL_KRONES,
    COL_VP,
    ERR_LOG,
    F_GOODS,
    F_TURN,
    FIRST_OWED,
    GOODS,
    LOG_STAFF,
    ON_ADVANCE,
    ON_CHAMPAGNE,
    ON_KRONES,
    VP_CELEBRITIES,
    VP_GUESTS,
    VP_STAFF,
    VP_TRACK,
)
from simulate.engine.frames import fail, push
from simulate.engine.jit import compiled
from simulate.engine.state import LOG


@compiled
def source(column, card):
    """The key under which VP are booked."""
    return column * 256 + card


@compiled
def log_card(g, seat, kind, card, came, paid):
    """Log how a card came to a player; return the number of the entry."""
    if g.log_size >= LOG:
        fail(g, ERR_LOG)
        return LOG - 1
    e = g.log[g.log_size]
    e.seat = seat
    e.kind = kind
    e.card = card
    e.came = came
    e.came_round = g.round_no
    e.paid_in = paid
    e.used_round = 0
    e.paid = 0
    e.vp = 0
    if kind == LOG_STAFF:
        g.staff_entry[card] = g.log_size
    g.log_size += 1
    return g.log_size - 1


@compiled
def in_turn(g):
    """Is a turn in progress (not the set-up or a scoring)?"""
    return g.top > 0 and g.frames[0].kind == F_TURN


@compiled
def book(g, p, vp, src):
    """Book ``vp`` (may be negative; totals may fall below zero)."""
    column = src >> 8
    p.vp += vp
    p.vp_by[column] += vp
    if column == VP_STAFF:
        g.log[g.staff_entry[src & 255]].vp += vp
    elif column == VP_GUESTS:
        g.log[src & 255].vp += vp


@compiled
def score(g, p, vp, src):
    """Book ``vp``, and what a card adds whenever its owner receives any."""
    book(g, p, vp, src)
    if vp > 0 and p.more_vp > 0 and in_turn(g):
        book(g, p, p.more_vp, source(VP_CELEBRITIES, 0))


@compiled
def owe(p, event):
    """Queue an event that some card in play answers, once for each time it happens."""
    if (p.events >> event) & 1:
        p.owed[event - FIRST_OWED] += 1
        p.owing = 1


@compiled
def gain_krones(rules, p, krones):
    """Money beyond the end of the track is lost."""
    if krones <= 0:
        return
    p.krones = min(rules.krones_max, p.krones + krones + p.more_krones)
    p.most_krones = max(p.most_krones, p.krones)
    owe(p, ON_KRONES)


@compiled
def advance(g, rules, p, steps):
    """Advance on the emperor track; each step past its end scores instead."""
    if steps <= 0:
        return
    if p.more_steps > 0 and in_turn(g):
        steps += p.more_steps
    if rules.bell_sum_single_effect:
        p.action_steps = max(p.action_steps, steps)
    else:
        p.action_steps += steps
    owe(p, ON_ADVANCE)
    room = rules.emperor_max - p.emperor
    if steps > room:
        p.emperor = rules.emperor_max
        score(g, p, (steps - room) * rules.emperor_overflow_vp, source(VP_TRACK, 0))
    else:
        p.emperor += steps


@compiled
def serves_as(p, good, wanted, have):
    """How many of ``good`` (of ``have``) it takes to serve one ``wanted`` good; 0: it cannot."""
    if good == wanted or (p.stands_for[wanted] >> good) & 1:
        return 1
    if good == p.substitute_good and wanted < CHOICE and 0 < p.substitute <= have:
        return p.substitute
    return 0


@compiled
def missing_anywhere(p, good, have):
    """Does a guest in the café still want this good, or one that it can substitute for?"""
    for t in range(p.tables):
        if p.cafe[t] >= 0:
            if p.missing[t, good] > 0:
                return True
            if p.flexible:
                for wanted in range(GOODS):
                    if p.missing[t, wanted] > 0 and serves_as(p, good, wanted, have) > 0:
                        return True
    return False


@compiled
def receive(g, rules, who, strudel, cake, wine, coffee, champagne):
    """Goods just received go to guests or into the kitchen; ask only if there is a choice."""
    p = g.players[who]
    if champagne > 0:
        owe(p, ON_CHAMPAGNE)
        if p.kitchen[CHAMPAGNE] < 0:  # a dancer was sent on credit: see ballrooms.send
            due = min(champagne, -p.kitchen[CHAMPAGNE])
            p.kitchen[CHAMPAGNE] += due
            champagne -= due
    goods = (strudel, cake, wine, coffee, champagne)
    if rules.bell_sum_single_effect:
        p.action_goods[0] = max(p.action_goods[0], strudel + cake)
        p.action_goods[1] = max(p.action_goods[1], wine + coffee)
    else:
        p.action_goods[0] += strudel + cake
        p.action_goods[1] += wine + coffee
    choice = False
    for k in range(GOODS):
        if goods[k] > 0:
            if missing_anywhere(p, k, goods[k]):
                choice = True
            else:
                p.kitchen[k] += goods[k]
    if choice:
        f = push(g, F_GOODS, who, 0)
        for k in range(GOODS):
            if goods[k] > 0 and missing_anywhere(p, k, goods[k]):
                f.goods[k] = goods[k]


@compiled
def receive_all(g, rules, who, goods):
    """The same for an array of goods."""
    receive(g, rules, who, goods[0], goods[1], goods[2], goods[3], goods[4])


@compiled
def gain(g, rules, who, row, src, times=1):
    """Carry out a row of plain gains: krones, steps, VP, goods; each multiplied by ``times``."""
    p = g.players[who]
    e = rules.effects[row]
    if e[COL_KRONES] > 0:
        gain_krones(rules, p, times * e[COL_KRONES])
    if e[COL_EMPEROR] > 0:
        advance(g, rules, p, times * e[COL_EMPEROR])
    if e[COL_VP] != 0:
        score(g, p, times * e[COL_VP], src)
    goods = 0
    for k in range(GOODS):
        goods += e[COL_GOODS + k]
    if goods > 0:
        receive(
            g,
            rules,
            who,
            times * e[COL_GOODS],
            times * e[COL_GOODS + 1],
            times * e[COL_GOODS + 2],
            times * e[COL_GOODS + 3],
            times * e[COL_GOODS + 4],
        )
