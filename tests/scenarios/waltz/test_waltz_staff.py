"""The staff of module 1 (119 to 133): what each card does.

Odeonsaal's bottom row (2.bottom) brings nothing and costs a champagne; every card costs 2 krones
here. In hand or beside: 45, the Pool Attendant of the base game (1 krone).
"""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.hall import EDITIONS, SPEC, hall

both_editions = pytest.mark.parametrize("spec", EDITIONS)
SEND = "send to 2.bottom from section 1"


def played(card, spec=SPEC, **things):
    """A card played with a single die of the fifth action space (1 krone less)."""
    t = hall(spec, dice="1 5", **({"hand": [card], "krones": 5} | things))
    return t.does("die 5", f"hire {card}")


# -- once ------------------------------------------------------------------------------------------


@clause("staff.120")
@both_editions
def test_violinist_brings_3_champagne(spec):
    t = played(120, spec)
    assert (t.me.kitchen, t.me.krones) == ({"champagne": 3}, 5 - 1)
    t.legal("end turn")


@clause("staff.127")
@both_editions
def test_harpist_sends_two_dancers_for_2_and_1_champagne_less(spec):
    t = played(127, spec, kitchen="4 champagne")
    t.does("send to 1.top from section 1", "send to 3.top from section 2")
    assert t.me.dancers == {"1.top": 1, "3.top": 1}
    assert t.me.kitchen["champagne"] == 4 - (3 - 2) - (3 - 1)
    assert t.me.krones == 4 + 3
    t.legal("end turn")


@clause("staff.127")
def test_harpist_may_send_both_to_one_ballroom():
    t = played(127, kitchen="1 champagne")
    t.does("send to 2.bottom from section 1", "send to 2.bottom from section 2")
    assert (t.me.dancers, t.me.kitchen) == ({"2.bottom": 2}, {"champagne": 1})


# -- once a round ----------------------------------------------------------------------------------


@clause("staff.122")
@both_editions
def test_symphonist_gives_5_vp_for_a_champagne(spec):
    t = hall(spec, staff=[122], kitchen="2 champagne").does("use 122")
    assert (t.me.vp_from, t.me.kitchen) == ({"staff": 5}, {"champagne": 1})


@clause("staff.123")
@both_editions
def test_usherette_gives_champagne_and_3_vp_for_2_krones(spec):
    t = hall(spec, staff=[123], krones=2).does("use 123")
    assert (t.me.vp_from, t.me.kitchen, t.me.krones) == ({"staff": 3}, {"champagne": 1}, 0)


@clause("staff.128")
@both_editions
@pytest.mark.parametrize("good", ["strudel", "cake", "wine", "coffee"])
def test_cellist_sends_a_dancer_for_a_dish_or_drink_and_1_champagne_less(good, spec):
    t = hall(spec, staff=[128], kitchen=f"2 {good} 1 champagne")
    t.does("use 128", f"pay {good}", "send to 1.middle from section 1")
    assert t.me.kitchen == {good: 1}
    assert (t.me.dancers, t.me.krones) == ({"1.middle": 1}, 12)


@clause("staff.129")
@both_editions
def test_pianist_brings_a_champagne(spec):
    t = hall(spec, staff=[129]).does("use 129")
    assert t.me.kitchen == {"champagne": 1}


@clause("staff.133")
@both_editions
def test_captain_sends_a_dancer_after_a_card_was_played(spec):
    t = hall(spec, staff=[133], hand=[45], kitchen="1 champagne", dice="5 5")
    t.illegal("use 133")
    t.does("die 5", "hire 45", "use 133", "send to 1.middle from section 1")
    assert (t.me.dancers, t.me.kitchen, t.me.krones) == ({"1.middle": 1}, {}, 10 + 2)


# -- with a die ------------------------------------------------------------------------------------


@clause("staff.119")
@both_editions
def test_dancing_master_sends_a_dancer_before_the_main_action(spec):
    t = hall(spec, staff=[119], kitchen="1 champagne", dice="3")
    t.does("die 3")
    assert t.me.krones == 11
    t.does("die bonus 1", SEND, "main action")
    assert (t.me.dancers, t.me.kitchen) == ({"2.bottom": 1}, {})
    assert "prepare" in t.legal_kinds()


