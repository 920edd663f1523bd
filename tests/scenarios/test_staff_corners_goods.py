"""Awkward corners of staff that bring or move goods, turn rooms over, or act when played.

Rooms (night side): 1.2 2.1 2.2 are a yellow group, 1.3 is red, 3.1 blue.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
both_editions = pytest.mark.parametrize("spec", EDITIONS)


def hire(card, spec="revised-2021", **things):
    """Play a card for nothing."""
    return Table(spec, hand=[card], dice="5 5 5 5 5 5", **things).does("die 5", f"hire {card}")


# -- once a round ----------------------------------------------------------------------------------

ROUND = [(1, "strudel", 92, "1.2"), (2, "cake", 77, "1.3"), (3, "wine", 51, "1.2")]
ROUND += [(4, "coffee", 65, "3.1")]  # card, what it brings, a guest who wants just that, a room


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "good", "guest", "room"), ROUND)
def test_last_good_of_an_order_before_the_die_and_without_a_krone(card, good, guest, room, spec):
    t = Table(spec, krones=0, staff=[card], guests={guest: ""}, vacant=room)
    t.does(f"use {card}", f"place {good} on table 1")
    t.legal(f"check in table 1 to {room}", "die 4")
    assert (t.me.krones, t.me.kitchen) == (0, {})


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "good", "guest", "room"), ROUND)
def test_good_may_be_kept_from_a_guest_who_wants_it(card, good, guest, room, spec):
    t = Table(spec, krones=0, staff=[card], guests={guest: ""}).does(f"use {card}", f"keep {good}")
    assert t.me.kitchen == {good: 1}
    t.illegal("serve")  # now it costs a krone


@clause("staff.{card}", "staff-card.round", corner=True)
@both_editions
@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_rolling_the_dice_again_does_not_ready_a_used_card(card, spec):
    t = Table(spec, staff=[card]).does(f"use {card}").plays("die 4").plays("die 1").plays("die 2")
    t.does("pass")
    assert (t.round, t.player) == (1, 0)
    t.illegal(f"use {card}")


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize("card", [1, 2, 3, 4])
def test_no_use_in_the_middle_of_the_main_action_nor_in_the_turn_of_another(card):
    t = Table("revised-2021", staff=[card]).does("die 1")
    t.illegal(f"use {card}")
    t.does("split 0 0").legal(f"use {card}")
    t.does("end turn")
    assert t.player == 1
    t.illegal(f"use {card}")


# -- once, when played -----------------------------------------------------------------------------

ONCE = [
    (21, {72: ""}, "1 strudel 1 cake 1 coffee", {"wine": 1}),
    (36, {55: ""}, "3 wine", {"wine": 1}),
    (39, {90: "1 strudel"}, "3 cake", {"cake": 1}),
    (43, {100: "1 strudel"}, "3 coffee", {"coffee": 1}),
    (44, {98: ""}, "3 strudel", {"strudel": 1}),
]


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "guests", "placed", "kept"), ONCE)
def test_goods_fill_an_order_without_a_krone_and_the_rest_is_kept(card, guests, placed, kept, spec):
    t = hire(card, spec, krones=0, guests=guests).places(placed)
    assert list(t.me.guests.values()) == [{}]
    assert (t.me.kitchen, t.me.krones) == (kept, 0)
    t.legal("end turn")


@clause("staff.{card}", "staff-card.once", corner=True)
@both_editions
@pytest.mark.parametrize("card", [21, 36, 39, 43, 44, 45])
def test_cards_of_the_moment_do_nothing_in_later_rounds(card, spec):
    t = Table(spec, staff=[card]).end_of_round(1).plays()
    assert (t.round, t.player) == (2, 0)
    assert (t.me.kitchen, t.me.emperor) == ({}, 0)
    t.illegal(f"use {card}")


@clause("staff.45", corner=True)
@both_editions
def test_pool_attendant_of_a_guest_beyond_the_end_of_the_track(spec):
    """Played as the reward of MacLeod (104): the steps score, the guest brings 2 VP."""
    t = Table(spec, guests={104: "all"}, hand=[45], vacant="1.2", emperor=11, krones=0)
    t.check_in(104, "1.2").does("hire 45")
    assert (t.me.emperor, t.me.vp_from) == (13, {"guests": 2, "track": 1})


@clause("staff.35", corner=True)
@both_editions
def test_page_boy_completes_a_group_with_two_rooms_and_is_paid_once(spec):
    t = hire(35, spec, occupied="1.2", vacant="2.1 2.2").does("occupy 2.2", "occupy 2.1")
    assert t.me.emperor == 6  # yellow, three rooms
    t.legal("end turn")


@clause("staff.35", corner=True)
@both_editions
def test_page_boy_brings_no_guest_for_whom_staff_would_pay(spec):
    t = hire(35, spec, staff=[5, 6, 7, 8, 33], vacant="1.2 1.3 3.1", krones=0)
    t.does("occupy 1.3", "occupy 3.1").legal("end turn")
    assert (t.me.krones, t.me.emperor, t.me.vp) == (0, 0, 0)


@clause("staff.38", corner=True)
@both_editions
def test_porter_leaves_the_kitchen_alone_and_the_guest_moves_in_at_once(spec):
    t = hire(38, spec, krones=0, kitchen="2 wine", guests={75: "1 wine 2 coffee"}, vacant="3.1")
    t.does("fill table 1").legal("check in table 1 to 3.1")
    assert t.me.kitchen == {"wine": 2}


@clause("staff.38", "staff.33", corner=True)
@both_editions
def test_order_filled_by_the_porter_counts_for_the_housekeeper_when_the_guest_moves_in(spec):
    t = hire(38, spec, staff=[33], guests={75: ""}, vacant="3.1").does("fill table 1")
    assert t.me.vp == 0
    t.check_in(75, "3.1").does("staff bonus")
    assert t.me.vp_from == {"guests": 5, "staff": 4}


@clause("staff.38", corner=True)
@both_editions
def test_porter_fills_one_order_of_three(spec):
    t = hire(38, spec, guests={75: "", 77: "", 92: ""}).does("fill table 2")
    assert t.me.guests == {75: {"wine": 2, "coffee": 2}, 77: {}, 92: {"strudel": 1}}
    t.legal("end turn")


# -- serving and taking guests ---------------------------------------------------------------------


@clause("staff.24", corner=True)
@both_editions
@pytest.mark.parametrize(
    ("kitchen", "guests"),
    [("", {75: ""}), ("3 strudel", {75: ""}), ("2 wine", {}), ("2 wine", {75: "2 wine 2 coffee"})],
)
def test_chief_waiter_with_nothing_that_anybody_wants(kitchen, guests, spec):
    Table(spec, staff=[24], kitchen=kitchen, guests=guests).illegal("serve")


@clause("staff.24", "staff-card.permanent", corner=True)
@both_editions
def test_chief_waiter_serves_in_the_turn_in_which_he_comes(spec):
    t = Table(spec, krones=0, hand=[24], kitchen="1 wine", guests={51: ""}, dice="5")
    t.illegal("serve")
    t.does("die 5", "hire 24", "serve", "place wine on table 1")
    assert t.me.guests == {51: {}}


@clause("staff.24", corner=True)
@both_editions
def test_chief_waiter_serves_more_than_three_goods_in_a_turn(spec):
    t = Table(spec, krones=0, staff=[24], kitchen="4 wine 4 coffee", guests={75: "", 88: "1 cake"})
    t.does("serve").places("2 wine", table=1).does("place coffee on table 1")
    t.does("serve", "place wine on table 2", "place wine on table 2", "place coffee on table 1")
    assert (t.me.guests, t.me.krones) == ({75: {}, 88: {"wine": 1}}, 0)
    assert t.me.kitchen == {"coffee": 2}


@clause("staff.25", corner=True)
@both_editions
def test_delivery_boy_finds_no_free_table(spec):
    t = Table(spec, staff=[25], guests={75: "", 76: "", 77: ""})
    assert "guest" not in t.legal_kinds()


@clause("staff.25", corner=True)
@both_editions
def test_delivery_boy_played_with_the_die_comes_too_late_for_the_guest(spec):
    """The guest comes before the die; the card helps from the next turn on."""
    t = Table(spec, krones=5, hand=[25], dice="5").does("die 5", "hire 25")
    assert "guest" not in t.legal_kinds()


@clause("staff.25", "staff-card.permanent", corner=True)
@both_editions
def test_delivery_boy_played_for_a_guests_reward_helps_in_the_same_turn(spec):
    t = Table(spec, krones=0, guests={104: "all"}, vacant="1.2", hand=[25])
    t.illegal("guest 1", "guest 2", "guest 3")
    t.check_in(104, "1.2").does("hire 25", "guest 1")
    assert (t.me.krones, len(t.me.guests)) == (0, 1)
