"""Finds damage in a data folder: what is missing, torn, changed, doubled or left over."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from simulate.data.files import leftovers
from simulate.data.manifest import (
    IDENTITY,
    TABLES,
    Manifest,
    manifest_path,
    manifests,
    read_manifest,
    shard_path,
)
from simulate.data.records import (
    Record,
    faults,
    read_record,
    record_folder,
    record_path,
    recorded,
    shard_number,
)
from simulate.data.sealed import DamagedError

TORN = "left over by a writer that was killed"
Step = Callable[[int], None]


@dataclass(frozen=True)
class Problem:
    """Something wrong in a data folder.

    ``path`` is below the folder. ``shards``: those that playing again would put right. ``surplus``:
    removing the file puts it right; so neither means that a person has to decide.
    """

    path: str
    what: str
    shards: range = range(0)
    surplus: bool = False


@dataclass
class RunReport:
    """What is known of a run after its check: its manifest (None: damaged) and all problems."""

    path: Path
    manifest: Manifest | None = None
    problems: list[Problem] = field(default_factory=list)
    busy: bool = False

    @property
    def damaged(self) -> list[range]:
        """The shards that have to be played again, as ranges."""
        return [problem.shards for problem in self.problems if problem.shards]


def size_of(root: Path) -> int:
    """Bytes of all shards of a folder: what a full check reads."""
    return sum(
        path.stat().st_size for table in TABLES for path in (root / table).rglob("*.parquet")
    )


def check_folder(root: Path, step: Step) -> tuple[list[RunReport], list[Problem]]:
    """Check all runs of a data folder, and what no run accounts for.

    ``step`` is called with the bytes just read. Raises UserError if it is no data folder.
    """
    reports = [check_run(root, path, step) for path in manifests(root)]
    known = {report.path.stem for report in reports}
    return reports, list(_strangers(root, known))


def check_run(root: Path, path: Path, step: Step) -> RunReport:
    """Check a run: its manifest, its records, and all bytes of its shards."""
    report = RunReport(path)
    try:
        manifest = report.manifest = read_manifest(path)
    except DamagedError as error:
        report.problems.append(Problem(_below(root, path), f"damaged manifest: {error}"))
        return report
    report.busy = is_busy(root, manifest.partition)
    if not report.busy:
        report.problems += _run_problems(root, manifest, step)
    return report


def is_busy(root: Path, partition: str) -> bool:
    """Is a run being written at this moment?"""
    try:
        with manifest_path(root, partition).with_suffix(".lock").open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False  # nobody ever locked it, or nobody can
    return False


def _run_problems(root: Path, manifest: Manifest, step: Step) -> Iterator[Problem]:
    numbers = recorded(root, manifest.partition)
    yield from _unrecorded(root, manifest, [n for n in numbers if n < manifest.shards])
    for number in numbers:
        if number < manifest.shards:
            yield from _shard_problems(root, manifest, number)
            step(sum(_size(shard_path(root, t, manifest.partition, number)) for t in TABLES))
    yield from _surplus(root, manifest)


def _unrecorded(root: Path, manifest: Manifest, numbers: list[int]) -> Iterator[Problem]:
    """Gaps among the recorded shards; each is one problem, however long."""
    folder = record_folder(root, manifest.partition)
    for before, after in zip([-1, *numbers], [*numbers, manifest.shards], strict=True):
        gap = range(before + 1, after)
        if gap:
            which = f"shard {gap[0]} is" if len(gap) == 1 else f"shards {gap[0]} to {gap[-1]} are"
            yield Problem(_below(root, folder), f"{which} not recorded", gap)


def _shard_problems(root: Path, manifest: Manifest, number: int) -> Iterator[Problem]:
    path = record_path(root, manifest.partition, number)
    again = range(number, number + 1)
    try:
        record = read_record(path)
    except DamagedError as error:
        yield Problem(_below(root, path), f"damaged record: {error}", again)
        return
    first, games = manifest.first_games(number)
    if (record.run, record.shard, record.first) != (manifest.identity, number, first):
        yield Problem(_below(root, path), "is the record of another shard", again)
        return
    if record.games != games:
        told = f"{record.games:,} games instead of {games:,}"
        yield Problem(_below(root, path), told, again)
        return
    found = faults(root, manifest.partition, record, in_full=True)
    for fault in found:
        yield Problem(_below(root, fault.path), fault.problem, again)
    for table in TABLES if not found else ():
        told = _content_problem(root, manifest, record, table)
        if told:
            file = shard_path(root, table, manifest.partition, number)
            yield Problem(_below(root, file), told, again)


def _content_problem(root: Path, manifest: Manifest, record: Record, table: str) -> str:
    """What is wrong with rows that are the recorded bytes; empty if nothing is."""
    path = shard_path(root, table, manifest.partition, record.shard)
    columns = ["game"] if table == "games" else ["game", "seat"]
    try:
        found = pq.read_table(path, columns=columns, partitioning=None)
        said = json.loads((found.schema.metadata or {})[b"gah"])
        game = found["game"].to_numpy()
        seat = found["seat"].to_numpy() if "seat" in columns else np.zeros(len(game))
    except (OSError, pa.ArrowException, KeyError, ValueError, RecursionError):
        return "is no file of this table"
    if len(game) != record.tables[table].rows:
        return f"has {len(game):,} rows instead of {record.tables[table].rows:,}"
    if said != told_of_shard(manifest, record, table):
        return "says of itself that it is of another run or shard"
    return _order_problem(table, game, seat, record, manifest.players)


def told_of_shard(manifest: Manifest, record: Record, table: str) -> dict[str, Any]:
    """What the file of a shard says of itself."""
    raw = manifest.model_dump(by_alias=True, exclude_defaults=True)
    identity = {key: raw[key] for key in IDENTITY if key in raw}
    return {**identity, "first": record.first, "games": record.games, "table": table}


def _order_problem(
    table: str, game: np.ndarray, seat: np.ndarray, record: Record, players: int
) -> str:
    """Games and seats that are not those of the shard, one after another."""
    games = np.arange(record.first, record.first + record.games)
    if table == "games":
        whole = np.array_equal(game, games)
    elif table == "players":
        whole = np.array_equal(game, np.repeat(games, players)) and np.array_equal(
            seat, np.tile(np.arange(players), record.games)
        )
    else:
        inside = np.isin(game, games).all() and ((seat >= 0) & (seat < players)).all()
        whole = bool(inside) and bool((np.diff(game) >= 0).all())
    return "" if whole else "has game numbers or seats that are not contiguous"


def _surplus(root: Path, manifest: Manifest) -> Iterator[Problem]:
    """Files in the folders of a run that are not its shards."""
    folders = [(root / table / manifest.partition, ".parquet") for table in TABLES]
    folders.append((record_folder(root, manifest.partition), ".json"))
    for folder, suffix in folders:
        torn = set(leftovers(folder))
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            number = shard_number(path) if path.suffix == suffix else None
            if path in torn:
                yield Problem(_below(root, path), TORN, surplus=True)
            elif number is None:
                yield Problem(_below(root, path), "is no file of this run")
            elif number >= manifest.shards:
                yield Problem(_below(root, path), "is beyond the run's last shard", surplus=True)


def _strangers(root: Path, known: set[str]) -> Iterator[Problem]:
    """What lies in a data folder and belongs to no run."""
    torn = set(leftovers(root / "runs"))
    for path in sorted((root / "runs").iterdir()):
        if path in torn:
            yield Problem(_below(root, path), TORN, surplus=True)
        elif path.is_dir() and path.name not in known:
            yield Problem(_below(root, path), "records of a run without a manifest")
    for table in TABLES:
        for folder in sorted({path.parent for path in (root / table).rglob("*.parquet")}):
            partition = folder.relative_to(root / table).as_posix()
            if manifest_path(root, partition).stem not in known:
                yield Problem(_below(root, folder), "shards of a run without a manifest")


def _below(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
