"""The value of a hotel's rooms: vacant and occupied ones, and groups in progress."""

from simulate.engine.codes import COLUMNS, FLOORS, ROOM_COLOURS
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.policies import features as w
from simulate.policies.standing import bonus_unit


@compiled
def rooms_worth(rules, p, worth, turns):
    """Vacant rooms as places for guests, occupied ones by floor, groups by their progress."""
    v = 0.0
    vacant = bits(p.vacant)
    if turns > 0:
        v += worth.w[w.VACANT_ROOM] * min(vacant, worth.w[w.VACANT_FEW])
        v += worth.w[w.VACANT_MORE] * max(vacant - worth.w[w.VACANT_FEW], 0.0)
    for colour in range(ROOM_COLOURS):
        cells = rules.colour_mask[p.board, colour]
        each = worth.w[w.ROOM_BLUE + colour]
        v += each * bits(p.occupied & cells)
        if turns > 0 and p.vacant & cells:
            v += worth.w[w.VACANT_NEW_COLOUR]
            v += worth.w[w.COLOUR_VACANT] * each * min(bits(p.vacant & cells), 2)
    v += worth.w[w.OCCUPIED_ROOM] * bits(p.occupied)
    for floor in range(FLOORS):
        on_floor = 0b11111 << (floor * COLUMNS)
        v += rules.floor_vp[floor] * bits(p.occupied & on_floor)
        if turns > 0:
            v += worth.w[w.VACANT_FLOOR] * rules.floor_vp[floor] * bits(p.vacant & on_floor)
    for group in range(rules.n_groups[p.board]):
        if (p.groups_paid >> group) & 1:
            continue
        mask = rules.group_mask[p.board, group]
        if (p.occupied | p.vacant) & mask == 0:
            continue
        size = rules.group_size[p.board, group]
        done = bits(p.occupied & mask) + worth.w[w.GROUP_VACANT] * bits(p.vacant & mask)
        progress = done / size
        colour = rules.group_colour[p.board, group]
        bonus = rules.bonus[p.bonus_table, colour, size] * bonus_unit(rules, worth, colour)
        if turns > 0:
            v += worth.w[w.GROUP_PROGRESS] * bonus * progress * progress
    return v
