"""A folder of recorded games: writing by atomic renames, one writer at a time by `flock`."""

from __future__ import annotations

import errno
import fcntl
import heapq
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from model import UserError
from simulate.data import files
from simulate.data.store import Entry, Note, Store


@dataclass(frozen=True)
class Folder(Store):
    """A folder of this machine, or one that it shares with others by a file system."""

    path: Path
    threads: ClassVar[int] = 2

    def __str__(self) -> str:
        return str(self.path)

    def at(self, name: str) -> str:
        return str(self.path / name)

    def prepare(self) -> None:
        try:
            files.make_folder(self.path / "runs")
        except OSError as error:
            raise UserError(f"--out {self}: cannot write there ({error.strerror})") from None

    def exists(self) -> bool:
        return self.path.is_dir()

    def entries(self, folder: str) -> dict[str, Entry]:
        found = {}
        try:
            with os.scandir(self.path / folder) as listed:
                for one in listed:
                    regular = one.is_file(follow_symlinks=False)
                    length = one.stat(follow_symlinks=False).st_size
                    found[f"{folder}/{one.name}".lstrip("/")] = Entry(length, regular)
        except (FileNotFoundError, NotADirectoryError):
            pass  # or gone meanwhile
        except OSError as error:
            raise UserError(f"{self.at(folder)}: cannot read ({error.strerror})") from None
        return dict(sorted(found.items()))

    def below(self, folder: str) -> dict[str, Entry]:
        names = (Path(where).relative_to(self.path).as_posix()
                 for where, _, _ in os.walk(self.path / folder))  # fmt: skip
        found = (one for name in names for one in self.entries(name).items() if one[1].regular)
        return dict(sorted(found))

    def read(self, name: str, most: int) -> bytes:
        path = self.path / name
        if path.exists() and not path.is_file():  # to open a pipe would wait for its writer
            raise OSError(errno.EINVAL, "it is no regular file")
        with path.open("rb") as file:
            return file.read(most)

    def pieces(self, name: str) -> Iterator[bytes]:
        return files.pieces(self.path / name)

    def write(self, name: str, data: bytes) -> None:
        if not self.path.is_dir():  # it was when it was prepared: no second one is made silently
            raise UserError(f"{self}: the data folder went away; finished shards are where it went")
        kept = "; finished shards are kept"
        files.write_whole(self.path / name, data, kept, root=self.path)  # nor if it goes just now

    def swap(self, name: str, before: bytes | None, after: bytes) -> bool:
        """As `Store.swap`; only one process may do this at a time, see `claim`."""
        path = self.path / name
        if (path.read_bytes() if path.exists() else None) != before:
            return False
        self.write(name, after)
        return True

    def remove(self, name: str) -> None:
        files.remove(self.path / name)

    def leftovers(self, folder: str) -> list[str]:
        found = files.leftovers(self.path / folder)
        return sorted(f"{folder}/{path.name}" for path in found)

    def unsettled(self, folder: str, count: int) -> set[str]:
        when = {}
        for name in self.entries(folder):
            when[name] = (self.path / name).stat().st_mtime_ns
        return set(heapq.nlargest(count, when, key=lambda name: when[name]))

    @contextmanager
    def claim(self, name: str, note: Note) -> Iterator[None]:
        self.prepare()
        try:
            lock = (self.path / name).open("w")
        except OSError as error:
            raise UserError(f"--out {self}: cannot write there ({error.strerror})") from None
        with lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UserError(f"--out {self}: another run is writing these games") from None
            except OSError as error:
                raise UserError(f"--out {self}: cannot lock ({error.strerror})") from None
            yield

    def is_claimed(self, name: str) -> bool:
        try:
            with (self.path / name).open() as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False  # nobody ever locked it, or nobody can
        return False

    def encloses(self, name: str) -> bool:
        return (self.path / name).resolve().is_relative_to(self.path.resolve())

    def is_gone(self, name: str) -> bool:
        return not (self.path / name).exists()

    def source(self, name: str) -> str:
        return self.at(name)

    def arrow(self) -> None:
        return None

    def location(self, name: str) -> str:
        return self.at(name)
