"""Politics cards in general, beside what test_politics.py shows."""

import pytest

from tests.clauses import clause
from tests.scenarios.court import EDITIONS, on_board, rewarded
from tests.scenarios.table import Table


@clause("politics-card.last-scoring", "politics-card.own-turn")
@pytest.mark.parametrize("spec", EDITIONS)
def test_condition_met_in_the_last_scoring_scores_nothing(spec):
    """Tile C2 gives the twelfth room, tile C4 the sixth card."""
    t = rewarded("C2", spec, vacant="1.1-2.5 3.1", politics=on_board("A-rooms"))
    assert "claim" not in t.legal_kinds()
    t.does("prepare 3.2")
    assert t.game.over
    assert "politics" not in t.me.vp_from
    six = {"staff": [1, 5, 6, 7, 12], "hand": [45]}
    t = rewarded("C4", spec, politics=on_board("A-staff"), **six).does("hire 45")
    assert t.game.over
    assert "politics" not in t.me.vp_from


@clause("politics-card.moment")
@pytest.mark.parametrize("spec", EDITIONS)
def test_too_late_once_the_condition_has_passed(spec):
    t = Table(spec, krones=20, politics=on_board("A-krones"), dice="1").does(
        "die 1 +1", "split 0 0"
    )
    t.illegal("claim A")


@clause("politics-card.moment", "politics-card.own-turn")
@pytest.mark.parametrize("spec", EDITIONS)
def test_condition_may_hold_from_before_the_turn(spec):
    t = Table(spec, emperor=10, politics=on_board("A-emperor"), turn=1)
    t.illegal("claim A")
    t.plays("die 1")
    while t.player != 0:
        t.plays()
    t.legal("claim A")


@clause("politics-card.best-place", "politics-card.places")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("before", "vp"), [(0, 15), (1, 10), (2, 5)])
def test_best_free_place_scores_at_once(before, vp, spec):
    t = Table(spec, 4, emperor=10, politics=on_board("A-emperor"))
    for seat in range(1, before + 1):
        t.seat(seat).has(claimed="A")
    assert t.does("claim A").me.vp == vp


@clause("politics-card.claim", "politics-card.occupied-counts")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("yellow", "vacant", "fulfilled"),
    [("1.2 2.1", "", False), ("1.2 2.1", "2.2 2.5 1.1", False), ("1.2 2.1 2.2", "", True)],
)
def test_every_part_of_a_condition_by_occupied_rooms(yellow, vacant, fulfilled, spec):
    """4 red and 3 yellow rooms; the red ones are there."""
    rooms = {"occupied": f"1.3 1.4 2.3 2.4 {yellow}", "vacant": vacant}
    t = Table(spec, politics=on_board("C-red-yellow"), **rooms)
    assert ("claim C" in t.options) == fulfilled


@clause("politics-card.occupied-counts")
@pytest.mark.parametrize("spec", EDITIONS)
def test_vacant_rooms_count_for_the_room_tiles(spec):
    Table(spec, politics=on_board("A-rooms"), vacant="1.1-3.2").legal("claim A")


@clause("politics-card.at-least")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(
    ("key", "more"),
    [
        ("A-staff", {"staff": [1, 5, 6, 7, 12, 16, 44]}),
        ("A-rooms", {"vacant": "1.1-3.5"}),
        ("B-floors", {"occupied": "1.1-3.5"}),
        ("C-three-each", {"occupied": "1.1-4.5"}),
    ],
)
def test_more_than_asked_for(key, more, spec):
    Table(spec, politics=on_board(key), **more).legal(f"claim {key[0]}")


@clause("politics-card.several", "turn.additional-actions")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_player_may_have_a_marker_on_each_card(spec):
    """One claim before the die and one after it; a third card was claimed earlier."""
    t = Table(spec, krones=20, occupied="1.1-2.5", politics=on_board("A-krones"), claimed="C")
    t.does("claim B", "die 4", "steps 2", "claim A")
    assert t.me.vp_from["politics"] == 15 + 15
    assert "claim" not in t.legal_kinds()


@clause("politics-card.optional")
@pytest.mark.parametrize("spec", EDITIONS)
def test_a_claim_may_wait_for_a_later_turn(spec):
    t = Table(spec, emperor=10, politics=on_board("A-emperor")).plays("die 1")
    assert t.me.vp == 0
    while t.player != 0:
        t.plays()
    assert t.does("claim A").me.vp == 15
