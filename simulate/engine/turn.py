"""A turn: the optional guest, the mandatory die, and additional actions before and after."""

from simulate.engine import codes as c
from simulate.engine.additional import (
    apply_module_action,
    can_claim_any,
    can_serve,
    can_use,
    claim,
    key_left,
    legal_module_actions,
    use_staff,
)
from simulate.engine.cafe import buy_guest, free_table, refill_row, row_price
from simulate.engine.codes import (
    CHANGED,
    T_ACTION_DONE,
    T_ENDING,
    T_EXTRA,
    T_GUEST_TAKEN,
    T_HELPED,
    T_NO_DIE_REMOVED,
    T_NOT_STRENGTHENED,
    T_STARTED,
    T_WITHOUT_DIE,
)
from simulate.engine.course import turn_begins, turn_ends
from simulate.engine.frames import Deciding, a_of, action, b_of, c_of, kind_of, pop, push
from simulate.engine.goods import serve_price
from simulate.engine.jit import compiled
from simulate.engine.moving_in import check_in, go_dancing, legal_check_ins
from simulate.engine.reactions import close_action, forget_action, forget_owed
from simulate.engine.taking_dice import apply_die, legal_dice
from simulate.engine.triggers import NOW, answers


@compiled
def legal_turn(g, rules, f, out):
    """Everything the player to move may do next; nothing once the turn is ending."""
    p = g.players[f.player]
    if close_action(g, rules, f.player):
        return CHANGED
    if f.marks & T_ENDING:
        return 0
    if rules.skipped_turn_passed and only_passes(g, rules, f, out):
        out[0] = action(c.PASS)
        return 1
    n = 0
    owes_action = not f.marks & (T_ACTION_DONE | T_WITHOUT_DIE)
    if not f.marks & T_ACTION_DONE or rules.guest_moment_any_time:
        if (not f.marks & T_GUEST_TAKEN or f.left > 0) and free_table(p) >= 0:
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
    n = legal_check_ins(g, rules, p, out, n)
    if not rules.politics_claim_turn_end:
        for i in range(2 * len(g.politics)):
            if can_claim_any(g, rules, p, i):
                out[n] = action(c.CLAIM, i)
                n += 1
    for i in range(p.staff_size):
        if rules.staff_timing[p.staff[i]] == c.ROUND and not p.staff_used[i]:
            if can_use(g, rules, f.player, p.staff[i]):
                out[n] = action(c.USE_STAFF, p.staff[i])
                n += 1
    n = legal_module_actions(g, rules, f, out, n)
    if not f.marks & (T_STARTED | T_EXTRA | T_WITHOUT_DIE):
        out[n] = action(c.PASS)
        n += 1
    if not owes_action:
        out[n] = action(c.END_TURN)
        n += 1
    return n


@compiled
def only_passes(g, rules, f, out):
    """Is the turn still unbegun, with no die (or key) that may be taken?"""
    if f.marks & (T_STARTED | T_EXTRA | T_WITHOUT_DIE):
        return False
    p = g.players[f.player]
    return not key_left(g, rules, p, f) and legal_dice(g, rules, p, f, out, 0) == 0


@compiled
def pass_turn(g, rules, who):
    """Pass. The turn is not lost: it comes after the remaining dice are rolled again."""
    pop(g)
    p = g.players[who]
    p.passed = 1
    p.passed_once = 1
    p.passes += 1
    if not g.pass_seen:
        g.pass_seen = 1
        for i in range(g.n_players):
            answers(g, rules, i, c.ON_FIRST_PASS, 0, NOW)
            forget_owed(g.players[i])  # nothing that comes now is answered later


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
def end_turn(g, rules, f):
    """The turn is ending. Under some rules, politics cards are claimed automatically now."""
    f.marks |= T_ENDING
    if rules.politics_claim_turn_end:
        p = g.players[f.player]
        for i in range(2 * len(g.politics)):
            if can_claim_any(g, rules, p, i):
                claim(g, rules, f.player, i)


@compiled
def finish_turn(g, f):
    """Cover the next number on the turn order tile; an extra turn follows at once."""
    p = g.players[f.player]
    if not f.marks & T_EXTRA:
        p.turns_taken += 1
    g.turns += 1
    turn_ends(g, f.player)
    pop(g)
    if p.extra_turns > 0:
        p.extra_turns -= 1
        turn_begins(g, f.player)
        extra = push(g, c.F_TURN, f.player, 0)
        extra.marks = extra_turn_marks(p.extra_turn_marks)


@compiled
def take_guest(g, rules, f, place):
    """Take the guest of the turn; others may follow, directly or at any time before the die."""
    who = f.player
    p = g.players[who]
    first = not f.marks & T_GUEST_TAKEN
    f.marks |= T_GUEST_TAKEN
    buy_guest(g, rules, who, place)
    if not first:
        f.left -= 1
    elif p.more_guests > 0 and rules.second_guest_any_time:
        f.left = p.more_guests
    elif p.more_guests > 0:
        more = push(g, c.F_MORE_GUESTS, who, 0)
        more.left = p.more_guests
    if not first and f.left == 0 and p.refill_after:
        refill_row(g, rules, len(g.row))


@compiled
def forgoes(rules, kind):
    """Does an action of this kind forgo further guests?"""
    if kind == c.END_TURN:
        return True
    return (kind == c.DIE or kind == c.KEY) and not rules.guest_moment_any_time


@compiled
def forgo_guests(g, rules, f):
    """No further guest this turn: refill a row that waited for that."""
    f.left = 0
    if g.players[f.player].refill_after:
        refill_row(g, rules, len(g.row))


@compiled
def apply_turn(g, rules, f, act):
    """Carry out an action of the turn frame."""
    who = f.player
    p = g.players[who]
    kind = kind_of(act)
    forget_action(p)
    if kind == c.PASS:
        pass_turn(g, rules, who)
        return
    if f.left > 0 and forgoes(rules, kind):
        forgo_guests(g, rules, f)
    if kind == c.END_TURN:
        end_turn(g, rules, f)
        return
    f.marks |= T_STARTED
    if kind == c.TAKE_GUEST:
        take_guest(g, rules, f, a_of(act))
    elif kind == c.DIE:
        f.marks |= T_ACTION_DONE
        apply_die(g, rules, f, act)
    elif kind == c.SERVE:
        p.krones -= serve_price(rules, p)
        served = push(g, c.F_SERVE, who, 0)
        served.left = rules.serve_goods
    elif kind == c.CHECK_IN:
        check_in(g, rules, who, a_of(act), b_of(act))
    elif kind == c.DANCE:
        go_dancing(g, rules, who, a_of(act), b_of(act), c_of(act))
    elif kind == c.CLAIM:
        claim(g, rules, who, a_of(act))
    elif kind == c.USE_STAFF:
        use_staff(g, rules, who, a_of(act))
    else:
        apply_module_action(g, rules, f, act)


DECISIONS = (Deciding(c.F_TURN, legal_turn, apply_turn, finish_turn),)
