"""Checks on victory points: each source brought what the position says it must have brought."""

from simulate.engine import codes as c
from simulate.engine.codes import PH_OVER, ROOMS, VP_SOURCES
from simulate.engine.jit import compiled
from simulate.engine.state import FIRST_ENTRANCE
from simulate.verify import check_codes as k
from simulate.verify.check_ballrooms import ballroom_vp_due
from simulate.verify.check_players import pending_groups
from simulate.verify.switching import fails, unless_off


@compiled
def ledger(g, rules, memo, seat):
    """A player's VP, source by source."""
    p = g.players[seat]
    total = 0
    for source in range(VP_SOURCES):
        total += p.vp_by[source]
    if total != p.vp and fails(k.LEDGER, memo):
        return k.LEDGER
    code = cards_vp(g, rules, memo, seat)
    if code == k.OK:
        code = unless_off(groups_vp(g, rules, memo, seat), memo)
    if code == k.OK:
        code = unless_off(cells_vp(rules, p), memo)
    if code == k.OK:
        code = unless_off(track_vp(rules, p, memo[k.M_TRACK + seat]), memo)
    if code == k.OK:
        code = unless_off(final_vp(g, rules, p), memo)
    if code == k.OK:
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
        k.LEDGER_CARDS, memo
    ):
        return k.LEDGER_CARDS
    if gone != p.housed + memo[k.M_DANCED + seat] and fails(k.HOUSED, memo):
        return k.HOUSED
    orders = 0
    for colour in range(len(p.orders)):
        for goods in range(len(p.orders[colour])):
            orders += p.orders[colour, goods]
    if not (orders == gone and orders_vp == p.guest_vp) and fails(k.GUESTS_GONE, memo):
        return k.GUESTS_GONE
    return k.OK


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
    return k.OK if vp == p.vp_by[c.VP_OCCUPANCY] else k.LEDGER_GROUPS


@compiled
def cells_vp(rules, p):
    """Cells that score when covered: once each, or at least once where they may score again."""
    vp = 0
    for room in range(ROOMS):
        if (p.covered >> room) & 1:
            vp += rules.cell_vp[room]
    booked = p.vp_by[c.VP_CELLS]
    if booked == vp or (rules.cell_vp_again and booked > vp):
        return k.OK
    return k.LEDGER_CELLS


@compiled
def track_vp(rules, p, scored):
    """The emperor track: what the scorings gave, plus whole steps beyond its end."""
    beyond = p.vp_by[c.VP_TRACK] - scored
    if beyond < 0:
        return k.LEDGER_TRACK
    if rules.emperor_overflow_vp == 0:
        return k.OK if beyond == 0 else k.LEDGER_TRACK
    return k.OK if beyond % rules.emperor_overflow_vp == 0 else k.LEDGER_TRACK


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
        for good in range(c.GOODS):
            left += p.kitchen[good] * rules.final_good_vp
        left += p.krones * rules.final_krone_vp
        for t in range(p.tables):
            if p.cafe[t] >= 0 and not p.no_stranded:
                stranded += rules.stranded_vp
    if rooms != p.vp_by[c.VP_FLOORS] or left != p.vp_by[c.VP_LEFTOVERS]:
        return k.LEDGER_FINAL
    if stranded != p.vp_by[c.VP_STRANDED] or left != p.tie_break:
        return k.LEDGER_FINAL
    return k.OK


@compiled
def modules_vp(g, rules, memo, seat):
    """Ballrooms, celebrities and the entrance: nothing without them, else what is known of them."""
    p = g.players[seat]
    vp = p.vp_by[c.VP_BALLROOMS]
    known = memo[k.M_BALLROOM + seat] - ballroom_vp_due(g, rules, seat)
    if vp != known and not (memo[k.M_LOOSE] and vp > known) and fails(k.LEDGER_BALLROOMS, memo):
        return k.LEDGER_BALLROOMS
    if not celebrities_vp(rules, memo, seat, p.vp_by[c.VP_CELEBRITIES]) and fails(
        k.LEDGER_CELEBRITIES, memo
    ):
        return k.LEDGER_CELEBRITIES
    vp = p.vp_by[c.VP_ENTRANCE]
    known = memo[k.M_ENTRANCE + seat]
    if (vp != known and (vp < known or not brings_vp(rules, p))) and fails(k.LEDGER_ENTRANCE, memo):
        return k.LEDGER_ENTRANCE
    return k.OK


@compiled
def celebrities_vp(rules, memo, seat, vp):
    """VP of celebrities: for waiting, and more only for who met one (or owns staff like them)."""
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
    """Has the entrance effects of its own, which may bring VP?"""
    if p.entrance < 0:
        return False
    card = FIRST_ENTRANCE + p.entrance
    answers = rules.card_trigger_n[card] > 0 or rules.card_own_tiles[card] > 0
    answers = answers or rules.card_round_filled[card] != 0
    return answers or rules.entrance_effect_n[p.entrance] > 0
