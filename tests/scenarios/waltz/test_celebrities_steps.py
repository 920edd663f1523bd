"""Curie, Churchill and Christie: celebrities who answer to staff cards and to steps."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import LOUNGE, done, with_help

# -- Curie ----------------------------------------------------------------------------------------


@clause("celebrity.curie", "celebrity.curie.afterwards")
@pytest.mark.parametrize(
    ("first", "second", "kitchen"),
    [("wine", "wine", {"wine": 2}), ("cake", "coffee", {"cake": 1, "coffee": 1})],
)
def test_curie_brings_two_goods_after_a_card(first, second, kitchen):
    t = with_help("curie", hand=[35], vacant="1.2 3.1", dice="5 5").does("die 5", "hire 35")
    t.illegal("choose wine")
    t.does("occupy 1.2", "occupy 3.1", f"choose {first}", f"choose {second}")
    assert t.me.kitchen == kitchen


@clause("celebrity.curie")
def test_curie_answers_permanent_cards_and_those_for_the_end():
    for card in (5, 30):
        t = with_help("curie", hand=[card], dice="5 5 5").does("die 5", f"hire {card}")
        t.does("choose wine", "choose coffee")
        assert t.me.kitchen == {"wine": 1, "coffee": 1}


@clause("celebrity.curie")
def test_curie_brings_goods_to_guests():
    t = with_help("curie", hand=[45], guests={65: ""}, dice="5").does("die 5", "hire 45")
    t.does("choose strudel", "choose coffee", "place coffee on table 1")
    assert (t.me.kitchen, t.me.guests) == ({"strudel": 1}, {65: {}})


@clause("celebrity.curie", corner=True)
def test_curie_brings_nothing_without_a_card():
    t = with_help("curie", hand=[45], dice="5").does("die 5", "stop")
    assert done(t).me.kitchen == {}


@clause("celebrity.curie", corner=True)
def test_curie_answers_each_of_two_cards():
    t = with_help("curie", hand=[45, 44], guests={73: "all"}, vacant="3.1").check_in(73, "3.1")
    t.does("hire 45", "choose wine", "choose wine", "hire 44", "choose coffee", "choose coffee")
    assert t.me.kitchen == {"strudel": 4, "wine": 2, "coffee": 2}


# -- Churchill ------------------------------------------------------------------------------------


@clause("celebrity.churchill", "celebrity.churchill.not-itself")
@pytest.mark.parametrize("steps", [1, 2, 3])
def test_churchill_adds_a_step(steps):
    t = with_help("churchill", dice="4 4 4").does("die 4", f"steps {steps}")
    assert (t.me.emperor, t.me.krones) == (steps + 1, 10 + 3 - steps)


@clause("celebrity.churchill", corner=True)
def test_churchill_adds_nothing_to_no_step():
    assert with_help("churchill", dice="4 4").does("die 4", "steps 0").me.emperor == 0


@clause("celebrity.churchill")
def test_churchill_adds_to_each_effect():
    t = with_help("churchill", guests={68: "all"}, staff=[6], vacant="3.1").check_in(68, "3.1")
    t.does("reward 1")
    assert t.me.emperor == (3 + 1) + (1 + 1)


@clause("celebrity.full-track")
@clause("celebrity.churchill", corner=True)
@pytest.mark.parametrize(("emperor", "steps", "vp"), [(12, 1, 1), (13, 1, 2), (13, 2, 3)])
def test_churchill_past_the_end_of_the_track(emperor, steps, vp):
    t = with_help("churchill", emperor=emperor, dice="4 4").does("die 4", f"steps {steps}")
    assert (t.me.emperor, t.me.vp) == (13, vp)


@clause("celebrity.full-track")
@clause("celebrity.magie", corner=True)
def test_magie_answers_krones_that_are_lost():
    t = with_help("magie", krones=20, vacant="1.1", dice="4").does("die 4", "steps 0")
    t.does("prepare 2.1")
    assert t.me.krones == 20


# -- Christie -------------------------------------------------------------------------------------

CHRISTIE = LOUNGE + "+agatha-christie"


@clause("celebrity.christie")
def test_christie_lets_a_card_be_played_for_two_less():
    t = with_help("christie", CHRISTIE, hand=[2, 1], dice="4 4 4").does("die 4", "steps 3")
    t.does("hire 2")
    assert t.me.krones == 10 - (6 - 2)
    done(t)  # three steps of one effect are one gain


@clause("celebrity.christie")
def test_christie_answers_each_gain():
    t = with_help("christie", CHRISTIE, hand=[45, 2], dice="4").does("die 4", "steps 1")
    t.does("hire 45")  # three more steps
    assert t.me.emperor == 4
    t.does("hire 2")
    assert t.me.krones == 10 - 0 - 4


@clause("celebrity.christie", corner=True)
def test_christie_may_be_declined():
    t = with_help("christie", CHRISTIE, hand=[45], dice="4").does("die 4", "steps 1", "stop")
    assert done(t).me.hand == [45]


@clause("celebrity.christie", corner=True)
def test_christie_has_nothing_to_play():
    done(with_help("christie", CHRISTIE, hand=[2], krones=3, dice="4").does("die 4", "steps 1"))
    done(with_help("christie", CHRISTIE, hand=[45], dice="4").does("die 4", "steps 0"))


@clause("celebrity.christie")
def test_christie_is_in_the_draft_and_not_in_the_retail_edition():
    assert "christie" not in Table(LOUNGE).ruleset.celebrity
    assert "christie" in Table(LOUNGE + "+draft").ruleset.celebrity


@clause("celebrity.christie", "celebrity.churchill")
def test_christie_answers_once_to_steps_with_churchill():
    t = with_help("christie churchill", CHRISTIE, hand=[1, 3], dice="4").does("die 4", "steps 1")
    assert t.me.emperor == 2
    done(t.does("hire 1"))
