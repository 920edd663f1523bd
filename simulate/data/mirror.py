"""Local copies of recorded games from an object store, for analysis.

An analysis queries each file dozens of times. Over the network that would be slow, cost a request
each time, and might read bytes other than those that were checked. So a file is fetched on first
use, its bytes are compared with its shard's record while they arrive, and it stays in the cache
folder (GAH_CACHE_DIR, or the user's) while there is room.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shlex
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from model import UserError
from simulate.base import cache
from simulate.data import checksummed
from simulate.data.checksummed import DamagedError
from simulate.data.folder import Folder
from simulate.data.manifest import (
    TABLES,
    Manifest,
    manifests,
    read_manifest,
    shard_name,
)
from simulate.data.records import Part, Record, read_record, record_name
from simulate.data.store import Store

OLD = 3600.0  # seconds after which no other process is using a file
NAME = 60  # characters of a folder's name that show a reader its origin


def mirror_of(store: Store) -> Folder:
    """The folder for copies of a store's files."""
    root = cache.wanted()
    if root is None:
        raise UserError(f"there is no home folder to copy {store} to; name one: {cache.FOLDER}")
    with suppress(OSError):  # Folder reports it
        root.mkdir(cache.PRIVATE, parents=True, exist_ok=True)
    digest = hashlib.sha256(str(store).encode()).hexdigest()[:12]
    return Folder(root / "data" / f"{quote(str(store), safe='')[-NAME:]}-{digest}")


def mirror_manifests(store: Store) -> Folder:
    """Copy the manifests of a store, and drop those that it no longer has. Raises UserError."""
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


class Copies:
    """Copies of shard files from an object store, fetched on demand.

    Copies stay while they take at most ``room`` bytes. Beyond that, the least recently used go
    first, except those that another process has used within the hour. ``in_full``: compare a copy
    of an earlier process with its record by its bytes, not only by its length.
    """

    def __init__(self, store: Store, room: int, *, in_full: bool = True) -> None:
        self.store = store
        self.folder = mirror_of(store)
        self.room = room
        self.in_full = in_full
        self._records: dict[str, Record] = {}
        self._known: set[str] = set()  # copies that this process has compared or fetched

    def paths(self, shards: Sequence[tuple[Manifest, int]], table: str) -> list[Path]:
        """The paths of local copies of these shards' parts of a table, fetched now if missing.

        Raises UserError, naming the object, if a shard has no record or differs from it, or if
        there is no room.
        """
        wanted = {
            shard_name(table, run.partition, number): self._record(run, number).tables[table]
            for run, number in shards
        }
        missing = {name: part for name, part in wanted.items() if not self._have(name, part)}
        self._make_room(sum(part.bytes for part in missing.values()), wanted)
        for _ in self.store.each(lambda one: self._fetch(*one), missing.items()):
            pass
        self._known.update(wanted)
        return [self.folder.path / name for name in wanted]

    def _have(self, name: str, part: Part) -> bool:
        """Is the copy there and as recorded? Marks it as used."""
        path = self.folder.path / name
        try:
            if path.stat().st_size != part.bytes:
                return False
            if name not in self._known and self.in_full:
                if self.folder.digest(name) != (part.bytes, part.sha256):
                    return False
            os.utime(path)
        except OSError:
            return False
        return True

    def _record(self, run: Manifest, number: int) -> Record:
        name = record_name(run.partition, number)
        if name not in self._records:
            where = self.store.at(name)
            try:
                found = read_record(self.store, run.partition, number)
            except DamagedError as error:
                raise UserError(
                    f"{where}: damaged record of a shard: {error}; {self.advice}"
                ) from None
            said = (found.run, found.shard, found.first, found.games)
            if said != (run.identity, number, *run.first_games(number)):
                raise UserError(f"{where}: the record of another shard; {self.advice}")
            self._records[name] = found
        return self._records[name]

    def _make_room(self, needed: int, wanted: Mapping[str, Part]) -> None:
        """Remove copies to make room. Raises UserError if the disk has no room either."""
        if not needed:
            return
        there = self._copies()
        size = sum(length for length, _ in there.values())
        oldest = sorted(there, key=lambda name: there[name][1])
        for name in oldest:
            if size + needed <= self.room:
                break
            mine = name in self._known or time.time() - there[name][1] > OLD
            if mine and name not in wanted:
                self.folder.remove(name)
                self._known.discard(name)
                size -= there[name][0]
        free = shutil.disk_usage(self.folder.path).free
        if needed > free:
            raise UserError(
                f"{self.store}: {needed / 1e9:,.1f} GB are to be fetched, and {self.folder} has"
                f" room for {free / 1e9:,.1f}; name another folder: GAH_CACHE_DIR"
            )

    def _copies(self) -> dict[str, tuple[int, float]]:
        """Bytes and last use (seconds) of all copies, including partially fetched ones."""
        found = {}
        for table in TABLES:
            for path in (self.folder.path / table).rglob("*.parquet*"):
                with suppress(FileNotFoundError):
                    stat = path.stat()
                    name = path.relative_to(self.folder.path).as_posix()
                    found[name] = (stat.st_size, stat.st_mtime)
        return found

    def _fetch(self, name: str, part: Part) -> None:
        path = self.folder.path / name
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
        """What the user can do about damage."""
        return f"see `gah data check {shlex.quote(str(self.store))}`"
