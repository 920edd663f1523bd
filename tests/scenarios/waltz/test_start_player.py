"""Module 4: clockwise turns, krones by place, and the skeleton key."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import KEY, all_pass, turns

EDITIONS = ("original-2015+start-player", KEY)
DRAFT = KEY + "+draft"


@clause("start-player.krones", "start-player.key-on-board")
@pytest.mark.parametrize("spec", [*EDITIONS, DRAFT])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_krones_by_place_in_the_first_round(players, spec):
    t = Table.set_up(spec, players)
    assert [t.seat(seat).krones for seat in range(players)] == [9, 10, 11, 12][:players]
    assert t.state.key_holder == -1


@clause("start-player.key-on-board")
@pytest.mark.parametrize("spec", [*EDITIONS, DRAFT])
@pytest.mark.parametrize("turns_before", [0, 1])
def test_anybody_may_take_the_key_from_the_board(turns_before, spec):
    t = Table(spec, 3, dice="1 1 1 1 1 1 1")
    turns(t, turns_before)
    t.legal("take key")


@clause("start-player.clockwise")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_turns_go_clockwise(players, spec):
    t = Table(spec, players, dice="1 1 1 1 1 1 1 1 1")
    assert turns(t, 2 * players) == [*range(players), *range(players)]


@clause("start-player.clockwise", "skeleton-key.not-taken")
@pytest.mark.parametrize("round", [1, 2, 4, 6])
def test_clockwise_from_the_next_player_in_the_next_round(round):
    t = Table(KEY, 3).end_of_round(round)
    t.dice("1 1 1 1 1 1 1")
    first = round % 3
    assert t.player == first
    assert turns(t, 6) == [(first + i) % 3 for i in range(6)]


# The example: Bettina takes the key, a strudel, and another strudel as her action.
@clause("skeleton-key.good", "skeleton-key.action", "skeleton-key.krones")
@pytest.mark.parametrize("spec", [*EDITIONS, DRAFT])
def test_example_of_three_players(spec):
    t = Table(spec, 3, turn=1, dice="2 3 3")
    t.does("take key", "choose strudel", "copy 1", "split 0 0")
    assert t.seat(1).kitchen == {"strudel": 2}
    assert [t.seat(seat).krones for seat in range(3)] == [11, 10, 10]
    assert t.dice() == [2, 3, 3]


@clause("skeleton-key.krones")
@pytest.mark.parametrize(
    ("players", "taker", "krones"),
    [
        (2, 0, [0, 0]),
        (2, 1, [0, 0]),
        (3, 0, [0, 0, 1]),
        (3, 2, [0, 1, 0]),
        (4, 0, [0, 0, 1, 2]),
        (4, 2, [1, 2, 0, 0]),
    ],
)
def test_krones_of_those_behind(players, taker, krones):
    t = Table(KEY, players, turn=taker).does("take key")
    assert [t.seat(seat).krones - 10 for seat in range(players)] == krones


@clause("skeleton-key.krones", corner=True)
def test_krones_behind_a_full_track_are_lost():
    t = Table(KEY, 4)
    t.seat(3).has(krones=19)
    assert t.does("take key").seat(3).krones == 20


@clause("skeleton-key.instead", "skeleton-key.turn")
def test_key_instead_of_a_die():
    t = Table(KEY, dice="1 2 3").does("take key", "choose wine", "stop")
    t.illegal("die 1", "die 2", "die 3", "take key")
    t.does("end turn")
    assert t.dice() == [1, 2, 3]
    assert int(t.me.p.turns_taken) == 1
    assert t.player == 1


@clause("skeleton-key.instead")
def test_a_die_instead_of_the_key():
    Table(KEY, dice="1 2").does("die 1", "split 0 0").illegal("take key")


@clause("skeleton-key.instead")
def test_no_key_without_the_module():
    Table("revised-2021").illegal("take key")


@clause("skeleton-key.good")
@pytest.mark.parametrize("good", ["strudel", "cake", "wine", "coffee"])
def test_good_of_choice(good):
    t = Table(KEY).does("take key").does(f"choose {good}", "stop")
    assert t.me.kitchen == {good: 1}


@clause("skeleton-key.good", corner=True)
def test_champagne_is_no_good_of_choice():
    Table(KEY + "+ballrooms").does("take key").illegal("choose champagne", "stop")


@clause("skeleton-key.action")
@pytest.mark.parametrize("dice", [0, 9])
@pytest.mark.parametrize(
    ("face", "choice", "kitchen", "krones", "emperor", "rooms"),
    [
        (1, "split 0 0", {"cake": 1, "strudel": 1}, 10, 0, {"1.1"}),
        (2, "split 0 0", {"cake": 1, "wine": 1}, 10, 0, {"1.1"}),
        (3, "prepare 2.1", {"cake": 1}, 9, 0, {"1.1", "2.1"}),
        (4, "steps 0", {"cake": 1}, 11, 0, {"1.1"}),
        (4, "steps 1", {"cake": 1}, 10, 1, {"1.1"}),
        (5, "hire 9", {"cake": 1}, 6, 0, {"1.1"}),
    ],
)
def test_actions_at_strength_one(face, choice, kitchen, krones, emperor, rooms, dice):
    t = Table(KEY, dice=f"{face} " * dice + "6", vacant="1.1", hand=[9])
    t.does("take key", "choose cake", f"copy {face}", choice).legal("end turn")
    assert (t.me.kitchen, t.me.krones, t.me.emperor, t.me.vacant) == (
        kitchen,
        krones,
        emperor,
        rooms,
    )


@clause("skeleton-key.copying")
def test_key_does_not_copy():
    Table(KEY, dice="6").does("take key", "choose cake").illegal("copy 6")


@clause("skeleton-key.action-optional")
def test_key_without_an_action():
    t = Table(KEY).does("take key", "choose cake", "stop")
    t.legal("end turn")
    assert (t.me.krones, t.me.kitchen) == (10, {"cake": 1})


@clause("skeleton-key.not-strengthened")
def test_key_cannot_be_strengthened():
    t = Table(KEY, dice="1 4")
    assert [words for words in t.options if words.startswith("take key")] == ["take key"]
    t.does("take key", "choose cake", "copy 4")
    assert t.options == ["steps 0", "steps 1"]
    assert t.me.krones == 10


@clause("skeleton-key.no-staff")
@pytest.mark.parametrize(("card", "face"), [(13, 1), (12, 3), (12, 4), (16, 4), (19, 3)])
def test_staff_who_answer_to_dice_do_not_answer_to_the_key(card, face):
    t = Table(KEY, staff=[card], vacant="1.1").does("take key", "choose cake", f"copy {face}")
    assert t.me.vp == 0
    choices = {
        1: ["split 0 0"],
        3: ["prepare 1.2", "prepare 2.1", "stop"],
        4: ["steps 0", "steps 1"],
    }
    assert t.options == choices[face]


@clause("skeleton-key.no-staff")
def test_staff_beside_the_action_of_a_die_do_not_help_with_the_key():
    t = Table(KEY, staff=[14, 20, 22], hand=[45]).does("take key", "choose cake", "copy 5")
    t.does("hire 45").legal("end turn")
    assert not [words for words in t.options if words.startswith(("die bonus", "main"))]


@clause("skeleton-key.goods-to-guests")
def test_goods_of_the_key_go_to_guests():
    t = Table(KEY, guests={67: ""}).does("take key", "choose coffee", "place coffee on table 1")
    t.does("copy 2", "split 0 0", "end turn")
    assert t.me.guests == {67: {"coffee": 1}}
    assert t.me.kitchen == {"wine": 1}


@clause("skeleton-key.either-turn")
def test_key_in_the_second_turn():
    t = Table(KEY, dice="1 1 1 1 1")
    turns(t, 2)
    t.plays("take key")
    assert t.state.key_holder == 0
    t.illegal("take key")


@clause("skeleton-key.either-turn")
def test_only_one_player_takes_the_key():
    t = Table(KEY, 3).plays("take key")
    for _ in range(5):
        t.illegal("take key")
        t.plays()


@clause("skeleton-key.not-in-extra-turn", "guest.97.no-pass-2015", corner=True)
def test_no_key_in_an_extra_turn():
    t = Table(EDITIONS[0], guests={97: "all"}, vacant="1.2", dice="1 1 1 1 1")
    t.check_in(97, "1.2").does("reward 1", "die 1", "split 0 0")
    while "end turn" not in t.options:
        t.does("stop")
    t.does("end turn")
    assert t.player == 0
    t.illegal("take key", "pass")


@clause("skeleton-key.instead")
def test_guest_and_serving_beside_the_key():
    t = Table(KEY, row=[63, 64, 65, 66, 67]).does("guest 5", "take key", "choose coffee")
    t.does("place coffee on table 1", "stop", "end turn")
    assert t.me.guests == {67: {"coffee": 1}}


@clause("skeleton-key.not-after-passing")
def test_no_key_after_passing():
    t = all_pass(Table(KEY, dice="1 2 3 4"), 2)
    assert t.player == 0
    t.illegal("take key")
    t.plays()
    assert t.player == 1
    t.illegal("take key")


@clause("skeleton-key.not-after-passing")
def test_no_key_in_the_second_turn_of_who_passed_in_the_first():
    t = Table(KEY, dice="1 1 1 1 1 1").does("pass").plays("die 1").plays("die 1")
    while t.round == 1:
        (t.illegal if t.player == 0 else t.legal)("take key")
        t.plays()


@clause("skeleton-key.not-after-passing", corner=True)
def test_who_passed_in_an_earlier_round_may_take_the_key():
    t = Table(KEY, dice="1 2 3 4").does("pass").end_of_round(1)
    t.legal("take key")
    t.plays()
    assert t.player == 0
    t.legal("take key")


@clause("skeleton-key.not-after-passing", corner=True)
def test_who_did_not_pass_may_take_the_key_after_the_others_did():
    t = Table(KEY, 3, dice="1 1 1 1 1 1").does("pass", "pass")
    t.legal("take key")


@clause("skeleton-key.no-dice")
def test_round_ends_without_dice_though_the_key_lies_there():
    t = Table(KEY, dice="1 1").plays("die 1").plays("die 1")
    assert t.round == 2


@clause("skeleton-key.no-dice", corner=True)
def test_key_is_there_for_turns_without_dice_if_so_agreed():
    rulings = {"no-dice-turn": "turn-without-die"}
    t = Table(KEY, dice="1 1", rulings=rulings).plays("die 1").plays("die 1")
    assert (t.round, t.player) == (1, 0)
    t.legal("take key", "end turn")
    t.plays("take key")
    assert t.state.key_holder == 0


@clause("skeleton-key.next-start", "skeleton-key.returned")
@pytest.mark.parametrize("holder", [0, 1, 2, 3])
def test_next_round_starts_with_the_key(holder):
    t = Table(KEY, 4, dice="1 1 1 1 1 1 1 1 1")
    turns(t, holder)
    t.plays("take key")
    t.end_of_round(1)
    t.dice("1 1 1 1 1 1 1 1 1")
    t.legal("take key")
    assert turns(t, 4) == [(holder + i) % 4 for i in range(4)]


@clause("skeleton-key.not-taken", "skeleton-key.next-start")
def test_tiles_go_to_the_left_after_a_round_without_the_key():
    t = Table(KEY, 3).plays("take key").end_of_round(1)
    t.dice("1 1 1 1 1 1 1")
    assert turns(t, 6)[0] == 0
    assert (t.round, t.player) == (3, 1)


@pytest.mark.parametrize(
    ("reading", "goes_on"),
    [
        pytest.param("round-ends", False, marks=clause("skeleton-key.no-dice")),
        ("turns-remain", True),
    ],
)
def test_key_when_no_die_is_left(reading, goes_on):
    """One die only: printed numbers of dice never run out before everybody has passed."""
    t = Table(KEY, rulings={"key-without-dice": reading}, dice="4").plays("die 4")
    assert (t.round, t.player) == ((1, 1) if goes_on else (2, 1))
    if goes_on:
        t.legal("take key", "pass")
        t.illegal("end turn")
        t.does("take key", "choose wine", "stop", "end turn")
        assert t.round == 2


def test_who_passed_gets_no_turn_for_the_key_without_dice():
    t = Table(KEY, rulings={"key-without-dice": "turns-remain"}, dice="4").plays("die 4")
    t.does("pass")
    assert (t.round, t.player) == (1, 0)  # the other one has not passed
    t.does("pass")
    assert t.round == 2
