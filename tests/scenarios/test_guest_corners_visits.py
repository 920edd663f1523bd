"""Guests who bring guests from the row: full cafe, empty row, no krone, and the turn's own guest.

The places of the row cost 3, 2, 1, 0 and 0 krones to others.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.entering import EDITIONS, enters, leaves_the_rest, offered, takes
from tests.scenarios.judged import few_guests

ROW = [92, 93, 98, 79, 65]
# guest: the part of the reward that brings guests
VISITS = {
    62: "reward 1",
    63: "reward 1",
    78: "reward 1",
    80: "reward 1",
    84: "reward 2",
    87: "reward 2",
    101: "reward 2",
    118: "reward 1",
}
ALL_PLACES = {"1", "2", "3", "4", "5"}
# krones and steps that the other part brings, and that part
BESIDE = {62: (0, 3, "reward 2"), 84: (3, 0, "reward 1"), 87: (3, 0, "reward 1")} | {
    101: (0, 3, "reward 1")
}


def takes_the_rest(t, guest):
    """The other part of the reward is all that there is to be had."""
    krones, steps, part = BESIDE.get(guest, (0, 0, ""))
    if part:
        assert set(t.options) == {part, "stop"}
        t.does(part)
    t.legal("die 1")
    assert (t.me.krones, t.me.emperor) == (10 + krones, steps)


@clause("guest.{guest}", "check-in.table-freed", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(VISITS))
def test_full_cafe_has_the_table_of_the_guest_who_moves_in(guest, spec):
    """One guest only, also for 87; the place that costs 3 krones is free without any."""
    t = enters(guest, spec, others={50: "", 77: ""}, row=ROW, krones=0)
    t = takes(t, VISITS[guest])
    assert offered(t, "guest") == ALL_PLACES
    t.does("guest 1")
    t.illegal("guest 1")
    leaves_the_rest(t)
    assert set(t.me.guests) == {92, 50, 77}
    assert t.me.krones == 0


@clause("guest.{guest}", "check-in.table-freed", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(VISITS))
def test_full_cafe_has_no_table_if_so_agreed(guest, spec):
    """The reward before the guest leaves (ruling seat-freed): that part of it is lost."""
    agreed = {"seat-freed": "after"}
    t = enters(guest, spec, rulings=agreed, others={50: "", 77: ""}, row=ROW)
    takes_the_rest(t, guest)
    assert set(t.me.guests) == {50, 77}


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(VISITS))
@few_guests
def test_empty_row_has_no_guest_to_take(guest, spec):
    t = enters(guest, spec, row=[])
    takes_the_rest(t, guest)
    assert t.me.guests == {}


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(VISITS))
@few_guests
def test_row_of_one_has_one_guest_to_take(guest, spec):
    """For 87 a second one is missing."""
    t = takes(enters(guest, spec, row=[93]), VISITS[guest])
    assert offered(t, "guest") == {"1"}
    leaves_the_rest(t.does("guest 1"))
    assert t.me.guests == {93: {"strudel": 1}}
    assert t.guests_in_row() == []


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(VISITS))
def test_guest_of_the_reward_is_not_the_guest_of_the_turn(guest, spec):
    """In an empty cafe: one free guest (two for 87), and still one from the row for the turn."""
    t = takes(enters(guest, spec, row=ROW), VISITS[guest]).does("guest 1")
    if guest == 87:
        t.does("guest 5")
    takes_the_rest(t, guest)
    assert set(t.me.guests) == ({92, 65} if guest == 87 else {92})
    t.does("guest 4").illegal("guest 3")
    assert len(t.me.guests) == (3 if guest == 87 else 2)


@clause("guest.87", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_row_is_refilled_between_two_guests(spec):
    """The others move right, a new one comes in on the left, and may be the second."""
    t = takes(enters(87, spec), "reward 2")
    row = t.guests_in_row()
    t.does("guest 5")
    new, *others = t.guests_in_row()
    assert others == row[:4]
    assert new not in row
    t.does("guest 1")
    assert set(t.me.guests) == {row[4], new}


@clause("guest.87", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_second_of_two_guests_may_be_left(spec):
    t = takes(enters(87, spec, row=ROW), "reward 2").does("guest 3")
    leaves_the_rest(t)
    assert set(t.me.guests) == {98}
    assert t.guests_in_row()[1:] == [92, 93, 79, 65]
