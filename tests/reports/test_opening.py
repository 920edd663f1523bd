"""The tests' own browser: a page's errors and whatever it asks of the network fail its test."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import PHONE, opened, too_wide


def page_of(folder: Path, body: str) -> Path:
    path = folder / "page.html"
    head = '<!DOCTYPE html><meta name="viewport" content="width=device-width"><title>t</title>'
    path.write_text(f'{head}<body style="margin: 0">{body}')
    return path


def test_a_page_in_order_is_opened_at_a_width(browser: Browser, tmp_path: Path):
    with opened(browser, page_of(tmp_path, "<p>well</p>"), PHONE) as page:
        assert page.inner_text("p") == "well"
        assert page.evaluate("window.innerWidth") == PHONE
        assert too_wide(page) == 0


def test_a_page_that_is_too_wide_is_found(browser: Browser, tmp_path: Path):
    wide = page_of(tmp_path, f'<div style="width: {PHONE + 30}px">wide</div>')
    with opened(browser, wide, PHONE) as page:
        assert too_wide(page) == 30


@pytest.mark.parametrize(
    "body",
    [
        "<script>nothing.here()</script>",
        '<script>console.error("said")</script>',
        '<img src="http://127.0.0.1:9/picture.png" alt="">',
    ],
)
def test_errors_and_the_network_fail(browser: Browser, tmp_path: Path, body: str):
    with pytest.raises(AssertionError), opened(browser, page_of(tmp_path, body)) as page:
        page.wait_for_load_state("networkidle")
