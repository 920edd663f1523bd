"""Staff by Dale Rowe-Smith about the cafe, the kitchen at the end, and passing."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring

SPEC = "revised-2021+rowe-smith"
SPECS = ("original-2015+rowe-smith", SPEC)
FULL = {65: "", 66: "", 67: ""}

# -- 206, Maitre D' --------------------------------------------------------------------------------


@clause("staff.206")
@pytest.mark.parametrize("spec", SPECS)
def test_maitre_d_has_a_fourth_table(spec):
    t = Table(spec, guests=FULL)
    t.illegal("guest 5")
    t.me.has(staff=[206])
    t.does("guest 5")
    assert len(t.me.guests) == 4


@clause("staff.206")
@pytest.mark.parametrize("spec", SPECS)
def test_guests_left_at_the_end_cost_nothing(spec):
    assert final_scoring(spec, guests=FULL).me.vp_from["stranded"] == -15
    t = final_scoring(spec, staff=[206], guests=FULL | {51: ""})
    assert "stranded" not in t.me.vp_from


@clause("staff.206", corner=True)
def test_there_is_no_fifth_table():
    t = Table(SPEC, staff=[206], guests=FULL | {51: ""})
    t.illegal(*[f"guest {place}" for place in range(1, 6)])


@clause("staff.206", corner=True)
def test_the_guest_at_the_fourth_table_is_served_and_moves_in():
    t = Table(SPEC, staff=[206], guests=FULL | {51: ""}, kitchen="1 wine", vacant="1.2")
    t.does("serve", "place wine on table 4").check_in(51, "1.2").does("stop")
    assert t.me.vp_from["guests"] == 1
    t.legal("guest 5")


@clause("staff.206", corner=True)
def test_guests_of_rewards_may_sit_at_the_fourth_table():
    t = Table(SPEC, staff=[206], guests={65: "", 66: "", 78: "all"}, vacant="1.3")
    t.does("guest 5").check_in(78, "1.3").does("guest 5")
    assert len(t.me.guests) == 4


@clause("staff.206", corner=True)
def test_other_players_have_three_tables_and_pay():
    t = final_scoring(SPEC, staff=[206], others={"guests": {68: ""}})
    assert t.seat(1).vp_from["stranded"] == -5


# -- 207, Night Porter: strudel and coffee; 209, Wedding Planner: cake and wine --------------------

PAIRS = {207: ("strudel", "coffee"), 209: ("cake", "wine")}


@clause("staff.{card}")
@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("card", PAIRS)
@pytest.mark.parametrize(("first", "second", "vp"), [(2, 3, 6), (4, 1, 3), (2, 2, 6), (0, 5, 0)])
def test_three_vp_for_the_rarer_of_two_goods(spec, card, first, second, vp):
    one, other = PAIRS[card]
    t = final_scoring(spec, staff=[card], kitchen=f"{first} {one} {second} {other}", krones=0)
    assert t.me.vp_from.get("staff", 0) == vp
    assert t.me.vp_from["leftovers"] == first + second


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(("card", "other"), [(207, 209), (209, 207)])
def test_goods_of_the_other_pair_do_not_count(card, other):
    one, two = PAIRS[other]
    t = final_scoring(SPEC, staff=[card], kitchen=f"3 {one} 3 {two}")
    assert "staff" not in t.me.vp_from


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(("card", "guest"), [(207, 100), (209, 84)])
def test_goods_on_guests_do_not_count(card, guest):
    t = final_scoring(SPEC, staff=[card], guests={guest: "all"})
    assert "staff" not in t.me.vp_from


@clause("staff.207", corner=True)
def test_the_secretary_copies_it_for_the_own_kitchen():
    others = {"staff": [207], "kitchen": "3 strudel 3 coffee"}
    t = final_scoring(SPEC, staff=[29], kitchen="2 strudel 1 coffee", others=others)
    t.does("copy card 207")
    assert t.me.vp_from["staff"] == 3
    assert t.seat(1).vp_from["staff"] == 9


# -- 208, Refuse Officer ---------------------------------------------------------------------------


@clause("staff.208")
@pytest.mark.parametrize("spec", SPECS)
def test_refuse_officer_receives_a_krone_when_a_player_passes(spec):
    t = Table(spec)
    t.seat(1).has(staff=[208])
    t.does("pass")
    assert (t.me.krones, t.seat(1).krones) == (10, 11)


@clause("staff.208", "variant.refuse-officer", corner=True)
def test_the_own_pass_counts_if_it_is_the_first():
    assert Table(SPEC, staff=[208]).does("pass").me.krones == 11


@clause("staff.208", "variant.refuse-officer", corner=True)
def test_the_first_pass_may_be_that_of_any_player():
    t = Table(SPEC, players=3, staff=[208]).plays().does("pass")
    assert t.seat(0).krones - Table(SPEC, players=3, staff=[208]).plays().me.krones == 1


@clause("staff.208", "variant.refuse-officer", corner=True)
def test_a_second_pass_in_the_round_brings_nothing():
    t = Table(SPEC, players=3, staff=[208], turn=1).does("pass", "pass")
    assert t.me.krones == 11


@clause("staff.208", corner=True)
def test_passing_again_after_the_dice_were_rolled_again_brings_nothing():
    t = Table(SPEC, staff=[208]).does("pass", "pass", "pass")
    assert t.me.krones == 11


@clause("staff.208", corner=True)
def test_the_next_round_brings_a_krone_again():
    t = Table(SPEC, staff=[208]).does("pass").end_of_round(1).does("pass")
    assert t.me.krones == 12


@clause("staff.208", "staff.205", corner=True)
def test_the_financier_adds_to_the_krone_of_the_refuse_officer():
    assert Table(SPEC, staff=[205, 208]).does("pass").me.krones == 12


@clause("staff.208", corner=True)
def test_the_krone_beyond_20_is_lost():
    assert Table(SPEC, staff=[208], krones=20).does("pass").me.krones == 20
