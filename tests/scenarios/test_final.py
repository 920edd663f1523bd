"""The final scoring and the ranking."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring

EDITIONS = ("original-2015", "revised-2021")


@clause("final.floors", "room.floors-counted")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("room", "vp"), [("1.1", 1), ("2.3", 2), ("3.5", 3), ("4.2", 4)])
def test_occupied_rooms_by_floor(room, vp, spec):
    assert final_scoring(spec, occupied=room).me.vp_from["floors"] == vp


@clause("final.floors")
def test_a_full_hotel():
    assert final_scoring(occupied="1.1-4.5").me.vp_from["floors"] == 5 * (1 + 2 + 3 + 4)


@clause("final.vacant-rooms")
def test_vacant_rooms_bring_nothing():
    assert "floors" not in final_scoring(vacant="1.1-4.5").me.vp_from


@clause("final.krones", "final.kitchen")
@pytest.mark.parametrize("spec", EDITIONS)
def test_krones_and_goods_in_the_kitchen(spec):
    t = final_scoring(spec, krones=6, kitchen="2 wine 1 cake")
    assert t.me.vp_from["leftovers"] == 6 + 3


@clause("final.goods-on-guests")
def test_goods_on_guests_bring_nothing():
    t = final_scoring(krones=0, guests={75: "2 wine"})
    assert "leftovers" not in t.me.vp_from


@clause("final.hand")
@pytest.mark.parametrize("spec", EDITIONS)
def test_cards_in_the_hand_neither_score_nor_cost(spec):
    t = final_scoring(spec, krones=0, hand=[31, 34, 45], occupied="1.1")
    assert t.me.vp_from == {"track": 5, "floors": 1}


@clause("final.guests-left", "final.filled-guests-left")
@pytest.mark.parametrize("spec", EDITIONS)
def test_guests_left_in_the_cafe(spec):
    t = final_scoring(spec, guests={75: "", 92: "all"})  # a filled order does not help
    assert t.me.vp_from["stranded"] == -10


@clause("round.final-scoring")
@pytest.mark.parametrize("spec", EDITIONS)
def test_game_ends_with_the_seventh_round(spec):
    assert not Table(spec).end_of_round(6).game.over
    assert final_scoring(spec).game.over


@clause("round.final-scoring")
def test_emperor_marker_scores_once_more_before_the_end():
    assert final_scoring(emperor=13, tiles="A1 B1 C4").me.vp_from["track"] == 9


@clause("final.floors", "final.krones", "final.kitchen", "final.guests-left", "final.staff")
def test_final_total_is_the_sum_of_its_sources():
    t = final_scoring(krones=3, kitchen="1 wine", guests={75: ""}, occupied="1.1 4.4", staff=[31])
    # track 5, rooms 1 + 4, leftovers 4, guest -5, Chambermaid 2
    assert t.me.vp_from == {"track": 5, "floors": 5, "leftovers": 4, "stranded": -5, "staff": 2}
    assert t.me.vp == 11
    assert t.game.scores()[0] == 11


@clause("final.below-zero")
def test_negative_total():
    t = final_scoring(krones=0, guests={75: "", 76: "", 77: ""})
    assert t.me.vp == 5 - 15


@clause("end.winner")
def test_most_vp_win():
    t = final_scoring(krones=5, others={"krones": 6})
    assert t.game.ranks() == [2, 1]


@clause("end.tie-break")
@pytest.mark.parametrize("spec", EDITIONS)
def test_tie_goes_to_whoever_has_more_left(spec):
    t = final_scoring(spec, krones=2, vp=3, others={"krones": 4, "vp": 1})
    assert t.me.vp == t.seat(1).vp
    assert t.game.ranks() == [2, 1]


@clause("end.tie-break")
def test_goods_in_the_kitchen_count_for_the_tie():
    t = final_scoring(krones=2, kitchen="3 wine", vp=0, others={"krones": 4, "vp": 1})
    assert t.me.vp == t.seat(1).vp
    assert t.game.ranks() == [1, 2]


@clause("end.tie-goods-on-guests")
@pytest.mark.parametrize("spec", EDITIONS)
def test_goods_on_guests_do_not_break_a_tie(spec):
    """Both have 5 + 2 - 5 VP and 2 krones left; only one has goods on the guest."""
    t = final_scoring(
        spec, krones=2, guests={75: "2 wine"}, others={"krones": 2, "guests": {76: ""}}
    )
    assert t.me.vp == t.seat(1).vp == 2
    assert t.game.ranks() == [1, 1]


@clause("end.shared")
def test_tie_in_both_is_shared():
    t = final_scoring(krones=4, others={"krones": 2, "kitchen": "2 wine"})
    assert t.game.ranks() == [1, 1]


@clause("end.shared")
def test_shared_second_place():
    t = Table("revised-2021", 4, emperor=8, krones=9, tiles="A1 B1 C1")
    for seat, krones in ((1, 5), (2, 5), (3, 1)):
        t.seat(seat).has(emperor=8, krones=krones)
    assert t.end_of_round(7).game.ranks() == [1, 2, 2, 4]


@clause("end.over")
def test_nothing_can_be_done_after_the_end():
    t = final_scoring()
    assert t.game.over
    assert t.options == []
    assert t.player == -1


@clause("final.after-last-scoring")
def test_reward_of_the_last_scoring_counts_for_the_final_one():
    t = final_scoring(emperor=10, krones=0, vacant="1.1 2.1", tiles="A1 B1 C2")
    t.does("prepare 3.1")
    assert t.me.vp_from["floors"] == 3
