"""A round by itself: whose turn it is, what begins anew, what is forgotten."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from simulate.engine import codes as c
from simulate.engine.flow import lowest_number, scoring_of, seat_of, start_round, tile_of
from simulate.engine.turn import extra_turn_marks
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import HOTELS


def test_tiles_go_round_from_the_starting_player():
    for players in (2, 3, 4):
        g = Table("revised-2021", players).state
        for g.first_seat in range(players):
            order = [*range(g.first_seat, players), *range(g.first_seat)]
            assert [seat_of(g, tile) for tile in range(players)] == order
            assert [order[tile_of(g, seat)] for seat in range(players)] == list(range(players))


def test_the_lowest_visible_number_is_next():
    """Every way in which three players may have had turns, and have passed."""
    t = Table("revised-2021", 3)
    g, players = t.state, t.state.players[:3]
    tiles = t.rules.turn_tiles[3]
    for first in range(3):
        g.first_seat = first
        for taken, passed in product(product(range(3), repeat=3), product(range(2), repeat=3)):
            players["turns_taken"], players["passed"] = taken, passed
            for wanted in (0, 1):
                numbers = {
                    int(tiles[(seat - first) % 3, taken[seat]]): seat
                    for seat in range(3)
                    if taken[seat] < 2 and passed[seat] == wanted
                }
                expected = numbers[min(numbers)] if numbers else -1
                assert lowest_number(g, t.rules, wanted) == expected


def test_a_round_begins_with_everything_ready():
    t = Table("revised-2021+celebrities", 3, staff=[1, 2, 44])
    g = t.state
    g.round_no, g.first_seat, g.rolls, g.guests_taken, g.pass_seen = 2, 1, 4, 3, 1
    for p in g.players[:3]:
        p.turns_taken = p.passed = p.passed_once = p.dice_this_round = p.round_guests = 2
    t.me.p.staff_used[:3] = 1, 2, 0
    start_round(g, t.rules)
    assert (g.round_no, g.first_seat, g.guests_taken, g.pass_seen) == (3, 2, 0, 0)
    assert (g.rolls, g.phase, g.step, g.key_holder) == (1, c.PH_TURNS, 0, -1)
    for p in g.players[:3]:
        assert (p.turns_taken, p.passed, p.passed_once) == (0, 0, 0)
        assert (p.dice_this_round, p.round_guests) == (0, 0)
    assert t.me.p.staff_used[:3].tolist() == [0, 2, 0]  # 2: used up
    assert g.dice.sum() == g.dice_left == t.rules.dice[3]
    assert all(1 <= face <= 6 for face in g.coloured_face)
    g.key_holder = 0
    start_round(g, t.rules)
    assert (g.first_seat, g.key_holder) == (0, -1)


def test_every_entrance_is_active_when_the_first_round_begins():
    t = Table(HOTELS, entrance="mayenfels")
    t.seat(1).has(entrance="dove")
    t.state.round_no = 0
    for p in t.state.players[:2]:
        p.entrance_active = p.events = p.owners_size = 0
    start_round(t.state, t.rules)
    assert [int(p.entrance_active) for p in t.state.players[:2]] == [1, 1]
    assert [int(p.owners_size) for p in t.state.players[:2]] == [1, 1]
    assert (t.state.round_no, t.state.first_seat) == (1, 0)


def test_which_scoring_belongs_to_a_round():
    t = Table("revised-2021")
    found = []
    for t.state.round_no in range(1, 8):
        found.append(int(scoring_of(t.state, t.rules)))
    assert [found[i - 1] for i in (3, 5, 7)] == [0, 1, 2]


def test_an_extra_turn_is_without_what_is_not_granted():
    for strengthen, act, bonuses, die in product((0, 1), repeat=4):
        granted = (
            c.X_STRENGTHEN * strengthen
            | c.X_ACTION * act
            | c.X_DIE_BONUSES * bonuses
            | c.X_DIE * die
        )
        marks = extra_turn_marks(granted)
        assert marks & c.T_EXTRA
        assert bool(marks & c.T_NO_DIE_REMOVED) == (not die)
        assert bool(marks & c.T_NOT_STRENGTHENED) == (not strengthen)
        assert bool(marks & c.T_WITHOUT_DIE) == (not act)
        assert bool(marks & c.T_HELPED) == bool(bonuses)


ON_KRONES = """
id = "moneylender"
add.staff.1000 = {name="Moneylender",german="Geldverleiher",cost=1,timing="permanent",\
abilities=[{kind="on_krones",effects=[{do="gain",vp=7}]}]}
"""


@pytest.fixture
def moneylender(tmp_path: Path) -> Path:
    file = tmp_path / "moneylender.toml"
    file.write_text(ON_KRONES, encoding="utf-8")
    return file


def test_krones_of_an_emperor_scoring_are_not_answered_in_the_turn_that_follows(moneylender):
    t = Table("revised-2021", patches=(moneylender,), tiles="A1 B1 C1", krones=0, emperor=9)
    t.me.has(staff=[1000])
    t.seat(1).has(emperor=5, staff=[])
    t.end_of_round(3)
    assert t.me.krones > 0  # the reward of tile A1
    while t.player != 0:
        t.plays()
    assert set(t.me.vp_from) == {"track"}


def test_krones_of_a_turn_are_answered(moneylender):
    t = Table("revised-2021", patches=(moneylender,), krones=0, staff=[], dice="4 4")
    t.me.has(staff=[1000])
    assert t.does("die 4", "steps 0").me.vp_from == {"staff": 7}


def test_decisions_are_numbered_from_0_in_each_step_of_the_set_up_and_on_through_an_auction():
    """Players who choose at random do so by these numbers."""
    t = Table.set_up("revised-2021", 2)
    numbers = []
    for _ in range(2):
        numbers.append(int(t.state.place))
        t.does("guest 5")
    assert numbers == [0, 0]
    t = Table.set_up(HOTELS, 3)
    for number in range(4):
        assert t.state.place == number
        t.does(t.options[0])
