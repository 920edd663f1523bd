"""Staff that act once when hired, and staff that act once a round."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
FREE = "5 5 5 5 5 5"  # enough dice to hire anybody for nothing


def hire(card, spec="revised-2021", **things):
    return Table(spec, **({"hand": [card], "dice": FREE} | things)).does("die 5", f"hire {card}")


ONCE_GOODS = [
    (21, {"strudel": 1, "cake": 1, "wine": 1, "coffee": 1}),
    (36, {"wine": 4}),
    (39, {"cake": 4}),
    (43, {"coffee": 4}),
    (44, {"strudel": 4}),
]


@clause("staff.{card}", "staff-card.once")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("card", "received"), ONCE_GOODS)
def test_goods_once(card, received, spec):
    t = hire(card, spec)
    assert t.me.kitchen == received
    assert t.me.staff == [card]
    t.illegal(f"use {card}")


@clause("staff.39", corner=True)
def test_goods_of_a_card_may_go_straight_to_guests():
    t = hire(39, guests={81: "", 90: ""}, krones=0)
    t.places("2 cake", table=1).does("place cake on table 2", "keep cake")
    assert t.me.guests == {81: {}, 90: {"strudel": 1, "cake": 2}}
    assert t.me.kitchen == {"cake": 1}
    assert t.me.krones == 0


@clause("staff.45")
@pytest.mark.parametrize("spec", EDITIONS)
def test_pool_attendant(spec):
    assert hire(45, spec, emperor=4).me.emperor == 7


@clause("staff.45", corner=True)
@pytest.mark.parametrize(("before", "vp"), [(10, 0), (12, 2), (13, 3)])
def test_steps_beyond_the_end_of_the_emperor_track_score(before, vp):
    t = hire(45, emperor=before)
    assert t.me.emperor == 13
    assert t.me.vp_from == ({"track": vp} if vp else {})


@clause("staff.35")
@pytest.mark.parametrize("spec", EDITIONS)
def test_page_boy_turns_two_rooms(spec):
    t = hire(35, spec, vacant="1.1 1.2 1.3").does("occupy 1.2", "occupy 1.3")
    assert t.me.occupied == {"1.2", "1.3"}
    t.legal("end turn")


@clause("staff.35", corner=True)
def test_page_boy_may_turn_fewer_rooms():
    t = hire(35, vacant="1.1 1.2 1.3").does("occupy 1.2", "stop")
    assert t.me.occupied == {"1.2"}


@clause("staff.35", corner=True)
def test_page_boy_without_vacant_rooms():
    hire(35, occupied="1.1").legal("end turn")


@clause("staff.35", corner=True)
def test_page_boy_with_one_vacant_room():
    t = hire(35, vacant="1.2").does("occupy 1.2")
    t.legal("end turn")


@clause("staff.35", corner=True)
def test_page_boy_completes_two_groups():
    t = hire(35, vacant="1.1 4.4", krones=5).does("occupy 1.1", "occupy 4.4")
    assert t.me.vp_from == {"occupancy": 2}  # blue, one room
    assert t.me.krones == 6  # red, one room


@clause("staff.38")
@pytest.mark.parametrize("spec", EDITIONS)
def test_porter_fills_an_order(spec):
    t = hire(38, spec, guests={75: "1 wine", 85: ""}).does("fill table 1")
    assert t.me.guests == {75: {}, 85: {"strudel": 2, "cake": 1}}
    assert t.me.kitchen == {}


@clause("staff.38")
def test_porter_leaves_filled_orders_alone():
    t = hire(38, guests={75: "all", 85: ""})
    t.illegal("fill table 1", "fill table 3")
    t.legal("fill table 2")


@clause("staff.38", corner=True)
@pytest.mark.parametrize("guests", [{}, {75: "all"}])
def test_porter_without_an_open_order(guests):
    t = hire(38, guests=guests)
    assert t.me.staff == [38]
    t.legal("end turn")


ROUND = [(1, "strudel"), (2, "cake"), (3, "wine"), (4, "coffee")]


@clause("staff.{card}", "staff-card.round")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("card", "good"), ROUND)
def test_one_good_a_round(card, good, spec):
    t = Table(spec, staff=[card]).does(f"use {card}")
    assert t.me.kitchen == {good: 1}
    t.illegal(f"use {card}")


@clause("staff.{card}", corner=True)
@clause("staff-card.round", "staff-card.round-ready")
@pytest.mark.parametrize(("card", "good"), ROUND)
def test_card_used_again_in_the_next_round(card, good):
    t = Table("revised-2021", staff=[card]).does(f"use {card}")
    t.plays("die 4").plays("die 4").plays("die 6")  # the other player has two turns in a row
    assert (t.round, t.player) == (1, 0)
    t.illegal(f"use {card}")
    t.plays("die 5").plays()
    assert (t.round, t.player) == (2, 0)
    before = t.me.kitchen[good]
    t.does(f"use {card}")
    assert t.me.kitchen[good] == before + 1


@clause("staff.3", "staff-card.round-ready", corner=True)
def test_card_may_stay_unused_and_does_not_pile_up():
    t = Table("revised-2021", staff=[3]).end_of_round(1).plays()
    assert (t.round, t.player) == (2, 0)
    t.does("use 3")
    t.illegal("use 3")


@clause("staff-card.round-moment")
@clause("staff.3", corner=True)
def test_card_of_a_round_may_be_used_as_soon_as_hired():
    t = hire(3).does("use 3")
    assert t.me.kitchen == {"wine": 1}


@clause("staff.3", corner=True)
def test_once_a_round_good_goes_to_a_guest_free_of_charge():
    t = Table("revised-2021", krones=0, staff=[3], guests={51: ""})
    t.does("use 3", "place wine on table 1")
    assert t.me.guests == {51: {}}
    assert t.me.krones == 0


@clause("staff-card.used-in-play")
def test_used_card_still_counts_as_in_play():
    six = [3, 5, 6, 7, 8, 9]
    t = Table("revised-2021", staff=six, politics="A-staff B-floors C-three-each")
    t.does("use 3", "claim A")
    assert t.me.vp == 15


COSTS = {
    1: 4, 2: 6, 3: 4, 4: 6, 5: 4, 6: 1, 7: 1, 8: 2, 9: 5, 10: 5, 11: 5, 12: 2, 13: 2, 14: 2, 15: 4,
    16: 2, 18: 2, 19: 3, 20: 2, 21: 3, 22: 3, 23: 5, 24: 1, 25: 6, 26: 5, 27: 4, 28: 4, 29: 5,
    30: 4, 31: 4, 32: 4, 33: 5, 34: 5, 35: 2, 36: 2, 37: 3, 38: 5, 39: 3, 40: 2, 41: 3, 42: 3,
    43: 3, 44: 2, 45: 1, 46: 2, 47: 4, 48: 4,
}  # fmt: skip


@clause("staff.{card}", "staff-card.price")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("card", sorted(COSTS))
def test_cost(card, spec):
    t = Table(spec, krones=10, hand=[card], dice="5").does("die 5", f"hire {card}")
    assert t.me.krones == 10 - (COSTS[card] - 1)


@clause("staff.17", "staff-card.price")
@pytest.mark.parametrize(
    ("spec", "cost"),
    [
        pytest.param("original-2015", 3, marks=clause("staff.17.cost-2015")),
        pytest.param("revised-2021", 5, marks=clause("staff.17.cost-2021")),
    ],
)
def test_cost_of_the_kitchen_hand(spec, cost):
    t = Table(spec, krones=10, hand=[17], dice="5").does("die 5", "hire 17")
    assert t.me.krones == 10 - (cost - 1)


@clause("staff.17.cost-2021")
def test_change_of_one_card_may_be_taken_alone():
    t = Table("original-2015+kitchen-hand-cost", krones=10, hand=[17], dice="5")
    assert t.does("die 5", "hire 17").me.krones == 6


@clause("staff-card.price", corner=True)
def test_cards_that_cannot_be_paid_cannot_be_hired():
    t = Table("revised-2021", krones=3, hand=[2, 9, 12], dice="5").does("die 5")
    t.illegal("hire 2", "hire 9")
    t.legal("hire 12", "stop")


@clause("staff.38", corner=True)
@pytest.mark.parametrize("guest", [49, 65, 104])
def test_porter_fills_the_order_of_the_first_guest_and_of_the_last(guest):
    t = hire(38, guests={guest: ""}).does("fill table 1")
    assert t.me.guests == {guest: {}}
