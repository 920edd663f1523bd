"""Two answers about ways compared: the same, other prices, a way more."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.players.between import agreement, changes, price, wider

TASTES = [f"t{i}" for i in range(11)]


def curves(prices: np.ndarray, seed: int, se: float = 0.01) -> pd.DataFrame:
    rng = np.random.default_rng(seed)
    return pd.DataFrame([
        {"taste": taste, "wins": cost * more + se * rng.normal(), "wins_se": se, "more": more}
        for taste, cost in zip(TASTES, prices, strict=True) for more in (0.2, 0.5, 1.0)
    ])  # fmt: skip


PRICES = np.linspace(-0.3, 0.05, 11)


def test_equal_prices_agree_and_others_do_not():
    same = agreement(curves(PRICES, 1), curves(PRICES, 2))
    assert same["rho_low"] > 0.7
    mixed = np.random.default_rng(3).permutation(PRICES)
    other = agreement(curves(PRICES, 1), curves(mixed, 2))
    assert other["rho_low"] < 0.3
    assert agreement(curves(PRICES, 1), curves(PRICES[::-1], 2))["rho_high"] < -0.5


def test_a_price_is_that_of_half_a_standard_deviation_more():
    found = price(curves(PRICES, 1, 1e-6)).set_index("taste")["wins"]
    assert found["t0"] == pytest.approx(-0.3 * 0.5, abs=0.03)


def test_a_way_that_became_dear_is_found_and_nothing_else():
    dear = PRICES.copy()
    dear[4] -= 0.2
    found = changes(curves(PRICES, 1), curves(dear, 2)).set_index("taste")
    assert found.loc["t4", "change_high"] < 0
    rest = found.drop("t4")
    assert ((rest["change_low"] < 0) & (rest["change_high"] > 0)).sum() >= 9


def test_more_viable_ways_are_wider():
    few = pd.DataFrame({"viable": [0.99, 0.01, 0.02]})
    more = pd.DataFrame({"viable": [0.99, 0.98, 0.97]})
    assert wider(few, more)["wider"] > 0.9
    assert wider(more, few)["narrower"] > 0.9
    assert wider(few, few)["wider"] < 0.1
