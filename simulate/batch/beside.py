"""Games that a folder beside this one holds already: they are taken over instead of played again.

One data folder holds several folders of games: its own, that of the report, one of each study. The
same rules, players, policies and seed are the same games in all of them: the identity of a run says
so, by the digest of its rules and of play, and the record of a shard vouches for its bytes. Object
stores are not searched.
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
"""The folder of a data folder in which studies have theirs."""

Shard = tuple[int, int, int]  # number, first game, games


def folders_beside(path: Path) -> list[Path]:
    """The other folders of games in the data folder that ``path`` is, or is a folder of.

    Of its own a folder knows only what lies in it; that it is one of several shows in the games or
    studies of the folder above. Links are not followed.
    """
    path = path.absolute()
    above = path.parent
    if above.name == STUDIES:
        root = above.parent
    else:
        root = above if (above / RUNS).is_dir() or (above / STUDIES).is_dir() else path
    near = [root, *sorted(root.glob("*")), *sorted((root / STUDIES).glob("*"))]
    return [one for one in near if one != path and not one.is_symlink() and (one / RUNS).is_dir()]


def held_beside(job: Job, shards: Iterable[Shard]) -> dict[int, Store]:
    """Where else the shards of a job are recorded, by their number, as far as they are."""
    wanted, found = list(shards), dict[int, Store]()
    if not wanted or not isinstance(job.store, Folder):
        return found
    for path in folders_beside(job.store.path):
        store = Folder(path)
        there = set(recorded(store, job.partition))
        for shard in wanted:
            if shard[0] in there and shard[0] not in found and _record(store, job, shard):
                found[shard[0]] = store
    return found


def take_over(job: Job, shards: Iterable[Shard]) -> set[int]:
    """Copy the shards of a job that are recorded beside it; returns their numbers.

    What is damaged there, or goes away meanwhile, is left alone. Raises UserError if a file cannot
    be written.
    """
    wanted = {shard[0]: shard for shard in shards}
    held = held_beside(job, wanted.values())
    return {number for number, store in held.items() if _taken(store, job, wanted[number])}


def _record(store: Store, job: Job, shard: Shard) -> Record | None:
    """The record of just these games in another place."""
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
