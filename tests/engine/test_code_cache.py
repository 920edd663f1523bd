"""Compiled code that is kept: used if it is whole, else said and compiled anew."""

from __future__ import annotations

import hashlib
import os
import pickle
import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numba
import numpy as np
import pytest

from model import UserError
from simulate.base import own_code
from simulate.base.cache import root
from simulate.batch.job import code_digest
from simulate.compiling import code_cache, signatures
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
    monkeypatch.setattr(code_cache, "folder_of", lambda module: tmp_path)
    return tmp_path


def test_what_was_saved_is_loaded(folder: Path):
    code_cache.save("simulate.engine.rng", "draw", "part", (), ["some", b"thing"])
    assert code_cache.load("simulate.engine.rng", "draw", "part", ()) == ["some", b"thing"]
    assert code_cache.load("simulate.engine.rng", "draw", "entry", ()) is None
    assert [path.suffix for path in folder.iterdir()] == [".part"]


@pytest.mark.parametrize("kind", DAMAGE)
def test_what_is_damaged_is_not_loaded_but_removed(
    kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
):
    code_cache.save("simulate.engine.rng", "draw", "part", (), ["some", b"thing"])
    (path,) = folder.iterdir()
    path.write_bytes(DAMAGE[kind](path.read_bytes()))
    assert code_cache.load("simulate.engine.rng", "draw", "part", ()) is None
    assert not path.exists()
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"compiled again: {path}" in said


def test_a_start_with_damaged_code_compiles_it_anew_and_keeps_it(tmp_path: Path):
    whole = python(DRAW, tmp_path)
    files = [path for path in tmp_path.rglob("*") if path.suffix in (".part", ".entry")]
    assert len(files) == 2, "draw, which Python calls, and mix, which draw calls"
    before = {path: path.read_bytes() for path in files}
    for path in files:
        path.write_bytes(DAMAGE["byte in the middle"](path.read_bytes()))
    damaged = python(DRAW, tmp_path)
    assert damaged.stdout == whole.stdout
    told = re.findall(r"compiled again: (\S+)", damaged.stderr)
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


# --- sources that change while a process starts ---------------------------------------------------


@pytest.fixture
def edited(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the engine had been updated after the first of its modules were imported."""
    before = dict(own_code.AT_START)
    path = str(own_code.SIMULATE / "engine" / "machine.py")
    written, size = before[path]
    monkeypatch.setattr(own_code, "AT_START", {**before, path: (written - 1, size)})


def test_nothing_is_changed_while_tests_run():
    assert own_code.changed("engine") == []
    assert str(own_code.SIMULATE / "compiling" / "code_cache.py") in own_code.AT_START


@pytest.mark.usefixtures("edited")
def test_code_made_of_old_and_new_sources_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    code_cache.save("simulate.engine.rng", "draw", "part", (), ["made of what was there before"])
    assert list(folder.iterdir()) == []


@pytest.mark.usefixtures("edited")
def test_nothing_is_looked_for_where_old_and_new_sources_may_be_mixed():
    found = code_cache.folder_of.__wrapped__("simulate.engine.rng")
    assert found.name == "engine-changed"


@pytest.mark.usefixtures("edited")
def test_games_of_old_and_new_sources_are_not_recorded():
    with pytest.raises(UserError, match=r"engine/machine\.py was changed after this was started"):
        code_digest(["greedy"])


# --- folders that others can write ----------------------------------------------------------------


AS_ANYBODY = (
    ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if os.geteuid() == 0 else []
)
"""What root may do in spite of modes is taken from a process."""


def planted(folder: Path, proof: Path) -> None:
    """Put a program into each file of compiled code, with its checksum."""

    class Planted:
        def __reduce__(self) -> tuple[object, ...]:
            return os.mkdir, (str(proof),)

    body = pickle.dumps(Planted())
    files = [path for path in folder.rglob("*") if path.suffix in (".part", ".entry", ".unit")]
    assert files
    for path in files:
        path.write_bytes(hashlib.sha256(body).digest() + body)


@pytest.fixture(scope="module")
def compiled_draw(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A cache folder of one function, and what that printed."""
    folder = tmp_path_factory.mktemp("compiled")
    return folder, python(DRAW, folder).stdout


@pytest.fixture
def cache_folder(tmp_path: Path, compiled_draw: tuple[Path, str]) -> Path:
    return shutil.copytree(compiled_draw[0], tmp_path / "cache")


def give_away(path: Path) -> None:
    try:
        os.chown(path, 12345, -1)
    except PermissionError:
        pytest.skip("needs the right to give a file to another user")


OPENED: dict[str, Callable[[Path], None]] = {
    "the folder is open to all": lambda root: root.chmod(0o777),
    "the folder is open to the group": lambda root: root.chmod(0o770),
    "a folder in it is open to all": lambda root: next(root.glob("engine-*")).chmod(0o777),
    "the folder is another user's": give_away,
    "a folder in it is another user's": lambda root: give_away(next(root.glob("engine-*"))),
}


@pytest.mark.parametrize("kind", OPENED)
def test_a_folder_that_another_user_can_write_is_not_used(
    kind: str, cache_folder: Path, tmp_path: Path, compiled_draw: tuple[Path, str]
):
    proof = tmp_path / "proof"
    planted(cache_folder, proof)
    before = {path: path.read_bytes() for path in cache_folder.rglob("*.part")}
    OPENED[kind](cache_folder)
    done = python(DRAW, cache_folder)
    assert not proof.exists(), "what another user may have written was run"
    assert done.stdout == compiled_draw[1]
    assert done.stderr.count("\n") == 1
    assert "every start compiles" in done.stderr
    assert {path: path.read_bytes() for path in before} == before


CHANGED: dict[str, Callable[[Path], object]] = {
    "open to all": lambda path: path.chmod(0o666),
    "open to the group": lambda path: path.chmod(0o660),
    "another user's": give_away,
    "a link": lambda path: path.symlink_to(path.rename(path.parents[2] / path.name)),
}


@pytest.mark.parametrize("kind", CHANGED)
def test_a_file_that_another_user_can_write_is_not_loaded(
    kind: str, cache_folder: Path, tmp_path: Path, compiled_draw: tuple[Path, str]
):
    proof = tmp_path / "proof"
    planted(cache_folder, proof)
    files = [path for path in cache_folder.rglob("*") if path.suffix in (".part", ".entry")]
    for path in files:
        CHANGED[kind](path)
    done = python(DRAW, cache_folder)
    assert not proof.exists(), "what another user may have written was run"
    assert done.stdout == compiled_draw[1]
    assert python(DRAW, cache_folder).stderr == "", "it is compiled and kept again"


def test_what_is_kept_only_the_user_can_read(compiled_draw: tuple[Path, str], tmp_path: Path):
    folder = tmp_path / "new"
    code = f"import os; os.umask(0); {DRAW}"
    python(code, folder)
    found = {path: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))}
    assert len(found) > 2
    assert {mode for path, mode in found.items() if path.is_dir()} == {0o700}
    assert {mode for path, mode in found.items() if path.is_file()} == {0o600}


