"""The scoring of the ballrooms: when, how each counts, ties, and staying away."""

import pytest

from tests.clauses import clause
from tests.scenarios.waltz.hall import DRAFT, EDITIONS, ROOMY, SPEC, ball, hall, scored

BOOKS = pytest.mark.parametrize("spec", [*EDITIONS, DRAFT])  # the examples are in both books
KEYS = ("apollosaal", "goldener-strauss", "odeonsaal", "zum-sperl", "zur-kettenbruecke")
every_ballroom = pytest.mark.parametrize("key", KEYS)


# -- the examples of both books (Anton/Anne, Bettina/Belinda, Carla/Cybil) -------------------------


@clause("ballroom.apollosaal.scoring")
@BOOKS
def test_example_apollosaal(spec):
    assert scored("apollosaal", "top bottom", "bottom", "middle middle middle", spec=spec) == [
        2 * 3,
        1 * 1,
        3 * 2,
    ]


@clause("ballroom.goldener-strauss.scoring", "ballroom-scoring.ties")
@BOOKS
def test_example_goldener_strauss(spec):
    """Nobody at the top; a tie in the middle row: 7 + 2 for two, rounded down."""
    found = scored("goldener-strauss", "bottom bottom", "middle", "middle bottom", spec=spec)
    assert found == [7, 4, 4 + 2]


@clause("ballroom.odeonsaal.scoring", "ballroom-scoring.absent")
@BOOKS
def test_example_odeonsaal(spec):
    six = "bottom bottom bottom middle middle top"
    assert scored("odeonsaal", six, "bottom", "", spec=spec) == [25, 1, -5]


@clause("ballroom.zum-sperl.scoring", "ballroom-scoring.ties")
@BOOKS
def test_example_zum_sperl(spec):
    """A tie for the most dancers: 15 + 10 for two, rounded down; the third place stays third."""
    found = scored("zum-sperl", "top bottom bottom", "middle middle bottom", "top", spec=spec)
    assert found == [12, 12, 5]


@clause("ballroom.zum-sperl.scoring")
@BOOKS
def test_example_zum_sperl_after_round_5(spec):
    """Draft: the same, in the middle."""
    found = scored("zum-sperl", "top bottom bottom", "bottom " * 3, "top", spec=spec, place=2)
    assert found == [12, 12, 5]


@clause("ballroom.zur-kettenbruecke.scoring")
@BOOKS
def test_example_zur_kettenbruecke(spec):
    found = scored("zur-kettenbruecke", "top", "bottom " * 4, "middle middle top", spec=spec)
    assert found == [0, 14, 7]


# -- each in detail --------------------------------------------------------------------------------


@clause("ballroom.apollosaal.scoring")
@pytest.mark.parametrize(
    ("dancers", "vp"),
    [("bottom", 1), ("middle", 2), ("top", 3), ("bottom middle", 4), ("bottom bottom top", 9)],
)
def test_apollosaal_all_dancers_times_the_highest_row(dancers, vp):
    assert scored("apollosaal", dancers, "top") == [vp, 3]


@clause("ballroom.goldener-strauss.scoring")
def test_goldener_strauss_each_row_by_itself():
    found = scored("goldener-strauss", "top top bottom", "top middle", "bottom", "bottom bottom")
    # top 7, 2; middle 7; bottom 7 for the fourth player, a tie for second: 2 for two
    assert found == [7 + 1, 2 + 7, 1, 7]


@clause("ballroom.goldener-strauss.scoring")
def test_goldener_strauss_nothing_for_the_third_in_a_row():
    assert scored("goldener-strauss", "top top top", "top top", "top") == [7, 2, 0]


@clause("ballroom.goldener-strauss.scoring")
def test_goldener_strauss_no_second_place_for_who_is_not_in_the_row():
    assert scored("goldener-strauss", "top", "bottom", "bottom") == [7, 4, 4]


@clause("ballroom.goldener-strauss.scoring", "ballroom-scoring.ties")
def test_goldener_strauss_rounds_each_tied_row_down_by_itself():
    found = scored("goldener-strauss", "bottom middle", "bottom middle", "")
    assert found[:2] == [4 + 4, 4 + 4]


