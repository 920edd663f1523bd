"""The record of a shard: digest, length and rows of its three files, written once they are safe.

A shard is recorded if and only if its record exists: the record is written last. Each record is a
separate file, so that its bytes do not depend on which process wrote which shard when.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simulate.data import checksummed
from simulate.data.checksummed import DamagedError
from simulate.data.manifest import (
    RUNS,
    TABLES,
    Count,
    Hash,
    lock_name,
    run_name,
    shard_name,
    table_folder,
)
from simulate.data.store import Entry, Store

NAME = re.compile(r"shard-(\d{5,10})\.(json|parquet)")


class Part(BaseModel):
    """One file of a shard: its length in bytes, its rows, its SHA-256 (hex)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    bytes: Annotated[int, Field(ge=0)]
    rows: Annotated[int, Field(ge=0)]
    sha256: Hash


class Record(BaseModel):
    """Proof of a shard's integrity. ``run``: the identity of the run, see ``manifest.IDENTITY``."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    run: Hash
    shard: Count
    first: Count
    games: Count
    tables: dict[str, Part]

    @model_validator(mode="after")
    def _whole(self) -> Record:
        if set(self.tables) != set(TABLES):
            raise ValueError("tables: a shard has three")
        return self


@dataclass(frozen=True)
class Fault:
    """Something wrong with a file of a shard, in words."""

    name: str
    problem: str


Listing = Mapping[str, Entry]
"""The files of a run's shards at the time of listing, by name."""


def record_folder(partition: str) -> str:
    """The folder of a run's records, below the data folder."""
    return f"{RUNS}/{run_name(partition)}"


def record_name(partition: str, shard: int) -> str:
    return f"{record_folder(partition)}/shard-{shard:05d}.json"


def shard_number(name: str) -> int | None:
    """The number in the name of a shard's file or record; None if it is neither."""
    last = name.rpartition("/")[2]
    match = NAME.fullmatch(last)
    number = int(match[1]) if match else -1
    return number if match and last == f"shard-{number:05d}.{match[2]}" else None


def is_busy(store: Store, partition: str) -> bool:
    """Is a run being written at this moment?"""
    return store.is_claimed(lock_name(partition))


def recorded(store: Store, partition: str) -> list[int]:
    """The shards of a run that have a record, sorted."""
    listed = store.entries(record_folder(partition))
    found = (shard_number(name) for name in listed if name.endswith(".json"))
    return sorted(number for number in found if number is not None)


def shard_files(store: Store, partition: str) -> Listing:
    """All files that are in the folders of a run's shards now."""
    folders = (table_folder(table, partition) for table in TABLES)
    return {name: entry for one in folders for name, entry in store.entries(one).items()}


def disk_use(store: Store, partition: str) -> int:
    """Bytes of all shards of a run, whatever their state."""
    found = shard_files(store, partition).items()
    return sum(entry.length for name, entry in found if shard_number(name) is not None)


def write_record(store: Store, partition: str, record: Record) -> None:
    """Write a record. Raises UserError as `Store.write` does."""
    store.write(record_name(partition, record.shard), checksummed.dumps(record.model_dump()))


def read_record(store: Store, partition: str, shard: int) -> Record:
    """The record of a shard. Raises DamagedError unless it is exactly as written."""
    try:
        data = checksummed.read(store, record_name(partition, shard))
        return Record.model_validate(checksummed.loads(data))
    except ValidationError:
        raise DamagedError("it is no record of a shard") from None


def is_recorded(store: Store, partition: str, record: Record) -> bool:
    """Does this very record exist?"""
    try:
        return read_record(store, partition, record.shard) == record
    except DamagedError:
        return False


def faults(
    store: Store, partition: str, record: Record, listing: Listing, *, in_full: bool
) -> list[Fault]:
    """The defects of a shard's files: by their lengths, or in full by their bytes."""
    found = []
    for table in TABLES:
        name = shard_name(table, partition, record.shard)
        problem = _problem(store, name, listing.get(name), record.tables[table], in_full)
        if problem:
            found.append(Fault(name, problem))
    return found


def _problem(store: Store, name: str, entry: Entry | None, part: Part, in_full: bool) -> str:
    """The defect of a file; empty if it is as recorded."""
    if entry is None:
        return "is missing"
    if not entry.regular:
        return "is no regular file"
    if entry.length != part.bytes:
        return f"has {entry.length:,} bytes instead of {part.bytes:,}"
    try:
        if in_full and store.digest(name) != (part.bytes, part.sha256):
            return "has other bytes than were recorded (SHA-256)"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""
