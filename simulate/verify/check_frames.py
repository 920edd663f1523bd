"""Checks on pending decisions: their owner and kind, and that what they refer to exists."""

from simulate.decisions.registry import FRAMES
from simulate.engine import codes as c
from simulate.engine.jit import compiled
from simulate.engine.state import STACK
from simulate.verify import check_codes as k
from simulate.verify.switching import must

KINDS = len(FRAMES)


@compiled
def frames(g, rules, memo):
    """Pending decisions belong to players of this game and have known kinds and references."""
    there = 0 < g.top <= STACK or (g.top == 0 and g.phase == c.PH_OVER)
    must(there, k.FRAME_STACK, memo)
    for i in range(g.top if there else 0):
        f = g.frames[i]
        seated = within(f.player, g.n_players)
        must(seated, k.FRAME_PLAYER, memo)
        if seated:
            must(within(f.kind, KINDS), k.FRAME_KIND, memo)
            must(names_what_is_there(g, rules, f), k.FRAME_CONTENT, memo)


@compiled
def within(x, n):
    """Is a number one of the first ``n``?"""
    return 0 <= x < n


@compiled
def names_what_is_there(g, rules, f):
    """Does what a decision refers to exist: an effect, card, tile, space or group?"""
    kind = f.kind
    if kind == c.F_EFFECT:
        return within(f.effect, rules.n_effects)
    if kind == c.F_REWARDS:
        return rewards(g, rules, f)
    if kind == c.F_MAIN or kind == c.F_SPLIT:
        return within(f.face - 1, c.FACES)
    if kind == c.F_PENALTY:
        return within(f.tile, rules.n_tiles)
    if kind == c.F_COPY_FINAL:
        return within(f.card, rules.n_staff)
    if kind == c.F_PAY:
        return f.card == c.NO_CARD or within(f.card, rules.n_staff)
    if kind == c.F_TOKEN:
        return within(f.half, 2)
    if kind == c.F_BONUS_KIND:
        return within(f.group, rules.n_groups[g.players[f.player].board])
    if kind == c.F_REMOVE_DANCER:
        return within(f.ballroom, c.BALLROOMS)
    return True


@compiled
def rewards(g, rules, f):
    """A list of effects, for a guest of the game if it belongs to a guest."""
    last = 0
    while (f.effects >> last) != 0:
        last += 1
    if last > 0 and not (within(f.effect, rules.n_effects) and f.effect + last <= rules.n_effects):
        return False
    if f.marks & (c.R_ROW_DUE | c.R_SECTION_DUE):
        if not within(f.seat, c.BALLROOMS * c.ROWS) or not within(f.section, c.SECTIONS):
            return False
    return not f.marks & c.R_GUEST or within(f.guest, rules.n_guests)
