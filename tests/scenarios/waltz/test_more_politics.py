"""Politics cards of module 5. Night side: the top floor is blue, red, blue, red, blue."""

from typing import Any

import pytest

from tests.clauses import clause
from tests.scenarios.judged import few_guests
from tests.scenarios.table import Table
from tests.scenarios.waltz.bells import SPEC, SPECS, more
from tests.scenarios.waltz.lobby import own_politics

NEW = "A-goods B-top-floor C-large-orders"
RED = 1  # the column of red guests in the count of orders
FULL = "3 strudel 3 cake 3 wine 3 coffee"


@clause("politics.cards.A-goods")
@pytest.mark.parametrize("spec", SPECS)
def test_three_of_each_good_in_the_kitchen(spec):
    t = more(spec, politics=NEW, kitchen=FULL).does("claim A")
    assert t.me.vp_from == {"politics": 15}
    assert t.me.kitchen == {"strudel": 3, "cake": 3, "wine": 3, "coffee": 3}


@clause("politics.cards.A-goods", corner=True)
@pytest.mark.parametrize("good", ["strudel", "cake", "wine", "coffee"])
def test_more_of_three_goods_does_not_replace_the_fourth(good):
    kitchen = "5 strudel 5 cake 5 wine 5 coffee".replace(f"5 {good}", f"2 {good}")
    more(politics=NEW, kitchen=kitchen).illegal("claim A")


@clause("politics.cards.A-goods", corner=True)
def test_goods_on_guests_are_not_in_the_kitchen():
    t = more(politics=NEW, kitchen="3 strudel 3 cake 2 wine 3 coffee", guests={55: "2 wine"})
    t.illegal("claim A")


@clause("politics.cards.A-goods", corner=True)
def test_champagne_does_not_replace_a_dish_or_drink():
    kitchen = "3 strudel 3 cake 2 wine 3 coffee 5 champagne"
    t = more(f"{SPEC}+ballrooms", politics=NEW, kitchen=kitchen)
    t.illegal("claim A")
    t.me.has(kitchen=kitchen.replace("2 wine", "3 wine"))
    t.legal("claim A")


@clause("politics.cards.A-goods", corner=True)
def test_the_goods_must_be_there_at_one_time():
    t = more(politics=NEW, kitchen="3 strudel 3 cake 3 wine 3 coffee", guests={51: ""})
    t.does("serve", "place wine on table 1")
    t.illegal("claim A")


@clause("politics.cards.B-top-floor")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("rooms", ["4.1 4.2 4.3", "4.2 4.4 4.5", "4.1-4.5"])
def test_three_rooms_of_the_top_floor(spec, rooms):
    t = more(spec, politics=NEW, occupied=rooms).does("claim B")
    assert t.me.vp_from == {"politics": 15}


@clause("politics.cards.B-top-floor", corner=True)
def test_vacant_rooms_of_the_top_floor_do_not_count():
    more(politics=NEW, occupied="4.1 4.2", vacant="4.3 4.4").illegal("claim B")


@clause("politics.cards.B-top-floor", corner=True)
def test_rooms_of_lower_floors_do_not_count():
    more(politics=NEW, occupied="1.1-3.5 4.1 4.2").illegal("claim B")


def fulfilled(t: Table, orders: dict[int, int], seat: int = 0) -> Table:
    """Red guests by the size of their orders, who left the café in earlier rounds."""
    for goods, guests in orders.items():
        t.seat(seat).p.orders[RED, goods] = guests
    t.fresh = False
    return t


@clause("politics.cards.C-large-orders")
@pytest.mark.parametrize("spec", SPECS)
def test_five_guests_with_orders_of_three_or_more(spec):
    t = more(spec, politics=NEW, guests={74: "all", 90: "all"}, vacant="3.1 1.3")
    fulfilled(t, {3: 2, 4: 1}).check_in(74, "3.1")
    t.does("stop").illegal("claim C")
    t.check_in(90, "1.3").does("stop", "claim C")
    assert t.me.vp_from["politics"] == 15


@clause("politics.cards.C-large-orders", corner=True)
def test_orders_of_two_do_not_count():
    t = fulfilled(more(politics=NEW, guests={81: "all"}, vacant="1.3"), {1: 3, 2: 5, 3: 4})
    t.check_in(81, "1.3").does("stop")
    t.illegal("claim C")


@clause("politics.cards.C-large-orders", "more.orders-when", corner=True)
def test_a_guest_still_in_the_cafe_does_not_count():
    t = fulfilled(more(politics=NEW, guests={90: "all"}, vacant="1.3"), {3: 4})
    t.illegal("claim C")
    t.check_in(90, "1.3").does("stop")
    t.legal("claim C")


