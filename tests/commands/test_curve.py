"""`gah players curve` as a user types it: two tiny budgets."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from analysis.studies.curve import CurveStudy
from analysis.studies.kept import kept
from tests.commands.recording import Gah, assert_refused, query


def typed(root: Path, *more: object) -> list[object]:
    words = [
        "players",
        "curve",
        "--playouts",
        "3,1",
        "--deals",
        2,
        "--players",
        "2,3",
        "--workers",
        1,
    ]
    return [*words, "--data", root / "data", "--out", root / "out", *more]


@pytest.mark.guard
@pytest.mark.long
def test_each_budget_plays_the_same_deals_at_each_seat(tmp_path: Path, gah: Gah):
    status, text, err = gah(*typed(tmp_path, "--keep", tmp_path / "kept"))
    assert (status, err) == (0, "")
    assert kept(tmp_path / "kept", CurveStudy, "revised-2021").settings.playouts == (1, 3)
    assert "search against greedy, 2021" in text
    assert "each doubling adds" in text.replace("\n", " ")
    found = query(
        tmp_path / "data",
        """select policies, deal, count(*), count(distinct seat) from players
        where policy::varchar like 'search:%' group by all""",
    )
    tables = {f"search:{n}{',greedy' * (players - 1)}" for n in (1, 3) for players in (2, 3)}
    assert {(names, deal) for names, deal, _, _ in found} == {
        (t, d) for t in tables for d in (0, 1)
    }
    assert all(games == seats == names.count(",") + 1 for names, _, games, seats in found)
    shown = pd.read_csv(tmp_path / "out" / "budget.csv")
    assert list(shown["playouts"]) == [1, 3, 1, 3]
    won = query(
        tmp_path / "data",
        """select count(distinct policies), avg(win) from players
        where policies = 'search:3,greedy' and policy::varchar = 'search:3'""",
    )
    assert shown["win"][1] == pytest.approx(won[0][1])
    assert shown["win_low"].between(0, 1).all()
    assert shown["win_high"].between(0, 1).all()
    note = json.loads((tmp_path / "data" / "curve-revised-2021.json").read_text("utf-8"))
    assert note["playouts"] == [1, 3]


@pytest.mark.parametrize("budgets", ["25", "25,25", "0,5", "many"])
def test_budgets_that_make_no_curve_are_refused(tmp_path: Path, gah: Gah, budgets: str):
    assert_refused(gah(*typed(tmp_path), "--playouts", budgets), "give two different numbers")
