"""Puccini, Mata Hari and Picasso, who come with the ballrooms; and Freud with champagne."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import hall
from tests.scenarios.waltz.lobby import MUSICAL


def with_help(celebrity, **things):
    """The celebrity came earlier in the round; the hall is that of the other tests."""
    return hall(MUSICAL, celebrities=celebrity, **things)


# -- Puccini --------------------------------------------------------------------------------------


@clause("celebrity.puccini")
def test_puccini_answers_to_a_card():
    t = with_help("puccini", hand=[45], dice="5").does("die 5", "hire 45")
    assert t.me.kitchen == {"champagne": 1}
    assert t.me.vp_from == {"celebrities": 2}


@clause("celebrity.puccini")
@clause("celebrity.puccini", corner=True)
def test_puccini_comes_after_the_effect_of_the_card():
    t = with_help("puccini", hand=[35], vacant="1.2 3.1", dice="5 5")
    t.does("die 5", "hire 35", "occupy 1.2")
    assert (t.me.kitchen, t.me.vp) == ({}, 0)
    t.does("occupy 3.1")
    assert (t.me.kitchen, t.me.vp) == ({"champagne": 1}, 2)


@clause("celebrity.puccini", corner=True)
def test_puccini_answers_each_card_and_none_that_is_not_played():
    t = with_help("puccini", hand=[45, 44], guests={73: "all"}, vacant="3.1").check_in(73, "3.1")
    t.does("hire 45", "hire 44")
    assert (t.me.kitchen["champagne"], t.me.vp_from["celebrities"]) == (2, 4)
    t = with_help("puccini", hand=[45], dice="5").does("die 5", "stop")
    assert (t.me.kitchen, t.me.vp) == ({}, 0)


# -- Mata Hari ------------------------------------------------------------------------------------


@clause("celebrity.mata-hari")
def test_mata_hari_answers_to_a_dancer():
    t = with_help("mata-hari", kitchen="1 champagne", guests={65: "all"})
    t.does("dance table 1 to 1.bottom from section 1")
    assert t.me.vp_from == {"guests": 3, "celebrities": 1}
    assert t.me.emperor == 1


@clause("celebrity.mata-hari")
def test_mata_hari_answers_to_each_dancer():
    t = with_help("mata-hari", kitchen="3 champagne", guests={137: "all"}, vacant="1.2")
    t.check_in(137, "1.2").does("reward 2")
    t.does("send to 1.bottom from section 1", "send to 2.bottom from section 2")
    assert (t.me.vp_from["celebrities"], t.me.emperor) == (2, 2)


@clause("celebrity.mata-hari", corner=True)
def test_mata_hari_does_not_answer_to_a_room():
    t = with_help("mata-hari", guests={65: "all"}, vacant="3.1").check_in(65, "3.1")
    assert (t.me.vp_from, t.me.emperor) == ({"guests": 3}, 0)


@clause("celebrity.mata-hari", corner=True)
def test_mata_hari_at_the_end_of_the_track():
    t = with_help("mata-hari", kitchen="1 champagne", guests={65: "all"}, emperor=13)
    t.does("dance table 1 to 1.bottom from section 1")
    assert t.me.vp == 3 + 1 + 1


# -- Picasso --------------------------------------------------------------------------------------


@clause("celebrity.picasso")
@pytest.mark.parametrize("good", ["strudel", "cake", "wine", "coffee"])
def test_picasso_answers_to_champagne(good):
    t = with_help("picasso", dice="2 2 2").does("die 2", "split 1 1")
    assert t.me.vp_from == {"celebrities": 1}
    t.illegal("choose champagne", "stop")
    t.does(f"choose {good}")
    usual = {"wine": 1, "coffee": 1, "champagne": 1}
    assert t.me.kitchen == usual | {good: usual.get(good, 0) + 1}
    t.legal("end turn")


@clause("celebrity.picasso.each-effect")
@clause("celebrity.picasso", corner=True)
def test_picasso_answers_once_to_much_champagne():
    t = with_help("picasso", guests={145: "all"}, vacant="3.1").check_in(145, "3.1")
    t.does("reward 1", "choose wine")
    assert t.me.kitchen == {"wine": 1, "champagne": 2}
    assert t.me.vp_from["celebrities"] == 1


@clause("celebrity.picasso.each-effect")
def test_picasso_answers_to_each_effect():
    t = with_help("picasso puccini", hand=[45, 44], guests={73: "all"}, vacant="3.1")
    t.check_in(73, "3.1").does("hire 45", "choose wine", "hire 44", "choose wine")
    assert t.me.kitchen == {"strudel": 4, "wine": 2, "champagne": 2}
    assert t.me.vp_from["celebrities"] == 2 * (2 + 1)


@clause("celebrity.picasso", corner=True)
def test_picasso_asks_for_champagne():
    t = with_help("picasso", dice="2 2 2").does("die 2", "split 1 0")
    assert (t.me.vp, t.me.kitchen) == (0, {"wine": 2, "coffee": 1})
    t.legal("end turn")


@clause("celebrity.picasso", corner=True)
def test_picasso_good_may_go_to_a_guest():
    t = with_help("picasso", guests={65: ""}, dice="1 1 1").does("die 1", "split 1 1")
    t.does("choose coffee", "place coffee on table 1")
    assert t.me.guests == {65: {}}


# -- Freud and Einstein ---------------------------------------------------------------------------


@clause("celebrity.freud")
def test_freud_lets_champagne_be_ignored(tmp_path):
    file = tmp_path / "order.toml"
    file.write_text('id = "order"\nset = { "guest.134.order" = { wine = 1, champagne = 1 } }\n')
    t = Table(MUSICAL, patches=(file,), celebrities="freud", guests={134: "1 wine"})
    t.does("ignore good on table 1")
    assert t.me.guests == {134: {}}


@clause("celebrity.einstein.champagne")
def test_einstein_swaps_no_champagne():
    with_help("einstein", kitchen="4 champagne").illegal("use celebrity 1")
    t = with_help("einstein", kitchen="4 champagne 1 wine").does("use celebrity 1")
    t.illegal("swap champagne for wine", "swap wine for champagne")
    t.does("swap wine for cake")
    assert t.me.kitchen == {"cake": 1, "champagne": 4}
    assert t.me.krones == 10


@clause("celebrity.tolkien")
@clause("celebrity.tolkien", corner=True)
def test_tolkien_scores_nothing_for_a_dancer():
    t = with_help("tolkien", kitchen="1 champagne", guests={65: "all"})
    t.does("dance table 1 to 1.bottom from section 1")
    assert t.me.vp == 3
