"""The worked examples of both rulebooks that tell a turn, a round or a scoring."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring

EDITIONS = ("original-2015", "revised-2021")


def doris(spec):
    """Three guests in the cafe, three dice on the 2; the Baroness (75) wants 2 wine 2 coffee."""
    return Table(
        spec,
        players=3,
        krones=5,
        guests={75: "", 76: "", 85: ""},
        vacant="1.1 1.2",
        dice="1 1 2 2 2 3 4 5 5",
        deck=[9, 12, 1],
    )


@clause("row.full-cafe", "row.three-tables", "turn.example-doris")
@pytest.mark.parametrize("spec", EDITIONS)
def test_doris_cannot_take_a_fourth_guest(spec):
    t = doris(spec)
    assert "guest" not in t.legal_kinds()


@clause("strengthen.price", "drinks.split", "goods.onto-guests", "turn.example-doris")
@pytest.mark.parametrize("spec", EDITIONS)
def test_doris_fills_the_order_of_the_baroness(spec):
    t = doris(spec)
    t.does("die 2 +1", "split 2 0")
    assert t.me.krones == 4
    t.places("2 wine 2 coffee", table=1)
    assert t.me.guests[75] == {}
    assert t.me.kitchen == {}
    assert t.dice().count(2) == 2


@clause("check-in.vp", "check-in.room-turned", "group.blue", "turn.example-doris")
@pytest.mark.parametrize("spec", EDITIONS)
def test_doris_houses_the_baroness(spec):
    t = doris(spec).does("die 2 +1", "split 2 0").places("2 wine 2 coffee", table=1)
    t.check_in(75, "1.1")
    assert t.me.vp == 5
    assert t.me.occupied == {"1.1"}
    # three cards drawn; the Butler (5 krones) costs 2, the others go under the deck
    t.does("reward 1", "hire 9", "bury 1")
    if spec == "revised-2021":
        assert t.me.vp == 5 + 2
    assert t.me.staff == [9]
    assert t.me.krones == 4 - 2
    assert t.staff_deck()[-2:] == [1, 12]
    assert t.me.vp == 7
    assert t.me.vp_from == {"guests": 5, "occupancy": 2}
    assert set(t.me.guests) == {76, 85}


@clause("pass.turn-kept", "pass.wait", "pass.bin", "pass.again", "pass.lowest-number-next")
@clause("round.turn-order", "round.ends-after-all-turns", "round.all-dice-back")
def test_revised_andrea_britta_and_cindy_pass():
    t = Table("revised-2021", players=3, dice="1 1 1 2 2 2 4 4 4 5 5 6")
    andrea, britta, cindy = 0, 1, 2
    t.plays("die 1")
    assert t.player == britta
    t.does("pass")
    assert t.player == cindy
    t.plays("die 2")
    assert t.player == cindy
    t.plays("die 4")
    assert t.player == andrea
    t.does("pass")
    # one die into the bin, the remaining eight are rolled, and Britta shows the 2
    assert len(t.dice()) == 8
    assert t.player == britta
    t.dice("1 1 2 3 3 4 5 6")
    t.plays("die 3")
    assert t.player == britta
    t.plays("die 1")
    assert t.player == andrea
    assert len(t.dice()) == 6
    t.does("pass")
    assert len(t.dice()) == 5
    assert t.player == andrea
    t.dice("1 3 3 4 5")
    t.plays("die 3")
    # everyone has had two turns: the next round begins with all dice, and Britta starts
    assert t.round == 2
    assert len(t.dice()) == 12
    assert t.player == britta


@clause("pass.turn-kept", "pass.wait", "pass.bin")
def test_original_andrea_waits_for_a_three():
    t = Table("original-2015", players=2, vacant="1.1", dice="1 1 2 2 4 4 5 5 6 6")
    andrea = 0
    t.does("pass")
    t.plays("die 1").plays("die 2")
    # the other has done both turns: Andrea rolls the rest but one
    assert t.player == andrea
    assert len(t.dice()) == 7
    t.dice("1 2 3 3 4 4 6")
    t.does("die 3", "prepare 1.2", "prepare 1.3")
    assert t.me.vacant == {"1.1", "1.2", "1.3"}


@clause("group.blue", "group.complete")
@pytest.mark.parametrize("spec", EDITIONS)
def test_benedikt_completes_a_blue_group_of_two(spec):
    t = Table(spec, guests={65: "all"}, vacant="4.1", occupied="3.1")
    t.check_in(65, "4.1")
    if t.options == ["occupancy bonus", "stop"]:
        t.does("occupancy bonus")
    assert t.me.vp_from == {"guests": 3, "occupancy": 5}


@clause("emperor.vp", "emperor.retreat", "emperor.reward", "emperor-track.spaces")
@clause("round.emperor-scorings")
@pytest.mark.parametrize("spec", EDITIONS)
def test_emperor_scoring_after_the_fifth_round(spec):
    t = Table(spec, emperor=8, krones=4, tiles="A1 B2 C1")
    t.seat(1).has(emperor=6)
    t.end_of_round(5)
    assert t.me.vp == 5
    assert t.me.emperor == 3
    assert t.me.krones == 4 + 5


@clause("staff.48")
def test_original_hotel_manager_scores_three_sets():
    t = final_scoring(
        "original-2015",
        staff=[48],
        occupied="1.3 1.4 2.3 1.1 1.5 3.1 4.1 1.2 2.1 2.2 2.5 3.4 3.5",
    )
    assert t.me.vp_from["staff"] == 12
