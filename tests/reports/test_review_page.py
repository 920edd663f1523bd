"""The page of a review in a browser: on a desk, on a phone, in print."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from reports.replay import reviewed_page
from tests.analysis.test_review import document, reviewed
from tests.browser import PHONE, opened, too_wide


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = tmp_path_factory.mktemp("review") / "review.html"
    steps = ("end turn",)
    page.write_text(reviewed_page(reviewed(*steps), document(*steps)), encoding="utf-8")
    return page


def at(tab: Page) -> int:
    return int(tab.input_value("#number"))


def test_what_mattered_is_named_and_leads_to_its_step(browser: Browser, file: Path):
    with opened(browser, file) as tab:
        assert at(tab) == 0
        tab.click("#above li.blunder button")
        assert at(tab) == 1
        now = " ".join(tab.locator("#telling .now").all_inner_texts())
        assert "Better:" in now
        assert "moves from table" in now
        assert tab.locator("#jumps option.blunder").count() == 1
        assert "Anna: 20 VP" not in tab.inner_text("#above"), "the end counts, not the start"
        for name in ("What mattered", "Play and luck", "Chance to win", "How to read this"):
            assert tab.locator(f"#above h2:text-is('{name}')").count() == 1


def test_the_curve_says_in_words_what_it_draws_and_its_dots_lead_to_steps(
    browser: Browser, file: Path
):
    with opened(browser, file) as tab:
        desc = tab.text_content(".curve > desc") or ""
        assert "Ben from" in desc
        assert "to 100%" in desc
        dots = tab.locator(".curve circle")
        assert dots.count() == 2 * len(reviewed("end turn").outlooks)
        tab.keyboard.press("End")
        dots.first.click(force=True)
        assert at(tab) == 0
        tab.keyboard.press("ArrowRight")
        assert at(tab) == 1


def test_it_fits_a_phone_and_prints(browser: Browser, file: Path):
    with opened(browser, file, PHONE) as tab:
        assert too_wide(tab) == 0
        tab.tap("#above li.blunder button")
        assert at(tab) == 1
        assert tab.locator("#now").is_visible()
        assert "Better:" in tab.inner_text("#now")
    with opened(browser, file) as tab:
        tab.emulate_media(media="print")
        assert tab.locator("#above").is_visible()
        assert tab.locator(".curve").is_visible()
        assert not tab.locator("nav").is_visible()
        assert len(tab.pdf()) > 20_000
