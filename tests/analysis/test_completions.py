"""Findings over completions of what is assumed: planted spreads are found, noise is told apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis import Config, open_tree
from analysis.base.kinds import kind
from analysis.cards import entrances
from analysis.cards.effects import Subject, chance_effects
from analysis.rulesets import compare, completions, factorial
from analysis.rulesets.touched import card_changes
from model import load_ruleset

K, ERROR, SHARED = 20, 1.0, 0.8
"""Completions; the sampling error of an estimate, and which part of its variance deals share."""


def errors(rng: np.random.Generator, findings: int) -> np.ndarray:
    """Sampling errors (F, K) of completions that play the same deals."""
    common = rng.normal(0, np.sqrt(SHARED) * ERROR, (findings, 1))
    return common + rng.normal(0, np.sqrt(1 - SHARED) * ERROR, (findings, K))


def covariances(findings: int) -> np.ndarray:
    """The covariances (F, K, K) that `errors` has."""
    one = ERROR**2 * (SHARED + (1 - SHARED) * np.eye(K))
    return np.broadcast_to(one, (findings, K, K))


@pytest.mark.parametrize("planted", [0.0, 0.5, 2.0])
def test_the_planted_spread_is_found_and_covered(planted: float):
    rng, findings = np.random.default_rng(5), 4000
    truths = 3 + rng.normal(0, planted, (findings, K))
    values = truths + errors(rng, findings)
    found = completions.between(values, covariances(findings))
    # The square is unbiased but for what is cut off at 0; so its interval covers.
    inside = (found.spread_low <= planted) & (planted <= found.spread_high)
    assert 0.93 < inside.mean() < 0.99
    if planted:
        assert np.mean(found.spread**2) == pytest.approx(planted**2, rel=0.05)
    else:
        assert np.mean(found.spread == 0) > 0.5
    real = 3 + rng.normal(0, planted, findings)
    assert np.mean((found.real_low < real) & (real < found.real_high)) > 0.93


def test_luck_that_deals_share_is_no_spread_and_takes_none_away():
    """Of estimates that all share one error, all that they differ by is what completions do."""
    truths = np.array([[1.0, 2.0, 4.0]])
    cov = np.full((1, 3, 3), 9.0)
    found = completions.between(truths + 2.5, cov)
    assert found.spread[0] == pytest.approx(truths.std(ddof=1))
    assert found.noise[0] == 0
    apart = completions.between(truths, 9.0 * np.eye(3)[None])
    assert apart.spread[0] == 0
    assert apart.noise[0] == pytest.approx(3)


def frame(estimates: list[float], words: list[str]) -> pd.DataFrame:
    return pd.DataFrame({"name": ["decides", "does not matter"], "estimate": estimates,
                         "verdict": words})  # fmt: skip


def test_a_value_that_decides_the_sign_is_told_from_one_that_does_not_matter():
    default = frame([2.0, 5.0], ["more", "more"])
    drawn = [frame([2.0 if number % 4 else -2.0, 5.0], ["more" if number % 4 else "less", "more"])
             for number in range(K)]  # fmt: skip
    found = completions.tally(default, drawn, np.zeros((2, K, K))).set_index("name")
    moved, steady = found.loc["decides"], found.loc["does not matter"]
    assert (moved["same"], moved["same_sign"], moved["others"]) == (15, 15, "less 5")
    assert (moved["least"], moved["most"]) == (-2, 2)
    assert moved["held_low"] < 0.75 < moved["held_high"]
    assert moved["spread"] == pytest.approx(np.std([2] * 15 + [-2] * 5, ddof=1))
    assert (steady["same"], steady["same_sign"], steady["others"]) == (K, K, "")
    assert steady["spread"] == steady["spread_high"] == 0
    assert steady["held_high"] == 1


def test_the_choice_of_the_largest_is_counted():
    default = pd.Series({"a": 3.0, "b": 1.0, "c": 0.0})
    drawn = [default, default + [0, 5, 0], default + [0, 5, 0], default + [0, 0, 9]]
    found = completions.choices("decisions", default, drawn)
    assert (found["choice"], found["same"], found["others"]) == ("a", 1, "b 2, c 1")


def test_covariances_of_contrasts_are_those_of_their_errors():
    factors = ("a", "b")
    sets = factorial.subsets(factors)
    labels = {some: "+".join(["r", *sorted(some)]) for some in sets}
    drawn = {some: f"{label}!" if some else label for some, label in labels.items()}
    designs = [factorial.Design(factors, one) for one in (labels, drawn)]
    names = list(dict.fromkeys(label for one in designs for label in one.rules))
    rng = np.random.default_rng(2)
    values = rng.normal(0, 5, (400, 1)) + rng.normal(0, 2, (400, len(names)))
    wanted = factorial.wanted()[:1]
    deals = compare.Deals(tuple(names), 2, 400, values.mean(axis=0)[None], np.cov(values.T)[None])
    asked = [one.contrasts()[0] for one in designs]
    cov = compare.covariance_of(deals, asked)[0]
    weights = np.array([[one.weights.get(name, 0) for name in names] for one in asked])
    assert cov == pytest.approx(np.cov((values @ weights.T).T) / 400)
    for k, design in enumerate(designs):
        row = factorial.effects_frame(deals.of(design.rules), asked[k : k + 1], wanted).iloc[0]
        assert row["se"] ** 2 == pytest.approx(cov[k, k])


def handed(seed: int, more: float) -> entrances.Handed:
    """300 deals whose luck all rulesets share; the first of three entrances brings 10 and more."""
    rng = np.random.default_rng(11)
    owned = rng.random((300, 3)).argsort(axis=1)[:, :2]
    shared, own = rng.normal(0, 10, (300, 2)), np.random.default_rng(seed).normal(0, 4, (300, 2))
    vp = 100 + (10 + more) * (owned == 0) + shared + own
    return entrances.Handed(("a", "b", "c"), np.arange(300), owned, 0 * vp, vp, 0 * vp)


def ways(seed: int, more: float) -> entrances.Ways:
    """The same for nothing, and at prices: a krone costs 3 VP."""
    free = handed(seed, more)
    price = 2.0 * free.owned
    return [free], [replace(free, price=price, vp=free.vp - 3 * price)]


FAIR = ("lead", "handicap", "bid")


def test_covariances_of_entrances_agree_with_their_errors_and_see_the_shared_luck():
    worlds = [ways(seed, more) for seed, more in ((1, 0.0), (2, 4.0))]
    cov = entrances.worth_covariance(worlds, FAIR)
    frames = [entrances.worth_frame(*one).set_index("outcome").loc[list(FAIR)] for one in worlds]
    errors = np.array([one["se"] for one in frames])
    assert np.sqrt(np.diagonal(cov, axis1=1, axis2=2)) == pytest.approx(errors.T)
    change = np.sqrt(cov[:, 0, 0] + cov[:, 1, 1] - 2 * cov[:, 0, 1])
    assert (change[:3] < 0.6 * errors[:, :3].min(axis=0)).all()
    assert (change < 0.95 * np.hypot(*errors)).all()  # as if nothing were shared


def test_how_far_completions_move_a_fair_bid_is_found():
    """Values move what the first entrance brings by 6 VP up or down: 2 krones at 3 VP each."""
    worlds = [ways(seed, 6.0 * (-1) ** seed) for seed in range(8)]
    frames = [entrances.worth_frame(*one) for one in worlds]
    frames = [one[one["outcome"].isin(FAIR)].assign(verdict="") for one in frames]
    cov = entrances.worth_covariance(worlds, FAIR)
    found = completions.tally(frames[0], frames, cov).set_index(["outcome", "item"])
    truth = np.std([6.0, -6.0] * 4, ddof=1)
    for outcome, planted in (("lead", truth), ("handicap", truth), ("bid", truth / 3)):
        row = found.loc[outcome, "a"]
        assert row["spread"] == pytest.approx(planted, rel=0.15)
        assert row["spread_low"] < planted < row["spread_high"]
        # The others lose half of that each, to the first where it sits beside them.
        assert found.loc[outcome, "b"]["spread"] < 0.75 * planted


def test_covariances_of_dealt_effects_agree_with_both_estimators(planted: Path):
    """Their diagonal with the effects, what they say of a change with the paired estimator."""
    labels, cards = ["original-2015", "revised-2021"], [5, 17]
    configs = [Config(label, 2, "greedy") for label in labels]
    with open_tree(planted, threads=1) as tree:
        dealt = completions.read_dealt(tree, labels, 2, "greedy", cards)
        effects = [
            chance_effects(tree, Subject(one, "greedy", load_ruleset(one.rules)), kind("staff"))
            for one in configs
        ]
        changes = card_changes(tree, *configs).set_index(["outcome", "card"])
    for metric, (outcome, _) in completions.OUTCOMES.items():
        cov = completions.dealt_covariance(dealt, metric)
        for at, card in enumerate(cards):
            errors = [
                frame.set_index(["metric", "item"]).loc[(metric, str(card)), "se"]
                for frame in effects
            ]
            assert np.sqrt(np.diag(cov[at])) == pytest.approx(errors)
            change = cov[at, 0, 0] + cov[at, 1, 1] - 2 * cov[at, 0, 1]
            assert np.sqrt(change) == pytest.approx(changes.loc[(outcome, card), "se"])


def test_of_what_is_not_known_nothing_is_chosen():
    """Few deals say nothing of any hotel entrance: no row is the largest."""
    unknown = pd.Series([np.nan, np.nan], index=["dove", "ren"])
    known = pd.Series([1.0, 2.0], index=["dove", "ren"])
    found = completions.choices("entrances", unknown, [unknown, unknown, known])
    assert (found["choice"], found["same"], found["others"]) == ("", 2, "ren 1")
    found = completions.choices("entrances", known, [unknown, known])
    assert (found["choice"], found["same"], found["others"]) == ("ren", 1, "too few games 1")
