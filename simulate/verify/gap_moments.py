"""Finds open positions about timing: what comes first, how often, and who is asked when."""

from simulate.engine import codes as c
from simulate.engine.abilities import has_abilities
from simulate.engine.codes import COL_CODE, COL_GOODS, COLUMNS, GOODS
from simulate.engine.count import count, is_counted
from simulate.engine.effects import any_possible, possible
from simulate.engine.frames import a_of, b_of, kind_of
from simulate.engine.hotel import FIRST_LINE, full_lines
from simulate.engine.jit import compiled
from simulate.engine.ledger import in_turn, missing_anywhere
from simulate.engine.main_action import bonuses_round
from simulate.engine.moving_in import rooms_for
from simulate.engine.reactions import PER_ACTION
from simulate.engine.triggers import COUNT, answers, is_bell, matches_guest, waits
from simulate.verify.check_codes import M_CELLS, M_FACE, M_IGNORED, M_LINES
from simulate.verify.gap_noting import found

OWED_EVENTS = (1 << c.ON_KRONES) | (1 << c.ON_CHAMPAGNE) | (1 << c.ON_ADVANCE)


# -- a decision is open ----------------------------------------------------------------------------


@compiled
def moments_of_decision(g, rules, f, memo, tally):
    """A decision is pending: what is open about its timing?"""
    kind = f.kind
    if memo[M_CELLS] > g.top:
        memo[M_CELLS] = 0
    if kind == c.F_FILL and not f.marks & c.FILL_UP_TO:
        found(g, tally.gaps.order_that_is_filled, memo)
    elif kind == c.F_DUE:
        moments_of_due(g, rules, f, memo, tally)
    elif kind == c.F_SPACE:
        moment_of_reward_action(g, rules, f, memo, tally)
    elif kind == c.F_TURN:
        memo[M_FACE] = 0
        moments_of_turn(g, rules, f, memo, tally)
    elif kind == c.F_REWARDS:
        if f.source >> 8 == c.VP_STAFF and not f.marks & c.R_GUEST and some_gain(rules, f):
            found(g, tally.gaps.gain_of_a_card_left, memo)
    if g.top > 1 and f.source >> 8 == c.VP_CELEBRITIES and answers_gain(g, rules, f):
        found(g, tally.gaps.answer_within_an_action, memo)


@compiled
def some_gain(rules, f):
    """Is a part left that needs no decision?"""
    for i in range(31):
        if (f.effects >> i) & 1 and rules.effects[f.effect + i, COL_CODE] == c.E_GAIN:
            return True
    return False


@compiled
def answers_gain(g, rules, f):
    """Is this a celebrity's answer to something received, during something else?"""
    below = g.frames[g.top - 2]
    p = g.players[f.player]
    return (p.events & OWED_EVENTS) != 0 and below.kind != c.F_TURN


@compiled
def moments_of_due(g, rules, f, memo, tally):
    """Waiting cards may be used now."""
    p = g.players[f.player]
    if not in_turn(g):
        found(g, tally.gaps.waiting_card_outside_a_turn, memo)
    for i in range(p.staff_size):
        card = p.staff[i]
        if not p.staff_due[i] or not is_bell(rules, card):
            continue
        first = rules.card_trigger[card]
        for t in range(first, first + rules.card_trigger_n[card]):
            if rules.trigger_event[t] == c.ON_ORDER_FILLED:
                found(g, tally.gaps.bell_card_of_an_order, memo)


@compiled
def brought(p, event):
    """Steps, dishes or drinks gained in this action so far; 0 for any other event."""
    if not (PER_ACTION >> event) & 1:
        return 0
    sums = (p.action_steps, p.action_goods[0], p.action_goods[1])
    return sums[event - c.ON_ACTION_STEPS]


@compiled
def moment_of_reward_action(g, rules, f, memo, tally):
    """A reward gives an action: does a bell card have earlier events to count?"""
    p = g.players[f.player]
    for i in range(p.staff_size):
        card = p.staff[i]
        if p.staff_used[i] or not is_bell(rules, card):
            continue
        first = rules.card_trigger[card]
        for t in range(first, first + rules.card_trigger_n[card]):
            if brought(p, rules.trigger_event[t]) > 0:
                found(g, tally.gaps.action_of_a_reward_for_bell_cards, memo)


