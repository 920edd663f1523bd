"""Finds the positions that rulebooks leave open while games are played.

Each entry of the register (model/gaps.py) is a field of the counts, `tally.gaps`, by its id.
Each saves a witness: the game and its progress where the least lay on the table.
"""

from simulate.engine import codes as c
from simulate.engine.building import column_follows
from simulate.engine.cafe import free_table
from simulate.engine.codes import COL_CODE, GOODS
from simulate.engine.count import condition_met
from simulate.engine.effects import die_price, possible
from simulate.engine.emperor import can_suffer
from simulate.engine.flow import seat_of
from simulate.engine.frames import a_of, b_of, kind_of
from simulate.engine.hotel import above_another, neighbours, removable
from simulate.engine.jit import compiled
from simulate.engine.taking_dice import idle
from simulate.verify.counting import fills_again
from simulate.verify.gap_choices import (
    choices_of_action,
    choices_of_decision,
    choices_of_flow,
)
from simulate.verify.gap_moments import (
    moments_of_action,
    moments_of_decision,
    moments_of_flow,
)
from simulate.verify.gap_noting import found

GOODS_SUPPLY = 30  # pieces of each dish and drink in the box, according to both books


@compiled
def gaps_of_decision(g, rules, f, memo, tally):
    """A decision is pending: what is open about the position?"""
    p = g.players[f.player]
    kind = f.kind
    moments_of_decision(g, rules, f, memo, tally)
    choices_of_decision(g, rules, f, memo, tally)
    if kind == c.F_TURN:
        gaps_of_turn(g, rules, f, memo, tally)
    elif kind == c.F_MAIN:
        found(g, tally.gaps.bonus_round_the_action, memo)
    elif kind == c.F_REWARDS and f.marks & c.R_GUEST and f.effects:
        if f.groups:
            found(g, tally.gaps.occupancy_bonus_and_reward, memo)
        if f.marks & c.R_STAFF_DUE:
            found(g, tally.gaps.staff_bonus_and_reward, memo)
    elif kind == c.F_PENALTY:
        gaps_of_penalty(g, rules, f, memo, tally)
    elif kind == c.F_REMOVE_ROOM and f.where != c.FROM_HIGHEST:
        found(g, tally.gaps.second_room_of_a_penalty, memo)
    elif kind == c.F_REMOVE_ROOM and column_follows(g, f):
        rooms = removable(p, f.state, f.where)
        upper = above_another(p, f.state, rooms)
        if upper and upper != rooms:
            found(g, tally.gaps.upper_room_of_a_penalty, memo)
    elif kind == c.F_OFFER and g.phase == c.PH_EMPEROR and g.step > 1:
        found(g, tally.gaps.drawing_at_the_same_scoring, memo)
    if p.vp < 0:
        found(g, tally.gaps.below_zero, memo)
    if g.staff_deck_size == 0:
        found(g, tally.gaps.staff_deck_short, memo)


@compiled
def gaps_of_turn(g, rules, f, memo, tally):
    """What is open when a player is to move."""
    if f.marks & c.T_EXTRA and g.dice_left == 0 and not f.marks & c.T_ACTION_DONE:
        found(g, tally.gaps.extra_turn_without_dice, memo)
    for i in range(len(g.politics)):
        if g.politics[i] < 0:
            continue
        fit = 0
        for seat in range(g.n_players):
            p = g.players[seat]
            if not (p.claimed >> i) & 1 and condition_met(rules, p, g.politics[i]):
                fit += 1
        if fit > 0 and g.markers[i] >= rules.n_places[g.politics[i]]:
            found(g, tally.gaps.no_place_on_a_politics_card, memo)
        elif fit > 1:
            found(g, tally.gaps.condition_met_by_several, memo)
    for good in range(GOODS):
        if goods_in_use(g, rules, good) > GOODS_SUPPLY:
            found(g, tally.gaps.goods_beyond_the_supply, memo)


@compiled
def goods_in_use(g, rules, good):
    """Pieces of a good in all kitchens and on all guests' cards."""
    n = 0
    for i in range(g.n_players):
        p = g.players[i]
        n += p.kitchen[good]
        for t in range(p.tables):
            if p.cafe[t] >= 0:
                n += rules.guest_order[p.cafe[t], good] - p.missing[t, good]
    return n


@compiled
def gaps_of_penalty(g, rules, f, memo, tally):
    """What is open when the emperor penalises."""
    p = g.players[f.player]
    if p.avert_cost > p.krones:
        found(g, tally.gaps.no_krone_to_avert, memo)
    if can_suffer(rules, p, f.tile):
        return
    if rules.tile_or_vp[f.tile] >= 0:
        found(g, tally.gaps.penalty_not_possible, memo)
    else:
        found(g, tally.gaps.penalty_with_nothing_to_take, memo)


