"""Counting things in a hotel: for final scoring, politics cards and the emperor's tiles."""

from simulate.engine.ballrooms import dancers_in
from simulate.engine.codes import (
    ARG_STEP,
    BALLROOMS,
    COL_ARG,
    COL_MAX,
    COL_N,
    COL_PER,
    COLUMNS,
    FLOORS,
    GOODS,
    N_COLOUR_SETS,
    N_COLUMNS,
    N_DANCERS,
    N_EMPEROR,
    N_FLOORS,
    N_FULL_COLOURS,
    N_GOOD_SETS,
    N_GOODS,
    N_GROUPS,
    N_GUEST_VP,
    N_KRONES,
    N_OCCUPIED,
    N_ORDERS,
    N_POLITICS,
    N_RICH_COLOURS,
    N_ROOMS,
    N_STAFF,
    ROOM_COLOURS,
    ROOMS,
)
from simulate.engine.hotel import COLUMN, FLOOR, bits
from simulate.engine.jit import compiled


@compiled
def cells_of(rules, p, arg):
    """Cells of a colour and a floor on the player's board; see compile_words.argument."""
    colour, floor = arg % ARG_STEP, arg // ARG_STEP
    cells = (1 << ROOMS) - 1 if colour == 0 else rules.colour_mask[p.board, colour - 1]
    if floor > 0:
        cells &= FLOOR << ((floor - 1) * COLUMNS)
    return cells


@compiled
def full_floors(p):
    """Floors whose five rooms are all occupied."""
    full = p.occupied & COLUMN
    for column in range(1, COLUMNS):
        full &= p.occupied >> column
    return bits(full)


@compiled
def full_columns(p):
    """Columns whose four rooms are all occupied."""
    full = p.occupied & FLOOR
    for floor in range(1, FLOORS):
        full &= p.occupied >> (floor * COLUMNS)
    return bits(full)


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
def count(rules, p, what, arg):
    """How many of ``what`` the player has; see codes.N_* and compile_words.argument."""
    if what == N_OCCUPIED:
        return bits(p.occupied & cells_of(rules, p, arg))
    if what == N_ROOMS:
        return bits((p.occupied | p.vacant) & cells_of(rules, p, arg))
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
    return count_more(rules, p, what, arg)


@compiled
def count_more(rules, p, what, arg):
    """Counts that the base game does not use."""
    if what == N_GOODS:
        return p.kitchen[arg]
    if what == N_GOOD_SETS:
        fewest = 99
        for k in range(GOODS):
            if (arg >> k) & 1:
                fewest = min(fewest, p.kitchen[k])
        return fewest
    if what == N_DANCERS:
        n = 0
        for place in range(BALLROOMS):
            n += dancers_in(p, place)
        return n
    if what == N_ORDERS:
        return count_orders(p, arg)
    if what == N_GUEST_VP:
        return p.guest_vp
    if what == N_RICH_COLOURS:
        n = 0
        for k in range(ROOM_COLOURS):
            n += bits(p.occupied & rules.colour_mask[p.board, k]) >= arg
        return n
    return 0


@compiled
def count_orders(p, arg):
    """Guests who left the café, of one colour (or any) and with at least this many goods."""
    n = 0
    for colour in range(len(p.orders)):
        for goods in range(len(p.orders[colour])):
            if is_counted(arg, colour, goods):
                n += p.orders[colour, goods]
    return n


@compiled
def is_counted(arg, colour, goods):
    """Does a count of orders include a guest of this colour whose order had this many goods?"""
    wanted, least = arg % ARG_STEP, arg // ARG_STEP
    return (wanted == 0 or wanted == colour + 1) and goods >= least


@compiled
def scored_vp(rules, p, row):
    """VP that a score row gives this player now."""
    e = rules.effects[row]
    return min(e[COL_N] * count(rules, p, e[COL_PER], e[COL_ARG]), e[COL_MAX])


@compiled
def condition_met(rules, p, card):
    """Is the condition of a politics card met?"""
    for i in range(rules.politics_needs[card]):
        have = count(rules, p, rules.need_count[card, i], rules.need_arg[card, i])
        if rules.need_count[card, i] == N_KRONES and rules.politics_claim_turn_end:
            have = p.most_krones  # a claim at the end uses the turn's maximum
        if have < rules.need_at_least[card, i]:
            return False
    return True
