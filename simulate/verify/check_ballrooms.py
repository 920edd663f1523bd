"""Checks on ballrooms, rehearsal rooms and dancers, and the VP that these bring."""

from simulate.engine import codes as c
from simulate.engine.codes import BALLROOMS as PLACES
from simulate.engine.codes import NO_CARD, ROWS, SECTIONS, TOP
from simulate.engine.jit import compiled
from simulate.verify import check_codes as k
from simulate.verify.switching import fails, unless_off


@compiled
def ballrooms(g, rules, memo, seen):
    """Ballrooms and rehearsal rooms are there once; every dancer rests, dances or was lost."""
    code = rooms_once(g, rules, seen)
    if code != k.OK:  # dancers are where no ballroom is known
        return unless_off(code, memo)
    for seat in range(g.n_players):
        if code == k.OK:
            code = unless_off(dancers(g, rules, memo, seat), memo)
    for place in range(PLACES):
        for row in range(ROWS):
            taken = 0
            for seat in range(g.n_players):
                taken += g.players[seat].dancers[place, row]
            balcony = place == PLACES - 1 and row == TOP
            if code == k.OK and taken > 0 and not balcony:
                most = rules.row_seats[g.ballrooms[place], row, g.n_players]
                if taken > most and fails(k.SEATS, memo):
                    return k.SEATS
    return code


@compiled
def rooms_once(g, rules, seen):
    """Three ballrooms, and as many rehearsal rooms as are laid out, none of them twice."""
    for i in range(max(rules.n_ballrooms, rules.n_rehearsal)):
        seen[i] = 0
    there = 0
    for place in range(PLACES):
        ballroom = g.ballrooms[place]
        if ballroom == NO_CARD:
            continue
        if ballroom < 0 or ballroom >= rules.n_ballrooms or seen[ballroom] & 1:
            return k.BALLROOMS
        seen[ballroom] |= 1
        there += 1
    if there != min(rules.ballrooms, rules.n_ballrooms):
        return k.BALLROOMS
    there = 0
    for i in range(len(g.rehearsal_rooms) + g.n_players):
        room = NO_CARD
        if i < len(g.rehearsal_rooms):
            room = g.rehearsal_rooms[i]
        else:
            room = g.players[i - len(g.rehearsal_rooms)].rehearsal
        if room == NO_CARD:
            continue
        if room < 0 or room >= rules.n_rehearsal or seen[room] & 2:
            return k.BALLROOMS
        seen[room] |= 2
        there += 1
    laid_out = rules.n_rehearsal if rules.all_rehearsal_rooms else g.n_players
    return k.OK if there == (laid_out if rules.ballrooms > 0 else 0) else k.BALLROOMS


@compiled
def dancers(g, rules, memo, seat):
    """A player's dancers: resting in their sections, in a row, or given up for a penalty."""
    p = g.players[seat]
    had, there = 0, memo[k.M_LOST + seat]
    for section in range(SECTIONS):
        most = 0
        if p.rehearsal != NO_CARD:
            most = rules.section_dancers[p.rehearsal, section]
        if p.resting[section] < 0 or p.resting[section] > most:
            return k.DANCERS
        had += most
        there += p.resting[section]
    for place in range(PLACES):
        for row in range(ROWS):
            if p.dancers[place, row] < 0:
                return k.DANCERS
            if p.dancers[place, row] > 0 and g.ballrooms[place] == NO_CARD:
                return k.DANCERS
            there += p.dancers[place, row]
    return k.OK if had == there else k.DANCERS


@compiled
def gained_vp(rules, first, n):
    """VP of the plain gains among effects."""
    vp = 0
    for row in range(first, first + n):
        if rules.effects[row, c.COL_CODE] == c.E_GAIN:
            vp += rules.effects[row, c.COL_VP]
    return vp


@compiled
def row_vp(g, rules, p, seat):
    """VP that the row of a seat in a ballroom brings a player."""
    ballroom, row = g.ballrooms[seat // ROWS], seat % ROWS
    once = gained_vp(rules, rules.row_effect[ballroom, row], rules.row_effect_n[ballroom, row])
    return once * p.row_bonus


@compiled
def section_vp(rules, p, section):
    """VP that an empty section brings a player."""
    first = rules.section_effect[p.rehearsal, section]
    return gained_vp(rules, first, rules.section_effect_n[p.rehearsal, section])


@compiled
def ballroom_vp_due(g, rules, seat):
    """VP of rows and sections that a player has not taken yet."""
    p = g.players[seat]
    vp = 0
    for i in range(g.top):
        f = g.frames[i]
        if f.player == seat and f.kind == c.F_REWARDS:
            if f.marks & c.R_ROW_DUE:
                vp += row_vp(g, rules, p, f.seat)
            if f.marks & c.R_SECTION_DUE:
                vp += section_vp(rules, p, f.section)
    return vp
