"""Checks on victory points: each source brought what the position says it must have brought."""

from simulate.engine import codes as c
from simulate.engine.codes import PH_OVER, ROOMS, VP_SOURCES
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE
from simulate.verify.check_ballrooms import ballroom_vp_due
from simulate.verify.check_codes import (
    GUESTS_GONE,
    HOUSED,
    LEDGER,
    LEDGER_BALLROOMS,
    LEDGER_CARDS,
    LEDGER_CELEBRITIES,
    LEDGER_CELLS,
    LEDGER_ENTRANCE,
    LEDGER_FINAL,
    LEDGER_GROUPS,
    LEDGER_TRACK,
    M_BALLROOM,
    M_DANCED,
    M_ENTRANCE,
    M_KIND_VP,
    M_KINDS,
    M_LOOSE,
    M_MET,
    M_TRACK,
    M_WAITED,
    OK,
)
from simulate.verify.check_players import pending_groups
from simulate.verify.switching import fails, unless_off


@compiled
def ledger(g, rules, memo, seat):
    """A player's VP, source by source."""
    p = g.players[seat]
    total = 0
    for k in range(VP_SOURCES):
        total += p.vp_by[k]
    if total != p.vp and fails(LEDGER, memo):
        return LEDGER
    code = cards_vp(g, rules, memo, seat)
    if code == OK:
        code = unless_off(groups_vp(g, rules, memo, seat), memo)
    if code == OK:
        code = unless_off(cells_vp(rules, p), memo)
    if code == OK:
        code = unless_off(track_vp(rules, p, memo[M_TRACK + seat]), memo)
    if code == OK:
        code = unless_off(final_vp(g, rules, p), memo)
    if code == OK:
        code = modules_vp(g, rules, memo, seat)
    return code


@compiled
def cards_vp(g, rules, memo, seat):
    """Guests and staff: the sum over the log; and the guests who left are counted rightly."""
    p = g.players[seat]
    guests, staff, gone, orders_vp = 0, 0, 0, 0
    for i in range(g.log_size):
        e = g.log[i]
        if e.seat != seat:
            continue
        if e.kind == c.LOG_GUEST:
            guests += e.vp
            if e.used_round > 0:
                gone += 1
                orders_vp += rules.guest_vp[e.card]
        else:
            staff += e.vp
    if (guests != p.vp_by[c.VP_GUESTS] or staff != p.vp_by[c.VP_STAFF]) and fails(
        LEDGER_CARDS, memo
    ):
        return LEDGER_CARDS
    if gone != p.housed + memo[M_DANCED + seat] and fails(HOUSED, memo):
        return HOUSED
    orders = 0
    for colour in range(len(p.orders)):
        for goods in range(len(p.orders[colour])):
            orders += p.orders[colour, goods]
    if not (orders == gone and orders_vp == p.guest_vp) and fails(GUESTS_GONE, memo):
        return GUESTS_GONE
    return OK


@compiled
def groups_vp(g, rules, memo, seat):
    """Occupancy bonuses in VP: each group once, unless its bonus is still pending."""
    p = g.players[seat]
    paid = p.groups_paid & ~pending_groups(g, seat) & ~memo[M_KINDS + seat]
    vp = memo[M_KIND_VP + seat]
    for group in range(rules.n_groups[p.board]):
        if (paid >> group) & 1:
            colour = rules.group_colour[p.board, group]
            if rules.bonus_kind[colour] == c.COL_VP:
                vp += rules.bonus[p.bonus_table, colour, rules.group_size[p.board, group]]
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
        for t in range(p.tables):
            if p.cafe[t] >= 0 and not p.no_stranded:
                stranded += rules.stranded_vp
    if rooms != p.vp_by[c.VP_FLOORS] or left != p.vp_by[c.VP_LEFTOVERS]:
        return LEDGER_FINAL
    if stranded != p.vp_by[c.VP_STRANDED] or left != p.tie_break:
        return LEDGER_FINAL
    return OK


@compiled
def modules_vp(g, rules, memo, seat):
    """Ballrooms, celebrities and the entrance: nothing without them, else what is known of them."""
    p = g.players[seat]
    vp = p.vp_by[c.VP_BALLROOMS]
    known = memo[M_BALLROOM + seat] - ballroom_vp_due(g, rules, seat)
    if vp != known and not (memo[M_LOOSE] and vp > known) and fails(LEDGER_BALLROOMS, memo):
        return LEDGER_BALLROOMS
    if not celebrities_vp(rules, memo, seat, p.vp_by[c.VP_CELEBRITIES]) and fails(
        LEDGER_CELEBRITIES, memo
    ):
        return LEDGER_CELEBRITIES
    vp = p.vp_by[c.VP_ENTRANCE]
    known = memo[M_ENTRANCE + seat]
    if (vp != known and (vp < known or not brings_vp(rules, p))) and fails(LEDGER_ENTRANCE, memo):
        return LEDGER_ENTRANCE
    return OK


@compiled
def celebrities_vp(rules, memo, seat, vp):
    """VP of celebrities: for waiting, and more only for who met one (or owns staff like them)."""
    waited = memo[M_WAITED + seat]
    if vp == waited:
        return True
    if (memo[M_MET] >> seat) & 1:
        return vp > waited
    for card in range(rules.n_staff):
        if rules.card_more_vp[card] > 0:
            return vp > waited
    return False


@compiled
def brings_vp(rules, p):
    """Has the entrance effects of its own, which may bring VP?"""
    if p.entrance < 0:
        return False
    card = FIRST_ENTRANCE + p.entrance
    answers = rules.card_trigger_n[card] > 0 or rules.card_own_tiles[card] > 0
    answers = answers or rules.card_round_filled[card] != 0
    return answers or rules.entrance_effect_n[p.entrance] > 0