@compiled
def moments_of_turn(g, rules, f, memo, tally):
    """A player may take any action of the turn."""
    p = g.players[f.player]
    for i in range(len(g.politics)):
        card = g.politics[i]
        if card < 0 or (p.claimed >> i) & 1 or g.markers[i] >= rules.n_places[card]:
            continue
        if by_orders_at_tables(rules, p, card):
            found(g, tally.gaps.order_for_a_politics_card, memo)


@compiled
def by_orders_at_tables(rules, p, card):
    """Is a politics card fulfilled only if filled orders at the tables count?"""
    lacks = False
    for i in range(rules.politics_needs[card]):
        have = count(rules, p, rules.need_count[card, i], rules.need_arg[card, i])
        if have >= rules.need_at_least[card, i]:
            continue
        if rules.need_count[card, i] != c.N_ORDERS:
            return False
        lacks = True
        for t in range(p.tables):
            guest = p.cafe[t]
            if guest >= 0 and p.missing_total[t] == 0:
                colour, goods = rules.guest_colour[guest], rules.guest_goods[guest]
                have += is_counted(rules.need_arg[card, i], colour, goods)
        if have < rules.need_at_least[card, i]:
            return False
    return lacks


# -- an action is about to be carried out ----------------------------------------------------------


@compiled
def moments_of_action(g, rules, f, act, memo, tally):
    """An action was chosen: what is open about its timing?"""
    p = g.players[f.player]
    kind, a = kind_of(act), a_of(act)
    if kind == c.TAKE_GUEST:
        if g.guest_next == g.guest_deck_size - 1 and g.guest_discard_size > 0:
            found(g, tally.gaps.last_guest_of_the_deck, memo)
        if f.kind == c.F_TURN and p.more_guests > 0 and may_check_in(rules, p):
            found(g, tally.gaps.between_two_guests, memo)
    elif kind == c.DIE:
        moments_of_die(g, rules, f, act, memo, tally)
    elif kind == c.HIRE:
        moments_of_hire(g, rules, f, a, memo, tally)
    elif kind == c.PREPARE:
        moment_of_cell(g, rules, p, a, memo, tally)
        if f.marks & c.B_OCCUPY_AT_ONCE:
            moments_of_room(g, rules, f.player, a, memo, tally)
    elif kind == c.OCCUPY:
        moments_of_room(g, rules, f.player, a, memo, tally)
    elif kind == c.CHECK_IN:
        memo[M_IGNORED + f.player] &= ~(1 << a)
        moments_of_room(g, rules, f.player, b_of(act), memo, tally)
        moment_of_line(g, rules, f.player, p.cafe[a], b_of(act), memo, tally)
    elif kind == c.DANCE:
        memo[M_IGNORED + f.player] &= ~(1 << a)
        if b_of(act) == c.NO_SEAT and some_part_impossible(g, rules, f.player, p.cafe[a]):
            found(g, tally.gaps.seat_after_an_impossible_reward, memo)
    elif kind == c.IGNORE_GOOD:
        memo[M_IGNORED + f.player] |= 1 << a


@compiled
def may_check_in(rules, p):
    """Is there a guest with a filled order and a room for that guest?"""
    for t in range(p.tables):
        if p.cafe[t] >= 0 and p.missing_total[t] == 0 and rooms_for(rules, p, p.cafe[t]):
            return True
    return False


@compiled
def some_part_impossible(g, rules, who, guest):
    """Is a part of a guest's reward impossible now?"""
    first = rules.guest_reward[guest]
    for row in range(first, first + rules.guest_reward_n[guest]):
        if not possible(g, rules, who, row):
            return True
    return False


@compiled
def moments_of_die(g, rules, f, act, memo, tally):
    """A die is taken."""
    who, face = f.player, a_of(act)
    p = g.players[who]
    if b_of(act) & c.D_WITHOUT_EFFECT:
        if answers(g, rules, who, c.ON_DIE, face, COUNT) > 0 or bonuses_round(rules, p, face):
            found(g, tally.gaps.staff_and_a_die_without_effect, memo)
        return
    memo[M_FACE] = 0 if f.marks & c.T_NO_DIE_REMOVED else face
    for i in range(p.owners_size):
        first = rules.card_trigger[p.owners[i]]
        for t in range(first, first + rules.card_trigger_n[p.owners[i]]):
            with_die = rules.trigger_event[t] == c.ON_DIE and rules.trigger_timing[t] == c.WITH_DIE
            if with_die and (rules.trigger_faces[t] >> face) & 1 and to_decide(rules, p, t):
                found(g, tally.gaps.gift_of_a_die_to_be_decided, memo)


