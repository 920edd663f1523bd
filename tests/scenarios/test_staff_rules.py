"""Staff cards in general: how they come to the hand and into play, and the deck."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")


def baroness(spec="revised-2021", **things):
    """Three cards are drawn, and one may be played for up to 3 krones less."""
    t = Table(spec, guests={75: "all"}, vacant="3.1", **things).check_in(75, "3.1")
    return t.does("reward 1")


# -- playing --------------------------------------------------------------------------------------


@clause("staff-card.how-played")
@pytest.mark.parametrize("spec", EDITIONS)
def test_no_card_is_played_without_an_action_or_effect(spec):
    t = Table(spec, hand=[45], dice="5 1 1")
    t.illegal("hire 45")
    t.does("die 1", "split 0 0")
    t.illegal("hire 45")
    t = Table(spec, hand=[45], dice="5 1 1").does("die 5")
    t.legal("hire 45")


@clause("staff-card.once")
@pytest.mark.parametrize("spec", EDITIONS)
def test_once_cards_act_when_played_and_never_again(spec):
    t = Table(spec, hand=[44], dice="5 5").does("die 5", "hire 44")
    assert t.me.kitchen == {"strudel": 4}
    t.illegal("use 44")
    t.does("end turn").end_of_round(1)
    while t.player != 0:
        t.plays()
    assert t.me.kitchen == {"strudel": 4}
    t.illegal("use 44")


@clause("staff-card.permanent")
@pytest.mark.parametrize("spec", EDITIONS)
def test_permanent_cards_help_from_then_on(spec):
    """The Laundress: 4 VP with every die of 4."""
    t = Table(spec, hand=[16], dice="4 4 4 4 5").does("die 5", "hire 16", "end turn")
    assert t.me.vp == 0
    while t.player != 0:
        t.plays("die 4")
    assert t.does("die 4").me.vp == 4


@clause("staff-card.permanent")
@pytest.mark.parametrize("spec", EDITIONS)
def test_permanent_cards_in_a_hand_do_not_help(spec):
    assert Table(spec, hand=[16]).does("die 4").me.vp == 0


@clause("staff-card.final")
@pytest.mark.parametrize("spec", EDITIONS)
def test_final_cards_do_nothing_when_played(spec):
    t = Table(spec, hand=[31], occupied="1.1-1.5", dice="5 5").does("die 5", "hire 31")
    assert (t.me.vp, t.me.staff) == (0, [31])
    t.illegal("use 31")
    t.legal("end turn")


@clause("staff-card.in-play")
@pytest.mark.parametrize("spec", EDITIONS)
def test_cards_of_every_timing_stay_in_play(spec):
    """Once 44 and 45, a round 3, permanent 16 and 12, final 31: the sixth fulfils the card."""
    t = Table(spec, staff=[44, 3, 16, 12, 31], hand=[45], politics="A-staff B-floors C-three-each")
    t.illegal("claim A")
    t.does("die 5", "hire 45").legal("claim A")
    assert t.me.staff == [3, 12, 16, 31, 44, 45]


@clause("staff-card.combine")
@pytest.mark.parametrize("spec", EDITIONS)
def test_cards_that_answer_the_same_die_all_help(spec):
    """The Executive Housekeeper (2 VP) and the Bootblack, the rulebook's own pair."""
    t = Table(spec, staff=[12, 15], krones=0, dice="4 4").does("die 4")
    assert (t.me.vp, t.me.krones, t.me.emperor) == (2, 2, 2)


@clause("staff-card.hand-size")
@pytest.mark.parametrize("spec", EDITIONS)
def test_hands_and_hotels_hold_any_number_of_cards(spec):
    hand, staff = list(range(27, 39)), list(range(1, 14))
    t = Table(spec, hand=hand, staff=staff, guests={91: "all"}, vacant="1.3", dice="5 5")
    t.check_in(91, "1.3")
    while "reward 1" not in t.options:
        t.does("staff bonus")
    t.does("reward 1")
    assert len(t.me.hand) == 12 + 3
    t.does("die 5", "hire 27")
    assert len(t.me.staff) == 13 + 1


# -- cards drawn to play one ----------------------------------------------------------------------


@clause("staff-card.offer")
@pytest.mark.parametrize("spec", EDITIONS)
def test_one_of_the_cards_drawn_is_played_at_once(spec):
    t = baroness(spec, krones=5, deck=[9, 12, 1], hand=[45])
    t.legal("hire 9", "hire 12", "hire 1", "stop")
    t.illegal("hire 45")
    t.does("hire 9")
    assert (t.me.staff, t.me.hand, t.me.krones) == ([9], [45], 5 - (5 - 3))
    assert "hire" not in t.legal_kinds()


@clause("staff-card.offer-rest")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("first", "last"), [(12, 1), (1, 12)])
def test_the_others_go_under_the_deck_in_any_order(first, last, spec):
    t = baroness(spec, deck=[9, 12, 1]).does("hire 9", f"bury {first}")
    assert t.staff_deck()[-2:] == [first, last]
    t.legal("die 1")


@clause("staff-card.offer-declined", "staff-card.offer-rest")
@pytest.mark.parametrize("spec", EDITIONS)
def test_none_may_be_played(spec):
    t = baroness(spec, deck=[9, 12, 1], hand=[45]).does("stop", "bury 12", "bury 9")
    assert (t.me.staff, t.me.hand, t.me.krones) == ([], [45], 10)
    assert t.staff_deck()[-3:] == [12, 9, 1]


@clause("staff-card.offer-declined", "staff-card.price")
@pytest.mark.parametrize("spec", EDITIONS)
def test_cards_drawn_that_cannot_be_paid(spec):
    t = baroness(spec, krones=1, deck=[9, 25, 1])  # 5, 6 and 4 krones, less 3
    t.illegal("hire 9", "hire 25")
    t.legal("hire 1")
    t = baroness(spec, krones=0, deck=[9, 25, 1])
    t.illegal("hire 9", "hire 25", "hire 1")
    t.does("bury 1", "bury 9")
    assert t.staff_deck()[-3:] == [1, 9, 25]
    t.legal("die 1")


# -- the deck -------------------------------------------------------------------------------------


@clause("staff-card.deck-short")
@pytest.mark.parametrize("spec", EDITIONS)
def test_drawing_from_a_deck_that_runs_short(spec):
    def position():
        t = Table(spec, guests={75: "all"}, vacant="3.1", deck=[9])
        t.state.staff_deck_size = 1
        return t.check_in(75, "3.1").does("reward 1")

    assert position().does("hire 9").me.staff == [9]
    t = position().does("stop")
    assert t.me.staff == []
    assert t.staff_deck() == [9]


@clause("staff-card.deck-short")
@pytest.mark.parametrize("spec", EDITIONS)
def test_drawing_from_an_empty_deck(spec):
    t = Table(spec, guests={75: "all"}, vacant="3.1")
    t.state.staff_deck_size = 0
    t.check_in(75, "3.1").legal("die 1")
    assert t.me.vp_from["guests"] == 5
