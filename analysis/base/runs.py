"""The runs of a tree of recorded games: what their manifests tell, and whether all is there."""

from __future__ import annotations

import shlex
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pyarrow as pa
import pyarrow.parquet as pq

from simulate.data.checksummed import DamagedError
from simulate.data.folder import Folder
from simulate.data.manifest import TABLES, Manifest, manifests, read_manifest, shard_name
from simulate.data.mirror import mirror_manifests
from simulate.data.places import store_at
from simulate.data.records import (
    Listing,
    faults,
    read_record,
    record_name,
    recorded,
    shard_files,
)
from simulate.data.store import Place, Store

_REQUIRED = {
    "games": ("game", "deal", "rounds", "turns", "rerolls"),
    "players": ("game", "deal", "seat", "vp", "win", "round_scores"),
    "cards": ("game", "seat", "kind", "card", "came", "used_round", "vp"),
}
_TEXTS = {"ruleset", "policy", "board", "rehearsal_room", "entrance", "kind", "came"} | {
    f"{name}_{place}"
    for name, places in (("emperor", "abc"), ("politics", "abc"), ("ballroom", "123"))
    for place in places
}
"""Columns of texts; all that are not named here hold whole numbers."""


def _is_text(kind: pa.DataType) -> bool:
    return bool(pa.types.is_string(kind)) or (
        bool(pa.types.is_dictionary(kind)) and _is_text(kind.value_type)
    )


def _is_as_recorded(column: pa.Field) -> bool:
    """Does a column hold what is recorded under its name, in whatever width?"""
    kind = column.type
    if column.name == "win":
        return bool(pa.types.is_floating(kind))
    if column.name in ("round_scores", "celebrities"):
        of = pa.types.is_integer if column.name == "round_scores" else _is_text
        return bool(pa.types.is_list(kind)) and bool(of(kind.value_type))
    return _is_text(kind) if column.name in _TEXTS else bool(pa.types.is_integer(kind))


@dataclass(frozen=True, order=True)
class Config:
    """What is analysed as one: a ruleset, a number of players and the players' policy."""

    rules: str
    players: int
    policy: str

    def params(self) -> dict[str, Any]:
        return {"rules": self.rules, "players": self.players, "policy": self.policy}


@dataclass(frozen=True)
class Run:
    """One finished run, as its manifest tells it."""

    config: Config
    seed: int
    games: int
    ruleset_hash: str
    partition: str
    manifest: Path
    told: Manifest = field(repr=False, compare=False, hash=False)

    @property
    def root(self) -> Path:
        """The data folder."""
        return self.manifest.parent.parent

    def folder(self, table: str) -> Path:
        """Folder of this run's shards of a table."""
        return self.root / table / self.partition

    def shards(self, table: str) -> list[Path]:
        """Paths of the shards of a table, in order of their games."""
        numbers = range(self.told.shards)
        return [self.root / shard_name(table, self.partition, number) for number in numbers]

    @property
    def command(self) -> str:
        """Command that records this run."""
        c = self.config
        return (
            f"gah simulate --rules {shlex.quote(c.rules)} --players {c.players}"
            f" --policy {shlex.quote(c.policy)} --games {self.games} --seed {self.seed}"
            + "".join(f" --only {shlex.quote(one)}" for one in self.told.only)
        )


def fail(message: str) -> NoReturn:
    """Raise the error that the command line prints as one line."""
    from model.errors import UserError

    raise UserError(message)


def list_runs(root: Place | Store) -> list[Run]:
    """Runs of a tree, sorted by ruleset, players, policy and seed.

    Raises UserError if the folder is missing, holds no manifest or one that cannot be read.
    """
    return runs_of(folder_of(store_at(root)))


def folder_of(store: Store) -> Folder:
    """A folder of this machine with the manifests of a store: itself, or its mirror."""
    return store if isinstance(store, Folder) else mirror_manifests(store)


def runs_of(folder: Folder) -> list[Run]:
    """Runs of a folder in the order of `list_runs`, which names the errors."""
    runs = [_read_manifest(folder, name) for name in manifests(folder)]
    return sorted(runs, key=lambda run: (run.config, run.seed))


def _read_manifest(folder: Folder, name: str) -> Run:
    path = folder.path / name
    try:
        told = read_manifest(folder, name)
    except DamagedError as error:
        fail(f"{path}: damaged manifest: {error}; delete it and rerun `gah simulate`")
    config = Config(told.rules, told.players, told.table)
    return Run(config, told.seed, told.games, told.ruleset_hash, told.partition, path, told)


def check_run(run: Run, *, in_full: bool = True) -> None:
    """Raise UserError unless all shards of a run are recorded and are what was recorded.

    in_full: compare every byte with its digest; else only lengths, after `gah data check`.
    """
    folder = Folder(run.root)
    there = [n for n in recorded(folder, run.partition) if n < run.told.shards]
    if missing := run.told.shards - len(there):
        fail(
            f"{run.manifest}: {missing:,} of {run.told.shards:,} shards are not"
            f" recorded, the run is half-written; rerun `{run.command}`"
        )
    listing = shard_files(folder, run.partition)
    for _ in folder.each(lambda number: _check_shard(run, number, listing, in_full), there):
        pass


def _check_shard(run: Run, number: int, listing: Listing, in_full: bool) -> None:
    path = run.root / record_name(run.partition, number)
    folder = Folder(run.root)
    try:
        record = read_record(folder, run.partition, number)
    except DamagedError as error:
        fail(f"{path}: damaged record of a shard: {error}; {_advice(run)}")
    said = (record.run, record.shard, record.first, record.games)
    if said != (run.told.identity, number, *run.told.first_games(number)):
        fail(f"{path}: the record of another shard; {_advice(run)}")
    for fault in faults(folder, run.partition, record, listing, in_full=in_full):
        fail(f"{folder.at(fault.name)}: damaged shard: {fault.problem}; {_advice(run)}")
    if number == 0 or in_full:
        for table in TABLES:
            _check_columns(run, table, number)


def _advice(run: Run) -> str:
    return f"see `gah data check {shlex.quote(str(run.root))}`, or rerun `{run.command}`"


def _check_columns(run: Run, table: str, number: int) -> None:
    """Raise UserError unless a shard has the columns that are asked for, each of its kind."""
    path = run.shards(table)[number]
    try:
        found = pq.read_schema(path)
    except Exception as error:  # pyarrow raises many kinds for what is no Parquet
        fail(f"{path}: no Parquet file ({type(error).__name__}); {_advice(run)}")
    missing = [name for name in _REQUIRED[table] if name not in found.names]
    if missing:
        fail(
            f"{path}: no column {', '.join(missing)}, which table {table} must have;"
            f" rerun `{run.command}`"
        )
    for column in found:
        if not _is_as_recorded(column):
            kind = str(column.type)[:60]
            fail(f"{path}: column {column.name[:60]!r} holds {kind}, as none does; {_advice(run)}")
