"""The bell cards of module 5 one by one: what meets each, and what it brings."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.bells import POLITICS, SPEC, met, more, turned

WITH_BALLS = f"{SPEC}+ballrooms"


def cards_due(t: Table) -> set[str]:
    """The bell cards that may be used now, before anything else."""
    if "stop" not in t.options:
        return set()  # the turn goes on: staff in the options is that of once a round
    return {words for words in t.options if words.startswith("use ")}


# -- 166, Handmaid: 3 steps on the emperor track ---------------------------------------------------


@clause("staff.166")
def test_handmaid_prepares_and_occupies_two_rooms_without_paying():
    t = met(166, krones=0, vacant="1.4").does("use 166", "prepare 2.4", "prepare 3.4")
    assert t.me.occupied == {"2.4", "3.4"}
    assert t.me.vacant == {"1.4"}
    assert t.me.krones == 0
    t.legal("end turn")


@clause("staff.166", corner=True)
def test_handmaid_may_bring_one_room_only():
    t = met(166).does("use 166", "prepare 1.2", "stop")
    assert t.me.occupied == {"1.2"}
    assert turned(t, 166)


@clause("staff.166", corner=True)
def test_handmaid_after_two_steps_and_a_krone():
    t = more(staff=[166], dice="4 4 4", vacant="1.1").does("die 4", "steps 2")
    assert cards_due(t) == set()
    t.legal("end turn")


@clause("staff.166", corner=True)
def test_handmaid_in_a_full_hotel_waits():
    t = met(166, vacant="", occupied="1.1-4.5")
    t.illegal("use 166")
    assert not turned(t, 166)


@clause("staff.166", "bell.action", corner=True)
def test_steps_of_a_guest_and_of_the_staff_beside_add_up():
    t = more(staff=[166, 6], guests={67: "all"}, vacant="3.1").check_in(67, "3.1")
    t.does("staff bonus", "reward 2", "stop")
    assert t.me.emperor == 3
    assert cards_due(t) == {"use 166"}


@clause("staff.166", "bell.action", corner=True)
def test_steps_of_two_actions_of_a_turn_do_not_add_up():
    t = more(staff=[166, 176], guests={95: "all"}, kitchen="2 wine", vacant="1.3 1.4")
    t.does("use 176").check_in(95, "1.3").does("reward 1")
    assert t.me.emperor == 4
    assert cards_due(t) == set()


@pytest.mark.parametrize(
    ("reading", "used"),
    [pytest.param("together", True, marks=clause("bell.action", corner=True)), ("apart", False)],
)
def test_steps_of_checking_in_and_of_the_action_that_the_guest_brings(reading, used, tmp_path):
    """The Tour Guide brings 2 steps for E. Gizia, and her action 2 more; 166 waits for 3."""
    patch = tmp_path / "guide.toml"
    patch.write_text('id = "guide"\n[set]\n"staff.8.abilities.0.effects" ='
                     ' [{ do = "gain", emperor = 2 }]\n')  # fmt: skip
    t = more(staff=[166, 8], guests={97: "all"}, vacant="1.2", dice="4 4", patches=(patch,),
             rulings={"reward-action": reading})  # fmt: skip
    t.check_in(97, "1.2").does("staff bonus", "space 4", "steps 2")
    assert t.me.emperor == 4
    assert cards_due(t) == ({"use 166"} if used else set())


@clause("staff.166", "bell.steps-beyond-end", corner=True)
def test_steps_that_score_at_the_end_of_the_track_count_as_well():
    t = met(166, emperor=13)
    assert t.me.vp_from == {"track": 3}
    assert cards_due(t) == {"use 166"}


@clause("staff.166", corner=True)
def test_rooms_of_the_handmaid_may_complete_groups():
    t = met(166, staff=[166, 178], vacant="", occupied="1.2", hand=[9])
    t.does("use 166", "prepare 2.2", "prepare 2.1")
    assert t.me.emperor == 3 + 6
    assert cards_due(t) == {"use 178"}


# -- 167 to 169: orders of three goods -------------------------------------------------------------

GOODS = {
    167: ({74: "1 cake 1 coffee"}, {66: "1 cake"}, {82: "1 cake 1 wine"}, "coffee"),
    168: ({84: "2 cake"}, {80: "1 cake"}, {86: "1 cake 1 wine"}, "wine"),
    169: ({55: "2 wine"}, {54: "1 wine"}, {73: "2 coffee"}, "wine"),
}
OTHER_COLOUR = {
    167: ({82: "1 cake 1 wine"}, "coffee"),
    168: ({97: "2 strudel"}, "wine"),
    169: ({86: "1 cake 1 wine"}, "wine"),
}


def completes(card: int, guests: dict[int, str], last: str, **things) -> Table:
    """The last good of an order is served."""
    t = more(staff=[card], guests=guests, kitchen=f"1 {last}", **things)
    return t.does("serve", f"place {last} on table 1")


@clause("staff.167")
def test_apprentice():
    assert met(167).does("use 167").me.kitchen == {"strudel": 3, "cake": 3}


@clause("staff.168")
def test_dishwasher():
    assert met(168).does("use 168").me.kitchen == {"wine": 3, "coffee": 3}


@clause("staff.169")
def test_tapster():
    assert met(169, krones=5).does("use 169").me.krones == 5 - 1 + 6


@clause("staff.169", corner=True)
def test_krones_of_the_tapster_beyond_20_are_lost():
    assert met(169, krones=18).does("use 169").me.krones == 20


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize("card", GOODS)
def test_an_order_of_two_goods_is_too_small(card):
    _, small, _, last = GOODS[card]
    t = completes(card, small, last)
    assert list(t.me.guests.values()) == [{}]
    assert cards_due(t) == set()


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize("card", OTHER_COLOUR)
def test_a_guest_of_another_colour_does_not_count(card):
    guests, last = OTHER_COLOUR[card]
    t = completes(card, guests, last)
    assert list(t.me.guests.values()) == [{}]
    assert cards_due(t) == set()


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(("card", "guest"), [(167, 75), (168, 87), (169, 58)])
def test_an_order_of_four_goods_filled_from_the_supply_counts(card, guest):
    t = more(staff=[card], hand=[38], guests={guest: ""}, dice="5 5 5 5 5")
    t.does("die 5", "hire 38", "fill table 1")
    assert cards_due(t) == {f"use {card}"}


@clause("staff.167", corner=True)
def test_goods_of_the_apprentice_may_go_straight_to_guests():
    t = met(167, guests={74: "1 cake 1 coffee", 90: ""}).does("use 167")
    t.places("1 strudel 3 cake", table=2)
    assert t.me.guests[90] == {}
    assert t.me.kitchen == {"strudel": 2}


@clause("staff.168", corner=True)
def test_an_order_filled_with_goods_of_the_apprentice_calls_the_dishwasher():
    t = met(167, staff=[167, 168], guests={74: "1 cake 1 coffee", 90: ""}).does("use 167")
    t.places("1 strudel 3 cake", table=2)
    assert cards_due(t) == {"use 168"}


@clause("staff.169", corner=True)
def test_moving_in_does_not_call_the_tapster():
    t = more(staff=[169], guests={55: "all"}, vacant="1.2").check_in(55, "1.2").does("stop")
    assert cards_due(t) == set()


# -- 172, Chef de Rang: 3 drinks; 174, Bartender: 3 dishes -----------------------------------------


@clause("staff.172")
def test_chef_de_rang():
    t = met(172).does("use 172")
    assert t.me.emperor == 5
    assert t.me.kitchen == {"wine": 2, "coffee": 1}


@clause("staff.172", corner=True)
def test_steps_of_the_chef_de_rang_beyond_the_end_score():
    t = met(172, emperor=11).does("use 172")
    assert (t.me.emperor, t.me.vp_from) == (13, {"track": 3})


@clause("staff.174")
def test_bartender_brings_a_guest_with_a_filled_order_without_paying():
    t = met(174, row=[90, 81, 65, 51, 77], krones=0).does("use 174", "guest 1")
    assert t.me.guests == {90: {}}
    assert (t.me.krones, t.me.kitchen) == (0, {"strudel": 2, "cake": 1})
    t.legal("end turn")


@clause("staff.174", corner=True)
def test_bartender_with_a_full_cafe_waits():
    t = met(174, guests={65: "", 66: "", 67: ""})
    t.illegal("use 174")
    assert not turned(t, 174)


@clause("staff.174", corner=True)
def test_the_guest_of_the_bartender_may_move_in_within_the_turn():
    t = met(174, row=[90, 81, 65, 51, 77], vacant="1.3").does("use 174", "guest 1")
    t.check_in(90, "1.3")
    assert t.me.vp == 7


@clause("staff.174", corner=True)
def test_the_order_filled_by_the_bartender_calls_the_dishwasher():
    t = met(174, staff=[174, 168], row=[90, 81, 65, 51, 77]).does("use 174", "guest 1")
    assert cards_due(t) == {"use 168"}


@clause("staff.174", corner=True)
def test_the_guest_of_the_bartender_is_not_the_guest_of_the_turn():
    t = met(167, staff=[167, 174]).does("use 167", "use 174", "guest 4")
    assert len(t.me.guests) == 2
    t.legal("guest 5", "die 1")


TOO_FEW = {172: ("die 2", "2"), 174: ("die 1", "1")}


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize("card", TOO_FEW)
def test_two_drinks_or_dishes_are_too_few(card):
    die, face = TOO_FEW[card]
    t = more(staff=[card], dice=f"{face} {face}").does(die, "split 1 0")
    assert cards_due(t) == set()


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize("card", TOO_FEW)
def test_a_strengthened_action_brings_the_third(card):
    die, face = TOO_FEW[card]
    t = more(staff=[card], dice=f"{face} {face}").does(f"{die} +1", "split 1 0")
    assert cards_due(t) == {f"use {card}"}


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(("card", "other"), [(172, "1"), (174, "2")])
def test_goods_of_the_other_sort_do_not_count(card, other):
    t = more(staff=[card], dice=" ".join([other] * 4)).does(f"die {other}", "split 2 0")
    assert cards_due(t) == set()


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize("card", TOO_FEW)
def test_champagne_is_neither_dish_nor_drink(card):
    die, face = TOO_FEW[card]
    t = more(WITH_BALLS, staff=[card], dice=" ".join([face] * 3)).does(die, "split 1 1")
    assert t.me.kitchen["champagne"] == 1
    assert cards_due(t) == set()


@clause("staff.172", "bell.action", corner=True)
def test_drinks_laid_on_guests_at_once_count():
    t = more(staff=[172], dice="2 2 2", guests={88: ""}).does("die 2", "split 0 0")
    t.places("3 wine")
    assert cards_due(t) == {"use 172"}


@clause("staff.172", "bell.action", corner=True)
def test_drinks_of_two_actions_of_a_turn_do_not_add_up():
    t = more(staff=[172, 3], dice="2 2").does("use 3", "die 2", "split 1 0")
    assert t.me.kitchen == {"wine": 2, "coffee": 1}
    assert cards_due(t) == set()


@clause("staff.174", "bell.action", corner=True)
def test_dishes_of_two_actions_of_a_turn_do_not_add_up():
    t = more(staff=[174, 1], dice="1 1").does("use 1", "die 1", "split 1 0")
    assert t.me.kitchen == {"strudel": 2, "cake": 1}
    assert cards_due(t) == set()


# -- 178, Janitor: a group of three rooms ----------------------------------------------------------


@clause("staff.178")
def test_janitor_plays_two_cards_without_paying():
    t = met(178, hand=[9, 25, 45], krones=0).does("use 178", "hire 9", "hire 25")
    assert (t.me.staff, t.me.hand) == ([9, 25, 178], [45])
    assert t.me.krones == 0
    t.legal("die 1")


@clause("staff.178", corner=True)
def test_janitor_may_play_one_card():
    t = met(178, hand=[9, 25]).does("use 178", "hire 9", "stop")
    assert t.me.hand == [25]
    assert turned(t, 178)


@clause("staff.178", corner=True)
def test_a_group_of_two_does_not_call_the_janitor():
    t = more(staff=[178], hand=[27], guests={65: "all"}, vacant="3.1", occupied="4.1")
    t.check_in(65, "3.1")
    assert t.me.vp_from["occupancy"] == 5
    assert cards_due(t) == set()


@clause("staff.178", corner=True)
def test_a_group_of_four_calls_the_janitor():
    t = more(staff=[178], hand=[27], guests={77: "all"}, vacant="1.3", occupied="1.4 2.3 2.4")
    t.check_in(77, "1.3").does("stop")
    assert cards_due(t) == {"use 178"}


@clause("staff.178", corner=True)
def test_janitor_with_an_empty_hand_waits():
    t = met(178, hand=[])
    t.illegal("use 178")
    assert not turned(t, 178)


@clause("staff.178", corner=True)
def test_a_group_that_is_filled_again_calls_the_janitor():
    t = more(staff=[178], hand=[27], guests={51: "all"}, occupied="1.2 2.1 2.2")
    t.me.p.occupied &= ~(1 << 6)  # room 2.2 was lost to a penalty; the bonus had been paid
    t.me.has(vacant="2.2")
    t.check_in(51, "2.2").does("stop")
    assert t.me.emperor == 0
    assert cards_due(t) == {"use 178"}


@clause("staff.178", corner=True)
def test_a_card_played_by_the_janitor_may_be_a_bell_card():
    t = met(178, hand=[166, 45]).does("use 178", "hire 166", "hire 45")
    assert t.me.emperor == 6 + 3
    assert cards_due(t) == {"use 166"}


# -- 179, Entertainer: a marker on a politics card -------------------------------------------------


@clause("staff.179")
def test_entertainer_fills_two_orders():
    t = met(179, guests={84: "", 74: "", 51: ""}).does("use 179", "fill table 1", "fill table 2")
    assert t.me.guests == {84: {}, 74: {}, 51: {"wine": 1}}
    assert t.me.kitchen == {}
    t.legal("die 1")


@clause("staff.179", corner=True)
def test_entertainer_may_fill_one_order():
    t = met(179).does("use 179", "fill table 2", "stop")
    assert t.me.guests == {84: {"cake": 2, "wine": 1}, 74: {}}
    assert turned(t, 179)


@clause("staff.179", corner=True)
def test_entertainer_may_fill_none_though_the_porter_must():
    """Up to two orders leave the number free under either reading of what the Porter must do."""
    for reading in ("must", "may"):
        t = met(179, rulings={"fill-declined": reading}).does("use 179")
        assert t.options == ["fill table 1", "fill table 2", "stop"]
        assert t.does("fill table 1").options == ["fill table 2", "stop"]


@clause("staff.179", corner=True)
def test_entertainer_without_an_open_order_waits():
    t = met(179, guests={84: "all"})
    t.illegal("use 179")
    assert not turned(t, 179)


@clause("staff.179", corner=True)
def test_orders_filled_by_the_entertainer_call_other_cards():
    t = met(179, staff=[167, 168, 179]).does("use 179", "fill table 1", "fill table 2")
    assert cards_due(t) == {"use 167", "use 168"}


@clause("staff.179", corner=True)
def test_a_second_marker_calls_the_entertainer_who_was_declined():
    t = met(179, occupied="1.1-2.5").does("stop", "claim B", "use 179", "fill table 1", "stop")
    assert t.me.guests[84] == {}


@clause("staff.179", corner=True)
def test_a_personal_politics_card_does_not_call_the_entertainer():
    t = Table(f"{SPEC}+unique-hotels", politics=POLITICS, staff=[179], guests={84: ""})
    known = list(t.ruleset.politics.cards)
    t.state.own_politics[:] = [known.index(k) for k in ("A-staff", "B-top-floor", "C-red-yellow")]
    t.me.has(entrance="ninas-melange", occupied="4.1 4.2 4.3")
    t.does("claim own B")
    assert t.me.vp_from["entrance"] == 15
    assert cards_due(t) == set()


@clause("staff.179", corner=True)
def test_entertainer_helps_where_one_good_is_missing():
    met(179, guests={84: "2 cake"}).legal("use 179")
