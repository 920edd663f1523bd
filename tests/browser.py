"""Pages in a real browser: the Chromium that is installed, driven by Playwright.

A test takes the fixture ``browser`` and opens a page with ``opened(browser, file)``. Where no
Chromium is installed, such tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from model import UserError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DESK, PHONE = 1280, 390
"""Widths in pixels at which a page has to be good."""

# None of the browser's own errands: it shall do nothing but what the page makes it do.
_QUIET = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser without a window, for the tests of one file."""
    from playwright.sync_api import sync_playwright  # here, because every test run reads this file

    from reports.site.pdf import find_browser

    try:
        path = find_browser()
    except UserError:
        pytest.skip("no Chromium is installed")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=path, args=list(_QUIET), chromium_sandbox=False
        )
        yield running
        running.close()


@contextmanager
def opened(browser: Browser, file: Path, width: int = DESK, **options: Any) -> Iterator[Page]:
    """A page from disk, ``width`` pixels wide, with a phone's touch at a phone's width.

    ``options``: of Playwright's ``new_page``, e.g. ``color_scheme="dark"``. Fails at the end if the
    page reported an error or asked for anything that is not on the disk.
    """
    options = {"has_touch": width <= PHONE, **options}
    page = browser.new_page(viewport={"width": width, "height": 900}, **options)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: wrong.append(asked.url) if _away(asked.url) else None)
    try:
        page.goto(file.resolve().as_uri())
        yield page
    finally:
        page.close()
    assert wrong == []


def _away(url: str) -> bool:
    return not url.startswith(("file:", "data:", "blob:", "about:"))


def too_wide(page: Page) -> int:
    """By how many pixels a page is wider than its window; 0 if it fits."""
    wide: int = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return max(0, wide)
