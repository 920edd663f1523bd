"""Numbers of games: against textbook values, against simulation, and consistent with each other."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from analysis.base import stats
from analysis.method import power
from analysis.rulesets import compare
from analysis.rulesets.compare import measures
from analysis.studies.compare import CompareStudy, Settings


def test_the_textbook_case():
    """Cohen (1988): 0.5 standard deviations, 80% power, 5%: 31.4 observations (normal theory)."""
    assert power.games_for(1.0, 0.5) == 32
    assert power.power_of(1.0, 0.5, 32) == pytest.approx(0.807, abs=0.001)


@pytest.mark.parametrize(("chance", "level"), [(0.5, 0.05), (0.8, 0.05), (0.9, 0.01)])
def test_games_power_and_detectable_effect_agree(chance: float, level: float):
    games = power.games_for(20.0, 0.7, chance, level)
    assert power.power_of(20.0, 0.7, games, level) == pytest.approx(chance, abs=1e-3)
    assert power.detectable(20.0, games, chance, level) == pytest.approx(0.7, rel=1e-3)


def test_without_an_effect_the_test_rejects_at_its_level():
    assert power.power_of(5.0, 0.0, 100) == pytest.approx(0.05)


def test_as_many_are_found_as_promised():
    """2000 replications: three standard deviations of a share of 0.8 are 0.027."""
    rng = np.random.default_rng(1)
    games = int(power.games_for(3.0, 0.5))
    samples = 0.5 + 3.0 * rng.normal(size=(2000, games))
    z = samples.mean(axis=1) / (samples.std(axis=1, ddof=1) / np.sqrt(games))
    assert np.mean(np.abs(z) > 1.959964) == pytest.approx(0.8, abs=0.027)


def test_the_spread_of_a_paired_difference_is_that_of_the_differences():
    rng = np.random.default_rng(2)
    luck = rng.normal(0, 10, 3000)
    values = np.stack([luck, luck + rng.normal(1, 2, 3000)], axis=1)
    deals = compare.Deals(("a", "b"), 2, 3000, values.mean(0)[None], np.cov(values.T)[None])
    found = power.spreads(deals, compare.difference("a", "b"), measures()[:1]).set_index("design")
    assert found["sd"]["mean"] == pytest.approx(values[:, 0].std(ddof=1))
    assert found["sd"]["paired"] == pytest.approx((values[:, 1] - values[:, 0]).std(ddof=1))
    assert found["sd"]["unpaired"] == pytest.approx(np.sqrt(values.var(axis=0, ddof=1).sum()))


def test_the_interval_of_a_spread_covers():
    """2000 replications: three standard deviations of a share of 0.95 are 0.015."""
    samples = np.random.default_rng(3).normal(0, 4, (2000, 60))
    low, high = power.sd_interval(samples.std(axis=1, ddof=1), 60)
    assert np.mean((low < 4) & (high > 4)) == pytest.approx(0.95, abs=0.015)


@pytest.mark.parametrize(("share", "above"), [(0.02, 1.0), (0.05, 0.75), (0.2, 0.75)])
def test_where_few_deals_differ_as_many_are_found_as_promised(share: float, above: float):
    """1000 replications, three standard deviations of the share found; a test wants `MIN_ARM`."""
    rng = np.random.default_rng(5)

    def gaps(*size: int) -> np.ndarray:
        sign = np.where(rng.random(size) < above, 1, -1)
        return np.where(rng.random(size) < share, sign * (rng.poisson(3, size) + 1), 0)

    pilot = gaps(400_000)
    truth, sd = float(pilot.mean()), float(pilot.std())
    deals = int(power.games_for(sd, truth, differing=share))
    assert share * deals >= power.ENOUGH - 1
    promise = float(power.power_of(sd, truth, deals, differing=share))
    found = 0
    for _ in range(1000):
        values = gaps(deals)
        if (values != 0).sum() >= stats.MIN_ARM:
            found += abs(values.mean()) > 1.959964 * values.std(ddof=1) / np.sqrt(deals)
    assert found / 1000 == pytest.approx(
        promise, abs=3 * (promise * (1 - promise) / 1000) ** 0.5 + 0.01
    )
    if (
        above == 1
    ):  # the spread alone promises what fewer deals would find, and none would be tested
        assert power.games_for(sd, truth) * share < stats.MIN_ARM


def test_a_pilot_of_too_few_deals_that_differ_is_played_on(monkeypatch):
    """Of a change that one deal of 20 meets, 200 deals do not show the spread; 800 do."""

    def answer(study: CompareStudy, workers: int, console: Console) -> SimpleNamespace:
        games = study.settings.games
        se = 10 / np.sqrt(games) if games / 20 >= stats.MIN_ARM else np.nan
        rows = [{"measure": "vp", "kind": "total", "se": se, "margin": 0.5}]
        return SimpleNamespace(measures=pd.DataFrame(rows))

    monkeypatch.setattr(CompareStudy, "answer", answer)
    study = CompareStudy(None, Settings(), Path())
    found = study.with_power(0.8, 1, Console(quiet=True))
    assert found.settings.games == power.games_for(10.0, 0.5)