@clause("politics.cards.C-large-orders", corner=True)
def test_an_order_filled_from_the_supply_counts():
    t = more(politics=NEW, hand=[38], guests={90: ""}, vacant="1.3", dice="5 5 5 5 5")
    fulfilled(t, {3: 4}).does("die 5", "hire 38", "fill table 1").check_in(90, "1.3").does("stop")
    t.legal("claim C")


def housed(t: Table, seat: int = 0, **things: Any) -> Table:
    """Two red guests have just moved in; the row holds the last guests of the deck."""
    t.seat(seat).has(guests={90: "all", 77: "all"}, vacant="1.3 1.4", krones=20, **things)
    t.row([51, 65, 78, 79, 66])
    t.state.guest_deck_size = t.state.guest_next = 0
    t.check_in(77, "1.4").does("stop")
    return t.check_in(90, "1.3").does("stop")


def short_deck(politics: str = NEW, seat: int = 0) -> Table:
    """Two guests of this player have moved in; three play."""
    return housed(more(players=3, politics=politics, turn=seat), seat)


@clause("more.orders-kept")
@few_guests
def test_guests_who_count_for_the_card_are_kept_out_of_the_deck():
    t = short_deck().does("guest 5")
    assert t.guests_in_row() == [77, 51, 65, 78, 79]
    t.end_of_round(1)
    others = t.player
    assert t.does("guest 5").seat(others).guests
    assert 90 not in t.guests_in_row()


@clause("more.orders-kept", corner=True)
@few_guests
def test_the_row_stays_short_rather_than_take_a_guest_who_counts():
    t = more(players=3, politics=NEW)
    t.seat(0).has(guests={90: "all"}, vacant="1.3", krones=20)
    t.row([51, 65, 78, 79, 66])
    t.state.guest_deck_size = t.state.guest_next = 0
    t.check_in(90, "1.3").does("stop", "guest 5")
    assert 90 not in t.guests_in_row()
    assert len([guest for guest in t.guests_in_row() if guest]) == 4


@clause("more.orders-kept", corner=True)
@few_guests
def test_without_that_card_nobody_is_kept():
    t = short_deck("A-goods B-top-floor C-three-each").does("guest 5")
    t.end_of_round(1).does("guest 5")
    assert {77, 90} <= set(t.guests_in_row())


@clause("more.orders-kept", corner=True)
@pytest.mark.parametrize("seat", [0, 1, 2])
@few_guests
def test_once_the_card_is_claimed_they_are_ordinary_discards(seat):
    t = fulfilled(short_deck(seat=seat), {3: 4}, seat).does("claim C", "guest 5")
    t.end_of_round(1).does("guest 5")
    assert {77, 90} <= set(t.guests_in_row())


@clause("more.orders-kept", corner=True)
@pytest.mark.parametrize("claims", [False, True])
@few_guests
def test_the_claim_of_another_player_releases_nobody(claims):
    t = fulfilled(short_deck(), {3: 5}, 1).plays("die 1")
    if claims:
        t.does("claim C")
    t.does("guest 5").end_of_round(1).does("guest 5")
    assert 77 in t.guests_in_row()
    assert 90 not in t.guests_in_row()


OTHERS = "A-goods B-top-floor C-three-each"
BESIDE = f"{SPEC}+unique-hotels"


def personal(entrance: str, seat: int = 0) -> Table:
    """C-large-orders lies beside Ninas Melange; two red guests of a player have moved in."""
    t = more(BESIDE, 3, politics=OTHERS, turn=seat)
    own_politics(t, "A-krones B-floors C-large-orders")
    return housed(t, seat, entrance=entrance)


@clause("more.orders-kept", "entrance.ninas-melange", corner=True)
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("entrance", ["ninas-melange", "kozi-palace"])
@few_guests
def test_guests_who_count_for_a_personal_card_are_kept_too(entrance, seat):
    t = personal(entrance, seat).does("guest 5").end_of_round(1).does("guest 5")
    assert 77 in t.guests_in_row()
    assert (90 in t.guests_in_row()) == (entrance != "ninas-melange")


@clause("more.orders-kept", "entrance.ninas-melange", corner=True)
@few_guests
def test_once_a_personal_card_is_fulfilled_they_are_ordinary_discards():
    t = fulfilled(personal("ninas-melange"), {3: 4}).does("claim own C", "guest 5")
    t.end_of_round(1).does("guest 5")
    assert {77, 90} <= set(t.guests_in_row())
