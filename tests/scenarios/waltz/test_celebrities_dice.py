"""Coloured dice: their price, the strength with them, the celebrity that they bring, passing."""

from collections import Counter

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import (
    LOUNGE,
    all_pass,
    coloured,
    helping,
    in_lounge,
    waited,
)

EDITIONS = ("original-2015+celebrities", LOUNGE)
DRAFT = LOUNGE + "+draft"
THREE = "gandhi einstein curie"


def table(dice, spec=LOUNGE, players=2, lounge=THREE, **things):
    return Table(spec, players, dice=dice, lounge=lounge, **things)


@clause("coloured-dice.number", "coloured-dice.roll")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("players", "dice"), [(2, 10), (3, 12), (4, 14)])
def test_three_of_the_usual_dice_are_coloured(players, dice, spec):
    t = Table(spec, players).end_of_round(1)
    faces = t.dice()
    assert len(faces) == dice == t.state.dice_left
    assert all(face in faces for face in coloured(t))


@clause("coloured-dice.number")
def test_without_the_module_all_dice_are_white():
    assert coloured(Table("revised-2021").end_of_round(1)) == [0, 0, 0]


@clause("round.sort", "coloured-dice.roll")
@pytest.mark.parametrize("seed", range(12))
def test_every_coloured_die_lies_among_those_of_its_face(seed):
    t = Table.set_up(LOUNGE, 2, seed).does("guest 5", "guest 5")
    t.does(*["prepare 1.1", "prepare 1.2", "prepare 1.3"] * 2)
    assert not Counter(coloured(t)) - Counter(t.dice())


@clause("coloured-dice.roll")
def test_coloured_dice_fall_anew_in_every_round():
    t = Table(LOUNGE)
    rolls = {tuple(coloured(t.end_of_round(round))) for round in (1, 2, 4, 6)}
    assert len(rolls) > 1
    assert all(1 <= face <= 6 for roll in rolls for face in roll)


# The example: five dice on space 1, Gandhi for the red one, Einstein with 4 VP for the blue one.
@clause("coloured-dice.price", "lounge.meet", "lounge.vp", "coloured-dice.strength")
@pytest.mark.parametrize(
    ("colour", "celebrity", "vp"), [("red", "gandhi", 1), ("blue", "einstein", 4)]
)
@pytest.mark.parametrize("spec", EDITIONS)
def test_example_of_five_dice(colour, celebrity, vp, spec):
    t = waited(table("1 1 1 red1 blue1", spec), 0, 2, 0)
    t.does(f"die 1 {colour}")
    assert t.me.krones == 10 - 4
    assert helping(t.me) == {celebrity}
    assert t.me.vp_from == {"celebrities": vp}
    t.does("split 2 0")
    assert t.me.kitchen == {"strudel": 3, "cake": 2}


@clause("coloured-dice.price-draft", "lounge.meet", "celebrity.gandhi")
def test_example_of_the_draft():
    t = table("1 1 1 1 red1 3 3", DRAFT, vacant="1.1")
    t.does("die 1 red", "split 0 0")
    assert (t.me.krones, t.me.vp, helping(t.me)) == (6, 1, {"gandhi"})
    assert t.me.kitchen == {"strudel": 5}


@clause("coloured-dice.price", "coloured-dice.price-draft")
@pytest.mark.parametrize(
    ("dice", "retail", "draft"),
    [
        ("red4", 0, 0),
        ("red4 4", 1, 1),
        ("red4 4 4 blue4", 3, 2),
        ("red4 blue4 yellow4", 2, 0),
        ("red4 blue3 4", 1, 1),
    ],
)
def test_which_dice_are_paid_for(dice, retail, draft):
    for spec, price in ((LOUNGE, retail), (DRAFT, draft)):
        t = table(dice, spec).does("die 4 red", "steps 1")
        assert t.me.krones == 10 - price + len(dice.replace("blue3", "").split()) - 1


@clause("coloured-dice.white", "coloured-dice.strength")
def test_white_die_beside_coloured_ones():
    t = table("1 1 red1").does("die 1", "split 1 0")
    assert t.me.kitchen == {"strudel": 2, "cake": 1}
    assert (t.me.krones, t.me.vp, helping(t.me)) == (10, 0, set())
    assert in_lounge(t) == THREE.split()
    assert coloured(t)[0] == 1


