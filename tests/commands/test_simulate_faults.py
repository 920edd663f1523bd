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

import pytest

from reports import cli
from tests.commands.recording import (
    ROOT,
    Gah,
    assert_refused,
    command,
    digests,
    environment,
    files,
    options,
    shards,
)

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
def started(out: Path, *more: object) -> Iterator[subprocess.Popen[str]]:
    """The run as a process, in a group of its own that does not survive the test."""
    words = [word for word in options(out, *RUN, *more, **SIZE) if word != "--quiet"]
    process = subprocess.Popen(
        command(*words), env=environment(), cwd=ROOT, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_for_shards(process: subprocess.Popen[str], out: Path, count: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while len(shards(out)) < count and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.002)


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The worker processes of a run (Linux)."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    lines = {int(pid): Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children}
    return [pid for pid, line in lines.items() if b"spawn_main" in line]


# --- kill -9 ----------------------------------------------------------------------------------


def killed_until_done(out: Path, chance: random.Random, kills: int) -> int:
    """Kill the run so often, each time after a shard more and a moment; then let it end.

    Every second kill hits the whole group, as a machine that goes down does. Returns how many
    kills met the run alive.
    """
    met = 0
    for number in range(kills):
        with started(out) as process:
            wait_for_shards(process, out, min(24, len(shards(out)) + 1))
            time.sleep(chance.uniform(0, 0.25))
            met += process.poll() is None
            if number % 2:
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
            process.wait()
            time.sleep(0.3)  # the workers of a killed parent end by themselves
    with started(out) as process:
        text, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, ""), text
    return met


def test_a_run_killed_at_any_moment_continues_to_the_same_bytes(straight: Path, tmp_path: Path):
    assert killed_until_done(tmp_path, random.Random(1), kills=2) >= 1
    assert digests(tmp_path) == digests(straight)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_a_run_killed_many_times_continues_to_the_same_bytes(
    straight: Path, tmp_path: Path, seed: int
):
    assert killed_until_done(tmp_path, random.Random(seed), kills=12) >= 6
    assert digests(tmp_path) == digests(straight)


@linux
def test_a_killed_worker_is_replaced_and_its_shard_played_again(straight: Path, tmp_path: Path):
    with started(tmp_path) as process:
        wait_for_shards(process, tmp_path, 2)
        os.kill(workers_of(process)[0], signal.SIGKILL)
        text, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, err) == (0, "")
    assert "a worker process died (signal 9)" in text
    assert "is played again" in text
    assert digests(tmp_path) == digests(straight)


def test_a_run_gives_up_on_a_shard_that_kills_every_worker(tmp_path: Path, gah: Gah):
    deadly = tmp_path / "deadly.py"
    deadly.write_text("import os\ndef choose(game):\n    os.kill(os.getpid(), 9)\n", "utf-8")
    out = tmp_path / "out"
    words = options(out, "--workers", 2, "--shard-games", 1, games=2, policy=str(deadly))
    assert_refused(gah(*words), "a worker process died", "2 others", "signal 9", "finished shards")
    assert not list(out.rglob("*.tmp"))


# --- no room left -----------------------------------------------------------------------------


def assert_full_and_whole(process: subprocess.Popen[str], out: Path, reason: str) -> None:
    """The run ended in one line about room; every shard that is there is whole."""
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert err.startswith("gah: ")
    assert err.count("\n") == 1
    assert reason in err
    assert "finished shards are kept" in err
    assert not list(out.rglob(".*.tmp"))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("needs the right to mount a file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_full_disk_stops_a_run_that_continues_when_there_is_room(
    straight: Path, small_disk: Path, gah: Gah
):
    out = small_disk / "data"
    with started(out) as process:
        assert_full_and_whole(process, out, "No space left on device")
    done = len(list((out / "runs").rglob("shard-*.json")))
    assert 0 < done < 25
    subprocess.run(["mount", "-o", "remount,size=64m", str(small_disk)], check=True)
    status, text, _ = gah(*[word for word in options(out, *RUN, **SIZE) if word != "--quiet"])
    assert status == 0
    assert f"{20 * done} of 500 games are recorded already" in text
    assert digests(out) == digests(straight)


def test_a_file_that_may_not_grow_is_not_left_torn(tmp_path: Path, straight: Path):
    """A quota or a limit of the file size fails in the middle of a file (needs no rights)."""
    most = max(path.stat().st_size for path in files(straight)) - 1
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    words = options(tmp_path, "--shard-games", 20, **SIZE)
    process = subprocess.Popen(
        command(*words), env=environment(), cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, old[1])),
    )  # fmt: skip
    assert_full_and_whole(process, tmp_path, "File too large")
    assert cli.run([str(word) for word in words]) == 0
    assert digests(tmp_path) == digests(straight)
