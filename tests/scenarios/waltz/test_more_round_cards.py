"""Staff of module 5 that is paid and used once a round; and the rules that these cards share."""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.bells import SPEC, SPECS, more, others_play

# The price of a card in the kitchen, and a kitchen that holds other things but not the price.
PAID = {
    170: "1 coffee",
    171: "1 cake",
    173: "2 strudel",
    176: "2 wine",
}
ONE_LESS = {170: "3 wine 3 cake", 171: "3 coffee", 173: "1 strudel 3 cake", 176: "1 wine 3 coffee"}
ALL = "4 strudel 4 cake 4 wine 4 coffee"


@clause("staff.{card}", "more.paid-once-a-round")
@pytest.mark.parametrize("card", PAID)
def test_a_paid_card_is_used_once_a_round(card):
    t = more(staff=[card], kitchen=ALL, vacant="1.1").does(f"use {card}")
    while "stop" in t.options:
        t.does("stop")
    t.illegal(f"use {card}")
    t.end_of_round(1)
    others_play(t).legal(f"use {card}")


@clause("staff.{card}", "more.exact-price")
@pytest.mark.parametrize("card", PAID)
def test_exactly_the_price_leaves_the_kitchen(card):
    amount, good = PAID[card].split()
    t = more(staff=[card], kitchen=ALL, vacant="1.1").does(f"use {card}")
    left = {"strudel": 4, "cake": 4, "wine": 4, "coffee": 4}
    assert t.me.kitchen == left | {good: 4 - int(amount)}


@clause("staff.{card}", "more.exact-price", corner=True)
@pytest.mark.parametrize("card", PAID)
def test_whoever_has_not_the_price_cannot_use_the_card(card):
    t = more(staff=[card], kitchen=ONE_LESS[card], vacant="1.1")
    t.illegal(f"use {card}")
    t.me.has(kitchen=PAID[card])
    t.legal(f"use {card}")


@clause("more.exact-price", corner=True)
def test_goods_on_a_guest_pay_for_nothing():
    t = more(staff=[176], guests={55: "2 wine"}, kitchen="1 wine")
    t.illegal("use 176")


@clause("staff.170")
@pytest.mark.parametrize("spec", SPECS)
def test_coachwoman_brings_vp_and_a_guest(spec):
    t = more(spec, staff=[170], kitchen="1 coffee", krones=0, row=[90, 81, 65, 51, 77])
    t.does("use 170", "reward 1", "guest 1")
    assert (t.me.vp, t.me.krones, t.me.kitchen) == (3, 0, {})
    assert t.me.guests == {90: {"strudel": 1, "cake": 3}}
    t.legal("guest 5", "die 1")


@clause("staff.170", "more.paid-for-something", corner=True)
def test_coachwoman_with_a_full_cafe_brings_vp_only():
    t = more(staff=[170], kitchen="1 coffee", guests={65: "", 66: "", 67: ""})
    t.does("use 170")
    assert t.options == ["reward 1", "stop"]
    assert t.does("reward 1").me.vp == 3
    t.legal("die 1")


@clause("staff.170", corner=True)
def test_the_guest_of_the_coachwoman_may_be_declined():
    t = more(staff=[170], kitchen="1 coffee").does("use 170", "reward 1", "stop")
    assert (t.me.vp, t.me.guests, t.me.kitchen) == (3, {}, {})


@clause("staff.171")
def test_bookkeeper_prepares_a_room_for_two_krones_less():
    t = more(staff=[171], kitchen="1 cake", krones=1, vacant="3.1").does("use 171", "prepare 4.1")
    assert (t.me.krones, t.me.vacant) == (0, {"3.1", "4.1"})
    t.legal("die 1")


@clause("staff.171", corner=True)
def test_the_discount_of_the_bookkeeper_pays_nothing_out():
    t = more(staff=[171], kitchen="1 cake", krones=1, vacant="1.1").does("use 171", "prepare 2.1")
    assert t.me.krones == 1


@clause("staff.171", "more.paid-for-something", corner=True)
def test_bookkeeper_without_a_room_that_can_be_paid():
    t = more(staff=[171], kitchen="1 cake", krones=0, occupied="1.1-3.5")
    t.illegal("use 171")


@clause("staff.171", corner=True)
def test_the_discount_adds_to_a_free_colour_without_harm():
    t = more(staff=[171, 9], kitchen="1 cake", krones=0, vacant="3.1").does(
        "use 171", "prepare 4.1"
    )
    assert t.me.krones == 0


@clause("staff.173")
def test_interpreter():
    t = more(staff=[173], kitchen="3 strudel", krones=4).does("use 173")
    assert (t.me.krones, t.me.vp, t.me.kitchen) == (6, 2, {"strudel": 1})


@clause("staff.173", corner=True)
def test_krones_of_the_interpreter_beyond_20_are_lost():
    t = more(staff=[173], kitchen="2 strudel", krones=19).does("use 173")
    assert (t.me.krones, t.me.vp) == (20, 2)


