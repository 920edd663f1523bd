"""Recorded tables that are not what is declared: each difference is named before rows are used."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from analysis import games, open_tree
from model import UserError, load_ruleset
from simulate.batch import Run, run
from simulate.batch.shard import ShardRecorder
from simulate.data import checksummed
from simulate.data.audit import check_folder
from simulate.data.columns import CARDS_PER_GAME, columns, schema
from simulate.data.folder import Folder
from simulate.data.manifest import TABLES
from simulate.playing.rows import CARDS_PER_GAME as ROOM

RULES = ["original-2015", "revised-2021", "revised-2021+lets-waltz", "revised-2021+draft"]
Change = Callable[[pa.Table], pa.Table]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("players", [2, 4])
def test_what_is_recorded_is_what_is_declared(rules: str, players: int, tmp_path: Path):
    """The control: the declared types and ranges hold for real games."""
    if rules.endswith("draft"):
        ruleset = load_ruleset("revised-2021", hands="draft")
    else:
        ruleset = load_ruleset(rules)
    run(Run(ruleset, players, "random", 60, 1, tmp_path, shard_games=25))
    reports, problems = check_folder(Folder(tmp_path), lambda size: None)
    assert not problems
    assert [report.problems for report in reports] == [[]]


def test_the_tables_that_are_written_have_the_declared_columns():
    made = ShardRecorder(Run(load_ruleset(), 2, "random", 2, 1, Path("unused")).job()).tables(0, 2)
    for table in TABLES:
        assert made[table].schema.remove_metadata() == schema(table)
    assert CARDS_PER_GAME == ROOM


# --- tables that differ -------------------------------------------------------------------------


@pytest.fixture
def data(tmp_path: Path) -> Path:
    run(Run(load_ruleset(), 2, "random", 20, 1, tmp_path))
    return tmp_path


def put(data: Path, table: str, change: Change) -> None:
    """Change a shard's table, and make its record fit."""
    (shard,) = (data / table).rglob("*.parquet")
    before = pq.ParquetFile(shard).read()
    after = change(before)
    said = before.schema.metadata
    pq.write_table(after.replace_schema_metadata(said), shard)
    seal(data, table, shard, len(after))


def seal(data: Path, table: str, shard: Path, rows: int) -> None:
    (path,) = (data / "runs").rglob("shard-*.json")
    record: dict[str, Any] = json.loads(path.read_bytes())
    record.pop(checksummed.CHECKSUM)
    content = shard.read_bytes()
    record["tables"][table] = {
        "bytes": len(content), "rows": rows, "sha256": sha256(content).hexdigest(),
    }  # fmt: skip
    path.write_bytes(checksummed.dumps(record))


def column(name: str, values: Any) -> Change:
    """Other values in one column."""

    def change(table: pa.Table) -> pa.Table:
        return table.set_column(table.column_names.index(name), name, values(table[name]))

    return change


def first(value: Any) -> Callable[[pa.ChunkedArray], pa.Array]:
    """A column whose first value is another."""
    return lambda old: pa.array([value, *old.to_pylist()[1:]], old.type)


