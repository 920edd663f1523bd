"""Emperor scorings in general, beside what test_emperor.py shows with the single tiles."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import EDITIONS, rewarded, scoring
from tests.scenarios.table import Table

TILES = "A1 B1 C1"  # rewards: 3 krones; one good of each; 8 VP


@clause("emperor.tiles")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("round", "krones", "goods", "vp"), [(3, 3, 0, 0), (5, 0, 4, 0), (7, 0, 0, 8)]
)
def test_a_after_round_three_b_after_five_c_after_seven(round, krones, goods, vp, spec):
    t = Table(spec, tiles=TILES, krones=10, emperor=round + 3)
    t.seat(1).has(emperor=round + 1)
    t.end_of_round(round)
    assert t.me.krones == 10 + krones
    assert sum(t.me.kitchen.values()) == goods
    assert t.me.vp_from.get("tiles", 0) == vp


@clause("emperor.vp", "emperor.retreat")
@pytest.mark.parametrize("spec", EDITIONS)
def test_vp_are_scored_before_the_retreat(spec):
    t = scoring("A1", spec, emperor=13)
    assert (t.me.vp_from["track"], t.me.emperor) == (9, 10)


@clause("emperor.marker-stays")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("players", [2, 4])
def test_markers_stay_where_they_are_for_the_next_round(players, spec):
    t = Table(spec, players, tiles=TILES, emperor=9)
    for seat in range(1, players):
        t.seat(seat).has(emperor=4 + seat)
    t.end_of_round(3)
    assert t.round == 4
    assert [t.seat(i).emperor for i in range(players)] == [6, 2, 3, 4][:players]


@clause("emperor.retreat-to-zero", "emperor.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("tile", "space"), [("A2", 2), ("B1", 4), ("C1", 6)])
def test_no_marker_goes_below_zero(tile, space, spec):
    t = scoring(tile, spec, emperor=space)
    assert t.me.emperor == 0
    assert t.options == ["take penalty"]


@clause("emperor.reward", "emperor.nothing")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("after", "krones"), [(1, 0), (2, 0), (3, 5), (4, 5)])
def test_space_after_the_retreat_decides(after, krones, spec):
    assert scoring("B2", spec, emperor=5 + after, krones=10).me.krones == 10 + krones


@clause("emperor.reward-optional")
@pytest.mark.parametrize("spec", EDITIONS)
def test_room_and_card_of_a_reward_may_be_declined(spec):
    assert rewarded("A4", spec, vacant="1.1").does("stop").me.vacant == {"1.1"}
    t = rewarded("C4", spec, hand=[45]).does("stop")
    assert (t.me.staff, t.me.hand) == ([], [45])


@clause("emperor.reward-goods", "goods.any-source")
@pytest.mark.parametrize("spec", EDITIONS)
def test_goods_of_a_reward_may_go_to_guests(spec):
    t = rewarded("B1", spec, guests={75: "1 wine"})
    t.does("place wine on table 1", "place coffee on table 1")
    assert t.me.guests == {75: {"coffee": 1}}
    assert t.me.kitchen == {"strudel": 1, "cake": 1}


@clause("emperor.reward-group", "group.any-way")
@pytest.mark.parametrize("spec", EDITIONS)
def test_group_completed_by_a_reward_pays(spec):
    t = rewarded("B4", spec, occupied="1.2 2.1", vacant="1.1").does("prepare 2.2")
    assert t.me.emperor == 3 + 6  # a yellow group of three


@clause("emperor.reward", "emperor.retreat")
@pytest.mark.parametrize("spec", EDITIONS)
def test_steps_of_a_reward_come_after_the_retreat_and_score_nothing_then(spec):
    t = rewarded("B4", spec, occupied="1.2 2.1", vacant="1.1").does("prepare 2.2")
    assert t.me.vp_from == {"track": 5}  # space 8, before the retreat


@clause("emperor.penalty-alone")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_without_alternative_takes_what_there_is(spec):
    t = scoring("C2", spec, occupied="1.1").does("take penalty", "remove room 1.1")
    assert t.me.occupied == set()
    assert "tiles" not in t.me.vp_from
    t = scoring("A2", spec)
    assert t.options == ["take penalty"]
    assert t.does("take penalty").me.vp == 0


@clause("emperor.below-zero")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_below_zero(spec):
    t = scoring("A1", spec, krones=2).does("lose vp")
    assert t.me.vp == -5


@clause("emperor.penalty-in-full", "emperor.other-penalty")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_that_is_possible_in_part_only_is_not_possible(spec):
    t = scoring("B2", spec, krones=4)
    assert t.options == ["lose vp"]
    t.does("lose vp")
    assert (t.me.krones, t.me.vp_from["tiles"]) == (4, -7)


@clause("emperor.cards-buried")
@pytest.mark.parametrize("spec", EDITIONS)
def test_owner_chooses_the_cards_to_give_up(spec):
    t = scoring("A3", spec, hand=[3, 9, 45]).does("take penalty", "bury 45", "bury 3")
    assert t.me.hand == [9]
    assert t.staff_deck()[-2:] == [45, 3]


@clause("emperor.rooms-choice")
@pytest.mark.parametrize("spec", EDITIONS)
def test_owner_chooses_among_the_rooms_of_the_highest_floor(spec):
    t = scoring("A4", spec, vacant="1.1 2.1 2.2").does("take penalty")
    assert set(t.options) == {"remove room 2.1", "remove room 2.2"}


@clause("emperor.tile-order")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("round", "order"), [(3, [2, 3, 0, 1]), (5, [0, 1, 2, 3])])
def test_clockwise_from_the_starting_player_of_the_round(round, order, spec):
    """Four players: the third starts round 3, the first starts round 5."""
    t = Table(spec, 4, tiles="A2 B1 C1").end_of_round(round)
    found = []
    while t.options == ["take penalty"]:
        found.append(t.player)
        t.does("take penalty")
    assert found == order


@clause("emperor.penalty-choice-2015")
@pytest.mark.parametrize(("choice", "krones", "vp"), [("take penalty", 0, 0), ("lose vp", 5, -7)])
def test_original_leaves_the_choice_between_two_possible_penalties(choice, krones, vp):
    t = scoring("B2", "original-2015", krones=5)
    assert set(t.options) == {"take penalty", "lose vp"}
    t.does(choice)
    assert (t.me.krones, t.me.vp) == (krones, vp)


@clause("emperor.penalty-forced-2021")
def test_revised_does_not_let_vp_be_lost_by_choice():
    t = scoring("B2", "revised-2021", krones=5)
    t.illegal("lose vp")
    assert t.does("take penalty").me.krones == 0
