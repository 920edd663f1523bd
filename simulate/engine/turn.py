"""A turn: the optional guest, the mandatory die, and the extra actions round them."""

from simulate.engine import codes as c
from simulate.engine.cafe import buy_guest, free_table, row_price
from simulate.engine.codes import (
    D_DECLINE_EXTRA_DIE,
    D_WITHOUT_EFFECT,
    FACES,
    GOODS,
    T_ACTION_DONE,
    T_EXTRA,
    T_GUEST_TAKEN,
    T_HELPED,
    T_NO_DIE_REMOVED,
    T_NOT_STRENGTHENED,
    T_STARTED,
    T_WITHOUT_DIE,
)
from simulate.engine.count import condition_met
from simulate.engine.effects import die_price
from simulate.engine.frames import a_of, action, b_of, c_of, kind_of, pop, push
from simulate.engine.jit import compiled
from simulate.engine.ledger import score, source
from simulate.engine.main_action import take_die
from simulate.engine.moving_in import check_in, legal_check_ins
from simulate.engine.staff import start_choice


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
    for face in range(1, FACES + 1):
        if g.dice[face] == 0:
            continue
        price = die_price(rules, p, face, helped)
        for times in range(strengthenings(rules, f) + 1):
            if p.krones < price + times * rules.strengthen_cost:
                break
            out[n] = action(c.DIE, face, 0, times)
            n += 1
            if helped and p.extra_optional[face]:
                out[n] = action(c.DIE, face, D_DECLINE_EXTRA_DIE, times)
                n += 1
    if n == first and removed and rules.unpayable_die == c.WITHOUT_EFFECT:
        for face in range(1, FACES + 1):
            if g.dice[face] > 0:
                out[n] = action(c.DIE, face, D_WITHOUT_EFFECT)
                n += 1
    return n


@compiled
def can_serve(rules, p):
    """Is there a good in the kitchen that a guest wants, and money to serve it?"""
    if p.krones < min(rules.serve_cost, p.serve_cost):
        return False
    for t in range(rules.tables):
        if p.missing_total[t] > 0:
            for k in range(GOODS):
                if p.missing[t, k] > 0 and p.kitchen[k] > 0:
                    return True
    return False


@compiled
def can_claim(g, rules, p, i):
    """May the player put a marker on politics card ``i``?"""
    if (p.claimed >> i) & 1 or g.markers[i] >= rules.n_places or g.politics[i] < 0:
        return False
    return condition_met(rules, p, g.politics[i])


@compiled
def legal_turn(g, rules, f, out):
    """All that the player whose turn it is may do next."""
    p = g.players[f.player]
    n = 0
    owes_action = not f.marks & (T_ACTION_DONE | T_WITHOUT_DIE)
    if not f.marks & T_ACTION_DONE:
        if not f.marks & T_GUEST_TAKEN and free_table(rules, p) >= 0:
            for i in range(len(g.row)):
                if g.row[i] >= 0 and row_price(rules, p, i) <= p.krones:
                    out[n] = action(c.TAKE_GUEST, i)
                    n += 1
        if owes_action:
            before = n
            n = legal_dice(g, rules, p, f, out, n)
            if n == before and f.marks & (T_STARTED | T_EXTRA):
                owes_action = False
    if can_serve(rules, p):
        out[n] = action(c.SERVE)
        n += 1
    n = legal_check_ins(rules, p, out, n)
    for i in range(len(g.politics)):
        if can_claim(g, rules, p, i):
            out[n] = action(c.CLAIM, i)
            n += 1
    for i in range(p.staff_size):
        if rules.staff_timing[p.staff[i]] == c.ROUND and not p.staff_used[i]:
            out[n] = action(c.USE_STAFF, p.staff[i])
            n += 1
    if not f.marks & (T_STARTED | T_EXTRA | T_WITHOUT_DIE):
        out[n] = action(c.PASS)
        n += 1
    if not owes_action:
        out[n] = action(c.END_TURN)
        n += 1
    return n


@compiled
def claim(g, rules, p, i):
    """Put a marker on the best free place of a politics card."""
    score(g, p, rules.place_vp[g.markers[i]], source(c.VP_POLITICS, 0))
    g.markers[i] += 1
    p.claimed |= 1 << i


@compiled
def use_staff(g, rules, who, card):
    """Use a once-a-round card."""
    p = g.players[who]
    for i in range(p.staff_size):
        if p.staff[i] == card:
            p.staff_used[i] = 1
    start_choice(
        g, rules, who, rules.staff_effect[card], rules.staff_effect_n[card], c.VP_STAFF, card
    )


@compiled
def pass_turn(g, who):
    """The turn is not lost: it comes after the remaining dice are rolled again."""
    pop(g)
    p = g.players[who]
    p.passed = 1
    p.passes += 1


@compiled
def extra_turn_marks(granted):
    """The marks of an extra turn's frame from what the effect grants."""
    marks = T_EXTRA
    if not granted & c.X_DIE:
        marks |= T_NO_DIE_REMOVED
    if not granted & c.X_STRENGTHEN:
        marks |= T_NOT_STRENGTHENED
    if not granted & c.X_ACTION:
        marks |= T_WITHOUT_DIE
    if granted & c.X_DIE_BONUSES:
        marks |= T_HELPED
    return marks


@compiled
def end_turn(g, f):
    """The next number on the turn order tile is covered; an extra turn follows at once."""
    p = g.players[f.player]
    if not f.marks & T_EXTRA:
        p.turns_taken += 1
    g.turns += 1
    pop(g)
    if p.extra_turns > 0:
        p.extra_turns -= 1
        extra = push(g, c.F_TURN, f.player, 0)
        extra.marks = extra_turn_marks(p.extra_turn_marks)


@compiled
def apply_turn(g, rules, f, act):
    """Carry out an action of the turn frame."""
    who = f.player
    p = g.players[who]
    kind = kind_of(act)
    if kind == c.PASS:
        pass_turn(g, who)
        return
    if kind == c.END_TURN:
        end_turn(g, f)
        return
    f.marks |= T_STARTED
    if kind == c.TAKE_GUEST:
        f.marks |= T_GUEST_TAKEN
        buy_guest(g, rules, who, a_of(act))
    elif kind == c.DIE:
        f.marks |= T_ACTION_DONE
        face = a_of(act)
        removed = not f.marks & T_NO_DIE_REMOVED
        if b_of(act) & D_WITHOUT_EFFECT:
            g.dice[face] -= 1
            g.dice_left -= 1
            p.dice_taken[face] += 1
            return
        helped = removed or f.marks & T_HELPED
        take_die(g, rules, who, face, b_of(act), c_of(act), removed, helped)
    elif kind == c.SERVE:
        p.krones -= min(rules.serve_cost, p.serve_cost)
        served = push(g, c.F_SERVE, who, 0)
        served.n = rules.serve_goods
    elif kind == c.CHECK_IN:
        check_in(g, rules, who, a_of(act), b_of(act))
    elif kind == c.CLAIM:
        claim(g, rules, p, a_of(act))
    else:
        use_staff(g, rules, who, a_of(act))
