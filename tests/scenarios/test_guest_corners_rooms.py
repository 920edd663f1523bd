"""Guests who let rooms be prepared or turned over: no money, no place, no room, groups filled.

Night side: floor 1 BYRRB, floor 2 YYRRY, floor 3 BRBYY, floor 4 BRBRB; a room costs 0, 1, 2 or 3
krones by floor, and the cell 3.4 scores 1 VP. Groups used here: blue 1.1, blue 1.5 and red 4.4
alone; blue 3.1 with 4.1, red 3.2 with 4.2, yellow 1.2 with 2.1 and 2.2.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.entering import (
    EDITIONS,
    ROOMS,
    colour_of,
    enters,
    leaves_the_rest,
    offered,
    takes,
)
from tests.scenarios.seat import rooms

PREPARES = (49, 50, 57, 61, 66, 71, 88)
SECOND_PART = (50, 61, 66)  # preparing (61: for a krone less) is the second part of their reward

SECOND_FLOOR = "2.1 2.2 2.3 2.5"
# With floor 1 full and 2.4 there: which rooms are to be had for how many krones
TO_BE_HAD = [
    (49, 0, SECOND_FLOOR),
    (49, 10, SECOND_FLOOR),
    (50, 0, ""),
    (50, 1, SECOND_FLOOR),
    (50, 2, f"{SECOND_FLOOR} 3.4"),
    (57, 0, SECOND_FLOOR),
    (57, 1, f"{SECOND_FLOOR} 3.4"),
    (61, 0, SECOND_FLOOR),
    (61, 1, f"{SECOND_FLOOR} 3.4"),
    (66, 0, ""),
    (66, 1, SECOND_FLOOR),
    (66, 2, f"{SECOND_FLOOR} 3.2 3.4"),
    (71, 0, f"{SECOND_FLOOR} 3.2 3.4 4.1"),
    (88, 0, f"{SECOND_FLOOR} 3.4"),
]


def first_floor(guest, spec, **things):
    """Floor 1 is full (the guest's room may be 3.1 instead), 2.4 is there; preparing begins."""
    own = ROOMS[colour_of(guest)]
    things = {"occupied": " ".join((rooms("1.1-1.5") | {"2.4"}) - {own})} | things
    t = enters(guest, spec, **things)
    return takes(t, "reward 2") if guest in SECOND_PART else t


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("guest", "krones", "cells"), TO_BE_HAD)
def test_rooms_to_be_had_for_few_krones(guest, krones, cells, spec):
    t = first_floor(guest, spec, krones=krones)
    assert offered(t, "prepare") == rooms(cells)
    leaves_the_rest(t)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", PREPARES)
def test_full_hotel_takes_no_more_rooms(guest, spec):
    """Of 50 the card to draw and of 66 the hiring are left; otherwise the turn just goes on."""
    t = enters(guest, spec, vacant="1.1-4.5", hand=[45])
    if guest in (50, 66):
        assert set(t.options) == {"reward 1", "stop"}
        leaves_the_rest(t.does("reward 1"))
    t.legal("die 1")
    assert len(t.me.vacant) == 19


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", [57, 61, 88])
def test_last_cell_of_a_hotel_leaves_nothing_for_a_second_room(guest, spec):
    all_but_one = " ".join(rooms("1.1-4.5") - {"4.4"})
    t = takes(enters(guest, spec, vacant=all_but_one), "reward 2").does("prepare 4.4")
    t.legal("die 1")
    assert t.me.krones == 10 - {57: 2, 61: 2, 88: 0}[guest]


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", PREPARES)
def test_only_as_many_rooms_as_the_reward_says(guest, spec):
    """There is money and place for more."""
    t = first_floor(guest, spec, krones=20).does("prepare 2.1")
    if guest in (57, 61, 88):
        t.does("prepare 2.2")
    assert offered(t, "prepare") == set()
    t.legal("reward 1" if guest == 50 else "die 1")


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("guest", "part", "price"),
    [
        (50, "reward 2", 3),
        (57, "reward 1", 2),
        (61, "reward 1", 3),
        (61, "reward 2", 2),
        (66, "reward 2", 3),
        (71, "reward 1", 0),
        (88, "reward 1", 0),
    ],
)
def test_top_floor_with_just_enough_krones(guest, part, price, spec):
    """4.4 costs others 3 krones."""
    t = takes(enters(guest, spec, krones=price, vacant="3.4"), part).does("prepare 4.4")
    assert (t.me.krones, t.me.vacant) == (0, {"3.4", "4.4"})
    if price:
        t = takes(enters(guest, spec, krones=price - 1, vacant="3.4"), part)
        t.illegal("prepare 4.4")


