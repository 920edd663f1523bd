"""E. Gizia (97): an extra turn in the original edition, an action without a die in the revised."""

from tests.clauses import clause
from tests.scenarios.table import Table


def gizia(spec, **things):
    return Table(spec, **({"guests": {97: "all"}, "vacant": "1.2", "dice": "1 3 3 4 4 6"} | things))


@clause("guest.97", "guest.97.reward-2021")
def test_revised_action_without_a_die():
    t = gizia("revised-2021").check_in(97, "1.2").does("space 4", "steps 2")
    assert t.me.vp == 4
    assert t.me.emperor == 2
    assert t.dice() == [1, 3, 3, 4, 4, 6]


@clause("guest.97.reward-2021", "guest.97.moment-2021")
def test_revised_the_turns_own_die_remains():
    t = gizia("revised-2021").check_in(97, "1.2").does("space 4", "steps 2")
    t.does("die 4 +1", "steps 3")
    assert t.dice() == [1, 3, 3, 4, 6]
    assert t.me.emperor == 5
    t.does("end turn")
    assert t.player == 1


@clause("guest.97.reward-2021", corner=True)
def test_revised_action_after_the_turns_die():
    t = gizia("revised-2021").does("die 1", "split 0 0").check_in(97, "1.2")
    t.illegal("space 1")  # its last die is gone
    t.does("space 3", "prepare 1.1", "stop", "end turn")
    assert t.player == 1


@clause("guest.97.strength-2021")
def test_revised_action_cannot_be_strengthened():
    t = gizia("revised-2021").check_in(97, "1.2")
    t.illegal("space 4 +1")


@clause("guest.97.dice-staff-2021", "staff.17", corner=True)
def test_revised_sous_chef_makes_copying_no_cheaper():
    t = gizia("revised-2021", staff=[17], krones=0)
    t.legal("die 6")
    t.check_in(97, "1.2").illegal("space 6")
    t.legal("space 4")


@clause("guest.97.reward-2021", corner=True)
def test_revised_action_may_be_left():
    t = gizia("revised-2021").check_in(97, "1.2").does("stop")
    t.legal("die 4")


@clause("guest.97.reward-2021", corner=True)
def test_revised_only_spaces_with_a_die():
    t = gizia("revised-2021").check_in(97, "1.2")
    t.illegal("space 2", "space 5")


@clause("guest.97.dice-staff-2021")
def test_revised_staff_for_dice_do_not_help():
    staff = [12, 13, 14, 15, 16, 17, 18, 19, 20, 22]
    t = gizia("revised-2021", staff=staff, hand=[2]).check_in(97, "1.2").does("space 4")
    assert set(t.options) == {"steps 0", "steps 1", "steps 2"}
    assert t.me.vp == 4
    t = gizia("revised-2021", staff=staff).check_in(97, "1.2").does("space 1", "split 0 0")
    assert t.me.kitchen == {"strudel": 1}
    t.legal("die 1")


@clause("guest.97.dice-staff-2021", corner=True)
def test_revised_kitchen_hand_does_not_help_with_the_six():
    t = gizia("revised-2021", staff=[17], krones=1).check_in(97, "1.2").does("space 6", "copy 1")
    assert t.me.krones == 0
    assert t.options == ["split 0 0"]


@clause("guest.97.reward-2021", corner=True)
def test_revised_six_needs_its_krone():
    t = gizia("revised-2021", krones=0).check_in(97, "1.2")
    t.illegal("space 6")


@clause("guest.97.reward-2021", corner=True)
def test_revised_without_any_dice_on_the_board():
    t = gizia("revised-2021", dice="4").does("die 4", "steps 1").check_in(97, "1.2")
    t.legal("end turn")


@clause("guest.97.moment-2021")
def test_revised_bonuses_come_before_the_action():
    t = gizia("revised-2021", vacant="2.2", occupied="1.2 2.1", staff=[8]).check_in(97, "2.2")
    t.does("reward 1")
    assert t.me.emperor == 6
    assert t.me.vp_from == {"guests": 4, "staff": 2}
    t.legal("space 4")


@clause("guest.97.moment-2021", corner=True)
def test_revised_krone_of_the_occupancy_bonus_pays_for_the_action():
    """The single red room 4.4 pays 1 krone, which space 6 costs."""
    t = gizia("revised-2021", vacant="4.4", krones=0, dice="6 6").check_in(97, "4.4")
    t.does("occupancy bonus", "space 6", "copy 1", "split 0 0")
    assert t.me.kitchen == {"strudel": 2}
    assert t.me.krones == 0


@clause("guest.97.strength-2021", corner=True)
def test_revised_action_left_unstrengthened_leaves_it_for_the_turns_die():
    t = gizia("revised-2021", dice="6 4").check_in(97, "1.2")
    t.illegal("space 6 +1", "space 4 +1")
    t.does("space 6", "copy 4", "steps 1").legal("die 4 +1", "die 6 +1")


