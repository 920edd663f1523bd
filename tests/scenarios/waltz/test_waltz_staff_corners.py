"""Awkward corners of the staff of module 1 (119 to 133)."""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.hall import EDITIONS, SPEC, hall
from tests.scenarios.waltz.test_dancers import seats
from tests.scenarios.waltz.test_waltz_staff import SEND, played

both_editions = pytest.mark.parametrize("spec", EDITIONS)
DIE_CARDS = [(119, 3), (121, 1), (124, 4), (125, 5), (131, 2)]


# -- cards that answer to a die --------------------------------------------------------------------


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "face"), DIE_CARDS)
def test_no_answer_to_a_copied_action(card, face, spec):
    """A die of face 6 copies the action; no die of the card's face is taken."""
    t = hall(spec, staff=[card], kitchen="3 champagne", dice="6")
    t.does("die 6", f"copy {face}")
    assert (t.me.krones, t.me.vp, t.me.hand) == (9, 0, [])
    assert t.me.kitchen["champagne"] == 3
    assert "die" not in t.legal_kinds()


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(("card", "face"), DIE_CARDS)
def test_no_answer_to_the_die_of_another(card, face):
    t = hall(staff=[card], turn=1).does(f"die {face}")
    assert (t.me.krones, t.me.vp, t.me.kitchen, t.me.hand) == (10, 0, {}, [])
    assert "die" not in t.legal_kinds()


@clause("staff.119", corner=True)
@clause("staff.119.krone")
@both_editions
def test_dancing_master_without_champagne_brings_the_krone_alone(spec):
    t = hall(spec, staff=[119], dice="3").does("die 3")
    assert t.me.krones == 11
    t.illegal("die bonus 1")


@clause("staff.119", corner=True)
@clause("staff.119.krone")
def test_dancing_master_brings_the_krone_though_the_dancer_is_declined():
    t = hall(staff=[119], kitchen="3 champagne", dice="3")
    t.does("die 3", "main action", "prepare 1.1", "stop", "end turn")
    assert (t.me.krones, t.me.dancers) == (11, {})


@clause("staff.119", corner=True)
def test_dancing_master_sends_at_the_usual_price_only():
    t = hall(staff=[119], kitchen="1 champagne", dice="3").does("die 3", "die bonus 1")
    assert seats(t, "send") == {"1.bottom", "2.bottom", "3.bottom"}


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(
    ("card", "die", "main"), [(119, "die 3", "prepare 1.1"), (125, "die 5", "hire 45")]
)
def test_nothing_comes_between_the_main_action_and_the_dancer(card, die, main):
    t = hall(staff=[card, 129], hand=[45], kitchen="1 champagne 1 wine", guests={140: ""})
    t.dice(die[-1])
    t.legal("use 129", "serve")
    t.does(die)
    t.illegal("use 129", "serve")
    t.does("main action", main)
    t.illegal("use 129", "serve")
    t.does("die bonus 1", SEND).legal("use 129", "serve")


@clause("staff.125", corner=True)
@both_editions
def test_choirmaster_does_not_answer_to_the_die_that_hired_her(spec):
    t = played(125, spec, kitchen="3 champagne")
    t.legal("end turn")
    assert t.me.dancers == {}


@clause("staff.125", corner=True)
def test_choirmaster_answers_to_the_next_die():
    t = hall(hand=[125, 45], kitchen="1 champagne", dice="5 5 1 1")
    t.does("die 5", "hire 125", "end turn").plays("die 1").plays("die 1")
    assert t.player == 0
    t.does("die 5").legal("die bonus 1")


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(
    ("card", "face", "first", "second"), [(121, 1, "strudel", "cake"), (131, 2, "wine", "coffee")]
)
def test_champagne_beside_the_action_needs_no_goods_with_it(card, face, first, second):
    """One die: no champagne could be taken; three: as many splits as without the card."""
    t = hall(staff=[card], dice=str(face)).does(f"die {face}", "split 0 0")
    assert t.me.kitchen == {first: 1, "champagne": 1}
    t = hall(staff=[card], dice=" ".join([str(face)] * 3)).does(f"die {face}")
    assert t.options == ["split 0 0", "split 1 0", "split 1 1"]
    assert t.does("split 1 0").me.kitchen == {first: 2, second: 1, "champagne": 1}


@clause("staff.131", corner=True)
def test_trumpeter_with_an_empty_deck():
    t = hall(staff=[131], dice="2 2")
    t.state.staff_deck_size = 0
    t.does("die 2", "split 0 0")
    assert (t.me.hand, t.me.kitchen) == ([], {"wine": 2, "champagne": 1})


@clause("staff.124", corner=True)
def test_conductor_with_a_full_purse():
    t = hall(staff=[124], krones=20, dice="4").does("die 4", "steps 1")
    assert (t.me.krones, t.me.kitchen) == (20, {"champagne": 1})


# -- cards that are played once --------------------------------------------------------------------


