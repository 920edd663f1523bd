"""A process that draws pages or reads games and is killed: the report is the same."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from model import UserError
from reports import answers as answers_of_report
from reports.answers import MoreStudies
from reports.site import build
from reports.site.contents import PAGES
from simulate.base.bars import plain_console
from simulate.batch.pool import FORK_IS_SAFE

pytestmark = pytest.mark.skipif(not FORK_IS_SAFE, reason="processes are not forked here")

HERE = os.getpid()


def end_once(mark: Path) -> None:
    """Kill this process, unless it is that of the tests or one was killed before."""
    if os.getpid() != HERE and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)


def files(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*.*")}


@pytest.fixture
def drawn_by_killed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> Path:
    """The first process that has drawn a page is killed before it says so."""
    save, mark = build._save_all, tmp_path / "killed"

    def save_and_die(*given: Any) -> None:
        save(*given)
        end_once(mark)

    monkeypatch.setattr(build, "_save_all", save_and_die)
    return mark


def test_pages_of_a_killed_process_are_drawn_again(
    computed, few, drawn_by_killed: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
):
    entries = [entry for entry in PAGES if entry.key == "guests"]
    build.write_report(computed, tmp_path / "here", entries)
    assert not drawn_by_killed.exists()
    build.write_report(computed, tmp_path / "forked", entries, workers=2)
    assert drawn_by_killed.exists()
    assert capfd.readouterr().err.count("a worker process died (signal 9)") == 1
    assert files(tmp_path / "forked") == files(tmp_path / "here")


def test_a_page_that_kills_every_process_ends_in_one_line(
    computed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(build, "_draw", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    with pytest.raises(UserError, match=r"died, as did 2 others .*signal 9"):
        build.write_report(computed, tmp_path, PAGES[:1], workers=2)


def test_answers_of_a_killed_process_are_computed_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    mark, steps = tmp_path / "killed", []

    def recorded(*_: object) -> str:
        end_once(mark)
        return f"read by {'this' if os.getpid() == HERE else 'another'} process"

    study: Any = SimpleNamespace(subject="a study", recorded=recorded, data=tmp_path)
    more = MoreStudies(played={"study": study})
    for expected in ("this", "another"):
        steps.clear()
        with more.in_background(2, plain_console(), steps.append) as answers:
            assert answers()["study"] == f"read by {expected} process"
        assert steps == ["a study"]
    assert mark.exists()
    assert answers_of_report.FORK_IS_SAFE