DIFFERENT: dict[str, tuple[str, Change, str]] = {
    "a further column": ("players", lambda t: t.append_column("x", pa.nulls(len(t), pa.int8())),
                         "has a column 'x'"),
    "a missing column": ("players", lambda t: t.drop_columns(["vp"]), "no column vp"),
    "another order": ("games", lambda t: t.select(t.column_names[::-1]), "in another order"),
    "VP as text": ("players", column("vp", lambda old: old.cast(pa.string())), "vp: is string"),
    "VP as NaN": ("players", column("vp", lambda old: pa.array([np.nan] * len(old))),
                  "vp: is double"),
    "VP as a struct": ("players", column("vp", lambda old: pa.array([{"a": 1}] * len(old))),
                       "vp: is struct"),
    "VP of 2^62": ("players", column("vp", lambda old: pa.array([2**62] * len(old))),
                   "vp: is int64"),
    "missing VP": ("players", column("vp", first(None)), "vp: is missing in 1 rows"),
    "VP without a source": ("players", column("vp", first(500)), "vp: is not the sum"),
    "a win that is NaN": ("players", column("win", first(float("nan"))), "win"),
    "two wins": ("players", column("win", lambda old: pa.array(np.ones(len(old)), old.type)),
                 "win"),
    "a seat of nobody": ("cards", column("seat", first(3)), "seat: holds 3"),
    "a negative seat": ("cards", column("seat", first(-1)), "seat: holds -1"),
    "round 100": ("cards", column("used_round", first(100)), "used_round: holds 100"),
    "another game": ("games", column("game", first(7)), "not contiguous"),
    "no cards": ("cards", lambda t: t.slice(0, 0), "20 games have 40 to"),
    "cards of few seats": (
        "cards", lambda t: pa.concat_tables([t.slice(0, 30)] * 2).sort_by("game"),
        "has no row of seat"),
    "a row too many": ("games", lambda t: pa.concat_tables([t, t.slice(19)]), "have 20 to 20"),
    "another player": ("players", column("policy", lambda old: pc.fill_null(
        pa.array(["greedy"] * len(old)), "").dictionary_encode().cast(old.type)),
        "policy: holds 'greedy'"),
    "an unknown word": ("cards", column("kind", lambda old: pa.array(
        ["chair"] * len(old)).dictionary_encode().cast(old.type)), "kind: holds 'chair'"),
    "a word that commands": ("games", column("emperor_a", lambda old: pa.array(
        ["\\x1b[2J"] * len(old)).dictionary_encode().cast(old.type)), "emperor_a: holds"),
}  # fmt: skip


@pytest.mark.parametrize("what", DIFFERENT)
def test_a_table_that_differs_is_named_and_not_used(data: Path, what: str):
    table, change, said = DIFFERENT[what]
    put(data, table, change)
    (report,), _ = check_folder(Folder(data), lambda size: None)
    (problem,) = report.problems
    assert problem.path.startswith(table)
    assert said in problem.what
    with pytest.raises(UserError, match="shard-00000"):
        open_tree(data)
    with pytest.raises(UserError, match="shard-00000"):
        games(data, in_full=True)


@pytest.mark.parametrize("what", ["VP as a struct", "a missing column", "a further column"])
def test_rows_of_other_columns_are_not_even_opened(data: Path, what: str):
    table, change, said = DIFFERENT[what]
    put(data, table, change)
    with pytest.raises(UserError, match=said):
        games(data)


def test_every_bounded_column_is_checked_against_its_range(data: Path):
    """Whatever the declared range is, one more than its end is refused."""
    (shard,) = (data / "cards").rglob("*.parquet")
    for name, one in columns("cards").items():
        highest = one.highest(2)
        if one.type != "word" and highest is not None and name != "seat":
            put(data, "cards", column(name, first(highest + 1)))
            (report,), _ = check_folder(Folder(data), lambda size: None)
            assert f"{name}: holds {highest + 1}" in report.problems[0].what
            put(data, "cards", column(name, first(highest)))
    assert shard.exists()


def test_a_file_that_declares_millions_of_rows_is_refused_by_its_footer(data: Path):
    """Rows of nothing take next to no room in a file, and gigabytes when they are read."""
    (shard,) = (data / "cards").rglob("*.parquet")
    said = pq.read_schema(shard).metadata
    rows = 8_000_000
    one = schema("cards").empty_table()
    with pq.ParquetWriter(shard, one.schema.with_metadata(said), compression="zstd") as file:
        part = pa.table(
            [pa.array(np.zeros(1_000_000), f.type) if not pa.types.is_dictionary(f.type)
             else pa.DictionaryArray.from_arrays(pa.array(np.zeros(1_000_000, np.int8)), ["staff"])
             for f in one.schema], one.schema,
        )  # fmt: skip
        for _ in range(rows // len(part)):
            file.write_table(part)
    seal(data, "cards", shard, rows)
    begun = time.process_time()
    tracemalloc.start()
    allocated = pa.total_allocated_bytes()
    (report,), _ = check_folder(Folder(data), lambda size: None)
    peak = tracemalloc.get_traced_memory()[1] + pa.total_allocated_bytes() - allocated
    tracemalloc.stop()
    assert "8,000,000 rows" in report.problems[0].what
    assert time.process_time() - begun < 3
    assert peak < 100 << 20
