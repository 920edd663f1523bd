"""Serving and moving in: when, for what, and what follows; the occupancy bonus."""

import pytest

from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")

# -- serving --------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", EDITIONS)
def test_three_goods_for_a_krone_to_several_guests(spec):
    t = Table(spec, krones=1, kitchen="2 wine 2 coffee", guests={75: "", 63: ""}).does("serve")
    t.places("2 wine", table=1).places("1 coffee", table=2)
    assert t.me.krones == 0
    assert t.me.kitchen == {"coffee": 1}
    assert t.me.guests == {75: {"coffee": 2}, 63: {}}
    t.illegal("serve")


def test_fewer_than_three_goods():
    t = Table("revised-2021", kitchen="2 wine", guests={75: ""}).does("serve")
    t.does("place wine on table 1", "stop")
    assert t.me.guests[75] == {"wine": 1, "coffee": 2}
    assert t.me.krones == 9


def test_serving_as_often_as_wanted():
    t = Table("revised-2021", krones=2, kitchen="2 wine 2 coffee", guests={75: ""})
    t.does("serve").places("2 wine 1 coffee")
    t.does("serve").places("1 coffee")
    assert t.me.krones == 0
    assert t.me.guests[75] == {}


def test_no_serving_without_a_krone():
    Table("revised-2021", krones=0, kitchen="2 wine", guests={75: ""}).illegal("serve")


def test_no_serving_of_what_nobody_wants():
    Table("revised-2021", kitchen="2 cake", guests={75: ""}).illegal("serve")


def test_goods_on_guests_stay_there():
    t = Table("revised-2021", guests={75: "2 wine", 51: ""})
    t.illegal("serve")
    assert t.me.guests == {75: {"coffee": 2}, 51: {"wine": 1}}


def test_serving_before_and_after_the_die():
    t = Table("revised-2021", kitchen="2 wine", guests={75: ""}, dice="4").does("serve")
    t.does("place wine on table 1", "stop", "die 4", "steps 1").legal("serve")


# -- moving in ------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", EDITIONS)
def test_moving_in(spec):
    t = Table(spec, guests={65: "all", 75: ""}, vacant="3.1").check_in(65, "3.1")
    assert t.me.vp_from == {"guests": 3}
    assert (t.me.vacant, t.me.occupied) == (set(), {"3.1"})
    assert set(t.me.guests) == {75}
    assert t.rules.guest_number[t.state.guest_discard[t.state.guest_discard_size - 1]] == 65


def test_only_with_a_filled_order():
    t = Table("revised-2021", guests={75: "2 wine 1 coffee"}, vacant="3.1")
    assert "check" not in t.legal_kinds()


def test_only_with_a_vacant_room_of_the_colour():
    t = Table("revised-2021", guests={65: "all"}, vacant="1.2 1.3", occupied="1.1")
    assert "check" not in t.legal_kinds()


def test_guest_waits_for_a_room():
    t = Table("revised-2021", guests={65: "all"}, vacant="1.2", occupied="1.1 2.1", dice="3")
    assert "check" not in t.legal_kinds()
    t.does("die 3", "prepare 3.1").check_in(65, "3.1")
    assert t.me.occupied == {"1.1", "2.1", "3.1"}


def test_several_guests_in_one_turn():
    t = Table("revised-2021", guests={65: "all", 92: "all", 51: "all"}, vacant="3.1 1.2 1.3")
    t.check_in(65, "3.1").check_in(92, "1.3").does("stop").check_in(51, "1.2").does("stop")
    assert t.me.occupied == {"3.1", "1.3", "1.2"}
    assert t.me.guests == {}


def test_not_in_the_middle_of_an_action():
    t = Table("revised-2021", guests={65: "all"}, vacant="3.1", kitchen="1 wine", staff=[3])
    t.does("die 3")
    assert t.legal_kinds() == {"prepare", "stop"}
    t = Table("revised-2021", guests={65: "all", 51: ""}, vacant="3.1", dice="2 2", staff=[3])
    t.does("die 2", "split 0 0")
    assert t.legal_kinds() == {"place", "keep"}


