"""Permanent staff that answer to guests, rooms, prices and the emperor."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
ROOMS = {"yellow": "1.2", "red": "1.3", "blue": "3.1", "green": "1.2"}
GUEST = {"yellow": 51, "red": 77, "blue": 65, "green": 92}
HOTEL = {"vacant": "1.2 1.3 3.1", "occupied": "1.1"}


def house(card, guest, colour, spec="revised-2021", **things):
    """House a guest whose reward is left untaken."""
    t = Table(spec, **({"staff": [card], "guests": {guest: "all"}} | HOTEL | things))
    t.check_in(guest, ROOMS[colour])
    while "stop" in t.options:
        t.does("stop")
    return t


PAYS = [(5, "red", 2, 0, 0), (6, "blue", 0, 1, 0), (7, "yellow", 1, 0, 0), (8, "green", 0, 0, 2)]


@clause("staff.{card}", "staff-card.guest-bonus-moment")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("card", "colour", "krones", "steps", "vp"), PAYS)
def test_pays_for_guests_of_a_colour(card, colour, krones, steps, vp, spec):
    t = house(card, GUEST[colour], colour, spec)
    assert t.me.krones == 10 + krones
    assert t.me.emperor == steps
    assert t.me.vp_from.get("staff", 0) == vp


@clause("staff.{card}")
@pytest.mark.parametrize("colour", sorted(GUEST))
@pytest.mark.parametrize(("card", "own", "krones", "steps", "vp"), PAYS)
def test_pays_for_no_other_colour(card, own, krones, steps, vp, colour):
    if colour != own:
        t = house(card, GUEST[colour], colour)
        assert (t.me.krones, t.me.emperor) == (10, 0)
        assert "staff" not in t.me.vp_from


@clause("staff-card.guest-bonus-moment")
@clause("staff.5", corner=True)
def test_staff_are_not_paid_when_the_order_is_filled():
    t = Table("revised-2021", staff=[5], guests={77: ""}, hand=[38], dice="5 5 5 5 5")
    t.does("die 5", "hire 38", "fill table 1")
    assert t.me.krones == 10


@clause("staff.5")
def test_groom_paid_when_the_order_is_filled_if_so_agreed():
    t = Table(
        "original-2015",
        rulings={"staff-5-6": "filled"},
        staff=[5, 6],
        hand=[38],
        guests={77: ""},
        dice="5 5 5 5 5",
        **HOTEL,
    )
    t.does("die 5", "hire 38", "fill table 1")
    assert t.me.krones == 12
    t.check_in(77, "1.3").does("stop")
    assert t.me.krones == 12


@clause("staff.5")
def test_groom_paid_with_the_last_good_of_an_order_if_so_agreed():
    agreed = {"staff-5-6": "filled"}
    t = Table("original-2015", rulings=agreed, staff=[5], kitchen="2 cake", guests={81: ""})
    t.does("serve", "place cake on table 1")
    assert t.me.krones == 9
    t.does("place cake on table 1")
    assert t.me.krones == 11


def test_stableman_may_pay_for_a_filled_order():
    agreed = {"staff-5-6": "filled"}
    t = Table("original-2015", rulings=agreed, staff=[6], kitchen="1 coffee", guests={63: ""})
    t.does("serve", "place coffee on table 1")
    assert t.me.emperor == 1


@clause("staff.7", corner=True)
def test_green_guest_pays_by_his_own_colour_not_by_the_rooms():
    t = house(7, 92, "green")  # Masseuse: yellow guests; the tourist is in a yellow room
    assert t.me.krones == 10


@clause("staff.5")
def test_staff_pay_before_or_after_the_reward():
    for actions in (["staff bonus", "reward 1"], ["reward 1"]):
        t = Table("revised-2021", krones=3, staff=[5], guests={77: "all"}, **HOTEL)
        t.check_in(77, "1.3").does(*actions)
        assert t.me.krones == 3 + 2 + 1
        t.legal("die 1")


@clause("staff.33")
@pytest.mark.parametrize(
    "spec",
    [
        pytest.param("original-2015", marks=clause("staff.33.order-2015")),
        pytest.param("revised-2021", marks=clause("staff.33.order-2021")),
    ],
)
@pytest.mark.parametrize(
    ("guest", "colour", "vp"),
    [(75, "blue", 4), (58, "yellow", 4), (104, "green", 4), (73, "blue", 0), (65, "blue", 0)],
)
def test_male_floor_housekeeper_scores_for_orders_of_four(guest, colour, vp, spec):
    t = house(33, guest, colour, spec)
    assert t.me.vp_from.get("staff", 0) == vp


@clause("staff.{card}")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("card", "colour_free", "krones_left"),
    # 2.3 is red, 3.1 blue (2 krones), 3.2 red (2 krones), 2.2 yellow (1 krone)
    [
        (9, "3.1", 10),
        (10, "3.2", 10),
        (11, "2.2", 10),
        (9, "2.2", 9),
        (10, "3.1", 8),
        (11, "3.2", 8),
    ],
)
def test_rooms_of_a_colour_for_nothing(card, colour_free, krones_left, spec):
    t = Table(spec, staff=[card], occupied="1.1 2.1", vacant="1.2", dice="3 3 3 3")
    t.does("die 3", "prepare 2.2" if colour_free == "3.2" else "prepare 1.3")
    paid = 10 - t.me.krones
    t.does(f"prepare {colour_free}")
    assert t.me.krones == krones_left - paid


@clause("staff.9", corner=True)
def test_free_rooms_are_free_for_rewards_too():
    t = Table("revised-2021", krones=0, staff=[9], guests={50: "all"}, vacant="1.2", occupied="2.1")
    t.check_in(50, "1.2").does("reward 2")
    t.legal("prepare 3.1")
    t.illegal("prepare 2.2")


@clause("staff.23")
@pytest.mark.parametrize("spec", EDITIONS)
def test_custodian_pays_for_a_guest_moving_in(spec):
    assert house(23, 65, "blue", spec).me.krones == 11


@pytest.mark.parametrize(
    ("spec", "krones"),
    [
        pytest.param("original-2015", 10, marks=clause("staff.23.rooms-2015", corner=True)),
        pytest.param("revised-2021", 12, marks=clause("staff.23.rooms-2021", corner=True)),
    ],
)
def test_custodian_and_rooms_turned_by_a_card(spec, krones):
    t = Table(spec, staff=[23], hand=[35], vacant="1.2 1.3", dice="5 5")
    t.does("die 5", "hire 35", "occupy 1.2", "occupy 1.3")
    assert t.me.krones == krones


@pytest.mark.parametrize(
    ("spec", "krones"),
    [
        pytest.param("original-2015", 11, marks=clause("staff.23.rooms-2015")),
        pytest.param("revised-2021", 12, marks=clause("staff.23.rooms-2021")),
    ],
)
def test_custodian_and_the_second_room_of_a_guest(spec, krones):
    t = Table(spec, staff=[23], guests={72: "all"}, **HOTEL)
    t.check_in(72, "3.1")
    if spec == "original-2015":  # here it pays for the guest, before the reward or after it
        t.does("staff bonus")
    t.does("occupy 1.2")
    assert t.me.krones == krones


@clause("staff.23", corner=True)
def test_custodian_cannot_pay_beyond_twenty_krones():
    assert house(23, 65, "blue", krones=20).me.krones == 20


@clause("staff.24")
@pytest.mark.parametrize("spec", EDITIONS)
def test_chief_waiter_serves_for_nothing(spec):
    t = Table(spec, krones=0, staff=[24], kitchen="2 wine 3 coffee", guests={75: "", 63: ""})
    t.does("serve").places("2 wine 1 coffee", table=1)
    t.does("serve").places("1 coffee", table=1)
    assert t.me.guests[75] == {}
    assert t.me.krones == 0


@clause("staff.25")
@pytest.mark.parametrize("spec", EDITIONS)
def test_delivery_boy_brings_guests_for_nothing(spec):
    t = Table(spec, krones=0, staff=[25], row=[92, 93, 77, 79, 64])
    t.does("guest 1")
    assert t.me.guests == {92: {"strudel": 1}}
    assert t.me.krones == 0


@clause("staff.25", corner=True)
def test_delivery_boy_gives_no_second_guest():
    t = Table("revised-2021", staff=[25]).does("guest 1")
    assert "guest" not in t.legal_kinds()


@clause("staff.26")
@pytest.mark.parametrize("spec", EDITIONS)
def test_conference_manager_averts_the_penalty_for_a_krone(spec):
    t = Table(spec, staff=[26], krones=1, kitchen="2 wine", tiles="A2 B1 C1").end_of_round(3)
    t.legal("avert penalty", "take penalty")
    t.does("avert penalty")
    assert t.me.krones == 0
    assert t.me.kitchen == {"wine": 2}


@clause("staff.26", corner=True)
def test_conference_manager_without_a_krone():
    t = Table("revised-2021", staff=[26], krones=0, tiles="A2 B1 C1").end_of_round(3)
    assert t.options == ["take penalty"]


@clause("staff.26", corner=True)
def test_conference_manager_may_let_the_penalty_happen():
    t = Table("revised-2021", staff=[26], krones=4, tiles="A1 B1 C1").end_of_round(3)
    assert t.does("take penalty").me.krones == 1


@clause("staff.26")
def test_conference_manager_for_nothing_if_so_agreed():
    agreed = {"staff-26": "free"}
    t = Table("original-2015", rulings=agreed, staff=[26], krones=0, kitchen="1 wine")
    t.tiles("A2 B1 C1")
    t.end_of_round(3)
    assert t.player == 1  # only the other has to decide anything
    assert (t.me.krones, t.me.kitchen) == (0, {"wine": 1})


@clause("staff.42")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("emperor", "vp"), [(6, 5), (5, 0), (3, 0)])
def test_gardener_scores_with_the_emperors_reward(spec, emperor, vp):
    t = Table(spec, staff=[42], emperor=emperor, krones=9, tiles="A1 B1 C1").end_of_round(3)
    if t.options == ["take penalty", "lose vp"]:
        t.does("take penalty")
    assert t.me.vp_from.get("staff", 0) == vp
