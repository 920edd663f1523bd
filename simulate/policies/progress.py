"""The chance to fulfil a politics card, by the progress toward its conditions."""

import numba

from simulate.compiling.signatures import declare
from simulate.engine import codes as c
from simulate.engine.count import cells_of, count
from simulate.engine.hotel import COLUMN, FLOOR, bits
from simulate.engine.jit import compiled
from simulate.policies import features as w

declare(vacant_share=numba.float64, progress=numba.float64)

NEARLY = 0.9999


@compiled
def filled(p, cells, vacant_share):
    """Occupied rooms among cells; vacant ones count for the given share."""
    return bits(p.occupied & cells) + vacant_share * bits(p.vacant & cells)


@compiled
def best_lines(p, floors, vacant_share, n):
    """The n fullest floors (or columns), each as the filled share of its rooms."""
    lines = c.FLOORS if floors else c.COLUMNS
    size = c.COLUMNS if floors else c.FLOORS
    taken = 0
    v = 0.0
    for _ in range(min(n, lines)):
        best, at = -1.0, 0
        for line in range(lines):
            if not (taken >> line) & 1:
                cells = FLOOR << (line * c.COLUMNS) if floors else COLUMN << line
                here = filled(p, cells, vacant_share)
                if here > best:
                    best, at = here, line
        taken |= 1 << at
        v += best / size
    return v


@compiled
def group_progress(rules, p, vacant_share):
    """Full groups, and the square of the progress of the others."""
    v = 0.0
    for group in range(rules.n_groups[p.board]):
        mask = rules.group_mask[p.board, group]
        if (p.occupied | p.vacant) & mask:
            share = filled(p, mask, vacant_share) / rules.group_size[p.board, group]
            v += share * share
    return v


@compiled
def graded(rules, p, vacant_share, what, arg, need):
    """How much a player has of what a condition counts, including partial floors, groups, ..."""
    if what == c.N_OCCUPIED:
        return filled(p, cells_of(rules, p, arg), vacant_share)
    if what == c.N_FLOORS or what == c.N_COLUMNS:
        return best_lines(p, what == c.N_FLOORS, vacant_share, need)
    if what == c.N_GROUPS:
        return group_progress(rules, p, vacant_share)
    if what == c.N_FULL_COLOURS or what == c.N_COLOUR_SETS:
        best, mean = 0.0, 0.0
        for colour in range(c.ROOM_COLOURS):
            mask = rules.colour_mask[p.board, colour]
            here = filled(p, mask, vacant_share)
            best = max(best, here / max(1, bits(mask)))
            mean += min(1.0 * need, here) / c.ROOM_COLOURS
        return best * need if what == c.N_FULL_COLOURS else mean
    return 1.0 * count(rules, p, what, arg)


@compiled
def progress_toward(rules, p, vacant_share, card):
    """A player's progress toward a politics card, 0 to 1: the mean over its conditions."""
    have = 0.0
    want = 0.0
    for j in range(rules.politics_needs[card]):
        need = rules.need_at_least[card, j]
        what, arg = rules.need_count[card, j], rules.need_arg[card, j]
        got = graded(rules, p, vacant_share, what, arg, need)
        have += min(got, 1.0 * need) / need
        want += 1.0
    return have / want


@compiled
def politics_progress(rules, p, worth, card):
    """A player's progress toward a politics card, 0 to 1, by declared weights."""
    return progress_toward(rules, p, worth.w[w.POLITICS_VACANT], card)


@compiled
def politics_chance(worth, progress, turns):
    """The chance to fulfil a politics card: the cube of the progress, less when time is short."""
    if progress > NEARLY:
        return worth.w[w.POLITICS_SURE]
    in_time = min(1.0, (turns + 1) / worth.w[w.POLITICS_TURNS])
    return progress * progress * progress * in_time
