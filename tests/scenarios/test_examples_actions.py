"""The worked examples of both rulebooks that tell what an action brings."""

import pytest

from tests.clauses import clause
from tests.scenarios.table import Table

GOODS_EXAMPLES = [
    # (edition, dice on the space, action, splits allowed: what is received)
    (
        "revised-2021",
        "1 1",
        "die 1",
        {"split 0 0": {"strudel": 2}, "split 1 0": {"strudel": 1, "cake": 1}},
    ),
    (
        "original-2015",
        "1 1 1",
        "die 1",
        {"split 0 0": {"strudel": 3}, "split 1 0": {"strudel": 2, "cake": 1}},
    ),
    (
        "revised-2021",
        "2 2 2",
        "die 2",
        {"split 0 0": {"wine": 3}, "split 1 0": {"wine": 2, "coffee": 1}},
    ),
    (
        "revised-2021",
        "2 2 2",
        "die 2 +1",
        {
            "split 0 0": {"wine": 4},
            "split 1 0": {"wine": 3, "coffee": 1},
            "split 2 0": {"wine": 2, "coffee": 2},
        },
    ),
]


@clause("dishes.receive", "dishes.split", "drinks.receive", "drinks.split", "strengthen.price")
@pytest.mark.parametrize(("spec", "dice", "action", "splits"), GOODS_EXAMPLES)
def test_goods(spec, dice, action, splits):
    t = Table(spec, dice=dice).does(action)
    assert set(t.options) == set(splits)
    for split, received in splits.items():
        t = Table(spec, dice=dice).does(action, split)
        assert t.me.kitchen == received


@clause("tracks.split", "die.strength")
@pytest.mark.parametrize("spec", ["original-2015", "revised-2021"])
@pytest.mark.parametrize(("steps", "krones"), [(2, 0), (0, 2), (1, 1)])
def test_two_dice_on_the_four(spec, steps, krones):
    t = Table(spec, krones=10, dice="4 4").does("die 4", f"steps {steps}")
    assert t.me.emperor == steps
    assert t.me.krones == 10 + krones


@clause("hire.discount", "hire.no-refund", "hire.laid-open")
@pytest.mark.parametrize(
    ("card", "pays"),
    [
        (25, 2),  # 6 krones, both editions
        (9, 1),  # 5 krones, revised edition
        (15, 0),  # 4 krones: free
        (12, 0),  # 2 krones: free, and no krone is given back
    ],
)
@pytest.mark.parametrize("spec", ["original-2015", "revised-2021"])
def test_four_dice_on_the_five(spec, card, pays):
    t = Table(spec, krones=7, hand=[card], dice="5 5 5 5").does("die 5", f"hire {card}")
    assert t.me.krones == 7 - pays
    assert t.me.staff == [card]
    assert t.me.hand == []


@clause("copy.price", "copy.strength", "copy.strengthened", "copy.usual-costs", "prepare.strength")
def test_revised_three_dice_on_the_six_prepare_four_rooms():
    t = Table("revised-2021", krones=10, vacant="1.1", dice="6 6 6 1 2")
    t.does("die 6 +1")
    assert t.me.krones == 10 - 2
    t.does("copy 3", "prepare 1.2", "prepare 1.3", "prepare 1.4", "prepare 2.1")
    assert t.me.vacant == {"1.1", "1.2", "1.3", "1.4", "2.1"}
    assert t.me.krones == 10 - 2 - 1  # the rooms cost as usual: one on the second floor
    t.legal("end turn")


@clause("copy.price", "copy.strength", "copy.die-of-six", "copy.others")
def test_original_four_dice_on_the_six_and_one_on_the_two():
    t = Table("original-2015", krones=3, dice="6 6 6 6 2")
    t.does("die 6", "copy 2", "split 2 0")
    assert t.me.krones == 3 - 1
    assert t.me.kitchen == {"wine": 2, "coffee": 2}
    assert t.dice() == [2, 6, 6, 6]
