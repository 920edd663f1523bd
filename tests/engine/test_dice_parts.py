"""Dice on action spaces, white and coloured, against a list of what lies there."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from simulate.engine import codes as c
from simulate.engine.dice import (
    apply_remove_die,
    coloured_left,
    coloured_price,
    legal_remove_die,
    lies_on,
    move_die,
    roll,
    white_on,
)
from simulate.engine.frames import a_of
from simulate.engine.main_action import note_die, remove_die
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import LOUNGE, coloured

WHITE = 0
SPACES = range(1, c.FACES + 1)
COLOURS = range(c.LOUNGE + 1)


def tables(n: int = 12) -> list[tuple[Table, dict[int, list[int]]]]:
    """Positions, and the colours (0: white) that lie on each space."""
    rng, found = random.Random(4), []
    for _ in range(n):
        white = [rng.randint(1, 6) for _ in range(rng.randint(0, 6))]
        faces = [rng.randint(0, 6) for _ in range(c.LOUNGE)]
        t = Table(LOUNGE)
        t.pieces.set_dice(white, faces)
        there: dict[int, list[int]] = {face: [WHITE] * white.count(face) for face in SPACES}
        for colour, face in enumerate(faces, start=1):
            if face:
                there[face].append(colour)
        found.append((t, there))
    return found


def test_what_lies_on_a_space():
    for t, there in tables():
        assert coloured_left(t.state) == sum(colour > 0 for lie in there.values() for colour in lie)
        for face in SPACES:
            assert white_on(t.state, face) == there[face].count(WHITE)
            for colour in COLOURS:
                assert bool(lies_on(t.state, face, colour)) == (colour in there[face])


def test_the_price_of_a_coloured_die_counts_a_die_that_is_moved_there_first():
    for t, there in tables():
        rules = t.rules.copy()
        for face in SPACES:
            for taken in COLOURS:
                for moved in (None, *COLOURS):
                    lie = there[face] + ([] if moved is None else [moved])
                    if taken not in lie or (moved and moved in there[face]):
                        continue
                    arrives = moved is not None
                    others = len(lie) - 1
                    for rules.coloured_price, price in (
                        (c.OTHER_DICE, others),
                        (c.WHITE_DICE, lie.count(WHITE)),
                    ):
                        asked = coloured_price(t.state, rules, face, taken, arrives, moved or 0)
                        assert asked == (price if taken else 0), (face, taken, moved)


def test_a_die_is_moved_from_the_space_below_or_above():
    for t, there in tables():
        for face in SPACES:
            for way, start in ((c.D_FROM_BELOW, face - 1), (c.D_FROM_ABOVE, face + 1)):
                for colour in set(there.get(start, [])):
                    g = t.state.copy()
                    move_die(g, face, way | colour * c.D_MOVED)
                    assert g.dice[face] == t.state.dice[face] + 1
                    assert g.dice[start] == t.state.dice[start] - 1
                    assert g.dice.sum() == t.state.dice.sum() == g.dice_left
                    assert bool(lies_on(g, face, colour))
        g = t.state.copy()
        move_die(g, 3, c.D_DECLINE_EXTRA_DIE | 1 * c.D_TAKEN)  # no die is moved
        assert g.tobytes() == t.state.tobytes()


def test_only_coloured_dice_on_the_board_can_be_given_up():
    for t, _ in tables():
        out = np.zeros(8, np.int32)
        n = legal_remove_die(t.state, out)
        places = [a_of(act) for act in out[:n]]
        assert places == [i for i, face in enumerate(coloured(t)) if face]
        for act in out[:n]:
            g: Any = t.state.copy()
            g.top, before = 1, t.state.dice_left
            face = int(g.coloured_face[a_of(act)])
            apply_remove_die(g, act)
            assert (g.top, g.dice_left, g.roll_due) == (0, before - 1, 1)
            assert g.coloured_face[a_of(act)] == 0
            assert g.dice[face] == t.state.dice[face] - 1


def test_a_roll_lays_out_all_dice_and_rolls_coloured_ones_that_are_in_play():
    for t, _ in tables():
        g, before = t.state.copy(), coloured(t)
        roll(g, 9)
        assert g.dice[1:].sum() == g.dice_left == 9
        assert (g.dice[0], g.rolls) == (0, t.state.rolls + 1)
        assert [face > 0 for face in g.coloured_face] == [face > 0 for face in before]
        assert all(g.dice[face] for face in g.coloured_face if face)


def test_a_roll_does_not_depend_on_where_the_dice_lay():
    found = set()
    for faces in ((1, 1, 1), (2, 3, 6), (6, 6, 1)):
        t = Table(LOUNGE)
        t.pieces.set_dice([3] * 5, faces)
        roll(t.state, 8)
        found.add((*coloured(t), *t.state.dice.tolist()))
    assert len(found) == 1


def test_the_sum_of_two_dice_comes_with_the_second_and_the_key_has_the_face_of_the_other():
    for first, second, total in ((3, 4, 7), (6, 6, 12), (0, 5, 10), (2, 0, 4)):
        p = Table("revised-2021").me.p
        assert [note_die(p, face) for face in (first, second, 1)] == [0, total, 0]
        assert p.dice_this_round == 3


def test_a_die_that_is_taken_leaves_the_board_and_is_counted():
    t = Table("revised-2021", dice="2 2 5")
    remove_die(t.state, t.me.p, 2)
    assert (t.dice(), int(t.state.dice_left)) == ([2, 5], 2)
    assert t.me.p.dice_taken.tolist() == [0, 0, 1, 0, 0, 0, 0]
