"""What a position is worth to one player, in victory points: the greedy policy's evaluation.

Every part is a feature with a declared weight (greedy.toml). Only what the player may know is read:
public parts of the state and the player's own hand.
"""

from simulate.engine import codes as c
from simulate.engine.codes import COLUMNS, FLOORS, ROOM_COLOURS, T_ACTION_DONE
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.policies import features as w
from simulate.policies.cafe import cafe_worth
from simulate.policies.hiring import card_worth
from simulate.policies.modules import modules_worth
from simulate.policies.pending import best_die, pending_worth
from simulate.policies.progress import politics_chance
from simulate.policies.standing import TURNS_IN_GAME, bonus_unit, emperor_worth, krones_worth

USED_UP = 2  # a waiting card that was used: see state.PLAYER, staff_used
COLOUR_OF_VACANT = 0.3  # what a vacant room counts of a style's worth of rooms of its colour


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
def rooms_worth(rules, p, worth, turns):
    """Vacant rooms as places for guests, occupied ones by floor, groups by their progress."""
    v = 0.0
    vacant = bits(p.vacant)
    if turns > 0:
        v += worth.w[w.VACANT_ROOM] * min(vacant, 4)
        v += worth.w[w.VACANT_MORE] * max(vacant - 4, 0)
    for colour in range(ROOM_COLOURS):
        cells = rules.colour_mask[p.board, colour]
        each = worth.w[w.ROOM_BLUE + colour]
        v += each * bits(p.occupied & cells)
        if turns > 0 and p.vacant & cells:
            v += worth.w[w.VACANT_NEW_COLOUR]
            v += COLOUR_OF_VACANT * each * min(bits(p.vacant & cells), 2)
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
    v += worth.w[w.STAFF_CARD] * p.staff_size
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
        chance = politics_chance(rules, p, worth, card, turns)
        v += worth.w[w.POLITICS] * chance * rules.place_vp[g.markers[i]]
    return v


@compiled
def action_to_come(g, who):
    """Has the player still to take a main action in the current turn?"""
    for i in range(g.top):
        f = g.frames[i]
        if f.kind == c.F_TURN and f.player == who:
            return not f.marks & (T_ACTION_DONE | c.T_WITHOUT_DIE)
    return False


@compiled
def turn_worth(g, rules, p, worth, who, turns):
    """A main action still to come: now, by what the dice allow, or after they are rolled again."""
    if action_to_come(g, who):
        v = 1.0 * worth.w[w.TURN]
        if worth.w[w.BEST_DIE] != 0.0:
            v += worth.w[w.BEST_DIE] * best_die(g, rules, p, worth, turns)
        return v
    return 1.0 * worth.w[w.PASSED_TURN] if p.passed else 0.0


@compiled
def position_worth(g, rules, worth, who):
    """VP that the position is worth to player ``who``."""
    p = g.players[who]
    turns = turns_left(g, rules, who)
    v = 1.0 * p.vp
    v += krones_worth(rules, worth, p.krones, turns)
    v += (worth.w[w.GUEST_POINTS] - 1.0) * p.guest_vp
    v += cafe_worth(rules, p, worth, turns)
    v += rooms_worth(rules, p, worth, turns)
    v += staff_worth(g, rules, p, worth, turns)
    v += politics_worth(g, rules, p, worth, turns)
    v += emperor_worth(g, rules, p, worth, p.emperor)
    v += turn_worth(g, rules, p, worth, who, turns)
    v += pending_worth(g, rules, worth, who, turns)
    if worth.modules:
        v += modules_worth(g, rules, worth, who, turns)
    return v
