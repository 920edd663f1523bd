"""Small parts of the engine by themselves: bits, counts of decisions, the log of cards."""

import random

import pytest

from model import UserError, load_ruleset
from simulate import Game
from simulate.engine import codes as c
from simulate.engine.hotel import bits, neighbours
from simulate.engine.state import new_games
from tests.scenarios.table import Table

ROOMS = range(c.FLOORS * c.COLUMNS)


def test_bits_are_counted():
    rng = random.Random(1)
    samples = [
        0,
        *(1 << i for i in ROOMS),
        (1 << 20) - 1,
        *(rng.getrandbits(20) for _ in range(300)),
    ]
    assert [bits(x) for x in samples] == [x.bit_count() for x in samples]


@pytest.mark.parametrize("room", ROOMS)
def test_neighbours_of_one_room(room):
    floor, column = divmod(room, c.COLUMNS)
    near = [(floor - 1, column), (floor + 1, column), (floor, column - 1), (floor, column + 1)]
    wanted = sum(
        1 << f * c.COLUMNS + k for f, k in near if 0 <= f < c.FLOORS and 0 <= k < c.COLUMNS
    )
    assert neighbours(1 << room) == wanted


def test_decisions_are_counted():
    game = Game(load_ruleset("revised-2021"), players=2, seed=3)
    for n in range(40):
        assert game.state.decisions == n
        game.apply(game.legal()[-1])


def test_a_card_that_comes_has_scored_nothing_and_cost_nothing():
    t = Table("revised-2021", krones=9, row=[50, 60, 70, 80, 90])
    t.does("guest 1")
    entry = t.state.log[t.state.log_size - 1]
    assert (entry.vp, entry.paid, entry.used_round, entry.paid_in) == (0, 0, 0, 3)
    assert (entry.seat, entry.kind, entry.came_round) == (0, c.LOG_GUEST, 1)


def of_staff(t: Table) -> list[tuple[int, int]]:
    """VP and price paid of the staff cards that came to the first seat."""
    log = t.state.log[: t.state.log_size]
    return [(int(e.vp), int(e.paid)) for e in log if e.kind == c.LOG_STAFF and e.seat == 0]


def test_the_log_tells_what_was_paid_for_a_staff_card():
    t = Table("revised-2021", hand=[19], dice="5").does("die 5", "hire 19")
    assert of_staff(t) == [(0, 3 - 1)]


def test_the_log_tells_what_a_staff_card_scored():
    t = Table("revised-2021", staff=[19], hand=[1], dice="3").does("die 3")
    assert of_staff(t) == [(5, 0), (0, 0)]


def test_dice_taken_are_counted_by_face():
    t = Table("revised-2021", dice="3 4 4").does("die 4")
    assert t.me.p.dice_taken.tolist() == [0, 0, 0, 0, 1, 0, 0]


def test_cells_that_ever_had_a_tile_are_remembered():
    t = Table("revised-2021", vacant="1.1", dice="3").does("die 3", "prepare 1.2")
    assert t.me.p.covered == 0b11


def test_rerolls_are_counted():
    t = Table("revised-2021", dice="1 2 3 4").does("pass", "pass", "pass", "pass")
    assert (t.state.rerolls, t.state.dice_left) == (2, 2)


@pytest.mark.parametrize("words", ["hire 999", "use 0", "bury 49"])
def test_a_card_that_is_not_there_is_refused_in_words(words):
    game = Game(load_ruleset("revised-2021"), 2)
    with pytest.raises(UserError, match="is not in this ruleset"):
        game.apply(words)


def test_a_game_without_a_seed_is_the_game_of_seed_0():
    rules = load_ruleset("revised-2021")
    assert Game(rules, 2).games.tobytes() == Game(rules, 2, 0, 0).games.tobytes()
    assert Game(rules, 2).games.tobytes() != Game(rules, 2, 1, 0).games.tobytes()


def test_a_new_record_is_blank():
    assert not new_games(2).view("u1").any()
