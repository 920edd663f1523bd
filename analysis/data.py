"""Open a tree of recorded games: list its runs, check its files, query it with bounded memory.

A tree holds finished runs (one manifest each in runs/) and three Parquet tables. Views named
`games`, `players` and `cards` read the shards of the chosen runs only, so that a run that is
still being written never slips into a result.
"""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn

import duckdb
import pandas as pd
import pyarrow.parquet as pq

from analysis.chunks import CHUNK_GAMES, Piece, chunks, pieces_of
from analysis.metrics import quoted
from analysis.moments import Moments, add_up, moment_columns
from simulate.data.folder import Folder
from simulate.data.manifest import TABLES, Manifest, manifests, read_manifest, shard_name
from simulate.data.mirror import Fetch, mirror_manifests
from simulate.data.records import (
    Listing,
    faults,
    read_record,
    record_name,
    recorded,
    shard_files,
)
from simulate.data.sealed import DamagedError
from simulate.data.store import Place, Store, store_at

WIN_UNIT = 12
"""The queries count a win as 12 twelfths: shared wins (1/2, 1/3, 1/4) are whole numbers, so that
sums are exact and do not depend on the order in which threads add them."""

_REQUIRED = {
    "games": ("game", "deal", "rounds", "turns", "rerolls"),
    "players": ("game", "deal", "seat", "vp", "win", "round_scores"),
    "cards": ("game", "seat", "kind", "card", "came", "used_round", "vp"),
}
DERIVED = ("rounds", "course")
"""Views on the tables, by the queries of that name: a row a game and round, and a row a game."""

_HIVE = "{'rules': VARCHAR, 'players': INTEGER, 'policies': VARCHAR, 'seed': BIGINT}"


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
        )


def fail(message: str) -> NoReturn:
    """Raise the error that the command line prints as one line."""
    from model.errors import UserError

    raise UserError(message)


def list_runs(root: Place | Store) -> list[Run]:
    """Runs of a tree, sorted by ruleset, players, policy and seed.

    Raises UserError if the folder is missing, holds no manifest or one that cannot be read.
    """
    return _runs_of(_here(store_at(root)))


def _here(store: Store) -> Folder:
    """A folder of this machine with the manifests of a store: itself, or its mirror."""
    return store if isinstance(store, Folder) else mirror_manifests(store)


def _runs_of(folder: Folder) -> list[Run]:
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

    in_full: compare every byte with its digest; else only lengths, after `gah data verify`.
    """
    folder = Folder(run.root)
    there = [n for n in recorded(folder, run.partition) if n < run.told.shards]
    if missing := run.told.shards - len(there):
        fail(
            f"{run.manifest}: {missing:,} of {run.told.shards:,} shards are not"
            f" recorded, the run is half-written; rerun `{run.command}`"
        )
    listing = shard_files(folder, run.partition)
    for number in there:
        _check_shard(run, number, listing, in_full)


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
    if number == 0:
        for table in TABLES:
            _check_columns(run, table)


def _advice(run: Run) -> str:
    return f"see `gah data verify {shlex.quote(str(run.root))}`, or rerun `{run.command}`"


def _check_columns(run: Run, table: str) -> None:
    path = run.shards(table)[0]
    try:
        names = set(pq.read_schema(path).names)
    except Exception as error:  # pyarrow raises many kinds for what is no Parquet
        fail(f"{path}: no Parquet file ({type(error).__name__}); {_advice(run)}")
    missing = [name for name in _REQUIRED[table] if name not in names]
    if missing:
        fail(
            f"{path}: no column {', '.join(missing)}, which table {table} must have;"
            f" rerun `{run.command}`"
        )


class Tree:
    """An open data tree: its runs and a DuckDB connection with views games, players, cards.

    On them are those of `DERIVED`, which are computed whenever they are asked.

    Use as a context manager, or call `close()`. Memory is bounded: DuckDB spills to a temporary
    folder beyond `memory_limit`.
    """

    def __init__(
        self, runs: Sequence[Run], memory_limit: str = "1GB", threads: int = 2,
        part_games: int = CHUNK_GAMES,
    ) -> None:  # fmt: skip
        self.runs = tuple(runs)
        self.part_games = part_games
        self.most: int | None = None
        self._known: dict[Run, list[Piece]] = {}
        self.asked: dict[str, dict[str, Any]] = {}
        self._temporary = tempfile.TemporaryDirectory(prefix="gah-duckdb-")
        self._db = duckdb.connect(":memory:")
        self._db.execute(f"SET memory_limit = '{memory_limit}'")
        self._db.execute(f"SET threads = {int(threads)}")
        self._db.execute(f"SET temp_directory = '{self._temporary.name}'")
        self._db.execute("SET preserve_insertion_order = false")
        self._db.execute("SET enable_progress_bar = false")
        self._files = {
            table: [path for run in self.runs for path in run.shards(table)] for table in TABLES
        }
        self._show(self._files)
        for name in DERIVED:
            self._db.execute(f"CREATE VIEW {name} AS {sql(name)}")

    def _show(self, files: Mapping[str, Sequence[Path]]) -> None:
        """Let the views be of these files."""
        first = "" if self.most is None else f" WHERE game < {self.most}"
        for table, paths in files.items():
            listed = ", ".join(quoted(str(path)) for path in paths)
            self._db.execute(
                f"CREATE OR REPLACE VIEW {table} AS SELECT * FROM read_parquet([{listed}],"
                f" hive_partitioning = true, hive_types = {_HIVE}){first}"
            )

    def only_first(self, games: int) -> None:
        """Show only the first so many games of each run: more may be recorded."""
        self.most = games
        self._show(self._files)

    def parts(self, configs: Iterable[Config] | None = None) -> Iterator[Sequence[Piece]]:
        """Go through the runs (of some configurations) part by part.

        While a part is out, the views `games`, `players` and `cards` hold its rows only, so that
        what a query keeps in memory does not grow with the number of games. No deal is in two
        parts: sums over deals may be added up over parts.
        """
        wanted = set(self.configs if configs is None else configs)
        try:
            mine = [one for run in self.runs if run.config in wanted for one in self._pieces(run)]
            for part in chunks(mine, self.part_games):
                self._show({table: [one.path(table) for one in part] for table in TABLES})
                yield part
        finally:
            self._show(self._files)

    def shares_deals(self, config: Config) -> bool:
        """Do games of a configuration share deals, or may they (nothing is known of a file)?"""
        return any(
            one.games != one.last - one.first + 1
            for run in self.runs
            if run.config == config
            for one in self._pieces(run)
        )

    def _pieces(self, run: Run) -> list[Piece]:
        if run not in self._known:
            self._known[run] = pieces_of(run)
        return self._known[run]

    def __enter__(self) -> Tree:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and remove the temporary folder."""
        self._db.close()
        self._temporary.cleanup()

    @property
    def configs(self) -> list[Config]:
        """Configurations with at least one run, sorted."""
        return sorted({run.config for run in self.runs})

    def games(self, config: Config) -> int:
        """Number of recorded games of a configuration, over all its seeds."""
        return sum(run.games for run in self.runs if run.config == config)

    def query(self, sql: str, params: Mapping[str, Any] | None = None) -> pd.DataFrame:
        """Rows of a query; `params` fill its $names. `asked` keeps the text."""
        self.asked[sql] = dict(params or {})
        return self._db.execute(sql, dict(params or {})).df()

    def moments(
        self,
        sql: str,
        blocks: Iterable[Sequence[str]],
        params: Mapping[str, Any],
        by: Sequence[str] = (),
        configs: Iterable[Config] | None = None,
        extra: tuple[str, Callable[[Sequence[Piece]], pd.DataFrame]] | None = None,
    ) -> Moments:
        """Sums and cross products of the columns of `sql`, which gives one row a cluster.

        Computed part by part (see `parts`): clusters must not be larger than a deal.

        blocks: groups of columns whose products are wanted with each other.
        by: columns that split the result (one entry of the moments for each value).
        configs: those whose rows the query reads; all if None.
        extra: name of one more table, and what gives its rows for a part.
        """
        blocks = [tuple(block) for block in blocks]
        keys = ", ".join(by)
        select = ",\n  ".join([*by, "count(*) AS clusters", *moment_columns(blocks)])
        tail = f" GROUP BY {keys}" if by else ""
        text = f"SELECT {select}\nFROM (\n{sql}\n){tail}"
        frames = []
        for part in self.parts(configs):
            if extra is not None:
                self._db.register(extra[0], extra[1](part))
            frames.append(self.query(text, params))
        return Moments.from_frame(add_up(frames, by), blocks, by)


