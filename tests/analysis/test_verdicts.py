"""Shrinkage against a published example; multiple tests against scipy; verdicts by hand."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import special
from scipy import stats as scipy_stats

from analysis.base import decide, shrink, stats, verdicts
from analysis.base.families import CARDS
from analysis.base.stats import Estimate
from analysis.cards import agreement
from analysis.method import jury

# Colditz et al. (1994): 13 trials of the BCG vaccine; cases and others, vaccinated and not.
BCG = np.array([
    (4, 119, 11, 128), (6, 300, 29, 274), (3, 228, 11, 209), (62, 13536, 248, 12619),
    (33, 5036, 47, 5761), (180, 1361, 372, 1079), (8, 2537, 10, 619), (505, 87886, 499, 87892),
    (29, 7470, 45, 7232), (17, 1699, 65, 1600), (186, 50448, 141, 27197), (5, 2493, 3, 2338),
    (27, 16886, 29, 17825),
], dtype=float)  # fmt: skip


@pytest.fixture(scope="module")
def bcg():
    a, b, c, d = BCG.T
    return np.log(a / (a + b) * (c + d) / c), np.sqrt(1 / a - 1 / (a + b) + 1 / c - 1 / (c + d))


def test_spread_of_the_bcg_trials_as_published(bcg):
    """Viechtbauer (2010), J. Stat. Softw. 36(3), p. 14: tau2 0.3132, 0.1197 to 1.1115, mu -0.7145
    with error 0.1798; DerSimonian-Laird 0.3088."""
    family = shrink.shrink(*bcg)
    assert family.tau**2 == pytest.approx(0.3132, abs=1e-4)
    assert family.tau_low**2 == pytest.approx(0.1197, abs=1e-4)
    assert family.tau_high**2 == pytest.approx(1.1115, abs=1e-4)
    assert family.mu == pytest.approx(-0.7145, abs=1e-4)
    assert family.mu_se == pytest.approx(0.1798, abs=1e-4)
    assert shrink.dersimonian_laird(*bcg) == pytest.approx(0.3088, abs=1e-4)


def test_without_true_spread_all_go_to_the_mean():
    """Rubin's eight schools (1981): tau is estimated as 0 and the mean as 7.7 with error 4.1."""
    y = [28.0, 8, -3, 7, -1, 1, 18, 12]
    s = [15.0, 10, 16, 11, 9, 11, 10, 18]
    family = shrink.shrink(y, s)
    assert family.tau == 0
    assert round(family.mu, 1) == 7.7
    assert round(family.mu_se, 1) == 4.1
    # Morris' factor (k - 3) / (k - 1) leaves 2/7 of each school's own distance.
    assert np.allclose(family.mean, family.mu + 2 / 7 * (np.array(y) - family.mu))


def test_posterior_intervals_cover_and_err_less_than_the_estimates():
    rng = np.random.default_rng(3)
    covered, before, after = [], [], []
    for _ in range(200):
        s = rng.uniform(0.5, 1.5, 40)
        truth = rng.normal(0, 0.8, 40)
        y = truth + rng.normal(0, s)
        family = shrink.shrink(y, s)
        low, high = family.interval()
        covered.append(np.mean((low < truth) & (truth < high)))
        before.append(np.mean((y - truth) ** 2))
        after.append(np.mean((family.mean - truth) ** 2))
    assert abs(np.mean(covered) - 0.95) < 0.015
    assert np.mean(after) < 0.7 * np.mean(before)


def test_too_few_estimates_are_not_shrunk():
    family = shrink.shrink([1.0, 2.0, np.nan, 3.0], [1.0, 1.0, 1.0, 1.0])
    assert np.isnan(family.tau)
    assert np.isnan(family.mean).all()


def test_benjamini_yekutieli_is_scipys_without_what_is_unknown():
    p = np.array([0.001, 0.2, np.nan, 0.03, 0.04])
    q = stats.benjamini_yekutieli(p)
    known = scipy_stats.false_discovery_control(p[~np.isnan(p)], method="by")
    assert np.isnan(q[2])
    assert np.allclose(q[~np.isnan(p)], known)
    harmonic = 1 + 1 / 2 + 1 / 3 + 1 / 4
    assert q[0] == pytest.approx(0.001 * 4 * harmonic)