@clause("coloured-dice.white")
def test_no_white_die_on_a_space_of_coloured_ones():
    t = table("red1 blue1 2")
    t.legal("die 1 red", "die 1 blue", "die 2")
    t.illegal("die 1", "die 1 yellow", "die 2 red")


@clause("coloured-dice.must-pay")
@pytest.mark.parametrize("spec", EDITIONS)
def test_coloured_die_that_cannot_be_paid(spec):
    t = table("1 1 1 red1 2", spec, krones=2)
    t.illegal("die 1 red", "die 1 red without effect")
    t.legal("die 1", "die 1 +1", "die 2")
    t = table("1 1 1 red1 2", spec, krones=3)
    t.legal("die 1 red")
    t.illegal("die 1 red +1")


@clause("coloured-dice.must-pay")
def test_copying_with_a_coloured_die_costs_both():
    t = table("6 6 red6", krones=3).does("die 6 red")
    assert t.me.krones == 0
    table("6 6 red6 1", krones=2).illegal("die 6 red")


@clause("coloured-dice.strength", "coloured-dice.price")
def test_strengthened_action_of_a_coloured_die():
    t = table("4 red4").does("die 4 red +1", "steps 3")
    assert (t.me.krones, t.me.emperor) == (10 - 1 - 1, 3)


@clause("coloured-dice.without-effect", "coloured-dice.must-pay")
def test_coloured_die_without_effect():
    t = table("6 red6", krones=0)
    t.legal("die 6 without effect", "die 6 red without effect")
    t.does("die 6 red without effect")
    assert (t.me.vp, helping(t.me), coloured(t)[0]) == (0, set(), 0)
    assert in_lounge(t) == THREE.split()


@clause("coloured-dice.without-effect", corner=True)
@pytest.mark.parametrize("colour", ["red", "blue", "yellow"])
def test_each_coloured_die_can_be_taken_without_effect(colour):
    table(f"6 {colour}6", krones=0).legal(f"die 6 {colour} without effect")


@clause("coloured-dice.left-on-space", "guest.97.reward-2015")
def test_extra_turn_uses_only_spaces_with_a_die_of_any_colour():
    t = table("red1 2 4", EDITIONS[0], guests={97: "all"}, vacant="1.2").check_in(97, "1.2")
    t.does("reward 1").plays("die 4")
    assert t.player == 0
    assert [words for words in t.options if words.startswith("die") and "+" not in words] == [
        "die 1",
        "die 2",
    ]


@clause("coloured-dice.left-on-space")
def test_space_used_without_taking_its_coloured_die():
    t = table("red1 1", guests={97: "all"}, vacant="1.2", krones=0)
    t.check_in(97, "1.2").does("space 1", "split 1 0")
    assert t.me.kitchen == {"strudel": 1, "cake": 1}
    assert helping(t.me) == set()
    assert coloured(t)[0] == 1
    assert "celebrities" not in t.me.vp_from


@clause("coloured-dice.left-on-space")
def test_space_of_coloured_dice_alone_can_be_used():
    t = table("red4 blue4", guests={97: "all"}, vacant="1.2", krones=0)
    t.check_in(97, "1.2").does("space 4", "steps 2")
    assert t.me.emperor == 2


@clause("lounge.before-action", "celebrity.gandhi")
def test_celebrity_helps_with_the_action_of_the_die():
    t = table("3 3 red3", krones=2, vacant="1.1").does("die 3 red")
    assert t.me.krones == 0
    t.does("prepare 2.1", "prepare 3.1", "prepare 4.1")
    assert (t.me.krones, t.me.vacant) == (0, {"1.1", "2.1", "3.1", "4.1"})


@clause("lounge.before-action")
def test_price_is_paid_before_the_celebrity_helps():
    table("4 4 red4 1", lounge="magie gandhi curie", krones=1).illegal("die 4 red")


@clause("lounge.whole-round")
def test_celebrity_helps_in_the_second_turn_of_the_round():
    t = table("red1 2 2 3 3", vacant="1.1", krones=0)
    t.does("die 1 red", "split 0 0", "end turn").plays("die 2").plays("die 2")
    assert t.player == 0
    t.does("die 3", "prepare 2.1", "prepare 3.1")
    assert t.me.krones == 0


