"""Checks on victory points: each source brought what the position says it must have brought."""

from simulate.engine import codes as c
from simulate.engine.codes import PH_OVER, ROOMS, VP_SOURCES
from simulate.verify.check_codes import (
    HOUSED,
    LEDGER,
    LEDGER_CARDS,
    LEDGER_CELLS,
    LEDGER_FINAL,
    LEDGER_GROUPS,
    LEDGER_TRACK,
    M_TRACK,
    OK,
)
from simulate.verify.check_players import pending_groups
from simulate.verify.jit import compiled


@compiled
def ledger(g, rules, memo, seat):
    """A player's VP, source by source."""
    p = g.players[seat]
    total = 0
    for k in range(VP_SOURCES):
        total += p.vp_by[k]
    if total != p.vp:
        return LEDGER
    code = cards_vp(g, seat)
    if code == OK:
        code = groups_vp(g, rules, seat)
    if code == OK:
        code = cells_vp(rules, p)
    if code == OK:
        code = track_vp(rules, p, memo[M_TRACK + seat])
    if code == OK:
        code = final_vp(g, rules, p)
    return code


@compiled
def cards_vp(g, seat):
    """Guests and staff: the sum over the log; and the guests housed are counted rightly."""
    p = g.players[seat]
    guests = 0
    staff = 0
    housed = 0
    for i in range(g.log_size):
        e = g.log[i]
        if e.seat != seat:
            continue
        if e.kind == c.LOG_GUEST:
            guests += e.vp
            if e.used_round > 0:
                housed += 1
        else:
            staff += e.vp
    if guests != p.vp_by[c.VP_GUESTS] or staff != p.vp_by[c.VP_STAFF]:
        return LEDGER_CARDS
    return OK if housed == p.housed else HOUSED


@compiled
def groups_vp(g, rules, seat):
    """Occupancy bonuses in VP: each group once, unless its bonus is still pending."""
    p = g.players[seat]
    paid = p.groups_paid & ~pending_groups(g, seat)
    vp = 0
    for group in range(rules.n_groups[p.board]):
        if (paid >> group) & 1:
            colour = rules.group_colour[p.board, group]
            if rules.bonus_kind[colour] == c.COL_VP:
                vp += rules.bonus[colour, rules.group_size[p.board, group]]
    return OK if vp == p.vp_by[c.VP_OCCUPANCY] else LEDGER_GROUPS


@compiled
def cells_vp(rules, p):
    """Cells that score when covered: once each, or at least once where they may score again."""
    vp = 0
    for room in range(ROOMS):
        if (p.covered >> room) & 1:
            vp += rules.cell_vp[room]
    booked = p.vp_by[c.VP_CELLS]
    if booked == vp or (rules.cell_vp_again and booked > vp):
        return OK
    return LEDGER_CELLS


@compiled
def track_vp(rules, p, scored):
    """The emperor track: what the scorings gave, plus whole steps beyond its end."""
    beyond = p.vp_by[c.VP_TRACK] - scored
    if beyond < 0:
        return LEDGER_TRACK
    if rules.emperor_overflow_vp == 0:
        return OK if beyond == 0 else LEDGER_TRACK
    return OK if beyond % rules.emperor_overflow_vp == 0 else LEDGER_TRACK


@compiled
def final_vp(g, rules, p):
    """What is scored only at the end: nothing before, and by the position then."""
    rooms = 0
    left = 0
    stranded = 0
    if g.phase == PH_OVER:
        for room in range(ROOMS):
            if (p.occupied >> room) & 1:
                rooms += rules.floor_vp[room // c.COLUMNS]
        for k in range(c.GOODS):
            left += p.kitchen[k] * rules.final_good_vp
        left += p.krones * rules.final_krone_vp
        for t in range(rules.tables):
            if p.cafe[t] >= 0:
                stranded += rules.stranded_vp
    if rooms != p.vp_by[c.VP_FLOORS] or left != p.vp_by[c.VP_LEFTOVERS]:
        return LEDGER_FINAL
    if stranded != p.vp_by[c.VP_STRANDED] or left != p.tie_break:
        return LEDGER_FINAL
    return OK
