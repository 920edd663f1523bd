"""The documents' table of measured figures says what the records say."""

from __future__ import annotations

from tests.measured import PAGE, renewed


def test_the_page_says_what_the_records_say():
    text = PAGE.read_text("utf-8")
    assert renewed(text) == text, "write it again: python -m tests.measured"
