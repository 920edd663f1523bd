"""The record of blunders: what it counts, on reviews made up here."""

from __future__ import annotations

from typing import Any

import pytest

from tests import blunders


def reviewed(*costs: float, round: int = 3) -> dict[str, Any]:
    """A game in which better lines were named that gain these VP."""
    rows = [{"round": round, "cost": {"mean": cost}} for cost in costs]
    return {"policy": "planner", "game": 0, "rows": rows}


def test_a_blunder_costs_five_vp_or_more_by_the_check():
    found = blunders.counted([reviewed(5.0, 4.9, -1.0), reviewed(7.0, 9.0, round=7)])
    assert found["named"] == 5
    assert found["blunders"] == pytest.approx(3 / 4)  # two games of two seats
    assert found["lost"] == pytest.approx(21 / 4)
    assert found["late"] == 2
    assert found["blunders_half"] > 0


def test_games_without_a_blunder_count_too():
    found = blunders.counted([reviewed(), reviewed(1.0)])
    assert found["blunders"] == found["lost"] == found["late"] == 0
    assert found["seats"] == 4


def test_the_record_has_a_line_for_each_player():
    games = [
        reviewed(6.0) | {"policy": one, "game": n} for one in blunders.POLICIES for n in (0, 1)
    ]
    made = {"games": games, "date": "2026-01-01 00:00 UTC", "commit": "abc", "play": {}}
    text = blunders.report(made)
    assert "python -m tests.blunders --games 2" in text
    for policy in blunders.POLICIES:
        assert f"\n{policy} " in text
