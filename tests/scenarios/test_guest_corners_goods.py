"""Guests who bring goods: onto which guest, or into the kitchen, and what that lets happen.

Guests who want one item only: 92, 93 strudel (green); 77, 78 cake (red); 49, 50 wine (yellow);
63, 65 coffee (blue). Rooms: 1.4 red, 2.5 yellow, 3.1 blue; none completes a group.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.entering import EDITIONS, enters, leaves_the_rest

GOODS = {
    51: "strudel",
    52: "strudel",
    53: "coffee",
    54: "wine",
    56: "cake",
    59: "cake",
    60: "coffee",
    81: "wine",
    90: "wine",
}
# good: (two guests who want nothing else, a room for the second, the second's VP)
WANTED_BY = {
    "strudel": (93, 92, "1.4", 0),
    "cake": (78, 77, "1.4", 1),
    "wine": (49, 50, "2.5", 0),
    "coffee": (63, 65, "3.1", 3),
}
PRINTED_VP = {51: 1, 52: 0, 53: 0, 54: 0, 56: 0, 59: 5, 60: 5, 81: 0, 90: 7}


def brings(guest, spec, good, **things):
    """The part of the reward that brings goods begins; a good of choice is chosen."""
    t = enters(guest, spec, **things).does("reward 1")
    return t.does(f"choose {good}") if guest == 54 else t


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(GOODS))
def test_good_fills_another_order_and_that_guest_moves_in(guest, spec):
    good = GOODS[guest]
    first, second, room, vp = WANTED_BY[good]
    t = brings(guest, spec, good, others={first: "", second: ""}, vacant=room)
    t.places(f"1 {good}", table=3)
    leaves_the_rest(t)
    assert t.me.guests == {first: {good: 1}, second: {}}
    leaves_the_rest(t.check_in(second, room))
    assert t.me.vp == PRINTED_VP[guest] + vp
    assert t.me.guests == {first: {good: 1}}
    assert (t.me.kitchen, t.me.krones) == ({}, 10)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("guest", sorted(GOODS))
def test_good_may_be_kept_from_guests_who_want_it(guest):
    good = GOODS[guest]
    first, second, _, _ = WANTED_BY[good]
    t = brings(guest, "revised-2021", good, others={first: "", second: ""})
    assert set(t.options) == {
        f"place {good} on table 2",
        f"place {good} on table 3",
        f"keep {good}",
    }
    leaves_the_rest(t.does(f"keep {good}"))
    assert t.me.kitchen == {good: 1}
    assert t.me.guests == {first: {good: 1}, second: {good: 1}}


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(GOODS))
def test_good_that_no_guest_wants_any_more_goes_into_the_kitchen(guest, spec):
    """The guest beside wants something, but of this good all has been served."""
    good = GOODS[guest]
    beside = {"strudel": 95, "cake": 95, "wine": 70, "coffee": 70}[good]
    t = brings(guest, spec, good, others={beside: f"1 {good}"}, kitchen=f"1 {good}")
    leaves_the_rest(t)
    assert t.me.kitchen == {good: 2}


@clause("guest.54", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("good", ["strudel", "cake", "wine", "coffee"])
def test_good_of_choice_is_one_of_any_kind_for_a_guest_or_the_kitchen(good, spec):
    """Beside: 83 wants 1 strudel, cake and wine, but no coffee."""
    t = enters(54, spec, others={83: ""}).does("reward 1")
    t.legal(*[f"choose {any_good}" for any_good in ("strudel", "cake", "wine", "coffee")])
    t.does(f"choose {good}")
    if good == "coffee":
        assert t.me.kitchen == {"coffee": 1}
    else:
        t.places(f"1 {good}", table=2)
        assert good not in t.me.guests[83]
        assert t.me.kitchen == {}
    t.legal("reward 2")
    t.illegal("reward 1", "choose strudel")
