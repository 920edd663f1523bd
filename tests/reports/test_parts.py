"""What parts of the game are worth, in words: each kind of sentence from gains that are known."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest

from analysis.studies.questions import RestrictSettings
from analysis.studies.restricted import Restricted, RestrictStudy
from reports.site import parts
from tests.reports.conftest import answered


def gains(*known: tuple[str, float, float]) -> pd.DataFrame:
    """Rows of what is gained without a part: its name, VP, and the half width of the interval."""
    rows = []
    for about, vp, half in known:
        for outcome, unit in (("vp", 1.0), ("win", 0.01)):
            rows.append({
                "about": about, "players": 2, "outcome": outcome, "estimate": vp * unit,
                "low": (vp - half) * unit, "high": (vp + half) * unit, "deals": 300,
                "policy": "greedy",
            })  # fmt: skip
    return pd.DataFrame(rows)


def found(*known: tuple[str, float, float]) -> Restricted:
    return Restricted(RestrictSettings(deals=300), gains(*known))


def test_the_largest_loss_comes_first_and_what_is_not_shown_last():
    some = found(
        ("rerolls", -0.5, 1.0), ("cards", -9.0, 1.0), ("staff", -20.0, 2.0), ("six", 1.5, 0.2)
    )
    assert parts.sentence(some) == (
        "Doing without staff costs 2 greedy players most: 20 VP. Doing without cards also costs VP."
        " No loss is shown without rerolls and six."
    )
    first, second = parts.numbers(some)
    assert first == (
        "Without staff: −20.00 VP (−22.00 to −18.00), −20.0 percentage points (−22.0 to −18.0)"
        " of wins"
    )
    assert second.startswith("Without cards: −9.00 VP (−10.00 to −8.00), ")


def test_where_nothing_is_lost_nothing_is_said_to_be():
    assert parts.sentence(found(("six", 1.5, 0.2))) == "No loss is shown without six."


@pytest.fixture
def results() -> Any:
    facts = SimpleNamespace(brief=lambda rules: "2021")
    return answered({RestrictStudy: found(("staff", -20.0, 2.0))}, facts=facts)


def test_the_page_has_a_table_a_number_of_players_and_the_command(results: Any):
    _, table = parts.blocks(results)
    assert table.caption == "Gains from doing without a part: 2021, 2 greedy players, 300 deals"
    assert table.rows == [["staff", "−20.0 (−22.0 to −18.0)", "−20.0 (−22.0 to −18.0)"]]
    (finding,) = parts.finding(results, "game")
    assert finding.grounds.commands == (
        "gah study restrict --rules revised-2021 --players 2 --policy greedy --deals 300 --seed 1",
    )


def test_what_is_not_measured_names_the_command(results: Any):
    results.answers[RestrictStudy] = None
    assert "gah study restrict" in str(parts.blocks(results)[0])
    assert parts.finding(results, "game") == []