@clause("staff.119")
@both_editions
def test_dancing_master_sends_a_dancer_after_the_main_action(spec):
    t = hall(spec, staff=[119], kitchen="1 champagne", dice="3")
    t.does("die 3", "main action", "prepare 1.1", "die bonus 1", SEND)
    assert (t.me.dancers, t.me.kitchen, t.me.krones) == ({"2.bottom": 1}, {}, 11)
    t.legal("end turn")


@clause("staff.119", "staff.22")
def test_dancing_master_and_another_card_beside_the_same_die():
    t = hall(staff=[22, 119], hand=[45], kitchen="1 champagne", dice="3").does("die 3")
    t.legal("main action", "die bonus 1", "die bonus 2")
    t.does("die bonus 2", SEND)
    t.illegal("die bonus 2")
    t.does("die bonus 1", "hire 45").legal("main action")


@clause("staff.121")
@both_editions
def test_concertmaster_adds_a_champagne_and_a_vp(spec):
    t = hall(spec, staff=[121], dice="1 1 1").does("die 1", "split 1 1")
    assert t.me.kitchen == {"strudel": 1, "cake": 1, "champagne": 1 + 1}
    assert t.me.vp_from == {"staff": 1}


@clause("staff.131")
@both_editions
def test_trumpeter_adds_a_champagne_and_a_card(spec):
    t = hall(spec, staff=[131], dice="2 2 2", deck=[10, 3]).does("die 2", "split 1 1")
    assert t.me.kitchen == {"wine": 1, "coffee": 1, "champagne": 1 + 1}
    assert t.me.hand == [10]


@clause("staff.124")
@both_editions
def test_conductor_adds_a_champagne_and_a_krone(spec):
    t = hall(spec, staff=[124], dice="4 4").does("die 4", "steps 1")
    assert (t.me.kitchen, t.me.krones, t.me.emperor) == ({"champagne": 1}, 10 + 1 + 1, 1)


@clause("staff.125")
@both_editions
def test_choirmaster_sends_a_dancer_for_less_before_the_main_action(spec):
    t = hall(spec, staff=[125], hand=[45], kitchen="1 champagne", dice="5")
    t.does("die 5", "die bonus 1", "send to 1.middle from section 1", "main action", "hire 45")
    assert (t.me.dancers, t.me.kitchen) == ({"1.middle": 1}, {})
    assert (t.me.staff, t.me.krones) == ([45, 125], 12)


@clause("staff.125")
def test_choirmaster_sends_a_dancer_for_less_after_the_main_action():
    t = hall(staff=[125], hand=[45], dice="5")
    t.does("die 5", "main action", "hire 45", "die bonus 1", SEND)
    assert t.me.dancers == {"2.bottom": 1}  # 1 champagne less: for nothing


# -- with other events -----------------------------------------------------------------------------


@clause("staff.130")
@both_editions
def test_ballet_master_adds_a_krone_and_a_card_for_a_guest_who_dances(spec):
    t = hall(spec, staff=[130], guests={65: "all"}, kitchen="1 champagne", deck=[10, 3])
    t.does("dance table 1 to 2.bottom from section 1")
    assert (t.me.krones, t.me.hand) == (11, [10])


@clause("staff.130")
@both_editions
def test_ballet_master_adds_them_for_one_more_dancer_too(spec):
    t = hall(spec, staff=[130], guests={148: "all"}, vacant="1.3", kitchen="1 champagne")
    t.deck([10, 3])
    t.does("check in table 1 to 1.3", SEND)
    assert (t.me.krones, t.me.hand) == (11, [10])


@clause("staff.132")
@both_editions
def test_arranger_adds_2_champagne_for_a_politics_card(spec):
    t = hall(spec, staff=[132], krones=20, politics="A-krones B-floors C-green")
    t.does("claim A")
    assert t.me.kitchen == {"champagne": 2}


@clause("staff.126")
@both_editions
def test_leading_dancer_scores_2_vp_for_each_dancer(spec):
    t = hall(spec, staff=[126], tiles="A1 B1 C1", emperor=8, dancers="1.top 2.bottom 3.middle")
    t.seat(1).has(emperor=8)
    assert t.end_of_round(7).me.vp_from["staff"] == 2 * 3