@clause("guest.97.reward-2015", "guest.97.moment-2015")
def test_original_extra_turn_after_the_current_one():
    t = gizia("original-2015").check_in(97, "1.2").does("reward 1", "die 4", "steps 2", "end turn")
    assert t.player == 0
    t.does("guest 5", "die 4", "steps 1", "end turn")
    assert t.dice() == [1, 3, 3, 4, 6]
    assert t.me.emperor == 3
    assert t.player == 1


@clause("guest.97.moment-2015", "guest.97.no-pass-2015", corner=True)
def test_original_extra_turn_at_the_end_of_the_turn():
    t = gizia("original-2015").does("die 1", "split 0 0").check_in(97, "1.2")
    t.does("reward 1", "end turn")
    assert t.player == 0
    t.legal("die 3", "guest 5")
    t.illegal("pass", "end turn")


@clause("guest.97.moment-2015", corner=True)
def test_original_extra_turn_after_the_last_turn_of_the_round():
    """Both players' turns are done; the round ends after the extra turn only."""
    t = gizia("original-2015", turns_taken=1)
    t.seat(1).has(turns_taken=2)
    t.check_in(97, "1.2").does("reward 1").plays("die 4")
    assert (t.player, t.round) == (0, 1)
    t.plays("die 3")
    assert t.round == 2


@clause("guest.97.reward-2015", corner=True)
def test_original_extra_turn_may_be_left():
    t = gizia("original-2015").check_in(97, "1.2").does("stop").plays("die 4")
    assert t.player == 1


@clause("guest.97.reward-2015", corner=True)
def test_original_extra_turn_on_a_board_where_nothing_can_be_paid():
    """Only the 6 is left, and no krone: a guest who costs nothing, and the turn is over."""
    t = gizia("original-2015", krones=0, dice="1 6").check_in(97, "1.2")
    t.does("reward 1").plays("die 1")
    assert t.player == 0
    assert t.legal_kinds() == {"guest", "end"}
    t.does("guest 5", "end turn")
    assert t.player == 1
    assert t.dice() == [6]


@clause("guest.97.strength-2015")
def test_original_extra_turn_may_be_strengthened():
    t = gizia("original-2015").check_in(97, "1.2").does("reward 1", "die 4 +1", "steps 3")
    t.does("end turn").does("die 3 +1")
    assert t.me.krones == 8


@clause("guest.97.reward-2015", corner=True)
def test_original_extra_turn_does_not_count_as_one_of_two():
    t = gizia("original-2015").check_in(97, "1.2").does("reward 1").plays("die 4").plays("die 4")
    t.plays("die 1").plays("die 3")
    assert t.player == 0
    t.legal("pass", "die 3")


@clause("guest.97.dice-staff-2015")
def test_original_extra_turn_without_staff_for_dice():
    t = gizia("original-2015", staff=[16]).check_in(97, "1.2").does("reward 1").plays("die 1")
    t.does("die 4")
    assert "staff" not in t.me.vp_from


@clause("guest.97.dice-staff-2015", corner=True)
def test_original_kitchen_hand_does_not_help_in_the_extra_turn():
    """Space 6 keeps its price (17: free) and counts its own die only (17: one more)."""
    t = gizia("original-2015", staff=[17], dice="1 6").check_in(97, "1.2").does("reward 1")
    t.plays("die 1").does("die 6", "copy 4")
    assert set(t.options) == {"steps 0", "steps 1"}
    assert t.me.krones == 10 - 1


@clause("guest.97.dice-staff-2015", corner=True)
def test_original_extra_turn_with_staff_for_dice_if_so_agreed():
    agreed = {"gizia-die-bonuses": "yes"}
    t = gizia("original-2015", rulings=agreed, staff=[16]).check_in(97, "1.2").does("reward 1")
    t.plays("die 1").does("die 4")
    assert t.me.vp_from["staff"] == 4


@clause("guest.97.reward-2015", corner=True)
def test_original_extra_turn_without_an_action_if_so_agreed():
    agreed = {"gizia-extra-turn": "without-action"}
    t = gizia("original-2015", rulings=agreed).check_in(97, "1.2").does("reward 1").plays("die 1")
    assert t.player == 0
    assert "die" not in t.legal_kinds()
    t.legal("guest 5", "end turn")


@clause("guest.97.strength-2015", corner=True)
def test_original_extra_turn_not_strengthened_if_so_agreed():
    agreed = {"gizia-strengthen": "no"}
    t = gizia("original-2015", rulings=agreed).check_in(97, "1.2").does("reward 1").plays("die 1")
    t.illegal("die 4 +1")


@clause("guest.97.reward-2015", "guest.97.reward-2021")
def test_gizia_change_alone():
    t = gizia("original-2015+gizia").check_in(97, "1.2")
    t.legal("space 4")
    t = gizia("revised-2021-gizia").check_in(97, "1.2")
    t.legal("reward 1")


@clause("guest.97", corner=True)
def test_two_extra_turns_follow_one_another():
    t = gizia("original-2015", dice="1 1 1 1 1")
    t.me.p.extra_turns = 1  # another guest brought one already
    t.check_in(97, "1.2").does("reward 1").plays("die 1")
    for _ in range(2):
        assert t.player == 0
        t.plays("die 1")
    assert t.player == 1
    assert t.me.p.turns_taken == 1
