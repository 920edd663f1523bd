"""The parts of a turn: the guest, the die and its action, and the additional actions."""

import pytest

from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
ROW = [92, 93, 77, 79, 64]

# -- the guest ------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("place", "price"), [(1, 3), (2, 2), (3, 1), (4, 0), (5, 0)])
def test_price_in_the_row(place, price, spec):
    t = Table(spec, krones=3, row=ROW).does(f"guest {place}")
    assert t.me.krones == 3 - price
    assert set(t.me.guests) == {ROW[place - 1]}


def test_row_moves_right_and_is_filled_on_the_left():
    t = Table("revised-2021", row=ROW).does("guest 3")
    assert t.guests_in_row()[1:] == [92, 93, 79, 64]
    assert len(t.guests_in_row()) == 5


def test_guests_that_cannot_be_paid():
    t = Table("revised-2021", krones=1, row=ROW)
    t.legal("guest 3", "guest 4", "guest 5")
    t.illegal("guest 1", "guest 2")


def test_one_guest_a_turn():
    t = Table("revised-2021", row=ROW).does("guest 5")
    assert "guest" not in t.legal_kinds()


def test_guest_is_optional():
    t = Table("revised-2021").plays("die 1")
    assert t.me.guests == {}


def test_no_guest_after_the_die():
    t = Table("revised-2021", dice="4").does("die 4", "steps 1")
    assert "guest" not in t.legal_kinds()


def test_no_guest_with_a_full_cafe_until_a_table_is_free():
    t = Table(
        "revised-2021", guests={77: "all", 75: "", 76: ""}, vacant="1.3", row=[92, 93, 98, 79, 64]
    )
    assert "guest" not in t.legal_kinds()
    t.check_in(77, "1.3").does("reward 1", "guest 5")
    assert set(t.me.guests) == {75, 76, 64}


def test_guest_after_an_additional_action():
    t = Table("revised-2021", staff=[3]).does("use 3")
    t.legal("guest 4")


def test_empty_guest_deck_is_made_of_the_discard_pile():
    t = Table(
        "revised-2021", guests={92: "all", 93: "all"}, vacant="1.1 1.2", row=[94, 95, 77, 79, 64]
    )
    t.check_in(92, "1.1").does("stop").check_in(93, "1.2").does("stop")
    t.state.guest_next = t.state.guest_deck_size  # the deck is used up
    t.does("guest 5")
    assert t.guests_in_row()[0] in (92, 93)


def test_each_shuffle_of_the_discard_pile_gives_another_order():
    orders = []
    for shuffles in (0, 1):
        t = Table("revised-2021", row=ROW)
        g = t.state
        left = g.guest_deck_size - g.guest_next
        g.guest_discard[:left] = g.guest_deck[g.guest_next : g.guest_deck_size]
        g.guest_discard_size, g.guest_deck_size, g.guest_next = left, 0, 0
        g.guest_shuffles = shuffles
        t.does("guest 5")
        orders.append(g.guest_deck[: g.guest_deck_size].tolist())
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]


def test_row_stays_short_without_deck_and_discard_pile():
    t = Table("revised-2021", row=ROW)
    t.state.guest_next = t.state.guest_deck_size
    t.does("guest 5")
    assert t.guests_in_row() == [92, 93, 77, 79]


# -- the die --------------------------------------------------------------------------------------


def test_a_die_must_be_taken_before_the_turn_ends():
    t = Table("revised-2021").does("guest 5")
    t.illegal("end turn")


def test_only_spaces_with_a_die():
    t = Table("revised-2021", dice="2 4")
    t.legal("die 2", "die 4")
    t.illegal("die 1", "die 3", "die 5", "die 6")


def test_one_die_a_turn():
    t = Table("revised-2021", dice="4 4 4").does("die 4", "steps 3")
    assert t.dice() == [4, 4]
    assert "die" not in t.legal_kinds()


@pytest.mark.parametrize("spec", EDITIONS)
def test_strengthening_costs_one_krone_and_adds_one_die_once(spec):
    t = Table(spec, krones=5, dice="4 4").does("die 4 +1", "steps 3")
    assert (t.me.krones, t.me.emperor) == (4, 3)
    Table(spec, krones=5, dice="4 4").illegal("die 4 +2")


def test_no_strengthening_without_a_krone():
    t = Table("revised-2021", krones=0, dice="4")
    t.legal("die 4")
    t.illegal("die 4 +1")


def test_copying_and_strengthening_cost_two_krones():
    t = Table("revised-2021", krones=1, dice="6 1")
    t.legal("die 6")
    t.illegal("die 6 +1")


def test_copying_needs_a_krone():
    Table("revised-2021", krones=0, dice="6 1").illegal("die 6", "die 6 +1")


