"""What a budget buys: a planted slope is found, and deals that all budgets share cancel."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.players import budget

TABLES = {8: "search:8,greedy", 2: "search:2,greedy", 4: "search:4,greedy"}
SLOPE = 0.05


class Played:
    """Stands for a tree: shares of wins of each budget on deals that differ much."""

    def __init__(self, deals: int, noise: float) -> None:
        rng = np.random.default_rng(5)
        ease = rng.uniform(0.2, 0.6, deals)
        rows = []
        for playouts, table in TABLES.items():
            share = ease + SLOPE * np.log2(playouts) + rng.normal(0, noise, deals)
            rows.append(pd.DataFrame({
                "seed": 1, "deal": range(deals), "policy": table.split(",")[0], "n": 2,
                "win": 24 * share,
            }))  # fmt: skip
        self.frame = pd.concat(rows).sample(frac=1, random_state=1)

    def query(self, text: str, parameters: dict[str, object]) -> pd.DataFrame:
        assert set(parameters["tables"]) == set(TABLES.values())
        return self.frame


def found(deals: int, noise: float) -> dict[str, float]:
    return budget.doubling(Played(deals, noise), "revised-2021", 2, TABLES, deals)  # type: ignore[arg-type]


def test_deals_that_are_easy_for_every_budget_cancel():
    slope = found(deals=5, noise=0.0)
    assert slope["estimate"] == pytest.approx(SLOPE)
    assert slope["high"] - slope["low"] < 1e-6


def test_the_interval_is_that_of_slopes_by_deal():
    slope = found(deals=400, noise=0.3)
    error = 0.3 / np.sqrt(2) / np.sqrt(400)  # x is -1, 0, 1: the slope's variance is noise² / 2
    assert slope["low"] < SLOPE < slope["high"]
    assert slope["high"] - slope["low"] == pytest.approx(2 * 1.96 * error, rel=0.15)
