"""A guest with a filled order leaves the café: VP, the reward, staff and the bonuses.

The frame of rewards also serves any other list of effects that its owner may take in any order.
"""

from simulate.engine import codes as c
from simulate.engine.ballrooms import (
    can_send,
    champagne_of,
    row_bonus,
    section_bonus,
    some_seat,
)
from simulate.engine.cafe import clear_table, count_order, counts_filled, discard_guest
from simulate.engine.codes import (
    AFTER,
    BALLROOMS,
    BEFORE,
    CHANGED,
    COL_CODE,
    E_GAIN,
    E_USE_SPACE,
    GREEN,
    NO_SEAT,
    ON_GUEST_HOUSED,
    ON_GUEST_LEAVES,
    R_GAINS_COME,
    R_GUEST,
    R_HOUSED,
    R_ROW_DUE,
    R_SEAT_DUE,
    R_SECTION_DUE,
    R_STAFF_ASKED,
    R_STAFF_DUE,
    R_STARTED,
    ROWS,
    SECTIONS,
    VP_GUESTS,
)
from simulate.engine.compile_effects import DECLINES
from simulate.engine.dancing import dance, list_seats
from simulate.engine.effects import MUST, possible, run_effect
from simulate.engine.frames import Deciding, a_of, action, b_of, kind_of, or_stop, pop, push
from simulate.engine.hotel import answer_lines, lines_due, list_rooms, lowest, occupy, pay_groups
from simulate.engine.jit import compiled
from simulate.engine.kept_guests import keep_guest
from simulate.engine.ledger import gain, score, source
from simulate.engine.triggers import (
    COUNT,
    NOW,
    answers_of,
    matches_guest,
    ring_for_order,
    source_of,
    start_effects,
)

PAYING = (1 << ON_GUEST_LEAVES) | (1 << ON_GUEST_HOUSED)


@compiled
def rooms_for(rules, p, guest):
    """Bits of the vacant rooms a guest may move into: of the same colour; any for tourists."""
    colour = rules.guest_colour[guest]
    if colour == GREEN:
        return p.vacant
    return p.vacant & rules.colour_mask[p.board, colour]


@compiled
def legal_check_ins(g, rules, p, out, n):
    """Every guest with a filled order, with every room (and ballroom seat) open to that guest."""
    for t in range(p.tables):
        if p.cafe[t] >= 0 and p.missing_total[t] == 0:
            rooms = rooms_for(rules, p, p.cafe[t])
            while rooms:
                out[n] = action(c.CHECK_IN, t, lowest(rooms))
                n += 1
                rooms &= rooms - 1
            if rules.ballrooms and rules.guest_dances[p.cafe[t]]:
                n = legal_dances(g, rules, p, t, out, n)
    return n


@compiled
def legal_dances(g, rules, p, table, out, n):
    """Every seat in a ballroom, and every section that a dancer may come from.

    If the reward comes before the dancer, its champagne may pay, and the seat is chosen afterwards.
    """
    if rules.dancer_paid_after_reward:
        guest = p.cafe[table]
        first, effects = rules.guest_reward[guest], rules.guest_reward_n[guest]
        if some_seat(g, rules, p, champagne_of(rules, first, effects)):
            out[n] = action(c.DANCE, table, NO_SEAT)
            n += 1
        return n
    for seat in range(BALLROOMS * ROWS):
        for section in range(SECTIONS):
            if can_send(g, rules, p, seat, section, 0):
                out[n] = action(c.DANCE, table, seat, section)
                n += 1
    return n


@compiled
def leave_cafe(g, rules, who, table):
    """A guest leaves for a room or a ballroom; push the frame of everything that follows."""
    p = g.players[who]
    guest = p.cafe[table]
    entry = p.cafe_entry[table]
    g.log[entry].used_round = g.round_no
    f = push(g, c.F_REWARDS, who, source(VP_GUESTS, entry))
    f.marks = R_GUEST
    f.effect = rules.guest_reward[guest]
    f.effects = (1 << rules.guest_reward_n[guest]) - 1
    f.guest = guest
    f.table = table
    f.before = p.owners_size
    p.guest_vp += rules.guest_vp[guest]
    if not rules.politics_orders_filled:
        count_order(rules, p, guest, 1)
    if rules.bell_orders_left:
        ring_for_order(g, rules, who, guest)
    if not counts_filled(rules, p):
        p.round_guests += 1
    if rules.seat_freed_before:
        clear_table(p, table)
    score(g, p, rules.guest_vp[guest], f.source)
    return f


