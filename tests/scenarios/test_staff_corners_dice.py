"""Awkward corners of the staff that answer to a die: cards 12 to 20 and 22.

Rooms (night side): 1.2 and 2.1 are yellow, 3.1 is blue; guest 97 is E. Gizia, 64 the Duchess.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
both_editions = pytest.mark.parametrize("spec", EDITIONS)
every_hotel_full = {"vacant": "1.1-4.5", "krones": 20, "emperor": 13}


def summed(t):
    """What a card for dice could have changed."""
    return t.me.krones, t.me.emperor, t.me.vp, t.me.kitchen, t.options


# -- VP with a die ---------------------------------------------------------------------------------

GAINS = [(12, 3, 2), (12, 4, 2), (16, 4, 4), (19, 3, 5)]  # card, die, VP


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "face", "vp"), GAINS)
def test_vp_for_the_die_taken_not_for_every_die_counted(card, face, vp, spec):
    t = Table(spec, staff=[card], dice=f"{face} {face} {face}").does(f"die {face} +1")
    assert t.me.vp_from == {"staff": vp}


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "vp"), [(12, 2), (19, 5)])
def test_vp_although_the_full_hotel_leaves_nothing_to_prepare(card, vp, spec):
    t = Table(spec, staff=[card], **every_hotel_full).does("die 3")
    assert t.me.vp_from == {"staff": vp}
    t.legal("end turn")


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "face", "vp"), GAINS)
def test_vp_in_both_turns_of_a_round(card, face, vp, spec):
    t = Table(spec, staff=[card]).plays(f"die {face}").plays("die 1").plays("die 1")
    assert (t.round, t.player) == (1, 0)
    assert t.does(f"die {face}").me.vp_from["staff"] == 2 * vp


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(("card", "face", "vp"), GAINS)
def test_no_vp_for_the_die_of_another_player(card, face, vp):
    t = Table("revised-2021", staff=[card], turn=1).does(f"die {face}")
    assert (t.me.vp, t.seat(1).vp) == (0, 0)


# -- no die taken ----------------------------------------------------------------------------------

DIE_CARDS = [(12, 3), (12, 4), (13, 1), (14, 2), (15, 4), (16, 4), (17, 6), (18, 5), (19, 3)]
DIE_CARDS += [(20, 5), (22, 3)]


def gizia(spec, staff, face):
    """An action on the space of a face for which E. Gizia takes no die from there."""
    t = Table(spec, staff=staff, krones=2, guests={97: "all"}, vacant="1.2 3.1", hand=[9, 45])
    t.check_in(97, "1.2")
    if spec == "original-2015":
        t.does("reward 1").plays("die 4" if face < 3 else "die 1")
        before = len(t.dice())
        t.does(f"die {face}")
        assert len(t.dice()) == before
        return t
    return t.does(f"space {face}")


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "face"), DIE_CARDS)
def test_no_help_when_no_die_is_taken(card, face, spec):
    assert summed(gizia(spec, [card], face)) == summed(gizia(spec, [], face))


@clause("staff.{card}", "staff-card.die-face", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "face"), [(14, 1), (14, 2), (20, 5), (22, 3)])
def test_no_bonus_after_a_copied_action_either(card, face, spec):
    t = Table(spec, staff=[card], hand=[45, 44], vacant="1.1", dice="6")
    t.does("die 6", f"copy {face}")
    while "end turn" not in t.options:
        assert not any(words.startswith("die bonus") for words in t.options)
        t.does(t.options[0])
    assert t.me.emperor == (3 if 45 in t.me.staff else 0)


# -- more dice -------------------------------------------------------------------------------------


@clause("staff.13", corner=True)
@both_editions
@pytest.mark.parametrize("face", [1, 2])
def test_restaurant_manager_changes_nothing_about_the_split(face, spec):
    """One die and the extra one: at most half of it cake (coffee)."""
    t = Table(spec, staff=[13], dice=str(face)).does(f"die {face}")
    assert set(t.options) == {"split 0 0", "split 1 0"}
    assert sorted(t.does("split 1 0").me.kitchen.values()) == [1, 1]


@clause("staff.13", "staff.17", corner=True)
@both_editions
def test_kitchen_hand_helps_a_copied_one_and_the_restaurant_manager_does_not(spec):
    t = Table(spec, staff=[13, 17], dice="6").does("die 6", "copy 1", "split 0 0")
    assert t.me.kitchen == {"strudel": 2}


@clause("staff.15", "staff.17", corner=True)
@both_editions
def test_kitchen_hand_helps_a_copied_four_and_the_bootblack_does_not(spec):
    t = Table(spec, staff=[15, 17], dice="6").does("die 6", "copy 4")
    assert set(t.options) == {"steps 0", "steps 1", "steps 2"}


@clause("staff.17", "staff.18", corner=True)
@both_editions
def test_kitchen_hand_helps_a_copied_five_and_the_checker_does_not(spec):
    t = Table(spec, staff=[17, 18], hand=[25], krones=6, dice="6 6").does("die 6", "copy 5")
    assert t.does("hire 25").me.krones == 6 - (6 - 2 - 1)


@clause("staff.17", corner=True)
@both_editions
def test_kitchen_hand_takes_the_six_without_a_krone_but_not_more(spec):
    Table(spec, krones=0, dice="6 4").illegal("die 6")
    t = Table(spec, krones=0, staff=[17], dice="6 4")
    t.legal("die 6")
    t.illegal("die 6 +1")


@clause("staff.17", corner=True)
@both_editions
def test_kitchen_hand_does_not_pay_for_the_rooms_of_a_copied_three(spec):
    t = Table(spec, krones=0, staff=[17], vacant="1.1", dice="6").does("die 6", "copy 3")
    assert set(t.options) == {"prepare 1.2", "stop"}


@pytest.mark.parametrize(
    ("spec", "needed"),
    [
        pytest.param("original-2015", 2, marks=clause("staff.17.cost-2015", corner=True)),
        pytest.param("revised-2021", 4, marks=clause("staff.17.cost-2021", corner=True)),
    ],
)
def test_kitchen_hand_with_just_enough_krones(spec, needed):
    """One die takes a krone off; a krone less is not enough."""
    Table(spec, krones=needed - 1, hand=[17], dice="5").does("die 5").legal("end turn")
    t = Table(spec, krones=needed, hand=[17], dice="5").does("die 5", "hire 17")
    assert (t.me.staff, t.me.krones) == ([17], 0)


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize("card", [13, 17, 18])
def test_extra_dice_are_for_no_other_die(card, spec):
    t = Table(spec, staff=[card], dice="4").does("die 4")
    assert set(t.options) == {"steps 0", "steps 1"}


@clause("staff.{card}.extra-dice-2021", corner=True)
@pytest.mark.parametrize(("card", "face"), [(13, 1), (17, 6)])
def test_a_die_may_be_bought_and_the_extra_die_left(card, face):
    t = Table("revised-2021", staff=[card], krones=1, dice=f"{face}")
    t.does(f"die {face} +1 without extra die")
    if face == 6:
        t.does("copy 1")
    assert t.me.krones == 0
    assert sum(t.does("split 0 0").me.kitchen.values()) == 2


@clause("staff.18.extra-dice-2021", corner=True)
def test_a_die_may_be_bought_and_the_discount_of_the_checker_left():
    t = Table("revised-2021", staff=[18], hand=[25], krones=10, dice="5")
    t.does("die 5 +1 without extra die", "hire 25")
    assert t.me.krones == 10 - 1 - (6 - 2)


@clause("staff.{card}.extra-dice-2015", corner=True)
@pytest.mark.parametrize(("card", "face"), [(13, 1), (13, 2), (17, 6), (18, 5)])
def test_a_die_bought_does_not_let_the_extra_die_be_left(card, face):
    t = Table("original-2015", staff=[card])
    t.legal(f"die {face} +1")
    t.illegal(f"die {face} +1 without extra die")


@clause("staff.18", "staff-card.krone-beside-extra-dice", corner=True)
@both_editions
def test_checker_and_a_krone_for_a_die_more(spec):
    t = Table(spec, staff=[18], hand=[25], krones=3, dice="5").does("die 5 +1", "hire 25")
    assert t.me.krones == 0  # 1 to strengthen, then 6 - 1 - 1 - 2


@clause("staff.18", corner=True)
@both_editions
def test_checker_is_no_help_with_a_card_that_a_guest_lets_in(spec):
    t = Table(spec, staff=[18], guests={64: "all"}, vacant="3.1", hand=[9], krones=10)
    t.check_in(64, "3.1").does("hire 9")
    assert t.me.krones == 10 - (5 - 1)


@clause("staff.18", "staff.22", corner=True)
@both_editions
def test_checker_is_no_help_with_the_card_of_the_staff_manager(spec):
    t = Table(spec, staff=[18, 22], hand=[9], krones=10, dice="3").does("die 3", "die bonus 1")
    assert t.does("hire 9").me.krones == 5


# -- bonuses beside the main action ----------------------------------------------------------------


@clause("staff.14", corner=True)
@both_editions
def test_decorator_has_nothing_to_do_in_a_full_hotel(spec):
    t = Table(spec, staff=[14], **every_hotel_full).does("die 1")
    t.illegal("die bonus 1")


@clause("staff.14", "staff.9", corner=True)
@both_editions
def test_decorator_without_a_krone_and_the_butler(spec):
    """3.1 is blue; 2.2 is yellow on the second floor and costs a krone."""
    t = Table(spec, staff=[14, 9], krones=0, vacant="1.1 2.1", dice="2").does("die 2")
    assert set(t.does("die bonus 1").options) == {"prepare 1.2", "prepare 3.1", "stop"}


@clause("staff.14", corner=True)
@both_editions
def test_decorator_prepares_one_room_whatever_the_dice(spec):
    t = Table(spec, staff=[14], vacant="1.1", dice="1 1 1").does("die 1 +1", "main action")
    t.does("split 0 0", "die bonus 1", "prepare 1.2")
    t.legal("end turn")
    assert t.me.vacant == {"1.1", "1.2"}


@clause("staff.20", corner=True)
@both_editions
def test_detective_goes_two_steps_whatever_the_dice(spec):
    t = Table(spec, staff=[20], hand=[45], dice="5 5 5").does("die 5 +1", "die bonus 1")
    assert t.me.emperor == 2


@clause("staff.20", corner=True)
@both_editions
def test_detective_beyond_the_end_of_the_track_and_with_an_empty_hand(spec):
    t = Table(spec, staff=[20], emperor=12, dice="5").does("die 5", "main action", "die bonus 1")
    assert t.me.emperor == 13
    assert t.me.vp_from == {"track": 1}
    t.legal("end turn")


@clause("staff.22", corner=True)
@both_editions
def test_staff_manager_lets_in_one_card_only(spec):
    t = Table(spec, staff=[22], hand=[45, 44], vacant="1.1", dice="3 3").does("die 3")
    t.does("die bonus 1", "hire 45", "main action", "stop")
    t.legal("end turn")
    assert t.me.hand == [44]


@clause("staff.22", "staff.{card}", "staff-card.new-card-too-late", corner=True)
@both_editions
@pytest.mark.parametrize("card", [12, 19])
def test_card_of_the_staff_manager_comes_too_late_for_its_die(card, spec):
    t = Table(spec, staff=[22], hand=[card], vacant="1.1", dice="3").does("die 3", "die bonus 1")
    t.does(f"hire {card}", "main action", "prepare 1.2")
    assert t.me.vp == 0


@clause("staff.22", corner=True)
@both_editions
def test_staff_manager_spends_what_the_rooms_would_have_cost(spec):
    t = Table(spec, staff=[22], hand=[12], krones=2, vacant="1.1", dice="3")
    t.does("die 3", "die bonus 1", "hire 12", "main action")
    assert set(t.options) == {"prepare 1.2", "stop"}
