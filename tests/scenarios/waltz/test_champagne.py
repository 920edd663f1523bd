"""Champagne: how it is taken from the action spaces, what it counts as, what is left at the end."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import EDITIONS, HALLS, NUMBERS, SPEC, hall

both_editions = pytest.mark.parametrize("spec", EDITIONS)


def splits(face, dice, spec=SPEC):
    """What can be taken with a die: (first good, second good, champagne) for every choice."""
    t = Table(spec, dice=" ".join([str(face)] * dice)).does(f"die {face}")
    found = set()
    for words in t.options:
        second, champagne = (int(n) for n in words.split()[1:])
        found.add((dice - second - champagne, second, champagne))
    return found


# -- the first two action spaces -------------------------------------------------------------------


@clause("champagne.action-1", "champagne.action-1-least")
@both_editions
def test_example_three_dice_on_space_1(spec):
    """Retail edition: 3 strudel, or 2 strudel and 1 cake, or one of each."""
    assert splits(1, 3, spec) == {(3, 0, 0), (2, 1, 0), (1, 1, 1)}


@clause("champagne.action-2", "champagne.action-2-least")
@both_editions
def test_example_four_dice_on_space_2(spec):
    """Retail: 4 wine, or 3 and a coffee, or 2 and 2, or 2 wine, a coffee and a champagne."""
    assert splits(2, 4, spec) == {(4, 0, 0), (3, 1, 0), (2, 2, 0), (2, 1, 1)}


@clause("champagne.action-1", "champagne.action-1-least")
def test_example_of_the_draft_four_dice_on_space_1():
    assert splits(1, 4, f"{SPEC}+draft") == {(4, 0, 0), (3, 1, 0), (2, 2, 0), (2, 1, 1)}


@clause("champagne.action-1", "champagne.action-2")
@pytest.mark.parametrize(
    ("face", "got"),
    [
        (1, {"strudel": 2, "cake": 2, "champagne": 2}),
        (2, {"wine": 2, "coffee": 2, "champagne": 2}),
    ],
)
def test_goods_of_the_split_come_into_the_kitchen(face, got):
    t = Table(SPEC, dice=" ".join([str(face)] * 6)).does(f"die {face}", "split 2 2")
    assert t.me.kitchen == got


@clause("champagne.action-1-least", "champagne.action-2-least")
@pytest.mark.parametrize("face", [1, 2])
def test_one_or_two_dice_are_too_few_for_champagne(face):
    assert {champagne for _, _, champagne in splits(face, 1) | splits(face, 2)} == {0}


@clause("champagne.action-1-least", "champagne.action-2-least")
@pytest.mark.parametrize("face", [1, 2])
def test_never_more_champagne_than_of_the_second_good(face):
    assert (3, 0, 1) not in splits(face, 4)
    assert all(first >= second >= champagne for first, second, champagne in splits(face, 7))


@clause("champagne.action-1")
def test_a_strengthened_action_may_bring_champagne():
    t = Table(SPEC, dice="1 1").does("die 1 +1", "split 1 1")
    assert t.me.kitchen == {"strudel": 1, "cake": 1, "champagne": 1}


@clause("champagne.other-spaces")
def test_the_other_spaces_are_those_of_the_base_game():
    for face in range(3, 7):
        assert Table(SPEC).ruleset.actions[face] == Table("revised-2021").ruleset.actions[face]


@clause("champagne.other-spaces")
@pytest.mark.parametrize("face", range(3, 7))
def test_the_other_spaces_play_as_those_of_the_base_game(face):
    things = {"dice": f"{face} {face}", "krones": 9, "hand": [45, 1], "vacant": "1.1"}
    ours, base = (Table(spec, **things).does(f"die {face}") for spec in (SPEC, "revised-2021"))
    assert ours.options == base.options


@clause("champagne.other-spaces")
def test_without_the_module_the_first_spaces_bring_no_champagne():
    t = Table("revised-2021", dice="1 1 1").does("die 1")
    assert t.options == ["split 0 0", "split 1 0"]


# -- what it counts as -----------------------------------------------------------------------------


@clause("champagne.neither", "champagne.choice")
def test_a_good_of_choice_is_never_champagne():
    """Guest 54 of the base game brings one."""
    t = hall(guests={54: "all"}, vacant="1.2").check_in(54, "1.2").does("reward 1")
    t.legal("choose strudel", "choose cake", "choose wine", "choose coffee")
    t.illegal("choose champagne")


@clause("champagne.neither")
def test_an_item_to_give_up_is_never_champagne():
    hall(staff=[128], kitchen="3 champagne").illegal("use 128")
    t = hall(staff=[128], kitchen="3 champagne 1 wine 1 cake").does("use 128")
    assert t.options == ["pay wine", "pay cake"]


@clause("champagne.otherwise", corner=True)
@both_editions
def test_the_item_more_of_the_restaurant_manager_may_be_champagne(spec):
    t = hall(spec, staff=[13], dice="1 1", kitchen="").does("die 1", "split 1 1")
    assert t.me.kitchen == {"strudel": 1, "cake": 1, "champagne": 1}


@clause("champagne.otherwise", corner=True)
@both_editions
def test_champagne_is_one_of_the_four_goods_of_the_male_floor_housekeeper(spec):
    t = hall(spec, staff=[33], guests={140: "all"}, vacant="1.2")  # 3 wine and 1 champagne
    t.check_in(140, "1.2")
    assert t.me.vp_from["staff"] == 4


@clause("champagne.otherwise", corner=True)
@both_editions
def test_the_porter_fills_an_order_with_champagne_too(spec):
    t = hall(spec, hand=[38], guests={140: ""}, dice="5 5 5 5 5").does("die 5", "hire 38")
    t.does("fill table 1")
    assert t.me.guests == {140: {}}


@clause("champagne.otherwise", corner=True)
@both_editions
def test_the_chief_waiter_serves_champagne_free(spec):
    t = hall(spec, staff=[24], guests={140: "3 wine"}, kitchen="1 champagne", krones=0)
    t.does("serve", "place champagne on table 1")
    assert (t.me.guests, t.me.krones) == ({140: {}}, 0)


@clause("champagne.otherwise")
def test_champagne_received_goes_onto_a_guest_at_once():
    t = hall(dice="1 1 1", guests={140: ""}).does("die 1", "split 1 1")
    t.legal("place champagne on table 1", "keep champagne")
    t.does("place champagne on table 1")
    assert t.me.guests[140] == {"wine": 3}
    assert t.me.krones == 10


@clause("champagne.otherwise")
def test_champagne_received_may_stay_in_the_kitchen():
    t = hall(dice="1 1 1", guests={140: ""}).does("die 1", "split 1 1", "keep champagne")
    assert t.me.guests[140] == {"wine": 3, "champagne": 1}
    assert t.me.kitchen["champagne"] == 1


@clause("champagne.otherwise")
def test_champagne_in_the_kitchen_is_lost_like_all_else_there():
    """Emperor tile A2 empties the kitchen of a player too far back."""
    t = hall(tiles="A2 B1 C1", kitchen="2 champagne 1 wine")
    t.seat(1).has(emperor=4)
    t.end_of_round(3).does("take penalty")
    assert t.me.kitchen == {}


@clause("champagne.serve")
@both_editions
def test_champagne_is_served_with_the_others_for_one_krone(spec):
    t = hall(spec, guests={153: ""}, kitchen="1 cake 2 champagne").does("serve")
    t.places("1 cake 2 champagne")
    assert (t.me.guests[153], t.me.kitchen, t.me.krones) == ({}, {}, 9)


@clause("champagne.serve")
def test_three_goods_at_most_for_a_krone_champagne_among_them():
    t = hall(guests={140: ""}, kitchen="3 wine 1 champagne").does("serve").places("3 wine")
    assert (t.me.guests[140], t.me.krones) == ({"champagne": 1}, 9)
    t.legal("serve")


@clause("champagne.any-good")
def test_any_good_may_be_champagne():
    """Sigmund Freud of module 2 leaves out any one good of an order."""
    t = Table(
        "revised-2021+ballrooms+celebrities",
        patches=(NUMBERS,),
        celebrities="freud",
        ballrooms=HALLS,
        guests={153: "1 cake 1 champagne"},
    )
    t.does("ignore good on table 1")
    assert t.me.guests[153] == {}


@clause("champagne.supply")
def test_the_supply_is_never_used_up():
    t = hall(kitchen="25 champagne", staff=[129]).does("use 129")
    assert t.me.kitchen == {"champagne": 26}


# -- the end ---------------------------------------------------------------------------------------


def finished(spec=SPEC, kitchen="", krones=0, other_kitchen="", other_krones=0):
    """The end of the game: a dancer of each in the right ballroom, which scores them alike."""
    t = hall(spec, tiles="A1 B1 C1", emperor=8, kitchen=kitchen, krones=krones)
    t.me.has(dancers="3.bottom")
    t.seat(1).has(emperor=8, dancers="3.bottom", kitchen=other_kitchen, krones=other_krones)
    return t.end_of_round(7)


@clause("champagne.final-vp")
@both_editions
def test_champagne_left_over_is_worth_a_vp_each(spec):
    t = finished(spec, "3 champagne 2 wine", 4)
    assert t.me.vp_from["leftovers"] == 3 + 2 + 4


@clause("champagne.tie-break")
@both_editions
def test_champagne_left_over_breaks_a_tie(spec):
    t = hall(spec, tiles="A1 B1 C1", emperor=8, krones=1, dancers="3.bottom", vp=10)
    t.me.has(kitchen="2 champagne")
    t.seat(1).has(emperor=8, dancers="3.bottom", krones=1, kitchen="1 wine", vp=11)
    t.end_of_round(7)
    assert t.me.vp == t.seat(1).vp
    assert (t.me.rank, t.seat(1).rank) == (1, 2)


@clause("champagne.tie-break")
def test_equal_leftovers_champagne_or_not_leave_a_tie():
    t = finished(kitchen="2 champagne", krones=1, other_kitchen="1 wine", other_krones=2)
    assert t.me.vp == t.seat(1).vp
    assert (t.me.rank, t.seat(1).rank) == (1, 1)
