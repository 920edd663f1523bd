"""A worker of a study, a verification or a training is killed: what comes out is the same."""

from __future__ import annotations

import contextlib
import hashlib
import itertools
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from model import UserError
from simulate.batch.pool import FORK_IS_SAFE, Apply, WorkerPool, in_order
from tests.commands.recording import ROOT, command, environment
from tests.faults.test_processes import PATIENCE, linux, workers_of

pytestmark = [linux]

TRAINING = """
batch = 64
test_deals = 2
[[stage]]
tables = [["revised-2021", 2]]
iterations = 1
games = 100
width = 2
"""


def guests(out: Path) -> list[object]:
    words = ["study", "guests", "--policy", "random", "--deals", 1600]
    return [*words, "--data", out / "data", "--out", out / "tables"]


def timing(out: Path) -> list[object]:
    words = ["study", "timing", "--policy", "random", "--deals", 1600]
    return [*words, "--data", out / "data", "--out", out / "tables"]


def verify(out: Path) -> list[object]:
    words = ["check", "verify", "--rules", "revised-2021", "--games", 400, "--greedy-games", 40]
    return [*words, "--out", out / "verify.txt"]


def train(out: Path) -> list[object]:
    settings = out / "settings.toml"
    settings.write_text(TRAINING, "utf-8")
    return [
        "players",
        "train",
        "--settings",
        settings,
        "--shipped",
        "--games",
        60,
        "--out",
        out / "weights",
    ]


def results(out: Path) -> dict[str, object]:
    """What a command leaves, but times and dates: bytes of files, counts of a verification."""
    kinds = (".parquet", ".csv", ".weights")
    found: dict[str, object] = {
        str(path.relative_to(out)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(out.rglob("*"))
        if path.suffix in kinds
    }
    for path in out.glob("verify.json"):
        record = json.loads(path.read_text("utf-8"))
        found |= {name: record[name] for name in ("counts", "gaps")}
    return found


def run(words: list[object], kills: int) -> tuple[int, str]:
    """Run a command, and kill so many of its workers as soon as each is there."""
    process = subprocess.Popen(
        command(*words, "--workers", 2), env=environment(), cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
    )  # fmt: skip
    try:
        killed: set[int] = set()
        deadline = time.monotonic() + PATIENCE
        while len(killed) < kills and process.poll() is None and time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                for pid in set(workers_of(process)[:1]) - killed:
                    time.sleep(0.5)
                    os.kill(pid, signal.SIGKILL)
                    killed.add(pid)
            time.sleep(0.01)
        assert len(killed) == kills
        said = process.communicate(timeout=PATIENCE)[0]
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, said


@pytest.mark.long
@pytest.mark.guard
@pytest.mark.parametrize("words", [guests, timing, verify, train])
def test_the_work_of_a_killed_worker_is_done_again(
    words: Callable[[Path], list[object]], tmp_path: Path
):
    found = []
    for kills in (0, 1):
        out = tmp_path / str(kills)
        out.mkdir()
        status, said = run(words(out), kills)
        assert status == 0, said
        assert said.count("a worker process died (signal 9)") == kills
        found.append(results(out))
    assert found[0] == found[1] != {}


# --- the pool itself ------------------------------------------------------------------------------


HERE = os.getpid()


def silent(_: int, __: str) -> None:
    """A loss that a test is not about."""


forks = pytest.mark.skipif(not FORK_IS_SAFE, reason="processes are not forked here")


@forks
def test_forked_workers_have_what_this_process_has():
    held = [1, 2]  # in no message
    with WorkerPool(2, Apply(lambda n: (sum(held) + n, os.getpid() == HERE)), forked=True) as pool:
        found = list(in_order(pool.messages((0, 10, 20), silent)))
    assert found == [(3, False), (13, False), (23, False)]


@forks
def test_an_error_of_a_forked_worker_is_raised_here():
    def refuse(_: int) -> None:
        raise UserError("not with this")

    with (
        WorkerPool(1, Apply(refuse), forked=True) as pool,
        pytest.raises(UserError, match="not with this"),
    ):
        list(pool.messages([0], silent))


@forks
def test_a_forked_worker_that_is_asked_to_end_ends_without_a_word(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    mark = tmp_path / "asked"

    def end_once(_: int) -> str:
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGTERM)
        return "done"

    before = signal.signal(signal.SIGTERM, lambda *_: 1 / 0)  # as `gah` has a handler of its own
    try:
        with WorkerPool(1, Apply(end_once), forked=True) as pool:
            lost: list[str] = []
            found = list(pool.messages([0], lambda _, reason: lost.append(reason)))
    finally:
        signal.signal(signal.SIGTERM, before)
    assert (found, lost) == ([(0, "done")], ["signal 15"])
    assert capfd.readouterr() == ("", "")


@forks
def test_tasks_are_asked_for_only_when_somebody_is_free():
    asked: list[int] = []
    tasks = (asked.append(n) or n for n in itertools.count())
    with WorkerPool(2, Apply(lambda n: n), forked=True) as pool:
        found = list(itertools.islice(pool.messages(tasks, silent), 5))
    assert len(found) == 5
    assert len(asked) <= 5 + 2


def test_messages_come_in_the_order_of_their_tasks():
    assert list(in_order([(1, "b"), (2, "c"), (0, "a"), (3, "d")])) == ["a", "b", "c", "d"]
