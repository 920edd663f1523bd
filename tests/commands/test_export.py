"""`gah data export`: the same rows, with names, in every format."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import duckdb
import polars as pl
import pytest

from analysis import games
from analysis.rows.export import _write
from model import UserError
from tests.commands.recording import Gah, assert_refused


@pytest.mark.parametrize("table", ["seats", "games", "cards"])
def test_every_format_holds_the_rows(whole: Path, tmp_path: Path, gah: Gah, table: str):
    for end in ("csv", "parquet", "arrow", "duckdb"):
        assert gah("data", "export", whole, tmp_path / f"x.{end}", "--table", table)[0] == 0
    expected = games(whole, table).polars()
    by = [name for name in ("game", "seat", "kind", "card", "came", "used_round")
          if name in expected.columns]  # fmt: skip
    for found in (
        pl.read_parquet(tmp_path / "x.parquet"), pl.read_ipc(tmp_path / "x.arrow"),
    ):  # fmt: skip
        assert found.sort(by, maintain_order=True).equals(expected.sort(by, maintain_order=True))
    with duckdb.connect(str(tmp_path / "x.duckdb")) as database:
        (rows,) = database.execute(f"SELECT count(*) FROM {table}").fetchone() or (0,)
    text = pl.read_csv(tmp_path / "x.csv", infer_schema_length=None)
    assert len(expected) == len(text) == rows > 0
    assert text.columns == expected.columns
    if table == "seats":
        assert json.loads(text["round_scores"][0]) == expected["round_scores"][0].to_list()
        assert text["vp"].sum() == expected["vp"].sum()
    assert [one.name for one in tmp_path.iterdir() if one.name.startswith(".gah")] == []


def test_a_file_that_is_there_and_another_format_are_refused(whole: Path, tmp_path: Path, gah: Gah):
    there = tmp_path / "x.csv"
    there.write_text("mine")
    assert_refused(gah("data", "export", whole, there), "--force")
    assert there.read_text() == "mine"
    assert_refused(gah("data", "export", whole, tmp_path / "x.xlsx"), ".parquet")
    assert_refused(gah("data", "export", whole, tmp_path / "y.csv", "--players", 4), "no such run")


def test_no_name_in_a_csv_is_a_formula(tmp_path: Path):
    """Names of rulesets and players come from a manifest, which may be a stranger's."""
    names = ["greedy", "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "a=1", None]
    rows = pl.LazyFrame({"policies": names, "policy": names, "vp": range(-1, 7)})
    rows = rows.with_columns(pl.col("policy").cast(pl.Enum(names[:-1])))
    _write(rows, tmp_path / "x.csv", "seats")
    found = pl.read_csv(tmp_path / "x.csv")
    expected = ["greedy", "'=1+1", "'+1", "'-1", "'@SUM(A1)", "'\t=1", "a=1", None]
    assert found["policies"].to_list() == found["policy"].to_list() == expected
    assert found["vp"].to_list() == [*range(-1, 7)]


@pytest.mark.parametrize("place", [-1, 2000])
def test_a_damaged_shard_is_not_exported(whole: Path, tmp_path: Path, gah: Gah, place: int):
    """One byte differs: in the footer, or among the values, where no length shows it."""
    data = tmp_path / "data"
    shutil.copytree(whole, data)
    shard = sorted((data / "players").rglob("*.parquet"))[1]
    content = bytearray(shard.read_bytes())
    content[place] ^= 1
    shard.write_bytes(content)
    assert_refused(gah("data", "export", data, tmp_path / "x.csv"), shard.name)
    assert not (tmp_path / "x.csv").exists()
    shard.write_bytes(content[:-1])
    with pytest.raises(UserError, match=shard.name):
        games(data)
