"""Finds positions that leave open what is legal or counts: the older rulings with a switch."""

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
from simulate.verify.gap_noting import found

RECEIVING = (1 << c.ON_DISHES) | (1 << c.ON_DRINKS)


@compiled
def choices_of_decision(g, rules, f, memo, tally):
    """A decision is pending: what is open about the legal actions?"""
    kind = f.kind
    p = g.players[f.player]
    if kind == c.F_TURN:
        choices_of_turn(g, rules, f, memo, tally)
    elif kind == c.F_OFFER:
        for i in range(f.before, p.offer_size):
            if hire_price(rules, p.offer[i], f.discount) <= p.krones:
                found(g, tally.gaps.one_of_cards_drawn, memo)
    elif kind == c.F_BURY_OFFER:
        found(g, tally.gaps.cards_that_go_under_the_deck, memo)
    elif kind == c.F_HIRE and g.phase < c.PH_ROUND_START:
        found(g, tally.gaps.card_played_in_the_set_up, memo)
    elif kind == c.F_PENALTY:
        if takes_two_rooms(rules, f.tile) and p.vacant | p.occupied:
            found(g, tally.gaps.two_rooms_of_a_penalty, memo)
        if rules.tile_forced[f.tile] and not rules.penalty_forced and can_suffer(rules, p, f.tile):
            found(g, tally.gaps.penalty_of_a_module_tile, memo)


@compiled
def choices_of_turn(g, rules, f, memo, tally):
    """A player may take any action of the turn."""
    p = g.players[f.player]
    if f.marks & c.T_EXTRA and g.dice_left > 0 and not f.marks & c.T_STARTED:
        found(g, tally.gaps.extra_turn_with_dice, memo)
    if f.marks & c.T_ACTION_DONE and not f.marks & c.T_GUEST_TAKEN and free_table(p) >= 0:
        for i in range(len(g.row)):
            if g.row[i] >= 0 and row_price(rules, p, i) <= p.krones:
                found(g, tally.gaps.guest_after_the_die, memo)
    price = min(rules.serve_cost, p.serve_cost)
    if 0 < price <= p.krones and not can_serve(rules, p):
        found(g, tally.gaps.serving_without_anything_to_move, memo)
    if p.own_tiles_left and not f.marks & c.T_TILE_USED:
        for i in range(MAX_OWN_TILES):
            if own_tile(g, rules, p, i) >= 0 and not tile_brings(g, rules, f.player, i):
                found(g, tally.gaps.personal_tile_that_brings_nothing, memo)


@compiled
def choices_of_action(g, rules, f, act, memo, tally):
    """An action was chosen: what is open about its effects?"""
    who = f.player
    p = g.players[who]
    kind, a = kind_of(act), a_of(act)
    if kind == c.DIE:
        colour = (b_of(act) // c.D_TAKEN) & c.D_COLOUR
        if colour > 0 and not b_of(act) & c.D_WITHOUT_EFFECT:
            celebrity = g.lounge[colour - 1]
            vp = rules.waited_vp[g.lounge_waited[colour - 1]]
            if celebrity >= 0 and vp > 0 and rules.card_more_vp[FIRST_CELEBRITY + celebrity] > 0:
                found(g, tally.gaps.vp_scored_for_a_celebrity, memo)
    elif kind == c.USE_TILE:
        if answers(g, rules, who, c.ON_EMPEROR_REWARD, 0, COUNT) > 0:
            found(g, tally.gaps.staff_and_a_personal_tile, memo)
    elif kind == c.TAKE_PENALTY:
        if has_champagne(rules, p) and empties(rules, f.tile):
            found(g, tally.gaps.champagne_that_a_penalty_empties, memo)
    elif kind == c.CHECK_IN or kind == c.DANCE:
        guest = p.cafe[a]
        if rules.guest_reward_n[guest] == 0 and pays_by_size(g, rules, who, guest):
            found(g, tally.gaps.staff_and_a_guest_without_a_reward, memo)
    elif kind == c.PLACE:
        table = b_of(act)
        if p.missing_total[table] == 1:
            if answers(g, rules, who, c.ON_GUEST_LEAVES, p.cafe[table], COUNT) > 0:
                found(g, tally.gaps.order_filled_for_which_staff_pay, memo)
    elif kind == c.HIRE:
        if g.phase == c.PH_EMPEROR and answers_emperor(rules, a):
            found(g, tally.gaps.staff_hired_by_the_emperors_reward, memo)
    elif kind == c.OCCUPY:
        if f.kind == c.F_OCCUPY and f.left > 1 and fills_group(rules, p, a):
            found(g, tally.gaps.group_filled_within_an_effect, memo)
    elif kind == c.SWAP:
        if p.events & RECEIVING:
            found(g, tally.gaps.goods_swapped_in, memo)
    elif kind == c.FILL:
        if p.events & RECEIVING:
            found(g, tally.gaps.goods_of_the_supply, memo)


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
    """Does a card answer the emperor's reward?"""
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
    """Does a penalty take all goods, under any reading?"""
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
    """No decision is pending: a round or the game may be over."""
    if g.phase == c.PH_TURNS and g.dice_left == 0 and rules.key and g.key_holder < 0:
        for seat in range(g.n_players):
            if g.players[seat].turns_taken < 2 and not g.players[seat].passed_once:
                found(g, tally.gaps.skeleton_key_without_dice, memo)
    for seat in range(g.n_players):
        p = g.players[seat]
        if g.phase == c.PH_FINAL_STAFF and scores_staff(rules, p):
            found(g, tally.gaps.staff_counted_at_the_end, memo)
        if g.phase != c.PH_ROUND_END or not p.keeps_guests:
            continue
        for t in range(p.tables):
            if p.cafe[t] >= 0 and p.missing_total[t] == 0:
                found(g, tally.gaps.filled_orders_of_a_round, memo)


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
