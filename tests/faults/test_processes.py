"""Faults done for real to a running batch: processes killed, disks full. The data stay the same."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from model import UserError
from reports import cli
from simulate.batch.pool import Tell, Work, WorkerPool, run_tasks
from simulate.data.folder import Folder
from tests.commands.recording import (
    ROOT,
    Gah,
    assert_refused,
    command,
    digests,
    environment,
    files,
    options,
)
from tests.faults.bucket import contents, written

RUN = ("--shard-games", 20, "--workers", 2)
SIZE = {"games": 500, "policy": "greedy"}
PATIENCE = 300  # seconds; the engine may have to be compiled first

linux = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run that all tests of this module interrupt, uninterrupted, on one worker."""
    out = tmp_path_factory.mktemp("straight")
    words = options(out, "--shard-games", 20, **SIZE)
    assert cli.run([str(word) for word in words]) == 0
    return out


@contextlib.contextmanager
def started(out: Path | str, *more: object) -> Iterator[subprocess.Popen[str]]:
    """The run as a process, in a group of its own that does not survive the test."""
    words = [word for word in options(out, *RUN, *more, **SIZE) if word != "--quiet"]
    process = subprocess.Popen(
        command(*words), env=environment(), cwd=ROOT, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        # As from a terminal: what a shell starts in the background has Ctrl-C ignored, and so has
        # all that it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_for_shards(process: subprocess.Popen[str], out: Path | str, count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while written(out) < count and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The worker processes of a run (Linux)."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    lines = {int(pid): Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children}
    return [pid for pid, line in lines.items() if b"spawn_main" in line]


# --- kill -9 ----------------------------------------------------------------------------------


def killed_until_done(out: Path | str, chance: random.Random, kills: int) -> int:
    """Kill the run so often, each time after a shard more and a moment; then let it end here.

    The moments are so short that the shards last for most of the kills: one takes some 0.03 s.
    Every second kill hits the whole group, as a machine that goes down does. Returns how many kills
    met the run alive.
    """
    met = 0
    for number in range(kills):
        with started(out) as process:
            wait_for_shards(process, out, min(24, written(out) + 1))
            time.sleep(chance.uniform(0, 0.5 / kills))
            met += process.poll() is None
            if number % 2:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
            process.wait()
            time.sleep(0.3)  # the workers of a killed parent end by themselves
    assert cli.run([str(word) for word in options(out, "--shard-games", 20, **SIZE)]) == 0
    return met


def test_a_run_killed_at_any_moment_continues_to_the_same_bytes(straight: Path, tmp_path: Path):
    assert killed_until_done(tmp_path, random.Random(1), kills=2) >= 1
    assert digests(tmp_path) == digests(straight)


@pytest.mark.long
@pytest.mark.guard
def test_a_run_into_a_store_killed_at_any_moment_does_too(straight: Path, url: str):
    assert killed_until_done(url, random.Random(1), kills=1) == 1
    assert contents(url) == digests(straight)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_a_run_killed_many_times_continues_to_the_same_bytes(
    straight: Path, tmp_path: Path, seed: int
):
    assert killed_until_done(tmp_path, random.Random(seed), kills=12) >= 6
    assert digests(tmp_path) == digests(straight)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_a_run_into_a_store_killed_many_times_continues_to_the_same_bytes(
    straight: Path, url: str, seed: int
):
    assert killed_until_done(url, random.Random(seed), kills=6) >= 3
    assert contents(url) == digests(straight)


@pytest.mark.long
@linux
def test_a_store_that_a_killed_worker_wrote_to_gets_the_same_bytes(straight: Path, url: str):
    with started(url) as process:
        wait_for_shards(process, url, 2)
        os.kill(workers_of(process)[0], signal.SIGKILL)
        text, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, "")
    assert "a worker process died (signal 9)" in text
    assert contents(url) == digests(straight)


@linux
@pytest.mark.long
@pytest.mark.guard
def test_a_killed_worker_is_replaced_and_its_shard_played_again(straight: Path, tmp_path: Path):
    with started(tmp_path) as process:
        wait_for_shards(process, tmp_path, 2)
        os.kill(workers_of(process)[0], signal.SIGKILL)
        text, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, "")
    assert "a worker process died (signal 9)" in text
    assert "is played again" in text
    assert digests(tmp_path) == digests(straight)


class Heard:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, Any]] = []

    def received(self, task: int, message: Any) -> None:
        self.heard.append((task, message))

    def lost(self, task: int, reason: str) -> None:
        self.heard.append((task, reason))


def deadly() -> Work:
    """Work that kills whoever does the second task."""

    def work(task: str, tell: Tell) -> None:
        tell(task)
        if task == "b":
            os.kill(os.getpid(), signal.SIGKILL)

    return work


@pytest.mark.long
@pytest.mark.guard
def test_work_that_kills_every_worker_is_given_up_and_other_work_done():
    listener = Heard()
    with pytest.raises(UserError, match=r"as did 2 others .*signal 9.*finished work is saved"):
        run_tasks(["a", "b"], 1, deadly, listener)
    assert listener.heard == [(0, "a"), *[(1, "b"), (1, "signal 9")] * 2, (1, "b")]


def names_itself() -> Work:
    """Work that tells who does it."""

    def work(task: str, tell: Tell) -> None:
        tell(os.getpid())

    return work


