"""Contrasts of several rulesets on equal deals, and the verdicts on them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from analysis import Tree, open_tree
from analysis.base import verdicts
from analysis.rulesets import compare
from analysis.rulesets.touched import touched_guests

MEASURES = tuple(one for one in compare.measures() if one.name in ("vp", "vp_spread", "win_seat_1"))
LABELS = ("original-2015", "revised-2021")


@pytest.fixture(scope="module")
def deals(planted):
    with open_tree(planted) as tree:
        tree.only_first(7000)
        yield compare.read_deals(tree, LABELS, 2, "greedy", MEASURES)


def test_measures_are_declared_with_a_margin_and_a_reason():
    for one in compare.measures():
        assert 0 < one.margin(4) <= one.margin(2)
        assert one.reason
        assert one.label


def test_a_difference_of_two_rulesets_is_the_paired_t_test(planted, deals):
    with open_tree(planted) as tree:
        wide = tree.query(
            "SELECT game, sum(vp) FILTER (rules = 'original-2015') / 2 AS a,"
            " sum(vp) FILTER (rules = 'revised-2021') / 2 AS b FROM players"
            " WHERE game < 7000 GROUP BY game"
        )
    found = compare.contrast_frame(deals, compare.difference(*LABELS), MEASURES).iloc[0]
    paired = scipy_stats.ttest_rel(wide["b"], wide["a"])
    assert found["games"] == 7000
    assert found["estimate"] == pytest.approx((wide["b"] - wide["a"]).mean())
    assert found["estimate"] / found["se"] == pytest.approx(paired.statistic)
    assert found["correlation"] == pytest.approx(np.corrcoef(wide["a"], wide["b"])[0, 1])
    assert found["mean_a"] == pytest.approx(wide["a"].mean())
    assert found["verdict"] == "less"  # planted: 3.5 VP less


def test_parts_behind_the_games_that_are_asked_for_add_nothing(planted):
    with open_tree(planted) as tree, Tree(tree.runs, part_games=5000) as cut:
        tree.only_first(100)
        cut.only_first(100)
        assert len(list(cut.each(lambda _: None))) > len(list(tree.each(lambda _: None)))
        whole, parts = (
            compare.read_deals(one, LABELS, 2, "greedy", MEASURES) for one in (tree, cut)
        )
    assert parts.games == whole.games == 100
    np.testing.assert_allclose(parts.means, whole.means)
    np.testing.assert_allclose(parts.cov, whole.cov)


def arms(values: np.ndarray) -> compare.Deals:
    """Deals of arms a, b, c, ... from values (G, A) of one measure."""
    labels = tuple("abcdef"[: values.shape[1]])
    return compare.Deals(labels, 2, len(values), values.mean(axis=0)[None], np.cov(values.T)[None])


def test_an_interaction_is_what_is_left_of_the_total():
    rng = np.random.default_rng(1)
    luck = rng.normal(0, 20, (4000, 1))
    planted = np.array([0.0, 2.0, 3.0, 9.0])  # base, one, two, both: 4 only together
    found = arms(100 + luck + planted + rng.normal(0, 2, (4000, 4)))
    left = compare.contrast_frame(found, compare.interaction("a", "d", ["b", "c"]), MEASURES[:1])
    pair = compare.contrast_frame(
        found, compare.pair_interaction("a", "b", "c", "d", "x"), MEASURES[:1]
    )
    for row in (left.iloc[0], pair.iloc[0]):
        assert row["low"] < 4 < row["high"]
        assert row["se"] == pytest.approx(2 * np.sqrt(4 / 4000), rel=0.05)  # the luck cancels


def test_one_and_the_same_ruleset_differs_by_nothing():
    found = compare.contrast_frame(
        arms(np.random.default_rng(2).normal(size=(50, 2))), compare.difference("a", "a"),
        MEASURES[:1],
    ).iloc[0]  # fmt: skip
    assert (found["estimate"], found["se"], found["verdict"]) == (0, 0, "no deal")


def few(values: list[list[float]]) -> pd.Series:
    """The contrast b - a of the VP of some deals."""
    x = np.array(values)
    gaps = x[:, 1] - x[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        products = (x - x.mean(axis=0)).T @ (x - x.mean(axis=0))
        cov = products / np.float64(len(x) - 1)
    change = compare.difference("a", "b")
    known = compare.Deals(
        ("a", "b"), 2, len(x), x.mean(axis=0)[None], cov[None],
        {("total", ""): np.array([[(gaps > 0).sum()], [(gaps < 0).sum()]])}, np.array([np.ptp(x)]),
    )  # fmt: skip
    return compare.contrast_frame(known, change, MEASURES[:1]).iloc[0]


def test_few_deals_that_all_differ_by_more_than_the_margin_are_not_equivalent():
    margin = MEASURES[0].margin(2)
    found = few([[50 + margin * (n % 2), 50 + margin * (n % 2) + 1.1 * margin] for n in range(20)])
    assert found["high"] >= 1.1 * margin > abs(found["low"]) < margin
    assert found["verdict"] == "too few games"


def test_one_deal_shows_nothing():
    for values in ([50.0, 50.0], [50.0, 50.1]):
        assert few([values])["verdict"] == "too few games"


# --- verdicts ---------------------------------------------------------------------------------


def row(value: float, se: float, margin: float = 1.0, better: str = "", **more: float) -> pd.Series:
    known = {"mean_a": 0.5, "mean_b": 0.5 + value, "target": np.nan} | more
    p = 2 * scipy_stats.norm.sf(abs(value) / se) if se else np.nan
    frame = pd.DataFrame([{"estimate": value, "se": se, "p": p, "games": 100, "margin": margin,
                           "better": better, **known}])  # fmt: skip
    return verdicts.judge(frame).iloc[0]


@pytest.mark.parametrize(
    ("value", "se", "better", "verdict"),
    [
        (0.0, 0.1, "", "equivalent"),
        (0.5, 0.1, "", "equivalent"),  # told apart from 0, and still too small to matter
        (0.81, 0.1, "", "more"),  # its 90% interval is within the margin, its 95% interval is not
        (0.9, 0.1, "", "more"),
        (-3.0, 0.5, "", "less"),
        (-3.0, 0.5, "less", "better"),
        (-3.0, 0.5, "more", "worse"),
        (0.3, 1.0, "more", "undecided"),
        (0.0, 0.0, "", "no deal"),
        (2.0, 0.0, "", "more"),
        (float("nan"), float("nan"), "", "too few games"),
    ],
)
def test_verdicts(value: float, se: float, better: str, verdict: str):
    assert row(value, se, better=better)["verdict"] == verdict


def test_nearer_to_an_equal_share_is_better():
    assert row(0.1, 0.01, 0.02, "equal", target=0.5)["verdict"] == "worse"
    assert row(-0.2, 0.01, 0.02, "equal", mean_a=0.7, mean_b=0.5, target=0.5)["verdict"] == "better"


def test_the_equivalence_test_is_two_one_sided_tests():
    value, se, margin = 0.4, 0.2, 1.0
    lower = scipy_stats.norm.sf((value + margin) / se)
    upper = scipy_stats.norm.cdf((value - margin) / se)
    assert verdicts.equivalence_p(value, se, margin) == pytest.approx(max(lower, upper))


@pytest.mark.guard
@pytest.mark.long
@pytest.mark.parametrize("truth", [0.0, 0.3, 0.5, 0.7, 1.0])
def test_after_the_games_that_settle_it_no_verdict_is_open(truth: float):
    """Whatever the difference is: 300 replications at that number of games."""
    se = 0.8
    needed = verdicts.games_to_settle(se, 100, 1.0, 1)
    settled = se * np.sqrt(100 / needed)
    rng = np.random.default_rng(3)
    values = truth + settled * rng.normal(size=300)
    assert not any(row(value, settled)["verdict"] == "undecided" for value in values)


def test_guests_are_counted_as_housed_game_by_game(planted):
    with open_tree(planted) as tree:
        tree.only_first(2000)
        found = touched_guests(tree, compare.difference(*LABELS), 2, "greedy", [60]).iloc[0]
        times = tree.query(
            "SELECT rules, count(*) FILTER (kind = 'guest' AND card = 60 AND used_round > 0) / 2000"
            " AS mean FROM cards GROUP BY rules"
        ).set_index("rules")["mean"]
    assert found["games"] == 2000
    assert (found["value_a"], found["value_b"]) == tuple(times[list(LABELS)])
    assert found["low"] <= found["value_b"] - found["value_a"] <= found["high"]
