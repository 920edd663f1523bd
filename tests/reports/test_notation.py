"""Numbers and intervals have one notation, which one module writes."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest

from reports import text
from reports.tables.cards import effect_tables
from simulate.base import notation

ROOT = Path(__file__).parents[2]
PACKAGES = ("model", "simulate", "analysis", "reports")
LOW, HIGH = r"\{[^{}]*\b\w*low\b[^{}]*\}", r"\{[^{}]*\b\w*high\b[^{}]*\}"
BY_HAND = re.compile(
    rf"\[{LOW}, {HIGH}\]"  # [1.4, 2.8]
    rf"|{LOW}%? to {HIGH}"  # 1.4 to 2.8
    r"|(?<![\w\"'])\+-|\+/-"  # 2.1 +- 0.7
    r"|\} ± \{"
)
ALLOWED = {
    "reports/commands/rules/assumptions.py": "ranges of values, not intervals of estimates",
    "analysis/base/verdicts.py": "a margin, in a docstring",
    "analysis/rulesets/factorial.py": "a sign, in a docstring",
    "simulate/base/notation.py": "the one place",
    "simulate/data/sections.py": "a character of names of files",
    "simulate/batch/sequence.py": "a formula, in a docstring",
}


def test_an_estimate_stands_before_its_bounds_in_brackets():
    assert notation.estimate(2.1, 1.4, 2.8, 1, sign=True) == "+2.1 (+1.4 to +2.8)"
    assert notation.estimate(51.2, 50.6, 51.8, 1, unit="%") == "51.2% (50.6 to 51.8)"
    assert notation.estimate(-2, -3, 1, 0, unit="VP") == "−2 VP (−3 to 1)"
    assert notation.number(float("nan")) == "n/a"
    assert notation.bounds(float("-inf"), 12345.678, 1) == "−∞ to 12,345.7"


def test_pages_write_as_the_terminal_does():
    row = pd.Series({"estimate": 0.512, "low": 0.506, "high": 0.518})
    assert text.plain(row, text.PERCENT) == notation.estimate(51.2, 50.6, 51.8, 1, unit="%")
    assert str(text.cell(row, text.VP)) == notation.estimate(0.512, 0.506, 0.518, 2, sign=True)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_other_code_writes_intervals(package: str):
    found = {
        str(file.relative_to(ROOT)): BY_HAND.search(source)[0]
        for file in sorted((ROOT / package).rglob("*.py"))
        if BY_HAND.search(source := file.read_text("utf-8"))
    }
    assert {name: said for name, said in found.items() if name not in ALLOWED} == {}


@pytest.mark.parametrize(
    "line",
    ["f\"[{row['low']}, {row['high']}]\"", 'f"{low:.1%} to {high:.1%}"', '"known to +-W"',
     'f"{a} ± {b}"'],
)  # fmt: skip
def test_an_interval_that_is_written_by_hand_is_noticed(line: str):
    assert BY_HAND.search(line)


def test_terminal_tables_have_estimate_and_interval_in_one_cell():
    frame = pd.DataFrame({
        "rules": "r", "players": 2, "policies": "greedy", "policy": "greedy", "kind": "staff",
        "metric": "dealt_win", "name": "Somebody", "item": "1", "estimate": [0.021], "se": 0.01,
        "low": 0.014, "high": 0.028, "shrunk": 0.02, "shrunk_low": 0.01, "shrunk_high": 0.03,
        "q_by": 0.5, "deals": 100, "games": 100,
    })  # fmt: skip
    (table,) = effect_tables(frame)
    assert "+2.1 (+1.4 to +2.8)" in map(str, table.rows[0])
