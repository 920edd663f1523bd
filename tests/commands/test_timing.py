"""`gah study timing` as a user types it, with few deals of random players."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from analysis.studies.kept import kept
from analysis.studies.timing import TimingStudy
from tests.commands.recording import Gah, assert_refused


def typed(root: Path, *more: object) -> list[object]:
    words = ["study", "timing", "--policy", "random", "--deals", 60, "--workers", 1, *more]
    return [*words, "--data", root / "data", "--out", root / "out"]


def test_plays_are_taken_back_and_the_same_command_plays_nothing_again(tmp_path: Path, gah: Gah):
    status, text, err = gah(*typed(tmp_path, "--keep", tmp_path / "kept"))
    assert (status, err) == (0, "")
    assert "Rather than never" in text
    assert "waiting a round changes it by" in " ".join(text.split())
    tables = {
        name: pd.read_csv(tmp_path / "out" / f"{name}.csv", dtype={"item": str})
        for name in ("values", "cards", "rounds")
    }
    rounds = tables["rounds"]
    assert set(rounds["round"]) == set(range(8))
    assert set(rounds["outcome"]) == {"lead", "vp", "win"}
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "data").rglob("*.parquet")}
    (plays,) = (len(pd.read_parquet(path)) for path in files)
    for frame in (tables["values"], tables["cards"], rounds[rounds["round"] > 0]):
        assert frame.loc[frame["outcome"] == "lead", "n"].sum() == plays
    assert gah(*typed(tmp_path))[0] == 0
    assert files == {path: path.stat().st_mtime_ns for path in files}
    # What is complete is noted for the report, and kept where it was asked to be.
    assert list((tmp_path / "data").glob("timing-*.json"))
    again = kept(tmp_path / "kept", TimingStudy, "revised-2021")
    assert again.settings.deals == 60
    assert len(again.cards) == len(tables["cards"])


def test_who_cannot_be_held_back_is_refused(tmp_path: Path, gah: Gah):
    assert_refused(gah(*typed(tmp_path, "--policy", "search")), "it takes too long")
    assert_refused(gah(*typed(tmp_path, "--deals", 1)), "--deals")
