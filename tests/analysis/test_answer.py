"""The answer to a designer: verdicts before and after, and how many deals would settle them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from analysis import open_tree
from analysis.base import decide
from analysis.rulesets import answer
from analysis.rulesets.compare import difference
from model import load_ruleset

A, B = "revised-2021", "original-2015"
CARD, OTHER = 9, 12


def test_so_many_deals_decide_an_effect_that_is_as_estimated():
    """With the error that these deals give, the limit is as far away as the verdict asks for."""
    (needed,) = answer.deals_to_decide([5.0], [1.0], [1000], [-2.5], [3.0])
    error = 1.0 * np.sqrt(1000 / needed)
    assert scipy_stats.norm.cdf(-(5.0 - 3.0) / error) == pytest.approx(decide.LEVEL, rel=0.01)


def test_an_effect_at_a_limit_does_not_ask_for_games_without_end():
    at_limit, near = answer.deals_to_decide([3.0, 2.3], [1.0, 1.0], 1000, -2.5, 3.0)
    assert at_limit == near
    assert np.isnan(answer.deals_to_decide([3.0], [np.nan], 1000, -2.5, 3.0)).all()


def test_a_card_that_a_change_makes_too_strong_is_said_to_be_so_after_and_not_before(
    tmp_path, synthetic
):
    for label, worth in ((A, {}), (B, {CARD: 12.0})):
        world = synthetic.World(games=4_000, players=2, card=worth)
        synthetic.write_run(tmp_path, world, rules=label)
    rulesets = {label: load_ruleset(label) for label in (A, B)}
    with open_tree(tmp_path) as tree:
        found = answer.worth(tree, difference(A, B), rulesets, 2, "greedy", [CARD, OTHER])
        nothing = answer.worth(tree, difference(A, B), rulesets, 2, "greedy", [])
    said = found.set_index(["card", "side"])["verdict"]
    assert said[CARD, "after"] == "too strong"
    assert said[CARD, "before"] != "too strong"
    assert said[OTHER, "after"] != "too strong"
    assert (found["needed"][found["verdict"] != "undecided"] == 0).all()
    assert (found["needed"][found["verdict"] == "undecided"] > 4_000).all()
    assert nothing.empty
    assert list(nothing) == answer.COLUMNS
