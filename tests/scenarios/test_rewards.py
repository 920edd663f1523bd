"""What the symbols of rewards mean, whichever guest has them; parts declined and their order.

Night side: 1.2 2.1 2.2 are yellow, 1.3 1.4 2.3 red, 1.1 3.1 4.1 blue; a floor costs 0 to 3 krones.
"""

import pytest

from model import load_ruleset
from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
ROOMS = {"yellow": "1.2", "red": "1.3", "blue": "3.1"}


def housed(guest, colour, spec, **things):
    """The guest has just moved in; one room of each colour was vacant."""
    t = Table(spec, **({"guests": {guest: "all"}, "vacant": "1.2 1.3 3.1"} | things))
    return t.check_in(guest, ROOMS[colour])


# -- goods, krones, steps -------------------------------------------------------------------------


@clause("reward.goods", "goods.any-source", "goods.onto-guests")
@pytest.mark.parametrize("spec", EDITIONS)
def test_goods_for_a_guest_or_the_kitchen(spec):
    """The Opera Singer's cake, to a guest who wants one or kept."""
    things = {"guests": {56: "all", 77: ""}, "krones": 0}
    t = housed(56, "yellow", spec, **things).does("reward 1", "place cake on table 2")
    assert (t.me.guests, t.me.kitchen, t.me.krones) == ({77: {}}, {}, 0)
    t = housed(56, "yellow", spec, **things).does("reward 1", "keep cake")
    assert (t.me.guests, t.me.kitchen) == ({77: {"cake": 1}}, {"cake": 1})


@clause("reward.goods")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("guest", "colour", "good"),
    [
        (51, "yellow", "strudel"),
        (56, "yellow", "cake"),
        (81, "red", "wine"),
        (60, "yellow", "coffee"),
    ],
)
def test_each_good_that_a_symbol_shows(guest, colour, good, spec):
    """Whether taken at once or as a part of the reward; nobody wants it, so the kitchen has it."""
    t = housed(guest, colour, spec)
    if "reward 1" in t.options:
        t.does("reward 1")
    assert t.me.kitchen == {good: 1}


@clause("reward.good-of-choice")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("good", ["strudel", "cake", "wine", "coffee"])
def test_one_good_of_choice(good, spec):
    t = housed(54, "yellow", spec).does("reward 1", f"choose {good}")
    assert t.me.kitchen == {good: 1}


@clause("reward.good-of-choice")
def test_good_of_choice_straight_to_a_guest():
    t = housed(54, "yellow", "revised-2021", guests={54: "all", 65: ""})
    t.does("reward 1", "choose coffee", "place coffee on table 2")
    assert (t.me.guests, t.me.kitchen) == ({65: {}}, {})


@clause("reward.krones", "check-in.reward")
@pytest.mark.parametrize("spec", EDITIONS)
def test_krones(spec):
    assert housed(83, "red", spec, krones=4).does("reward 1").me.krones == 4 + 5


@clause("reward.steps")
@pytest.mark.parametrize("spec", EDITIONS)
def test_steps(spec):
    assert housed(68, "blue", spec, emperor=4).does("reward 1").me.emperor == 4 + 3


@clause("tracks.krones-end", "tracks.emperor-end")
def test_rewards_beyond_the_ends_of_the_tracks():
    assert housed(83, "red", "revised-2021", krones=18).does("reward 1").me.krones == 20
    t = housed(68, "blue", "revised-2021", emperor=12).does("reward 1")
    assert (t.me.emperor, t.me.vp_from["track"]) == (13, 2)


# -- rooms ----------------------------------------------------------------------------------------


@clause("reward.prepare-paid", "prepare.by-effect")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("room", "price"), [("1.4", 0), ("2.2", 1), ("3.2", 2), ("4.1", 3)])
def test_one_room_at_its_cost(room, price, spec):
    t = housed(50, "yellow", spec, krones=3, dice="3 3 3").does("reward 2", f"prepare {room}")
    assert t.me.krones == 3 - price
    assert room in t.me.vacant
    assert "prepare" not in t.legal_kinds()  # one room, whatever dice lie on the 3


