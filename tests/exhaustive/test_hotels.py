"""Hotels: where rooms may be prepared and at which price, and the occupancy bonus of all groups.

All hotels of few rooms that can be built from the bottom left, and all that lack few rooms (with
gaps, as penalties leave them), on all five plans; every order in which a group can be occupied.
"""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from model import load_ruleset
from simulate.actions import decode
from simulate.engine import codes
from simulate.engine.frames import push
from simulate.engine.machine import MAX_ACTIONS, legal
from tests.clauses import clause
from tests.exhaustive.driving import (
    ALL_ROOMS,
    EDITIONS,
    Position,
    Room,
    mask_of,
    named,
)
from tests.exhaustive.plans import (
    BONUS,
    CELL_VP,
    FLOOR_COST,
    PLANS,
    colour,
    groups,
    grown,
    places,
    without,
)
from tests.scenarios.table import Table

GUEST = str(Path(__file__).with_name("plain_guest.toml"))
NUMBER = {plan: number for number, plan in enumerate(PLANS)}
FREE_COLOUR = {"B": 9, "R": 10, "Y": 11}  # staff: rooms of a colour cost nothing
FIRST = {"B": 25, "R": 5, "Y": 3}  # VP, krones, steps that are there before a bonus


@cache
def ground(spec: str, staff: tuple[int, ...] = (), guests: tuple[int, ...] = ()) -> Position:
    """A turn on the day side, with the money for anything."""
    mine = {"krones": 20, "staff": list(staff), "guests": dict.fromkeys(guests, "all")}
    return Position.of(Table(spec, boards="day", patches=(GUEST,), dice="3", **mine).look())


def open_frame(g: Any, kind: int, rooms: int) -> None:
    """The first player is in the middle of something with so many rooms."""
    push(g, kind, 0, 0)
    f = g.frames[g.top - 1]
    f.left, f.floors = rooms, codes.FLOORS


# -- preparing ------------------------------------------------------------------------------------


def preparing(start: Position, plan: str) -> Position:
    """In the middle of preparing rooms on a plan; tiles and krones are set by the test."""

    def edit(g):
        g.players[0].board = NUMBER[plan]
        g.players[0].vacant = 1
        open_frame(g, codes.F_PREPARE, 2)

    return start.edited(edit)


def legal_rooms(here: Position, out: np.ndarray) -> set[Room]:
    """The rooms that may be prepared in a position whose tiles were just set."""
    n = legal(here.games[0], here.program[0], here.games[0].frames[here.table("top") - 1], out)
    found = [decode(int(action)) for action in out[:n]]
    assert n == 0 or found.pop()[0] == codes.STOP
    return {ALL_ROOMS[room] for _, room, _, _ in found}


def hotels(size: int, gaps: int) -> list[tuple[frozenset[Room], int, int]]:
    """Sets of tiles with the masks of their vacant and occupied rooms, three ways each."""
    checkered = mask_of(room for room in ALL_ROOMS if sum(room) % 2)
    found = []
    for tiles in grown(size) + without(gaps):
        mask = mask_of(tiles)
        for vacant in (mask, 0, mask & checkered):
            found.append((tiles, vacant, mask & ~vacant))
    return found


def compare_places(spec: str, plan: str, size: int, gaps: int) -> int:
    here, out, n = preparing(ground(spec), plan), np.zeros(MAX_ACTIONS, np.int32), 0
    players = here.games["players"]
    for tiles, vacant, occupied in hotels(size, gaps):
        players["vacant"][0, 0], players["occupied"][0, 0] = vacant, occupied
        around = places(tiles)
        for krones in (0, 1, 2, 3):
            players["krones"][0, 0] = krones
            expected = {room for room in around if FLOOR_COST[room[0]] <= krones}
            assert legal_rooms(here, out) == expected, (sorted(tiles), krones)
            n += 1
    return n


@clause("prepare.adjoin", "prepare.floor-price", "prepare.unaffordable", "prepare.bare-hotel")
@clause("room.gaps", "room.one-tile")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("plan", PLANS)
def test_where_rooms_may_be_prepared(plan, spec):
    assert compare_places(spec, plan, size=6, gaps=2) > 4_000


@clause("prepare.adjoin", "prepare.floor-price", "prepare.unaffordable", "prepare.bare-hotel")
@clause("room.gaps", "room.one-tile")
@pytest.mark.long
@pytest.mark.parametrize("plan", PLANS)
def test_where_rooms_may_be_prepared_in_larger_hotels(plan):
    assert compare_places("revised-2021", plan, size=9, gaps=4) > 50_000


