"""Turn order, passing, rerolls, the end of a round, and the rotation of the turn order tiles."""

from collections import Counter

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
DICE = {2: 10, 3: 12, 4: 14}
ORDER = {2: [0, 1, 1, 0], 3: [0, 1, 2, 2, 1, 0], 4: [0, 1, 2, 3, 3, 2, 1, 0]}


def order_of_a_round(t):
    """Who has a turn, one after the other, when nobody passes."""
    order = []
    for _ in range(2 * t.players):
        order.append(t.player)
        t.plays()
    return order


# -- turn order -----------------------------------------------------------------------------------


@clause("round.turn-order", "round.two-turns", "round.twice-in-a-row", "set-up.turn-order-tiles")
@clause("round.starting-player-first", "round.ends-after-all-turns")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_snake_order(players, spec):
    t = Table(spec, players)
    assert order_of_a_round(t) == ORDER[players]
    assert t.round == 2


@clause("round.tiles-to-the-left", "round.starting-player-first")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("round", [1, 2, 3, 4])
def test_tiles_are_passed_to_the_left_after_each_round(players, round):
    t = Table("revised-2021", players, emperor=4)
    for seat in range(1, players):
        t.seat(seat).has(emperor=4)  # the scoring of round 3 leaves everyone alone
    t.end_of_round(round)
    assert t.round == round + 1
    assert order_of_a_round(t) == [(seat + round) % players for seat in ORDER[players]]


@clause("round.tiles-to-the-left")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_next_player_starts_the_next_round(players):
    assert Table("revised-2021", players).end_of_round(1).player == 1


@clause("round.roll")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_by_players(players):
    t = Table("revised-2021", players).end_of_round(1)
    assert len(t.dice()) == DICE[players]


@clause("round.roll", "round.sort")
def test_dice_show_all_faces_alike():
    """2,400 fair dice: 400 of each face, give or take 5 standard deviations of 18.3."""
    rolled = Counter()
    for seed in range(240):
        t = Table.set_up("revised-2021", 2, seed).does("guest 5", "guest 5")
        rolled.update(t.does(*["prepare 1.1", "prepare 1.2", "prepare 1.3"] * 2).dice())
    assert sorted(rolled) == [1, 2, 3, 4, 5, 6]
    assert rolled.total() == 2400
    assert all(308 < n < 492 for n in rolled.values())


@clause("round.sort")
@pytest.mark.parametrize("seed", range(4))
def test_each_die_lies_on_the_space_of_its_face(seed):
    t = Table.set_up("revised-2021", 2, seed).does("guest 5", "guest 5")
    t.does(*["prepare 1.1", "prepare 1.2", "prepare 1.3"] * 2)
    assert len(t.dice()) == 10
    spaces = {
        words for words in t.options if words.startswith("die") and len(words) == len("die 1")
    }
    assert spaces == {f"die {face}" for face in t.dice()}


@clause("die.one-a-turn")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_turn_uses_one_die(players):
    t = Table("revised-2021", players).end_of_round(1)
    for turns in range(1, 2 * players):
        t.plays()
        assert len(t.dice()) == DICE[players] - turns


# -- passing --------------------------------------------------------------------------------------


@clause("round.turn-or-pass", "pass.any-time")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("dice", ["1 2 3 4 5 6", "3", "6"])
def test_a_turn_or_passing(dice, spec):
    t = Table(spec, krones=0, dice=dice)
    assert {"die", "pass"} <= t.legal_kinds()


@clause("pass.instead-of-a-turn")
@pytest.mark.parametrize("spec", EDITIONS)
def test_passing_is_only_possible_as_the_first_act(spec):
    for act in ("guest 5", "use 3", "claim A", "serve", "check in table 2 to 3.1", "die 4"):
        t = Table(
            spec,
            krones=20,
            staff=[3],
            kitchen="1 wine",
            guests={51: "", 65: "all"},
            vacant="3.1",
            politics="A-krones B-floors C-three-each",
        )
        t.legal("pass")
        t.does(act)
        assert "pass" not in t.options


@clause("pass.wait")
@pytest.mark.parametrize("spec", EDITIONS)
def test_who_passed_waits_until_all_have_played_or_passed(spec):
    t = Table(spec, 3)
    t.does("pass").plays().plays()
    assert t.player == 2
    t.plays()
    assert t.player == 1
    t.plays()
    assert len(t.dice()) == 12 - 4 - 1
    assert t.player == 0


@clause("pass.turn-kept", "die.covers-number")
@pytest.mark.parametrize("spec", EDITIONS)
def test_passed_turn_is_not_lost(spec):
    t = Table(spec, 2).does("pass").plays().plays()
    assert t.player == 0
    t.plays()
    assert (t.player, t.round) == (0, 1)
    t.plays()
    assert t.round == 2