@pytest.mark.parametrize("mode", [0o000, 0o500])
@pytest.mark.skipif(bool(AS_ANYBODY) and not shutil.which("setpriv"), reason="root reads anything")
def test_a_folder_that_cannot_be_read_or_written_is_said_and_compiled_without(
    mode: int, tmp_path: Path, compiled_draw: tuple[Path, str]
):
    folder = tmp_path / "closed"
    folder.mkdir(mode)
    code = f"from simulate.compiling.ahead import is_compiled; assert not is_compiled(); {DRAW}"
    done = subprocess.run(
        [*AS_ANYBODY, sys.executable, "-c", code], capture_output=True, text=True,
        env={**os.environ, "GAH_CACHE_DIR": str(folder)},
    )  # fmt: skip
    assert done.stdout == compiled_draw[1], done.stderr
    assert done.stderr.count("\n") == 1
    assert "Permission denied" in done.stderr


def test_workers_share_what_a_start_without_a_folder_compiles(tmp_path: Path):
    folder = tmp_path / "open"
    folder.mkdir(mode=0o700)
    folder.chmod(0o777)
    code = (
        "import subprocess, sys; from simulate.base.cache import root; print(root(), flush=True);"
        "subprocess.run([sys.executable, '-c', 'from simulate.base.cache import root;'"
        "' print(root())'])"
    )
    done = python(code, folder)
    mine, childs = done.stdout.splitlines()
    assert mine == childs
    assert not mine.startswith(str(folder))
    assert not Path(mine).exists(), "it is removed at the end"
    assert done.stderr.count("\n") == 1


ORDERS = ("simulate.verify.playout, simulate.policies.search", "simulate.policies.search")
DIGESTS = """
import {first}, simulate.verify.playout, numba
from simulate.compiling.code_cache import digest_of_types
print([digest_of_types([one]) for one in (numba.int64[::1], numba.float64)])
"""


def test_types_have_one_digest_whatever_was_imported_first(tmp_path: Path):
    """Else a process does not find in a unit what another one called otherwise."""
    found = {python(DIGESTS.format(first=first), tmp_path).stdout for first in ORDERS}
    assert len(found) == 1


def test_records_of_other_fields_have_another_digest(monkeypatch: pytest.MonkeyPatch):
    """Even where they have the same name: how many fields there are may depend on data."""
    digests = set()
    for fields in (3, 4):
        kind = numba.from_dtype(np.dtype([("counts", "i8", (fields,))]))
        monkeypatch.setitem(signatures.TYPES, "some_tally", kind)
        digests.add(code_cache.digest_of_types([kind]))
    assert len(digests) == 2


def test_a_unit_of_other_types_is_another_one(folder: Path):
    for size, code in ((3, "three"), (4, "four")):
        kind = numba.from_dtype(np.dtype([("counts", "i8", (size,))]))
        code_cache.save("simulate.verify", "all", "unit", [kind], code)
    assert len(list(folder.iterdir())) == 2
