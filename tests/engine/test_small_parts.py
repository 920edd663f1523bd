"""Small parts of the engine by themselves: bits, counts, the log of cards, what ends a game."""

import random
from itertools import product

import numpy as np
import pytest

from model import UserError, load_ruleset
from simulate import Game
from simulate.engine import codes as c
from simulate.engine import machine
from simulate.engine.count import count
from simulate.engine.emperor import empty_cafe
from simulate.engine.hotel import affordable, bits, neighbours, room_price
from simulate.engine.rng import deal_and_chance
from simulate.engine.staff import dismiss
from simulate.engine.state import new_games
from simulate.game import IllegalAction, look
from simulate.words.spelling import staff_index
from tests.scenarios.table import Table

ROOMS = range(c.FLOORS * c.COLUMNS)


def test_bits_are_counted():
    rng = random.Random(1)
    samples = [
        0,
        *(1 << i for i in ROOMS),
        (1 << 20) - 1,
        *(rng.getrandbits(20) for _ in range(200)),
        *(rng.getrandbits(32) for _ in range(100)),
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


@pytest.mark.parametrize("cheap", [None, 0, 1, 2])
def test_rooms_that_can_be_paid_for_are_those_whose_price_can(cheap):
    """Each room by itself, perhaps with a card that makes rooms of one colour cost 1 krone."""
    t = Table("revised-2021")
    p = t.me.p
    if cheap is not None:
        p.room_cost[cheap] = 1
    for p.krones, discount in product(range(5), (0, 1, 2, c.FREE)):
        wanted = sum(
            1 << room
            for room in range(c.ROOMS)
            if room_price(t.rules, p, room, discount) <= p.krones
        )
        assert affordable(t.rules, p, discount) == wanted


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
    t.does("pass", "pass", "pass", "pass")
    assert (t.round, t.state.rerolls) == (2, 3)  # the last die is taken away and none is rolled


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


@pytest.mark.parametrize("numbers", [(2**63, 0, 0), (0, 2**63, 0), (0, 0, 2**63),
                                     (-1, 0, 0), (0, -1, 0), (0, 0, -1)])  # fmt: skip
def test_seeds_and_numbers_of_games_have_63_bits(numbers):
    seed, game, chance = numbers
    with pytest.raises(UserError, match="from 0 to 2"):
        Game(load_ruleset("revised-2021"), 2, seed, game, chance)


def test_the_largest_numbers_are_played():
    game = Game(load_ruleset("revised-2021"), 2, 2**63 - 1, 2**63 - 1, 2**63 - 1)
    assert game.legal() != []


def test_games_in_a_row_share_a_deal_and_their_chance_unless_it_is_their_own():
    assert [deal_and_chance(game, 3, False) for game in (5, 6, 8)] == [(1, 1), (2, 2), (2, 2)]
    assert [deal_and_chance(game, 3, True) for game in (5, 6, 8)] == [(1, 5), (2, 6), (2, 8)]
    assert deal_and_chance(7, 1, False) == (7, 7)


def test_a_game_that_comes_to_no_decision_is_ended_as_an_error(monkeypatch):
    monkeypatch.setattr(machine, "MAX_SETTLING", 50)  # plain Python need not try 100,000 times
    game = Game(load_ruleset("revised-2021"), 2)
    game.state.top, game.state.phase = 0, 99  # a phase that does not exist
    assert look(game.games, game.program, np.zeros(machine.MAX_ACTIONS, np.int32)) == 0
    assert (game.state.error, game.state.phase) == (c.ERR_LOOP, c.PH_OVER)
    with pytest.raises(RuntimeError, match="did not come to a decision"):
        game.refresh()


@pytest.mark.parametrize(("occupied", "colours"), [("1.1", 0), ("1.1-4.5", 3)])
def test_colours_that_are_full_are_counted(occupied, colours):
    t = Table("revised-2021", occupied=occupied)
    assert count(t.rules, t.me.p, c.N_FULL_COLOURS, 0) == colours


def test_who_leaves_the_game_leaves_the_marks_of_the_others_where_they_are():
    t = Table("revised-2021", staff=[44, 45, 2, 19])
    t.me.p.staff_used[:4], t.me.p.staff_due[:4] = (1, 2, 0, 1), (0, 0, 1, 0)
    dismiss(t.state, t.rules, 0, staff_index(t.rules, 44))
    assert t.numbers(t.me.p.staff[: t.me.p.staff_size]) == [45, 2, 19]
    assert t.me.p.staff_used[:3].tolist() == [2, 0, 1]
    assert t.me.p.staff_due[:3].tolist() == [0, 1, 0]


def test_a_free_table_wants_nothing_after_goods_were_lost_even_if_guests_fill_the_program():
    t = Table("revised-2021", guests={75: "2 wine"})
    order = int(t.me.p.missing_total[0]) + 2
    program = t.game.program.copy()
    program[0].guest_order[-1], program[0].guest_goods[-1] = 1, 5
    empty_cafe(program[0], t.me.p, c.GOODS)
    assert t.me.p.missing_total.tolist() == [order, *[0] * (len(t.me.p.cafe) - 1)]
    assert not t.me.p.missing[1:].any()


def test_a_copy_goes_on_by_itself():
    game = Table().game
    twin = game.copy()
    assert twin.legal() == game.legal() != []
    twin.apply(twin.legal()[0])
    assert twin.state.decisions == game.state.decisions + 1


def test_an_illegal_action_is_refused_by_its_name():
    t = Table(dice="4")
    t.legal("die 4")
    game = t.game
    with pytest.raises(IllegalAction, match=r"^'die 3' is not legal here; legal: "):
        game.apply("die 3")
