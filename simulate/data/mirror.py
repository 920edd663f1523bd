"""Copies of recorded games of an object store in a folder of this machine, to be analysed there.

An analysis asks each file dozens of questions: over the network that would be slow, cost a request
each time, and could meet other bytes than those that were checked. So a file is fetched once, its
bytes are compared with the record of its shard while they arrive, and it is kept in the cache
folder (GAH_CACHE_DIR, or the user's) until the store holds another. The copy is a data folder.
"""

from __future__ import annotations

import hashlib
import secrets
import shlex
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import quote

from model import UserError
from simulate.base import cache
from simulate.data import checksummed
from simulate.data.checksummed import DamagedError
from simulate.data.folder import Folder
from simulate.data.manifest import (
    TABLES,
    Manifest,
    manifest_name,
    manifests,
    read_manifest,
    shard_name,
    table_folder,
)
from simulate.data.records import (
    Part,
    Record,
    faults,
    is_recorded,
    read_record,
    record_name,
    recorded,
    shard_files,
    write_record,
)
from simulate.data.store import Store

Step = Callable[[int], None]
OLD = 3600.0  # seconds after which nobody is at a half-written file
NAME = 60  # characters of a folder's name that tell a reader what it is a copy of


def mirror_of(store: Store) -> Folder:
    """The folder that copies of a store's files lie in."""
    root = cache.wanted()
    if root is None:
        raise UserError(f"there is no home folder to copy {store} to; name one: {cache.FOLDER}")
    with suppress(OSError):  # Folder says so
        root.mkdir(cache.PRIVATE, parents=True, exist_ok=True)
    digest = hashlib.sha256(str(store).encode()).hexdigest()[:12]
    return Folder(root / "data" / f"{quote(str(store), safe='')[-NAME:]}-{digest}")


def mirror_manifests(store: Store) -> Folder:
    """Copy the manifests of a store, and forget those that it has no more. Raises UserError."""
    mirror = mirror_of(store)
    mirror.prepare()
    names = manifests(store)
    for name in set(mirror.entries("runs")) - set(names):
        if name.endswith(".json"):
            mirror.remove(name)

    def copy(name: str) -> None:
        try:
            mirror.write(name, checksummed.read(store, name))
            read_manifest(mirror, name)
        except DamagedError as error:
            raise UserError(f"{store.at(name)}: damaged manifest: {error}") from None

    for _ in store.each(copy, names):
        pass
    return mirror


class Fetch:
    """The shards of some runs of a store that its mirror lacks.

    Raises UserError, naming the object, if a shard has no record or a damaged one.
    """

    def __init__(
        self, store: Store, mirror: Folder, runs: Sequence[Manifest], *, in_full: bool
    ) -> None:
        self.store = store
        self.mirror = mirror
        for run in runs:
            self._sweep(run)
        self.wanted = [(run, one) for run in runs for one in self._missing(run, in_full)]

    @property
    def size(self) -> int:
        """Bytes to be fetched."""
        return sum(part.bytes for _, one in self.wanted for part in one.tables.values())

    def fetch(self, step: Step) -> None:
        """Fetch them; ``step`` is called with the bytes just fetched.

        Raises UserError if there is no room for them, or if they are not what was recorded.
        """
        free = shutil.disk_usage(self.mirror.path).free
        if self.size > free:
            raise UserError(
                f"{self.store}: {self.size / 1e9:,.1f} GB are to be fetched, and {self.mirror} has"
                f" room for {free / 1e9:,.1f}; name another folder: GAH_CACHE_DIR"
            )

        def work(task: tuple[Manifest, Record]) -> int:
            self._shard(*task)
            return sum(part.bytes for part in task[1].tables.values())

        for size in self.store.each(work, self.wanted):
            step(size)

    def _sweep(self, run: Manifest) -> None:
        """Remove what was being fetched when somebody was killed, a while ago."""
        for table in TABLES:
            for name in self.mirror.leftovers(table_folder(table, run.partition)):
                with suppress(FileNotFoundError):
                    if time.time() - (self.mirror.path / name).stat().st_mtime > OLD:
                        self.mirror.remove(name)

    def _missing(self, run: Manifest, in_full: bool) -> list[Record]:
        """The records of the shards of a run that the mirror lacks, or holds damaged."""
        listing = shard_files(self.mirror, run.partition)
        there = [n for n in recorded(self.store, run.partition) if n < run.shards]
        if len(there) < run.shards:
            raise UserError(
                f"{self.store.at(manifest_name(run.partition))}: {run.shards - len(there):,} of"
                f" {run.shards:,} shards are not recorded, the run is half-written; continue it"
                " with its `gah simulate` command"
            )

        def record(number: int) -> Record | None:
            found = self._record(run, number)
            if is_recorded(self.mirror, run.partition, found) and not faults(
                self.mirror, run.partition, found, listing, in_full=in_full
            ):
                return None
            return found

        found = self.store.each(record, there)
        return [one for one in found if one is not None]

    def _record(self, run: Manifest, number: int) -> Record:
        name = self.store.at(record_name(run.partition, number))
        try:
            found = read_record(self.store, run.partition, number)
        except DamagedError as error:
            raise UserError(f"{name}: damaged record of a shard: {error}; {self.advice}") from None
        said = (found.run, found.shard, found.first, found.games)
        if said != (run.identity, number, *run.first_games(number)):
            raise UserError(f"{name}: the record of another shard; {self.advice}")
        return found

    def _shard(self, run: Manifest, record: Record) -> None:
        """Fetch a shard; its record comes last, as it does where games are played."""
        self.mirror.remove(record_name(run.partition, record.shard))
        for table in TABLES:
            self._file(shard_name(table, run.partition, record.shard), record.tables[table])
        write_record(self.mirror, run.partition, record)

    def _file(self, name: str, part: Part) -> None:
        path = self.mirror.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
        digest, length = hashlib.sha256(), 0
        try:
            with temporary.open("wb") as file:
                for piece in self.store.pieces(name):
                    digest.update(piece)
                    length += len(piece)
                    file.write(piece)
                    if length > part.bytes:
                        break
            if (length, digest.hexdigest()) != (part.bytes, part.sha256):
                raise UserError(
                    f"{self.store.at(name)}: damaged shard: has other bytes than were recorded"
                    f" (SHA-256); {self.advice}"
                )
            temporary.replace(path)
        except FileNotFoundError:
            raise UserError(f"{self.store.at(name)}: is missing; {self.advice}") from None
        except OSError as error:
            raise UserError(f"{path}: cannot write ({error.strerror})") from None
        finally:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)

    @property
    def advice(self) -> str:
        """What to do about damage."""
        return f"see `gah data check {shlex.quote(str(self.store))}`"