def test_verdicts_by_hand():
    """Margin 2, error 0.5, so few cards that the prior is flat."""
    estimate = Estimate(np.array([4.0, -4.0, 0.0, 2.0, np.nan]), np.full(5, 0.5))
    found = verdicts.verdicts(estimate, 2.0)
    assert list(found["verdict"]) == ["too strong", "too weak", "balanced", "undecided", ""]
    assert found["p_above"][0] == pytest.approx(scipy_stats.norm.cdf(4))
    assert found["p_above"][3] == pytest.approx(0.5)
    assert found["probability"][0] == found["p_above"][0]
    assert list(verdicts.verdicts(estimate, 2.0, "neutral")["verdict"])[:3] == [
        "raises", "lowers", "within margin",
    ]  # fmt: skip


def test_weakness_has_a_limit_of_its_own_and_an_unused_card_is_too_weak():
    estimate = Estimate(np.array([-2.5, -2.5, 2.5]), np.full(3, 0.1))
    found = verdicts.verdicts(estimate, 2.0, low=-3.0, unused=[0.0, 0.99, 0.0])
    assert list(found["verdict"]) == ["balanced", "too weak", "too strong"]
    assert found["p_below"][1] > 0.98
    assert found[["p_above", "p_below", "p_within"]].sum(axis=1).to_numpy() == pytest.approx(1)


def test_a_limit_that_is_itself_uncertain_leaves_cards_next_to_it_undecided():
    sure = decide.regions([-2.7], [0.05], -2.5, 3.0)
    unsure = decide.regions([-2.7], [0.05], -2.5, 3.0, low_se=0.5)
    assert sure[0, 1] > 0.99
    assert unsure[0, 1] == pytest.approx(scipy_stats.norm.cdf(0.2 / np.hypot(0.5, 0.05)))


def test_verdicts_go_to_the_most_cards_whose_mean_error_is_small():
    p = np.array([[0.99, 0.01, 0], [0.0, 0.97, 0.03], [0.93, 0, 0.07], [0.6, 0.4, 0]])
    assert list(decide.decided(p, 0.05)) == [True, True, True, False]
    assert list(decide.decided(p, 0.025)) == [True, True, False, False]
    assert not decide.decided(np.full((2, 3), np.nan)).any()


def test_sure_verdicts_do_not_pay_for_one_that_is_as_good_as_tossed():
    p = np.array([[1.0, 0.0]] * 57 + [[0.5, 0.5]])
    given = decide.decided(p, 0.05)
    assert given[:57].all()
    assert not given[57]


def three_sided(family: jury.PlantedFamily) -> tuple[np.ndarray, np.ndarray]:
    """Three-sided tests (Goeman, Solari & Stijnen 2010), p-values doubled, by `CARDS` at 5%."""
    above = special.ndtr((family.value - jury.HIGH) / family.se)
    below = special.ndtr((family.low - family.value) / np.hypot(family.se, family.low_se))
    within = np.minimum(1 - above, 1 - below)
    p = np.minimum(1.0, 2 * (1 - np.stack([above, below, within], axis=1)))
    return 1 - p, CARDS.q(p.min(axis=1)) <= decide.PROMISE


@pytest.mark.parametrize("shape", jury.SHAPES)
def test_verdicts_on_planted_cards_keep_their_promise(shape):
    """30 families of 48; three standard errors of a share of families above the promise."""
    found = jury.tally(jury.SHAPES[shape], 0.65, 30, seed=11)
    assert found.error < decide.PROMISE + 3 * np.sqrt(0.05 * 0.95 / found.given)
    assert found.undecided < jury.tally(jury.SHAPES[shape], 0.65, 30, 11, three_sided).undecided


def test_verdicts_from_errors_that_are_too_small_are_found_out():
    """What the validation would see if standard errors were half of what they are."""

    def confident(family):
        return jury.mixture(replace(family, se=family.se / 2))

    wrong = jury.VerdictTally()
    for family in jury.families(jury.SHAPES["even"], 0.9, 30, np.random.default_rng(1)):
        wrong.add(family, *confident(family))
    assert wrong.error > decide.PROMISE + 3 * np.sqrt(0.05 * 0.95 / wrong.given)