@compiled
def to_decide(rules, p, t):
    """Do the effects of a trigger need a decision, or give goods that a guest wants?"""
    first = rules.trigger_effect[t]
    for row in range(first, first + rules.trigger_effect_n[t]):
        if rules.effects[row, COL_CODE] != c.E_GAIN:
            return True
        for good in range(GOODS):
            n = rules.effects[row, COL_GOODS + good]
            if n > 0 and missing_anywhere(p, good, n):
                return True
    return False


@compiled
def moments_of_hire(g, rules, f, card, memo, tally):
    """A staff card is about to be played."""
    p = g.players[f.player]
    if f.kind == c.F_OFFER and draws(g, rules, p, card) > g.staff_deck_size:
        found(g, tally.gaps.card_played_from_a_short_deck, memo)
    for i in range(p.staff_size):
        if p.staff_used[i] or not waits(rules, p.staff[i]) or is_bell(rules, p.staff[i]):
            continue
        first = rules.card_trigger[p.staff[i]]
        for t in range(first, first + rules.card_trigger_n[p.staff[i]]):
            effect, n = rules.trigger_effect[t], rules.trigger_effect_n[t]
            if rules.trigger_event[t] != c.ON_HIRE:
                continue
            if not any_possible(g, rules, f.player, effect, n):
                continue
            if not in_turn(g):
                found(g, tally.gaps.waiting_card_outside_a_turn, memo)
            elif g.top > 2:
                found(g, tally.gaps.waiting_card_within_an_action, memo)
    if not has_abilities(rules, card):
        return
    before_bonus = not bonus_after_action(g, f)
    first = rules.card_trigger[card]
    for t in range(first, first + rules.card_trigger_n[card]):
        moment_of_trigger(g, rules, f, card, t, memo, tally)
        if rules.trigger_event[t] == c.ON_DIE and memo[M_FACE] > 0 and before_bonus:
            if (rules.trigger_faces[t] >> memo[M_FACE]) & 1:
                found(g, tally.gaps.staff_hired_with_the_die_that_it_names, memo)
    moments_of_frames(g, rules, f, card, memo, tally)


@compiled
def bonus_after_action(g, f):
    """Is a card played by another card's bonus, after the main action?"""
    if f.source == 0:
        return False
    for i in range(g.top):
        if g.frames[i].kind == c.F_MAIN and g.frames[i].marks & c.M_DONE:
            return True
    return False


@compiled
def draws(g, rules, p, card):
    """Cards drawn when a card is played: by its effects and by cards that answer."""
    n = 0
    for row in range(rules.card_effect[card], rules.card_effect[card] + rules.card_effect_n[card]):
        if rules.effects[row, COL_CODE] == c.E_DRAW:
            n += rules.effects[row, c.COL_N]
    for i in range(p.owners_size):
        first = rules.card_trigger[p.owners[i]]
        for t in range(first, first + rules.card_trigger_n[p.owners[i]]):
            if rules.trigger_event[t] != c.ON_HIRE:
                continue
            effect = rules.trigger_effect[t]
            for row in range(effect, effect + rules.trigger_effect_n[t]):
                if rules.effects[row, COL_CODE] == c.E_DRAW:
                    n += rules.effects[row, c.COL_N]
    return n


@compiled
def moment_of_trigger(g, rules, f, card, t, memo, tally):
    """Has the event that a card about to be played answers happened in this very action?"""
    event = rules.trigger_event[t]
    if not is_bell(rules, card) or not (PER_ACTION >> event) & 1:
        return
    if brought(g.players[f.player], event) >= rules.trigger_min_goods[t]:
        found(g, tally.gaps.bell_card_played_within_its_action, memo)


@compiled
def moments_of_frames(g, rules, f, card, memo, tally):
    """Frames that are open while a card is played."""
    for i in range(g.top):
        frame = g.frames[i]
        if frame.player != f.player:
            continue
        if frame.kind == c.F_REWARDS and frame.marks & c.R_GUEST:
            if not pays_for(rules, card, frame):
                continue
            if in_own_action(g, rules, frame, i):
                if rules.staff_asked_paying and not paid_by_others(
                    rules, g.players[f.player], frame
                ):
                    found(g, tally.gaps.staff_hired_by_a_guests_own_action, memo)
            elif frame.marks & c.R_STAFF_ASKED:
                found(g, tally.gaps.staff_hired_after_staff_paid, memo)
        elif frame.kind == c.F_MAIN and not frame.marks & (c.M_DONE | c.M_NOT_HELPED):
            p = g.players[f.player]
            if rules.card_both_tracks[card, frame.face] and not p.both_tracks[frame.face]:
                found(g, tally.gaps.staff_hired_by_the_sum_of_dice, memo)


