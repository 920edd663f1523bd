"""Results are not lost: outputs are tried before the work, whole or as they were, else printed."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from model import UserError
from reports import cli
from reports.figure import csv_text, write_csv
from simulate import outputs


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
    "verify": ["verify", "--out"],
    "validate": ["validate", "--out"],
    "power": ["power", "original-2015", "revised-2021", "--out"],
    "cards": ["cards", "--out"],
    "ladder": ["ladder", "--out"],
    "luck": ["luck", "--out"],
    "curve": ["curve", "--out"],
    "modules": ["modules", "--out"],
    "compare": ["compare", "original-2015", "revised-2021", "--out"],
    "bench": ["bench", "--baseline"],
    "tune": ["tune", "--out"],
    "play": ["play", "--transcript"],
    "report": ["report", "--out"],
    "gaps": ["gaps", "--examples"],
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
    monkeypatch.setattr("simulate.compile_notice.is_compiled", reached)
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
