"""The floor, by planted truth: unused cards are not balanced, misplayed ones not weak."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import Config, open_tree
from analysis.base import stats
from analysis.base.kinds import kind
from analysis.base.stats import Estimate
from analysis.cards.effects import chance_effects, subjects
from analysis.cards.floor import WEAK_PART, floor_of
from model import load_ruleset

GAIN = 8.0  # VP of a card to a holder who uses it, as every second does
UNUSED, WRONG = range(1, 9), 20


@pytest.fixture(scope="module", params=[(2, 1), (4, 1), (2, 3)], ids=str)
def staff(request, tmp_path_factory, synthetic):
    """Cards 1 to 8 are hardly used, card 20 costs its holders 6 VP, all others bring 4."""
    players, copies = request.param
    root = tmp_path_factory.mktemp("floor")
    worth = dict.fromkeys(range(9, 49), GAIN / 2) | {WRONG: -6.0}
    world = synthetic.World(
        games=12_000, players=players, card=worth, play_rate=dict.fromkeys(UNUSED, 0.02)
    )
    synthetic.write_run(root, world, copies=copies)
    config = Config("revised-2021", players, "greedy")
    with open_tree(root) as tree:
        found = chance_effects(
            tree, subjects(config, load_ruleset("revised-2021"))[0], kind("staff")
        )
    return found[found["metric"] == "dealt_vp"].set_index("item")


def truth(card: int) -> float:
    """The dealt effect of a card: what it is worth beyond the mean of the 47 others."""
    worth = np.full(48, GAIN / 2)
    worth[[n - 1 for n in UNUSED]], worth[WRONG - 1] = 0.0, -6.0
    return worth[card - 1] - (worth.sum() - worth[card - 1]) / 47


def test_the_floor_is_what_an_unused_card_is_worth(staff):
    one = staff.iloc[0]
    assert one["floor_cards"] == 8
    assert one["floor_low"] < truth(1) < one["floor_high"]
    assert one["floor_high"] - one["floor_low"] < staff.loc["1", "high"] - staff.loc["1", "low"]
    assert one["p_alike"] > 1e-4


def test_unused_and_misplayed_cards_are_too_weak_and_marked(staff):
    unused = [str(n) for n in UNUSED]
    assert set(staff.loc[[*unused, str(WRONG)], "verdict"]) == {"too weak"}
    assert staff["unused"].sum() == len(UNUSED)
    assert staff.loc[unused, "unused"].all()
    assert list(staff.index[staff["misplayed"]]) == [str(WRONG)]
    assert not staff.drop([*unused, str(WRONG)])["verdict"].eq("too weak").any()


def test_weakness_is_judged_against_an_unused_card(staff):
    """The limit lies a third of the margin above the floor, not the margin below the average."""
    one = staff.iloc[0]
    assert one["limit_low"] == pytest.approx(one["floor"] + WEAK_PART * one["margin"])


def test_worth_of_using_a_card_by_instrument(staff):
    """Bounds of 40 cards: the chance that fewer than 34 hold is below 1 in 10,000."""
    used = staff.drop([str(n) for n in (*UNUSED, WRONG)])
    assert ((used["using_low"] < GAIN) & (used["using_high"] > GAIN)).sum() >= 33
    assert used["using"].mean() == pytest.approx(GAIN, abs=1.0)
    assert staff.loc[[str(n) for n in UNUSED], "using"].isna().all()
    above = staff.loc[str(WRONG), ["above_low", "above_high"]]
    assert above["above_low"] < -6.0 < above["above_high"]


def test_errors_of_the_floor_are_those_of_repeated_samples():
    """Effects that add up to 0, as those of cards do."""
    rng = np.random.default_rng(4)
    se = rng.uniform(0.8, 1.2, 48)
    noise = rng.normal(0, 1, (1_500, 48)) * se
    noise -= noise.mean(axis=1, keepdims=True)
    unused = np.arange(48) < 6
    first = floor_of(Estimate(noise[0], se), unused)
    floors = np.array([floor_of(Estimate(row, se), unused).floor.value for row in noise])
    above = np.array([floor_of(Estimate(row, se), unused).above.value for row in noise])
    assert floors.std() == pytest.approx(float(first.floor.se), rel=0.08)
    assert above.std(axis=0) == pytest.approx(first.above.se, rel=0.12)


def test_without_unused_cards_there_is_no_floor():
    found = floor_of(Estimate(np.zeros(4), np.ones(4)), np.zeros(4, bool))
    assert found.cards == 0
    assert np.isnan(found.floor.value)
    assert np.isnan(found.above.value).all()


def test_use_rates_count_shared_deals_once():
    """Ten games a deal, in which all holders do the same: as if there were a tenth of them."""
    rng = np.random.default_rng(1)
    used = 10.0 * (rng.random(500) < 0.3)
    sums = np.array([[5000.0, used.sum()]])
    products = np.array([[[50_000.0, 10 * used.sum()], [10 * used.sum(), (used**2).sum()]]])
    rate, low, high = stats.share(sums, products, np.array([500.0]))
    assert rate[0] == used.mean() / 10
    assert high[0] - low[0] == pytest.approx(2 * 1.96 * np.sqrt(0.3 * 0.7 / 500), rel=0.12)
    never = np.array([[5000.0, 0.0]]), np.array([[[50_000.0, 0], [0, 0]]])
    assert stats.share(*never, np.array([500.0]))[2][0] == pytest.approx(
        1.96**2 / (500 + 1.96**2), rel=0.01
    )
