"""Krones, steps and victory points: every change of a track goes through here.

Each victory point is booked under a source, so that the sources of a player add up to the total.
A source is ``column * 256 + card``: the card index for staff, the log entry for guests.
"""

from simulate.engine.codes import (
    COL_EMPEROR,
    COL_GOODS,
    COL_KRONES,
    COL_VP,
    ERR_LOG,
    F_GOODS,
    GOODS,
    LOG_STAFF,
    PH_OVER,
    VP_GUESTS,
    VP_STAFF,
    VP_TRACK,
)
from simulate.engine.frames import push
from simulate.engine.jit import compiled
from simulate.engine.state import LOG


@compiled
def source(column, card):
    """The key under which VP are booked."""
    return column * 256 + card


@compiled
def log_card(g, seat, kind, card, came, paid):
    """Note that a card came to a player; return the number of the entry."""
    if g.log_size >= LOG:
        g.error = ERR_LOG
        g.phase = PH_OVER
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
def score(g, p, vp, src):
    """Book ``vp`` (may be negative; totals may fall below zero)."""
    column = src >> 8
    p.vp += vp
    p.vp_by[column] += vp
    if column == VP_STAFF:
        g.log[g.staff_entry[src & 255]].vp += vp
    elif column == VP_GUESTS:
        g.log[src & 255].vp += vp


@compiled
def gain_krones(rules, p, krones):
    """Money beyond the end of the track is lost."""
    p.krones = min(rules.krones_max, p.krones + krones)


@compiled
def advance(g, rules, p, steps):
    """Each step past the end of the emperor track scores instead."""
    room = rules.emperor_max - p.emperor
    if steps > room:
        p.emperor = rules.emperor_max
        score(g, p, (steps - room) * rules.emperor_overflow_vp, source(VP_TRACK, 0))
    else:
        p.emperor += steps


@compiled
def missing_anywhere(rules, p, good):
    """Does some guest in the cafe still want this good?"""
    for t in range(rules.tables):
        if p.cafe[t] >= 0 and p.missing[t, good] > 0:
            return True
    return False


@compiled
def receive(g, rules, who, strudel, cake, wine, coffee):
    """Goods just received go to guests or into the kitchen; ask only where there is a choice."""
    p = g.players[who]
    goods = (strudel, cake, wine, coffee)
    choice = False
    for k in range(GOODS):
        if goods[k] > 0:
            if missing_anywhere(rules, p, k):
                choice = True
            else:
                p.kitchen[k] += goods[k]
    if choice:
        f = push(g, F_GOODS, who, 0)
        for k in range(GOODS):
            if goods[k] > 0 and missing_anywhere(rules, p, k):
                f.goods[k] = goods[k]


@compiled
def gain(g, rules, who, row, src):
    """Carry out a row of plain gains: krones, steps, VP, goods."""
    p = g.players[who]
    e = rules.effects[row]
    if e[COL_KRONES] > 0:
        gain_krones(rules, p, e[COL_KRONES])
    if e[COL_EMPEROR] > 0:
        advance(g, rules, p, e[COL_EMPEROR])
    if e[COL_VP] != 0:
        score(g, p, e[COL_VP], src)
    if e[COL_GOODS] + e[COL_GOODS + 1] + e[COL_GOODS + 2] + e[COL_GOODS + 3] > 0:
        receive(g, rules, who, e[COL_GOODS], e[COL_GOODS + 1], e[COL_GOODS + 2], e[COL_GOODS + 3])
