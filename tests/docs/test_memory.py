"""The guide to clusters shows what was measured of memory and time."""

from __future__ import annotations

import json
from pathlib import Path

from tests import memory

PAGE = Path(__file__).parents[2] / "docs" / "guide" / "clusters.md"


def test_the_guide_shows_the_record():
    made, page = json.loads(memory.RECORD.read_text("utf-8")), PAGE.read_text("utf-8")
    assert memory.table(made) in page
    assert memory.plan(made) in page
    assert f"({memory.RECORD.with_suffix('.svg').name})" in page.replace("../../verification/", "")
    assert all(one["peak_mb"] <= made["limit_mb"] for one in made["rows"])


def test_the_plan_follows_the_slope():
    rows = [{"games": 10**6, "cpu": 10.0}, {"games": 10**7, "cpu": 100.0}]
    assert memory.slope(rows) == 10e-6
    assert memory.plan({"rows": rows}).splitlines()[2].endswith("| 15 | 2.8 |")