def test_workers_stay_for_another_lot_and_one_that_died_between_two_is_replaced():
    with WorkerPool(1, names_itself) as pool:
        first, second, third = Heard(), Heard(), Heard()
        pool.work(["a", "b"], first)
        pool.work(["c"], second)
        assert len({pid for _, pid in first.heard + second.heard}) == 1
        before = first.heard[0][1]
        os.kill(before, signal.SIGKILL)
        pool.work(["d"], third)
        assert third.heard[0] == (0, "signal 9")
        after = third.heard[1][1]
        assert after != before
    with pytest.raises(ProcessLookupError):
        os.kill(after, 0)


@pytest.mark.long
def test_a_run_gives_up_on_a_shard_that_kills_every_worker(tmp_path: Path, gah: Gah):
    deadly = tmp_path / "deadly.py"
    deadly.write_text("import os\ndef choose(game):\n    os.kill(os.getpid(), 9)\n", "utf-8")
    out = tmp_path / "out"
    words = options(out, "--workers", 2, "--shard-games", 1, games=2, policy=str(deadly))
    assert_refused(
        gah(*words), "a worker process died", "2 others", "signal 9", "finished work is saved"
    )
    assert not list(out.rglob("*.tmp"))


# --- asked to end, and left without a folder -----------------------------------------------------


ATTEMPTS = 5
"""A run lasts for a second, and on a busy machine it may be done before a signal reaches it."""
guarded = (pytest.mark.long, pytest.mark.guard)


@pytest.mark.parametrize(
    ("what", "status"),
    [(signal.SIGTERM, 143), (signal.SIGINT, 130)],
)
@pytest.mark.long
@pytest.mark.guard
def test_a_run_that_is_asked_to_end_tidies_up_says_so_and_goes_on_later(
    straight: Path, tmp_path: Path, gah: Gah, what: signal.Signals, status: int
):
    for attempt in range(ATTEMPTS):
        out = tmp_path / str(attempt)
        with started(out) as process:
            wait_for_shards(process, out, 1)
            process.send_signal(what)
            process.send_signal(what)  # somebody who does not wait
            _, err = process.communicate(timeout=PATIENCE)
        if process.returncode != 0:  # else it was done before it was asked
            break
    assert process.returncode == status
    assert err.endswith("gah: interrupted; recorded games are saved, the same command continues\n")
    assert "Traceback" not in err
    assert not list(out.rglob("*.tmp"))
    assert gah(*options(out, "--shard-games", 20, **SIZE))[0] == 0
    assert digests(out) == digests(straight)


def test_a_folder_that_goes_away_between_a_look_and_a_write_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    store, write = Folder(tmp_path / "data"), Folder._write

    def gone_just_now(*given: Any) -> None:
        store.path.rename(tmp_path / "elsewhere")
        write(*given)

    store.prepare()
    monkeypatch.setattr(Folder, "_write", gone_just_now)
    with pytest.raises(UserError, match="No such file"):
        store.write("players/rules=revised-2021/shard-00000.parquet", b"")
    assert not store.path.exists()


@pytest.mark.parametrize("workers", [pytest.param(1, marks=guarded), 2])
def test_a_run_whose_folder_goes_away_fails_and_makes_no_other(tmp_path: Path, workers: int):
    out, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    with started(out, "--workers", workers) as process:
        wait_for_shards(process, out, 1)
        out.rename(elsewhere)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err.startswith("gah: ")
    assert err.count("\n") == 1
    assert "disappeared" in err or "No such file" in err  # in the midst of a write
    assert written(elsewhere) < 25
    assert not out.exists()


@pytest.mark.long
@pytest.mark.guard
def test_a_run_whose_files_are_deleted_fails(tmp_path: Path):
    with started(tmp_path, "--workers", 1) as process:
        wait_for_shards(process, tmp_path, 1)
        for path in (tmp_path / "runs").glob("*.json"):
            path.unlink()
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "its manifest disappeared" in err


# --- no room left -----------------------------------------------------------------------------


def assert_stopped_for_room(result: tuple[int, str, str], out: Path, reason: str) -> int:
    """The run ended in one line, nothing torn is left; returns how many shards it recorded."""
    assert_refused(result, reason, "finished shards are saved")
    assert not list(out.rglob(".*.tmp"))
    return len(list((out / "runs").rglob("shard-*.json")))


def assert_continues(out: Path, done: int, straight: Path, gah: Gah) -> None:
    words = [word for word in options(out, "--shard-games", 20, **SIZE) if word != "--quiet"]
    status, text, _ = gah(*words)
    assert status == 0
    assert f"{20 * done} of 500 games are recorded already" in text
    assert digests(out) == digests(straight)


@pytest.mark.long
@pytest.mark.guard
def test_a_full_disk_stops_a_run_that_continues_when_there_is_room(
    straight: Path, small_disk: Path, gah: Gah
):
    out = small_disk / "data"
    stopped = gah(*options(out, *RUN, **SIZE))
    done = assert_stopped_for_room(stopped, out, "No space left on device")
    assert 0 < done < 25
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    assert_continues(out, done, straight, gah)


def test_a_file_that_may_not_grow_is_not_left_torn(straight: Path, tmp_path: Path, gah: Gah):
    """A quota or a limit of the file size fails in the middle of a file (needs no rights)."""
    most = max(path.stat().st_size for path in files(straight)) - 1
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, old[1]))
    try:
        stopped = gah(*options(tmp_path, "--shard-games", 20, **SIZE))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)
    done = assert_stopped_for_room(stopped, tmp_path, "File too large")
    assert_continues(tmp_path, done, straight, gah)
