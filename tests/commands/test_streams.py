"""Standard streams that are closed, full or not read, and a request to end: one line at most."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from reports import cli
from tests.commands import battery
from tests.commands.recording import ROOT, environment

GAH = f"{shlex.quote(sys.executable)} -m reports.cli"
CLOSED = {"stdin": "<&-", "stdout": ">&-", "stderr": "2>&-", "all": "<&- >&- 2>&-"}
LONG = ("rules list", "rules clauses", "rules clauses --json", "rules gaps", "players list")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", line], env=environment(), cwd=ROOT, capture_output=True, text=True,
        timeout=300,
    )  # fmt: skip


def assert_no_traceback(done: subprocess.CompletedProcess[str]) -> None:
    assert "Traceback" not in done.stdout + done.stderr
    assert "Exception ignored" not in done.stdout + done.stderr


@pytest.mark.parametrize("command", LONG)
@pytest.mark.parametrize("reader", ["head -1", "true"])
def test_a_reader_that_goes_away_is_no_error(command: str, reader: str):
    done = shell(f"{GAH} {command} | {reader} > /dev/null; echo ${{PIPESTATUS[0]}}")
    assert (done.stdout, done.stderr) == ("0\n", "")


@pytest.mark.parametrize("stream", CLOSED)
@pytest.mark.parametrize(
    "command", ["rules list", "players list", "nonsense", "simulate --games x"]
)
def test_a_closed_stream_changes_nothing_but_what_is_printed(command: str, stream: str):
    usual, closed = shell(f"{GAH} {command}"), shell(f"{GAH} {command} {CLOSED[stream]}")
    assert closed.returncode == usual.returncode
    assert closed.stdout in ("", usual.stdout)
    assert closed.stderr in ("", usual.stderr)


@pytest.mark.long
@pytest.mark.parametrize("name", battery.names())
def test_every_command_bears_closed_streams(name: str):
    """Without arguments, which for those that would play for long are refused ones."""
    done = shell(f"timeout 20 {GAH} {name} --nonsense {CLOSED['all']}; echo $?")
    assert done.stdout == "2\n"
    assert_no_traceback(done)


def test_a_person_without_a_terminal_leaves_the_table(tmp_path: Path):
    done = shell(f"{GAH} play --players 2 --me 1 --seed 1 --policy random <&-")
    assert done.returncode == 0
    assert_no_traceback(done)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("command", ["rules list", "players list", "--help"])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_that_cannot_be_written_is_an_error_of_one_line(command: str, unbuffered: str):
    done = shell(f"PYTHONUNBUFFERED={unbuffered} {GAH} {command} > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "gah: No space left on device\n" or (
        done.stderr == "gah: cannot write the output (No space left on device)\n"
    )


@pytest.fixture
def asked() -> Iterator[None]:
    """Undo what a request to end leaves in this process."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    cli.Ended.asked = False
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("made_of_it", [KeyboardInterrupt, RuntimeError, ValueError, OSError])
def test_a_request_to_end_is_answered_as_such_whatever_a_library_makes_of_it(
    made_of_it: type[BaseException], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
):  # fmt: skip
    def asked_to_end(*_: object) -> None:
        try:
            cli._ended()
        except cli.Ended:
            raise made_of_it("interrupted") from None

    monkeypatch.setattr(cli.Root, "invoke", asked_to_end)
    assert cli.run(["players", "list"]) == 143
    out, err = capsys.readouterr()
    assert (out, err.strip()) == ("", "gah: interrupted")


@pytest.mark.long
@pytest.mark.guard
def test_a_report_that_is_asked_to_end_ends_with_143_and_a_line(tmp_path: Path):
    """While worker processes play, read and draw: all processes are asked, as by a shutdown."""
    words = shlex.split(f"{GAH} report --workers 2 --games-greedy 200 --games-random 200")
    more = ["--data", str(tmp_path / "data"), "--out", str(tmp_path / "out")]
    for seconds in (4, 12, 30):
        process = subprocess.Popen(
            [*words, *more], env=environment(), cwd=ROOT, text=True, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        time.sleep(seconds)
        os.killpg(process.pid, signal.SIGTERM)
        _, err = process.communicate(timeout=120)
        if process.returncode == 0:  # it was done before it was asked
            break
        assert process.returncode == 143
        assert "Traceback" not in err
        assert err.endswith(
            "gah: interrupted; recorded games are saved, the same command continues\n"
        )