@compiled
def pays_for(rules, card, f):
    """Does a card pay for the guest of a frame?"""
    first = rules.card_trigger[card]
    for t in range(first, first + rules.card_trigger_n[card]):
        event = rules.trigger_event[t]
        housed = event == c.ON_GUEST_HOUSED and f.marks & c.R_HOUSED
        if (event == c.ON_GUEST_LEAVES or housed) and matches_guest(rules, t, f.guest):
            return True
    return False


@compiled
def paid_by_others(rules, p, f):
    """Does a card in play pay for the guest of a frame?"""
    for i in range(p.owners_size):
        if pays_for(rules, p.owners[i], f):
            return True
    return False


@compiled
def in_own_action(g, rules, f, place):
    """Has the action begun that comes last among the effects of a frame's guest?"""
    if f.effects or not f.marks & c.R_STARTED or place == g.top - 1:
        return False
    last = f.effect + rules.guest_reward_n[f.guest] - 1
    return rules.guest_reward_n[f.guest] > 0 and rules.effects[last, COL_CODE] == c.E_USE_SPACE


@compiled
def moment_of_cell(g, rules, p, room, memo, tally):
    """A room is prepared on a cell with printed VP, after another one in the same effect."""
    if rules.cell_vp[room] == 0 or ((p.covered >> room) & 1 and not rules.cell_vp_again):
        return
    if p.more_vp > 0 and memo[M_CELLS] == g.top:
        found(g, tally.gaps.second_cell_of_an_action, memo)
    memo[M_CELLS] = g.top


@compiled
def moments_of_room(g, rules, who, room, memo, tally):
    """A room is about to be occupied: it completes, or begins, something once more."""
    p = g.players[who]
    group = rules.group_of[p.board, room]
    mask = rules.group_mask[p.board, group]
    occupied = p.occupied | (1 << room)
    if not p.occupied & mask and (p.groups_started >> group) & 1:
        colour = rules.group_colour[p.board, group]
        if answers(g, rules, who, c.ON_FIRST_ROOM, colour, COUNT) > 0:
            found(g, tally.gaps.first_room_again, memo)
    if occupied & mask == mask and (p.groups_paid >> group) & 1:
        if answers(g, rules, who, c.ON_GROUP, rules.group_size[p.board, group], COUNT) > 0:
            found(g, tally.gaps.bell_card_of_a_group_again, memo)
    lines = full_lines(occupied, room)
    before = memo[M_LINES + who] | (p.groups_started >> FIRST_LINE)
    if lines & before and line_answers(g, rules, who, lines & before):
        found(g, tally.gaps.line_completed_again, memo)
    memo[M_LINES + who] |= lines
    columns = lines & ((1 << COLUMNS) - 1)
    if columns and columns != lines and line_answers(g, rules, who, lines):
        found(g, tally.gaps.column_and_floor_at_once, memo)


@compiled
def line_answers(g, rules, who, completed):
    """Does a card answer these columns and floors?"""
    columns = (1 << COLUMNS) - 1
    if completed & columns and answers(g, rules, who, c.ON_COLUMN, 0, COUNT) > 0:
        return True
    return (completed & ~columns) != 0 and answers(g, rules, who, c.ON_FLOOR, 0, COUNT) > 0


@compiled
def moment_of_line(g, rules, who, guest, room, memo, tally):
    """A guest who moves in completes a line, and something else is due as well."""
    p = g.players[who]
    occupied = p.occupied | (1 << room)
    lines = full_lines(occupied, room)
    if lines == 0 or not line_answers(g, rules, who, lines):
        return
    group = rules.group_of[p.board, room]
    mask = rules.group_mask[p.board, group]
    full = occupied & mask == mask and not (p.groups_paid >> group) & 1
    if rules.guest_reward_n[guest] > 0 or full:
        found(g, tally.gaps.line_and_reward, memo)


# -- nobody decides --------------------------------------------------------------------------------


@compiled
def moments_of_flow(g, rules, memo, tally):
    """No decision is pending: a round may be over."""
    if g.phase != c.PH_ROUND_END:
        return
    for seat in range(g.n_players):
        p = g.players[seat]
        for t in range(p.tables):
            if (memo[M_IGNORED + seat] >> t) & 1 and p.cafe[t] >= 0:
                found(g, tally.gaps.ignored_good_after_the_round, memo)
        memo[M_IGNORED + seat] = 0
