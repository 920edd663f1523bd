"""The record of a shard: digest, length and rows of its three files, written when they are safe.

A shard is recorded if and only if its record is there: it is written last. Each is a file of its
own, so that the bytes do not depend on who wrote which shard, and when.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from simulate.data import sealed
from simulate.data.files import digest_of, write_whole
from simulate.data.manifest import TABLES, Count, Hash, manifest_path, shard_path
from simulate.data.sealed import DamagedError

NAME = re.compile(r"shard-(\d{5,10})\.(json|parquet)")


class Part(BaseModel):
    """One file of a shard: its length in bytes, its rows, its SHA-256 (hex)."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    bytes: Annotated[int, Field(ge=0)]
    rows: Annotated[int, Field(ge=0)]
    sha256: Hash


class Record(BaseModel):
    """What vouches for a shard. ``run``: the identity of the run, see ``manifest.IDENTITY``."""

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

    path: Path
    problem: str


def record_folder(root: Path, partition: str) -> Path:
    """Where the records of a run are."""
    return manifest_path(root, partition).with_suffix("")


def record_path(root: Path, partition: str, shard: int) -> Path:
    """Where the record of a shard is."""
    return record_folder(root, partition) / f"shard-{shard:05d}.json"


def shard_number(path: Path) -> int | None:
    """The number in the name of a shard's file or record; None if it is neither."""
    match = NAME.fullmatch(path.name)
    number = int(match[1]) if match else -1
    return number if path.name == f"shard-{number:05d}{path.suffix}" else None


def recorded(root: Path, partition: str) -> list[int]:
    """The shards of a run that have a record, sorted."""
    found = (shard_number(path) for path in record_folder(root, partition).glob("*.json"))
    return sorted(number for number in found if number is not None)


def disk_use(root: Path, partition: str) -> int:
    """Bytes of all shards of a run, in whatever state they are."""
    folders = (root / table / partition for table in TABLES)
    return sum(path.stat().st_size for one in folders for path in one.glob("shard-*.parquet"))


def write_record(path: Path, record: Record) -> None:
    """Write a record. Raises UserError as ``files.write_whole`` does."""
    write_whole(path, sealed.sealed(record.model_dump()))


def read_record(path: Path) -> Record:
    """The record in a file. Raises DamagedError unless it is what was written."""
    try:
        return Record.model_validate(sealed.unsealed(sealed.read(path)))
    except ValidationError:
        raise DamagedError("it is no record of a shard") from None


def holds(path: Path, record: Record) -> bool:
    """Does a file hold this very record?"""
    try:
        return read_record(path) == record
    except DamagedError:
        return False


def faults(root: Path, partition: str, record: Record, *, in_full: bool) -> list[Fault]:
    """What is wrong with the files of a shard: by their lengths, or in full by their bytes."""
    found = []
    for table in TABLES:
        path = shard_path(root, table, partition, record.shard)
        part = record.tables[table]
        problem = _problem(path, part, in_full)
        if problem:
            found.append(Fault(path, problem))
    return found


def _problem(path: Path, part: Part, in_full: bool) -> str:
    """What is wrong with a file; empty if it is what its record says."""
    try:
        if path.is_symlink() or not path.is_file():
            return "is no regular file" if path.exists() or path.is_symlink() else "is missing"
        length = path.stat().st_size
        if length != part.bytes:
            return f"has {length:,} bytes instead of {part.bytes:,}"
        if in_full and digest_of(path) != (part.bytes, part.sha256):
            return "has other bytes than were recorded (SHA-256)"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""
