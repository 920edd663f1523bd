"""Additional actions: serving and moving in, when, for what, and what follows."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")

POLITICS = "A-krones B-floors C-three-each"
# Everything that an additional action needs: 65 may move in, 51 wants the wine.
ALL = {
    "krones": 20,
    "staff": [3],
    "kitchen": "1 wine",
    "guests": {51: "", 65: "all"},
    "vacant": "3.1",
    "politics": POLITICS,
}
KINDS = {"serve", "check", "claim", "use"}

# -- in general -----------------------------------------------------------------------------------


@clause("additional.kinds", "turn.additional-actions")
@pytest.mark.parametrize("spec", EDITIONS)
def test_the_four_additional_actions_before_and_after_the_die(spec):
    t = Table(spec, dice="1", **ALL)
    assert t.legal_kinds() == KINDS | {"guest", "die", "pass"}
    t.does("die 1", "split 0 0")
    assert t.legal_kinds() == KINDS | {"end"}


@clause("additional.kinds")
def test_each_of_the_four_kinds_may_be_done():
    assert Table(dice="1", **ALL).legal_kinds() >= KINDS


@clause("turn.additional-actions")
@pytest.mark.parametrize("spec", EDITIONS)
def test_additional_actions_between_the_guest_and_the_die(spec):
    t = Table(spec, **ALL).does("guest 5")
    assert t.legal_kinds() == KINDS | {"die"}


@clause("additional.optional", "check-in.may-wait", "staff-card.round-moment")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_turn_may_end_with_all_of_them_undone(spec):
    t = Table(spec, dice="1 1", **ALL).plays("die 1")
    assert t.player == 1
    assert (t.me.krones, t.me.vp) == (20, 0)
    assert t.me.guests == {51: {"wine": 1}, 65: {}}
    assert t.me.vacant == {"3.1"}
    assert t.me.kitchen["wine"] == 1


@clause("additional.own-turn")
@pytest.mark.parametrize("spec", EDITIONS)
def test_nothing_in_the_turn_of_another_player(spec):
    t = Table(spec, turn=1, **ALL)
    assert t.player == 1
    assert t.legal_kinds() == {"guest", "die", "pass"}


@clause("additional.own-turn")
@pytest.mark.parametrize("spec", EDITIONS)
def test_who_passes_does_nothing_else(spec):
    t = Table(spec, **ALL).does("pass")
    assert t.player == 1
    assert t.legal_kinds() == {"guest", "die", "pass"}


# -- serving --------------------------------------------------------------------------------------


@clause("serve.price", "serve.several-guests")
@pytest.mark.parametrize("spec", EDITIONS)
def test_three_goods_for_a_krone_to_several_guests(spec):
    t = Table(spec, krones=1, kitchen="2 wine 2 coffee", guests={75: "", 63: ""}).does("serve")
    t.places("2 wine", table=1).places("1 coffee", table=2)
    assert t.me.krones == 0
    assert t.me.kitchen == {"coffee": 1}
    assert t.me.guests == {75: {"coffee": 2}, 63: {}}
    t.illegal("serve")


@clause("serve.fewer", "serve.price")
def test_fewer_than_three_goods():
    t = Table("revised-2021", kitchen="2 wine", guests={75: ""}).does("serve")
    t.does("place wine on table 1", "stop")
    assert t.me.guests[75] == {"wine": 1, "coffee": 2}
    assert t.me.krones == 9


@clause("turn.additional-actions", "serve.price")
def test_serving_as_often_as_wanted():
    t = Table("revised-2021", krones=2, kitchen="2 wine 2 coffee", guests={75: ""})
    t.does("serve").places("2 wine 1 coffee")
    t.does("serve").places("1 coffee")
    assert t.me.krones == 0
    assert t.me.guests[75] == {}


@clause("serve.needs-a-krone")
def test_no_serving_without_a_krone():
    Table("revised-2021", krones=0, kitchen="2 wine", guests={75: ""}).illegal("serve")


@clause("goods.matching")
def test_no_serving_of_what_nobody_wants():
    Table("revised-2021", kitchen="2 cake", guests={75: ""}).illegal("serve")


@clause("serve.price", "serve.up-to-three")
@pytest.mark.parametrize("spec", EDITIONS)
def test_not_more_than_three_goods_for_a_krone(spec):
    t = Table(spec, krones=2, kitchen="2 wine 2 coffee", guests={75: ""}).does("serve")
    t.places("2 wine 1 coffee")
    assert t.me.guests == {75: {"coffee": 1}}
    assert t.me.krones == 1
    t.illegal("place coffee on table 1")
    t.legal("serve", "die 1")


@clause("goods.matching")
@pytest.mark.parametrize("spec", EDITIONS)
def test_goods_only_on_open_pictures_of_their_kind(spec):
    t = Table(spec, kitchen="3 wine 1 cake", guests={75: "1 wine"}).does("serve")
    t.illegal("place cake on table 1")
    t.does("place wine on table 1")
    assert t.me.guests == {75: {"coffee": 2}}  # no more wine is wanted: serving is over
    assert t.me.kitchen == {"wine": 2, "cake": 1}
    t.illegal("serve", "place wine on table 1")


@clause("goods.stay-on-guests")
def test_goods_on_guests_stay_there():
    t = Table("revised-2021", guests={75: "2 wine", 51: ""})
    t.illegal("serve")
    assert t.me.guests == {75: {"coffee": 2}, 51: {"wine": 1}}
    t.me.has(kitchen="1 wine")
    assert t.does("serve").options == ["place wine on table 2"]
    assert t.does("place wine on table 2").me.guests == {75: {"coffee": 2}, 51: {}}
    assert t.me.kitchen == {}


@clause("goods.stay-on-guests")
def test_a_guest_who_wants_more_is_not_served_from_the_card_of_another():
    t = Table("revised-2021", guests={51: "", 75: "1 wine"}, kitchen="1 wine")
    t.does("serve", "place wine on table 1")
    t.illegal("place wine on table 2")
    assert t.me.guests == {51: {}, 75: {"coffee": 2, "wine": 1}}


@clause("turn.additional-actions")
def test_serving_before_and_after_the_die():
    t = Table("revised-2021", kitchen="2 wine", guests={75: ""}, dice="4").does("serve")
    t.does("place wine on table 1", "stop", "die 4", "steps 1").legal("serve")


# -- moving in ------------------------------------------------------------------------------------


@clause("check-in.vp", "check-in.room-turned", "check-in.discard")
@pytest.mark.parametrize("spec", EDITIONS)
def test_moving_in(spec):
    t = Table(spec, guests={65: "all", 75: ""}, vacant="3.1").check_in(65, "3.1")
    assert t.me.vp_from == {"guests": 3}
    assert (t.me.vacant, t.me.occupied) == (set(), {"3.1"})
    assert set(t.me.guests) == {75}
    assert t.rules.guest_number[t.state.guest_discard[t.state.guest_discard_size - 1]] == 65


@clause("check-in.goods-back")
@pytest.mark.parametrize("spec", EDITIONS)
def test_goods_on_the_card_leave_with_the_guest(spec):
    things = {"guests": {65: "all", 63: ""}, "vacant": "3.1"}  # both ordered a coffee
    t = Table(spec, kitchen="1 wine", **things).check_in(65, "3.1")
    assert t.me.kitchen == {"wine": 1}
    assert t.me.guests == {63: {"coffee": 1}}


@clause("check-in.reward")
@pytest.mark.parametrize("spec", EDITIONS)
def test_moving_in_brings_the_reward(spec):
    t = Table(spec, krones=0, guests={83: "all"}, vacant="1.3").check_in(83, "1.3")
    assert t.does("reward 1").me.krones == 5


@clause("check-in.filled-order")
def test_only_with_a_filled_order():
    t = Table("revised-2021", guests={75: "2 wine 1 coffee"}, vacant="3.1")
    assert "check" not in t.legal_kinds()


@clause("check-in.colour", "check-in.vacant-room")
def test_only_with_a_vacant_room_of_the_colour():
    t = Table("revised-2021", guests={65: "all"}, vacant="1.2 1.3", occupied="1.1")
    assert "check" not in t.legal_kinds()


@clause("check-in.no-room")
@pytest.mark.parametrize("spec", EDITIONS)
def test_guest_without_a_room_blocks_the_table(spec):
    t = Table(spec, guests={65: "all", 75: "", 76: ""}, vacant="1.2 1.3")
    assert "check" not in t.legal_kinds()
    assert "guest" not in t.legal_kinds()


@clause("check-in.no-room")
def test_guest_waits_for_a_room():
    t = Table("revised-2021", guests={65: "all"}, vacant="1.2", occupied="1.1 2.1", dice="3")
    assert "check" not in t.legal_kinds()
    t.does("die 3", "prepare 3.1").check_in(65, "3.1")
    assert t.me.occupied == {"1.1", "2.1", "3.1"}


@clause("check-in.colour")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("guest", "own"), [(65, "3.1"), (77, "1.3"), (51, "1.2")])
def test_room_of_the_own_colour(guest, own, spec):
    t = Table(spec, guests={guest: "all"}, vacant="3.1 1.3 1.2")
    assert [w for w in t.options if w.startswith("check")] == [f"check in table 1 to {own}"]


@clause("check-in.tourists")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("room", ["3.1", "1.3", "1.2"])
def test_tourists_stay_in_any_room(room, spec):
    t = Table(spec, guests={92: "all"}, vacant="3.1 1.3 1.2").check_in(92, room)
    assert t.me.occupied == {room}


@clause("check-in.several", "turn.additional-actions")
def test_several_guests_in_one_turn():
    t = Table("revised-2021", guests={65: "all", 92: "all", 51: "all"}, vacant="3.1 1.2 1.3")
    t.check_in(65, "3.1").check_in(92, "1.3").does("stop").check_in(51, "1.2").does("stop")
    assert t.me.occupied == {"3.1", "1.3", "1.2"}
    assert t.me.guests == {}


@clause("turn.nothing-interrupted")
def test_not_in_the_middle_of_an_action():
    t = Table("revised-2021", guests={65: "all"}, vacant="3.1", kitchen="1 wine", staff=[3])
    t.does("die 3")
    assert t.legal_kinds() == {"prepare", "stop"}
    t = Table("revised-2021", guests={65: "all", 51: ""}, vacant="3.1", dice="2 2", staff=[3])
    t.does("die 2", "split 0 0")
    assert t.legal_kinds() == {"place", "keep"}


@clause("turn.nothing-interrupted")
def test_not_in_the_middle_of_a_reward():
    t = Table("revised-2021", guests={65: "all", 90: "all"}, vacant="3.1 1.3", staff=[3])
    t.check_in(90, "1.3").does("reward 1")
    assert t.legal_kinds() == {"reward", "stop"}


@clause("reward.goods", "goods.any-source")
def test_reward_fills_the_order_of_the_next_guest():
    t = Table("revised-2021", guests={90: "all", 51: ""}, vacant="1.3 1.2")
    t.check_in(90, "1.3").does("reward 1", "place wine on table 2", "reward 2")
    t.check_in(51, "1.2")
    assert t.me.occupied == {"1.3", "1.2"}


@clause("check-in.table-freed")
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


@clause("reward.take-guest-table")
def test_two_guests_from_a_reward_but_one_free_table():
    t = Table("revised-2021", guests={87: "all", 75: "", 76: ""}, vacant="1.3")
    t.check_in(87, "1.3").does("reward 2", "guest 1", "reward 1")
    assert len(t.me.guests) == 3
    t.legal("die 1")


@clause("reward.extra-guest")
def test_guests_from_a_reward_leave_the_turns_own_guest_untouched():
    t = Table("revised-2021", guests={78: "all"}, vacant="1.3").check_in(78, "1.3").does("guest 1")
    t.legal("guest 4")


@clause("guest.87")
def test_row_is_filled_between_two_guests_of_a_reward():
    row = [92, 93, 77, 79, 64]
    t = Table("revised-2021", guests={87: "all"}, vacant="1.3", row=row).check_in(87, "1.3")
    t.does("reward 2", "guest 5")
    assert t.guests_in_row()[1:] == [92, 93, 77, 79]
    t.does("guest 5")
    assert set(t.me.guests) == {64, 79}


@clause("group.any-way", "check-in.reward-order", "reward.hire-cheaper")
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


@clause("reward.occupy")
def test_an_occupying_reward_may_use_any_colour():
    t = Table("revised-2021", guests={72: "all"}, vacant="3.1 1.2 1.3").check_in(72, "3.1")
    t.legal("occupy 1.2", "occupy 1.3")
    t.illegal("occupy 3.1")


@clause("reward.impossible")
def test_an_occupying_reward_without_a_vacant_room():
    t = Table("revised-2021", guests={72: "all"}, vacant="3.1").check_in(72, "3.1")
    t.legal("die 1")


@clause("reward.impossible", "reward.prepare-low")
def test_sculptor_with_two_full_floors_goes_away_empty_handed():
    t = Table("revised-2021", guests={49: "all"}, vacant="1.1-2.5").check_in(49, "1.2")
    t.legal("die 1")


@clause("reward.impossible")
def test_hiring_reward_with_nothing_affordable():
    t = Table("revised-2021", krones=2, hand=[25], guests={86: "all"}, vacant="1.3")
    t.check_in(86, "1.3").legal("die 1")


@clause("staff-card.deck-short")
def test_drawing_all_that_the_deck_has():
    t = Table("revised-2021", guests={91: "all"}, vacant="1.3")
    t.state.staff_deck_size = 2
    t.check_in(91, "1.3").does("reward 1")
    assert len(t.me.hand) == 2


@clause("check-in.staff-bonus-order")
@pytest.mark.parametrize("spec", EDITIONS)
def test_staff_pay_before_or_after_the_reward(spec):
    """The Groom's 2 krones, before a card played for 3 less or after it."""
    things = {"staff": [5], "guests": {86: "all"}, "vacant": "1.3", "krones": 1, "hand": [25]}
    t = Table(spec, **things).check_in(86, "1.3").does("staff bonus", "hire 25")
    assert (t.me.krones, t.me.staff) == (0, [5, 25])
    things["krones"] = 20
    t = Table(spec, **things).check_in(86, "1.3").does("reward 1", "hire 25")
    assert (t.me.krones, t.me.staff) == (20 - 3 + 2, [5, 25])


@clause("serve.fewer")
def test_a_serving_moves_at_least_one_good():
    t = Table("revised-2021", kitchen="1 wine", guests={75: "1 wine"})
    t.does("serve").illegal("stop")
    t.does("place wine on table 1")
    assert t.me.guests[75] == {"coffee": 2}


@clause("group.order-2021", "check-in.staff-bonus-order")
def test_the_staff_bonus_first_leaves_the_occupancy_bonus_for_now_or_later():
    hotel = {"vacant": "2.3", "occupied": "1.3 1.4 2.4"}
    t = Table("revised-2021", staff=[5], hand=[25], guests={86: "all"}, **hotel)
    t.check_in(86, "2.3").legal("staff bonus", "occupancy bonus", "reward 1")
    t.does("staff bonus").legal("occupancy bonus", "reward 1")
    t.does("occupancy bonus").legal("hire 25")
