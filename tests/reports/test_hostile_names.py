"""Every name, title and text of the model would do harm if a page took it for markup.

The pages are made by the commands themselves, over a copy of the model's data, and rendered.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser import opened
from tests.commands.recording import ROOT

HOSTILE = "<script>window.hacked=1</script><img src=x onerror=window.hacked=2>'&amp;"
NAMED = re.compile(r'(?m)^(name|german|title|text|reason|question|silent) = "([^"\n]+)"$')
GAMES = ("random", "greedy", "planner")
NOT_PLAYED = ("modules", "variants", "prices")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The suite with a model of hostile names; nothing else is another."""
    root = tmp_path_factory.mktemp("hostile")
    shutil.copytree(ROOT / "model", root / "model", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("simulate", "analysis", "reports"):
        (root / name).symlink_to(ROOT / name)
    changed = 0
    for file in (root / "model" / "data").rglob("*.toml"):
        text, count = NAMED.subn(rf'\1 = "\2{HOSTILE}"', file.read_text("utf-8"))
        file.write_text(text, "utf-8")
        changed += count
    assert changed > 1000
    return root


def gah(root: Path, *words: object) -> str:
    """Run a command of that suite; returns what it printed."""
    environment = {**os.environ, "PYTHONPATH": str(root), "COLUMNS": "200"}
    command = [sys.executable, "-m", "reports.cli", *map(str, words)]
    done = subprocess.run(command, env=environment, cwd=root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def assert_harmless(browser: Browser, files: list[Path]) -> int:
    """Nothing ran in these pages; returns in how many of them a hostile name is read as text."""
    read = 0
    with opened(browser, files[0]) as tab:
        for file in files:
            tab.goto(file.resolve().as_uri())
            tab.wait_for_load_state()
            assert tab.evaluate("window.hacked") is None, file
            assert tab.locator("img[src=x]").count() == 0, file
            read += bool(tab.evaluate("document.body.textContent.includes('window.hacked=1')"))
    return read


@pytest.fixture(scope="module")
def played(hostile: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page and the transcript of a game with all modules."""
    folder = tmp_path_factory.mktemp("played")
    gah(
        hostile, "play", "--rules", "revised-2021+lets-waltz", "--players", 2, "--seed", 3,
        "--policy", "random", "--html", folder / "play.html", "--transcript", folder / "t.json",
    )  # fmt: skip
    document = json.loads((folder / "t.json").read_text("utf-8"))
    for name, steps in (("whole", document["steps"]), ("short", document["steps"][:8])):
        hostile_words = {"title": HOSTILE, "notes": HOSTILE, "steps": steps}
        (folder / f"{name}.json").write_text(json.dumps({**document, **hostile_words}), "utf-8")
    return folder


@pytest.mark.long
def test_pages_of_games_run_nothing_that_a_name_holds(
    hostile: Path, played: Path, browser: Browser
):
    gah(hostile, "referee", played / "whole.json", "--html", played / "referee.html")
    files = [played / "play.html", played / "referee.html"]
    assert assert_harmless(browser, files) == len(files)
    for file in files:
        with opened(browser, file) as tab:
            for _ in range(40):
                tab.keyboard.press("ArrowRight")
            tab.keyboard.press("End")
            assert "window.hacked=1" in tab.inner_text("body")
            assert tab.evaluate("window.hacked") is None
            assert tab.locator("img[src=x]").count() == 0


@pytest.mark.long
def test_the_page_of_a_review_runs_nothing_that_a_name_holds(
    hostile: Path, played: Path, browser: Browser
):
    gah(hostile, "review", played / "short.json", "--html", played / "review.html")
    assert assert_harmless(browser, [played / "review.html"]) == 1


@pytest.mark.long
def test_no_page_of_a_report_runs_what_a_name_holds(
    hostile: Path, browser: Browser, tmp_path: Path
):
    words = [f"--games-{name}={100 if name in GAMES else 0}" for name in (*GAMES, *NOT_PLAYED)]
    gah(hostile, "report", *words, "--data", tmp_path / "data", "--out", tmp_path / "out")
    pages = sorted((tmp_path / "out").rglob("*.html"))
    assert len(pages) > 200  # each card, and the rules page
    assert (tmp_path / "out" / "rules.html") in pages
    assert assert_harmless(browser, pages) > 0.9 * len(pages)
