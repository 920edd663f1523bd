"""The validation notices methods that do not keep their promises, and passes those that do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from analysis.base.resample import percentiles
from analysis.method import validate
from analysis.rulesets import compare

MEASURES = compare.measures()[:1]


def block(replications: int = 200, deals: int = 250, shared: float = 0.0, seed: int = 1):
    """Normal games (SD 10, and the luck of a replication); the planted card brings 4 VP."""
    rng = np.random.default_rng(seed)
    shape = (replications, deals, 1)

    def games() -> np.ndarray:
        luck = rng.normal(0, 1, (replications, 1, 1)) * shared
        return 100 + luck + rng.normal(0, 10, shape)

    same, again = games(), games()
    held = rng.random(shape) < 0.25
    planted = same + 4 * held / 2 + rng.normal(0, 2.8, shape)
    own = rng.normal(0, 5, shape)  # of the first seat, against the other

    def cards(values: np.ndarray, worth: float) -> np.ndarray:
        one = values - worth * held / 2 + own + worth * held
        other = 2 * values - one
        return np.concatenate(
            [held, one * held, 2.0 - held, np.where(held, other, one + other)], axis=2
        )

    return validate.Block(MEASURES, same, again, planted, cards(same, 0), cards(planted, 4))


def checks(one: validate.Block) -> pd.DataFrame:
    parts = (validate.no_effect, validate.planted_effects, validate.promised_power,
             validate.equivalence, validate.looking)  # fmt: skip
    return pd.DataFrame([row for part in parts for row in part(one)])


def test_a_method_that_keeps_its_promises_passes():
    found = checks(block())
    assert found["passed"].all(), found[~found["passed"]]
    power = found[found["check"] == "planted: found as often as promised"]
    assert len(power) == 1


def test_p_values_that_are_often_equal_are_not_asked_to_be_uniform():
    """Shares of wins of 50 deals differ in nothing in one replication of twelve."""
    rng = np.random.default_rng(1)
    games = rng.integers(0, 2, (2, 1000, 50, 1)).astype(float)
    shares, scores = validate.unpaired(*games).p, validate.unpaired(*rng.normal(size=games.shape)).p
    assert validate.lumpy(shares[:, 0])
    assert not validate.uniform_row("c", "q", shares[:, 0])["passed"]
    assert not validate.lumpy(scores[:, 0])
    assert not validate.lumpy(rng.random(20))


@pytest.mark.parametrize("replicates", [19, 150, 1000])
def test_few_replicates_hold_one_more_as_often_as_many(replicates: int):
    rng = np.random.default_rng(2)
    low, high = percentiles(rng.normal(size=(replicates, 20_000)), 0.9)
    one = rng.normal(size=20_000)
    assert ((low <= one) & (one <= high)).mean() == pytest.approx(0.9, abs=0.008)


def test_an_ordinary_interval_that_is_looked_at_often_is_noticed():
    one = block()
    runs = np.concatenate([one.same, one.again])[..., 0].ravel()[:100_000].reshape(-1, 500)
    wrong = validate._errors(runs, 100.0, 25, width="plain")
    assert not validate.row("c", "q", wrong, len(runs), 0.05, most_only=True)["passed"]


def test_twice_the_promised_errors_are_found_in_99_of_100_cases():
    bound = round(validate.row("c", "q", 0, validate.ENOUGH, 0.05, most_only=True)["high"]
                  * validate.ENOUGH)  # fmt: skip
    assert scipy_stats.binom(validate.ENOUGH, 0.10).sf(bound) > 0.99


def test_no_check_passes_whatever_it_observes():
    """Every row has bounds, and a value outside of them would fail."""
    found = checks(block(replications=40, deals=100))
    assert found[["low", "high"]].notna().all().all()
    assert (found["passed"] == found["observed"].between(found["low"], found["high"])).all()


def test_luck_that_games_share_unnoticed_is_noticed():
    failed = checks(block(shared=1.0))
    failed = set(failed[~failed["passed"]]["check"])
    assert "no effect: p < 5%" in failed
    assert "no effect: p-values uniform" in failed
    assert "planted: unpaired interval covers" in failed
    assert "planted: paired interval covers" not in failed  # it cancels


def test_a_promise_of_power_that_is_not_kept_is_noticed():
    """After the pilot the differences are far more spread than it showed."""
    one = block()
    pilot = len(one.same) // 5
    noisy = replace(one, planted=one.planted + np.random.default_rng(3).normal(0, 9, one.same.shape)
                    * (np.arange(len(one.same)) >= pilot)[:, None, None])  # fmt: skip
    (row,) = validate.promised_power(noisy)
    assert not row["passed"]


def test_bounds_are_those_of_the_binomial_distribution():
    assert validate.row("c", "q", 190, 200, 0.95)["passed"]
    assert not validate.row("c", "q", 176, 200, 0.95)["passed"]  # 0.88: 4.5 standard deviations
    assert not validate.row("c", "q", 200, 200, 0.95)["passed"]  # never wrong is too good as well
    assert validate.row("c", "q", 0, 200, 0.05, most_only=True)["passed"]


@pytest.mark.long
def test_planted_strengths_and_shares_are_covered():
    rows = [*validate.planted_strengths(100, 1), *validate.planted_shares(100, 1)]
    assert all(row["passed"] for row in rows), rows