def test_not_in_the_middle_of_a_reward():
    t = Table("revised-2021", guests={65: "all", 90: "all"}, vacant="3.1 1.3", staff=[3])
    t.check_in(90, "1.3").does("reward 1")
    assert t.legal_kinds() == {"reward", "stop"}


def test_reward_fills_the_order_of_the_next_guest():
    t = Table("revised-2021", guests={90: "all", 51: ""}, vacant="1.3 1.2")
    t.check_in(90, "1.3").does("reward 1", "place wine on table 2", "reward 2")
    t.check_in(51, "1.2")
    assert t.me.occupied == {"1.3", "1.2"}


def test_table_is_free_before_the_reward_takes_a_guest():
    t = Table("revised-2021", guests={78: "all", 75: "", 76: ""}, vacant="1.3")
    t.check_in(78, "1.3").does("guest 1")
    assert len(t.me.guests) == 3


def test_table_is_not_free_before_the_reward_if_so_agreed():
    agreed = {"seat-freed": "after"}
    t = Table("original-2015", rulings=agreed, guests={78: "all", 75: "", 76: ""}, vacant="1.3")
    t.check_in(78, "1.3")
    assert len(t.me.guests) == 2
    t.legal("die 1")


def test_two_guests_from_a_reward_but_one_free_table():
    t = Table("revised-2021", guests={87: "all", 75: "", 76: ""}, vacant="1.3")
    t.check_in(87, "1.3").does("reward 2", "guest 1", "reward 1")
    assert len(t.me.guests) == 3
    t.legal("die 1")


def test_guests_from_a_reward_leave_the_turns_own_guest_untouched():
    t = Table("revised-2021", guests={78: "all"}, vacant="1.3").check_in(78, "1.3").does("guest 1")
    t.legal("guest 4")


def test_row_is_filled_between_two_guests_of_a_reward():
    row = [92, 93, 77, 79, 64]
    t = Table("revised-2021", guests={87: "all"}, vacant="1.3", row=row).check_in(87, "1.3")
    t.does("reward 2", "guest 5")
    assert t.guests_in_row()[1:] == [92, 93, 77, 79]
    t.does("guest 5")
    assert set(t.me.guests) == {64, 79}


def test_a_chain_of_rewards():
    """The Vocalist plays the Page Boy, who turns the last room of a group."""
    t = Table(
        "revised-2021",
        krones=0,
        guests={56: "all"},
        hand=[35],
        vacant="1.2 1.1 4.4",
    )
    t.check_in(56, "1.2").does("reward 2", "hire 35", "occupy 1.1", "occupy 4.4", "reward 1")
    assert t.me.vp_from == {"occupancy": 2}
    assert t.me.krones == 1
    assert t.me.kitchen == {"cake": 1}


def test_an_occupying_reward_may_use_any_colour():
    t = Table("revised-2021", guests={72: "all"}, vacant="3.1 1.2 1.3").check_in(72, "3.1")
    t.legal("occupy 1.2", "occupy 1.3")
    t.illegal("occupy 3.1")


def test_an_occupying_reward_without_a_vacant_room():
    t = Table("revised-2021", guests={72: "all"}, vacant="3.1").check_in(72, "3.1")
    t.legal("die 1")


def test_sculptor_with_two_full_floors_goes_away_empty_handed():
    t = Table("revised-2021", guests={49: "all"}, vacant="1.1-2.5").check_in(49, "1.2")
    t.legal("die 1")


def test_hiring_reward_with_nothing_affordable():
    t = Table("revised-2021", krones=2, hand=[25], guests={86: "all"}, vacant="1.3")
    t.check_in(86, "1.3").legal("die 1")


def test_drawing_all_that_the_deck_has():
    t = Table("revised-2021", guests={91: "all"}, vacant="1.3")
    t.state.staff_deck_size = 2
    t.check_in(91, "1.3").does("reward 1")
    assert len(t.me.hand) == 2


# -- the occupancy bonus --------------------------------------------------------------------------

