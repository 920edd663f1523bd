"""Bell cards of module 5 in general: when they help, how often, and what is left to the owner."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.bells import (
    BELLS,
    MEETS,
    POLITICS,
    SPEC,
    SPECS,
    met,
    more,
    others_play,
    turned,
)

COUNCILLOR = {84: "2 cake"}  # a red guest of three goods who still wants a wine
RICH = {"krones": 20, "dice": "5 5 5 5 5 5"}  # enough for any card


def serves(t: Table) -> Table:
    """The wine that the red guest at table 1 still wants."""
    return t.does("serve", "place wine on table 1")


@clause("bell.not-when-played")
@pytest.mark.parametrize("card", BELLS)
def test_a_bell_card_does_nothing_when_it_is_played(card):
    position = {key: value for key, value in MEETS[card][0].items() if key != "dice"}
    t = more(**(position | RICH | {"hand": [card], "kitchen": ""}))
    t.does("die 5", f"hire {card}")
    assert t.me.staff == [card]
    assert (t.me.emperor, t.me.kitchen, t.me.vp) == (0, {}, 0)
    assert not turned(t, card)
    t.illegal(f"use {card}")
    t.legal("end turn")


@clause("bell.condition", "staff.{card}")
@pytest.mark.parametrize("card", BELLS)
@pytest.mark.parametrize("spec", SPECS)
def test_the_owner_may_take_the_reward_as_soon_as_the_condition_is_met(card, spec):
    t = met(card, spec)
    assert set(t.options) == {f"use {card}", "stop"}
    t.does(f"use {card}")
    assert turned(t, card)


@clause("bell.own-condition", "bell.in-play")
def test_a_bell_card_in_play_answers_to_its_owner():
    t = more(staff=[166], dice="4 4 4").does("die 4", "steps 3")
    t.legal("use 166")


@clause("bell.own-condition")
def test_a_bell_card_answers_to_its_owner_alone():
    t = more(turn=1, staff=[166], dice="4 4 4")
    t.does("die 4", "steps 3")
    assert t.player == 1
    t.legal("end turn")


@clause("bell.same-or-later-turn")
def test_the_condition_may_be_met_in_the_turn_in_which_the_card_was_played():
    t = more(hand=[168], guests=COUNCILLOR, kitchen="1 wine", **RICH)
    serves(t.does("die 5", "hire 168")).does("use 168")
    assert t.me.kitchen == {"wine": 3, "coffee": 3}


@clause("bell.same-or-later-turn")
def test_the_condition_may_be_met_in_a_later_turn():
    t = more(hand=[168], guests=COUNCILLOR, kitchen="1 wine", **RICH)
    t.does("die 5", "hire 168", "end turn")
    serves(others_play(t)).does("use 168")
    assert t.me.kitchen == {"wine": 3, "coffee": 3}


@clause("bell.same-or-later-turn", corner=True)
def test_a_card_played_by_a_reward_hears_the_steps_of_the_same_reward():
    t = more(hand=[166], guests={70: "all"}, vacant="3.1", krones=20).check_in(70, "3.1")
    t.does("reward 1", "hire 166", "reward 2")
    t.legal("use 166")


@clause("bell.in-play")
def test_what_happened_before_the_card_was_played_does_not_count():
    t = more(hand=[168], guests=COUNCILLOR, kitchen="1 wine", **RICH)
    serves(t).does("die 5", "hire 168")
    t.illegal("use 168")
    t.legal("end turn")


@clause("bell.in-play", corner=True)
def test_a_bell_card_in_hand_hears_nothing():
    t = more(hand=[166], dice="4 4 4", vacant="1.1").does("die 4", "steps 3")
    t.illegal("use 166")
    t.legal("end turn")


@clause("bell.after-action")
def test_the_reward_waits_until_the_action_is_over():
    t = more(staff=[168], guests=COUNCILLOR | {74: ""}, kitchen="1 wine 2 coffee")
    serves(t)
    t.legal("place coffee on table 2", "stop")
    t.illegal("use 168")
    t.does("stop")
    assert set(t.options) == {"use 168", "stop"}


@clause("bell.after-action", corner=True)
def test_a_guest_who_moves_in_brings_the_whole_reward_first():
    t = more(staff=[178], hand=[27], guests={54: "all"}, vacant="2.2", occupied="1.2 2.1")
    t.check_in(54, "2.2")
    t.illegal("use 178")
    t.does("reward 2", "reward 1", "choose wine")
    assert (t.me.krones, t.me.emperor, t.me.kitchen) == (12, 6, {"wine": 1})
    t.legal("use 178")


@clause("bell.decline")
@pytest.mark.parametrize("card", BELLS)
def test_the_reward_may_be_declined_and_the_card_is_not_turned_over(card):
    t = met(card).does("stop")
    assert not turned(t, card)
    t.illegal(f"use {card}", "stop")


@clause("bell.wait")
def test_a_card_that_was_declined_waits_for_its_condition_to_be_met_again():
    t = met(168).does("stop")
    t.me.has(guests={86: "1 cake 1 wine"}, kitchen="1 wine 1 strudel")
    t.does("serve", "place wine on table 2", "use 168")
    assert t.me.kitchen == {"strudel": 1, "wine": 3, "coffee": 3}


@clause("bell.wait", corner=True)
def test_a_card_that_was_declined_is_not_offered_again_by_the_same_event():
    t = met(168, dice="3 3").does("stop")
    t.does("die 3", "stop")
    t.illegal("use 168")
    t.does("end turn")
    others_play(t).illegal("use 168")


@clause("bell.once")
def test_the_reward_is_received_once_in_the_game():
    t = met(168).does("use 168")
    t.me.has(guests={86: "1 cake 1 wine"}, kitchen="1 wine")
    t.does("serve", "place wine on table 2")
    t.illegal("use 168")
    assert t.me.kitchen == {}


@clause("bell.once", corner=True)
def test_two_events_in_one_action_bring_the_reward_once():
    t = more(staff=[169], guests={55: "2 wine", 57: "1 coffee 1 wine"}, kitchen="2 wine")
    t.does("serve", "place wine on table 1", "place wine on table 2", "use 169")
    assert t.me.krones == 10 - 1 + 6
    t.illegal("use 169")


@clause("bell.stays-turned")
def test_a_card_used_is_not_turned_back_at_the_end_of_a_round():
    t = met(169, staff=[169, 1]).does("use 169", "use 1")
    t.end_of_round(1)
    assert t.round == 2
    others_play(t)
    t.legal("use 1")
    t.me.has(guests={57: "1 coffee 1 wine"}, kitchen="1 wine")
    t.does("serve", "place wine on table 2")
    t.illegal("use 169")


@clause("bell.stays-in-play")
def test_a_card_that_was_turned_over_counts_as_played_for_a_politics_card():
    staff = [169, 27, 28, 30, 31, 32]
    t = met(169, staff=staff, politics="A-staff B-floors C-three-each").does("use 169")
    t.does("claim A")
    assert t.me.vp == 15


@clause("bell.stays-in-play")
def test_a_card_that_was_turned_over_counts_in_the_final_scoring():
    t = met(169, staff=[169, 32], round=7, tiles="A1 B1 C1").does("use 169")
    for seat in range(2):
        t.seat(seat).has(emperor=8)
    t.end_of_round(7)
    assert t.me.vp_from["staff"] == 2 * 2


@clause("bell.several", "staff-card.combine")
def test_several_cards_met_by_one_action_help_in_any_order():
    t = more(staff=[168, 169], guests=COUNCILLOR | {55: "2 wine"}, kitchen="2 wine")
    t.does("serve", "place wine on table 1", "place wine on table 2")
    assert set(t.options) == {"use 168", "use 169", "stop"}
    t.does("use 169", "use 168")
    assert (t.me.krones, t.me.kitchen) == (15, {"wine": 3, "coffee": 3})


@clause("bell.several", corner=True)
def test_of_several_cards_one_may_be_used_while_another_waits_on():
    t = more(staff=[168, 169], guests=COUNCILLOR | {55: "2 wine"}, kitchen="2 wine")
    t.does("serve", "place wine on table 1", "place wine on table 2", "use 169", "stop")
    assert (turned(t, 168), turned(t, 169)) == (False, True)


@clause("bell.several", corner=True)
def test_the_reward_of_one_card_may_meet_the_condition_of_another():
    t = met(172, staff=[172, 166], vacant="1.1").does("use 172")
    assert t.me.emperor == 5
    t.does("use 166", "prepare 1.2", "prepare 1.3")
    assert t.me.occupied == {"1.2", "1.3"}


@clause("bell.impossible")
def test_a_reward_that_is_not_possible_is_not_offered_and_the_card_waits():
    t = more(staff=[178], guests={51: "all"}, vacant="2.2", occupied="1.2 2.1")
    t.check_in(51, "2.2").does("stop")
    t.illegal("use 178")
    assert not turned(t, 178)


@clause("bell.in-scoring")
@pytest.mark.parametrize("spec", SPECS)
def test_a_condition_may_be_met_in_an_emperor_scoring(spec):
    t = Table(spec, tiles="A1 B4 C1", emperor=8, staff=[178], hand=[9, 10], occupied="1.2 2.1")
    t.seat(1).has(emperor=6)
    t.me.has(krones=0)
    t.end_of_round(5).does("prepare 2.2", "use 178", "hire 9", "hire 10")
    assert t.me.staff == [9, 10, 178]
    assert t.me.krones == 0
    assert t.round == 6


@clause("bell.in-scoring", corner=True)
def test_in_the_last_emperor_scoring_the_reward_still_serves_the_final_scoring():
    t = Table(SPEC, tiles="A1 B1 C2", emperor=10, staff=[178], hand=[30, 28], occupied="1.2 2.1")
    t.seat(1).has(emperor=8)
    t.end_of_round(7).does("prepare 2.2", "use 178", "hire 30", "stop")
    assert t.me.vp_from["staff"] == 3 * 3


@clause("bell.in-scoring", corner=True)
def test_it_may_be_declined_in_an_emperor_scoring_too():
    t = Table(SPEC, politics=POLITICS, tiles="A1 B4 C1", emperor=8, staff=[178], hand=[9])
    t.me.has(occupied="1.2 2.1")
    t.seat(1).has(emperor=6)
    t.end_of_round(5).does("prepare 2.2", "stop")
    assert not turned(t, 178)
    assert t.round == 6
