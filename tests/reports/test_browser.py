"""The pages in a real browser, at the width of a desk and of a phone."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from pathlib import Path

import pytest

from model import UserError
from reports.site.pdf import find_browser, print_pdf

PROBE = Path(__file__).with_name("probe.html")


@pytest.fixture(scope="module")
def browser() -> str:
    try:
        return find_browser()
    except UserError as error:
        pytest.skip(str(error))


def probe(report: Path, browser: str, profile: Path) -> dict[str, object]:
    """What the probe says of all pages: one browser loads each into a frame of each width."""
    names = sorted(str(path.relative_to(report)) for path in report.rglob("*.html"))
    page = report / "probe.html"
    page.write_text(PROBE.read_text("utf-8").replace("__PAGES__", json.dumps(names)), "utf-8")
    command = [
        browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
        "--allow-file-access-from-files", "--virtual-time-budget=300000", "--dump-dom",
        page.as_uri(),
    ]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    finally:
        page.unlink()
    said = re.search(r"<body>(\{.*\})\s*</body>", done.stdout, re.S)
    assert said is not None, done.stdout[-2000:]
    found: dict[str, object] = json.loads(unescape(said[1]))
    return found


@pytest.mark.long
def test_pages_fit_and_show_every_figure(report: Path, browser: str, tmp_path: Path):
    said = probe(report, browser, tmp_path)
    assert said["seen"] == 2 * len(list(report.rglob("*.html")))
    assert said["found"] == []


@pytest.mark.long
def test_a_page_that_is_too_wide_or_lacks_a_figure_is_found(browser: str, tmp_path: Path):
    """The probe itself: one that finds nothing anywhere would pass everything."""
    site = tmp_path / "site"
    site.mkdir()
    (site / "site.css").write_text("body { margin: 0 }")
    (site / "bad.html").write_text(
        '<!DOCTYPE html><link rel="stylesheet" href="site.css">'
        '<main><div style="width: 800px">wide</div><img src="none.svg" alt=""></main>'
    )
    found = probe(site, browser, tmp_path / "profile")["found"]
    assert isinstance(found, list)
    assert sum("800 px wide" in one for one in found) == 1
    assert sum("no file:" in one for one in found) == 2


@pytest.mark.long
def test_all_pages_print_into_one_pdf(report: Path, browser: str):
    path = print_pdf(report, browser)
    (report / "report.html").unlink()
    assert path.read_bytes().startswith(b"%PDF")
    assert path.stat().st_size > 50_000
    path.unlink()
