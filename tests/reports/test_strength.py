"""How strong the players are said to be: only as measured, and only as long as it holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reports import strength
from simulate.fingerprint import fingerprint, parts_of

RULES = "revised-2021"


def line(against: str, share: float, players: int = 2) -> strength.Line:
    return {
        "policy": "random", "against": against, "rules": RULES, "players": players, "games": 100,
        "share": share, "low": share - 0.05, "high": share + 0.05, "vp": 60.0, "rivals": 90.0,
        "pace": 1000.0, "play": fingerprint(parts_of([RULES], ["random"])),
    }  # fmt: skip


@pytest.fixture
def record(tmp_path: Path) -> Path:
    other = line("greedy", 0.5) | {"play": {RULES: "0" * 12}}
    lines = [line("greedy", 0.1), line("search:50", 0.3), line("search:200", 0.2), other,
             line("greedy", 0.4, 4)]  # fmt: skip
    path = tmp_path / "players.json"
    path.write_text(json.dumps(lines), "utf-8")
    return path


def test_what_was_measured_by_other_play_is_not_told(record: Path):
    assert [one["share"] for one in strength.measured(RULES, record)] == [0.1, 0.3, 0.2, 0.4]
    assert strength.measured("original-2015", record) == []
    assert strength.measured(RULES, record.with_name("none.json")) == []


def test_words_name_greedy_and_the_longest_search_with_intervals(record: Path):
    lines = strength.measured(RULES, record)
    said = strength.words("random", 2, lines)
    assert "10.0% (5.0 to 15.0) of its games against greedy" in said
    assert (
        "20.0% (15.0 to 25.0) of its games against a search with 200 playouts per decision" in said
    )
    assert "3 greedy players" in strength.words("random", 4, lines)
    assert strength.words("planner", 2, lines) == ""
    assert len(strength.table(lines).rows) == len(lines)
