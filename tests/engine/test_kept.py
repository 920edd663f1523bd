"""Compiled code that is kept: used if it is whole, else said and compiled anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from model import UserError
from simulate import sources
from simulate.batch.job import code_digest
from simulate.engine import kept
from simulate.provenance import root
from tests.engine.test_linking import DRAW, python

DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "cut within the digest": lambda data: data[:20],
    "first byte": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "byte in the middle": lambda data: (
        data[: len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :]
    ),
    "longer": lambda data: data + b"x",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which all code is kept."""
    monkeypatch.setattr(kept, "folder_of", lambda module: tmp_path)
    return tmp_path


def test_what_was_saved_is_loaded(folder: Path):
    kept.save("simulate.engine.rng", "draw", "part", (), ["some", b"thing"])
    assert kept.load("simulate.engine.rng", "draw", "part", ()) == ["some", b"thing"]
    assert kept.load("simulate.engine.rng", "draw", "entry", ()) is None
    assert [path.suffix for path in folder.iterdir()] == [".part"]


@pytest.mark.parametrize("kind", DAMAGE)
def test_what_is_damaged_is_not_loaded_but_removed(
    kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
):
    kept.save("simulate.engine.rng", "draw", "part", (), ["some", b"thing"])
    (path,) = folder.iterdir()
    path.write_bytes(DAMAGE[kind](path.read_bytes()))
    assert kept.load("simulate.engine.rng", "draw", "part", ()) is None
    assert not path.exists()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"compiled anew: {path}" in said


def test_a_start_with_damaged_code_compiles_it_anew_and_keeps_it(tmp_path: Path):
    whole = python(DRAW, tmp_path)
    files = [path for path in tmp_path.rglob("*") if path.suffix in (".part", ".entry")]
    assert len(files) == 2, "draw, which Python calls, and mix, which draw calls"
    before = {path: path.read_bytes() for path in files}
    for path in files:
        path.write_bytes(DAMAGE["byte in the middle"](path.read_bytes()))
    damaged = python(DRAW, tmp_path)
    assert damaged.stdout == whole.stdout
    told = re.findall(r"compiled anew: (\S+)", damaged.stderr)
    assert sorted(told) == sorted(map(str, files))
    assert damaged.stderr.count("\n") == len(files)
    assert all(path.stat().st_size == len(before[path]) for path in files)
    assert python(DRAW, tmp_path).stderr == ""


def test_a_folder_that_cannot_be_written_is_told_in_one_line(tmp_path: Path):
    (tmp_path / "file").write_text("no folder")
    result = python(DRAW, tmp_path / "file" / "cache")
    assert result.stdout
    assert result.stderr.count("\n") == 1
    assert "every start compiles" in result.stderr


SEARCH = """
from model import load_ruleset
from simulate import Game
from simulate.policies import chooser
game = Game(load_ruleset("revised-2021"), players=2, seed=3)
print(chooser("search:2", game.rules)(game))
"""


def test_a_function_that_makes_arrays_runs_when_it_is_loaded_and_not_compiled():
    # In the cache of these tests: the first process compiles it, unless some other test has.
    cache = root()
    first = python(SEARCH, cache)
    loaded = python(SEARCH, cache)
    assert loaded.stdout == first.stdout != ""


def test_what_another_process_has_kept_meanwhile_is_taken(folder: Path):
    assert kept.save_first("simulate.engine.rng", "draw", "part", (), "mine") == "mine"
    assert kept.save_first("simulate.engine.rng", "draw", "part", (), "later") == "mine"
    assert kept.load("simulate.engine.rng", "draw", "part", ()) == "mine"


# --- sources that change while a process starts ---------------------------------------------------


@pytest.fixture
def edited(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the engine had been updated after the first of its modules were imported."""
    before = dict(sources.AT_START)
    path = str(sources.SIMULATE / "engine" / "machine.py")
    written, size = before[path]
    monkeypatch.setattr(sources, "AT_START", {**before, path: (written - 1, size)})


def test_nothing_is_changed_while_tests_run():
    assert sources.changed("engine") == []
    assert str(sources.SIMULATE / "engine" / "kept.py") in sources.AT_START


@pytest.mark.usefixtures("edited")
def test_code_made_of_old_and_new_sources_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    kept.save("simulate.engine.rng", "draw", "part", (), ["made of what was there before"])
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("edited")
def test_nothing_is_looked_for_where_old_and_new_sources_may_be_mixed():
    found = kept.folder_of.__wrapped__("simulate.engine.rng")
    assert found.name == "engine-changed"


@pytest.mark.usefixtures("edited")
def test_games_of_old_and_new_sources_are_not_recorded():
    with pytest.raises(UserError, match=r"engine/machine\.py was changed after this was started"):
        code_digest(["greedy"])
