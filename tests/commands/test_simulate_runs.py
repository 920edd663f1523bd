"""The same bytes for any number of workers, and after any interruption."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from reports import cli
from simulate.batch import job
from tests.commands.recording import (
    ROOT,
    TABLES,
    Gah,
    assert_refused,
    command,
    digests,
    environment,
    options,
    query,
    shards,
)

# --- the same bytes ---------------------------------------------------------------------------


def test_two_workers_write_the_same_bytes(whole: Path, tmp_path: Path, gah: Gah):
    assert gah(*options(tmp_path), "--workers", 2)[0] == 0
    assert digests(tmp_path) == digests(whole)


def test_the_size_of_shards_changes_no_row(whole: Path, tmp_path: Path, gah: Gah):
    assert gah(*options(tmp_path), "--shard-games", 33)[0] == 0
    assert len(shards(tmp_path)) == 8
    for table in TABLES:
        rows = [query(out, f"select * from {table} order by all") for out in (whole, tmp_path)]
        assert rows[0] == rows[1]


def test_a_run_goes_on_after_its_code_was_edited_if_it_plays_as_before(
    whole: Path, tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    out = tmp_path / "again"
    shutil.copytree(whole, out)
    monkeypatch.setattr(job, "digest_of", lambda *patterns: "of edited files")
    assert gah(*options(out))[0] == 0
    assert digests(out) == digests(whole)


@pytest.mark.parametrize("part", ["rules", "player random"])
def test_a_run_by_rules_or_players_that_play_otherwise_is_another_one(
    part: str, whole: Path, tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    out = tmp_path / "again"
    shutil.copytree(whole, out)
    known = job.fingerprint
    monkeypatch.setattr(
        job, "fingerprint", lambda names: known(names) | ({part: "other"} if part in names else {})
    )
    assert_refused(gah(*options(out)), "another run of that name")
    assert digests(out) == digests(whole)


def test_doing_it_again_plays_nothing(whole: Path, tmp_path: Path, gah: Gah):
    out = tmp_path / "again"
    shutil.copytree(whole, out)
    times = {path: path.stat().st_mtime_ns for path in shards(out)}
    words = options(out)
    words.remove("--quiet")
    status, text, _ = gah(*words)
    assert status == 0
    assert "250 of 250 games are recorded already" in text
    assert {path: path.stat().st_mtime_ns for path in shards(out)} == times
    assert digests(out) == digests(whole)


def test_more_games_continue_a_run(whole: Path, tmp_path: Path, gah: Gah):
    out, straight = tmp_path / "longer", tmp_path / "straight"
    shutil.copytree(whole, out)
    kept = shards(out)[0].stat().st_mtime_ns
    assert gah(*options(out, games=420))[0] == 0
    assert shards(out)[0].stat().st_mtime_ns == kept
    assert gah(*options(straight, games=420))[0] == 0
    assert digests(out) == digests(straight)


def test_fewer_games_lose_none(whole: Path, tmp_path: Path, gah: Gah):
    out = tmp_path / "fewer"
    shutil.copytree(whole, out)
    assert gah(*options(out, games=220))[0] == 0
    assert query(out, "select count(*) from games") == [(250,)]
    assert digests(out) == digests(whole)


# --- interruptions ----------------------------------------------------------------------------

LONG = {"games": 1500, "policy": "greedy"}
SHORT_SHARDS = ("--shard-games", 25)


def listen() -> None:
    """Ctrl-C is heard, even if these tests run in the background of a shell, where it is not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextlib.contextmanager
def running(out: Path, at_least: int) -> Iterator[subprocess.Popen[str]]:
    """A long run in a process group of its own, once it has finished so many shards."""
    process = subprocess.Popen(
        command(*options(out, *SHORT_SHARDS, "--workers", 2, **LONG)),
        env=environment(),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=listen,
    )
    try:
        deadline = time.monotonic() + 240  # the engine may have to be compiled first
        while len(shards(out)) < at_least and process.poll() is None:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def members(group: int) -> list[int]:
    """Living processes of a process group (Linux)."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, pgrp = path.read_text().rpartition(")")[2].split()[:3]
            if int(pgrp) == group and state != "Z":
                found.append(int(path.parent.name))
    return found


def survivors_of(group: int, seconds: float = 5) -> list[int]:
    """Processes of a group that are still there after some seconds in which they could end."""
    deadline = time.monotonic() + seconds
    while members(group) and time.monotonic() < deadline:
        time.sleep(0.02)
    return members(group)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("uninterrupted")
    assert cli.run([str(word) for word in options(out, *SHORT_SHARDS, **LONG)]) == 0
    return out


@dataclass
class Killed:
    """A run that was killed, what a second one beside it met, and what lived on after it."""

    out: Path
    refused: tuple[int, str, str]
    beside: int
    done: int
    survivors: list[int]


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    out = tmp_path_factory.mktemp("killed")
    with running(out, at_least=3) as process:
        # All its processes stand still: else it may end before the others have asked.
        os.killpg(process.pid, signal.SIGSTOP)
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            status = cli.run([str(word) for word in options(out, *SHORT_SHARDS, **LONG)])
        beside = cli.run([str(word) for word in options(out, "--seed", 2, games=10)])
        assert process.poll() is None
        os.killpg(process.pid, signal.SIGCONT)
        process.kill()
        process.wait()
        survivors = survivors_of(process.pid)
    shutil.rmtree(next((out / "games").rglob("seed=2")))
    for path in [*out.rglob("*seed=2*.json"), *out.rglob("*seed=2/*.*")]:
        path.unlink()
    return Killed(out, (status, "", err.getvalue()), beside, len(shards(out)), survivors)


def test_a_second_run_into_the_same_files_is_refused(killed: Killed):
    assert_refused(killed.refused, "another run is writing", str(killed.out))
    assert killed.beside == 0  # another seed is another run


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
def test_workers_do_not_outlive_a_killed_run(killed: Killed):
    assert killed.survivors == []


def test_a_killed_run_continues_to_the_same_bytes(
    killed: Killed, uninterrupted: Path, tmp_path: Path, gah: Gah
):
    out = tmp_path / "continued"
    shutil.copytree(killed.out, out)
    assert 3 <= killed.done < 60
    words = options(out, *SHORT_SHARDS, **LONG)
    words.remove("--quiet")
    status, text, err = gah(*words)
    assert (status, err) == (0, "")
    assert re.search(r"[\d,]+ of 1,500 games are recorded already; continuing", text)
    assert digests(out) == digests(uninterrupted)


def test_control_c_stops_at_once_and_in_one_line(uninterrupted: Path, tmp_path: Path, gah: Gah):
    with running(tmp_path, at_least=2) as process:
        os.killpg(process.pid, signal.SIGINT)  # a terminal signals the whole group
        out, err = process.communicate(timeout=15)
        assert process.returncode == 130
        assert survivors_of(process.pid) == []
    assert out.strip() == ""
    assert err.strip() == "gah: interrupted; recorded games are saved, the same command continues"
    assert gah(*options(tmp_path, *SHORT_SHARDS, **LONG))[0] == 0
    assert digests(tmp_path) == digests(uninterrupted)
