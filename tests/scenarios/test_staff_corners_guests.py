"""Awkward corners of staff that answer to guests, rooms and the emperor: 5 to 11, 23, 26, 33, 42.

Rooms (night side): 1.2 2.1 3.5 are yellow, 1.3 1.4 2.4 4.4 red, 3.1 3.3 blue, 1.1 a blue group of
its own. Guests: 51 yellow, 77 red, 65 blue, 92 green; 75, 87 and 104 order four goods.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.court import rewarded
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
both_editions = pytest.mark.parametrize("spec", EDITIONS)
FREE = "5 5 5 5 5 5"  # enough dice to play anybody for nothing


def move_in(t, guest, room):
    """A guest moves in; staff are paid, the reward is left."""
    t.check_in(guest, room)
    while "stop" in t.options:
        t.does("stop")
    return t


def house(spec, guest, room, **mine):
    t = Table(spec, **({"guests": {guest: "all"}, "vacant": room, "occupied": "1.1"} | mine))
    return move_in(t, guest, room)


# -- guests ----------------------------------------------------------------------------------------

# Card, a guest of its colour, a room for the guest, rooms where the guest cannot go.
COLOURS = [(5, 77, "1.3", "1.2 3.1"), (6, 65, "3.1", "1.2 1.3"), (7, 51, "1.2", "1.3 3.1")]
COLOURS += [(8, 92, "1.2", "")]


@clause("staff.{card}", "staff-card.guest-bonus-moment", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "guest", "room", "others"), COLOURS)
def test_filled_order_pays_nothing_without_a_room_to_move_into(card, guest, room, others, spec):
    t = Table(spec, staff=[card], hand=[38], guests={guest: ""}, vacant=others, dice=FREE)
    t.does("die 5", "hire 38", "fill table 1")
    assert "check" not in t.legal_kinds()
    assert (t.me.krones, t.me.emperor, t.me.vp) == (10, 0, 0)


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "guest", "room", "others"), COLOURS)
def test_guests_of_another_hotel_pay_nothing(card, guest, room, others, spec):
    t = Table(spec, staff=[card], turn=1)
    t.seat(1).has(guests={guest: "all"}, vacant=room)
    move_in(t, guest, room)
    assert t.seat(1).occupied == {room}
    assert (t.me.krones, t.me.emperor, t.me.vp) == (10, 0, 0)
    assert (t.seat(1).krones, t.seat(1).emperor) == (10, 0)


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "krones"), [(5, 1), (7, 0)])
def test_krones_of_staff_beyond_twenty_are_lost(card, krones, spec):
    guest, room = {5: (77, "1.3"), 7: (51, "1.2")}[card]
    assert house(spec, guest, room, staff=[card], krones=20 - krones).me.krones == 20


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(
    ("card", "guests", "rooms", "krones", "steps"),
    [
        (5, (77, 85), ("1.3", "1.4"), 4, 0),
        (6, (65, 74), ("3.1", "3.3"), 0, 2),
        (7, (51, 49), ("1.2", "2.1"), 2, 0),
    ],
)
def test_two_guests_of_a_turn_pay_twice(card, guests, rooms, krones, steps, spec):
    t = Table(
        spec, staff=[card], krones=0, vacant=" ".join(rooms), guests=dict.fromkeys(guests, "all")
    )
    for guest, room in zip(guests, rooms):
        move_in(t, guest, room)
    # no group of rooms is complete
    assert (t.me.krones, t.me.emperor) == (krones, steps)


@clause("staff.6", corner=True)
@both_editions
def test_stableman_at_the_end_of_the_emperor_track(spec):
    t = house(spec, 65, "3.1", staff=[6], emperor=13)
    assert t.me.vp_from == {"guests": 3, "track": 1}


@clause("staff.8", corner=True)
@both_editions
def test_tour_guide_is_paid_for_tourists_in_rooms_of_every_colour(spec):
    things = {"guests": {91: "all", 92: "all", 93: "all"}, "vacant": "1.2 1.3 3.1"}
    t = Table(spec, staff=[8], **things)
    for guest, room in ((91, "1.2"), (92, "1.3"), (93, "3.1")):
        move_in(t, guest, room)
    assert t.me.vp_from == {"staff": 2 * 3}


@clause("staff.8", "staff.33", "staff-card.combine", corner=True)
@both_editions
def test_tourist_with_an_order_of_four_pays_two_staff(spec):
    assert house(spec, 104, "1.2", staff=[33, 8]).me.vp_from == {"guests": 2, "staff": 2 + 4}


@clause("staff.5", "staff.23", "staff.33", "staff-card.combine", corner=True)
@both_editions
def test_citizen_with_an_order_of_four_pays_three_staff(spec):
    t = house(spec, 87, "1.3", staff=[5, 23, 33], krones=0)
    assert t.me.krones == 2 + 1
    assert t.me.vp_from == {"guests": 3, "staff": 4}


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(
    ("spec", "pays"),
    [
        pytest.param(
            "original-2015", False, marks=clause("check-in.new-staff-too-late", corner=True)
        ),
        pytest.param("revised-2021", True, marks=clause("check-in.new-staff-pays", corner=True)),
    ],
)
@pytest.mark.parametrize(
    ("card", "guest", "room", "krones", "vp"),
    [(5, 86, "1.3", 2, 0), (7, 56, "1.2", 1, 0), (8, 96, "1.2", 0, 2)],
)
def test_staff_of_a_guests_own_reward(card, guest, room, krones, vp, spec, pays):
    """Too late for that guest in 2015; in 2021 the guest is removed after the reward."""
    t = Table(spec, guests={guest: "all"}, vacant=room, hand=[card], krones=1)
    t.check_in(guest, room)
    while f"hire {card}" not in t.options:
        t.does(next(words for words in reversed(t.options) if words.startswith("reward")))
    t.does(f"hire {card}")
    while "stop" in t.options:
        t.does("stop")
    assert t.me.staff == [card]
    assert t.me.krones == 1 - max(0, {5: 4, 7: 1, 8: 2}[card] - 3) + pays * krones
    assert t.me.vp_from.get("staff", 0) == pays * vp


FIVE = 'id = "five"\nset = { "guest.65.order.wine" = 4 }\n'


@pytest.mark.parametrize(
    ("spec", "vp"),
    [
        pytest.param("original-2015", 0, marks=clause("staff.33.order-2015", corner=True)),
        pytest.param("revised-2021", 4, marks=clause("staff.33.order-2021", corner=True)),
    ],
)
def test_order_of_five_goods(spec, vp, tmp_path):
    patch = tmp_path / "five.toml"
    patch.write_text(FIVE, encoding="utf-8")
    t = house(spec, 65, "3.1", staff=[33], patches=(patch,))
    assert t.me.vp_from == ({"guests": 3, "staff": vp} if vp else {"guests": 3})


# -- rooms -----------------------------------------------------------------------------------------

# Around 3.4 lie 3.3 (blue), 2.4 and 4.4 (red) and 3.5 (yellow).
FREE_ROOMS = [(9, {"3.3"}, "3.3", 0), (10, {"2.4", "4.4"}, "4.4", 2), (11, {"3.5"}, "3.5", 1)]


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "free", "high", "vp"), FREE_ROOMS)
def test_free_rooms_on_high_floors_without_a_krone(card, free, high, vp, spec):
    t = Table(spec, staff=[card], krones=0, vacant="3.4", dice="3").does("die 3")
    assert set(t.options) == {f"prepare {room}" for room in free} | {"stop"}
    assert t.does(f"prepare {high}").me.vp == vp  # printed on the cell


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "free", "other"), [(9, "3.3", "3.5"), (11, "3.5", "3.3")])
def test_discount_on_a_free_room_pays_nothing_out(card, free, other, spec):
    """The Architect (57): two rooms for a krone less each."""
    t = Table(spec, staff=[card], krones=5, guests={57: "all"}, vacant="1.2 3.4")
    t.check_in(57, "1.2").does(f"prepare {free}")
    assert t.me.krones == 5
    assert t.does(f"prepare {other}").me.krones == 5 - (2 - 1)


@clause("staff.10", corner=True)
@both_editions
def test_discount_on_a_free_red_room_pays_nothing_out(spec):
    t = Table(spec, staff=[10], krones=5, guests={57: "all"}, vacant="1.2 3.4")
    t.check_in(57, "1.2").does("prepare 4.4")
    assert t.me.krones == 5


@clause("staff.9", "staff.10", "staff.11", "staff-card.combine", corner=True)
@both_editions
def test_the_three_together_prepare_any_room_for_nothing(spec):
    t = Table(spec, staff=[11, 9, 10], krones=0, vacant="3.4", dice="3 3 3 3 3").does("die 3")
    t.does("prepare 4.4", "prepare 4.5", "prepare 3.5", "prepare 3.3", "prepare 4.3")
    assert t.me.krones == 0
    t.legal("end turn")


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize("card", [9, 10, 11])
def test_free_rooms_need_an_action_that_prepares_them(card, spec):
    t = Table(spec, staff=[card], vacant="1.2", dice="4")
    assert not any(words.startswith("prepare") for words in t.options)
    t.does("die 4", "steps 1")
    assert {"end"} == t.legal_kinds()


@clause("staff.23", corner=True)
@both_editions
def test_custodian_pays_nothing_for_a_room_that_is_prepared(spec):
    t = Table(spec, staff=[23], krones=5, vacant="1.1", dice="3").does("die 3", "prepare 1.2")
    assert t.me.krones == 5


@clause("staff.23", corner=True)
@both_editions
def test_custodian_pays_for_every_guest_of_a_turn(spec):
    t = Table(spec, staff=[23], krones=0, guests={65: "all", 93: "all"}, vacant="1.2 3.1")
    move_in(move_in(t, 65, "3.1"), 93, "1.2")
    assert t.me.krones == 2


@clause("staff.23.rooms-2021", corner=True)
def test_custodian_pays_for_a_room_occupied_in_an_emperor_scoring():
    """Tile C2 brings an occupied room; nobody has a turn then."""
    t = rewarded("C2", staff=[23], krones=0, vacant="1.1").does("prepare 1.2")
    assert t.me.krones == 1


# -- the emperor -----------------------------------------------------------------------------------


@clause("staff.26", corner=True)
@both_editions
def test_conference_manager_when_the_penalty_is_dearer_than_the_purse(spec):
    """Tile A1: 3 krones, or 5 VP if those are not there; averting takes one."""
    t = Table(spec, staff=[26], krones=1, tiles="A1 B1 C1").end_of_round(3)
    assert set(t.options) == {"avert penalty", "lose vp"}
    t.does("avert penalty")
    assert (t.me.krones, t.me.vp) == (0, 0)


@clause("staff.26", corner=True)
@both_editions
@pytest.mark.parametrize("space", [4, 5, 6])
def test_conference_manager_has_nothing_to_avert_beyond_space_zero(space, spec):
    t = Table(spec, staff=[26], emperor=space, krones=4, tiles="A2 B1 C1")
    t.seat(1).has(emperor=4)
    t.end_of_round(3)
    assert "avert penalty" not in t.options
    assert t.me.krones == 4


@clause("staff.26", "staff.42", corner=True)
@both_editions
def test_penalty_averted_is_no_reward(spec):
    t = Table(spec, staff=[26, 42], krones=4, tiles="A1 B1 C1").end_of_round(3)
    t.does("avert penalty")
    assert (t.me.krones, t.me.vp) == (3, 0)


@clause("staff.42", corner=True)
@both_editions
def test_gardener_scores_although_the_reward_itself_is_lost(spec):
    """Tile A1: 3 krones, for which a purse of 20 has no room."""
    t = Table(spec, staff=[42], emperor=6, krones=20, tiles="A1 B1 C1").end_of_round(3)
    assert t.me.krones == 20
    assert t.me.vp_from["staff"] == 5


@clause("staff.42", corner=True)
@both_editions
def test_gardener_scores_for_the_own_reward_only_and_each_time(spec):
    t = Table(spec, staff=[42], emperor=5, tiles="A1 B2 C1")
    t.seat(1).has(emperor=8)
    t.end_of_round(3)
    assert "staff" not in t.me.vp_from | t.seat(1).vp_from
    for round, letters in ((3, 1), (5, 2)):
        t.me.has(emperor=8)
        t.seat(1).has(emperor=6)
        t.end_of_round(round)
        assert t.me.vp_from["staff"] == 5 * letters