@clause("prepare.by-effect")
@pytest.mark.parametrize("spec", EDITIONS)
def test_rules_of_place_money_and_printed_vp_hold_for_rewards(spec):
    things = {"vacant": "1.2 3.3", "krones": 1}
    t = housed(50, "yellow", spec, **things).does("reward 2")
    t.illegal("prepare 4.3", "prepare 3.4")  # 3 and 2 krones
    t.illegal("prepare 1.5", "prepare 2.4", "prepare 1.2")  # no neighbour; a corner; covered
    t.legal("prepare 2.3", "prepare 1.1")
    things["krones"] = 2
    t = housed(50, "yellow", spec, **things).does("reward 2", "prepare 3.4")
    assert t.me.vp_from == {"cells": 1}


@clause("reward.prepare-cheaper")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("room", "price"), [("1.4", 0), ("2.2", 0), ("3.2", 1), ("4.1", 2)])
def test_one_room_for_a_krone_less(room, price, spec):
    t = housed(57, "yellow", spec, krones=2).does(f"prepare {room}")
    assert t.me.krones == 2 - price


@clause("reward.prepare-free")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("room", ["1.4", "2.2", "3.2", "4.1"])
def test_one_room_for_nothing(room, spec):
    t = housed(71, "blue", spec, krones=0).does(f"prepare {room}")
    assert t.me.vacant == {"1.2", "1.3", room}
    assert t.me.krones == 0


@clause("reward.prepare-low", "room.floors-counted")
@pytest.mark.parametrize("spec", EDITIONS)
def test_room_on_the_two_lowest_floors(spec):
    t = housed(49, "yellow", spec, krones=0, vacant="1.2 2.2")
    t.legal("prepare 1.1", "prepare 1.3", "prepare 2.1", "prepare 2.3")
    t.illegal("prepare 3.2")


@clause("reward.occupy", "check-in.vacant-room")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("room", ["1.2", "1.3"])
def test_one_more_room_turned_over(room, spec):
    t = housed(72, "blue", spec, vacant="1.2 1.3 3.1", occupied="2.1")
    t.illegal("occupy 3.1", "occupy 2.1", "occupy 1.4")
    t.does(f"occupy {room}")
    assert t.me.occupied == {"2.1", "3.1", room}
    assert "occupy" not in t.legal_kinds()


# -- staff ----------------------------------------------------------------------------------------


@clause("reward.hire-cheaper", "hire.by-effect")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("guest", "colour", "less"), [(64, "blue", 1), (86, "red", 3)])
def test_a_card_for_less(guest, colour, less, spec):
    """Dice on the 5 do not count: the Delivery Boy costs 6."""
    t = housed(guest, colour, spec, hand=[25, 2], dice="5 5 5 5").does("hire 25")
    assert t.me.krones == 10 - (6 - less)
    assert "hire" not in t.legal_kinds()


@clause("reward.hire-cheaper", "staff-card.discount-too-high")
def test_a_discount_pays_nothing_out():
    t = housed(86, "red", "revised-2021", krones=4, hand=[45]).does("hire 45")  # costs 1
    assert t.me.krones == 4


@clause("reward.hire-free")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_card_for_nothing(spec):
    t = Table(spec, krones=0, guests={104: "all"}, vacant="1.2", hand=[25, 2]).check_in(104, "1.2")
    assert t.does("hire 25").me.staff == [25]
    assert t.me.krones == 0


@clause("reward.hire-free")
def test_a_card_that_the_hand_could_not_pay():
    t = Table(krones=0, guests={104: "all"}, vacant="1.2", hand=[25]).check_in(104, "1.2")
    t.legal("hire 25")


@clause("reward.draw")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("guest", "drawn"), [(50, [9]), (55, [9, 12])])
def test_cards_drawn_into_the_hand(guest, drawn, spec):
    t = housed(guest, "yellow", spec, hand=[45], deck=[9, 12, 1]).does("reward 1")
    assert t.me.hand == sorted([45, *drawn])


