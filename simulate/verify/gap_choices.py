"""Finds open positions about what may be done, or counts: the older rulings with a switch."""

from simulate.engine import codes as c
from simulate.engine.additional import can_serve, own_tile, tile_brings
from simulate.engine.cafe import free_table, row_price
from simulate.engine.codes import CHAMPAGNE, COL_CODE
from simulate.engine.emperor import can_suffer
from simulate.engine.frames import a_of, b_of, kind_of
from simulate.engine.jit import compiled
from simulate.engine.staff import hire_price
from simulate.engine.state import FIRST_CELEBRITY, MAX_OWN_TILES
from simulate.engine.triggers import COUNT, answers
from simulate.verify import gap_codes as k
from simulate.verify.gap_noting import found

RECEIVING = (1 << c.ON_DISHES) | (1 << c.ON_DRINKS)


@compiled
def choices_of_decision(g, rules, f, memo, tally):
    """Somebody is to decide: what is open about what may be done?"""
    kind = f.kind
    p = g.players[f.player]
    if kind == c.F_TURN:
        choices_of_turn(g, rules, f, memo, tally)
    elif kind == c.F_OFFER:
        for i in range(f.before, p.offer_size):
            if hire_price(rules, p.offer[i], f.discount) <= p.krones:
                found(g, k.G_ONE_OF_CARDS_DRAWN, memo, tally)
    elif kind == c.F_BURY_OFFER:
        found(g, k.G_CARDS_THAT_GO_UNDER_THE_DECK, memo, tally)
    elif kind == c.F_HIRE and g.phase < c.PH_ROUND_START:
        found(g, k.G_CARD_PLAYED_IN_THE_SET_UP, memo, tally)
    elif kind == c.F_PENALTY:
        if takes_two_rooms(rules, f.tile) and p.vacant | p.occupied:
            found(g, k.G_TWO_ROOMS_OF_A_PENALTY, memo, tally)
        if rules.tile_forced[f.tile] and not rules.penalty_forced and can_suffer(rules, p, f.tile):
            found(g, k.G_PENALTY_OF_A_MODULE_TILE, memo, tally)


@compiled
def choices_of_turn(g, rules, f, memo, tally):
    """A player may do anything of the turn."""
    p = g.players[f.player]
    if f.marks & c.T_EXTRA and g.dice_left > 0 and not f.marks & c.T_STARTED:
        found(g, k.G_EXTRA_TURN_WITH_DICE, memo, tally)
    if f.marks & c.T_ACTION_DONE and not f.marks & c.T_GUEST_TAKEN and free_table(p) >= 0:
        for i in range(len(g.row)):
            if g.row[i] >= 0 and row_price(rules, p, i) <= p.krones:
                found(g, k.G_GUEST_AFTER_THE_DIE, memo, tally)
    price = min(rules.serve_cost, p.serve_cost)
    if 0 < price <= p.krones and not can_serve(rules, p):
        found(g, k.G_SERVING_WITHOUT_ANYTHING_TO_MOVE, memo, tally)
    if p.own_tiles_left and not f.marks & c.T_TILE_USED:
        for i in range(MAX_OWN_TILES):
            if own_tile(g, rules, p, i) >= 0 and not tile_brings(g, rules, f.player, i):
                found(g, k.G_PERSONAL_TILE_THAT_BRINGS_NOTHING, memo, tally)


