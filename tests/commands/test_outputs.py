"""Results are not lost: outputs are tried before the work, whole or as they were, else printed."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from matplotlib.figure import Figure as Canvas

from model import UserError
from reports import cli
from reports.figures.figure import Figure
from reports.site import pdf
from reports.site.blocks import Page, Prose, Section
from reports.site.build import write_report, write_site
from reports.site.contents import PageEntry
from reports.spreadsheet import csv_text, write_csv
from reports.tables.table import Table
from reports.text import POINTS, cell
from simulate.base import outputs


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the disk has no room."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", fail)
    monkeypatch.setattr("tempfile.NamedTemporaryFile", fail)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*"))


# --- before the work ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.txt", "new/below/a.txt", "kept.txt", "[/x]/a b.txt", "link"])
def test_what_can_be_written_is_left_as_it_was(tmp_path: Path, name: str):
    (tmp_path / "kept.txt").write_text("mine")
    (tmp_path / "link").symlink_to("kept.txt")
    before = names(tmp_path)
    outputs.check_file(tmp_path / name)
    outputs.check_folder(tmp_path / "new" / "folder")
    assert names(tmp_path) == before
    outputs.keep(tmp_path / name, "new")
    assert (tmp_path / name).read_text() == "new"
    assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize(
    "name",
    [".", "kept.txt/below", "loop/a.txt", "x" * 300, "a\0b", "/dev/null/x", "/proc/x", "fifo"],
)  # fmt: skip
def test_what_cannot_be_written_is_refused(tmp_path: Path, name: str):
    (tmp_path / "kept.txt").write_text("mine")
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(UserError, match="cannot write there"):
        outputs.check_file(tmp_path / name)
    assert (tmp_path / "kept.txt").read_text() == "mine"


def test_a_full_disk_is_noticed_before_the_work(tmp_path: Path, full: None):
    for check in (outputs.check_file, outputs.check_folder):
        with pytest.raises(UserError, match="No space left"):
            check(tmp_path / "a")
    assert not names(tmp_path)


WORK = {
    "verify": ["check", "verify", "--out"],
    "validate": ["check", "validate", "--out"],
    "power": ["study", "power", "original-2015", "revised-2021", "--out"],
    "cards": ["study", "cards", "--out"],
    "ladder": ["players", "ladder", "--out"],
    "luck": ["study", "luck", "--out"],
    "curve": ["players", "curve", "--out"],
    "modules": ["study", "modules", "--out"],
    "compare": ["study", "compare", "original-2015", "revised-2021", "--out"],
    "bench": ["check", "bench", "--baseline"],
    "play": ["play", "--transcript"],
    "report": ["report", "--out"],
    "gaps": ["rules", "gaps", "--examples"],
    "train": ["players", "train", "--out"],
    "price": ["study", "price", "--out"],
    "guests": ["study", "guests", "--out"],
    "timing": ["study", "timing", "--out"],
    "suggest": ["study", "suggest", "revised-2021", "--out"],
    "review": ["review", "--seed", "1", "--html"],
    "fingerprint": ["check", "fingerprint", "--out"],
    "referee": ["referee", "none.json", "--html"],
}


@pytest.mark.parametrize("command", WORK)
def test_no_command_begins_to_work_for_what_it_cannot_keep(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
):
    def reached(*_: object) -> Any:
        raise AssertionError("it begins to play")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("simulate.compiling.ahead.is_compiled", reached)
    (tmp_path / "file").write_text("mine")
    for out in ("file/below", "ftp://127.0.0.1/" + "n" * 300, "/dev/null/x"):
        assert cli.run([*WORK[command], out]) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert "cannot write there" in said.err


# --- at the end ---------------------------------------------------------------------------------


def test_what_cannot_be_kept_is_printed(
    tmp_path: Path, full: None, capsys: pytest.CaptureFixture[str]
):
    file = tmp_path / "a.txt"
    file.write_text("before")
    with pytest.raises(UserError, match=r"a\.txt: cannot write .*printed instead"):
        outputs.keep(file, "the result\n")
    assert capsys.readouterr().out == "the result\n"
    assert names(tmp_path) == ["a.txt"]
    assert file.read_text() == "before"


def test_a_table_that_cannot_be_written_is_named(tmp_path: Path, full: None):
    with pytest.raises(UserError, match=r"a\.csv: cannot write \(No space left"):
        write_csv(pd.DataFrame({"a": [1]}), tmp_path / "a.csv")
    assert not names(tmp_path)


def test_cells_that_a_spreadsheet_would_run_are_quoted():
    formulas = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "harmless", ""]
    table = pd.DataFrame({"=name": formulas, "n": range(-3, 4), "x": [-0.5] * 7})
    table["kind"] = table["=name"].astype("category")
    lines = csv_text(table).splitlines()
    assert lines[0].startswith("'=name,n,x,")
    assert lines[1].startswith("'=cmd|")
    for line in lines[1:6]:
        assert line.lstrip('"').startswith("'")
    assert lines[6] == "harmless,2,-0.5,harmless"


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """As a quota does, or a disk that is full in the midst of a file."""
    old = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, old[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, old)


def drawn(title: str) -> Figure:
    canvas = Canvas((2, 1))
    canvas.subplots().plot([1, 2])
    table = pd.DataFrame({"a": [title]})
    return Figure("one", "t", title, "caption", "alt", table, canvas)


def site(text: str) -> list[Page]:
    row = pd.Series({"estimate": 0.01, "low": -0.01, "high": 0.03})
    table = Table("Worth", ["Card", "Worth"], [("Butler", cell(row, POINTS))])
    parts = [Section("a", "A", [Prose(text), drawn(text), table])]
    return [Page("index", text, "Short", lead=text, sections=parts)]


def contents(folder: Path) -> dict[Path, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder): path.read_bytes() for path in files}


def test_pages_and_figures_of_a_report_are_whole_or_as_they_were(tmp_path: Path):
    one, two, out = tmp_path / "one", tmp_path / "two", tmp_path / "out"
    write_site(site("first"), one)
    write_site(site("second"), two)
    first, second = contents(one), contents(two)
    assert {path.suffix for path in first} >= {".html", ".svg", ".png", ".csv", ".css", ".js"}
    for size in sorted({len(data) // 2 for data in second.values()}):
        shutil.rmtree(out, ignore_errors=True)
        write_site(site("first"), out)
        with no_file_longer_than(size), pytest.raises(UserError, match="cannot write"):
            write_site(site("second"), out)
        for path, data in contents(out).items():  # so none is left beside them either
            assert data in (first[path], second[path]), path


class Fixed(PageEntry):
    """A page of the navigation that needs no results."""

    def build(self, results: Any) -> Page:
        return site(self.key)[0]


class Ended(PageEntry):
    """One whose process is killed."""

    def build(self, results: Any) -> Page:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


def test_two_processes_write_the_same_report_and_say_what_one_would(tmp_path: Path):
    one, two = tmp_path / "one", tmp_path / "two"
    none: Any = None
    write_report(none, one, [Fixed("first", "")])
    write_report(none, two, [Fixed("first", "")], workers=2)
    assert contents(one) == contents(two)
    assert {path.suffix for path in contents(two)} >= {".html", ".svg", ".png", ".csv"}
    with no_file_longer_than(1000), pytest.raises(UserError, match="cannot write"):
        write_report(none, tmp_path / "three", [Fixed("first", "")], workers=2)
    with pytest.raises(UserError, match="a worker process died"):
        write_report(none, tmp_path / "four", [Ended("first", "")], workers=2)


def test_a_pdf_that_cannot_be_printed_leaves_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    browser = tmp_path / "browser"
    browser.write_text(
        """#!/bin/sh
for word; do case $word in --print-to-pdf=*) printf half > "${word#*=}";; esac; done
exit 1
"""
    )
    browser.chmod(0o755)
    (tmp_path / pdf.PDF).write_text("before")
    monkeypatch.setattr(pdf, "join_pages", lambda folder: "<html></html>")
    with pytest.raises(UserError, match="cannot print"):
        pdf.print_pdf(tmp_path, str(browser))
    assert (tmp_path / pdf.PDF).read_text() == "before"
    assert names(tmp_path) == ["browser", pdf.WHOLE, pdf.PDF]
    browser.write_text(browser.read_text().replace("exit 1", "exit 0"))
    assert pdf.print_pdf(tmp_path, str(browser)).read_text() == "half"
