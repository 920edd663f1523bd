"""Dancers: seats in the ballrooms, sending a dancer there, and the scoring of a ballroom.

A seat is named by one number: ``place * ROWS + row``, places from the left, rows from the bottom.
"""

from simulate.engine import codes as c
from simulate.engine.codes import (
    BALLROOMS,
    CHAMPAGNE,
    ON_DANCER,
    ROWS,
    SECTIONS,
    TOP,
    VP_BALLROOMS,
    VP_ENTRANCE,
)
from simulate.engine.jit import compiled
from simulate.engine.ledger import score, source
from simulate.engine.triggers import NOW, answers, start_effects

FREE_DANCER = 9  # a reduction that covers every price


@compiled
def dancers_in(p, place):
    """A player's dancers in a ballroom."""
    n = 0
    for row in range(ROWS):
        n += p.dancers[place, row]
    return n


@compiled
def seat_free(g, rules, place, row):
    """Is a seat free in a row? In the top row of the last ballroom one always is."""
    if g.ballrooms[place] < 0:
        return False
    if place == BALLROOMS - 1 and row == TOP:
        return True
    taken = 0
    for i in range(g.n_players):
        taken += g.players[i].dancers[place, row]
    return taken < rules.row_seats[g.ballrooms[place], row, g.n_players]


@compiled
def dancer_price(g, rules, place, row, less):
    """Champagne for a dancer in a row."""
    return max(0, rules.row_champagne[g.ballrooms[place], row] - less)


@compiled
def champagne_of(rules, first, n):
    """Champagne that a list of effects gives unconditionally."""
    champagne = 0
    for row in range(first, first + n):
        if rules.effects[row, c.COL_CODE] == c.E_GAIN:
            champagne += rules.effects[row, c.COL_GOODS + CHAMPAGNE]
    return champagne


@compiled
def section_champagne(rules, p, section):
    """Champagne from a section if the next dancer is its last one."""
    if p.resting[section] != 1:
        return 0
    n = rules.section_effect_n[p.rehearsal, section]
    return champagne_of(rules, rules.section_effect[p.rehearsal, section], n)


@compiled
def can_send(g, rules, p, seat, section, less):
    """May a dancer of a section go to a seat, and can the player pay for it?"""
    place, row = seat // ROWS, seat % ROWS
    if p.resting[section] == 0 or not seat_free(g, rules, place, row):
        return False
    champagne = p.kitchen[CHAMPAGNE]
    if rules.section_bonus_before_paying:
        champagne += section_champagne(rules, p, section)
    return dancer_price(g, rules, place, row, less) <= champagne


@compiled
def some_seat(g, rules, p, less):
    """Could the player send any dancer to any seat?"""
    if rules.ballrooms == 0:
        return False
    for seat in range(BALLROOMS * ROWS):
        for section in range(SECTIONS):
            if can_send(g, rules, p, seat, section, less):
                return True
    return False


@compiled
def send(g, rules, who, seat, section, less):
    """Pay for a dancer and place it. Returns whether its section is empty now.

    Where a section pays first, its champagne may be spent: receive() settles the debt.
    """
    p = g.players[who]
    place, row = seat // ROWS, seat % ROWS
    p.kitchen[CHAMPAGNE] -= dancer_price(g, rules, place, row, less)
    p.resting[section] -= 1
    p.dancers[place, row] += 1
    emptied = p.resting[section] == 0
    if emptied and rules.section_bonus_before_paying:
        section_bonus(g, rules, who, section)
        emptied = False
    answers(g, rules, who, ON_DANCER, 0, NOW)
    return emptied


@compiled
def has_row_bonus(g, rules, seat):
    """Does the row give anything?"""
    return rules.row_effect_n[g.ballrooms[seat // ROWS], seat % ROWS] > 0


@compiled
def row_bonus(g, rules, who, seat):
    """Gain the bonus of a seat's row as often as the player has it, as several gains or as one."""
    ballroom, row = g.ballrooms[seat // ROWS], seat % ROWS
    first, n = rules.row_effect[ballroom, row], rules.row_effect_n[ballroom, row]
    times = g.players[who].row_bonus
    src = source(VP_BALLROOMS, 0)
    if rules.row_bonus_one:
        start_effects(g, rules, who, first, n, src, times)
    else:
        for _ in range(times):
            start_effects(g, rules, who, first, n, src)


@compiled
def section_bonus(g, rules, who, section):
    """The bonus of a section when its last dancer has left."""
    rehearsal = g.players[who].rehearsal
    start_effects(
        g,
        rules,
        who,
        rules.section_effect[rehearsal, section],
        rules.section_effect_n[rehearsal, section],
        source(VP_BALLROOMS, 0),
    )


@compiled
def score_ballroom(g, rules, place):
    """Score a ballroom for all players."""
    ballroom = g.ballrooms[place]
    if ballroom < 0:
        return
    kind = rules.ballroom_scoring[ballroom]
    for i in range(g.n_players):
        p = g.players[i]
        n = dancers_in(p, place)
        if n == 0:
            score(g, p, rules.absent_vp, source(VP_BALLROOMS, 0))
            continue
        if kind == c.B_BEST_ROW:
            vp = n * (best_row(p, place) + 1)
        elif kind == c.B_DANCERS_TABLE:
            last = rules.ballroom_vp_n[ballroom, g.n_players] - 1
            vp = rules.ballroom_vp[ballroom, g.n_players, min(n - 1, last)]
        elif kind == c.B_PER_DANCERS:
            each = rules.ballroom_vp[ballroom, g.n_players, 0]
            vp = n // rules.ballroom_per[ballroom] * each
        elif kind == c.B_MAJORITY:
            vp = majority_vp(g, rules, i, place, -1)
        else:
            vp = 0
            for row in range(ROWS):
                vp += majority_vp(g, rules, i, place, row)
        score(g, p, vp, source(VP_BALLROOMS, 0))
        if p.most_dancers_vp > 0 and alone_ahead(g, i, place):
            score(g, p, p.most_dancers_vp, source(VP_ENTRANCE, 0))


@compiled
def best_row(p, place):
    """The highest row in which a player has a dancer (there must be one)."""
    best = 0
    for row in range(ROWS):
        if p.dancers[place, row] > 0:
            best = row
    return best


@compiled
def dancers_of(p, place, row):
    """Dancers in a row; in all rows for -1."""
    return dancers_in(p, place) if row < 0 else p.dancers[place, row]


@compiled
def majority_vp(g, rules, who, place, row):
    """VP for the rank in a row (-1: in all rows); tied players share the ranks they occupy."""
    ballroom = g.ballrooms[place]
    mine = dancers_of(g.players[who], place, row)
    if mine == 0:
        return 0
    ahead, tied = 0, 0
    for i in range(g.n_players):
        theirs = dancers_of(g.players[i], place, row)
        ahead += theirs > mine
        tied += theirs == mine
    total = 0
    for rank in range(ahead, min(ahead + tied, rules.ballroom_vp_n[ballroom, g.n_players])):
        total += rules.ballroom_vp[ballroom, g.n_players, rank]
    return total // tied


@compiled
def alone_ahead(g, who, place):
    """Has a player strictly more dancers in a ballroom than anybody else?"""
    mine = dancers_in(g.players[who], place)
    for i in range(g.n_players):
        if i != who and dancers_in(g.players[i], place) >= mine:
            return False
    return True
