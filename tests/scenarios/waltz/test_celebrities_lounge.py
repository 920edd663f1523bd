"""The lounge: set-up, VP by rounds waited, who leaves at the end of a round, and who comes."""

import pytest

from tests.clauses import clause
from tests.scenarios.judged import few_celebrities
from tests.scenarios.table import Table
from tests.scenarios.waltz.lobby import (
    LOUNGE,
    deck_and_discards,
    helping,
    in_lounge,
    stack,
    waited,
)

DRAFT = LOUNGE + "+draft"
THREE = "gandhi einstein curie"
OTHERS = ["chaplin", "churchill", "freud", "magie", "tolkien"]


def evening(spec=LOUNGE, **things):
    """Gandhi, Einstein and Curie are in the lounge; the deck is in alphabetical order."""
    return Table(spec, **({"lounge": THREE, "dice": "1"} | things))


@clause("lounge.set-up")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_three_celebrities_in_the_lounge_and_the_others_in_a_deck(seed):
    t = Table.set_up(LOUNGE, 3, seed)
    deck, discards = deck_and_discards(t)
    assert sorted([*in_lounge(t), *deck]) == sorted([*OTHERS, *THREE.split()])
    assert len(deck) == 5
    assert discards == []
    assert list(t.state.lounge_waited) == [0, 0, 0]


@clause("lounge.set-up")
def test_celebrities_are_shuffled():
    assert len({tuple(in_lounge(Table.set_up(LOUNGE, 2, seed))) for seed in range(1, 7)}) > 3


@clause("lounge.vp")
@pytest.mark.parametrize(("rounds", "vp"), [(0, 1), (1, 2), (2, 4)])
def test_vp_by_rounds_waited(rounds, vp):
    t = waited(evening(dice="red1"), rounds, 0, 0).does("die 1 red")
    assert t.me.vp_from == {"celebrities": vp}


@clause("lounge.ageing")
@pytest.mark.parametrize(("rounds", "vp"), [(0, 2), (1, 4)])
def test_who_waits_is_worth_more(rounds, vp):
    t = waited(evening(), rounds, 0, 0).end_of_round(1)
    assert in_lounge(t)[0] == "gandhi"
    t.dice("red1")
    t.does("die 1 red")
    assert t.seat(1).vp_from == {"celebrities": vp}


@clause("lounge.gone", "lounge.refill", "lounge.ageing")
def test_who_waited_long_enough_leaves():
    t = stack(waited(evening(), 2, 1, 0), "tolkien magie freud").end_of_round(1)
    assert in_lounge(t) == ["tolkien", "einstein", "curie"]
    assert list(t.state.lounge_waited) == [0, 2, 1]
    assert deck_and_discards(t) == (["magie", "freud"], ["gandhi"])


@clause("lounge.ageing", "lounge.gone")
@pytest.mark.parametrize("spec", [LOUNGE, DRAFT])
def test_from_one_vp_to_none(spec):
    t = evening(spec)
    worth = []
    for round in (1, 2, 4):
        worth.append((in_lounge(t)[2], int(t.rules.waited_vp[t.state.lounge_waited[2]])))
        t.end_of_round(round)
    assert worth == [("curie", 1), ("curie", 2), ("curie", 4)]
    assert "curie" not in in_lounge(t)


@clause("lounge.leave", "lounge.refill")
def test_used_celebrities_are_discarded_and_the_gaps_filled_from_the_left():
    t = evening(celebrities="gandhi")
    t.seat(1).has(celebrities="curie")
    stack(t, "tolkien magie freud").end_of_round(1)
    assert helping(t.me) == helping(t.seat(1)) == set()
    assert in_lounge(t) == ["tolkien", "einstein", "magie"]
    assert list(t.state.lounge_waited) == [0, 1, 0]
    deck, discards = deck_and_discards(t)
    assert deck == ["freud"]
    assert sorted(discards) == ["curie", "gandhi"]


@clause("lounge.leave")
def test_what_a_celebrity_changed_ends_with_the_round():
    t = evening(celebrities="gandhi tolkien churchill").end_of_round(1)
    p = t.me.p
    assert (list(p.room_cost), int(p.events), int(p.more_steps)) == ([99, 99, 99], 0, 0)


@clause("lounge.before-scoring", "lounge.own-turn")
def test_celebrities_have_left_before_the_emperor_scores():
    t = evening(celebrities="chaplin churchill", emperor=10, tiles="A1 B1 C1")
    t.seat(1).has(emperor=0)
    t.end_of_round(3)
    assert t.player == 1  # the penalty is still to be decided
    t.legal("take penalty")
    assert helping(t.me) == set()
    assert t.me.vp_from == {"track": 6}
    assert None not in in_lounge(t)


