"""The five main actions, copying, and staff bonuses before or after them."""

from simulate.engine import codes as c
from simulate.engine.abilities import dice_apart
from simulate.engine.building import ask_rooms
from simulate.engine.codes import (
    AFTER,
    BEFORE,
    BEFORE_OR_AFTER,
    C_OPTIONAL,
    CHANGED,
    D_COLOUR,
    D_DECLINE_EXTRA_DIE,
    D_FROM_BELOW,
    D_MOVED,
    D_TAKEN,
    LOUNGE,
    M_ASKS_NEW_STAFF,
    M_BOTH_TRACKS,
    M_DONE,
    M_NOT_HELPED,
    ON_DICE_SUM,
    ON_DIE,
    WITH_DIE,
    X_DIE_BONUSES,
    X_STRENGTHEN,
)
from simulate.engine.dice import coloured_price, lies_on, may_move, move_die
from simulate.engine.effects import die_price, possible
from simulate.engine.frames import Deciding, a_of, action, b_of, c_of, kind_of, or_stop, pop, push
from simulate.engine.jit import compiled
from simulate.engine.ledger import advance, gain_krones, receive
from simulate.engine.lounge import meet
from simulate.engine.reactions import close_action
from simulate.engine.staff import start_list
from simulate.engine.triggers import COUNT, LATER, NOW, answers, source_of, start_effects