def open_tree(
    root: Place | Store,
    configs: Iterable[Config] | None = None,
    *,
    seed: int | None = None,
    memory_limit: str = "1GB",
    threads: int = 2,
    in_full: bool = True,
) -> Tree:
    """Open the runs of a tree (all, or those of some configurations and one seed), checked.

    root: a folder, or the URL of an object store, whose files are fetched first and kept in the
    cache folder (`simulate.data.mirror`).

    Raises UserError naming the file and what would be right: a missing or damaged shard, a
    half-written run, one label with two different rulesets behind it. ``in_full`` as in
    `check_run`.
    """
    store = store_at(root)
    folder = _here(store)
    runs = _runs_of(folder)
    if seed is not None:
        runs = [run for run in runs if run.seed == seed]
    if configs is not None:
        wanted = set(configs)
        missing = wanted - {run.config for run in runs}
        if missing:
            c = min(missing)
            fail(
                f"{root}: no run of {c.rules} with {c.players} players and policy {c.policy}"
                f"; record it with `gah simulate --rules {c.rules} --players {c.players}"
                f" --policy {c.policy} --out {root}`"
            )
        runs = [run for run in runs if run.config in wanted]
    if not runs:
        fail(f"{root}: no run with seed {seed}; choose a seed that `runs/` lists")
    hashes: dict[str, Run] = {}
    for run in runs:
        first = hashes.setdefault(run.config.rules, run)
        if first.ruleset_hash != run.ruleset_hash:
            fail(
                f"{run.manifest}: ruleset {run.config.rules} is {run.ruleset_hash[:12]} here but"
                f" {first.ruleset_hash[:12]} in {first.manifest.name}; rerun the older one"
            )
    if folder is not store:
        _fetch(store, folder, runs, in_full)
        in_full = False  # it has just been compared
    for run in runs:
        check_run(run, in_full=in_full)
    return Tree(runs, memory_limit=memory_limit, threads=threads)


def _fetch(store: Store, folder: Folder, runs: Sequence[Run], in_full: bool) -> None:
    """Fetch what a folder lacks of the runs of a store, under a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    wanted = Fetch(store, folder, [run.told for run in runs], in_full=in_full)
    columns = (TextColumn("fetching"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(
        *columns, console=console, transient=True, disable=not (wanted.size and console.is_terminal)
    ) as progress:
        task = progress.add_task("", total=wanted.size)
        wanted.fetch(lambda size: progress.advance(task, size))


@cache
def sql(name: str) -> str:
    """Text of analysis/sql/<name>.sql, without comments and a closing semicolon."""
    text = resources.files("analysis").joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")
    return text.strip().rstrip(";")