@clause("lounge.before-scoring")
def test_celebrities_leave_after_the_last_round_too():
    t = evening(celebrities="chaplin", emperor=9, tiles="A1 B1 C1")
    t.seat(1).has(emperor=9)
    t.end_of_round(7)
    assert "celebrities" not in t.me.vp_from


@clause("lounge.reshuffle")
@few_celebrities
def test_discards_become_the_deck():
    t = stack(evening(celebrities="gandhi einstein"), "tolkien", "magie freud").end_of_round(1)
    deck, discards = deck_and_discards(t)
    assert in_lounge(t)[0] == "tolkien"  # the deck is used up first
    assert in_lounge(t)[1] in {"magie", "freud", "gandhi", "einstein"}
    assert discards == []
    assert sorted([in_lounge(t)[1], *deck]) == ["einstein", "freud", "gandhi", "magie"]


@clause("lounge.reshuffle")
def test_discards_lie_as_long_as_the_deck_lasts():
    t = stack(evening(celebrities="gandhi"), "tolkien", "magie freud").end_of_round(1)
    assert deck_and_discards(t) == ([], ["magie", "freud", "gandhi"])


@clause("lounge.refill", corner=True)
@few_celebrities
def test_a_place_stays_empty_when_nobody_is_left():
    t = stack(waited(evening(), 2, 2, 0), "tolkien")
    t.state.lounge[0] = -1
    t.me.has(celebrities="gandhi")
    stack(t, "").end_of_round(1)
    assert sorted(key for key in in_lounge(t) if key) == ["curie", "einstein", "gandhi"]
    t.state.lounge[:2] = -1
    stack(t, "").end_of_round(2)
    assert in_lounge(t) == [None, None, "curie"]


@clause("lounge.reshuffle")
def test_discards_are_shuffled():
    found = set()
    for seed in range(1, 9):
        t = Table.set_up(LOUNGE, 2, seed)
        while not t.round:
            t.does(t.options[0])
        stack(t, "", "magie freud tolkien churchill chaplin")
        t.lounge(THREE)
        stack(t, "", "magie freud tolkien churchill chaplin")
        waited(t, 2, 2, 2).end_of_round(1)
        found.add(tuple(in_lounge(t)))
    assert len(found) > 3


@clause("lounge.under-deck-draft")
@few_celebrities
def test_draft_puts_used_celebrities_under_the_deck():
    t = evening(DRAFT, celebrities="gandhi")
    t.seat(1).has(celebrities="curie")
    stack(t, "tolkien magie freud").end_of_round(1)
    assert in_lounge(t) == ["tolkien", "einstein", "magie"]
    deck, discards = deck_and_discards(t)
    assert discards == []
    assert deck[0] == "freud"
    assert sorted(deck[1:]) == ["curie", "gandhi"]


@clause("lounge.under-deck-draft")
@few_celebrities
def test_draft_puts_who_waited_too_long_under_the_deck():
    t = stack(waited(evening(DRAFT), 2, 0, 0), "tolkien magie").end_of_round(1)
    assert in_lounge(t)[0] == "tolkien"
    assert deck_and_discards(t) == (["magie", "gandhi"], [])


@clause("lounge.under-deck-draft", "lounge.refill")
@few_celebrities
def test_draft_may_bring_a_celebrity_back_at_once():
    t = stack(waited(evening(DRAFT, celebrities="gandhi"), 0, 2, 2), "tolkien").end_of_round(1)
    assert in_lounge(t)[0] == "tolkien"
    deck, _ = deck_and_discards(t)
    assert sorted([*in_lounge(t)[1:], *deck]) == ["curie", "einstein", "gandhi"]


@clause("lounge.under-deck-draft")
@few_celebrities
def test_draft_puts_who_waited_too_long_below_the_used_ones():
    t = stack(waited(evening(DRAFT, celebrities="einstein"), 2, 0, 0), "tolkien magie freud")
    t.end_of_round(1)
    deck, _ = deck_and_discards(t)
    assert deck[-2:] == ["einstein", "gandhi"]


@clause("lounge.under-deck-draft", corner=True)
@few_celebrities
def test_draft_puts_several_under_the_deck_in_random_order():
    found = set()
    for round in range(1, 8):
        t = evening(DRAFT, celebrities="gandhi einstein curie", round=round, emperor=9)
        t.seat(1).has(emperor=9)
        t.lounge("churchill freud magie")
        deck, _ = deck_and_discards(stack(t, "chaplin tolkien").end_of_round(round))
        assert deck[:2] == ["chaplin", "tolkien"]
        assert sorted(deck[2:]) == ["curie", "einstein", "gandhi"]
        found.add(tuple(deck[2:]))
    assert len(found) > 2
