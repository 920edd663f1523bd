"""Plain questions lead to their answers, and the search finds them in a reader's own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.site.pages.questions import questions
from tests.browser import browser as browser  # a fixture
from tests.browser import opened
from tests.reports.html import read

FIRST = 8
"""Hits that a reader sees on a phone."""


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
        # As a designer asks: with words that say nothing, in the plural, one word too many.
        ("which cards are the strongest?", "Which staff cards are too strong?"),
        ("kitchen hand fair cost", "Kitchen Hand"),
        ("does the starting seat matter with 3 players", "Does it matter who starts?"),
        ("what did 2021 make worse", "Did the 2021 edition fix its cards?"),
        ("do modules favour anyone", "Do modules favour a seat or the stronger player?"),
        ("what are the emperor's penalties worth", "What is the emperor's penalty worth?"),
        ("what does a ruling change", "What does a ruling change?"),
        ("how much luck is there", "How much of a result is luck?"),
        ("what do strong players do differently", "How do strong players play?"),
        ("what changes with four players", "What changes with three or four players?"),
        ("how do i win", "Is there more than one way to win?"),
        ("which costs should we change", "What should I change first?"),
        ("best opening", "Which opening is best?"),
        ("what should i do with a 6 in round 2", "Which dice do strong players take?"),
        ("should i pass", "Do strong players pass, or strengthen actions?"),
        ("when should i buy a die", "Do strong players pass, or strengthen actions?"),
        ("watch a game", "Can I watch a strong game?"),
        ("what should i bid for an entrance", "How much should I bid for a hotel entrance?"),
    ],
)
def test_the_search_knows_synonyms_and_forgives_one_typing_error(
    browser, report: Path, typed: str, wanted: str
):
    with opened(browser, report / "index.html") as page:
        page.fill(".find input", typed)
        page.wait_for_selector("#found li a")
        found = page.locator("#found li").all_inner_texts()
        assert any(wanted in one for one in found[:FIRST]), found


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Should I take the Kitchen Hand?", "Kitchen Hand"),
        ("How much better is the first seat?", "Does it matter who starts?"),
        ("What changed between 2015 and 2021, and does it matter?",
         "What did the 2021 edition change?"),
        ("what is a krone worth?", "What is a krone worth?"),
        ("which staff cards should I keep?", "Which staff cards are too strong?"),
    ],
)  # fmt: skip
def test_the_answer_to_a_whole_question_comes_first(browser, report: Path, typed, wanted):
    with opened(browser, report / "index.html") as page:
        page.fill(".find input", typed)
        page.wait_for_selector("#found li a")
        assert page.locator("#found li").first.inner_text().endswith(wanted)


def test_the_search_finds_nothing_where_nothing_is(browser, report: Path):
    with opened(browser, report / "index.html") as page:
        page.fill(".find input", "zzzxqw")
        page.wait_for_selector("#found li")
        assert page.locator("#found li").all_inner_texts() == ["nothing found"]
