"""The runs of a tree of recorded games: their manifests, and whether all files are there."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from simulate.data import content
from simulate.data.checksummed import DamagedError
from simulate.data.folder import Folder
from simulate.data.manifest import (
    TABLES,
    Manifest,
    manifest_name,
    manifests,
    read_manifest,
    shard_name,
)
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


@dataclass(frozen=True, order=True)
class Config:
    """The unit of analysis: a ruleset, a number of players and the players' policy."""

    rules: str
    players: int
    policy: str

    def params(self) -> dict[str, Any]:
        return {"rules": self.rules, "players": self.players, "policy": self.policy}


@dataclass(frozen=True)
class Run:
    """One finished run, as its manifest describes it."""

    config: Config
    seed: int
    games: int
    ruleset_hash: str
    partition: str
    file: Path
    manifest: Manifest = field(repr=False, compare=False, hash=False)
    store: Store = field(repr=False, compare=False, hash=False)

    def only_first(self, games: int) -> Run:
        """The run as if only this many games had been requested: the shards that contain them."""
        shards = -(-games // self.manifest.shard_games)
        held = min(self.games, shards * self.manifest.shard_games)
        manifest = self.manifest.model_copy(update={"games": held})
        return replace(self, games=min(self.games, games), manifest=manifest)

    @property
    def root(self) -> Path:
        """The data folder."""
        return self.file.parent.parent

    def folder(self, table: str) -> Path:
        """Folder of this run's shards of a table."""
        return self.root / table / self.partition

    def shards(self, table: str) -> list[Path]:
        """Paths of the shards of a table, in order of their games."""
        numbers = range(self.manifest.shards)
        return [self.root / shard_name(table, self.partition, number) for number in numbers]

    @property
    def command(self) -> str:
        """Command that records this run."""
        c = self.config
        return (
            f"gah simulate --rules {shlex.quote(c.rules)} --players {c.players}"
            f" --policy {shlex.quote(c.policy)} --games {self.games} --seed {self.seed}"
            + f" --same-deal {self.manifest.same_deal}" * (self.manifest.same_deal > 1)
            + " --own-chance" * self.manifest.own_chance
            + "".join(f" --only {shlex.quote(one)}" for one in self.manifest.only)
        )

    @property
    def resumed(self) -> str:
        """Command that continues this run in its place."""
        place = f"--out {shlex.quote(str(self.store))}"
        return f"{self.command} --shard-games {self.manifest.shard_games} {place}"


def fail(message: str) -> NoReturn:
    """Raise the error that the command line prints as one line."""
    from model.errors import UserError

    raise UserError(message)


def list_runs(root: Place | Store) -> list[Run]:
    """Runs of a tree, sorted by ruleset, players, policy and seed.

    Raises UserError if the folder is missing, or contains no manifest or an unreadable one.
    """
    store = store_at(root)
    folder = store if isinstance(store, Folder) else mirror_manifests(store)
    runs = [_read_manifest(folder, store, name) for name in manifests(folder)]
    return sorted(runs, key=lambda run: (run.config, run.seed))


def _read_manifest(folder: Folder, store: Store, name: str) -> Run:
    path = folder.path / name
    try:
        manifest = read_manifest(folder, name)
    except DamagedError as error:
        fail(f"{path}: damaged manifest: {error}; delete it and rerun `gah simulate`")
    config = Config(manifest.rules, manifest.players, manifest.table)
    return Run(config, manifest.seed, manifest.games, manifest.ruleset_hash, manifest.partition,
               path, manifest, store)  # fmt: skip


def refuse_unfinished(run: Run) -> None:
    """Raise UserError unless all shards of a run are recorded."""
    there = [n for n in recorded(run.store, run.partition) if n < run.manifest.shards]
    if missing := run.manifest.shards - len(there):
        fail(
            f"{run.store.at(manifest_name(run.partition))}: {missing:,} of {run.manifest.shards:,}"
            " shards are not"
            f" recorded, the run is half-written; rerun `{run.resumed}`"
        )


def check_shards(run: Run, numbers: Iterable[int], *, in_full: bool) -> None:
    """Raise UserError unless these shards are as recorded.

    in_full: compare every byte with its digest, and all rows with the declared tables; else only
    lengths, and the columns of the first shard, after `gah data check`.
    """
    listing = shard_files(run.store, run.partition)
    for _ in run.store.each(lambda number: _check_shard(run, number, listing, in_full), numbers):
        pass


def _check_shard(run: Run, number: int, listing: Listing, in_full: bool) -> None:
    path = run.store.at(record_name(run.partition, number))
    try:
        record = read_record(run.store, run.partition, number)
    except DamagedError as error:
        fail(f"{path}: damaged record of a shard: {error}; {_advice(run)}")
    said = (record.run, record.shard, record.first, record.games)
    if said != (run.manifest.identity, number, *run.manifest.first_games(number)):
        fail(f"{path}: the record of another shard; {_advice(run)}")
    for fault in faults(run.store, run.partition, record, listing, in_full=in_full):
        fail(f"{run.store.at(fault.name)}: damaged shard: {fault.problem}; {_advice(run)}")
    for table in TABLES if in_full or number == 0 else ():
        wrong = content.problem(run.store, run.manifest, record, table, rows=in_full)
        if wrong:
            name = shard_name(table, run.partition, number)
            fail(f"{run.store.at(name)}: {wrong}; {_advice(run)}")


def _advice(run: Run) -> str:
    return f"see `gah data check {shlex.quote(str(run.store))}`, or rerun `{run.resumed}`"