@compiled
def staff_due(g, rules, f):
    """Note that staff answer the guest who left."""
    if staff_answers(g, rules, f, COUNT) > 0:
        f.marks |= R_STAFF_DUE


@compiled
def staff_answers(g, rules, f, when):
    """Staff who answer the guest of a frame; some only if the guest went to a room.

    Depending on the rules: those in play as the guest left, or those in play when staff pay.
    """
    cards = g.players[f.player].owners_size if rules.staff_asked_paying else f.before
    found = answers_of(g, rules, f.player, ON_GUEST_LEAVES, f.guest, when, cards)
    if f.marks & R_HOUSED:
        found += answers_of(g, rules, f.player, ON_GUEST_HOUSED, f.guest, when, cards)
    return found


@compiled
def asks_later(g, rules, f):
    """Is it still open who pays for the guest: staff whom the reward brought into play?"""
    if not rules.staff_asked_paying or not f.marks & R_GUEST or f.marks & R_STAFF_ASKED:
        return False
    return (g.players[f.player].events & PAYING) != 0


@compiled
def new_staff_due(g, rules, f):
    """Does staff whom the reward brought into play pay for the guest?"""
    return asks_later(g, rules, f) and staff_answers(g, rules, f, COUNT) > 0


@compiled
def check_in(g, rules, who, table, room):
    """Move a guest into a room."""
    f = leave_cafe(g, rules, who, table)
    take_room(g, rules, f, room)
    staff_due(g, rules, f)


@compiled
def take_room(g, rules, f, room):
    """The guest of a frame takes a room."""
    g.players[f.player].housed += 1
    f.marks |= R_HOUSED
    f.groups = occupy(g, rules, f.player, room)
    if rules.line_bonus_last:
        f.bonuses = lines_due(rules, g.players[f.player], room)


@compiled
def go_dancing(g, rules, who, table, seat, section):
    """Send a guest to a ballroom instead.

    The dancer is paid for before anything is received, unless the seat is chosen later.
    """
    f = leave_cafe(g, rules, who, table)
    if seat == NO_SEAT:
        f.marks |= R_SEAT_DUE
    else:
        dance(g, rules, f, seat, section, 0)
    staff_due(g, rules, f)


@compiled
def legal_late_seats(g, rules, f, out):
    """After the reward: a seat for the dancer, or a room if the player can pay for no seat.

    If there is neither, the guest gets no place.
    """
    p = g.players[f.player]
    n = list_seats(g, rules, p, 0, out)
    if n == 0:
        n = list_rooms(c.OCCUPY, rooms_for(rules, p, f.guest), out)
    due = f.marks & R_STAFF_DUE or new_staff_due(g, rules, f)
    if due and bonus_open(f, rules.staff_bonus_timing):
        out[n] = action(c.STAFF_BONUS)
        n += 1
    if n == 0:
        f.marks &= ~R_SEAT_DUE
    return n


@compiled
def rest_waits(rules, f):
    """Is the reward used up, except for an action that must come last?"""
    if f.effects == 0:
        return True
    last = (f.effects & (f.effects - 1)) == 0
    return last and rules.effects[f.effect + lowest(f.effects), COL_CODE] == E_USE_SPACE


@compiled
def take_late_room(g, rules, f, room):
    """No seat is affordable: the guest takes a room, and staff who answer that are due now."""
    f.marks &= ~R_SEAT_DUE
    take_room(g, rules, f, room)
    if f.marks & R_STAFF_ASKED:
        answers_of(g, rules, f.player, ON_GUEST_HOUSED, f.guest, NOW, f.before)
    else:
        staff_due(g, rules, f)


@compiled
def bonus_open(f, timing):
    """May a bonus be taken now: on the allowed side of the reward, never inside it."""
    if not f.marks & R_STARTED:
        return timing != AFTER
    return f.effects == 0 and timing != BEFORE


@compiled
def asks_itself(g, rules, f):
    """Is the only thing left an effect whose own frame lets the player decline?"""
    if (
        f.effects & (f.effects - 1)
        or f.groups
        or f.marks & (R_STAFF_DUE | R_ROW_DUE | R_SECTION_DUE)
    ):
        return False
    row = f.effect + lowest(f.effects)
    must = MUST[rules.effects[row, COL_CODE]]
    may_decline = must == DECLINES or (must >= 0 and not rules.effects[row, must])
    return may_decline and possible(g, rules, f.player, row)


