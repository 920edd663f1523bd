"""What a position is worth to one player, in victory points: the greedy policy's evaluation.

Every part is a feature with a declared weight (greedy.toml). Only what the player may know is read:
public parts of the state and the player's own hand.
"""

from simulate.engine import codes as c
from simulate.engine.codes import COLUMNS, FLOORS, GOODS, GREEN, ROOM_COLOURS, T_ACTION_DONE
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.policies import features as w
from simulate.policies.dancing import can_dance
from simulate.policies.hiring import card_worth
from simulate.policies.modules import modules_worth
from simulate.policies.pending import pending_worth
from simulate.policies.progress import politics_chance
from simulate.policies.standing import TURNS_IN_GAME, bonus_unit, emperor_worth, krones_worth

USED_UP = 2  # a waiting card that was used: see state.PLAYER, staff_used


@compiled
def turns_left(g, rules, who):
    """Turns the player has after the current one."""
    p = g.players[who]
    turns = 2 * (rules.rounds - g.round_no) + 2 - p.turns_taken - p.passed
    if g.top > 0 and g.frames[0].kind == c.F_TURN and g.frames[0].player == who:
        if not g.frames[0].marks & c.T_EXTRA:
            turns -= 1
    return max(0, turns)


@compiled
def can_ignore(rules, p, table):
    """Is one good all that a guest wants of several, and may it be left out?"""
    if not p.ignore_good or p.missing_total[table] != 1:
        return False
    return rules.guest_goods[p.cafe[table]] > 1


@compiled
def cafe_worth(rules, p, worth, turns):
    """Guests at tables, by the chance to house them; goods in the kitchen; free tables."""
    v = 0.0
    free = 0
    unserved = 0
    for k in range(GOODS):
        v += worth.w[w.GOOD_KITCHEN] * p.kitchen[k]
    for t in range(p.tables):
        guest = p.cafe[t]
        if guest < 0:
            free += 1
            continue
        chance = 1.0
        needed = 0.0
        filled = p.missing_total[t] == 0 or can_ignore(rules, p, t)
        if not filled:
            unserved += 1
            for k in range(GOODS):
                missing = p.missing[t, k]
                if missing > 0:
                    stored = min(missing, p.kitchen[k])
                    for _ in range(stored):
                        chance *= worth.w[w.GUEST_SERVE]
                    for _ in range(missing - stored):
                        chance *= worth.w[w.GUEST_MISSING]
                        needed += worth.w[w.TURNS_FOR_GOOD]
        colour = rules.guest_colour[guest]
        if colour == GREEN:
            fitting = p.vacant
        else:
            fitting = p.vacant & rules.colour_mask[p.board, colour]
        if fitting == 0 and not can_dance(rules, p, guest):
            chance *= worth.w[w.GUEST_NO_ROOM]
            needed += worth.w[w.TURNS_FOR_ROOM]
        if needed > 0.0:
            chance *= turns / (turns + needed)
        v += chance * worth.guest[guest]
        if not p.no_stranded:
            v += (1.0 - chance) * worth.w[w.STRANDED] * rules.stranded_vp
    if p.more_guests > 0 or p.tables > rules.tables:
        v -= worth.w[w.CROWD] * max(0, unserved - 2)
    return v + worth.w[w.FREE_TABLE] * min(free, turns)


@compiled
def rooms_worth(rules, p, worth, turns):
    """Vacant rooms as places for guests, occupied ones by floor, groups by their progress."""
    v = 0.0
    vacant = bits(p.vacant)
    if turns > 0:
        v += worth.w[w.VACANT_ROOM] * min(vacant, 4)
        v += worth.w[w.VACANT_MORE] * max(vacant - 4, 0)
        for colour in range(ROOM_COLOURS):
            if p.vacant & rules.colour_mask[p.board, colour]:
                v += worth.w[w.VACANT_NEW_COLOUR]
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


@compiled
def staff_worth(g, rules, p, worth, turns):
    """Cards in play by what they will still bring; cards in hand a little."""
    v = 0.0
    for i in range(p.staff_size):
        card = p.staff[i]
        if p.staff_used[i] == USED_UP:
            continue
        v += card_worth(g, rules, p, worth, card, turns)
        if p.staff_used[i]:
            v -= 0.5 * worth.staff_round[card]
    return v + worth.w[w.HAND_CARD] * p.hand_size * turns / TURNS_IN_GAME


@compiled
def politics_worth(g, rules, p, worth, turns):
    """Unclaimed politics cards by the best free place and the progress toward them."""
    v = 0.0
    for i in range(len(g.politics)):
        card = g.politics[i]
        if (p.claimed >> i) & 1:
            # A style that values politics beyond its VP must not lose that value by claiming.
            v += max(0.0, worth.w[w.POLITICS] - 0.9) * rules.place_vp[0]
            continue
        if card < 0 or g.markers[i] >= rules.n_places:
            continue
        chance = politics_chance(rules, p, card, turns)
        v += worth.w[w.POLITICS] * chance * rules.place_vp[g.markers[i]]
    return v


@compiled
def time_worth(g, worth, who):
    """A main action still to come in this turn, or a turn that waits for a reroll."""
    p = g.players[who]
    if p.passed:
        return 1.0 * worth.w[w.PASSED_TURN]
    for i in range(g.top):
        f = g.frames[i]
        if f.kind == c.F_TURN and f.player == who:
            if not f.marks & (T_ACTION_DONE | c.T_WITHOUT_DIE):
                return 1.0 * worth.w[w.TURN]
    return 0.0


@compiled
def position_worth(g, rules, worth, who):
    """VP that the position is worth to player ``who``."""
    p = g.players[who]
    turns = turns_left(g, rules, who)
    v = 1.0 * p.vp
    v += krones_worth(rules, worth, p.krones, turns)
    v += cafe_worth(rules, p, worth, turns)
    v += rooms_worth(rules, p, worth, turns)
    v += staff_worth(g, rules, p, worth, turns)
    v += politics_worth(g, rules, p, worth, turns)
    v += emperor_worth(g, rules, p, worth, p.emperor)
    v += time_worth(g, worth, who)
    v += pending_worth(g, rules, worth, who, turns)
    if worth.modules:
        v += modules_worth(g, rules, worth, who, turns)
    return v
