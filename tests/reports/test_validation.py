"""The page of the validation says what the record says, and how to make one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from reports.figures import style
from reports.figures.figure import Figure
from reports.site.blocks import Page, Prose, blocks_of
from reports.site.pages import validation


def check(observed: float, *, passed: bool) -> dict[str, Any]:
    return {
        "check": "planted: paired interval covers", "quantity": "VP of a player",
        "replications": 200, "observed": observed, "expected": 0.95, "low": 0.9, "high": 0.99,
        "passed": passed,
    }  # fmt: skip


def page_of(tmp_path: Path, *checks: dict[str, Any]) -> Page:
    head = {"date": "2026-01-01", "commit": "abc", "rules": "revised-2021",
            "tables": [["random", 2], ["greedy", 4]], "seed": 1, "replications": 200,
            "deals": 500}  # fmt: skip
    file = tmp_path / "validation.json"
    file.write_text(json.dumps({**head, "checks": list(checks)}))
    with style.styled():
        return Page("method", "", "", sections=validation.sections(file))


@pytest.mark.parametrize(
    ("checks", "lead", "title"),
    [
        ([check(0.95, passed=True)], "1 of 1 checks hold", "All 1 promises about shares hold"),
        (
            [check(0.95, passed=True), check(0.8, passed=False)],
            "1 of 2 checks hold",
            "1 of 2 promises about shares do not hold",
        ),
    ],
)
def test_it_says_how_many_promises_hold(
    tmp_path: Path, checks: list[dict[str, Any]], lead: str, title: str
):
    page = page_of(tmp_path, *checks)
    assert any(isinstance(one, Prose) and one.text.startswith(lead) for one in blocks_of(page))
    (figure,) = [block for block in blocks_of(page) if isinstance(block, Figure)]
    assert figure.title == title
    assert "2 random and 4 greedy players, 200 replications of 500 deals" in figure.caption


def test_without_a_record_it_names_the_command(tmp_path: Path):
    (section,) = validation.sections(tmp_path / "none.json")
    (block,) = section.blocks
    assert isinstance(block, Prose)
    assert "gah check validate --out" in block.text