@clause("lounge.whole-round")
def test_celebrity_does_not_help_in_the_next_round():
    t = table("1", celebrities="gandhi", vacant="1.1").end_of_round(2)
    t.dice("3 3")
    assert (t.player, helping(t.me)) == (0, set())
    t.does("die 3", "prepare 2.1")
    assert t.me.krones == 9


@clause("lounge.meet")
def test_celebrity_is_gone_for_the_others():
    t = table("red1 blue1 1").does("die 1 red", "split 0 0", "end turn")
    assert in_lounge(t) == [None, "einstein", "curie"]
    assert t.player == 1
    t.illegal("die 1 red")
    t.does("die 1 blue")
    assert helping(t.seat(1)) == {"einstein"}
    assert helping(t.me) == {"gandhi"}


@clause("lounge.several")
def test_two_celebrities_help_together():
    t = table("5 blue5", lounge="magie curie tolkien", celebrities="churchill", hand=[45], krones=2)
    t.does("die 5 blue", "hire 45")
    assert (t.me.krones, t.me.emperor) == (1, 3 + 1)
    t.does("choose wine", "choose coffee")
    assert t.me.kitchen == {"wine": 1, "coffee": 1}


@clause("lounge.before-action")
@clause("celebrity.chaplin", corner=True)
@pytest.mark.parametrize("spec", [*EDITIONS, DRAFT])
def test_celebrity_helps_with_what_staff_bring_for_the_very_die(spec):
    """16 brings 4 VP for a 4; Chaplin adds 2 to these, and 2 to the VP that he comes with."""
    t = table("red4", spec, lounge="chaplin curie gandhi", staff=[16]).does("die 4 red")
    assert t.me.vp_from == {"staff": 4, "celebrities": 1 + 2 + 2}


@clause("lounge.before-action")
@clause("celebrity.churchill", corner=True)
def test_celebrity_helps_with_the_bonus_of_corogari_for_the_very_die():
    """A sum of 4 brings a krone and a step."""
    spec = f"{LOUNGE}+unique-hotels"
    t = table("red3", spec, lounge="churchill curie gandhi", entrance="corogari-zant-mainz")
    t.me.p.dice_this_round, t.me.p.first_face = 1, 1
    t.does("die 3 red")
    assert (t.me.krones, t.me.emperor) == (10 + 1, 1 + 1)


@clause("coloured-dice.pass-white")
@pytest.mark.parametrize("spec", EDITIONS)
def test_white_dice_are_given_up_first(spec):
    t = all_pass(table("1 1 red2 blue3 yellow4", spec), 2)
    assert len(t.dice()) == 4
    assert all(coloured(t))
    assert len(all_pass(t, 2).dice()) == 3
    assert all(coloured(t))


@clause("coloured-dice.pass-coloured")
@pytest.mark.parametrize(("round", "first"), [(1, 0), (2, 1)])
def test_who_rolls_again_chooses_the_coloured_die(round, first):
    t = table("red2 blue3 yellow4", round=round, turn=first)
    all_pass(t, 2)
    assert t.player == first
    assert t.options == ["remove die red", "remove die blue", "remove die yellow"]
    t.does("remove die blue")
    assert coloured(t)[1] == 0
    assert len(t.dice()) == 2 == sum(face > 0 for face in coloured(t))
    assert in_lounge(t) == THREE.split()
    t.legal("pass")


@clause("coloured-dice.pass-coloured")
def test_who_has_played_twice_does_not_choose():
    t = table("red2 blue3 2 2 3", turn=0)
    t.plays("die 2").plays("die 2")  # seats 0 and 1
    assert t.player == 1
    t.plays("die 3")
    assert (t.player, t.dice()) == (0, [2, 3])
    t.does("pass")
    assert (t.player, set(t.options)) == (0, {"remove die red", "remove die blue"})


@clause("coloured-dice.pass-coloured", corner=True)
def test_last_coloured_die_given_up_ends_the_round():
    t = all_pass(table("yellow4"), 2)
    t.does("remove die yellow")
    assert t.round == 2


@clause("coloured-dice.pass-coloured", corner=True)
def test_after_a_coloured_die_was_given_up_dice_are_rolled_once():
    t = all_pass(table("red2 blue3 yellow4"), 2).does("remove die red")
    dice = t.dice()
    t.does("pass")
    assert t.dice() == dice
