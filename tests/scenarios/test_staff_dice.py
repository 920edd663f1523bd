"""Staff that answer to a die taken: more strength, gains, and bonuses round the main action."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")

GAINS = [(12, 3, 2), (12, 4, 2), (16, 4, 4), (19, 3, 5)]  # card, die, VP


@clause("staff.{card}")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("card", "face", "vp"), GAINS)
def test_vp_with_a_die(card, face, vp, spec):
    t = Table(spec, staff=[card]).does(f"die {face}")
    assert t.me.vp_from == {"staff": vp}


@clause("staff.{card}")
@pytest.mark.parametrize("card", [12, 16, 19])
def test_no_vp_with_other_dice(card):
    for face in range(1, 7):
        if (card, face) not in [(c, f) for c, f, _ in GAINS]:
            assert Table("revised-2021", staff=[card]).does(f"die {face}").me.vp == 0


@clause("staff.{card}", corner=True)
@clause("staff-card.die-face")
@pytest.mark.parametrize(("card", "face"), [(12, 3), (12, 4), (16, 4), (19, 3), (20, 5)])
def test_a_copied_action_is_not_a_die_of_that_face(card, face):
    t = Table("revised-2021", staff=[card], hand=[9], vacant="1.1").does("die 6", f"copy {face}")
    assert (t.me.vp, t.me.emperor) == (0, 0)
    assert not any(words.startswith("die bonus") for words in t.options)


@clause("staff.13")
@pytest.mark.parametrize(("face", "second"), [(1, "cake"), (2, "coffee")])
def test_restaurant_manager_adds_a_die(face, second):
    t = Table("revised-2021", staff=[13], dice=f"{face} {face} {face}")
    t.does(f"die {face}", "split 2 0")
    assert t.me.kitchen[second] == 2
    assert sum(t.me.kitchen.values()) == 4


@clause("staff-card.krone-beside-extra-dice")
@clause("staff.13", corner=True)
def test_restaurant_manager_and_a_krone_add_two_dice():
    t = Table("revised-2021", staff=[13], dice="1").does("die 1 +1", "split 1 0")
    assert t.me.kitchen == {"strudel": 2, "cake": 1}
    assert t.me.krones == 9


@clause("staff.13", "staff-card.die-face", corner=True)
def test_restaurant_manager_does_not_help_a_copied_action():
    t = Table("revised-2021", staff=[13], dice="6").does("die 6", "copy 1")
    assert t.options == ["split 0 0"]
    assert sum(t.does("split 0 0").me.kitchen.values()) == 1


@clause("staff.{card}.extra-dice-2015", "staff.{card}.extra-dice-2021")
@clause("staff-card.extra-dice-2015", "staff-card.extra-dice-2021")
@pytest.mark.parametrize(("card", "face"), [(13, 1), (17, 6), (18, 5)])
def test_extra_dice_may_be_left_in_the_revised_edition_only(card, face):
    Table("revised-2021", staff=[card]).legal(f"die {face} without extra die")
    Table("original-2015", staff=[card]).illegal(f"die {face} without extra die")


@clause("staff.17")
@pytest.mark.parametrize("spec", EDITIONS)
def test_kitchen_hand_copies_for_nothing_and_stronger(spec):
    t = Table(spec, staff=[17], krones=0, dice="6 6").does("die 6", "copy 1", "split 0 0")
    assert t.me.krones == 0
    assert t.me.kitchen == {"strudel": 3}


@clause("staff.17", "staff-card.krone-beside-extra-dice", corner=True)
def test_kitchen_hand_may_be_strengthened():
    t = Table("revised-2021", staff=[17], krones=1, dice="6 6").does("die 6 +1", "copy 4")
    t.does("steps 4")
    assert (t.me.krones, t.me.emperor) == (0, 4)


@clause("staff.18")
@pytest.mark.parametrize("spec", EDITIONS)
def test_checker_takes_two_more_krones_off(spec):
    t = Table(spec, staff=[18], hand=[2], krones=10, dice="5").does("die 5", "hire 2")
    assert t.me.krones == 10 - (6 - 1 - 2)


@clause("staff-card.discount-too-high")
@clause("staff.18", corner=True)
def test_checker_never_pays_out():
    t = Table("revised-2021", staff=[18], hand=[45], dice="5 5").does("die 5", "hire 45")
    assert t.me.krones == 10


@clause("staff.18", "staff-card.die-face", corner=True)
def test_checker_does_not_help_a_copied_action():
    t = Table("revised-2021", staff=[18], hand=[2], dice="6").does("die 6", "copy 5", "hire 2")
    assert t.me.krones == 10 - 1 - (6 - 1)


@clause("staff.15")
@pytest.mark.parametrize("spec", EDITIONS)
def test_bootblack_moves_on_both_tracks(spec):
    t = Table(spec, staff=[15], krones=10, dice="4 4 4").does("die 4")
    assert (t.me.krones, t.me.emperor) == (13, 3)
    t.legal("end turn")


@clause("staff.15")
def test_bootblack_strengthened_gains_a_step_for_nothing():
    t = Table("revised-2021", staff=[15], krones=10, dice="4").does("die 4 +1")
    assert (t.me.krones, t.me.emperor) == (11, 2)


@clause("staff.15", corner=True)
def test_bootblack_at_the_end_of_both_tracks():
    t = Table("revised-2021", staff=[15], krones=19, emperor=12, dice="4 4 4").does("die 4")
    assert (t.me.krones, t.me.emperor) == (20, 13)
    assert t.me.vp_from == {"track": 2}


@clause("staff.15", "staff-card.die-face", corner=True)
def test_bootblack_does_not_help_a_copied_action():
    t = Table("revised-2021", staff=[15], dice="6").does("die 6", "copy 4")
    assert set(t.options) == {"steps 0", "steps 1"}


@clause("staff.12", "staff.15", "staff.16", corner=True)
@clause("staff-card.combine")
def test_several_cards_answer_the_same_die():
    t = Table("revised-2021", staff=[12, 15, 16], krones=0, dice="4 4").does("die 4")
    assert t.me.vp_from == {"staff": 2 + 4}
    assert (t.me.krones, t.me.emperor) == (2, 2)


# -- bonuses before or after the main action ---------------------------------------------------


@clause("staff.14", "staff-card.die-bonus-moment", "staff-card.die-bonus-price")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("face", [1, 2])
def test_decorator_prepares_a_room_for_its_price(face, spec):
    t = Table(spec, staff=[14], vacant="1.1").does(f"die {face}", "die bonus 1", "prepare 2.1")
    assert t.me.vacant == {"1.1", "2.1"}
    assert t.me.krones == 9
    t.does("main action", "split 0 0")
    t.legal("end turn")


@clause("staff.14", "staff-card.die-bonus-moment")
@pytest.mark.parametrize("spec", EDITIONS)
def test_decorator_after_the_main_action(spec):
    t = Table(spec, staff=[14], vacant="1.1").does("die 1", "main action", "split 0 0")
    t.does("die bonus 1", "prepare 2.1").legal("end turn")
    assert t.me.vacant == {"1.1", "2.1"}


@clause("staff.14", corner=True)
def test_decorator_may_be_left():
    t = Table("revised-2021", staff=[14], vacant="1.1").does("die 1", "main action", "split 0 0")
    t.legal("die bonus 1", "stop")
    t.does("stop")
    t.legal("end turn")
    t.illegal("die bonus 1")


@clause("staff.14", "staff-card.die-bonus-price", corner=True)
def test_decorator_without_a_krone_has_only_the_first_floor():
    t = Table("revised-2021", staff=[14], krones=0, vacant="1.1").does("die 1", "die bonus 1")
    assert set(t.options) == {"prepare 1.2", "stop"}


@clause("staff.14", corner=True)
def test_decorator_with_a_full_first_floor_and_no_krone():
    t = Table("revised-2021", staff=[14], krones=0, vacant="1.1-1.5").does("die 1", "main action")
    t.does("split 0 0").legal("end turn")


@clause("staff.14")
def test_nothing_between_the_main_action_and_its_bonus():
    t = Table(
        "revised-2021",
        staff=[14, 3],
        kitchen="3 wine",
        guests={75: "", 92: "all"},
        vacant="1.1",
    )
    t.does("die 1")
    assert set(t.options) == {"main action", "die bonus 1"}
    t.does("main action", "split 0 0")
    assert set(t.options) == {"die bonus 1", "stop"}
    t.does("stop")
    assert {"serve", "check", "use", "end"} <= t.legal_kinds()


@clause("staff.20", "staff-card.die-bonus-moment")
@pytest.mark.parametrize("spec", EDITIONS)
def test_detective_before_or_after(spec):
    t = Table(spec, staff=[20], hand=[9]).does("die 5", "die bonus 1")
    assert t.me.emperor == 2
    t.does("main action", "hire 9").legal("end turn")
    t = Table(spec, staff=[20], hand=[9]).does("die 5", "main action", "hire 9", "die bonus 1")
    assert t.me.emperor == 2
    t.legal("end turn")


@clause("staff.22", "staff-card.die-bonus-moment", "staff-card.die-bonus-price")
@clause("staff.11", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_staff_manager_plays_a_card_for_its_price(spec):
    t = Table(spec, staff=[22], hand=[11], vacant="1.1", dice="3")
    t.does("die 3", "die bonus 1", "hire 11")
    assert t.me.krones == 5
    # the Florist helps at once: yellow rooms are free
    t.does("main action", "prepare 2.1")
    assert t.me.krones == 5
    t.legal("end turn")


@clause("staff.22")
def test_staff_manager_only_after_the_main_action_if_so_agreed():
    agreed = {"die-bonus-22": "after"}
    t = Table("revised-2021", rulings=agreed, staff=[22], hand=[45], vacant="1.1").does("die 3")
    assert t.options == ["main action"]
    t.does("main action", "stop").legal("die bonus 1")


@clause("staff.22", corner=True)
def test_staff_manager_with_an_empty_hand_or_purse():
    for things in ({"hand": []}, {"hand": [11], "krones": 4}):
        t = Table("revised-2021", staff=[22], vacant="1.1", dice="3", **things).does("die 3")
        assert t.options == ["main action"]


@clause("staff-card.new-card-too-late")
@clause("staff.20", corner=True)
def test_a_card_hired_with_the_die_does_not_answer_that_die():
    t = Table("revised-2021", hand=[20], dice="5 5").does("die 5", "hire 20")
    assert t.me.emperor == 0
    t.legal("end turn")


@clause("staff.12", "staff.19", "staff.22", corner=True)
@clause("staff-card.combine")
def test_gains_with_a_three_and_the_staff_manager_together():
    t = Table("revised-2021", staff=[19, 12, 22], hand=[45], vacant="1.1").does("die 3")
    assert t.me.vp == 7
    t.does("main action", "stop", "die bonus 1", "hire 45")
    assert t.me.emperor == 3
