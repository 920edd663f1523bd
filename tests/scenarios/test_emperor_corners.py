"""Emperor tiles where it is close: little to take, nothing to give, no room, no krone, no card."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import EDITIONS, rewarded, scoring
from tests.scenarios.table import Table, final_scoring

ALTERNATIVE = {"A1": 5, "A3": 5, "A4": 5, "B2": 7, "B3": 7, "B4": 7, "C4": 10}
TILES = [f"{letter}{number}" for letter in "ABC" for number in range(1, 5)]
FULL = "1.1-4.5"


# -- rewards of krones and goods ------------------------------------------------------------------


@clause("emperor_tile.{tile}.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("tile", "have"), [("A1", 17), ("A1", 18), ("B2", 15), ("B2", 20)])
def test_reward_krones_up_to_twenty(tile, have, spec):
    t = rewarded(tile, spec, krones=have)
    assert t.me.krones == 20
    assert "tiles" not in t.me.vp_from


@clause("emperor_tile.A2.reward", "emperor_tile.A2.placed", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_a2_goods_that_fill_an_order_and_goods_that_no_guest_wants(spec):
    t = rewarded("A2", spec, guests={51: ""}).does("choose wine", "choose coffee")
    t.does("place wine on table 1")
    assert t.me.guests == {51: {}}
    assert t.me.kitchen == {"coffee": 1}
    while t.player != 0:  # the guest moves in in a turn, not in the scoring
        assert "check" not in t.legal_kinds()
        t.plays()


@clause("emperor_tile.B1.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_b1_goods_onto_guests_or_into_the_kitchen(spec):
    t = rewarded("B1", spec, guests={95: "", 51: ""})
    t.does("place strudel on table 1", "keep cake", "place wine on table 2")
    assert t.me.kitchen == {"cake": 1, "coffee": 1}
    assert t.me.guests == {95: {"cake": 1}, 51: {}}


# -- rewards of staff -----------------------------------------------------------------------------


@clause("emperor_tile.A3.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("krones", "cards"), [(0, {12}), (1, {12, 15}), (2, {12, 15, 9})])
def test_a3_which_cards_can_be_paid_for(krones, cards, spec):
    t = rewarded("A3", spec, krones=krones, deck=[12, 15, 9])  # 2, 4 and 5 krones
    assert set(t.options) == {f"hire {card}" for card in cards} | {"stop"}
    t.does("hire 12")
    assert t.me.krones == krones  # a discount larger than the price pays nothing out


@clause("emperor_tile.B3.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_b3_the_dearest_card_without_a_krone(spec):
    t = rewarded("B3", spec, krones=0, deck=[25, 2, 4]).does("hire 25", "bury 2")
    assert (t.me.krones, t.me.staff) == (0, [25])


@clause("emperor_tile.{tile}.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ["A3", "B3"])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_fewer_than_three_cards_in_the_deck(tile, left, spec):
    tiles = "A3 B1 C1" if tile == "A3" else "A1 B3 C1"
    t = Table(spec, deck=[44, 12][:left], emperor=8, tiles=tiles)
    t.seat(1).has(emperor=6 if tile == "B3" else 4)
    t.state.staff_deck_size = left
    t.end_of_round(3 if tile == "A3" else 5)
    if left:
        t.does("hire 44")
    assert t.me.staff == [44][:left]
    assert t.staff_deck() == {0: [], 1: [], 2: [12]}[left]
    assert t.round == (4 if tile == "A3" else 6)


@clause("emperor_tile.C4.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_c4_declined(spec):
    t = rewarded("C4", spec, krones=3, hand=[25]).does("stop")
    assert (t.me.hand, t.me.staff) == ([25], [])
    assert t.game.over


@clause("emperor_tile.C4.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_c4_one_card_only_and_no_krone_needed(spec):
    t = rewarded("C4", spec, krones=0, hand=[25, 2, 4])
    assert set(t.options) == {"hire 25", "hire 2", "hire 4", "stop"}
    t.does("hire 2")
    assert t.game.over
    assert t.me.hand == [4, 25]


@clause("emperor_tile.C3.reward", "emperor_tile.C3.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_c3_without_staff_in_play(spec):
    assert "tiles" not in rewarded("C3", spec, hand=[3, 45]).me.vp_from
    t = scoring("C3", spec, hand=[3, 45])
    assert t.options == ["take penalty"]
    assert "tiles" not in t.does("take penalty").me.vp_from


@clause("emperor_tile.C3.reward", "emperor_tile.C3.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_c3_counts_cards_of_every_kind_and_used_ones(spec):
    staff = [44, 1, 12, 27]  # once, once a round, permanent, final scoring
    t = Table(spec, staff=staff, turn=0, round=7, tiles="A1 B1 C3", emperor=10).does("use 1")
    t.seat(1).has(emperor=8, staff=[2])
    assert t.end_of_round(7).me.vp_from["tiles"] == 8
    assert scoring("C3", spec, staff=staff).does("take penalty").me.vp_from["tiles"] == -8


# -- rewards of rooms -----------------------------------------------------------------------------


@clause("emperor_tile.{tile}.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ["A4", "B4", "C2"])
def test_free_room_for_a_full_hotel(tile, spec):
    t = rewarded(tile, spec, vacant=FULL, krones=0)
    assert t.me.occupied == set()
    assert len(t.me.vacant) == 20
    assert not t.legal_kinds() & {"prepare", "occupy"}


@clause("emperor_tile.{tile}.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ["A4", "B4", "C2"])
def test_free_room_declined(tile, spec):
    t = rewarded(tile, spec, vacant="1.1").does("stop")
    assert (t.me.vacant, t.me.occupied) == ({"1.1"}, set())


@clause("emperor_tile.{tile}.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ["A4", "B4", "C2"])
def test_free_room_for_an_empty_hotel(tile, spec):
    assert rewarded(tile, spec).options == ["prepare 1.1", "stop"]


@clause("emperor_tile.{tile}.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ["A4", "C2"])
@pytest.mark.parametrize(("room", "vp"), [("3.4", 1), ("3.5", 1), ("4.3", 2), ("4.4", 2)])
def test_free_room_scores_its_cell(tile, room, vp, spec):
    t = rewarded(tile, spec, krones=0, vacant="1.1-1.5 2.1-2.5 3.1-3.3 4.2 4.5")
    assert t.does(f"prepare {room}").me.vp_from["cells"] == vp


@clause("emperor_tile.B4.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_b4_only_the_last_place_of_the_two_floors(spec):
    t = rewarded("B4", spec, vacant="1.1-2.4 3.1")
    assert t.options == ["prepare 2.5", "stop"]


@clause("emperor_tile.{tile}.occupancy-bonus")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ["B4", "C2"])
@pytest.mark.parametrize(
    ("room", "rest", "gain"),
    [
        ("1.5", "1.4", {"vp": 2}),  # a blue group of one
        ("1.2", "1.1 2.1 2.2", {"emperor": 6}),  # a yellow group of three
        ("2.4", "1.3 1.4 2.3", {"krones": 10}),  # a red group of four
        ("2.4", "1.3 1.4", {}),  # one room is missing
    ],
)
def test_room_of_a_tile_completes_a_group(room, rest, gain, tile, spec):
    space = {"B4": 8, "C2": 10}[tile]  # both back to 3
    t = scoring(tile, spec, emperor=space, krones=0, occupied=rest).does(f"prepare {room}")
    assert t.me.vp_from.get("occupancy", 0) == gain.get("vp", 0)
    assert t.me.emperor == 3 + gain.get("emperor", 0)
    assert t.me.krones == gain.get("krones", 0)


@pytest.mark.parametrize(
    ("spec", "krones"),
    [
        pytest.param("original-2015", 3, marks=clause("emperor_tile.{tile}.custodian-2015")),
        pytest.param("revised-2021", 4, marks=clause("emperor_tile.{tile}.custodian-2021")),
    ],
)
@pytest.mark.parametrize("tile", ["B4", "C2"])
def test_custodian_and_the_room_of_a_tile(tile, spec, krones):
    t = rewarded(tile, spec, staff=[23], krones=3, vacant="1.1").does("prepare 1.2")
    assert t.me.krones == krones


@clause("emperor_tile.C2.no-politics", "politics-card.last-scoring")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("tile", "mine", "politics", "action"),
    [
        ("C2", {"occupied": "1.1-1.5 2.1-2.4"}, "A-krones B-floors C-three-each", "prepare 2.5"),
        ("C4", {"staff": [1, 2, 3, 4, 5], "hand": [6]}, "A-staff B-floors C-three-each", "hire 6"),
    ],
)
def test_no_claim_after_the_last_scoring(tile, mine, politics, action, spec):
    t = final_scoring(spec, emperor=10, tiles=f"A1 B1 {tile}", politics=politics, **mine)
    t.does(action)
    assert t.game.over
    assert "politics" not in t.me.vp_from


# -- penalties ------------------------------------------------------------------------------------


@clause("emperor_tile.{tile}.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", ALTERNATIVE)
def test_nothing_at_all_to_take(tile, spec):
    t = scoring(tile, spec, krones=0)
    assert t.options == ["lose vp"]
    t.does("lose vp")
    assert t.me.vp_from["tiles"] == -ALTERNATIVE[tile]


@clause("emperor_tile.{tile}.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", TILES)
def test_conference_manager_averts_for_one_krone(tile, spec):
    rich = {"vacant": "1.1 1.2", "occupied": "2.1 3.1", "hand": [1, 2, 3], "kitchen": "1 wine"}
    t = scoring(tile, spec, staff=[26, 27], krones=6, guests={75: "1 wine"}, **rich)
    t.does("avert penalty")
    assert (t.me.krones, t.me.kitchen) == (5, {"wine": 1})
    assert (t.me.vacant, t.me.occupied) == ({"1.1", "1.2"}, {"2.1", "3.1"})
    assert (t.me.hand, t.me.staff) == ([1, 2, 3], [26, 27])
    assert t.me.guests == {75: {"wine": 1, "coffee": 2}}
    assert "tiles" not in t.me.vp_from


@clause("emperor_tile.{tile}.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("tile", TILES)
def test_conference_manager_without_a_krone_averts_nothing(tile, spec):
    t = scoring(tile, spec, staff=[26], krones=0)
    assert t.options == (["lose vp"] if tile in ALTERNATIVE else ["take penalty"])


@clause("emperor_tile.{tile}.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("tile", "hand"), [("A3", [9, 45]), ("B3", [9, 45, 3])])
def test_the_whole_hand_goes_under_the_deck(tile, hand, spec):
    t = scoring(tile, spec, hand=hand, staff=[27]).does("take penalty")
    while t.legal_kinds() == {"bury"}:
        t.does(t.options[0])
    assert (t.me.hand, t.me.staff) == ([], [27])
    assert sorted(t.staff_deck()[-len(hand) :]) == sorted(hand)


@clause("emperor_tile.A4.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_a4_occupied_rooms_above_are_spared(spec):
    t = scoring("A4", spec, vacant="1.2", occupied="1.1 2.1 4.1").does("take penalty")
    assert t.options == ["remove room 1.2"]


@clause("emperor_tile.A4.penalty", corner=True)
@clause("emperor_tile.A4.gaps")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a4_the_highest_vacant_room_may_leave_a_gap(spec):
    t = scoring("A4", spec, vacant="1.1 2.1", occupied="3.1").does("take penalty")
    t.does("remove room 2.1")
    while t.player != 0:
        t.plays()
    t.does("die 3")
    for room in ("3.2", "4.1", "2.1", "1.2"):  # beside the part that was cut off, and beside 1.1
        t.legal(f"prepare {room}")
    t.illegal("prepare 2.2")


@clause("emperor_tile.A4.penalty", corner=True)
@clause("emperor_tile.A4.empty-hotel")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a4_the_last_room_of_a_hotel(spec):
    t = scoring("A4", spec, vacant="1.1").does("take penalty", "remove room 1.1")
    while t.player != 0:
        t.plays()
    assert t.does("die 3").options == ["prepare 1.1", "stop"]


@clause("emperor_tile.B1.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_b1_a_filled_order_is_empty_again(spec):
    t = scoring("B1", spec, guests={51: "all"}, vacant="1.1 1.2").does("take penalty")
    assert t.me.guests == {51: {"wine": 1}}
    while t.player != 0:
        t.plays()
    assert "check" not in t.legal_kinds()


@clause("emperor_tile.C1.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("vp", [0, 7, 8])
def test_c1_below_zero(vp, spec):
    t = scoring("C1", spec, vp=vp, krones=0).does("take penalty")
    assert t.me.vp == vp - 8


@clause("emperor_tile.C1.reward", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("space", "gets"), [(9, 0), (10, 8), (13, 8)])
def test_c1_only_from_the_third_space_after_going_back(space, gets, spec):
    t = scoring("C1", spec, emperor=space, krones=0)
    assert t.me.vp_from.get("tiles", 0) == gets


@clause("emperor_tile.C2.penalty", corner=True)
@clause("emperor_tile.C2.partial")
@pytest.mark.parametrize(
    ("spec", "second"), [("original-2015", []), ("revised-2021", ["remove room 2.2"])]
)
def test_c2_no_room_below_in_the_column(spec, second):
    t = scoring("C2", spec, occupied="4.1 2.2", vacant="3.1").does("take penalty")
    t.does("remove room 4.1")
    assert t.options == second
    t.does(*second)
    assert t.game.over
    assert t.me.occupied == ({"2.2"} if not second else set())


@clause("emperor_tile.C2.penalty", corner=True)
@pytest.mark.parametrize("spec", EDITIONS)
def test_c2_a_bonus_once_paid_stays(spec):
    t = Table(
        spec, emperor=0, krones=0, tiles="A1 B1 C2", hand=[35], occupied="3.1", vacant="4.1",
        dice="5 5",
    )  # fmt: skip
    t.seat(1).has(emperor=8)
    t.state.round_no = 7
    t.does("die 5", "hire 35", "occupy 4.1")
    t.end_of_round(7).does("take penalty", "remove room 4.1", "remove room 3.1")
    assert t.me.vp_from == {"occupancy": 5}


@clause("emperor_tile.C4.penalty", corner=True)
@clause("emperor_tile.C4.removed-card")
@pytest.mark.parametrize("spec", EDITIONS)
def test_c4_the_only_final_card_leaves_the_game(spec):
    t = scoring("C4", spec, staff=[12, 29, 3], hand=[31]).does("take penalty")
    deck = t.staff_deck()
    t.does("remove staff 29")  # the Secretary
    assert (t.me.staff, t.me.hand) == ([3, 12], [31])
    assert t.staff_deck() == deck
    assert 29 not in deck