@clause("reward.offer", "staff-card.offer")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("guest", "price"), [(75, 6 - 3), (76, 0)])
def test_three_cards_drawn_and_one_of_them_played(guest, price, spec):
    t = housed(guest, "blue", spec, hand=[2], deck=[25, 9, 12, 1]).does("reward 1")
    t.legal("hire 25", "hire 9", "hire 12")
    t.illegal("hire 1", "hire 2")  # a fourth card of the deck; the hand
    t.does("hire 25")
    assert (t.me.staff, t.me.hand, t.me.krones) == ([25], [2], 10 - price)


@clause("reward.offer")
def test_a_card_for_nothing_without_a_krone():
    t = housed(76, "blue", "revised-2021", krones=0, hand=[2], deck=[25, 9, 12]).does("reward 1")
    assert "hire" in t.legal_kinds()


# -- guests ---------------------------------------------------------------------------------------


@clause("reward.take-guest")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("place", [1, 2, 3, 4, 5])
def test_any_guest_of_the_row_for_nothing(place, spec):
    row = [92, 93, 77, 79, 64]
    t = housed(63, "blue", spec, krones=0, row=row).does(f"guest {place}")
    assert set(t.me.guests) == {row[place - 1]}
    assert t.me.krones == 0


@clause("reward.take-guest-table", "reward.impossible")
def test_no_free_table_no_guest():
    """Only if the table is agreed to be free after the reward can it be missing at all."""
    t = Table(
        "original-2015",
        rulings={"seat-freed": "after"},
        guests={84: "all", 75: "", 76: ""},
        vacant="1.3",
    )
    t.check_in(84, "1.3")
    assert t.options == ["reward 1", "stop"]


@clause("reward.extra-guest")
@pytest.mark.parametrize("spec", EDITIONS)
def test_guest_of_a_reward_after_the_turns_own_guest(spec):
    t = Table(spec, guests={78: "all"}, vacant="1.3").does("guest 5").check_in(78, "1.3")
    t.does("guest 5")
    assert len(t.me.guests) == 2


# -- parts and their order ------------------------------------------------------------------------


@clause("check-in.reward-optional")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("actions", "krones", "wine"),
    [
        (["stop"], 10, 0),
        (["reward 1", "stop"], 10, 1),
        (["reward 2", "stop"], 13, 0),
        (["reward 1", "reward 2"], 13, 1),
    ],
)
def test_each_part_is_taken_or_left(actions, krones, wine, spec):
    """The Senior Legal Secretary brings 1 wine and 3 krones."""
    t = housed(90, "red", spec).does(*actions)
    t.legal("die 1")
    assert (t.me.krones, t.me.kitchen.get("wine", 0)) == (krones, wine)


@clause("check-in.reward-order")
@pytest.mark.parametrize("spec", EDITIONS)
def test_the_player_chooses_the_order(spec):
    """The Landgrave: a card for 1 krone less, and a room; the Butler makes blue rooms free."""

    def landgrave():
        return housed(66, "blue", spec, krones=4, hand=[9])

    t = landgrave().does("reward 1", "hire 9", "prepare 4.1")
    assert (t.me.staff, t.me.krones, t.me.vacant) == ([9], 0, {"1.2", "1.3", "4.1"})
    t = landgrave().does("reward 2", "prepare 4.1")
    assert (t.me.staff, t.me.krones) == ([], 1)
    t.legal("die 1")  # the Butler can no longer be paid


@clause("reward.impossible")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_part_that_is_impossible_is_lost_the_rest_is_not(spec):
    t = housed(59, "yellow", spec, krones=0, hand=[25]).does("reward 1")  # a cake; 6 - 2 krones
    assert (t.me.kitchen, t.me.staff, t.me.krones) == ({"cake": 1}, [], 0)
    t.legal("die 1")


@clause("reward.unused")
@pytest.mark.parametrize("spec", EDITIONS)
def test_symbols_that_no_guest_has(spec):
    for guest in load_ruleset(spec).guest.values():
        for effect in guest.reward:
            assert effect.do != "fill_order"
            assert getattr(effect, "vp", 0) == 0
            assert getattr(effect, "colour", None) is None
