"""Plain questions lead to their answers, and the search finds them in a reader's own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.site.pages.questions import questions
from tests.browser import browser as browser  # a fixture
from tests.browser import opened
from tests.reports.html import read


def test_forty_questions_and_more_lead_to_an_answer(report: Path):
    asked = questions()
    assert len(asked) >= 40
    assert len({one.text for one in asked}) == len(asked)
    for one in asked:
        assert one.text.endswith("?")
        page, _, anchor = one.href.partition("#")
        assert (report / page).exists(), one.href
        if anchor:
            assert anchor in read(report / page).ids, one.href


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("overpriced", "Which cards are priced wrongly?"),
        ("strategy", "What is each part of the game worth?"),
        ("replay", "How do I reproduce these numbers?"),
        ("first player", "Does it matter who starts?"),
        ("balnced", "Is the game balanced?"),
        ("misleadng", "Why is “win rate when played” misleading?"),
        ("glosary", "What does a word mean?"),
        ("guestt", "Which guests are good value?"),
    ],
)
def test_the_search_knows_synonyms_and_forgives_one_typing_error(
    browser, report: Path, typed: str, wanted: str
):
    with opened(browser, report / "index.html") as page:
        page.fill(".find input", typed)
        page.wait_for_selector("#found li a")
        assert wanted in "".join(page.locator("#found li").all_inner_texts())


def test_the_search_finds_nothing_where_nothing_is(browser, report: Path):
    with opened(browser, report / "index.html") as page:
        page.fill(".find input", "zzzxqw")
        page.wait_for_selector("#found li")
        assert page.locator("#found li").all_inner_texts() == ["nothing found"]
