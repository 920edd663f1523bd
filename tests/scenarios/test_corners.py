"""Rules that meet in awkward places."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring

EDITIONS = ("original-2015", "revised-2021")


@clause("die.nothing-to-do")
@pytest.mark.parametrize("spec", EDITIONS)
def test_die_for_hiring_with_an_empty_hand(spec):
    t = Table(spec).does("die 5")
    t.legal("end turn")
    assert t.me.krones == 10


@clause("die.nothing-to-do", "hire.unaffordable")
def test_die_for_hiring_without_the_money():
    t = Table("revised-2021", krones=0, hand=[25], dice="5 1").does("die 5")
    t.legal("end turn")
    assert t.me.hand == [25]


@clause("die.nothing-to-do", "prepare.unaffordable")
def test_die_for_rooms_without_the_money():
    t = Table("revised-2021", krones=0, vacant="1.1-1.5", dice="3").does("die 3")
    t.legal("end turn")


@clause("room.one-tile", "die.nothing-to-do")
def test_a_full_hotel_cannot_grow():
    Table("revised-2021", vacant="1.1-4.5", dice="3").does("die 3").legal("end turn")


@clause("strengthen.paid-first")
def test_a_krone_gained_by_the_action_cannot_pay_for_its_strengthening():
    Table("revised-2021", krones=0, staff=[15], dice="4").illegal("die 4 +1")


@clause("strengthen.paid-first")
def test_the_krone_for_strengthening_is_paid_before_the_card():
    t = Table("revised-2021", krones=2, hand=[1], dice="5").does("die 5 +1")
    assert t.me.krones == 1
    t.legal("end turn")  # 4 - 2 = 2 krones: too much now


@clause("hire.no-draw")
def test_playing_a_card_draws_no_new_one():
    t = Table("revised-2021", hand=[45, 44]).does("die 5", "hire 45")
    assert t.me.hand == [44]


@clause("goods.supply")
@pytest.mark.parametrize("spec", EDITIONS)
def test_goods_do_not_run_out(spec):
    t = Table(spec, kitchen="40 wine", hand=[36], dice="5 5").does("die 5", "hire 36")
    assert t.me.kitchen == {"wine": 44}


@pytest.mark.parametrize(("spec", "krones"), [("original-2015", 3), ("revised-2021", 4)])
def test_custodian_and_a_room_that_the_emperor_gives(spec, krones):
    t = Table(spec, staff=[23], krones=3, emperor=8, tiles="A1 B4 C1", vacant="1.1 2.1")
    t.seat(1).has(emperor=6)
    t.end_of_round(5).does("prepare 1.2")
    assert t.me.krones == krones


@clause("final.after-last-scoring")
def test_last_room_of_a_group_is_given_by_the_emperor_for_the_final_scoring():
    t = final_scoring(emperor=10, krones=0, occupied="1.1", vacant="2.1", tiles="A1 B1 C2")
    t.does("prepare 1.2")
    assert t.me.occupied == {"1.1", "1.2"}
    assert t.me.vp_from["floors"] == 2


@clause("final.after-last-scoring", "final.staff")
def test_card_hired_in_the_last_scoring_still_scores():
    t = final_scoring(emperor=10, hand=[31], occupied="1.1 1.3", tiles="A1 B1 C4")
    assert t.does("hire 31").me.vp_from["staff"] == 2


@clause("final.after-last-scoring")
def test_a_card_lost_in_the_last_scoring_does_not_score():
    t = final_scoring(emperor=0, staff=[31], occupied="1.1 1.3", tiles="A1 B1 C4")
    assert "staff" not in t.does("take penalty", "remove staff 31").me.vp_from


@clause("final.after-last-scoring")
def test_rooms_lost_in_the_last_scoring_do_not_score():
    t = final_scoring(emperor=0, occupied="4.1 3.1 1.1", tiles="A1 B1 C2")
    t.does("take penalty", "remove room 4.1", "remove room 3.1")
    assert t.me.vp_from["floors"] == 1


@clause("room.gaps")
def test_rooms_may_be_prepared_beside_what_a_penalty_cut_off():
    t = Table("revised-2021", vacant="2.3", occupied="1.1", dice="3")
    t.does("die 3").legal("prepare 2.4", "prepare 1.2")


@clause("prepare.bare-hotel")
def test_hotel_emptied_by_a_penalty_begins_at_the_bottom_left_again():
    t = Table("revised-2021", vacant="1.1", tiles="A4 B1 C1").end_of_round(3)
    t.does("take penalty", "remove room 1.1").end_of_round(1)
    while t.player != 0:
        t.plays()
    t.dice("3")
    assert set(t.does("die 3").options) == {"prepare 1.1", "stop"}


@pytest.mark.parametrize("spec", ["original-2015", "revised-2021"])
@clause("check-in.new-staff-too-late", "staff-card.permanent")
def test_permanent_staff_that_a_reward_brings_helps_the_next_guest(spec):
    t = Table(spec, guests={104: "all", 77: "all"}, vacant="1.2 1.3", hand=[5], krones=0)
    t.check_in(104, "1.2").does("hire 5").check_in(77, "1.3")
    t.does("staff bonus", "reward 1")
    assert t.me.krones == 3


@clause("reward.take-guest", "turn.additional-actions")
def test_free_guest_of_a_reward_can_be_served_and_housed_in_the_same_turn():
    t = Table(
        "revised-2021",
        guests={78: "all"},
        vacant="1.3 3.1",
        kitchen="1 coffee",
        row=[92, 93, 98, 79, 65],
    )
    t.check_in(78, "1.3").does("guest 5", "serve", "place coffee on table 1").check_in(65, "3.1")
    assert t.me.vp == 3


@clause("goods.matching", "goods.to-the-kitchen")
def test_goods_for_guests_are_laid_down_before_the_kitchen_is_reached():
    """Four wine, three wanted: the fourth may not be forced onto anybody."""
    t = Table("revised-2021", hand=[36], guests={55: ""}, dice="5 5").does("die 5", "hire 36")
    t.places("3 wine")
    assert t.me.kitchen == {"wine": 1}
    t.legal("end turn")


def test_other_players_stay_as_they_are():
    t = Table("revised-2021", 3, row=[92, 93, 98, 79, 65])
    before = [t.seat(i).p.tobytes() for i in (1, 2)]
    t.does("guest 1", "die 4", "steps 1")
    assert [t.seat(i).p.tobytes() for i in (1, 2)] == before