def test_independent_halves_agree_as_often_as_the_verdicts_say():
    rng = np.random.default_rng(2)
    truth, se = rng.normal(0, 3.3, (40, 48)), np.full(48, 0.8)
    counts = np.zeros(3)
    for one in truth:
        halves = [Estimate(one + rng.normal(0, se), se) for _ in range(2)]
        counts += jury.contradictions(*halves, jury.LOW, 0.0, jury.HIGH)
    seen, expected, given = counts
    assert given > 1000
    assert abs(seen - expected) < 4 * np.sqrt(expected)


def frame(policy: str, y: list[float], words: list[str]) -> pd.DataFrame:
    cards = len(y)
    return pd.DataFrame({
        "rules": "r", "players": 2, "kind": "staff", "item": [str(i) for i in range(cards)],
        "name": "x", "metric": "dealt_vp", "policy": policy, "estimate": y,
        "se": 1.0, "verdict": words,
    })  # fmt: skip


def test_agreement_marks_what_depends_on_the_player():
    strong, weak = "too strong", "too weak"
    a = frame(
        "a", [9.0, 9, 0, 5, 0, 1], [strong, strong, "balanced", strong, "undecided", "undecided"]
    )
    b = frame(
        "b",
        [9.0, -9, 0, -5, 0, 2],
        [strong, weak, "balanced", "undecided", "balanced", "undecided"],
    )
    found = agreement.agreement(pd.concat([a, b])).set_index("item")
    assert list(found["agree"]) == [True, False, True, False, False, False]
    assert list(found["agent_dependent"]) == [False, True, False, True, False, False]
    q = (9 + 9) ** 2 / 2
    assert found.loc["1", "p_heterogeneity"] == pytest.approx(scipy_stats.chi2.sf(q, 1))
    pair = agreement.concordance(pd.concat([a, b])).iloc[0]
    x, y = a["estimate"], b["estimate"]
    assert pair["kendall"] == pytest.approx(scipy_stats.kendalltau(x, y)[0])
    assert pair["spearman"] == pytest.approx(scipy_stats.spearmanr(x, y)[0])
    assert pair["kendall_low"] < pair["kendall"] < pair["kendall_high"]


def test_a_player_of_too_few_games_stands_beside_the_others_without_estimates():
    few = frame("b", [np.nan, np.nan], ["", ""]).assign(se=np.nan)
    found = agreement.agreement(pd.concat([frame("a", [9.0, 0.0], ["too strong", ""]), few]))
    assert found["estimate_a"].tolist() == [9.0, 0.0]
    assert found["estimate_b"].isna().all()
    assert not found["agent_dependent"].any()


LOOKS = 7


def rates(true: float, looks: int, replications: int = 500) -> tuple[float, float]:
    """How often growing games are judged different from 0, and equivalent within 1, if they are
    played on until one or the other; looked at after 200 deals and each doubling, LOOKS times."""
    rng = np.random.default_rng(11)
    games = 200 * 2 ** np.arange(LOOKS)
    steps = np.diff(games, prepend=0)
    sums = rng.normal(true * steps, 20 * np.sqrt(steps), (replications, LOOKS)).cumsum(axis=1)
    value, se = (sums / games).ravel(), np.tile(20 / np.sqrt(games), replications)
    frame = pd.DataFrame({
        "estimate": value, "se": se, "p": 2 * special.ndtr(-np.abs(value / se)),
        "games": np.tile(games, replications), "margin": 1.0,
        "better": "", "mean_a": np.nan, "mean_b": np.nan, "target": np.nan,
    })  # fmt: skip
    judged = verdicts.judge(frame, looks)["verdict"].to_numpy().reshape(sums.shape)
    last = judged[np.arange(replications), (judged != "undecided").argmax(axis=1)]
    equivalent = np.mean(last == "equivalent")
    return 1 - equivalent - np.mean(last == "undecided"), equivalent


def test_who_plays_on_until_decided_finds_no_more_than_the_promised_share(
    monkeypatch: pytest.MonkeyPatch,
):
    """Judged as if each look were the only one, games that differ by nothing would."""
    assert verdicts.MEASURES.q([0.03]) == [0.03]  # each look is a family of one
    monkeypatch.setattr(verdicts, "MEASURES", SimpleNamespace(q=lambda p: p))
    assert rates(0.0, looks=1)[0] > 0.1
    assert rates(0.0, looks=LOOKS)[0] < 0.05
    assert rates(1.0, looks=LOOKS)[1] < 0.05
