"""Counting things in a hotel: for final scoring, politics cards and the emperor's tiles."""

from simulate.engine.codes import (
    ANY_COLOUR,
    COL_COLOUR,
    COL_MAX,
    COL_N,
    COL_PER,
    COLUMNS,
    FLOORS,
    N_COLOUR_SETS,
    N_COLUMNS,
    N_EMPEROR,
    N_FLOORS,
    N_FULL_COLOURS,
    N_GROUPS,
    N_KRONES,
    N_OCCUPIED,
    N_POLITICS,
    N_ROOMS,
    N_STAFF,
    ROOM_COLOURS,
)
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled

COLUMN = 0b00001_00001_00001_00001
FLOOR = 0b11111


@compiled
def colour_bits(rules, p, colour):
    """Cells of a colour on the player's board (all cells for any colour)."""
    if colour == ANY_COLOUR:
        return (1 << 20) - 1
    return rules.colour_mask[p.board, colour]


@compiled
def full_floors(p):
    """Floors whose five rooms are all occupied."""
    n = 0
    for floor in range(FLOORS):
        mask = FLOOR << (floor * COLUMNS)
        if p.occupied & mask == mask:
            n += 1
    return n


@compiled
def full_columns(p):
    """Columns whose four rooms are all occupied."""
    n = 0
    for column in range(COLUMNS):
        mask = COLUMN << column
        if p.occupied & mask == mask:
            n += 1
    return n


@compiled
def full_groups(rules, p):
    """Groups whose rooms are all occupied now."""
    n = 0
    for group in range(rules.n_groups[p.board]):
        mask = rules.group_mask[p.board, group]
        if p.occupied & mask == mask:
            n += 1
    return n


@compiled
def count(rules, p, what, colour):
    """How many of ``what`` the player has; see codes.N_*."""
    if what == N_OCCUPIED:
        return bits(p.occupied & colour_bits(rules, p, colour))
    if what == N_ROOMS:
        return bits((p.occupied | p.vacant) & colour_bits(rules, p, colour))
    if what == N_STAFF:
        return p.staff_size
    if what == N_GROUPS:
        return full_groups(rules, p)
    if what == N_FLOORS:
        return full_floors(p)
    if what == N_COLUMNS:
        return full_columns(p)
    if what == N_FULL_COLOURS:
        n = 0
        for k in range(ROOM_COLOURS):
            mask = rules.colour_mask[p.board, k]
            if p.occupied & mask == mask:
                n += 1
        return n
    if what == N_COLOUR_SETS:
        fewest = 20
        for k in range(ROOM_COLOURS):
            fewest = min(fewest, bits(p.occupied & rules.colour_mask[p.board, k]))
        return fewest
    if what == N_POLITICS:
        return bits(p.claimed)
    if what == N_EMPEROR:
        return p.emperor
    if what == N_KRONES:
        return p.krones
    return 0


@compiled
def scored_vp(rules, p, row):
    """VP that a score row brings this player now."""
    e = rules.effects[row]
    return min(e[COL_N] * count(rules, p, e[COL_PER], e[COL_COLOUR]), e[COL_MAX])


@compiled
def condition_met(rules, p, card):
    """Is the condition of a politics card met?"""
    for i in range(rules.politics_needs[card]):
        have = count(rules, p, rules.need_count[card, i], rules.need_colour[card, i])
        if have < rules.need_at_least[card, i]:
            return False
    return True
