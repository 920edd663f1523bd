"""The number of sequences of legal actions from fixed positions is what was recorded.

The tiny positions at the end are counted by hand.
"""

import pytest

from tests.exhaustive.driving import EDITIONS, Position
from tests.exhaustive.recorded import POSITIONS, dealt, judged, read, sequences
from tests.scenarios.table import Table


@pytest.mark.parametrize("name", POSITIONS)
def test_recorded_counts(name):
    """All lengths but the longest."""
    position, longest = POSITIONS[name]
    found = [sequences(position(), length) for length in range(1, longest)]
    assert found == read()[name][:-1]


@pytest.mark.long
@pytest.mark.parametrize("name", POSITIONS)
def test_longest_recorded_count(name):
    position, longest = POSITIONS[name]
    assert sequences(position(), longest) == read()[name][-1]


def test_recorded_counts_belong_to_the_positions():
    assert {name: len(numbers) for name, numbers in read().items()} == {
        name: longest for name, (_, longest) in POSITIONS.items()
    }


# -- counted by hand ------------------------------------------------------------------------------


def poor(spec, dice, **mine):
    """A turn of two players without krones: no guest in the row, nothing to do but take a die."""
    t = Table(spec, dice=dice, krones=0, row=[], **mine)
    t.seat(1).has(krones=0)
    return Position.of(t.look())


@pytest.mark.parametrize("spec", EDITIONS)
def test_two_dice_on_the_first_space(spec):
    here = poor(spec, "1 1")
    # the die, or passing
    assert sequences(here, 1) == 2
    # the die: 2 strudel, or 1 strudel and 1 cake; passing: the other player takes a die or passes
    assert sequences(here, 2) == 2 + 2
    # after each of the 2 splits the turn ends; after passing and the other's die, 2 splits; after
    # both have passed, one die is put away and one rolled: it is taken (a 6 without effect) or not
    assert sequences(here, 3) == 2 * 1 + 2 + 2


@pytest.mark.parametrize("spec", EDITIONS)
def test_three_dice_on_the_fourth_space(spec):
    here = poor(spec, "4 4 4")
    assert sequences(here, 1) == 2  # the die, or passing
    assert sequences(here, 2) == 4 + 2  # 0 to 3 steps, or the other player's 2 choices
    # the turn ends 4 times; the other takes the die (0 to 3 steps) or passes: two dice are rolled,
    # and taken (one face or two faces, a 6 only without effect if it lies alone) or left
    rolled = here.after("pass", "pass").dice()
    usable = {face for face in rolled if face != 6} or rolled
    assert sequences(here, 3) == 4 + 4 + (len(usable) + 1)


@pytest.mark.parametrize("spec", EDITIONS)
def test_one_room_with_one_krone(spec):
    """Three dice of 3 and 1 krone: the bottom left is there; the floor above costs 1 krone."""
    t = Table(spec, dice="3 3 3", krones=1, row=[], vacant="1.1")
    here = Position.of(t.look()).after("die 3")
    # 1.2, 2.1 or no room
    assert sequences(here, 1) == 3
    # after 1.2: 1.3, 2.1, 2.2 or none; after 2.1, with no krone left: 1.2 or none; after none:
    # the turn ends
    assert sequences(here, 2) == 4 + 2 + 1
    # after 1.2 1.3: 1.4, 2.1, 2.2, 2.3 or none; 1.2 2.1, without a krone: 1.3 or none; 1.2 2.2 the
    # same; 1.2 and none: the turn ends. After 2.1 1.2: 1.3 or none; 2.1 and none: it ends. After
    # none and the end of the turn the other player has a turn with two dice of 3 and 10 krones:
    # the die, the same strengthened, or passing
    assert sequences(here, 3) == (5 + 2 + 2 + 1) + (2 + 1) + 3


def test_four_cards_of_which_three_go_under_the_deck():
    here = judged("revised-2021", "B3").after("take penalty")
    assert [sequences(here, length) for length in (1, 2, 3)] == [4, 4 * 3, 4 * 3 * 2]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_draft(players):
    """Every player chooses one of six cards, then one of the five that the neighbour left."""
    here = dealt("revised-2021", players, 5, hands="draft")
    assert sequences(here, players) == 6**players
    assert sequences(here, players + 1) == 6**players * 5
