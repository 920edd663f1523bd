"""Decisions about dancers: sending one more, choosing a rehearsal room, giving dancers up."""

from simulate.engine import codes as c
from simulate.engine.ballrooms import can_send, has_row_bonus, send, some_seat
from simulate.engine.codes import (
    BALLROOMS,
    COL_N,
    COL_REDUCTIONS,
    R_ROW_DUE,
    R_SECTION_DUE,
    ROWS,
    SECTIONS,
)
from simulate.engine.compile_effects import Argument, Effect, Shown, reductions
from simulate.engine.frames import Deciding, a_of, action, b_of, kind_of, or_stop, pop, push
from simulate.engine.jit import compiled
from simulate.engine.state import MAX_REHEARSAL


@compiled
def ask_send(f, rules, row):
    """N dancers, each with its own reduction."""
    f.left = rules.effects[row, COL_N]
    f.reductions = rules.effects[row, COL_REDUCTIONS]


@compiled
def can_send_first(g, rules, p, row):
    """Is there a seat for the first dancer that the player can pay for?"""
    return some_seat(g, rules, p, rules.effects[row, COL_REDUCTIONS] & 15)


@compiled
def legal_send(g, rules, f, out):
    """Every seat and section for the next dancer; the reductions are in ``f.reductions``."""
    if f.left == 0 or rules.ballrooms == 0:
        return 0
    return or_stop(out, list_seats(g, rules, g.players[f.player], f.reductions & 15, out))


@compiled
def list_seats(g, rules, p, less, out):
    """Every affordable seat, from every section, at this reduction in champagne."""
    n = 0
    for seat in range(BALLROOMS * ROWS):
        for section in range(SECTIONS):
            if can_send(g, rules, p, seat, section, less):
                out[n] = action(c.SEND, seat, section)
                n += 1
    return n


@compiled
def apply_send(g, rules, f, act):
    """Send a dancer, or stop."""
    if kind_of(act) == c.STOP:
        pop(g)
        return
    less = f.reductions & 15
    f.left -= 1
    f.reductions >>= 4
    who, seat, section = f.player, a_of(act), b_of(act)
    bonuses = push(g, c.F_REWARDS, who, f.source)
    dance(g, rules, bonuses, seat, section, less)


@compiled
def dance(g, rules, f, seat, section, less):
    """Send a dancer; ``f`` is the frame in which its row and section pay."""
    f.seat = seat
    f.section = section
    if has_row_bonus(g, rules, seat):
        f.marks |= R_ROW_DUE
    if send(g, rules, f.player, seat, section, less):
        f.marks |= R_SECTION_DUE


@compiled
def legal_rehearsal(g, out):
    """The rehearsal rooms that are left."""
    n = 0
    for i in range(MAX_REHEARSAL):
        if g.rehearsal_rooms[i] >= 0:
            out[n] = action(c.REHEARSE, i)
            n += 1
    return n


@compiled
def apply_rehearsal(g, rules, f, act):
    """Take a rehearsal room; the dancers go to its sections."""
    p = g.players[f.player]
    pop(g)
    p.rehearsal = g.rehearsal_rooms[a_of(act)]
    g.rehearsal_rooms[a_of(act)] = -1
    for section in range(rules.n_sections[p.rehearsal]):
        p.resting[section] = rules.section_dancers[p.rehearsal, section]


@compiled
def legal_remove_dancer(g, f, out):
    """Rows of the ballroom from which a dancer can be taken."""
    if f.left == 0:
        return 0
    n = 0
    for row in range(ROWS):
        if g.players[f.player].dancers[f.ballroom, row] > 0:
            out[n] = action(c.REMOVE_DANCER, row)
            n += 1
    return n


@compiled
def apply_remove_dancer(g, f, act):
    """A dancer leaves the game."""
    f.left -= 1
    g.players[f.player].dancers[f.ballroom, a_of(act)] -= 1


EFFECTS = (
    Effect(
        "send_dancer",
        c.E_SEND_DANCER,
        {
            "dancers": Argument(COL_N, lambda effect: len(effect.less)),
            "less": Argument(COL_REDUCTIONS, reductions, Shown.REDUCTIONS),
        },
        c.F_SEND,
        may_decline=True,
        ask=ask_send,
        possible=can_send_first,
    ),
)
DECISIONS = (
    Deciding(c.F_SEND, legal_send, apply_send),
    Deciding(c.F_REHEARSAL, legal_rehearsal, apply_rehearsal),
    Deciding(c.F_REMOVE_DANCER, legal_remove_dancer, apply_remove_dancer),
)
