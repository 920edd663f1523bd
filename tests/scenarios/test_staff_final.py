"""Staff that score at the end of the game.

One hotel for all (night side): 9 rooms occupied, of them 4 blue, 2 red and 3 yellow; complete are
the first floor, the first column and the groups 1.1 / 1.5 / 3.1 4.1 / 1.2 2.1 2.2; 2.3 is vacant.
"""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table, final_scoring

EDITIONS = ("original-2015", "revised-2021")
HOTEL = {"occupied": "1.1-1.5 2.1 3.1 4.1 2.2", "vacant": "2.3"}

SCORES = {
    27: 3 * 2,  # red rooms
    28: 3 * 4,  # blue rooms
    30: 3 * 3,  # yellow rooms
    31: 1 * 9,  # occupied rooms
    32: 2 * 1,  # staff, itself included
    34: 1 * 10,  # room tiles
    37: 2 * 4,  # groups
    40: 0,  # politics markers
    41: 2 * 1,  # steps on the emperor track after the retreat
    46: 5 * 1,  # floors
    47: 5 * 1,  # columns
    48: 4 * 2,  # sets of three colours
}


@clause("staff.{card}", "staff-card.final")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize("card", sorted(SCORES))
def test_final_card(card, spec):
    t = final_scoring(spec, staff=[card], **HOTEL)
    assert t.me.vp_from.get("staff", 0) == SCORES[card]


@pytest.mark.parametrize("card", sorted(set(SCORES) - {32, 41}))
def test_final_card_in_an_empty_hotel(card):
    t = final_scoring(staff=[card])
    assert "staff" not in t.me.vp_from


@clause("staff.32", "staff-card.in-play")
def test_assistant_manager_counts_all_staff_in_play():
    t = final_scoring(staff=[32, 45, 3, 12])
    assert t.me.vp_from["staff"] == 2 * 4


@clause("staff.32")
def test_assistant_manager_with_the_number_of_the_original_text():
    t = final_scoring("original-2015", rulings={"staff-32": "four"}, staff=[32, 45])
    assert t.me.vp_from["staff"] == 4 * 2


@clause("staff.40")
@pytest.mark.parametrize("spec", EDITIONS)
def test_marketing_director_scores_for_each_politics_card(spec):
    t = final_scoring(spec, staff=[40], claimed="A C")
    assert t.me.vp_from["staff"] == 5 * 2


@clause("staff-card.final", corner=True)
def test_hands_do_not_score():
    t = final_scoring(hand=[27, 28, 31], **HOTEL)
    assert "staff" not in t.me.vp_from


@clause("staff.41")
@pytest.mark.parametrize(("emperor", "vp"), [(13, 12), (10, 6), (8, 2)])
@pytest.mark.parametrize("spec", EDITIONS)
def test_operator_scores_after_the_last_retreat(spec, emperor, vp):
    t = final_scoring(spec, staff=[41], emperor=emperor)
    assert t.me.emperor == emperor - 7
    assert t.me.vp_from["staff"] == vp


@clause("staff.41", corner=True)
@pytest.mark.parametrize(
    ("spec", "vp"),
    [
        pytest.param("original-2015", 12, marks=clause("staff.41.maximum-2015")),
        pytest.param("revised-2021", 18, marks=clause("staff.41.maximum-2021")),
    ],
)
def test_operator_beyond_space_six(spec, vp):
    """Space 6 after the retreat, and three more steps from a card that tile C4 lets in free."""
    t = final_scoring(spec, staff=[41], hand=[45], emperor=13, tiles="A1 B1 C4")
    t.does("hire 45")
    assert t.me.emperor == 9
    assert t.me.vp_from["staff"] == vp


@clause("staff.29")
@pytest.mark.parametrize("spec", EDITIONS)
def test_secretary_applies_another_hotels_card_to_the_own(spec):
    t = final_scoring(spec, staff=[29], **HOTEL, others={"staff": [28], "occupied": "1.1"})
    t.legal("copy card 28", "stop")
    t.does("copy card 28")
    assert t.me.vp_from["staff"] == SCORES[28]
    assert t.seat(1).vp_from["staff"] == 3


@clause("staff.29", corner=True)
def test_secretary_may_decline():
    t = final_scoring(staff=[29], **HOTEL, others={"staff": [28]})
    assert "staff" not in t.does("stop").me.vp_from


@clause("staff.29", corner=True)
def test_secretary_copies_neither_own_cards_nor_cards_of_other_kinds():
    t = final_scoring(staff=[29, 28], **HOTEL, others={"staff": [27, 12, 36, 3]})
    assert set(t.options) == {"copy card 27", "stop"}


@clause("staff.29", corner=True)
def test_secretary_without_anything_to_copy():
    t = final_scoring(staff=[29], **HOTEL, others={"staff": [12, 36]})
    assert t.game.over
    assert "staff" not in t.me.vp_from


@clause("staff.29")
def test_secretary_chooses_among_all_other_hotels():
    t = Table("revised-2021", players=3, emperor=8, tiles="A1 B1 C1", staff=[29])
    t.seat(1).has(emperor=8, staff=[28])
    t.seat(2).has(emperor=8, staff=[31])
    t.end_of_round(7)
    t.legal("copy card 28", "copy card 31")


@clause("staff.29", "staff.40", corner=True)
def test_copied_marketing_director_counts_the_own_markers():
    t = final_scoring(staff=[29], claimed="B", others={"staff": [40], "claimed": "A C"})
    t.does("copy card 40")
    assert t.me.vp_from["staff"] == 5


@clause("staff.29", corner=True)
@pytest.mark.parametrize(
    ("spec", "vp"),
    [
        pytest.param("original-2015", 12, marks=clause("staff.41.maximum-2015", corner=True)),
        pytest.param("revised-2021", 18, marks=clause("staff.41.maximum-2021", corner=True)),
    ],
)
def test_copied_operator_keeps_its_maximum(spec, vp):
    t = final_scoring(
        spec, staff=[29], hand=[45], emperor=13, tiles="A1 B1 C4", others={"staff": [41]}
    )
    t.does("hire 45", "copy card 41")
    assert t.me.vp_from["staff"] == vp
