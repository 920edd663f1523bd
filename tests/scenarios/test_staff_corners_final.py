"""Awkward corners of the staff that score at the end of the game.

Rooms of the night side by colour are written out below; 1.1 is a blue group of its own, 1.2 2.1 2.2
are a yellow one. A player on space 10 before the last scoring receives the reward of its tile, one
on space 0 the penalty: C2 gives an occupied room or takes two, C4 lets a card in or takes one of
the final scoring.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring

EDITIONS = ("original-2015", "revised-2021")
both_editions = pytest.mark.parametrize("spec", EDITIONS)

BLUE = "1.1 1.5 3.1 3.3 4.1 4.3 4.5"
RED = "1.3 1.4 2.3 2.4 3.2 4.2 4.4"
YELLOW = "1.2 2.1 2.2 2.5 3.4 3.5"
COLOURS = [(27, RED, f"{BLUE} {YELLOW}"), (28, BLUE, f"{RED} {YELLOW}")]
COLOURS += [(30, YELLOW, f"{RED} {BLUE}")]


def scored(t):
    """VP of staff."""
    assert t.game.over
    return t.me.vp_from.get("staff", 0)


# -- what is counted -------------------------------------------------------------------------------


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "own", "others"), COLOURS)
def test_vacant_rooms_of_the_colour_bring_nothing(card, own, others, spec):
    assert scored(final_scoring(spec, staff=[card], vacant=own, occupied=others)) == 0


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "own", "others"), COLOURS)
def test_every_room_of_the_colour_counts(card, own, others, spec):
    t = final_scoring(spec, staff=[card], occupied=own, vacant=others)
    assert scored(t) == 3 * len(own.split())


@clause("staff.{card}", corner=True)
@pytest.mark.parametrize(("card", "vp"), [(27, 3 * 3), (28, 0), (30, 3 * 2)])
def test_colours_are_those_of_the_own_plan(card, vp):
    """The first day side begins with red, yellow, red, red, yellow."""
    t = Table("revised-2021", boards="day", emperor=8, tiles="A1 B1 C1", staff=[card])
    t.me.has(board="day_a", occupied="1.1-1.5")
    t.seat(1).has(emperor=8)
    assert scored(t.end_of_round(7)) == vp


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "vp"), [(31, 0), (34, 20), (37, 0), (46, 0), (47, 0), (48, 0)])
def test_hotel_of_twenty_vacant_rooms(card, vp, spec):
    assert scored(final_scoring(spec, staff=[card], vacant="1.1-4.5")) == vp


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(
    ("card", "vp"), [(31, 20), (34, 20), (37, 2 * 10), (46, 5 * 4), (47, 5 * 5), (48, 4 * 6)]
)
def test_hotel_of_twenty_occupied_rooms(card, vp, spec):
    assert scored(final_scoring(spec, staff=[card], occupied="1.1-4.5")) == vp


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(
    ("card", "occupied", "missing"),
    [
        (37, "1.2 2.1", "2.2"),
        (46, "2.1-2.4 3.2-3.5", "2.5 3.1"),
        (47, "1.3 2.3 3.3 2.4 3.4 4.4", "4.3 1.4"),
        (48, f"{BLUE} {RED}", YELLOW),
    ],
)
def test_one_vacant_room_spoils_it(card, occupied, missing, spec):
    assert scored(final_scoring(spec, staff=[card], occupied=occupied, vacant=missing)) == 0


@clause("staff.48", corner=True)
@both_editions
def test_hotel_manager_counts_the_rarest_colour(spec):
    """The example of the original: 3 red, 4 blue and 6 yellow rooms are three sets."""
    rooms = f"1.3 1.4 2.3 1.1 1.5 3.1 3.3 {YELLOW}"
    assert scored(final_scoring(spec, staff=[48], occupied=rooms)) == 3 * 4


@clause("staff.40", corner=True)
@both_editions
def test_marketing_director_counts_neither_places_nor_the_markers_of_others(spec):
    others = {"claimed": "A B C", "krones": 0}
    assert scored(final_scoring(spec, staff=[40], claimed="B", others=others)) == 5
    assert scored(final_scoring(spec, staff=[40], others=others)) == 0
    assert scored(final_scoring(spec, staff=[40], claimed="A B C")) == 15


@clause("staff.41", corner=True)
@both_editions
def test_operator_at_the_beginning_of_the_track(spec):
    t = final_scoring(spec, staff=[41], emperor=7, krones=0, tiles="A1 B1 C1")
    assert scored(t.does("take penalty")) == 0


@clause("staff.32", "staff-card.in-play", corner=True)
@both_editions
def test_assistant_manager_counts_cards_of_every_timing_but_none_in_hand(spec):
    t = final_scoring(spec, staff=[45, 32, 3, 12, 31], hand=[27, 28, 44])
    assert t.me.vp_from.get("staff", 0) == 2 * 5


# -- the last emperor scoring comes first ----------------------------------------------------------


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(
    ("card", "occupied", "room", "vp"),
    [
        (27, "1.1 1.2", "1.3", 3),
        (28, "1.3 1.4", "1.5", 3),
        (30, "1.1", "1.2", 3),
        (31, "1.1", "1.2", 2),
        (34, "1.1", "1.2", 2),
        (37, "1.2 2.1", "2.2", 2),
        (46, "1.1-1.4", "1.5", 5),
        (47, "1.4 2.4 3.4", "4.4", 5),
        (48, "1.1 1.3", "1.2", 4),
    ],
)
def test_room_that_the_emperor_gives_still_counts(card, occupied, room, vp, spec):
    t = final_scoring(spec, staff=[card], occupied=occupied, emperor=10, tiles="A1 B1 C2")
    assert scored(t.does(f"prepare {room}")) == vp


@clause("staff.{card}", corner=True)
@both_editions
@pytest.mark.parametrize(
    ("card", "vp"), [(28, 0), (30, 3 * 2), (31, 3), (34, 3), (37, 0), (46, 0), (48, 0)]
)
def test_rooms_that_the_emperor_takes_no_longer_count(card, vp, spec):
    """Left are 1.2 and 2.2 of the yellow group, paid for long ago, and 1.3."""
    t = final_scoring(spec, staff=[card], occupied="1.1-1.3 2.1 2.2", emperor=0, tiles="A1 B1 C2")
    t.does("take penalty", "remove room 2.1")
    if "remove room 1.1" in t.options:
        t.does("remove room 1.1")
    assert t.me.occupied == {"1.2", "1.3", "2.2"}
    assert scored(t) == vp


@clause("staff.32", "staff-card.in-play", corner=True)
@both_editions
def test_assistant_manager_counts_a_card_that_the_last_reward_lets_in(spec):
    t = final_scoring(spec, staff=[32], hand=[45], emperor=10, tiles="A1 B1 C4")
    assert scored(t.does("hire 45")) == 2 * 2


@clause("staff.{card}", "staff-card.final", corner=True)
@both_editions
@pytest.mark.parametrize(("card", "vp"), [(27, 3), (29, 3), (32, 2), (37, 2), (40, 5), (47, 0)])
def test_card_that_the_last_reward_lets_in_still_scores(card, vp, spec):
    """The other hotel holds the Concierge for the Secretary to copy: one blue room."""
    mine = {"hand": [card], "emperor": 10, "occupied": "1.1 1.3", "claimed": "C"}
    t = final_scoring(spec, tiles="A1 B1 C4", others={"staff": [28]}, **mine)
    t.does(f"hire {card}")
    if card == 29:
        t.does("copy card 28")
    assert scored(t) == vp


# -- cards taken away ------------------------------------------------------------------------------


@clause("final-card.removed")
@both_editions
def test_card_taken_away_does_not_score(spec):
    t = final_scoring(spec, staff=[31, 28], occupied="1.1 1.3", emperor=0, tiles="A1 B1 C4")
    t.does("take penalty")
    assert set(t.options) == {"remove staff 31", "remove staff 28"}
    t.does("remove staff 28")
    assert (t.me.staff, scored(t)) == ([31], 2)


@clause("final-card.removed", "staff.32", corner=True)
@both_editions
def test_card_taken_away_does_not_count_for_the_assistant_manager(spec):
    t = final_scoring(spec, staff=[32, 45, 40], emperor=0, tiles="A1 B1 C4")
    assert scored(t.does("take penalty", "remove staff 40")) == 2 * 2


@clause("final-card.removed", "staff.29", corner=True)
@both_editions
def test_card_taken_away_cannot_be_copied(spec):
    others = {"staff": [28, 27], "emperor": 0}
    t = final_scoring(spec, staff=[29], tiles="A1 B1 C4", others=others)
    t.does("take penalty", "remove staff 28")
    assert set(t.options) == {"copy card 27", "stop"}


# -- the Secretary ---------------------------------------------------------------------------------


@clause("staff.29", corner=True)
@both_editions
def test_secretary_applies_colours_of_the_own_plan(spec):
    """2.1 is blue on the first day side and red on the third."""
    t = Table(spec, boards="day", emperor=8, tiles="A1 B1 C1", staff=[29])
    t.me.has(board="day_a", occupied="2.1")
    t.seat(1).has(board="day_c", emperor=8, staff=[28], occupied="2.1")
    t.end_of_round(7).does("copy card 28")
    assert scored(t) == 3
    assert "staff" not in t.seat(1).vp_from


@clause("staff.29", "staff.32", corner=True)
@both_editions
def test_secretary_with_the_assistant_manager_of_another_counts_the_own_staff(spec):
    others = {"staff": [32, 1, 2, 3, 4]}
    t = final_scoring(spec, staff=[29, 45], others=others).does("copy card 32")
    assert (scored(t), t.seat(1).vp_from["staff"]) == (2 * 2, 2 * 5)


@clause("staff.29", corner=True)
@both_editions
def test_secretary_copies_one_card_and_takes_nothing_from_its_owner(spec):
    others = {"staff": [27, 28], "occupied": "1.1 1.3"}
    t = final_scoring(spec, staff=[29], occupied="1.1 1.3", others=others).does("copy card 27")
    assert (scored(t), t.seat(1).vp_from["staff"]) == (3, 6)
