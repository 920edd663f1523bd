"""A card's effect over kinds of player: planted means, spreads and trends are found."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.base.stats import rank_correlation
from analysis.cards.agreement import across_players, cochran

ORDER = ("random", "greedy", "planner", "expert", "fifth")


def effects(worth: dict[str, list[float]], se: float, seed: int = 1) -> pd.DataFrame:
    """Estimates of each card (its worth to each player of `ORDER`) with an error."""
    rng = np.random.default_rng(seed)
    return pd.DataFrame([
        {"rules": "r", "players": 2, "kind": "staff", "item": item, "name": item,
         "metric": "dealt_vp", "policy": who, "estimate": value + rng.normal(0, se), "se": se}
        for item, values in worth.items()
        for who, value in zip(ORDER, values, strict=True)
    ])  # fmt: skip


def test_effects_that_are_alike_and_effects_that_depend_on_who_plays():
    found = across_players(
        effects({"same": [2.0] * 5, "rises": [-4.0, -2.0, 0.0, 2.0, 4.0]}, 0.2), ORDER
    ).set_index("item")
    same, rises = found.loc["same"], found.loc["rises"]
    assert same["low"] < 2 < same["high"]
    assert same["p"] > 0.01 > rises["p"]
    assert rises["tau"] == pytest.approx(np.std([-4, -2, 0, 2, 4], ddof=1), rel=0.15)
    assert rises["i2"] > 0.9 > same["i2"]
    assert rises["trend"] == pytest.approx(1)
    # A mean over players who differ is known no better than they are few.
    assert rises["se"] == pytest.approx(rises["tau"] / np.sqrt(5), rel=0.05)


def test_the_mean_is_covered_as_often_as_it_says_where_players_differ_little():
    cards = {f"card {i}": [1.0] * 5 for i in range(400)}
    found = across_players(effects(cards, 0.5), ORDER)
    covered = ((found["low"] <= 1) & (found["high"] >= 1)).mean()
    assert 0.93 < covered <= 0.99


def test_a_card_of_one_kind_of_player_is_left_out():
    one = effects({"alone": [1.0] * 5}, 0.1).iloc[:1]
    assert across_players(one, ORDER).empty


@pytest.mark.filterwarnings("error")
def test_what_cannot_be_computed_is_unknown_without_a_warning():
    """Warnings of the libraries, with lines of their code, were printed to users of few games."""
    assert np.isnan(cochran(np.array([[1.0, 2.0]]), np.array([[0.0, 0.1]]))[0])
    constant = across_players(effects({"same": [1.0] * 5}, 0.0).assign(se=0.1), ORDER)
    assert np.isnan(constant["trend"][0])
    assert np.isnan(rank_correlation([1.0] * 5, [1.0, 2.0, 3.0, 4.0, 5.0])[0])