@clause("pass.lowest-number-next", "die.covers-number")
@pytest.mark.parametrize("spec", EDITIONS)
def test_lowest_visible_number_goes_first_after_a_reroll(spec):
    t = Table(spec, 3)  # tiles 1/6, 2/5, 3/4
    t.plays().does("pass").does("pass").does("pass")
    # visible now: 6, 2 and 5, 3 and 4
    order = []
    for _ in range(5):
        order.append(t.player)
        t.plays()
    assert order == [1, 2, 2, 1, 0]


@clause("pass.wait", "pass.lowest-number-next", "pass.bin")
def test_passing_with_the_second_turn():
    t = Table("revised-2021", 2).plays().plays().does("pass")
    assert t.player == 0
    t.does("pass")
    assert t.player == 1  # shows the 3, the other the 4
    assert len(t.dice()) == 10 - 2 - 1


@clause("pass.bin", "pass.again")
@pytest.mark.parametrize("spec", EDITIONS)
def test_each_reroll_costs_one_die(spec):
    t = Table(spec, 2, dice="1 2 3 4 5")
    for left in (4, 3, 2, 1):
        t.does("pass", "pass")
        assert len(t.dice()) == left
        assert t.player == 0


@clause("pass.reroll")
def test_dice_that_are_left_are_rolled_again():
    """None keeps its face: of nine ones, all would come again once in ten million rolls."""
    t = Table("revised-2021", 2, dice="1 1 1 1 1 1 1 1 1 1").does("pass", "pass")
    assert len(t.dice()) == 9
    assert set(t.dice()) != {1}


# -- the end of a round ---------------------------------------------------------------------------


@clause("round.ends-without-dice", "round.all-dice-back")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("players", "dice"), [(2, 10), (3, 12), (4, 14)])
def test_round_ends_when_all_keep_passing(players, dice, spec):
    t = Table(spec, players, dice="1 2").does(*["pass"] * 2 * players)
    assert t.round == 2
    assert len(t.dice()) == dice
    assert t.player == 1


@clause("round.ends-without-dice")
@pytest.mark.parametrize("spec", EDITIONS)
def test_round_ends_with_the_last_die(spec):
    t = Table(spec, 2, dice="1 2 3").does("pass", "pass").plays().plays()
    assert t.round == 2


@clause("round.ends-without-dice", corner=True)
def test_turns_without_dice_if_so_agreed():
    agreed = {"no-dice-turn": "turn-without-die"}
    t = Table("revised-2021", 2, rulings=agreed, dice="1").does("pass", "pass")
    assert (t.round, t.player) == (1, 0)
    t.legal("end turn", "guest 5")
    assert not t.legal_kinds() & {"die", "pass"}
    t.does("guest 5", "end turn").does("end turn")
    assert t.player == 1


@clause("round.staff-ready")
@pytest.mark.parametrize("spec", EDITIONS)
def test_staff_is_ready_again_in_the_next_round(spec):
    t = Table(spec, 2, staff=[3]).does("use 3", "die 4", "steps 1", "end turn").plays().plays()
    t.illegal("use 3")
    t.plays()
    assert (t.round, t.player) == (2, 1)
    t.plays().legal("use 3")


@clause("round.next")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("round", [1, 2, 3, 4, 5, 6])
def test_the_next_round_follows(round, spec):
    """The scorings in between leave everyone alone, on space 1."""
    on = {3: 4, 5: 6}.get(round, 0)
    t = Table(spec, emperor=on)
    t.seat(1).has(emperor=on)
    t.end_of_round(round)
    assert t.round == round + 1
    assert {"die", "pass"} <= t.legal_kinds()


@clause("round.emperor-scorings")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("round", range(1, 8))
def test_scorings_after_the_third_fifth_and_seventh_round(round, spec):
    t = Table(spec, emperor=12, tiles="A1 B2 C1")
    t.seat(1).has(emperor=12)
    t.end_of_round(round)
    assert t.me.emperor == 12 - {3: 3, 5: 5, 7: 7}.get(round, 0)


def test_penalties_and_all_the_rest_leave_hands_alone():
    t = Table("revised-2021", 2, hand=[9, 10]).end_of_round(1)
    assert t.me.hand == [9, 10]


@clause("round.seven")
@pytest.mark.parametrize("spec", EDITIONS)
def test_seven_rounds(spec):
    t = Table(spec, 2, emperor=8, round=6)
    t.seat(1).has(emperor=8)
    t.end_of_round(6)
    assert t.round == 7
    order_of_a_round(t)
    while not t.game.over:
        t.does(t.options[0])
    assert t.round == 7