@compiled
def gaps_of_action(g, rules, f, act, memo, tally):
    """An action was chosen and is about to be carried out: what is open about it?"""
    p = g.players[f.player]
    kind = kind_of(act)
    a = a_of(act)
    moments_of_action(g, rules, f, act, memo, tally)
    choices_of_action(g, rules, f, act, memo, tally)
    if (kind == c.DIE or kind == c.SPACE) and p.move_die and next_to_empty(g, rules, p):
        found(g, tally.gaps.die_moved_onto_an_empty_space, memo)
    if kind == c.DIE:
        if b_of(act) & c.D_WITHOUT_EFFECT:
            found(g, tally.gaps.die_that_cannot_be_paid, memo)
        elif idle(rules, p, a) and other_die(g, rules, p, a):
            found(g, tally.gaps.action_with_nothing_to_do, memo)
        elif p.extra_dice[a] > 0:
            found(g, tally.gaps.extra_dice_on_a_face, memo)
    elif kind == c.TAKE_GUEST:
        if short_row_with_guests(g) and not p.refill_after:
            found(g, tally.gaps.guest_deck_empty, memo)
    elif kind == c.CHECK_IN:
        gaps_of_check_in(g, rules, f, p.cafe[a], memo, tally)
        gap_of_group(g, rules, p, b_of(act), memo, tally)
    elif kind == c.OCCUPY:
        gap_of_group(g, rules, p, a, memo, tally)
    elif kind == c.PREPARE:
        if rules.cell_vp[a] > 0 and (p.covered >> a) & 1:
            found(g, tally.gaps.cell_covered_again, memo)
    elif kind == c.STEPS:
        if p.krones + f.strength - a > rules.krones_max:
            found(g, tally.gaps.krones_beyond_the_track, memo)
    elif kind == c.REMOVE_STAFF:
        found(g, tally.gaps.final_card_given_up, memo)
    elif kind == c.REMOVE_ROOM:
        rest = (p.vacant | p.occupied) & ~(1 << a)
        if rest == 0:
            found(g, tally.gaps.hotel_without_rooms, memo)
        elif connected(rest) != rest:
            found(g, tally.gaps.hotel_torn_apart, memo)


@compiled
def short_row_with_guests(g):
    """Is there a gap in the row, and can more guests be drawn than the one for the guest taken?"""
    guests = g.guest_deck_size - g.guest_next
    for i in range(g.guest_discard_size):
        if not g.guest_kept[g.guest_discard[i]]:
            guests += 1
    for i in range(len(g.row)):
        if g.row[i] < 0:
            return guests > 1
    return False


@compiled
def next_to_empty(g, rules, p):
    """Is there an affordable space without dice, and a die next to it?"""
    for face in range(1, c.FACES + 1):
        if g.dice[face] == 0 and p.krones >= die_price(rules, p, face, False):
            for start in (face - 1, face + 1):
                if 1 <= start <= c.FACES and g.dice[start] > 0:
                    return True
    return False


@compiled
def gaps_of_check_in(g, rules, f, guest, memo, tally):
    """What is open about the reward of a guest who is about to move in."""
    p = g.players[f.player]
    first = rules.guest_reward[guest]
    for row in range(first, first + rules.guest_reward_n[guest]):
        code = rules.effects[row, COL_CODE]
        if code == c.E_TAKE_GUEST:
            if free_table(p) < 0 and guest_in_row(g):
                found(g, tally.gaps.table_of_the_guest_who_leaves, memo)
        elif code == c.E_USE_SPACE and g.dice_left == 0:
            found(g, tally.gaps.extra_turn_without_dice, memo)
        elif not possible(g, rules, f.player, row):
            found(g, tally.gaps.reward_that_cannot_be_taken, memo)


@compiled
def guest_in_row(g):
    for i in range(len(g.row)):
        if g.row[i] >= 0:
            return True
    return False


@compiled
def other_die(g, rules, p, face):
    """Is there an affordable die whose action has an effect?"""
    for other in range(1, c.FACES + 1):
        if other != face and g.dice[other] > 0 and not idle(rules, p, other):
            if die_price(rules, p, other, True) <= p.krones:
                return True
    return False


@compiled
def gap_of_group(g, rules, p, room, memo, tally):
    """What is open about a room that is about to be occupied?"""
    if fills_again(rules, p, room):
        found(g, tally.gaps.group_filled_again, memo)


@compiled
def connected(tiles):
    """The tiles connected with the lowest one."""
    part = tiles & -tiles
    while True:
        more = part | (neighbours(part) & tiles)
        if more == part:
            return part
        part = more


@compiled
def gaps_of_flow(g, rules, memo, tally):
    """No decision is pending: what is open about how the game continues?"""
    moments_of_flow(g, rules, memo, tally)
    choices_of_flow(g, rules, memo, tally)
    if g.phase == c.PH_TURNS and g.dice_left == 0:
        for i in range(g.n_players):
            if g.players[i].turns_taken < 2:
                found(g, tally.gaps.no_die_for_a_turn, memo)
    elif g.phase == c.PH_FINAL_STAFF and g.step < g.n_players:
        who = seat_of(g, g.step)
        if copies_in_vain(g, rules, who):
            found(g, tally.gaps.nothing_to_copy, memo)


@compiled
def copies_in_vain(g, rules, who):
    """Does a player own a card that copies another hotel's final card, and is there none?"""
    if not has_final(g.players[who], rules, True):
        return False
    for i in range(g.n_players):
        if i != who and has_final(g.players[i], rules, False):
            return False
    return True


@compiled
def has_final(p, rules, copying):
    """Is a final-scoring card in play that copies another (or: one that does not)?"""
    for i in range(p.staff_size):
        card = p.staff[i]
        if rules.staff_timing[card] == c.END:
            first = rules.card_effect[card]
            copies = rules.effects[first, COL_CODE] == c.E_COPY_FINAL
            if copies == copying:
                return True
    return False


@compiled
def gaps_of_end(g, memo, tally):
    """The game is over: is the winner in doubt?"""
    winners = 0
    for i in range(g.n_players):
        if g.players[i].rank == 1:
            winners += 1
        if g.players[i].vp < 0:
            found(g, tally.gaps.below_zero, memo)
    if winners > 1:
        found(g, tally.gaps.shared_victory, memo)
