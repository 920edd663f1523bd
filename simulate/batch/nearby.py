"""Reuse games that a neighbouring folder already holds instead of playing them again.

One data folder holds several folders of games: its own, the report's, and one for each study. The
same rules, players, policies and seed give the same games in all of them. The identity of a run
proves this by the digests of its rules and of play; the record of a shard vouches for its bytes.
Object stores are not searched.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

from model import UserError
from simulate.batch.job import Job
from simulate.batch.shard import write_shard
from simulate.data.checksummed import DamagedError
from simulate.data.folder import Folder
from simulate.data.manifest import RUNS, TABLES
from simulate.data.records import Record, read_record, recorded
from simulate.data.store import Store

STUDIES = "studies"
"""Subfolder of a data folder that holds the folders of studies."""

Shard = tuple[int, int, int]  # number, first game, games


def folders_nearby(path: Path) -> list[Path]:
    """The other folders of games in the data folder that ``path`` is, or is a folder of.

    A folder does not know whether it is one of several: the games or studies in the folder above
    show that. Links are not followed.
    """
    path = path.absolute()
    above = path.parent
    if above.name == STUDIES:
        root = above.parent
    else:
        root = above if (above / RUNS).is_dir() or (above / STUDIES).is_dir() else path
    near = [root, *sorted(root.glob("*")), *sorted((root / STUDIES).glob("*"))]
    return [one for one in near if one != path and not one.is_symlink() and (one / RUNS).is_dir()]


def held_nearby(job: Job, shards: Iterable[Shard]) -> dict[int, Store]:
    """The folders nearby that hold recorded shards of a job, by shard number."""
    wanted, found = list(shards), dict[int, Store]()
    if not wanted or not isinstance(job.store, Folder):
        return found
    for path in folders_nearby(job.store.path):
        store = Folder(path)
        there = set(recorded(store, job.partition))
        for shard in wanted:
            if shard[0] in there and shard[0] not in found and _record(store, job, shard):
                found[shard[0]] = store
    return found


def take_over(job: Job, shards: Iterable[Shard]) -> set[int]:
    """Copy recorded shards of a job from folders nearby; returns their numbers.

    Shards that are damaged there, or disappear meanwhile, are skipped. Raises UserError if a file
    cannot be written.
    """
    wanted = {shard[0]: shard for shard in shards}
    held = held_nearby(job, wanted.values())
    return {number for number, store in held.items() if _taken(store, job, wanted[number])}


def _record(store: Store, job: Job, shard: Shard) -> Record | None:
    """The record of exactly these games in another folder, or None."""
    try:
        found = read_record(store, job.partition, shard[0])
    except (DamagedError, OSError):
        return None
    same = (found.run, found.shard, found.first, found.games) == (job.identity, *shard)
    return found if same else None


def _taken(store: Store, job: Job, shard: Shard) -> bool:
    record = _record(store, job, shard)
    if record is None:
        return False
    files = {}
    for table in TABLES:
        part = record.tables[table]
        try:
            files[table] = store.whole(job.name(table, shard[0]), part.bytes)
        except (OSError, UserError):
            return False
        if sha256(files[table]).hexdigest() != part.sha256:
            return False
    write_shard(job, record, files)
    return True