GROUPS = [  # rooms of the group on the night side, last one first; a tourist moves in
    ("1.1", "", {"vp": 2}),
    ("4.1", "3.1", {"vp": 5}),
    ("4.4", "", {"krones": 1}),
    ("4.2", "3.2", {"krones": 3}),
    ("2.4", "1.3 1.4 2.3", {"krones": 10}),
    ("2.2", "1.2 2.1", {"emperor": 6}),
]


@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("last", "others", "bonus"), GROUPS)
def test_bonus_by_colour_and_size(last, others, bonus, spec):
    t = Table(spec, krones=5, guests={92: "all"}, vacant=last, occupied=others)
    t.check_in(92, last).does("stop")
    assert t.me.vp == bonus.get("vp", 0)
    assert t.me.krones == 5 + bonus.get("krones", 0)
    assert t.me.emperor == bonus.get("emperor", 0)


@pytest.mark.parametrize(("last", "others"), [("4.1", ""), ("2.4", "1.3 1.4"), ("2.2", "1.2")])
def test_no_bonus_before_the_group_is_complete(last, others):
    t = Table("revised-2021", guests={92: "all"}, vacant=last, occupied=others)
    t.check_in(92, last).does("stop")
    assert (t.me.vp, t.me.krones, t.me.emperor) == (0, 10, 0)


def test_vacant_rooms_do_not_complete_a_group():
    t = Table("revised-2021", guests={92: "all"}, vacant="3.1 4.1").check_in(92, "4.1")
    assert t.does("stop").me.vp == 0


def test_bonus_before_the_reward_pays_for_the_card_played():
    def t():
        things = {"guests": {86: "all"}, "vacant": "4.4", "krones": 2, "hand": [25]}
        return Table("revised-2021", **things).check_in(86, "4.4")

    t().legal("occupancy bonus")
    assert "reward 1" not in t().options
    early = t().does("occupancy bonus", "hire 25")  # 6 - 3 = 3 krones: 2 and the bonus
    assert (early.me.krones, early.me.staff) == (0, [25])


def test_bonus_after_the_reward_only_in_the_original_order():
    things = {"guests": {86: "all"}, "vacant": "4.4", "krones": 2, "hand": [25]}
    t = Table("original-2015", **things).check_in(86, "4.4")
    t.legal("die 1")
    assert (t.me.krones, t.me.staff) == (3, [])


def test_bonus_is_not_taken_inside_the_reward():
    t = Table("revised-2021", guests={90: "all"}, vacant="4.4").check_in(90, "4.4")
    t.legal("occupancy bonus")
    t.does("reward 1")
    t.illegal("occupancy bonus")
    t.does("reward 2")
    assert t.me.krones == 10 + 3 + 1


def test_bonus_may_wait_when_the_money_would_be_lost():
    t = Table("revised-2021", krones=19, guests={86: "all"}, hand=[25], vacant="2.4")
    t.me.has(occupied="1.3 1.4 2.3")
    t.check_in(86, "2.4").does("reward 1", "hire 25")
    assert t.me.krones == 20  # 19 - 3 + 10, and the rest is lost
    assert t.me.staff == [25]


def test_group_pays_once_even_if_a_room_was_lost():
    t = Table("revised-2021", occupied="3.1 4.1", tiles="A1 B1 C2", guests={65: "all"})
    assert int(t.me.p.groups_paid)
    t.me.has(vacant="4.1", occupied="3.1")  # lost to the emperor, prepared again
    t.check_in(65, "4.1")
    assert t.me.vp_from == {"guests": 3}
    assert "occupancy bonus" not in t.options


def test_bonus_of_a_group_completed_by_a_reward_follows_at_once():
    t = Table("revised-2021", guests={102: "all"}, vacant="1.2 4.4").check_in(102, "1.2")
    t.does("reward 2", "occupy 4.4")
    assert t.me.krones == 11
    t.legal("reward 1", "stop")


def test_steps_of_a_yellow_group_beyond_the_track():
    t = Table("revised-2021", emperor=11, guests={92: "all"}, vacant="2.2", occupied="1.2 2.1")
    t.check_in(92, "2.2").does("stop")
    assert t.me.emperor == 13
    assert t.me.vp_from == {"track": 4}
