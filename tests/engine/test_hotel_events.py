"""Rooms that become occupied: which events cards answer, against a plain statement of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from simulate.engine import codes as c
from simulate.engine.codes import COLUMNS, FLOORS
from simulate.engine.hotel import occupy
from tests.scenarios.table import Table

ALL_EVENTS = (c.ON_ROOM_OCCUPIED, c.ON_FIRST_ROOM, c.ON_GROUP, c.ON_COLUMN, c.ON_FLOOR)


def answering(colour: int, least: int) -> Table:
    """Staff card 12 answers each of these events by VP: 1, 2, 4, 8, 16."""
    t = Table("revised-2021", boards="day")
    t.game.program = t.game.program.copy()
    r, card = t.rules, int(t.rules.staff_number.tolist().index(12))
    first = int(r.card_trigger_n.sum())
    r.card_trigger[card], r.card_trigger_n[card] = first, len(ALL_EVENTS)
    for i, event in enumerate(ALL_EVENTS):
        row = int(r.n_effects) + i
        r.effects[row] = 0
        r.effects[row, c.COL_CODE], r.effects[row, c.COL_VP] = c.E_GAIN, 2**i
        r.trigger_event[first + i] = event
        r.trigger_colour[first + i] = colour
        r.trigger_min_goods[first + i] = least if event == c.ON_GROUP else 0
        r.trigger_effect[first + i], r.trigger_effect_n[first + i] = row, 1
    t.me.has(staff=[12])
    return t


def expected(rules: Any, board: int, rooms: list[int], colour: int, least: int) -> int:
    """What the last of these rooms brings, which were occupied in this order."""
    room, there = rooms[-1], set(rooms)
    group = {i for i in range(c.ROOMS) if rules.group_of[board, i] == rules.group_of[board, room]}
    floor, column = divmod(room, COLUMNS)
    first = len(group & there) == 1 and rules.colour[board, room] == colour
    full = group <= there and len(group) >= least
    whole_column = {f * COLUMNS + column for f in range(FLOORS)} <= there
    whole_floor = {floor * COLUMNS + k for k in range(COLUMNS)} <= there
    return 1 + 2 * first + 4 * full + 8 * whole_column + 16 * whole_floor


def test_a_room_answers_for_its_group_its_column_and_its_floor():
    rng = random.Random(7)
    for board in range(5):
        colour, least = board % 3, 1 + board % 4
        t = answering(colour, least)
        order = rng.sample(range(c.ROOMS), c.ROOMS)
        t.me.p.board, t.me.p.vacant = board, (1 << c.ROOMS) - 1
        paid = 0
        for n, room in enumerate(order, start=1):
            before = t.me.vp
            groups = occupy(t.state, t.rules, 0, room)
            assert t.me.vp - before == expected(t.rules, board, order[:n], colour, least)
            group = int(t.rules.group_of[board, room])
            mask = int(t.rules.group_mask[board, group])
            done = sum(1 << room for room in order[:n]) & mask == mask
            assert groups == (1 << group if done else 0)
            paid |= groups
        assert paid == (1 << int(t.rules.n_groups[board])) - 1
        assert (int(t.me.p.vacant), int(t.me.p.occupied)) == (0, (1 << c.ROOMS) - 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_group_pays_once_and_only_its_owner_answers(seat: int):
    t = answering(c.BLUE, 1)
    p = t.seat(seat).p
    p.vacant = 1
    p.groups_paid = 1 << int(t.rules.group_of[p.board, 0])
    assert occupy(t.state, t.rules, seat, 0) == 0
    assert (t.me.vp > 0) == (seat == 0)
    assert t.seat(1).vp == 0
