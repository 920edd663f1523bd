"""Emperor tiles of module 5: rewards, penalties, and what is lost instead."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import rewarded, scoring
from tests.scenarios.table import Table
from tests.scenarios.waltz.bells import SPEC, SPECS
from tests.scenarios.waltz.lobby import fulfilled_own

WITH_BALLS = f"{SPEC}+ballrooms"


@clause("emperor_tile.A6.reward")
@pytest.mark.parametrize("spec", SPECS)
def test_a6_brings_two_krones_and_a_dish_or_drink(spec):
    t = rewarded("A6", spec).does("reward 1", "reward 2", "choose coffee")
    assert (t.me.krones, t.me.kitchen) == (12, {"coffee": 1})
    assert t.round == 4


@clause("emperor_tile.A6.reward", corner=True)
def test_the_good_of_a6_may_go_straight_to_a_guest_and_is_no_champagne():
    t = rewarded("A6", WITH_BALLS, guests={51: ""}).does("reward 2")
    t.illegal("choose champagne")
    t.does("choose wine", "place wine on table 1")
    assert t.me.guests == {51: {}}


@clause("emperor_tile.A6.reward", corner=True)
def test_krones_of_a6_beyond_20_are_lost():
    assert rewarded("A6", krones=19, spec=SPEC).does("reward 1").me.krones == 20


@clause("emperor_tile.A6.penalty")
@pytest.mark.parametrize("spec", SPECS)
def test_a6_takes_two_krones_and_an_item_of_choice(spec):
    t = scoring("A6", spec, krones=2, kitchen="1 strudel 1 wine").does("take penalty")
    t.legal("pay strudel", "pay wine")
    t.does("pay wine")
    assert (t.me.krones, t.me.kitchen, t.me.vp) == (0, {"strudel": 1}, 0)


@clause("emperor_tile.A6.penalty", corner=True)
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    ("krones", "kitchen"), [(1, "3 wine"), (8, ""), (0, "")], ids=["krones", "items", "neither"]
)
def test_whoever_has_not_both_loses_5_vp_instead(spec, krones, kitchen):
    t = scoring("A6", spec, krones=krones, kitchen=kitchen)
    assert t.options == ["lose vp"]
    t.does("lose vp")
    assert (t.me.vp, t.me.krones) == (-5, krones)


@clause("emperor_tile.A6.penalty", corner=True)
@pytest.mark.parametrize("spec", SPECS)
def test_the_5_vp_cannot_be_chosen(spec):
    t = scoring("A6", spec, krones=5, kitchen="1 cake")
    t.legal("take penalty")
    t.illegal("lose vp")


@clause("champagne.neither")
@clause("emperor_tile.A6.penalty", corner=True)
@pytest.mark.parametrize(
    ("kitchen", "options"),
    [("3 champagne", ["lose vp"]), ("3 champagne 1 cake", ["take penalty"])],
)
def test_champagne_is_no_item_of_a6(kitchen, options):
    t = scoring("A6", WITH_BALLS, krones=5, kitchen=kitchen)
    assert t.options == options
    t = scoring("A6", WITH_BALLS, krones=5, kitchen="3 champagne 1 cake").does("take penalty")
    t.illegal("pay champagne")


@clause("emperor_tile.B6.reward")
@pytest.mark.parametrize("spec", SPECS)
def test_b6_brings_three_cards_and_4_vp(spec):
    t = rewarded("B6", spec, hand=[9], deck=[1, 2, 3]).does("reward 1", "reward 2")
    assert t.me.hand == [1, 2, 3, 9]
    assert t.me.vp_from["tiles"] == 4


@clause("emperor_tile.B6.reward", corner=True)
def test_b6_with_a_short_deck():
    t = Table(SPEC, tiles="A1 B6 C1", emperor=8, deck=[1, 2])
    t.state.staff_deck_size = 2
    t.seat(1).has(emperor=6)
    t.end_of_round(5).does("reward 1", "reward 2")
    assert t.me.hand == [1, 2]
    assert t.me.vp_from["tiles"] == 4


@clause("emperor_tile.B6.penalty")
@pytest.mark.parametrize("spec", SPECS)
def test_b6_takes_three_cards_of_the_hand(spec):
    t = scoring("B6", spec, hand=[1, 2, 3, 4]).does("take penalty", "bury 2", "bury 1", "bury 4")
    assert t.me.hand == [3]
    assert t.staff_deck()[-3:] == [2, 1, 4]
    assert t.me.vp == 0


@clause("emperor_tile.B6.penalty", corner=True)
@pytest.mark.parametrize("spec", SPECS)
def test_whoever_has_fewer_than_three_loses_7_vp_instead(spec):
    t = scoring("B6", spec, hand=[1, 2], staff=[3, 4])
    assert t.options == ["lose vp"]
    assert t.does("lose vp").me.vp == -7
    assert t.me.hand == [1, 2]


@clause("emperor_tile.B6.penalty", corner=True)
@pytest.mark.parametrize("spec", SPECS)
def test_the_7_vp_cannot_be_chosen(spec):
    t = scoring("B6", spec, hand=[1, 2, 3])
    t.legal("take penalty")
    t.illegal("lose vp")


@clause("emperor_tile.C6.reward")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("claimed", "vp"), [("", 0), ("B", 5), ("A C", 10), ("A B C", 15)])
def test_c6_scores_markers_on_politics_cards(spec, claimed, vp):
    t = rewarded("C6", spec, claimed=claimed)
    assert t.me.vp_from.get("tiles", 0) == vp


@clause("emperor_tile.C6.reward", corner=True)
def test_personal_politics_cards_are_no_markers():
    t = Table(f"{SPEC}+unique-hotels", tiles="A1 B1 C6", emperor=10, claimed="A")
    t.me.has(entrance="ninas-melange")
    fulfilled_own(t, 2)
    t.seat(1).has(emperor=8)
    t.end_of_round(7)
    assert t.me.vp_from["tiles"] == 5


@clause("emperor_tile.C6.penalty")
@pytest.mark.parametrize("spec", SPECS)
def test_c6_takes_all_krones_and_goods_of_the_kitchen(spec):
    t = scoring("C6", spec, krones=13, kitchen="2 wine 1 cake", guests={75: "1 wine"})
    t.does("take penalty")
    assert (t.me.krones, t.me.kitchen) == (0, {})
    assert t.me.guests == {75: {"wine": 1, "coffee": 2}}
    assert "leftovers" not in t.me.vp_from


@clause("emperor_tile.C6.penalty", corner=True)
@pytest.mark.parametrize("spec", SPECS)
def test_c6_has_no_other_penalty_for_who_has_nothing(spec):
    t = scoring("C6", spec, krones=0)
    assert t.options == ["take penalty"]
    assert t.does("take penalty").me.vp == 0


@clause("emperor_tile.C6.penalty", corner=True)
def test_c6_takes_champagne_as_well():
    t = scoring("C6", WITH_BALLS, krones=3, kitchen="2 champagne 1 wine").does("take penalty")
    assert t.me.kitchen == {}