@clause("prepare.floor-price", "prepare.unaffordable", "prepare.cell-vp")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize(
    "free",
    [
        "",
        pytest.param("B", marks=clause("staff.9")),
        pytest.param("R", marks=clause("staff.10")),
        pytest.param("Y", marks=clause("staff.11")),
        pytest.param("BRY", marks=clause("staff.9", "staff.10", "staff.11")),
    ],
)
def test_what_every_room_costs_and_scores(free, plan, spec):
    """Each room of the plan as the next one, from each neighbour it can have."""
    start = preparing(ground(spec, tuple(FREE_COLOUR[letter] for letter in free)), plan)
    for room in ALL_ROOMS:
        price = 0 if colour(plan, room) in free else FLOOR_COST[room[0]]
        for other in [near for near in ALL_ROOMS if room in places({near})]:
            for krones in {price, price + 2, 20}:

                def edit(g, krones=krones, other=other):
                    g.players[0].krones = krones
                    g.players[0].vacant = mask_of({other})

                then = start.edited(edit).after(f"prepare {named(room)}")
                assert then.mine("krones") == krones - price
                assert then.mine("vp") == CELL_VP.get(room, 0)
                assert then.rooms("vacant") == {other, room}
            if price:
                poor = start.twin()
                poor.games["players"]["krones"][0, 0] = price - 1
                poor.games["players"]["vacant"][0, 0] = mask_of({other})
                assert room not in legal_rooms(poor, poor.out)


# -- groups ---------------------------------------------------------------------------------------


@clause("group.cells")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("plan", PLANS)
def test_groups_of_a_plan(plan, spec):
    """The model's groups and the engine's are those that a flood fill of the print finds."""
    expected = groups(plan)
    assert len(expected) == 10
    assert max(map(len, expected)) <= 4
    ruleset = load_ruleset(spec)
    assert tuple(ruleset.boards[plan].rows) == PLANS[plan]
    told = {frozenset(ALL_ROOMS[cell] for cell in group) for group in ruleset.boards[plan].groups}
    assert told == expected
    rules, number = ground(spec).program[0], NUMBER[plan]
    masks = {int(mask) for mask in rules.group_mask[number][: rules.n_groups[number]]}
    assert masks == {mask_of(group) for group in expected}


def check_paid(then: Position, letter: str, amount: int) -> None:
    """The bonus so far: VP for blue, krones for red, steps for yellow, and nothing else."""
    have = {"B": then.mine("vp"), "R": then.mine("krones"), "Y": then.mine("emperor")}
    assert have == {
        other: first + (amount if other == letter else 0) for other, first in FIRST.items()
    }


def hotel_with(start: Position, plan: str, group: frozenset[Room], full: bool) -> Position:
    """A group of vacant rooms; all others are occupied and were paid, or are empty."""
    rest = frozenset(ALL_ROOMS) - group if full else frozenset()

    def edit(g):
        p = g.players[0]
        p.board, p.vacant, p.occupied = NUMBER[plan], mask_of(group), mask_of(rest)
        p.covered = p.vacant | p.occupied
        for i in range(10):
            if mask_of(rest) & int(start.program[0].group_mask[p.board, i]):
                p.groups_paid |= 1 << i
        p.vp, p.krones, p.emperor = FIRST["B"], FIRST["R"], FIRST["Y"]
        p.vp_by[codes.VP_POLITICS] = p.vp

    return start.edited(edit)


def turned_over(here: Position, room: Room) -> Position:
    """An effect turns a room over: a frame for one room, as a reward would open it."""

    def edit(g):
        open_frame(g, codes.F_OCCUPY, 1)

    return here.edited(edit).after(f"occupy {named(room)}")


def lost_again(here: Position, room: Room) -> Position:
    """The emperor takes an occupied room, and it is prepared again."""

    def edit(g):
        p, bit = g.players[0], mask_of({room})
        p.occupied, p.vacant = int(p.occupied) & ~bit, int(p.vacant) | bit

    return here.edited(edit)


@clause("group.complete", "group.blue", "group.red", "group.yellow", "group.pays-once")
@clause("group.after-the-effect")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("full", [False, True])
def test_bonus_comes_once_with_the_last_room(full, plan, spec):
    for group in groups(plan):
        letter = colour(plan, min(group))
        amount = BONUS[letter][len(group) - 1]
        for order in itertools.permutations(sorted(group)):
            here = hotel_with(ground(spec), plan, group, full)
            for room in order[:-1]:
                here = turned_over(here, room)
                check_paid(here, letter, 0)
            here = turned_over(here, order[-1])
            check_paid(here, letter, amount)
            assert group <= here.rooms("occupied")
            again = turned_over(lost_again(here, order[0]), order[0])
            check_paid(again, letter, amount)  # each group pays once a game


@clause("group.complete", "group.blue", "group.red", "group.yellow", "group.any-way")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("plan", PLANS)
def test_bonus_comes_once_with_a_guest_in_the_last_room(plan, spec):
    """In whatever order bonus and staff are taken, it is the same bonus, and there is only one."""
    for group in groups(plan):
        letter = colour(plan, min(group))
        amount = BONUS[letter][len(group) - 1]
        for last in sorted(group):
            here = hotel_with(ground(spec, (), (901,)), plan, group, full=True)
            for room in group - {last}:
                here = turned_over(here, room)
            moved_in = here.after(f"check in table 1 to {named(last)}")
            ends = list(moved_in.endings(lambda then: "die 3" in then.words))
            assert ends
            for then in ends:
                check_paid(then, letter, amount)
                assert group <= then.rooms("occupied")