@clause("ballroom.odeonsaal.scoring")
@pytest.mark.parametrize(
    ("dancers", "vp"), [(0, -5), (1, 1), (2, 4), (3, 9), (4, 16), (5, 25), (6, 25), (8, 25)]
)
def test_odeonsaal_by_number_whatever_the_row(dancers, vp):
    rows = "bottom top " * (dancers // 2) + "middle" * (dancers % 2)
    assert scored("odeonsaal", rows, "top") == [vp, 1]


@clause("ballroom.zum-sperl.scoring")
@pytest.mark.parametrize(
    ("dancers", "vp"),
    [
        (("top", "bottom bottom"), [3, 10]),
        (("top", ""), [10, -5]),
        (("bottom bottom", "top", "top top top"), [10, 5, 15]),
        (("top", "top top", "", "top top top"), [5, 10, -5, 15]),
        (("top", "top top", "top top top", "top top top top"), [0, 5, 10, 15]),
    ],
)
def test_zum_sperl_by_places_and_number_of_players(dancers, vp):
    assert scored("zum-sperl", *dancers) == vp


@clause("ballroom.zum-sperl.scoring", corner=True)
@pytest.mark.parametrize("spec", [SPEC, DRAFT])
@pytest.mark.parametrize(
    ("dancers", "vp"),
    [
        (("top top", "top", ""), [15, 10, -5]),
        (("top", "", ""), [15, -5, -5]),
        (("top", "top", "", ""), [12, 12, -5, -5]),
    ],
)
def test_nobody_has_a_rank_in_the_zum_sperl_without_a_dancer(dancers, vp, spec):
    assert scored("zum-sperl", *dancers, spec=spec) == vp


@clause("ballroom.goldener-strauss.scoring", corner=True)
@pytest.mark.parametrize("spec", [SPEC, DRAFT])
def test_nobody_has_a_rank_in_a_row_of_the_goldener_strauss_without_a_dancer(spec):
    """The first player alone has dancers at the top; the others are in the bottom row."""
    found = scored("goldener-strauss", "top top", "bottom bottom", "bottom", spec=spec)
    assert found == [7, 7, 2]


@clause("ballroom-scoring.ties")
@pytest.mark.parametrize(
    ("dancers", "vp"),
    [
        (("top", "bottom"), [6, 6]),  # (10 + 3) / 2
        (("top", "top", "top"), [10, 10, 10]),
        (("top", "top", "top top"), [7, 7, 15]),  # (10 + 5) / 2
        (("top", "top", "top", "top"), [7, 7, 7, 7]),  # the fourth place brings nothing
        (("top", "top", "top top", "top top"), [2, 2, 12, 12]),
        (("top", "top", "top", "top top"), [5, 5, 5, 15]),
    ],
)
def test_ties_share_the_places_they_take_up(dancers, vp):
    assert scored("zum-sperl", *dancers) == vp


@clause("ballroom.zur-kettenbruecke.scoring")
@pytest.mark.parametrize(("dancers", "vp"), [(0, -5), (1, 0), (2, 7), (3, 7), (4, 14), (7, 21)])
def test_zur_kettenbruecke_by_pairs(dancers, vp):
    rows = ("top bottom " * dancers).split()[:dancers]
    assert scored("zur-kettenbruecke", " ".join(rows), "top top") == [vp, 7]


@clause("ballroom.{key}", "ballroom-scoring.absent", corner=True)
@every_ballroom
def test_whoever_stays_away_loses_5_vp(key):
    assert scored(key, "", "bottom")[0] == -5
    assert scored(key, "", "")[0] == -5


@clause("ballroom-scoring.absent")
def test_dancers_elsewhere_do_not_help():
    t = hall(dancers="2.top 3.top", tiles="A1 B1 C1", emperor=4)
    t.seat(1).has(emperor=4, dancers="1.bottom")
    t.end_of_round(3)
    assert t.me.vp_from == {"ballrooms": -5, "track": 3}


@clause("ballroom-scoring.absent")
def test_whoever_has_a_dancer_loses_nothing_even_if_it_scores_nothing():
    assert scored("zur-kettenbruecke", "bottom", "top top") == [0, 7]


# -- when ------------------------------------------------------------------------------------------


def after(round, spec=SPEC):
    """The end of a round; one dancer at the left, two in the middle, three at the right.

    The Odeonsaal is where that round scores, if any: it pays by the number of dancers."""
    place = {3: 1, 5: 2, 7: 3}.get(round, 1)
    t = ball("odeonsaal", spec, place=place, patches=ROOMY, tiles="A1 B1 C1", emperor=8)
    dancers = "1.top 2.top 2.top 3.top 3.top 3.top"
    t.me.has(dancers=dancers)
    t.seat(1).has(dancers=dancers, emperor=8)
    return t.end_of_round(round)


@clause("ballroom-scoring.rounds")
@pytest.mark.parametrize("spec", EDITIONS)
@pytest.mark.parametrize(("round", "vp"), [(1, 0), (2, 0), (3, 1), (4, 0), (5, 4), (6, 0), (7, 9)])
def test_one_ballroom_after_each_emperor_scoring_from_the_left(round, vp, spec):
    assert after(round, spec).me.vp_from.get("ballrooms", 0) == vp


@clause("ballroom-scoring.after-emperor")
def test_the_emperor_comes_first():
    """His penalty takes the only dancer of the middle ballroom, which is scored without it."""
    t = ball("odeonsaal", place=2, tiles="A1 B5 C1", dancers="2.top", emperor=0)
    t.seat(1).has(emperor=6, dancers="2.bottom")
    t.end_of_round(5)
    assert "ballrooms" not in t.me.vp_from
    t.does("take penalty", "remove dancer top")
    assert t.me.vp_from == {"ballrooms": -5}


@clause("ballroom-scoring.after-emperor")
def test_a_dancer_of_the_emperors_reward_is_in_time():
    t = ball("odeonsaal", place=2, tiles="A1 B5 C1", emperor=9)
    t.seat(1).has(emperor=6, dancers="2.bottom")
    t.end_of_round(5).does("send to 2.bottom from section 1")
    assert t.me.vp_from["ballrooms"] == 1


@clause("ballroom-scoring.game-end")
def test_the_last_ballroom_is_scored_before_the_final_scoring_ends_the_game():
    t = after(7)
    assert t.options == []
    assert t.me.vp_from["ballrooms"] == 9
    assert t.me.vp_from["leftovers"] == 10


@clause("dance.balcony-counts")
@pytest.mark.parametrize("key", ["apollosaal", "odeonsaal"])
def test_the_balcony_is_scored_with_the_right_ballroom(key):
    """Two players: one seat at the top, so three of four dancers stand on the balcony."""
    found = scored(key, "top top top top", "bottom", place=3)
    assert found == [{"apollosaal": 12, "odeonsaal": 16}[key], 1]
