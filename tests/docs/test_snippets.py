"""What the documents show works as it stands, with small numbers."""

from __future__ import annotations

import contextlib
import io
import re
import shutil
import sys
from pathlib import Path

import pytest

from reports import cli
from tests.docs.snippets import (
    LONG,
    OWN,
    PAGES,
    ROOT,
    faults,
    named,
    of_make,
    of_python,
    quoted,
    small,
    snippets,
    words_of,
)

PYTHON_ELSEWHERE = {
    "simulate/referee/README.md": "tests/referee/test_readme.py",
    "simulate/properties/README.md": "tests/invariants",
    "simulate/properties/strategies/README.md": "tests/properties/test_strategies.py",
    "analysis/studies/README.md": "tests/analysis/test_studies.py",
}
"""Pages whose code needs more than the page, and the tests that run it."""
PLAYED = "simulate --players 2 --policy greedy --games 60 --workers 1 --quiet --out"
NEEDED = {
    "analysis/README.md": ("data/report",),
    "docs/guide/clusters.md": ("data/first",),
    "docs/recipes.md": ("data",),
}
"""Recorded games that a page takes for granted."""
FEW = re.compile(r"playouts=\d+")
READER = {"my.toml": "examples/cheaper_kitchen_hand.toml", "my_rules.py": "examples/invariants.py",
          "my_player.py": "examples/first_player.py",
          "my.json": "tests/golden/transcripts/by-hand-doris.json"}  # fmt: skip
"""Files of a reader's own."""
NOTHING = {"", "cd", ".", "pip", "export", "dask"}
"""Words of the shell, and of other programs, at the beginning of lines that are not run."""
WITH = [page for page in PAGES if any(snippets(page))]


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all pages: the files of the project that they name, and a reader's own."""
    place = tmp_path_factory.mktemp("reader")
    shutil.copytree(ROOT / "examples", place / "examples")
    golden = "tests/golden/transcripts"
    shutil.copytree(ROOT / golden, place / golden)
    for own, like in READER.items():
        shutil.copy(ROOT / like, place / own)
    return place


@pytest.fixture
def folder(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a reader stands, who tries one page after the other."""
    monkeypatch.chdir(place)
    monkeypatch.setenv("COLUMNS", "120")
    return place


def with_data(folder: Path) -> list[str]:
    """The folders with recorded games, as the reader would name them."""
    return sorted({str(one.parent.relative_to(folder)) for one in folder.rglob("runs")})


def gah(words: list[str]) -> None:
    """Run a command with small numbers; it must end well."""
    assert faults(words) == []
    command, _ = named(words)
    if command in LONG and not {"--help", "-h"} & set(words):
        return
    said = io.StringIO()
    if command == "play" and "game.json" in words and "--html" in words:
        words = [word.replace("expert", "planner") for word in words]  # ten times as fast
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        status = cli.run(small(words))
    assert status == 0, f"gah {' '.join(words)}: {said.getvalue()}"


def shell(command: str) -> None:
    first, *words = words_of(command)
    if first == "gah":
        if OWN.search(command):
            assert faults(words) == []
        else:
            gah(words)
    elif first == "make":
        if played := of_make(words):
            gah(played)
    elif first in ("python", "dask", "pytest"):
        if first == "python":
            of_python(words)
    else:
        assert first in NOTHING, f"what is this? {command}"


@pytest.mark.parametrize("page", WITH, ids=name)
def test_a_page_works_from_its_top_to_its_end(
    page: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n" * 50))
    for place in NEEDED.get(name(page), ()):
        gah([*PLAYED.split(), place])
    if name(page) == "analysis/README.md":
        gah(["play", "--players", "2", "--policy", "planner", "--transcript", "game.json"])
    known: dict[str, object] = {}
    for snippet in snippets(page):
        if snippet.kind == "sh":
            shell(snippet.text)
        elif name(page) not in PYTHON_ELSEWHERE:
            code = compile(FEW.sub("playouts=2", snippet.text), name(page), "exec")
            with contextlib.redirect_stdout(io.StringIO()):
                exec(code, known)
    for data in with_data(folder):  # what the pages before recorded there as well
        assert cli.run(["data", "check", data]) == 0


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_within_sentences_are_those_there_are(page: Path):
    wrong = {command: found for command in quoted(page) if (found := faults(words_of(command)[1:]))}
    assert wrong == {}


def test_pages_whose_code_runs_elsewhere_are_read_there():
    for page, test in PYTHON_ELSEWHERE.items():
        files = [ROOT / test] if test.endswith(".py") else [*(ROOT / test).glob("*.py")]
        assert (ROOT / page).exists()
        assert any("README.md" in file.read_text("utf-8") for file in files)


@pytest.mark.parametrize(
    "command",
    ["gah rules diff original-2015 revised-2022", "gah study crads", "make reprot", "rm -r data",
     "gah simulate --gaems 10", "python -m tests.masured"],
)  # fmt: skip
def test_a_command_that_is_wrong_is_noticed(command: str, folder: Path):
    with pytest.raises(AssertionError):
        shell(command)


def test_an_option_that_is_gone_is_noticed_in_a_sentence():
    assert faults(["study", "cards", "--rungs", "5"]) == ["gah study cards has no option --rungs"]
    assert faults(["tune"])


def test_the_plan_of_the_tutorial_is_the_example():
    text = (ROOT / "docs" / "tutorials" / "batches.md").read_text("utf-8")
    shown = re.findall(r"```toml\n(.*?)```", text, re.DOTALL)[0]
    assert (ROOT / "examples" / "plan.toml").read_text("utf-8").endswith(shown)