@clause("staff.120", corner=True)
@both_editions
def test_champagne_of_the_violinist_goes_onto_guests(spec):
    t = played(120, spec, guests={153: "1 cake"})
    t.does("place champagne on table 1", "place champagne on table 1")
    assert (t.me.guests[153], t.me.kitchen) == ({}, {"champagne": 1})


@clause("staff.120", corner=True)
def test_violinist_plays_once():
    t = played(120).does("end turn").plays("die 1")
    assert "use" not in t.legal_kinds()
    assert t.me.kitchen == {"champagne": 3}


@clause("staff.127", corner=True)
@both_editions
def test_harpist_may_be_content_with_one_dancer_or_none(spec):
    t = played(127, spec, kitchen="3 champagne").does("stop")
    assert t.me.dancers == {}
    t = played(127, spec, kitchen="3 champagne").does(SEND, "stop")
    assert t.me.dancers == {"2.bottom": 1}
    t.legal("end turn")


@clause("staff.127", corner=True)
def test_harpist_without_champagne_sends_one_up_to_the_middle_and_one_below():
    t = played(127)
    assert {seat.split(".")[1] for seat in seats(t, "send")} == {"bottom", "middle"}
    t.does("send to 1.middle from section 1")
    assert seats(t, "send") == {"1.bottom", "2.bottom", "3.bottom"}


@clause("staff.127", corner=True)
def test_nothing_comes_between_the_dancers_of_the_harpist():
    t = played(127, staff=[129], kitchen="1 champagne").does(SEND)
    t.illegal("use 129")


@clause("staff.127", corner=True)
def test_champagne_from_the_first_dancer_may_pay_for_the_second():
    """The last dancer of section 3 brings 2 champagne."""
    t = played(127, resting="2 2 1 2").does("send to 2.bottom from section 3")
    t.does("send to 1.top from section 1")
    assert t.me.kitchen == {}


# -- once a round ----------------------------------------------------------------------------------


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize("card", [122, 123, 129])
def test_once_in_a_round_and_again_in_the_next(card, spec):
    t = hall(spec, staff=[card], kitchen="2 champagne").does(f"use {card}")
    t.illegal(f"use {card}")
    t.end_of_round(1)
    assert t.round == 2
    while t.player != 0:
        t.plays()
    t.legal(f"use {card}")


@clause("staff.122", corner=True)
def test_symphonist_wants_champagne_of_the_kitchen():
    hall(staff=[122], kitchen="3 wine").illegal("use 122")
    hall(staff=[122], guests={153: "2 champagne"}).illegal("use 122")


@clause("staff.123", corner=True)
def test_usherette_wants_both_krones():
    hall(staff=[123], krones=1).illegal("use 123")


@clause("staff.129", corner=True)
def test_champagne_of_the_pianist_goes_onto_guests():
    t = hall(staff=[129], guests={153: "1 cake 1 champagne"})
    t.does("use 129", "place champagne on table 1")
    assert t.me.guests[153] == {}


@clause("staff.129", corner=True)
def test_only_the_champagne_received_goes_onto_guests():
    """What lies in the kitchen has to be served for a krone."""
    t = hall(staff=[129], kitchen="1 champagne", guests={153: "1 cake"})
    t.does("use 129", "place champagne on table 1")
    assert (t.me.kitchen, t.me.guests[153]) == ({"champagne": 1}, {"champagne": 1})


@clause("staff.128", corner=True)
def test_cellist_is_paid_with_what_is_in_the_kitchen():
    t = hall(staff=[128], kitchen="1 strudel 1 coffee").does("use 128")
    assert sorted(t.options) == ["pay coffee", "pay strudel"]


@clause("staff.128", corner=True)
@both_editions
def test_cellist_takes_neither_champagne_nor_goods_on_guests(spec):
    t = hall(spec, staff=[128], kitchen="2 champagne", guests={140: "1 wine"})
    t.illegal("use 128")


@clause("staff.128", "more.paid-for-something", corner=True)
def test_cellist_is_no_use_when_nobody_can_be_sent():
    hall(staff=[128], kitchen="1 wine", resting="0 0 0 0").illegal("use 128")
    t = hall(staff=[128], kitchen="1 wine").does("use 128", "pay wine")
    assert seats(t, "send") == {"1.bottom", "2.bottom", "3.bottom"}


@clause("staff.128", corner=True)
def test_cellist_once_in_a_round():
    t = hall(staff=[128], kitchen="2 wine").does("use 128", "pay wine", SEND)
    t.illegal("use 128")


@clause("staff.133", corner=True)
@both_editions
def test_captain_does_not_answer_to_himself(spec):
    t = played(133, spec, kitchen="3 champagne")
    t.illegal("use 133")
    t.legal("end turn")


