"""Dice: rolling them, coloured dice, and which die is removed after passing."""

from simulate.engine import codes as c
from simulate.engine.codes import D_COLOUR, D_FROM_BELOW, D_MOVED, FACES, LOUNGE, S_DICE
from simulate.engine.frames import Deciding, a_of, action, pop
from simulate.engine.jit import compiled
from simulate.engine.rng import below, draw


@compiled
def roll(g, dice):
    """Roll ``dice`` dice, coloured ones in play first; each is keyed by round, roll and number."""
    for f in range(FACES + 1):
        g.dice[f] = 0
    rolled = 0
    for place in range(LOUNGE):
        if g.coloured_face[place] > 0:
            g.coloured_face[place] = roll_one(g, rolled)
            rolled += 1
    while rolled < dice:
        roll_one(g, rolled)
        rolled += 1
    g.dice_left = dice
    g.rolls += 1


@compiled
def roll_one(g, number):
    """Roll one die and put it on its action space; returns the face."""
    counter = (g.round_no * 64 + g.rolls) * 64 + number
    face = 1 + below(draw(g.key, S_DICE, counter), FACES)
    g.dice[face] += 1
    return face


@compiled
def coloured_left(g):
    """Coloured dice on the board."""
    n = 0
    for place in range(LOUNGE):
        n += g.coloured_face[place] > 0
    return n


@compiled
def white_on(g, face):
    """White dice on an action space."""
    n = g.dice[face]
    for place in range(LOUNGE):
        n -= g.coloured_face[place] == face
    return n


@compiled
def lies_on(g, face, colour):
    """Does a die of a colour (0: white) lie on an action space?"""
    if colour > 0:
        return g.coloured_face[colour - 1] == face
    return white_on(g, face) > 0


@compiled
def may_move(g, rules, start, face):
    """May a die of space ``start`` be moved onto a space to be used there?"""
    if start < 1 or start > FACES:
        return False
    return g.dice[face] > 0 or not rules.empty_space_not_usable


@compiled
def coloured_price(g, rules, face, taken, arrives, moved):
    """Krones for a coloured die, including a die that is moved onto its space first."""
    if taken == 0:
        return 0
    if rules.coloured_price == c.OTHER_DICE:
        return g.dice[face] - 1 + (1 if arrives else 0)
    return white_on(g, face) + (1 if arrives and moved == 0 else 0)


@compiled
def move_die(g, face, variant):
    """Move a neighbouring die onto a space, if the action's variant says so."""
    way = variant & (c.D_FROM_BELOW | c.D_FROM_ABOVE)
    if way == 0:
        return
    start = face - 1 if way == D_FROM_BELOW else face + 1
    colour = (variant // D_MOVED) & D_COLOUR
    g.dice[start] -= 1
    g.dice[face] += 1
    if colour > 0:
        g.coloured_face[colour - 1] = face


@compiled
def legal_remove_die(g, out):
    """Only coloured dice are left: whoever rolls again chooses which one to remove."""
    n = 0
    for place in range(LOUNGE):
        if g.coloured_face[place] > 0:
            out[n] = action(c.REMOVE_DIE, place)
            n += 1
    return n


@compiled
def apply_remove_die(g, act):
    """Remove the die from the round; the others are rolled again before the next turn."""
    pop(g)
    place = a_of(act)
    g.dice[g.coloured_face[place]] -= 1
    g.dice_left -= 1
    g.coloured_face[place] = 0
    g.roll_due = 1


DECISIONS = (Deciding(c.F_REMOVE_DIE, legal_remove_die, apply_remove_die),)