@pytest.mark.parametrize("spec", EDITIONS)
def test_copying_uses_the_dice_on_the_six_only(spec):
    t = Table(spec, krones=1, dice="6 4 4 4").does("die 6", "copy 4", "steps 1")
    assert t.me.emperor == 1
    assert t.dice() == [4, 4, 4]


def test_copying_does_not_copy_itself():
    t = Table("revised-2021", dice="6 6").does("die 6")
    t.illegal("copy 6")


def test_a_six_that_nobody_can_pay_is_taken_without_effect():
    t = Table("revised-2021", krones=0, dice="6 6")
    assert "die 6 without effect" in t.options
    t.does("die 6 without effect", "end turn")
    assert t.dice() == [6]
    assert t.me.krones == 0


@pytest.mark.parametrize("face", [1, 2])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6])
def test_not_more_of_the_second_good_than_of_the_first(face, n):
    t = Table("revised-2021", dice=" ".join([str(face)] * n)).does(f"die {face}")
    assert set(t.options) == {f"split {second} 0" for second in range(n // 2 + 1)}


@pytest.mark.parametrize(("steps", "krones", "emperor", "vp"), [(0, 20, 12, 0), (3, 19, 13, 2)])
def test_tracks_end(steps, krones, emperor, vp):
    t = Table("revised-2021", krones=19, emperor=12, dice="4 4 4").does("die 4", f"steps {steps}")
    assert (t.me.krones, t.me.emperor, t.me.vp) == (krones, emperor, vp)


def test_goods_received_go_to_guests_or_kitchen():
    t = Table("revised-2021", guests={51: "", 52: ""}, dice="2 2 2").does("die 2", "split 1 0")
    t.does("place wine on table 2", "keep coffee")
    assert t.me.guests == {51: {"wine": 1}, 52: {"coffee": 1}}
    assert t.me.kitchen == {"wine": 1, "coffee": 1}


def test_goods_nobody_wants_go_to_the_kitchen():
    t = Table("revised-2021", guests={51: ""}, dice="1 1").does("die 1", "split 1 0")
    assert t.me.kitchen == {"strudel": 1, "cake": 1}


# -- rooms ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("room", "price"), [("1.2", 0), ("2.1", 1), ("3.1", 2), ("4.1", 3)])
def test_price_of_a_floor(room, price, spec):
    below = {"1.2": "1.1", "2.1": "1.1", "3.1": "2.1", "4.1": "3.1"}[room]
    t = Table(spec, krones=3, vacant=below, dice="3").does("die 3", f"prepare {room}")
    assert t.me.krones == 3 - price


def test_rooms_adjoin_rooms_already_there():
    t = Table("revised-2021", vacant="2.2", dice="3").does("die 3")
    assert set(t.options) - {"stop"} == {"prepare 1.2", "prepare 2.1", "prepare 2.3", "prepare 3.2"}


def test_occupied_rooms_count_as_neighbours():
    t = Table("revised-2021", occupied="1.5", dice="3").does("die 3")
    assert set(t.options) - {"stop"} == {"prepare 1.4", "prepare 2.5"}


def test_at_most_as_many_rooms_as_dice():
    t = Table("revised-2021", vacant="1.1", dice="3 3").does("die 3", "prepare 1.2", "prepare 1.3")
    t.legal("end turn")


def test_fewer_rooms_than_dice():
    t = Table("revised-2021", vacant="1.1", dice="3 3 3").does("die 3", "prepare 1.2", "stop")
    t.legal("end turn")


def test_rooms_that_cannot_be_paid():
    t = Table("revised-2021", krones=1, vacant="3.3", dice="3").does("die 3")
    assert set(t.options) - {"stop"} == {"prepare 2.3"}


@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("room", "vp"), [("3.4", 1), ("3.5", 1), ("4.3", 2), ("4.4", 2), ("4.5", 2)]
)
def test_cells_with_printed_vp(room, vp, spec):
    t = Table(spec, vacant="3.3 2.4 2.5", dice="3 3").does("die 3")
    if room in ("4.4", "4.5"):
        t = Table(spec, vacant=f"3.{room[2]}", dice="3").does("die 3")
    assert t.does(f"prepare {room}").me.vp_from == {"cells": vp}


def test_room_back_on_a_cell_with_vp_scores_again():
    t = Table("revised-2021", vacant="3.4 4.4", tiles="A4 B1 C1").end_of_round(3)
    t.does("take penalty", "remove room 4.4")
    t.end_of_round(1)
    while t.player != 0:
        t.plays()
    t.dice("3 3 3")
    assert t.does("die 3", "prepare 4.4").me.vp_from == {"cells": 2}
