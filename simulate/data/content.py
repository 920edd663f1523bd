"""Compare a Parquet file with the table it should hold: first its footer, then its rows.

The file may come from a stranger. Nothing is read before the footer agrees with the record. Rows
are then read in batches, so that time and memory grow only with the expected number of rows.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from model import reading
from simulate.data.columns import Column, columns, rows_of, schema
from simulate.data.manifest import IDENTITY, Manifest, shard_name
from simulate.data.records import Record
from simulate.data.store import Store

BATCH = 1 << 15  # rows checked at a time
WIDTH = 64
"""Upper limit of the average bytes of one entry of a column before compression."""

ROOM = 1 << 20  # further bytes, for dictionaries and page headers
WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.: -]{0,99}")
WIN_ERROR = 1e-6  # for shares of a win in single precision


class WrongError(ValueError):
    """A defect of a file, in a few words."""


def problem(store: Store, manifest: Manifest, record: Record, table: str, *, rows: bool) -> str:
    """The defect of a shard's file whose bytes are as recorded; empty if there is none.

    rows: read all of it; else only its footer.
    """
    name = shard_name(table, manifest.partition, record.shard)
    try:
        with _opened(store, name) as file:
            _check_footer(file, manifest, record, table)
            if rows:
                _check_rows(file, manifest, record, table)
    except WrongError as error:
        return str(error)
    except (OSError, pa.ArrowException, KeyError, ValueError, MemoryError):
        return "is no file of this table"
    return ""


def _opened(store: Store, name: str) -> pq.ParquetFile:
    return pq.ParquetFile(store.source(name), page_checksum_verification=True)


def _check_footer(file: pq.ParquetFile, manifest: Manifest, record: Record, table: str) -> None:
    meta, wanted = file.metadata, schema(table)
    rows = record.tables[table].rows
    if meta.num_rows != rows:
        raise WrongError(f"has {meta.num_rows:,} rows instead of {rows:,}")
    possible = rows_of(table, record.games, manifest.players)
    if rows not in possible:
        raise WrongError(
            f"has {rows:,} rows; {record.games:,} games have {possible[0]:,} to {possible[-1]:,}"
        )
    there = file.schema_arrow
    for column in there.names:
        if column not in wanted.names:
            raise WrongError(f"has a column {_shown(column)}, which this table has not")
    for one in wanted:
        if one.name not in there.names:
            raise WrongError(f"has no column {one.name}")
        if there.field(one.name).type != one.type:
            raise WrongError(f"{one.name}: is {there.field(one.name).type}, not {one.type}")
    if there.names != wanted.names:
        raise WrongError("has its columns in another order")
    unpacked = sum(meta.row_group(i).total_byte_size for i in range(meta.num_row_groups))
    if unpacked > meta.num_rows * len(wanted.names) * WIDTH + ROOM:
        raise WrongError(f"claims to unpack to {unpacked:,} bytes")
    said = reading.parse_json(reading.decoded((there.metadata or {})[b"gah"]))
    if said != said_by_shard(manifest, record, table):
        raise WrongError("claims to belong to another run or shard")


def said_by_shard(manifest: Manifest, record: Record, table: str) -> dict[str, Any]:
    """The metadata that the file of a shard must have."""
    raw = manifest.model_dump(by_alias=True, exclude_defaults=True)
    identity = {key: raw[key] for key in IDENTITY if key in raw}
    return {**identity, "first": record.first, "games": record.games, "table": table}


def _check_rows(file: pq.ParquetFile, manifest: Manifest, record: Record, table: str) -> None:
    order = _Order(table, record, manifest.players)
    for batch in file.iter_batches(BATCH):
        for name, column in columns(table).items():
            _check_column(name, column, batch[name], manifest)
        order.add(batch)
        if table == "players":
            _check_scores(batch)
    order.end()


def _check_column(name: str, column: Column, values: pa.Array, manifest: Manifest) -> None:
    if values.null_count and not column.null:
        raise WrongError(f"{name}: is missing in {values.null_count:,} rows")
    if column.type in ("words", "counts"):
        values = values.values  # the values of all lists
        if values.null_count:
            raise WrongError(f"{name}: is missing in lists")
    if column.type in ("word", "words"):
        _check_words(name, column, values.dictionary.to_pylist(), manifest)
    elif len(values):
        low, high = column.low, column.highest(manifest.players)
        found = pc.min_max(values).as_py()
        finite = column.type != "float" or pc.all(pc.is_finite(values)).as_py()
        if not finite or (low is not None and found["min"] < low):
            raise WrongError(f"{name}: holds {found['min']}, out of its range")
        if high is not None and found["max"] > high:
            raise WrongError(f"{name}: holds {found['max']}, out of its range")


def _check_words(name: str, column: Column, words: list[Any], manifest: Manifest) -> None:
    """Raise WrongError for a word that the column does not allow."""
    known = column.of
    if name == "policy":
        known = manifest.policies
    elif name == "ruleset":
        known = [manifest.ruleset_hash[:12]]
    for word in words:
        right = word in known if known is not None else WORD.fullmatch(str(word))
        if not right:
            raise WrongError(f"{name}: holds {_shown(word)}")


def _check_scores(batch: pa.RecordBatch) -> None:
    """Raise WrongError unless sources of VP add up to VP, and winners are ranked first."""
    sources = [name for name in columns("players") if name.startswith("vp_")]
    total = sum(batch[name].to_numpy().astype(int) for name in sources)
    if (total != batch["vp"].to_numpy()).any():
        raise WrongError("vp: is not the sum of its sources")
    if ((batch["rank"].to_numpy() == 1) != (batch["win"].to_numpy() > 0)).any():
        raise WrongError("win: is not that of the seats ranked first")


class _Order:
    """Checks, batch by batch, that the games and seats are those of the shard, in order."""

    def __init__(self, table: str, record: Record, players: int) -> None:
        self.table, self.players, self.record = table, players, record
        self.done = 0  # rows so far, of tables with a row for each game or seat
        self.last = record.first - 1
        self.seats: np.ndarray = np.zeros((record.games, players), dtype=bool)
        self.wins: np.ndarray = np.zeros(record.games)

    def add(self, batch: pa.RecordBatch) -> None:
        first = self.record.first
        game = batch["game"].to_numpy().astype(np.int64)
        at = np.arange(self.done, self.done + len(game))
        self.done += len(game)
        if self.table == "games":
            self._need((game == first + at).all())
            return
        seat = batch["seat"].to_numpy().astype(np.int64)
        inside = (game >= first) & (game < first + self.record.games)
        self._need(inside.all() and (game >= np.append(self.last, game[:-1])).all())
        self.last = int(game[-1]) if len(game) else self.last
        self.seats[game - first, seat] = True
        if self.table == "players":
            self._need((game == first + at // self.players).all())
            self._need((seat == at % self.players).all())
            np.add.at(self.wins, game - first, batch["win"].to_numpy().astype(float))

    def end(self) -> None:
        """Raise WrongError if something is missing at the end."""
        if self.table != "games" and not self.seats.all():
            game, seat = np.argwhere(~self.seats)[0]
            raise WrongError(f"has no row of seat {seat} in game {self.record.first + game}")
        if self.table == "players" and (abs(self.wins - 1) > WIN_ERROR).any():
            raise WrongError("win: does not add up to 1 in each game")

    @staticmethod
    def _need(right: Any) -> None:
        if not right:
            raise WrongError("has game numbers or seats that are not contiguous")


def _shown(text: object) -> str:
    """Untrusted text, shortened and printable."""
    return repr(str(text)[:40])