@compiled
def legal_rewards(g, rules, f, out):
    """The reward's effects in any order, and the bonuses; nothing if none is left."""
    if f.marks & R_SEAT_DUE and rest_waits(rules, f):
        n = legal_late_seats(g, rules, f, out)
        if n > 0:
            return n
    if f.effects == 0 and not both_ask(g, rules, f):
        return 0
    if f.effects and asks_itself(g, rules, f):
        row = f.effect + lowest(f.effects)
        f.effects = 0
        f.marks |= R_STARTED
        run_effect(g, rules, f.player, row, f.source)
        if rules.effects[row, COL_CODE] == E_USE_SPACE:
            take_line_bonus(g, rules, f)  # on top of it: it comes after everything else
            close_staff(g, rules, f)
        return CHANGED
    n = 0
    first = f.effect
    i = 0
    while (f.effects >> i) != 0:
        if (f.effects >> i) & 1 and possible(g, rules, f.player, first + i):
            out[n] = action(c.REWARD, i)
            n += 1
        i += 1
    if f.marks & R_ROW_DUE:
        out[n] = action(c.ROW_BONUS)
        n += 1
    if f.marks & R_SECTION_DUE:
        out[n] = action(c.SECTION_BONUS)
        n += 1
    if f.marks & R_GUEST:
        if f.groups and bonus_open(f, rules.bonus_timing):
            out[n] = action(c.OCCUPANCY_BONUS)
            n += 1
        if f.marks & R_STAFF_DUE and bonus_open(f, rules.staff_bonus_timing):
            out[n] = action(c.STAFF_BONUS)
            n += 1
    if n == 0 and f.effects and f.marks & R_SEAT_DUE and rules.late_seat_chosen:
        f.effects = 0  # impossible effects are lost; the seat is still to be chosen
        return CHANGED
    return or_stop(out, n) if f.effects else n


