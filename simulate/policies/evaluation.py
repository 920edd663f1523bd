"""The value of a position to one player, in victory points: the greedy policy's evaluation.

Each part is a feature with a declared weight (greedy.toml). Only what the player may know is read:
public parts of the state and the player's own hand.
"""

from simulate.engine import codes as c
from simulate.engine.codes import T_ACTION_DONE
from simulate.engine.jit import compiled, exported
from simulate.policies import features as w
from simulate.policies.answers import due_worth
from simulate.policies.ballrooms import dancing_worth
from simulate.policies.celebrities import celebrities_worth
from simulate.policies.hiring import card_worth
from simulate.policies.hotels import LINES, bid_worth, entrance_worth, lines_worth
from simulate.policies.pending import best_die, pending_worth
from simulate.policies.position_cache import (
    recall_cafe,
    recall_emperor,
    recall_politics,
    recall_rooms,
)
from simulate.policies.standing import TURNS_IN_GAME, krones_worth
from simulate.policies.start_player import key_worth

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
def staff_worth(g, rules, p, worth, turns):
    """Cards in play by their future gains; cards in hand count a little."""
    v = 0.0
    for i in range(p.staff_size):
        card = p.staff[i]
        if p.staff_used[i] == USED_UP:
            continue
        v += card_worth(g, rules, p, worth, card, turns)
        if p.staff_used[i]:
            v -= worth.staff_round[card] / 2
    v += worth.w[w.STAFF_CARD] * p.staff_size
    return v + worth.w[w.HAND_CARD] * p.hand_size * turns / TURNS_IN_GAME


@compiled
def action_to_come(g, who):
    """Does the player still have a main action in the current turn?"""
    for i in range(g.top):
        f = g.frames[i]
        if f.kind == c.F_TURN and f.player == who:
            return not f.marks & (T_ACTION_DONE | c.T_WITHOUT_DIE)
    return False


@compiled
def turn_worth(g, rules, p, worth, who, turns):
    """A main action still to come: now, by the available dice, or after they are rolled again."""
    if action_to_come(g, who):
        v = 1.0 * worth.w[w.TURN]
        if worth.w[w.BEST_DIE] != 0.0:
            v += worth.w[w.BEST_DIE] * best_die(g, rules, p, worth, turns)
        return v
    return 1.0 * worth.w[w.PASSED_TURN] if p.passed else 0.0


@compiled
def modules_worth(g, rules, worth, who, turns):
    """Everything in a position that exists only in modules and variants."""
    p = g.players[who]
    v = due_worth(rules, p, worth)
    if rules.ballrooms:
        v += dancing_worth(g, rules, who, worth, turns)
    if rules.coloured_dice:
        v += celebrities_worth(g, rules, p, worth, who)
    if rules.key:
        v += key_worth(g, rules, worth, who)
    if g.phase == c.PH_AUCTION:
        v += bid_worth(g, rules, worth, who, turns)
    elif p.entrance >= 0:
        v += entrance_worth(g, rules, p, worth, turns)
    if p.events & LINES and turns > 0:
        v += lines_worth(rules, p, worth, turns)
    return v


@exported
def position_worth(g, rules, worth, who):
    """VP that the position is worth to player ``who``."""
    p = g.players[who]
    known = worth.known[who]
    turns = turns_left(g, rules, who)
    v = 1.0 * p.vp
    v += krones_worth(rules, worth, p.krones, turns)
    v += (worth.w[w.GUEST_POINTS] - 1.0) * p.guest_vp
    rooms = recall_rooms(rules, p, worth, known, turns)
    v += recall_cafe(rules, p, worth, known, turns)
    v += rooms
    v += staff_worth(g, rules, p, worth, turns)
    v += recall_politics(g, rules, p, worth, known, turns)
    v += recall_emperor(g, rules, p, worth, known)
    v += turn_worth(g, rules, p, worth, who, turns)
    v += pending_worth(g, rules, worth, who, turns)
    if worth.modules:
        v += modules_worth(g, rules, worth, who, turns)
    return v