@clause("staff.133", corner=True)
def test_captain_declined_waits_for_the_next_card_of_the_round():
    """Guest 94 lets play a card for 1 krone less."""
    t = hall(staff=[133], hand=[45, 44], guests={94: "all"}, vacant="1.3", dice="5")
    t.does("check in table 1 to 1.3", "hire 45", "stop")
    t.illegal("use 133")
    t.does("die 5", "hire 44", "use 133", SEND)
    assert t.me.dancers == {"2.bottom": 1}


@clause("staff.133", corner=True)
def test_captain_once_in_a_round():
    t = hall(staff=[133], hand=[45, 44], guests={94: "all"}, vacant="1.3", dice="5")
    t.does("check in table 1 to 1.3", "hire 45", "use 133", SEND, "die 5", "hire 44")
    t.illegal("use 133")
    assert t.me.dancers == {"2.bottom": 1}


@clause("staff.133", corner=True)
def test_captain_helps_again_in_the_next_round():
    t = hall(staff=[133], hand=[45, 44], kitchen="2 champagne", dice="5")
    t.does("die 5", "hire 45", "use 133", SEND).end_of_round(1)
    t.dice("5 5 5 5")
    t.plays("die 5").does("die 5", "hire 44", "use 133", SEND)
    assert t.me.dancers == {"2.bottom": 2}


@clause("staff.133", corner=True)
def test_nothing_comes_between_the_card_and_the_captains_dancer():
    t = hall(staff=[133, 129], hand=[45], dice="5").does("die 5", "hire 45")
    t.legal("use 133", "stop")
    t.illegal("use 129")


# -- other events ----------------------------------------------------------------------------------


@clause("staff.130", corner=True)
@both_editions
def test_ballet_master_pays_for_each_of_two_dancers(spec):
    t = played(127, spec, staff=[130], krones=1, deck=[10, 3])
    t.does(SEND, "send to 2.bottom from section 2")
    assert (t.me.krones, t.me.hand) == (2, [3, 10])


@clause("staff.130", corner=True)
def test_ballet_master_with_an_empty_deck():
    t = hall(staff=[130], guests={65: "all"}, kitchen="1 champagne")
    t.state.staff_deck_size = 0
    t.does("dance table 1 to 2.bottom from section 1")
    assert (t.me.krones, t.me.hand) == (11, [])


@clause("staff.130", corner=True)
def test_ballet_master_answers_to_the_dancer_of_the_emperors_reward():
    t = hall(staff=[130], tiles="A1 B5 C1", emperor=9, deck=[10, 3])
    t.seat(1).has(emperor=6)
    t.end_of_round(5).does(SEND)
    assert (t.me.krones, t.me.hand) == (11, [10])


@clause("staff.130", corner=True)
def test_ballet_master_does_not_answer_to_dancers_of_others():
    t = hall(staff=[130], turn=1)
    t.seat(1).has(guests={65: "all"}, kitchen="1 champagne", resting="2 2 2 2")
    t.does("dance table 1 to 2.bottom from section 1")
    assert (t.me.krones, t.me.hand) == (10, [])


@clause("staff.132", corner=True)
@both_editions
def test_arranger_wants_a_marker_not_a_condition_fulfilled(spec):
    t = hall(spec, staff=[132], krones=20, politics="A-krones B-floors C-green", dice="1")
    t.does("die 1", "split 0 0", "end turn")
    assert "champagne" not in t.me.kitchen


@clause("staff.132", corner=True)
def test_arranger_does_not_answer_to_markers_of_others():
    t = hall(staff=[132], turn=1, politics="A-krones B-floors C-green")
    t.seat(1).has(krones=20)
    assert t.does("claim A").me.kitchen == {}


@clause("staff.132", corner=True)
def test_champagne_of_the_arranger_goes_onto_guests():
    t = hall(staff=[132], krones=20, guests={153: "1 cake"}, politics="A-krones B-floors C-green")
    t.does("claim A", "place champagne on table 1", "place champagne on table 1")
    assert t.me.guests[153] == {}


@clause("staff.126", corner=True)
@both_editions
@pytest.mark.parametrize(("dancers", "vp"), [("", 0), ("3.top 3.top 3.top 3.top", 8)])
def test_leading_dancer_counts_the_balcony_but_nobody_who_rehearses(dancers, vp, spec):
    t = hall(spec, staff=[126], tiles="A1 B1 C1", emperor=8, dancers=dancers)
    t.seat(1).has(emperor=8, dancers="1.top 3.top")
    assert t.end_of_round(7).me.vp_from.get("staff", 0) == vp


@clause("staff.126", corner=True)
def test_leading_dancer_does_not_count_dancers_whom_the_emperor_removed():
    t = hall(SPEC, staff=[126], tiles="A1 B1 C5", emperor=0, dancers="1.top 3.top 3.bottom")
    t.seat(1).has(emperor=8, dancers="3.top")
    t.end_of_round(7).does("take penalty")
    while "remove" in t.legal_kinds():
        t.does(t.options[0])
    assert t.me.vp_from["staff"] == 2 * 1