@clause("guest.49", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_sculptor_has_nothing_above_the_two_lowest_floors(spec):
    """Ten cells above are free, and there is money."""
    t = enters(49, spec, room="2.5", occupied="1.1-2.4")
    t.legal("die 1")
    t.illegal("prepare 3.1", "prepare 3.5")
    t = enters(49, spec, room="2.5", occupied="1.1-2.3", krones=0)
    assert set(t.options) == {"prepare 2.4", "stop"}
    assert t.does("prepare 2.4").me.krones == 0


@clause("guest.57", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_architect_may_have_the_krones_for_one_room_only(spec):
    """For 1 krone: 3.4, then one on floor 2 for nothing, but not 3.3."""
    t = first_floor(57, spec, krones=1).does("prepare 3.4")
    assert offered(t, "prepare") == rooms(SECOND_FLOOR)
    t.does("prepare 2.1")
    t.legal("die 1")
    assert (t.me.krones, t.me.vacant) == (0, {"3.4", "2.1"})


@clause("guest.61", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_painter_pays_less_for_one_of_two_rooms(spec):
    """1 krone: both rooms if the dearer way comes first; the other one is lost if not."""
    t = enters(61, spec, occupied="1.1 1.3-1.5 2.4", krones=1).does("reward 1")
    assert offered(t, "prepare") == rooms(SECOND_FLOOR)
    t.does("prepare 2.3")
    assert offered(t, "prepare") == {"2.1", "2.2", "2.5"}  # not 3.3 or 3.4, 2 - 1 krones
    t.does("prepare 2.1").legal("die 1")
    assert t.me.krones == 0
    t = first_floor(61, spec, krones=1).does("prepare 3.4")
    t.legal("die 1")
    assert (t.me.krones, t.me.vacant) == (0, {"3.4"})


@clause("guest.88", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_procurator_reaches_the_second_room_by_the_first(spec):
    """Free on any floor, but no further than next to what is there."""
    t = first_floor(88, spec, krones=0)
    t.illegal("prepare 4.4")
    t.does("prepare 3.4")
    assert offered(t, "prepare") == rooms(f"{SECOND_FLOOR} 3.3 3.5 4.4")
    t.does("prepare 4.4")
    t.legal("die 1")
    assert (t.me.krones, t.me.vp_from["cells"]) == (0, 1 + 2)


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", [50, 57, 61, 66, 71, 88])
def test_room_of_a_reward_scores_its_cell_and_stays_vacant(guest, spec):
    t = leaves_the_rest(first_floor(guest, spec).does("prepare 3.4"))
    assert t.me.vp_from["cells"] == 1
    assert t.me.vacant == {"3.4"}
    assert t.me.krones == 10 - {50: 2, 57: 1, 61: 1, 66: 2, 71: 0, 88: 0}[guest]


# guest: (room that completes a group, rooms of it that are there, what its bonus brings)
OWN_GROUP = {
    58: ("2.2", "1.2 2.1", {"emperor": 6}),
    72: ("1.5", "", {"vp": 2}),
    82: ("4.4", "", {"krones": 1}),
    100: ("1.5", "", {"vp": 2}),
    102: ("4.4", "", {"krones": 1}),
}
STEPS = {58: 0, 72: 0, 82: 0, 100: 3, 102: 1}
PRINTED_VP = {58: 7, 72: 7, 82: 7, 100: 4, 102: 0}


def gained(t):
    """Beyond 10 krones."""
    return {"krones": t.me.krones - 10, "emperor": t.me.emperor, "vp": t.me.vp}


def expected(guest, steps, *bonuses):
    total = {"krones": 0, "emperor": steps, "vp": PRINTED_VP[guest]}
    for bonus in bonuses:
        for track, amount in bonus.items():
            total[track] += amount
    return total


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(OWN_GROUP))
def test_no_other_vacant_room_to_turn_over(guest, spec):
    """The guest's own room is occupied already, and a room turned over is not turned back."""
    t = enters(guest, spec, occupied="1.1")
    t.illegal("occupy 1.1", f"occupy {ROOMS[colour_of(guest)]}")
    if STEPS[guest]:
        assert set(t.options) == {"reward 1", "stop"}
        t.does("reward 1")
    t.legal("die 1")
    assert gained(t) == expected(guest, STEPS[guest])


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("guest", "own", "other", "bonus"),
    [
        (58, "1.2", "2.2", {"emperor": 6}),
        (72, "3.1", "4.1", {"vp": 5}),
        (82, "3.2", "4.2", {"krones": 3}),
        (100, "3.1", "4.1", {"vp": 5}),
        (102, "4.2", "3.2", {"krones": 3}),
    ],
)
def test_own_room_and_the_one_turned_over_fill_a_group(guest, own, other, bonus, spec):
    """The group pays once, when the second room is turned over."""
    t = enters(guest, spec, room=own, vacant=other, occupied="2.1")
    assert gained(t) == expected(guest, 0)
    t = leaves_the_rest(takes(t, "reward 2").does(f"occupy {other}"))
    assert gained(t) == expected(guest, 0, bonus)
    assert t.me.vacant == set()


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(OWN_GROUP))
def test_own_room_and_the_one_turned_over_fill_a_group_each(guest, spec):
    """2015: the own bonus follows the reward; 2021: it may come first. Blue 1.1 pays 2 VP."""
    own, there, bonus = OWN_GROUP[guest]
    t = enters(guest, spec, room=own, vacant="1.1", occupied=there)
    assert ("occupancy bonus" in t.options) == (spec == "revised-2021")
    t.does("reward 2" if STEPS[guest] else "reward 1", "occupy 1.1")
    leaves_the_rest(t)
    assert gained(t) == expected(guest, 0, bonus, {"vp": 2})


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize(("spec", "krones"), [("original-2015", 1), ("revised-2021", 2)])
@pytest.mark.parametrize("guest", sorted(OWN_GROUP))
def test_custodian_and_the_room_turned_over(guest, spec, krones):
    """2015: a krone (23) for the guest's room only; 2021: for the other as well."""
    t = enters(guest, spec, staff=[23], vacant="2.5")
    if spec == "original-2015":
        t.does("staff bonus")
    leaves_the_rest(takes(t, "reward 2").does("occupy 2.5"))
    assert t.me.krones == 10 + krones


@clause("guest.{guest}", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("guest", sorted(OWN_GROUP))
def test_one_room_of_any_colour_is_turned_over(guest, spec):
    t = enters(guest, spec, vacant="1.5 2.5 3.2")
    t = takes(t, "reward 2")
    assert offered(t, "occupy") == {"1.5", "2.5", "3.2"}
    t.does("occupy 3.2").legal("reward 1" if STEPS[guest] else "die 1")
    assert t.me.vacant == {"1.5", "2.5"}
