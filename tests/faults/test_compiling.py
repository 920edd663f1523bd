"""Compiled code kept by several processes at once, and where there is no room for it."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from simulate.compiling import code_cache
from tests.commands.recording import ROOT, environment
from tests.engine.test_linking import DRAW, python


def loadable(folder: Path) -> int:
    """How many files of compiled code there are; each must be whole."""
    files = [path for path in folder.rglob("*") if path.suffix in (".part", ".entry", ".unit")]
    for path in files:
        seal, body = path.read_bytes()[:32], path.read_bytes()[32:]
        assert code_cache.hashlib.sha256(body).digest() == seal, path
    return len(files)


def others(folder: Path) -> list[str]:
    """What is neither compiled code nor a lock."""
    known = (".part", ".entry", ".unit")
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != "lock"]
    return [path.name for path in files if path.suffix not in known]


@pytest.mark.long
@pytest.mark.guard
def test_processes_that_compile_at_once_end_right_and_leave_whole_code(tmp_path: Path):
    alone = python(DRAW, tmp_path / "alone")
    together = tmp_path / "together"
    started = [
        subprocess.Popen(
            [sys.executable, "-c", DRAW], cwd=ROOT, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**environment(), "GAH_CACHE_DIR": str(together)},
        )
        for _ in range(3)
    ]  # fmt: skip
    ended = [(process, *process.communicate(timeout=600)) for process in started]
    for process, out, err in ended:
        assert (process.returncode, out, err) == (0, alone.stdout, "")
    assert loadable(together) == loadable(tmp_path / "alone") > 0
    assert not others(together)
    assert (python(DRAW, together).stdout, python(DRAW, together).stderr) == (alone.stdout, "")


@pytest.mark.long
@pytest.mark.guard
def test_a_disk_that_is_full_while_compiling_is_told_and_leaves_nothing_torn(
    small_disk: Path, tmp_path: Path
):
    whole = python(DRAW, tmp_path / "alone")
    cache = small_disk / "cache"
    cache.mkdir(0o700)
    room = small_disk / "filled"
    with suppress(OSError), room.open("wb", buffering=0) as file:
        while file.write(bytes(1024)):
            pass
    result = python(DRAW, cache)
    assert result.stdout == whole.stdout
    assert result.stderr.count("\n") == 1
    assert "every start compiles" in result.stderr
    assert "No space left" in result.stderr
    assert not others(cache)
    room.unlink()
    assert python(DRAW, cache).stderr == ""
    assert loadable(cache) == loadable(tmp_path / "alone") > 0
