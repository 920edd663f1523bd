"""Checks on victory points: each source gave the VP that the position implies."""

from simulate.engine import codes as c
from simulate.engine.codes import PH_OVER, ROOMS, VP_SOURCES
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE
from simulate.verify import check_codes as k
from simulate.verify.check_ballrooms import ballroom_vp_due
from simulate.verify.check_players import pending_groups
from simulate.verify.switching import must


@compiled
def ledger(g, rules, memo, seat):
    p = g.players[seat]
    total = 0
    for source in range(VP_SOURCES):
        total += p.vp_by[source]
    must(total == p.vp, k.LEDGER, memo)
    cards_vp(g, rules, memo, seat)
    groups_vp(g, rules, memo, seat)
    cells_vp(rules, p, memo)
    track_vp(rules, p, memo, memo[k.M_TRACK + seat])
    final_vp(g, rules, p, memo)
    modules_vp(g, rules, memo, seat)


@compiled
def cards_vp(g, rules, memo, seat):
    """Guests and staff: the sum over the log; and departed guests are counted correctly."""
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
    must(guests == p.vp_by[c.VP_GUESTS] and staff == p.vp_by[c.VP_STAFF], k.LEDGER_CARDS, memo)
    must(gone == p.housed + memo[k.M_DANCED + seat], k.HOUSED, memo)
    must(orders_counted(g, rules, p, gone) and orders_vp == p.guest_vp, k.GUESTS_GONE, memo)


@compiled
def orders_counted(g, rules, p, gone):
    """Do the orders that count for politics cards match the ``gone`` guests who left?

    Where orders count as they are filled, those of guests still at tables count, too.
    """
    orders = 0
    for colour in range(len(p.orders)):
        for goods in range(len(p.orders[colour])):
            orders += p.orders[colour, goods]
    if not rules.politics_orders_filled:
        return orders == gone
    for t in range(p.tables):
        if p.cafe[t] >= 0 and p.missing_total[t] == 0 and g.log[p.cafe_entry[t]].used_round == 0:
            gone += 1
    return orders == gone


@compiled
def groups_vp(g, rules, memo, seat):
    """Occupancy bonuses in VP: each group once, unless its bonus is still pending."""
    p = g.players[seat]
    paid = p.groups_paid & ~pending_groups(g, seat) & ~memo[k.M_KINDS + seat]
    vp = memo[k.M_KIND_VP + seat]
    for group in range(rules.n_groups[p.board]):
        if (paid >> group) & 1:
            colour = rules.group_colour[p.board, group]
            if rules.bonus_kind[colour] == c.COL_VP:
                vp += rules.bonus[p.bonus_table, colour, rules.group_size[p.board, group]]
    must(vp == p.vp_by[c.VP_OCCUPANCY], k.LEDGER_GROUPS, memo)


@compiled
def cells_vp(rules, p, memo):
    """Cells that score when covered: once each, or at least once where they may score again."""
    vp = 0
    for room in range(ROOMS):
        if (p.covered >> room) & 1:
            vp += rules.cell_vp[room]
    booked = p.vp_by[c.VP_CELLS]
    must(booked == vp or (rules.cell_vp_again and booked > vp), k.LEDGER_CELLS, memo)


@compiled
def track_vp(rules, p, memo, scored):
    """The emperor track: VP of the scorings, plus whole steps beyond its end."""
    beyond = p.vp_by[c.VP_TRACK] - scored
    step = rules.emperor_overflow_vp
    must(beyond == 0 or (step != 0 and beyond > 0 and beyond % step == 0), k.LEDGER_TRACK, memo)


@compiled
def final_vp(g, rules, p, memo):
    """Final scoring: nothing before, and then according to the position."""
    rooms = 0
    left = 0
    stranded = 0
    if g.phase == PH_OVER:
        for room in range(ROOMS):
            if (p.occupied >> room) & 1:
                rooms += rules.floor_vp[room // c.COLUMNS]
        for good in range(c.GOODS):
            left += p.kitchen[good] * rules.final_good_vp
        left += p.krones * rules.final_krone_vp
        for t in range(p.tables):
            if p.cafe[t] >= 0 and not p.no_stranded:
                stranded += rules.stranded_vp
    must(rooms == p.vp_by[c.VP_FLOORS], k.LEDGER_FINAL, memo)
    must(left == p.vp_by[c.VP_LEFTOVERS] and left == p.tie_break, k.LEDGER_FINAL, memo)
    must(stranded == p.vp_by[c.VP_STRANDED], k.LEDGER_FINAL, memo)


@compiled
def modules_vp(g, rules, memo, seat):
    """Ballrooms, celebrities and the entrance: nothing without them, else the known amount."""
    p = g.players[seat]
    vp = p.vp_by[c.VP_BALLROOMS]
    known = memo[k.M_BALLROOM + seat] - ballroom_vp_due(g, rules, seat)
    must(vp == known or (memo[k.M_LOOSE] and vp > known), k.LEDGER_BALLROOMS, memo)
    of_celebrities = celebrities_vp(rules, memo, seat, p.vp_by[c.VP_CELEBRITIES])
    must(of_celebrities, k.LEDGER_CELEBRITIES, memo)
    vp = p.vp_by[c.VP_ENTRANCE]
    known = memo[k.M_ENTRANCE + seat]
    must(vp == known or (vp > known and brings_vp(rules, p)), k.LEDGER_ENTRANCE, memo)


@compiled
def celebrities_vp(rules, memo, seat, vp):
    """VP of celebrities: for waiting; more only for those who met one (or own such staff)."""
    waited = memo[k.M_WAITED + seat]
    if vp == waited:
        return True
    if (memo[k.M_MET] >> seat) & 1:
        return vp > waited
    for card in range(rules.n_staff):
        if rules.card_more_vp[card] > 0:
            return vp > waited
    return False


@compiled
def brings_vp(rules, p):
    """Does the entrance have effects of its own that may give VP?"""
    if p.entrance < 0:
        return False
    card = FIRST_ENTRANCE + p.entrance
    answers = rules.card_trigger_n[card] > 0 or rules.card_own_tiles[card] > 0
    answers = answers or rules.card_round_filled[card] != 0
    return answers or rules.entrance_effect_n[p.entrance] > 0