@compiled
def take_die(g, rules, who, face, variant, times, removed, helped):
    """Fix the strength, take the die (if one is removed) and start the main action.

    ``helped``: staff who answer a die of this face do so.
    """
    p = g.players[who]
    move_die(g, face, variant)
    colour = (variant // D_TAKEN) & D_COLOUR
    p.krones -= die_price(rules, p, face, helped) + coloured_price(g, rules, face, colour, False, 0)
    strength = g.dice[face]
    p.krones -= times * rules.strengthen_cost
    p.strengthened += times
    strength += times * rules.strengthen_dice
    total = 0
    if removed:
        remove_die(g, p, face)
        if colour > 0:
            meet(g, rules, who, colour - 1)
        total = note_die(p, face)
    summed = answers(g, rules, who, ON_DICE_SUM, total, COUNT) > 0
    pending = 0
    apart = 0
    both = helped and p.both_tracks[face]
    if helped:
        if not variant & D_DECLINE_EXTRA_DIE:
            strength += p.extra_dice[face]
            apart = dice_apart(rules, p, face)
        if not rules.die_gifts_before_action:
            answers(g, rules, who, ON_DIE, face, NOW)
        pending = bonuses_round(rules, p, face)
    asks_new = removed and rules.own_die_staff_answers
    if pending or summed or asks_new:
        f = push(g, c.F_MAIN, who, 0)
        f.face = face
        f.strength = strength
        f.left = apart
        f.bonuses = pending
        f.marks = 0 if helped else M_NOT_HELPED
        if both and rules.new_die_staff_too_late:
            f.marks |= M_BOTH_TRACKS
        if asks_new:
            f.marks |= M_ASKS_NEW_STAFF
            f.before = p.owners_size
        if not pending and not summed:
            f.marks |= M_DONE  # nothing to choose: the action comes on top at once
    gifts = helped and rules.die_gifts_before_action
    if pending or summed:
        answer_sum(g, rules, who, total, face if gifts else 0)
    else:
        start_action(g, rules, who, face, strength, apart, both)
    if gifts:
        answers(g, rules, who, ON_DIE, face, NOW)  # on top: it comes first


@compiled
def answer_sum(g, rules, who, total, face):
    """Answer the sum of two dice; what cards give with the second one (of a face) comes first."""
    gifts = answers(g, rules, who, ON_DIE, face, COUNT)
    answers(g, rules, who, ON_DICE_SUM, total, LATER if gifts > 0 else NOW)


@compiled
def answer_idle_die(g, rules, who, face, total):
    """Cards answer a die that was taken without effect, as far as the rules allow."""
    pending = bonuses_round(rules, g.players[who], face)
    if pending:
        f = push(g, c.F_MAIN, who, 0)
        f.face = face
        f.bonuses = pending
        f.marks = M_DONE  # there is no main action
    answer_sum(g, rules, who, total, face)
    answers(g, rules, who, ON_DIE, face, NOW)


@compiled
def remove_die(g, p, face):
    """Move a die from its action space to the player's turn order tile."""
    g.dice[face] -= 1
    g.dice_left -= 1
    p.dice_taken[face] += 1


@compiled
def note_die(p, face):
    """Count a die of this round (face 0: the skeleton key); with the second, the sum of both.

    The key has the face of the other die. Returns 0 except for the second die.
    """
    p.dice_this_round += 1
    if p.dice_this_round == 1:
        p.first_face = face
    elif p.dice_this_round == 2:
        return (p.first_face or face) + (face or p.first_face)
    return 0


@compiled
def bonus_trigger(rules, p, face, ordinal):
    """The trigger row of the ``ordinal``-th bonus before or after the action; or -1."""
    found = 0
    for i in range(p.owners_size):
        first = rules.card_trigger[p.owners[i]]
        for t in range(first, first + rules.card_trigger_n[p.owners[i]]):
            if (
                rules.trigger_event[t] == ON_DIE
                and (rules.trigger_faces[t] >> face) & 1
                and rules.trigger_timing[t] != WITH_DIE
            ):
                if found == ordinal:
                    return t
                found += 1
    return -1


@compiled
def bonuses_round(rules, p, face):
    """Bit set of the bonuses before or after the main action of a die."""
    if not (p.events >> ON_DIE) & 1:
        return 0
    n = 0
    while bonus_trigger(rules, p, face, n) >= 0:
        n += 1
    return (1 << n) - 1


@compiled
def trigger_owner(rules, p, trigger):
    """The card in play that a trigger row belongs to."""
    for i in range(p.owners_size):
        card = p.owners[i]
        first = rules.card_trigger[card]
        if first <= trigger < first + rules.card_trigger_n[card]:
            return card
    return -1


@compiled
def answer_new_staff(g, rules, f):
    """The action is over: cards that came into play with it answer its die."""
    p = g.players[f.player]
    ordinal = 0
    for i in range(p.owners_size):
        first = rules.card_trigger[p.owners[i]]
        for t in range(first, first + rules.card_trigger_n[p.owners[i]]):
            if rules.trigger_event[t] != ON_DIE or not (rules.trigger_faces[t] >> f.face) & 1:
                continue
            new = i >= f.before
            if rules.trigger_timing[t] == WITH_DIE:
                if new:
                    effect, n = rules.trigger_effect[t], rules.trigger_effect_n[t]
                    start_effects(g, rules, f.player, effect, n, source_of(p.owners[i]))
            else:
                if new:
                    f.bonuses |= 1 << ordinal
                ordinal += 1


@compiled
def legal_main(g, rules, f, out):
    """The main action itself, and the bonuses allowed before or after it."""
    if f.marks & M_DONE and f.marks & M_ASKS_NEW_STAFF:
        f.marks &= ~M_ASKS_NEW_STAFF
        answer_new_staff(g, rules, f)
        return CHANGED
    n = 0
    done = f.marks & M_DONE
    must = False
    if not done:
        out[n] = action(c.DO_MAIN)
        n += 1
    p = g.players[f.player]
    ordinal = 0
    while (f.bonuses >> ordinal) != 0:
        if (f.bonuses >> ordinal) & 1:
            t = bonus_trigger(rules, p, f.face, ordinal)
            timing = rules.trigger_timing[t]
            side = AFTER if done else BEFORE
            if (timing == BEFORE_OR_AFTER or timing == side) and possible(
                g, rules, f.player, rules.trigger_effect[t]
            ):
                out[n] = action(c.DIE_BONUS, ordinal)
                n += 1
                must |= rules.trigger_must[t] != 0
        ordinal += 1
    if done and n > 0 and not must:
        out[n] = action(c.STOP)
        n += 1
    return n


@compiled
def apply_main(g, rules, f, act):
    """Do the main action, or take one of its bonuses."""
    who = f.player
    if kind_of(act) == c.STOP:
        pop(g)
    elif kind_of(act) == c.DO_MAIN:
        f.marks |= M_DONE
        start_action(g, rules, who, f.face, f.strength, f.left, gives_both(g, rules, f))
    else:
        ordinal = a_of(act)
        f.bonuses &= ~(1 << ordinal)
        p = g.players[who]
        t = bonus_trigger(rules, p, f.face, ordinal)
        card = trigger_owner(rules, p, t)
        start_list(
            g, rules, who, rules.trigger_effect[t], rules.trigger_effect_n[t], source_of(card)
        )


@compiled
def gives_both(g, rules, f):
    """Does a frame's action give krones and steps: by a card in play now, or with the die?"""
    if rules.new_die_staff_too_late:
        return (f.marks & M_BOTH_TRACKS) != 0
    return not f.marks & M_NOT_HELPED and g.players[f.player].both_tracks[f.face] != 0


@compiled
def start_action(g, rules, who, face, strength, apart, both):
    """Start main action ``face`` at a strength, ``apart`` of it outside the proportion of goods.

    ``both``: the action gives both krones and steps.
    """
    kind = rules.action[face]
    p = g.players[who]
    if kind == c.A_GOODS:
        f = push(g, c.F_SPLIT, who, 0)
        f.face = face
        f.left = apart
    elif kind == c.A_PREPARE:
        ask_rooms(g, who, strength)
        return
    elif kind == c.A_TRACKS:
        if both:
            gain_krones(rules, p, strength)
            advance(g, rules, p, strength)
            return
        f = push(g, c.F_TRACKS, who, 0)
    elif kind == c.A_HIRE:
        f = push(g, c.F_HIRE, who, 0)
        f.left = 1
        f.discount = strength
        return
    else:
        f = push(g, c.F_COPY, who, 0)
    f.strength = strength


@compiled
def legal_tracks(f, out):
    """Split the strength between krones and steps by choosing the number of steps."""
    for steps in range(f.strength + 1):
        out[steps] = action(c.STEPS, steps)
    return f.strength + 1


@compiled
def apply_tracks(g, rules, f, act):
    """Gain the chosen steps, and krones for the rest."""
    p = g.players[f.player]
    steps = a_of(act)
    pop(g)
    gain_krones(rules, p, f.strength - steps)
    advance(g, rules, p, steps)


@compiled
def legal_copy(rules, f, out):
    """Any main action except copying; dice on its own space do not matter."""
    n = 0
    for face in range(1, c.FACES + 1):
        if rules.action[face] != c.A_COPY:
            out[n] = action(c.COPY, face)
            n += 1
    return or_stop(out, n) if f.marks & C_OPTIONAL else n


@compiled
def apply_copy(g, rules, f, act):
    """Carry out the copied action with the strength of the copying space."""
    pop(g)
    if kind_of(act) != c.STOP:
        start_action(g, rules, f.player, a_of(act), f.strength, 0, False)


@compiled
def list_space(g, rules, p, face, price, times_allowed, kind, flags, out, n):
    """A space as it is, and with each die that may be moved onto it from an adjacent space."""
    for way in range(3 if p.move_die else 1):
        start = face + (0, -1, 1)[way]
        if way > 0 and not may_move(g, rules, start, face):
            continue
        for moved in range(LOUNGE + 1 if way > 0 and rules.coloured_dice > 0 else 1):
            if way > 0 and not lies_on(g, start, moved):
                continue
            if way == 0 and g.dice[face] == 0:
                continue
            how = flags | way * D_FROM_BELOW | moved * D_MOVED
            for times in range(times_allowed + 1):
                if price + times * rules.strengthen_cost <= p.krones:
                    out[n] = action(kind, face, how, times)
                    n += 1
    return n


@compiled
def legal_space(g, rules, f, out):
    """Spaces with a die, for an action that removes none."""
    if rules.reward_action_apart and close_action(g, rules, f.player):
        return CHANGED
    p = g.players[f.player]
    times_allowed = rules.strengthen_times if f.marks & X_STRENGTHEN else 0
    helped = f.marks & X_DIE_BONUSES
    n = 0
    for face in range(1, c.FACES + 1):
        price = die_price(rules, p, face, helped)
        n = list_space(g, rules, p, face, price, times_allowed, c.SPACE, 0, out, n)
    return or_stop(out, n)


@compiled
def apply_space(g, rules, f, act):
    """Use a space without removing a die."""
    helped = f.marks & X_DIE_BONUSES
    pop(g)
    if kind_of(act) == c.STOP:
        return
    take_die(g, rules, f.player, a_of(act), b_of(act), c_of(act), False, helped)


@compiled
def legal_split(rules, f, out):
    """Every split of a goods action: no more of each good than of the one before it."""
    n = 0
    thirds = rules.action_goods_n[f.face] > 2
    for second in range((f.strength + f.left) // 2 + 1):
        for third in range((second if thirds else 0) + 1):
            if in_proportion(f.strength - second - third, second, third, f.left):
                out[n] = action(c.SPLIT, second, third)
                n += 1
    return n


@compiled
def in_proportion(first, second, third, apart):
    """Is there no more of each good than of the one before, not counting N of the first two?"""
    for of_second in range(apart + 1):
        counted = first - (apart - of_second)
        if counted >= second - of_second >= third and counted >= 0:
            return True
    return False


@compiled
def apply_split(g, rules, f, act):
    """Receive the goods of the chosen split."""
    pop(g)
    second, third = a_of(act), b_of(act)
    amounts = (f.strength - second - third, second, third)
    kinds = rules.action_goods[f.face]
    got = (0, 0, 0, 0, 0)
    s, k, w, o, b = got
    for i in range(rules.action_goods_n[f.face]):
        if kinds[i] == c.STRUDEL:
            s += amounts[i]
        elif kinds[i] == c.CAKE:
            k += amounts[i]
        elif kinds[i] == c.WINE:
            w += amounts[i]
        elif kinds[i] == c.COFFEE:
            o += amounts[i]
        else:
            b += amounts[i]
    receive(g, rules, f.player, s, k, w, o, b)


DECISIONS = (
    Deciding(c.F_SPLIT, legal_split, apply_split),
    Deciding(c.F_TRACKS, legal_tracks, apply_tracks),
    Deciding(c.F_MAIN, legal_main, apply_main),
    Deciding(c.F_COPY, legal_copy, apply_copy),
    Deciding(c.F_SPACE, legal_space, apply_space),
)