@clause("staff.176")
def test_dog_walker():
    t = more(staff=[176], kitchen="3 wine", emperor=4).does("use 176")
    assert (t.me.emperor, t.me.vp, t.me.kitchen) == (6, 2, {"wine": 1})


@clause("staff.176", corner=True)
def test_steps_of_the_dog_walker_beyond_the_end_score():
    t = more(staff=[176], kitchen="2 wine", emperor=12).does("use 176")
    assert (t.me.emperor, t.me.vp_from) == (13, {"staff": 2, "track": 1})


@clause("staff.175")
def test_wagon_master_exchanges_two_items_for_two_others():
    t = more(staff=[175], kitchen="2 wine 1 cake").does("use 175")
    t.does("swap wine for strudel", "swap wine for coffee")
    assert t.me.kitchen == {"strudel": 1, "cake": 1, "coffee": 1}
    assert t.me.vp == 2
    t.illegal("use 175")


@clause("staff.175", corner=True)
def test_items_of_two_kinds_may_be_exchanged_for_one_kind():
    t = more(staff=[175], kitchen="1 strudel 1 coffee").does("use 175")
    t.does("swap strudel for cake", "swap coffee for cake")
    assert t.me.kitchen == {"cake": 2}
    assert t.me.vp == 2


@clause("staff.175", corner=True)
def test_who_exchanges_nothing_scores_nothing():
    t = more(staff=[175], kitchen="2 wine").does("use 175", "stop")
    assert (t.me.vp, t.me.kitchen) == (0, {"wine": 2})


@clause("staff.175", "more.wagon-master-kinds", corner=True)
def test_no_item_is_exchanged_for_one_of_its_own_kind():
    t = more(staff=[175], kitchen="2 wine").does("use 175")
    t.illegal("swap wine for wine")


@clause("staff.175", corner=True)
def test_one_item_is_not_exchanged_alone():
    t = more(staff=[175], kitchen="2 wine").does("use 175", "swap wine for cake")
    assert t.me.vp == 0
    t.illegal("stop")
    t.does("swap wine for coffee")
    assert t.me.vp == 2


@clause("staff.175", corner=True)
def test_champagne_is_not_exchanged():
    t = more(f"{SPEC}+ballrooms", staff=[175], kitchen="2 wine 2 champagne").does("use 175")
    t.illegal("swap champagne for wine", "swap wine for champagne")
    t.does("swap wine for cake", "swap wine for cake")
    assert t.me.kitchen == {"cake": 2, "champagne": 2}


@clause("staff.175", corner=True)
def test_what_the_wagon_master_brings_may_go_straight_to_guests():
    t = more(staff=[175], kitchen="2 wine", guests={81: ""}, krones=0).does("use 175")
    t.does("swap wine for cake", "swap wine for cake").places("2 cake")
    assert t.me.guests == {81: {}}
    assert t.me.krones == 0


@clause("staff.177")
def test_hairdresser_steps_back_for_a_card_at_three_krones_less():
    t = more(staff=[177], hand=[9], emperor=5, krones=2).does("use 177", "hire 9")
    assert (t.me.emperor, t.me.krones, t.me.staff) == (3, 0, [9, 177])


@clause("staff.177", "more.paid-once-a-round")
def test_hairdresser_once_a_round():
    t = more(staff=[177], hand=[9, 10], emperor=5, krones=20).does("use 177", "hire 9")
    t.illegal("use 177")


@clause("staff.177", corner=True)
@pytest.mark.parametrize("emperor", [0, 1])
def test_hairdresser_with_fewer_than_two_steps(emperor):
    t = more(staff=[177], hand=[9], emperor=emperor)
    t.illegal("use 177")
    t.me.has(emperor=2)
    t.does("use 177")
    assert t.me.emperor == 0


@clause("staff.177", corner=True)
def test_a_discount_above_the_cost_pays_nothing_out():
    t = more(staff=[177], hand=[45], emperor=2, krones=0).does("use 177", "hire 45")
    assert (t.me.krones, t.me.emperor) == (0, 3)


@clause("staff.177", "more.paid-for-something", corner=True)
def test_hairdresser_without_a_card_that_can_be_paid():
    t = more(staff=[177], hand=[9], emperor=5, krones=1)
    t.illegal("use 177")


@clause("staff.177", corner=True)
def test_steps_back_are_no_vp_and_no_advance():
    t = more(staff=[177, 166], hand=[27], emperor=13, vacant="1.1").does("use 177", "hire 27")
    assert (t.me.emperor, t.me.vp) == (11, 0)
    t.illegal("use 166")


@clause("staff.175", "more.paid-once-a-round", corner=True)
@pytest.mark.parametrize("kitchen", ["1 wine", "1 wine 3 champagne", ""])
def test_the_wagon_master_wants_two_items(kitchen):
    more(staff=[175], kitchen=kitchen).illegal("use 175")
    more(staff=[175], kitchen="2 wine").legal("use 175")