@compiled
def both_ask(g, rules, f):
    """Are the bonuses of a row and of a section both due, and does their order matter?"""
    due = R_ROW_DUE | R_SECTION_DUE
    if f.marks & due != due:
        return False
    ballroom, row = g.ballrooms[f.seat // ROWS], f.seat % ROWS
    rehearsal, section = g.players[f.player].rehearsal, f.section
    plain_row = only_gains(
        rules, rules.row_effect[ballroom, row], rules.row_effect_n[ballroom, row]
    )
    plain_section = only_gains(
        rules,
        rules.section_effect[rehearsal, section],
        rules.section_effect_n[rehearsal, section],
    )
    return not plain_row or not plain_section


@compiled
def only_gains(rules, first, n):
    """Do these effects require no decision?"""
    for row in range(first, first + n):
        if rules.effects[row, COL_CODE] != E_GAIN:
            return False
    return True


@compiled
def take_row_bonus(g, rules, f):
    """Pay the bonus of the dancer's row."""
    f.marks &= ~R_ROW_DUE
    row_bonus(g, rules, f.player, f.seat)


@compiled
def take_section_bonus(g, rules, f):
    """Pay the bonus of the section that lost its last dancer."""
    f.marks &= ~R_SECTION_DUE
    section_bonus(g, rules, f.player, f.section)


@compiled
def take_occupancy_bonus(g, rules, f):
    """Pay the bonus of the group that the guest completed."""
    groups = f.groups
    f.groups = 0
    pay_groups(g, rules, f.player, groups)


@compiled
def take_staff_bonus(g, rules, f):
    """Staff pay for the guest who left the café."""
    staff_answers(g, rules, f, NOW)
    note_asked(g, rules, f)


@compiled
def note_asked(g, rules, f):
    """Cards that come from now on pay no more for the guest, unless they answer the reward."""
    f.marks = (f.marks & ~R_STAFF_DUE) | R_STAFF_ASKED
    if rules.asked_again:
        f.order = g.players[f.player].owners_size


@compiled
def new_staff(g, rules, f):
    """Did cards come into play after staff had paid for the guest of a frame?"""
    return (
        rules.asked_again
        and f.marks & R_GUEST
        and f.marks & R_STAFF_ASKED
        and g.players[f.player].owners_size > f.order
    )


@compiled
def take_reward_bonus(g, rules, f):
    """Of these cards, those that answer the reward itself (not the guest's leaving) pay."""
    p = g.players[f.player]
    first = f.order
    f.order = p.owners_size
    for i in range(first, p.owners_size):
        card = p.owners[i]
        row = rules.card_trigger[card]
        for t in range(row, row + rules.card_trigger_n[card]):
            event = rules.trigger_event[t]
            leaves = event == ON_GUEST_LEAVES or (event == ON_GUEST_HOUSED and f.marks & R_HOUSED)
            if rules.trigger_to_reward[t] and leaves and matches_guest(rules, t, f.guest):
                effect, n = rules.trigger_effect[t], rules.trigger_effect_n[t]
                start_effects(g, rules, f.player, effect, n, source_of(card))


@compiled
def take_line_bonus(g, rules, f):
    """Rewards of the columns and floors that the guest completed."""
    lines = f.bonuses
    f.bonuses = 0
    if lines:
        answer_lines(g, rules, f.player, lines)


@compiled
def close_staff(g, rules, f):
    """Under some rules, staff stop paying once the last action of a reward begins."""
    if rules.last_action_staff_not_paid and not f.marks & R_STAFF_ASKED:
        note_asked(g, rules, f)


@compiled
def take_gains(g, rules, f):
    """Take a card's gains that need no decision, even if the rest is left."""
    i = 0
    while (f.effects >> i) != 0:
        if (f.effects >> i) & 1 and rules.effects[f.effect + i, COL_CODE] == E_GAIN:
            gain(g, rules, f.player, f.effect + i, f.source)
        i += 1


@compiled
def settle_bonuses(g, rules, f):
    """Take every bonus still due: gains come first, then decisions."""
    if f.marks & R_SECTION_DUE:
        take_section_bonus(g, rules, f)
    if f.marks & R_ROW_DUE:
        take_row_bonus(g, rules, f)
    if f.groups:
        take_occupancy_bonus(g, rules, f)
    if f.marks & R_STAFF_DUE or asks_later(g, rules, f):
        take_staff_bonus(g, rules, f)


@compiled
def apply_rewards(g, rules, f, act):
    """Take one effect or bonus, or forgo the rest of the reward."""
    kind = kind_of(act)
    if kind == c.STOP:
        if f.marks & R_GAINS_COME:
            take_gains(g, rules, f)
        f.effects = 0
        f.marks |= R_STARTED
    elif kind == c.OCCUPANCY_BONUS:
        take_occupancy_bonus(g, rules, f)
    elif kind == c.STAFF_BONUS:
        take_staff_bonus(g, rules, f)
    elif kind == c.ROW_BONUS:
        take_row_bonus(g, rules, f)
    elif kind == c.SECTION_BONUS:
        take_section_bonus(g, rules, f)
    elif kind == c.SEND:
        f.marks &= ~R_SEAT_DUE
        dance(g, rules, f, a_of(act), b_of(act), 0)
    elif kind == c.OCCUPY:
        take_late_room(g, rules, f, a_of(act))
    else:
        if f.marks & R_GUEST and not f.marks & R_STARTED:
            settle_early(g, rules, f)
        f.marks |= R_STARTED
        i = a_of(act)
        f.effects &= ~(1 << i)
        row = f.effect + i
        if rules.effects[row, COL_CODE] == E_USE_SPACE:
            # This action comes after everything else that the guest brings: decisions go on top.
            run_effect(g, rules, f.player, row, f.source)
            take_line_bonus(g, rules, f)
            settle_bonuses(g, rules, f)
            close_staff(g, rules, f)
        else:
            run_effect(g, rules, f.player, row, f.source)


@compiled
def settle_early(g, rules, f):
    """Pay a bonus that must precede the reward when the reward begins."""
    if f.groups and rules.bonus_timing == BEFORE:
        take_occupancy_bonus(g, rules, f)
    if rules.staff_bonus_timing == BEFORE and not f.marks & R_STAFF_ASKED:
        take_staff_bonus(g, rules, f)


@compiled
def finish_rewards(g, rules, f):
    """Nothing left to choose: pay the bonuses still due and discard the guest's card."""
    f.effects = 0
    due = f.marks & (R_STAFF_DUE | R_ROW_DUE | R_SECTION_DUE)
    if f.groups or due or asks_later(g, rules, f):
        # Frames opened now go on top of this one, which finishes after them. Staff were asked with
        # the bonuses, whether or not there were any: whom a bonus brings comes too late.
        settle_bonuses(g, rules, f)
        if not f.marks & R_STAFF_ASKED:
            note_asked(g, rules, f)
        return
    if new_staff(g, rules, f):
        take_reward_bonus(g, rules, f)
        return
    if f.bonuses:
        take_line_bonus(g, rules, f)
        return
    if f.marks & R_GUEST:
        guest, who = f.guest, f.player
        if not rules.seat_freed_before:
            clear_table(g.players[who], f.table)
        discard_guest(g, guest)
        keep_guest(g, rules, who, guest)
    pop(g)


DECISIONS = (Deciding(c.F_REWARDS, legal_rewards, apply_rewards, finish_rewards),)
