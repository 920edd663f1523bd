"""The mandatory die: every way to use an action space in a turn."""

from simulate.engine import codes as c
from simulate.engine.codes import (
    D_COLOUR,
    D_DECLINE_EXTRA_DIE,
    D_FROM_BELOW,
    D_MOVED,
    D_TAKEN,
    D_WITHOUT_EFFECT,
    FACES,
    LOUNGE,
    T_HELPED,
    T_NO_DIE_REMOVED,
    T_NOT_STRENGTHENED,
)
from simulate.engine.dice import coloured_price, lies_on, may_move
from simulate.engine.effects import die_price
from simulate.engine.frames import a_of, action, b_of, c_of
from simulate.engine.jit import compiled
from simulate.engine.main_action import answer_idle_die, note_die, remove_die, take_die


@compiled
def strengthenings(rules, f):
    """How often the action of this turn may be strengthened."""
    return 0 if f.marks & T_NOT_STRENGTHENED else rules.strengthen_times


@compiled
def legal_dice(g, rules, p, f, out, n):
    """Every way to use an action space; a die that nobody could pay for is taken without effect."""
    removed = not f.marks & T_NO_DIE_REMOVED
    helped = removed or f.marks & T_HELPED
    first = n
    if rules.coloured_dice == 0 and not p.move_die:
        n = plain_dice(g, rules, p, strengthenings(rules, f), helped, out, n)
    else:
        n = all_dice(g, rules, p, strengthenings(rules, f), helped, removed, out, n)
    if n == first and removed and rules.unpayable_die_without_effect:
        for face in range(1, FACES + 1):
            for colour in range(LOUNGE + 1):
                if lies_on(g, face, colour):
                    out[n] = action(c.DIE, face, D_WITHOUT_EFFECT | colour * D_TAKEN)
                    n += 1
    return without_idle(rules, p, first, out, n) if rules.empty_action_last_resort else n


@compiled
def idle(rules, p, face):
    """Can the action of a face not even begin: no card to play, no room to prepare?"""
    if rules.action[face] == c.A_HIRE:
        return p.hand_size == 0
    if rules.action[face] == c.A_PREPARE:
        return p.vacant | p.occupied == (1 << c.ROOMS) - 1
    return False


@compiled
def without_idle(rules, p, first, out, n):
    """Of the dice listed from ``first`` on, those with something to do, if there are any."""
    kept = first
    for i in range(first, n):
        if not idle(rules, p, a_of(out[i])):
            out[kept] = out[i]
            kept += 1
    return kept if kept > first else n


@compiled
def plain_dice(g, rules, p, times_allowed, helped, out, n):
    """Every action space with a die; also strengthened, and declining a staff card's extra dice."""
    for face in range(1, FACES + 1):
        if g.dice[face] == 0:
            continue
        price = die_price(rules, p, face, helped)
        for times in range(times_allowed + 1):
            if p.krones < price + times * rules.strengthen_cost:
                break
            out[n] = action(c.DIE, face, 0, times)
            n += 1
            if helped and p.extra_optional[face]:
                out[n] = action(c.DIE, face, D_DECLINE_EXTRA_DIE, times)
                n += 1
    return n


@compiled
def all_dice(g, rules, p, times_allowed, helped, removed, out, n):
    """The same where dice may be coloured or moved: which one is taken, which one is moved."""
    for face in range(1, FACES + 1):
        price = die_price(rules, p, face, helped)
        for way in range(3 if p.move_die else 1):
            start = face + (0, -1, 1)[way]
            if way > 0 and not may_move(g, rules, start, face):
                continue
            for moved in range(LOUNGE + 1 if way > 0 else 1):
                if way > 0 and not lies_on(g, start, moved):
                    continue
                for taken in range(LOUNGE + 1 if removed else 1):
                    there = lies_on(g, face, taken) or (way > 0 and taken == moved)
                    if (removed and not there) or (not removed and way == 0 and g.dice[face] == 0):
                        continue
                    extra = coloured_price(g, rules, face, taken, way > 0, moved)
                    how = way * D_FROM_BELOW | moved * D_MOVED | taken * D_TAKEN
                    for times in range(times_allowed + 1):
                        if p.krones < price + extra + times * rules.strengthen_cost:
                            break
                        out[n] = action(c.DIE, face, how, times)
                        n += 1
                        if helped and p.extra_optional[face]:
                            out[n] = action(c.DIE, face, how | D_DECLINE_EXTRA_DIE, times)
                            n += 1
    return n


@compiled
def apply_die(g, rules, f, act):
    """Take a die, or use its space without removing it."""
    who, face, how = f.player, a_of(act), b_of(act)
    p = g.players[who]
    removed = not f.marks & T_NO_DIE_REMOVED
    if how & D_WITHOUT_EFFECT:
        remove_die(g, p, face)
        colour = (how // D_TAKEN) & D_COLOUR
        if colour > 0:
            g.coloured_face[colour - 1] = 0
        total = note_die(p, face)
        if rules.idle_die_answered:
            answer_idle_die(g, rules, who, face, total)
        return
    helped = removed or f.marks & T_HELPED
    take_die(g, rules, who, face, how, c_of(act), removed, helped)
