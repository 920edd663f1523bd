"""The README tells of measured figures what the records tell."""

from __future__ import annotations

from tests.measured import README, renewed


def test_the_readme_tells_what_the_records_tell():
    text = README.read_text("utf-8")
    assert renewed(text) == text, "write it anew: python -m tests.measured"
