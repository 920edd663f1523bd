"""The nine staff cards by Dale Rowe-Smith, and the game without the Kitchen Hand.

The cards bear no numbers: 201 to 209 are in the order of the list on the site.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.court import rewarded
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import NUMBERS

SPEC = "revised-2021+rowe-smith"
SPECS = ("original-2015+rowe-smith", SPEC)
COSTS = {201: 6, 202: 6, 203: 6, 204: 6, 205: 5, 206: 4, 207: 2, 208: 1, 209: 2}


def cards_of(t: Table) -> set[int]:
    """All staff cards of a game after its set-up."""
    return set(t.staff_deck()).union(*(t.seat(seat).hand for seat in range(t.players)))


@clause("variant.rowe-smith")
def test_nine_more_staff_cards_are_in_the_game():
    assert cards_of(Table.set_up(SPEC)) == set(range(1, 49)) | set(COSTS)


@clause("variant.rowe-smith", "staff.{card}")
@pytest.mark.parametrize(("card", "cost"), COSTS.items())
def test_each_costs_what_the_site_says(card, cost):
    t = Table(SPEC, hand=[card], dice="5", krones=cost - 1).does("die 5", f"hire {card}")
    assert (t.me.krones, t.me.staff) == (0, [card])
    t = Table(SPEC, hand=[card], dice="5", krones=max(0, cost - 2)).does("die 5")
    if cost > 1:
        t.illegal(f"hire {card}")


@clause("variant.no-kitchen-hand")
@pytest.mark.parametrize("edition", ["original-2015", "revised-2021"])
def test_the_kitchen_hand_is_not_in_the_game(edition):
    without = cards_of(Table.set_up(f"{edition}+no-kitchen-hand"))
    assert without == cards_of(Table.set_up(edition)) - {17}


@clause("variant.no-kitchen-hand", corner=True)
def test_the_other_staff_is_what_it_was():
    base = Table.set_up("revised-2021").ruleset
    found = Table.set_up("revised-2021+no-kitchen-hand").ruleset
    assert found.staff == {n: card for n, card in base.staff.items() if n != 17}


# -- 201, Baker: coffee and cake stand for each other ----------------------------------------------


@clause("staff.201")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    ("guest", "has", "wants"), [(67, "cake", "coffee"), (81, "coffee", "cake")]
)
def test_baker_serves_one_for_the_other(spec, guest, has, wants):
    t = Table(spec, staff=[201], guests={guest: f"1 {wants}"}, kitchen=f"1 {has}")
    t.does("serve", f"place {has} on table 1 for {wants}")
    assert (t.me.guests, t.me.kitchen) == ({guest: {}}, {})


@clause("staff.201", corner=True)
def test_goods_just_received_stand_for_each_other_as_well():
    t = Table(SPEC, staff=[201], guests={67: ""}, dice="1 1").does("die 1", "split 1 0")
    t.does("place cake on table 1 for coffee")
    assert t.me.guests == {67: {"coffee": 1}}


@clause("staff.201", corner=True)
def test_baker_does_not_change_strudel_or_wine():
    t = Table(SPEC, staff=[201], guests={90: "", 75: ""}, kitchen="1 strudel 1 wine")
    t.does("serve")
    t.illegal("place strudel on table 2 for coffee", "place wine on table 1 for cake")


@clause("staff.201", corner=True)
def test_baker_does_not_change_what_lies_in_the_kitchen():
    t = Table(f"{SPEC}+more", staff=[201], politics="A-goods B-floors C-three-each")
    t.me.has(kitchen="3 strudel 6 cake 3 wine")
    t.illegal("claim A")


@clause("staff.201", corner=True)
def test_without_the_baker_nothing_stands_for_another_good():
    Table(SPEC, guests={67: ""}, kitchen="2 cake").illegal("serve")


# -- 202, Cocktail Waitress: two wine for another dish or drink ------------------------------------


@clause("staff.202")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(("guest", "wants"), [(92, "strudel"), (77, "cake"), (65, "coffee")])
def test_two_wine_serve_any_other_dish_or_drink(spec, guest, wants):
    t = Table(spec, staff=[202], guests={guest: ""}, kitchen="3 wine")
    t.does("serve", f"place wine on table 1 for {wants}")
    assert (t.me.guests, t.me.kitchen) == ({guest: {}}, {"wine": 1})


@clause("staff.202", corner=True)
def test_two_wine_go_to_any_guest_and_only_for_what_is_wanted():
    t = Table(SPEC, staff=[202], guests={65: "", 77: "", 75: "1 coffee"}, kitchen="4 wine")
    t.does("serve")
    assert set(t.options) == {
        "place wine on table 1 for coffee", "place wine on table 2 for cake",
        "place wine on table 3", "place wine on table 3 for coffee",
    }  # fmt: skip


@clause("staff.202", corner=True)
def test_one_wine_is_too_little():
    Table(SPEC, staff=[202], guests={65: ""}, kitchen="1 wine").illegal("serve")


@clause("staff.202", corner=True)
def test_wine_ordered_is_served_with_one_wine():
    t = Table(SPEC, staff=[202], guests={51: ""}, kitchen="2 wine").does("serve")
    t.does("place wine on table 1")
    assert t.me.kitchen == {"wine": 1}


@clause("staff.202", "variant.cocktail-serving", corner=True)
def test_both_wine_count_among_the_three_goods_served():
    t = Table(SPEC, staff=[202], guests={67: ""}, kitchen="4 wine")
    t.does("serve", "place wine on table 1 for coffee")
    t.illegal("place wine on table 1 for coffee")
    assert t.me.guests == {67: {"coffee": 1}}
    assert t.me.kitchen == {"wine": 2}
    t.does("serve", "place wine on table 1 for coffee")
    assert t.me.guests == {67: {}}


@clause("variant.cocktail-serving", corner=True)
def test_one_more_good_may_be_served_beside_the_two_wine():
    t = Table(SPEC, staff=[202], guests={75: "1 wine 1 coffee"}, kitchen="3 wine").does("serve")
    t.does("place wine on table 1", "place wine on table 1 for coffee")
    assert t.me.guests == {75: {}}


@clause("staff.202", "variant.cocktail-receiving", corner=True)
def test_two_wine_just_received_serve_another_good():
    t = Table(SPEC, staff=[202], guests={77: ""}, dice="2 2", kitchen="")
    t.does("die 2", "split 0 0", "place wine on table 1 for cake")
    assert (t.me.guests, t.me.kitchen) == ({77: {}}, {})


@clause("variant.cocktail-receiving", corner=True)
def test_one_wine_just_received_does_not_join_one_of_the_kitchen():
    t = Table(SPEC, staff=[202], guests={77: ""}, dice="2", kitchen="1 wine")
    t.does("die 2", "split 0 0")
    assert (t.me.guests, t.me.kitchen) == ({77: {"cake": 1}}, {"wine": 2})


@clause("staff.202", corner=True)
def test_two_wine_do_not_serve_champagne():
    t = Table(f"{SPEC}+ballrooms", patches=(NUMBERS,), staff=[202], kitchen="4 wine")
    t.me.has(guests={140: "3 wine"})
    assert t.me.guests == {140: {"champagne": 1}}
    t.illegal("serve")


@clause("staff.201", "staff.202", corner=True)
def test_baker_and_cocktail_waitress_together():
    t = Table(SPEC, staff=[201, 202], guests={67: ""}, kitchen="2 wine 1 cake").does("serve")
    t.does("place cake on table 1 for coffee", "place wine on table 1 for coffee")
    assert (t.me.guests, t.me.kitchen) == ({67: {}}, {})


# -- 203, Draftsman; 204, Event Coordinator --------------------------------------------------------


@clause("staff.203")
@pytest.mark.parametrize("spec", SPECS)
def test_draftsman_prepares_rooms_that_touch_no_other(spec):
    t = Table(spec, staff=[203], vacant="1.1", dice="3 3", krones=3).does("die 3", "prepare 4.5")
    assert (t.me.vacant, t.me.krones) == ({"1.1", "4.5"}, 0)


@clause("staff.203", corner=True)
def test_draftsman_serves_rewards_as_well():
    t = Table(SPEC, staff=[203], guests={49: "all"}, vacant="1.2").check_in(49, "1.2")
    t.does("prepare 2.5")
    assert t.me.vacant == {"2.5"}


@clause("staff.203", corner=True)
def test_draftsman_serves_in_an_emperor_scoring():
    t = rewarded("A4", SPEC, staff=[203], vacant="1.1").does("prepare 4.3")
    assert t.me.vacant == {"1.1", "4.3"}


@clause("staff.203", corner=True)
def test_a_limit_of_floors_holds_for_the_draftsman_too():
    t = Table(SPEC, staff=[203], guests={49: "all"}, vacant="1.2").check_in(49, "1.2")
    t.illegal("prepare 3.5", "prepare 4.5")


@clause("staff.204")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize(
    ("kind", "vp", "krones", "emperor"),
    [("blue", 9, 0, 0), ("red", 0, 6, 0), ("yellow", 0, 0, 6)],
)
def test_event_coordinator_picks_the_kind_of_the_occupancy_bonus(spec, kind, vp, krones, emperor):
    t = Table(spec, staff=[204], guests={51: "all"}, vacant="2.2", occupied="1.2 2.1")
    t.check_in(51, "2.2").does("stop", f"bonus {kind}")
    assert t.me.vp_from.get("occupancy", 0) == vp
    assert (t.me.krones, t.me.emperor) == (10 + krones, emperor)
    assert "bonus" not in t.legal_kinds()


@clause("staff.204", corner=True)
def test_every_group_completed_by_one_effect_asks_anew():
    t = Table(SPEC, staff=[204], hand=[35], vacant="1.1 1.5", dice="5 5")
    t.does("die 5", "hire 35", "occupy 1.1", "occupy 1.5", "bonus yellow", "bonus red")
    assert (t.me.emperor, t.me.krones) == (1, 11)


@clause("staff.204", corner=True)
def test_event_coordinator_in_an_emperor_scoring():
    t = rewarded("B4", SPEC, staff=[204], occupied="1.2").does("prepare 1.1", "bonus red")
    assert t.me.krones == 11


# -- 205, Financier --------------------------------------------------------------------------------


@clause("staff.205")
@pytest.mark.parametrize("spec", SPECS)
def test_financier_adds_a_krone_to_krones_received(spec):
    t = Table(spec, staff=[205], dice="4 4 4").does("die 4", "steps 1")
    assert t.me.krones == 10 + 2 + 1


@clause("staff.205", corner=True)
def test_financier_adds_nothing_where_no_krone_is_received():
    t = Table(SPEC, staff=[205], dice="4 4 4").does("die 4", "steps 3")
    assert t.me.krones == 10


@clause("staff.205", corner=True)
def test_financier_adds_a_krone_each_time():
    t = Table(SPEC, staff=[205, 5], guests={81: "all"}, vacant="1.3").check_in(81, "1.3")
    t.does("reward 2", "reward 1")
    assert t.me.krones == 10 + 3 + 1 + 2 + 1


@clause("staff.205", corner=True)
def test_financier_adds_a_krone_in_an_emperor_scoring():
    assert rewarded("A1", SPEC, staff=[205]).me.krones == 10 + 3 + 1


@clause("staff.205", corner=True)
def test_the_krone_of_the_financier_beyond_20_is_lost():
    assert Table(SPEC, staff=[205], krones=19, dice="4").does("die 4", "steps 0").me.krones == 20


@clause("staff.205", corner=True)
def test_a_discount_is_no_krone_received():
    t = Table(SPEC, staff=[205], hand=[9], dice="5 5 5").does("die 5", "hire 9")
    assert t.me.krones == 8
