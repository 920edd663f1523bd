"""Checks on ballrooms, rehearsal rooms and dancers, and their VP."""

from simulate.engine import codes as c
from simulate.engine.codes import BALLROOMS as PLACES
from simulate.engine.codes import NO_CARD, ROWS, SECTIONS, TOP
from simulate.engine.jit import compiled
from simulate.verify import check_codes as k
from simulate.verify.switching import must


@compiled
def ballrooms(g, rules, memo, seen):
    """Each ballroom and rehearsal room exists once; every dancer rests, dances or was lost."""
    once = rooms_once(g, rules, seen)
    must(once, k.BALLROOMS, memo)
    if not once:  # dancers are where no known ballroom is
        return
    for seat in range(g.n_players):
        must(dancers(g, rules, memo, seat), k.DANCERS, memo)
    for place in range(PLACES):
        for row in range(ROWS):
            taken = 0
            for seat in range(g.n_players):
                taken += g.players[seat].dancers[place, row]
            balcony = place == PLACES - 1 and row == TOP
            if g.ballrooms[place] != NO_CARD and not balcony:
                most = rules.row_seats[g.ballrooms[place], row, g.n_players]
                must(taken <= most, k.SEATS, memo)


@compiled
def rooms_once(g, rules, seen):
    """Three ballrooms, and as many rehearsal rooms as are laid out, without duplicates."""
    for i in range(max(rules.n_ballrooms, rules.n_rehearsal)):
        seen[i] = 0
    there = 0
    for place in range(PLACES):
        ballroom = g.ballrooms[place]
        if ballroom == NO_CARD:
            continue
        if ballroom < 0 or ballroom >= rules.n_ballrooms or seen[ballroom] & 1:
            return False
        seen[ballroom] |= 1
        there += 1
    if there != min(rules.ballrooms, rules.n_ballrooms):
        return False
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
            return False
        seen[room] |= 2
        there += 1
    laid_out = rules.n_rehearsal if rules.all_rehearsal_rooms else g.n_players
    return there == (laid_out if rules.ballrooms > 0 else 0)


@compiled
def dancers(g, rules, memo, seat):
    """A player's dancers: resting in their sections, in a row, or lost to a penalty."""
    p = g.players[seat]
    had, there = 0, memo[k.M_LOST + seat]
    for section in range(SECTIONS):
        most = 0
        if p.rehearsal != NO_CARD:
            most = rules.section_dancers[p.rehearsal, section]
        if p.resting[section] < 0 or p.resting[section] > most:
            return False
        had += most
        there += p.resting[section]
    for place in range(PLACES):
        for row in range(ROWS):
            if p.dancers[place, row] < 0:
                return False
            if p.dancers[place, row] > 0 and g.ballrooms[place] == NO_CARD:
                return False
            there += p.dancers[place, row]
    return had == there


@compiled
def gained_vp(rules, first, n):
    """VP of the simple gains among effects."""
    vp = 0
    for row in range(first, first + n):
        if rules.effects[row, c.COL_CODE] == c.E_GAIN:
            vp += rules.effects[row, c.COL_VP]
    return vp


@compiled
def row_vp(g, rules, p, seat):
    """VP that the row of a seat in a ballroom gives a player."""
    ballroom, row = g.ballrooms[seat // ROWS], seat % ROWS
    once = gained_vp(rules, rules.row_effect[ballroom, row], rules.row_effect_n[ballroom, row])
    return once * p.row_bonus


@compiled
def section_vp(rules, p, section):
    """VP that an empty section gives a player."""
    first = rules.section_effect[p.rehearsal, section]
    return gained_vp(rules, first, rules.section_effect_n[p.rehearsal, section])


@compiled
def ballroom_vp_due(g, rules, seat):
    """VP of rows and sections still due to a player."""
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
