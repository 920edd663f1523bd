"""The record of calibration: what it calls an error, on expectations made up here."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests import calibrated


def stated(vp: float, chance: float) -> pd.DataFrame:
    """Games of two equal seats, 100 VP each, of which either wins half; stated VP and chance."""
    rng = np.random.default_rng(1)
    first = rng.integers(0, 2, 2000)
    return pd.DataFrame(
        {
            "game": np.repeat(np.arange(2000), 2), "round": 1, "seat": np.tile([0, 1], 2000),
            "vp_stated": vp + rng.normal(0, 5, 4000), "vp": 100.0,
            "win_stated": chance, "win": np.stack([first, 1 - first], axis=1).ravel(),
            "policy": "planner", "players": 2,
        }
    )  # fmt: skip


@pytest.mark.parametrize(("vp", "error"), [(100.0, 0.0), (93.0, -7.0)])
def test_an_error_is_stated_less_actual(vp: float, error: float):
    (found,) = calibrated.by_round(stated(vp, 0.5))
    assert abs(found["error"] - error) < 2 * found["half"] < 1
    assert found["spread"] == pytest.approx(5, rel=0.1)


@pytest.mark.parametrize("chance", [0.3, 0.5, 0.8])
def test_a_chance_is_held_against_the_share_that_won(chance: float):
    (found,) = calibrated.by_chance(stated(100, chance))
    assert found["stated"] == pytest.approx(chance)
    assert found["won"] == pytest.approx(0.5)  # one of both seats, in each game
    assert found["n"] == 4000


def test_games_of_a_learned_player_are_judged_before_each_round():
    rows = calibrated.expected("planner", 2, 2)
    assert len(rows) == 2 * 7 * 2  # games, rounds, seats
    assert rows["vp_stated"].between(20, 400).all()
    assert rows["win_stated"].between(0, 1).all()
    assert (rows.groupby(["game", "round"])["win"].sum() == 1).all()
