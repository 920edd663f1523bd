"""`gah study guests` as a user types it, with few deals of random players."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from tests.commands.recording import Gah, assert_refused


def typed(root: Path, *more: object) -> list[object]:
    words = ["study", "guests", "--policy", "random", "--deals", 120, "--workers", 1, *more]
    return [*words, "--data", root / "data", "--out", root / "out"]


def test_guests_are_taken_at_every_price_and_the_same_command_plays_nothing_again(
    tmp_path: Path, gah: Gah
):
    status, text, err = gah(*typed(tmp_path))
    assert (status, err) == (0, "")
    for price in ("For nothing", "At 1 krone", "At 2 krones", "At 3 krones"):
        assert price in text
    assert "Average guest, VP" in text
    values = pd.read_csv(tmp_path / "out" / "values.csv", dtype={"item": str})
    assert set(values["price"]) == {0, 1, 2, 3}
    assert set(values["outcome"]) == {"lead", "win"}
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "data").rglob("*.parquet")}
    (rows,) = (len(pd.read_parquet(path)) for path in files)
    lead = values[values["outcome"] == "lead"]
    assert lead["deals"].sum() == rows
    assert gah(*typed(tmp_path))[0] == 0
    assert files == {path: path.stat().st_mtime_ns for path in files}
    # What is complete is noted for the report.
    assert list((tmp_path / "data").glob("guests-*.json"))


def test_a_player_that_searches_and_a_round_that_is_not_played_are_refused(
    tmp_path: Path, gah: Gah
):
    assert_refused(gah(*typed(tmp_path, "--policy", "search")), "it takes too long")
    assert_refused(gah(*typed(tmp_path, "--round", 8)), "from 1 to 7")


def test_more_deals_than_can_ever_be_played_are_refused_at_once(tmp_path: Path, gah: Gah):
    for command in ("guests", "timing"):
        assert_refused(
            gah("study", command, "--deals", 10**18, "--data", tmp_path), "at most 100,000,000"
        )


def test_what_was_played_by_force_is_listed_checked_and_removed(tmp_path: Path, gah: Gah):
    assert gah(*typed(tmp_path))[0] == 0
    status, text, err = gah("data", "list", tmp_path / "data")
    assert (status, err) == (0, "")
    (row,) = (line for line in text.splitlines() if "taken" in line)
    for cell in ("revised-2021", "random", "120"):
        assert cell in row
    assert gah("data", "remove", tmp_path / "data", "--policy", "greedy", "--yes")[0] == 2
    status, text, _ = gah("data", "remove", tmp_path / "data", "--policy", "random", "--yes")
    assert (status, "120 deals played by force" in text) == (0, True)
    assert not list((tmp_path / "data").rglob("*.parquet"))
    assert gah(*typed(tmp_path))[0] == 0  # played again


def test_a_damaged_part_is_listed_as_unknown(tmp_path: Path, gah: Gah):
    assert gah(*typed(tmp_path))[0] == 0
    (file,) = (tmp_path / "data").rglob("*.parquet")
    file.write_bytes(b"PAR1 and then nothing")
    status, text, err = gah("data", "list", tmp_path / "data")
    assert (status, err) == (0, "")
    assert any("taken" in line and "?" in line for line in text.splitlines())