@compiled
def choices_of_action(g, rules, f, act, memo, tally):
    """Somebody has decided: what is open about what this action brings?"""
    who = f.player
    p = g.players[who]
    kind, a = kind_of(act), a_of(act)
    if kind == c.DIE:
        colour = (b_of(act) // c.D_TAKEN) & c.D_COLOUR
        if colour > 0 and not b_of(act) & c.D_WITHOUT_EFFECT:
            celebrity = g.lounge[colour - 1]
            vp = rules.waited_vp[g.lounge_waited[colour - 1]]
            if celebrity >= 0 and vp > 0 and rules.card_more_vp[FIRST_CELEBRITY + celebrity] > 0:
                found(g, k.G_VP_SCORED_FOR_A_CELEBRITY, memo, tally)
    elif kind == c.USE_TILE:
        if answers(g, rules, who, c.ON_EMPEROR_REWARD, 0, COUNT) > 0:
            found(g, k.G_STAFF_AND_A_PERSONAL_TILE, memo, tally)
    elif kind == c.TAKE_PENALTY:
        if has_champagne(rules, p) and empties(rules, f.tile):
            found(g, k.G_CHAMPAGNE_THAT_A_PENALTY_EMPTIES, memo, tally)
    elif kind == c.CHECK_IN or kind == c.DANCE:
        guest = p.cafe[a]
        if rules.guest_reward_n[guest] == 0 and pays_by_size(g, rules, who, guest):
            found(g, k.G_STAFF_AND_A_GUEST_WITHOUT_A_REWARD, memo, tally)
    elif kind == c.PLACE:
        table = b_of(act)
        if p.missing_total[table] == 1:
            if answers(g, rules, who, c.ON_GUEST_LEAVES, p.cafe[table], COUNT) > 0:
                found(g, k.G_ORDER_FILLED_FOR_WHICH_STAFF_PAY, memo, tally)
    elif kind == c.HIRE:
        if g.phase == c.PH_EMPEROR and answers_emperor(rules, a):
            found(g, k.G_STAFF_HIRED_BY_THE_EMPERORS_REWARD, memo, tally)
    elif kind == c.OCCUPY:
        if f.kind == c.F_OCCUPY and f.left > 1 and fills_group(rules, p, a):
            found(g, k.G_GROUP_FILLED_WITHIN_AN_EFFECT, memo, tally)
    elif kind == c.SWAP:
        if p.events & RECEIVING:
            found(g, k.G_GOODS_SWAPPED_IN, memo, tally)
    elif kind == c.FILL:
        if p.events & RECEIVING:
            found(g, k.G_GOODS_OF_THE_SUPPLY, memo, tally)


@compiled
def takes_two_rooms(rules, tile):
    """Does a penalty take the two highest rooms of one state?"""
    rooms = 0
    first = rules.tile_penalty[tile]
    for row in range(first, first + rules.tile_penalty_n[tile]):
        if rules.effects[row, COL_CODE] == c.P_REMOVE_ROOM:
            rooms += rules.effects[row, c.COL_FROM] == c.FROM_HIGHEST
    return rooms > 1


@compiled
def answers_emperor(rules, card):
    """Does a card answer to the emperor's reward?"""
    first = rules.card_trigger[card]
    for t in range(first, first + rules.card_trigger_n[card]):
        if rules.trigger_event[t] == c.ON_EMPEROR_REWARD:
            return True
    return False


@compiled
def fills_group(rules, p, room):
    """Does a room fill a group whose bonus has not been paid?"""
    group = rules.group_of[p.board, room]
    mask = rules.group_mask[p.board, group]
    full = (p.occupied | (1 << room)) & mask == mask
    return full and not (p.groups_paid >> group) & 1


@compiled
def has_champagne(rules, p):
    """Is there champagne in the kitchen or on a guest's card?"""
    if p.kitchen[CHAMPAGNE] > 0:
        return True
    for t in range(p.tables):
        if p.cafe[t] >= 0 and rules.guest_order[p.cafe[t], CHAMPAGNE] > p.missing[t, CHAMPAGNE]:
            return True
    return False


@compiled
def empties(rules, tile):
    """Does a penalty take all goods, whatever it means by that?"""
    first = rules.tile_penalty[tile]
    for row in range(first, first + rules.tile_penalty_n[tile]):
        if rules.effects[row, COL_CODE] == c.P_EMPTY and rules.effects[row, c.COL_N]:
            return True
    return False


@compiled
def pays_by_size(g, rules, who, guest):
    """Does staff pay for a guest by the size of the order?"""
    p = g.players[who]
    for i in range(p.owners_size):
        first = rules.card_trigger[p.owners[i]]
        for t in range(first, first + rules.card_trigger_n[p.owners[i]]):
            if rules.trigger_event[t] == c.ON_GUEST_LEAVES and rules.trigger_min_goods[t] > 0:
                if rules.trigger_min_goods[t] <= rules.guest_goods[guest]:
                    return True
    return False


@compiled
def choices_of_flow(g, rules, memo, tally):
    """Nobody is to decide: a round or the game may be over."""
    if g.phase == c.PH_TURNS and g.dice_left == 0 and rules.key and g.key_holder < 0:
        for seat in range(g.n_players):
            if g.players[seat].turns_taken < 2 and not g.players[seat].passed_once:
                found(g, k.G_SKELETON_KEY_WITHOUT_DICE, memo, tally)
    for seat in range(g.n_players):
        p = g.players[seat]
        if g.phase == c.PH_FINAL_STAFF and scores_staff(rules, p):
            found(g, k.G_STAFF_COUNTED_AT_THE_END, memo, tally)
        if g.phase != c.PH_ROUND_END or not p.keeps_guests:
            continue
        for t in range(p.tables):
            if p.cafe[t] >= 0 and p.missing_total[t] == 0:
                found(g, k.G_FILLED_ORDERS_OF_A_ROUND, memo, tally)


@compiled
def scores_staff(rules, p):
    """Is a card in play that scores the number of staff cards?"""
    for i in range(p.staff_size):
        first = rules.card_effect[p.staff[i]]
        for row in range(first, first + rules.card_effect_n[p.staff[i]]):
            if (
                rules.effects[row, COL_CODE] == c.E_SCORE
                and rules.staff_timing[p.staff[i]] == c.END
            ):
                if rules.effects[row, c.COL_PER] == c.N_STAFF:
                    return True
    return False
