"""Emperor scoring: points, retreat, who gets what; and every reward and penalty of the 12 tiles."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import EDITIONS, rewarded, scoring
from tests.scenarios.table import Table

# -- the track ------------------------------------------------------------------------------------

TRACK = [0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9]


@clause("emperor-track.spaces", "emperor.vp")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("space", range(14))
def test_vp_of_a_space(space, spec):
    t = scoring("A2", spec, emperor=space)
    assert t.me.vp_from.get("track", 0) == TRACK[space]


@clause("emperor.retreat", "emperor.retreat-to-zero", "emperor.marker-stays")
@pytest.mark.parametrize(("round", "back"), [(3, 3), (5, 5), (7, 7)])
def test_retreat(round, back):
    t = Table("revised-2021", emperor=13, tiles="A2 B1 C1")
    t.seat(1).has(emperor=back - 1)
    t.end_of_round(round)
    assert t.me.emperor == 13 - back
    assert t.seat(1).emperor == 0


@clause("round.emperor-scorings")
@pytest.mark.parametrize("round", [1, 2, 4, 6])
def test_no_scoring_after_other_rounds(round):
    t = Table("revised-2021", emperor=7, krones=3).end_of_round(round)
    assert (t.me.emperor, t.me.krones, t.me.vp) == (7, 3, 0)
    assert t.round == round + 1


@clause("emperor.reward", "emperor.penalty", "emperor.nothing")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("space", range(8))
def test_reward_from_three_penalty_on_zero(space, spec):
    t = scoring("A1", spec, emperor=space, krones=9)
    if space - 3 <= 0:
        assert t.player == 0
        t.does("take penalty")
        assert t.me.krones == 9 - 3
    else:
        assert t.me.krones == (9 + 3 if space - 3 >= 3 else 9)


@clause("emperor.vp", "emperor.retreat")
def test_all_retreat_before_anyone_is_rewarded_or_punished():
    t = Table("revised-2021", 3, tiles="A1 B1 C1", emperor=1)
    t.seat(1).has(emperor=8)
    t.seat(2).has(emperor=2)
    t.end_of_round(3)
    assert [t.seat(i).emperor for i in range(3)] == [0, 5, 0]
    assert [t.seat(i).vp for i in range(3)] == [1, 5, 2]


@clause("emperor.tile-order")
def test_tile_is_carried_out_in_the_order_of_the_round_just_ended():
    t = Table("revised-2021", 3, tiles="A1 B1 C1").end_of_round(3)
    order = []
    while t.options == ["take penalty"]:
        order.append(t.player)
        t.does("take penalty")
    assert order == [2, 0, 1]  # in round 3 the third player had the 1
    assert (t.round, t.player) == (4, 0)


@clause("politics-card.own-turn")
def test_politics_cannot_be_claimed_in_a_scoring():
    t = rewarded("A4", krones=20, vacant="1.1", politics="A-krones B-floors C-three-each")
    assert "claim" not in t.legal_kinds()
    t.does("prepare 1.2")
    assert t.me.vp_from == {"track": 4}
    while t.player != 0:
        t.plays()
    t.does("claim A")


# -- rewards --------------------------------------------------------------------------------------


@clause("emperor_tile.{tile}.reward")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("tile", "krones"), [("A1", 3), ("B2", 5)])
def test_reward_krones(tile, krones, spec):
    assert rewarded(tile, spec, krones=4).me.krones == 4 + krones
    assert rewarded(tile, spec, krones=18).me.krones == 20


@clause("emperor.reward-goods")
@clause("emperor_tile.A2.reward", "emperor_tile.A2.placed")
@pytest.mark.parametrize("spec", EDITIONS)
def test_reward_a2_two_goods_of_choice(spec):
    t = rewarded("A2", spec, guests={75: ""}).does("choose cake", "choose wine")
    t.does("place wine on table 1")
    assert t.me.kitchen == {"cake": 1}
    assert t.me.guests[75] == {"wine": 1, "coffee": 2}


@clause("emperor_tile.A2.reward")
def test_reward_a2_twice_the_same_good():
    assert rewarded("A2").does("choose wine", "choose wine").me.kitchen == {"wine": 2}


@clause("emperor_tile.{tile}.reward", "emperor_tile.{tile}.offer-returned")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("tile", "pays"), [("A3", 2), ("B3", 0)])
def test_reward_three_cards_drawn_one_played(tile, pays, spec):
    t = rewarded(tile, spec, krones=5, deck=[9, 12, 1], hand=[45])
    t.illegal("hire 45")
    t.does("hire 9", "bury 1")
    assert t.me.krones == 5 - pays
    assert (t.me.staff, t.me.hand) == ([9], [45])
    assert t.staff_deck()[-2:] == [1, 12]


@clause("emperor_tile.A3.reward", "emperor_tile.A3.offer-returned", corner=True)
def test_reward_a3_nothing_affordable_all_three_go_under_the_deck():
    t = rewarded("A3", krones=0, deck=[9, 10, 11]).does("bury 10", "bury 9")
    assert t.me.staff == []
    assert t.staff_deck()[-3:] == [10, 9, 11]


@clause("emperor.reward-optional")
@clause("emperor_tile.B3.reward", "emperor_tile.B3.offer-returned", corner=True)
def test_reward_b3_may_be_declined():
    t = rewarded("B3", deck=[9, 10, 11]).does("stop", "bury 9", "bury 10")
    assert t.me.staff == []
    assert t.staff_deck()[-3:] == [9, 10, 11]


@pytest.mark.parametrize(
    ("reading", "declined"),
    [
        pytest.param("may", True, marks=clause("emperor_tile.B3.reward", corner=True)),
        ("must", False),
    ],
)
@pytest.mark.parametrize("spec", EDITIONS)
def test_reward_b3_and_a_card_that_must_be_played_once_drawn(reading, declined, spec):
    t = rewarded("B3", spec, krones=0, deck=[9, 10, 11], rulings={"b3-draw": reading})
    assert ("stop" in t.options) == declined
    t.does("hire 9", "bury 10")
    assert t.me.staff == [9]


@clause("emperor_tile.A4.reward")
@pytest.mark.parametrize("spec", EDITIONS)
def test_reward_a4_any_floor_free(spec):
    t = rewarded("A4", spec, krones=0, vacant="1.1 2.1 3.1").does("prepare 4.1")
    assert t.me.vacant == {"1.1", "2.1", "3.1", "4.1"}
    assert t.me.krones == 0


@clause("emperor_tile.B1.reward")
def test_reward_b1_one_of_each():
    t = rewarded("B1")
    assert t.me.kitchen == {"strudel": 1, "cake": 1, "wine": 1, "coffee": 1}


@clause("emperor_tile.B4.reward")
@pytest.mark.parametrize("spec", EDITIONS)
def test_reward_b4_a_room_on_the_two_lowest_floors_occupied_at_once(spec):
    t = rewarded("B4", spec, krones=0, vacant="1.1 2.1")
    t.illegal("prepare 3.1")
    t.does("prepare 1.2")
    assert t.me.occupied == {"1.2"}
    assert t.me.krones == 0


@clause("emperor_tile.B4.reward", corner=True)
def test_reward_b4_with_two_full_floors_brings_nothing():
    t = rewarded("B4", vacant="1.1-2.5")
    assert t.me.occupied == set()
    assert "prepare" not in t.legal_kinds()


@clause("emperor_tile.C1.reward")
@pytest.mark.parametrize("spec", EDITIONS)
def test_reward_c1(spec):
    assert rewarded("C1", spec).me.vp_from["tiles"] == 8


@clause("emperor.reward-group", "group.any-way")
@clause("emperor_tile.C2.reward", "emperor_tile.C2.occupancy-bonus")
@pytest.mark.parametrize("spec", EDITIONS)
def test_reward_c2_any_room_occupied_with_its_occupancy_bonus(spec):
    t = rewarded("C2", spec, krones=0, vacant="2.1", occupied="1.1 3.1").does("prepare 4.1")
    assert t.me.occupied == {"1.1", "3.1", "4.1"}
    assert t.me.vp_from["occupancy"] == 5  # 3.1 and 4.1: a blue group of two


@clause("emperor_tile.C3.reward")
@pytest.mark.parametrize("spec", EDITIONS)
def test_reward_c3_two_vp_a_card(spec):
    assert rewarded("C3", spec, staff=[3, 45, 27]).me.vp_from["tiles"] == 6


@clause("emperor_tile.C4.reward")
@pytest.mark.parametrize("spec", EDITIONS)
def test_reward_c4_a_card_from_the_hand_free(spec):
    t = rewarded("C4", spec, krones=1, hand=[25, 45])
    t.does("hire 25")
    assert t.me.staff == [25]
    assert t.game.over
    assert t.me.vp_from["leftovers"] == 1


@clause("emperor_tile.C4.reward", corner=True)
def test_reward_c4_with_an_empty_hand():
    assert rewarded("C4").game.over


# -- penalties ------------------------------------------------------------------------------------

CHOICE = [  # tile, what makes it possible, what makes it impossible, VP lost instead
    ("A1", {"krones": 3}, {"krones": 2}, 5),
    ("A3", {"hand": [9, 10]}, {"hand": [9]}, 5),
    ("A4", {"vacant": "1.1"}, {"occupied": "1.1"}, 5),
    ("B2", {"krones": 5}, {"krones": 4}, 7),
    ("B3", {"hand": [9, 10, 11]}, {"hand": [9, 10]}, 7),
    ("B4", {"vacant": "1.1 1.2"}, {"vacant": "1.1", "occupied": "1.2 1.3"}, 7),
    ("C4", {"staff": [27]}, {"staff": [12, 3, 45]}, 10),
]


@clause("emperor.penalty-choice-2015", "emperor.other-penalty", "emperor.penalty-in-full")
@clause("emperor_tile.{tile}.alternative-2015")
@pytest.mark.parametrize(("tile", "possible", "impossible", "vp"), CHOICE)
def test_original_lets_the_player_choose_between_possible_penalties(tile, possible, impossible, vp):
    t = scoring(tile, "original-2015", **possible)
    assert set(t.options) == {"take penalty", "lose vp"}
    assert t.does("lose vp").me.vp_from["tiles"] == -vp
    assert scoring(tile, "original-2015", **impossible).options == ["lose vp"]


@clause("emperor.penalty-forced-2021", "emperor.other-penalty", "emperor.penalty-in-full")
@clause("emperor_tile.{tile}.alternative-2021")
@clause("emperor_tile.{tile}.penalty", corner=True)
@pytest.mark.parametrize(("tile", "possible", "impossible", "vp"), CHOICE)
def test_revised_takes_vp_only_if_the_penalty_is_not_possible_in_full(
    tile, possible, impossible, vp
):
    assert scoring(tile, **possible).options == ["take penalty"]
    t = scoring(tile, **impossible)
    assert t.options == ["lose vp"]
    t.does("lose vp")
    assert t.me.vp_from["tiles"] == -vp


@clause("emperor_tile.{tile}.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("tile", "krones"), [("A1", 3), ("B2", 5)])
def test_penalty_krones(tile, krones, spec):
    t = scoring(tile, spec, krones=6).does("take penalty")
    assert (t.me.krones, t.me.vp) == (6 - krones, 0)


@clause("emperor_tile.A2.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_a2_empties_the_kitchen_only(spec):
    t = scoring("A2", spec, kitchen="2 wine 3 cake", guests={75: "1 wine"}).does("take penalty")
    assert t.me.kitchen == {}
    assert t.me.guests[75] == {"wine": 1, "coffee": 2}


@clause("emperor_tile.B1.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_b1_empties_kitchen_and_cafe(spec):
    t = scoring("B1", spec, kitchen="2 wine", guests={75: "1 wine", 92: "all"})
    t.does("take penalty")
    assert t.me.kitchen == {}
    assert t.me.guests == {75: {"wine": 2, "coffee": 2}, 92: {"strudel": 1}}


@clause("emperor.penalty-alone")
@clause("emperor_tile.{tile}.penalty", corner=True)
@pytest.mark.parametrize("tile", ["A2", "B1"])
def test_penalty_with_nothing_to_empty(tile):
    assert scoring(tile).does("take penalty").me.vp == 0


@clause("emperor.cards-buried")
@clause("emperor_tile.{tile}.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("tile", "given"), [("A3", [9, 45]), ("B3", [9, 45, 3])])
def test_penalty_cards_of_choice_under_the_deck(tile, given, spec):
    t = scoring(tile, spec, hand=[3, 9, 10, 45]).does("take penalty")
    t.does(*[f"bury {card}" for card in given])
    assert t.staff_deck()[-len(given) :] == given
    assert t.me.hand == sorted({3, 9, 10, 45} - set(given))


@clause("emperor.rooms-choice")
@clause("emperor_tile.A4.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_a4_a_vacant_room_as_high_as_possible(spec):
    t = scoring("A4", spec, vacant="1.1 2.1 2.2", occupied="3.1").does("take penalty")
    assert set(t.options) == {"remove room 2.1", "remove room 2.2"}
    t.does("remove room 2.1")
    assert (t.me.vacant, t.me.occupied) == ({"1.1", "2.2"}, {"3.1"})


@clause("emperor.rooms-choice")
@clause("emperor_tile.B4.penalty")
def test_penalty_b4_two_vacant_rooms_as_high_as_possible():
    t = scoring("B4", vacant="1.1 1.2 3.1", occupied="4.1").does("take penalty")
    assert t.options == ["remove room 3.1"]
    t.does("remove room 3.1")
    assert set(t.options) == {"remove room 1.1", "remove room 1.2"}
    t.does("remove room 1.1")
    assert (t.me.vacant, t.me.occupied) == ({"1.2"}, {"4.1"})


@clause("emperor_tile.B4.penalty")
def test_penalty_b4_two_rooms_of_one_floor():
    t = scoring("B4", vacant="1.1 2.1 2.2 2.3").does("take penalty", "remove room 2.3")
    assert set(t.options) == {"remove room 2.1", "remove room 2.2"}


@clause("emperor_tile.B4.penalty", corner=True)
def test_penalty_b4_with_the_rooms_of_the_original_text():
    agreed = {"b4-rooms": "occupied"}
    t = scoring("B4", "original-2015", rulings=agreed, vacant="4.1", occupied="1.1 1.2")
    t.does("take penalty", "remove room 1.1", "remove room 1.2")
    assert (t.me.vacant, t.me.occupied) == ({"4.1"}, set())
    assert scoring("B4", "original-2015", rulings=agreed, vacant="4.1 3.1").options == ["lose vp"]


@clause("emperor_tile.C1.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_c1(spec):
    t = scoring("C1", spec).does("take penalty")
    assert t.me.vp_from["tiles"] == -8


@clause("emperor.below-zero")
@clause("emperor_tile.C1.penalty", corner=True)
def test_vp_may_fall_below_zero():
    t = scoring("C1", krones=0, vacant="1.1").does("take penalty")
    assert t.me.vp == -8


@clause("emperor_tile.C3.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_c3_two_vp_a_card(spec):
    t = scoring("C3", spec, staff=[3, 45, 12]).does("take penalty")
    assert t.me.vp_from["tiles"] == -6


@clause("emperor_tile.C4.penalty")
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_c4_a_final_card_of_choice(spec):
    t = scoring("C4", spec, staff=[27, 28, 12], occupied="1.1 1.3").does("take penalty")
    assert set(t.options) == {"remove staff 27", "remove staff 28"}
    t.does("remove staff 28")
    assert t.me.staff == [12, 27]
    assert t.me.vp_from["staff"] == 3  # the red room only


@clause("emperor_tile.C2.penalty", "emperor_tile.C2.second-room-2015")
def test_penalty_c2_original_takes_the_next_room_of_the_column():
    t = scoring("C2", "original-2015", occupied="1.1 2.2 3.1 1.2").does("take penalty")
    t.does("remove room 3.1")
    assert t.options == ["remove room 1.1"]
    t.does("remove room 1.1")
    assert t.me.occupied == {"2.2", "1.2"}


@clause("emperor_tile.C2.penalty", "emperor_tile.C2.second-room-2021")
def test_penalty_c2_revised_takes_the_next_floor_in_any_column():
    t = scoring("C2", occupied="1.1 2.2 2.3 3.1 1.2").does("take penalty", "remove room 3.1")
    assert set(t.options) == {"remove room 2.2", "remove room 2.3"}
    t.does("remove room 2.3")
    assert t.me.occupied == {"1.1", "1.2", "2.2"}


@clause("emperor.penalty-alone")
@clause("emperor_tile.C2.penalty", "emperor_tile.C2.partial", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_c2_never_takes_two_rooms_of_one_floor(spec):
    t = scoring("C2", spec, occupied="1.1 1.2").does("take penalty", "remove room 1.1")
    assert t.me.occupied == {"1.2"}
    assert t.game.over


@clause("emperor_tile.C2.penalty", "emperor_tile.C2.partial", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_penalty_c2_without_occupied_rooms(spec):
    t = scoring("C2", spec, vacant="1.1")
    t.does("take penalty")
    assert t.me.vacant == {"1.1"}
    assert t.me.vp_from.get("tiles", 0) == 0
