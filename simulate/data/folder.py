"""A folder of recorded games: written by atomic renames, one writer at a time by `flock`.

All files are opened through `inside`: no link is followed below the folder.
"""

from __future__ import annotations

import fcntl
import fnmatch
import heapq
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, ClassVar

from model import UserError
from simulate.base import files
from simulate.data import inside
from simulate.data.store import Entry, Note, Store

if TYPE_CHECKING:
    import pyarrow as pa

DEEPEST = 8
"""Limit of nesting, somewhat more than a data folder needs: a stranger's may have thousands."""


@dataclass(frozen=True)
class Folder(Store):
    """A folder on this machine, or one shared through a file system."""

    path: Path
    threads: ClassVar[int] = 2

    def __str__(self) -> str:
        return str(self.path)

    def at(self, name: str) -> str:
        return str(self.path / name)

    def prepare(self) -> None:
        try:
            files.make_folder(self.path)
            with inside.folder(self.path, "runs", make=True):
                pass
        except FileExistsError:
            raise UserError(f"--out {self}: a file, not a folder") from None
        except OSError as error:
            raise UserError(f"--out {self}: cannot write there ({error.strerror})") from None

    def exists(self) -> bool:
        return self.path.is_dir()

    def entries(self, folder: str) -> dict[str, Entry]:
        found = {}
        try:
            with inside.folder(self.path, folder) as handle, os.scandir(handle) as listed:
                for one in listed:
                    regular = one.is_file(follow_symlinks=False)
                    length = one.stat(follow_symlinks=False).st_size
                    inner = one.is_dir(follow_symlinks=False)
                    found[f"{folder}/{one.name}".lstrip("/")] = Entry(length, regular, inner)
        except (FileNotFoundError, inside.BarredError):
            pass  # or it disappeared meanwhile
        except NotADirectoryError:
            raise UserError(f"{self}: a file, not a folder") from None
        except OSError as error:
            raise UserError(f"{self.at(folder)}: cannot read ({error.strerror})") from None
        return dict(sorted(found.items()))

    def below(self, folder: str) -> dict[str, Entry]:
        found, waiting = {}, [(folder.removeprefix("."), 1)]
        while waiting:
            where, depth = waiting.pop()
            for name, entry in self.entries(where).items():
                if entry.regular or not entry.folder:
                    found[name] = entry
                elif depth < DEEPEST:
                    waiting.append((name, depth + 1))
        return dict(sorted(found.items()))

    def read(self, name: str, most: int) -> bytes:
        with self._opened(name) as file:
            return file.read(most)

    def pieces(self, name: str) -> Iterator[bytes]:
        with self._opened(name) as file:
            while piece := file.read(files.CHUNK):
                yield piece

    def _opened(self, name: str) -> BinaryIO:
        return inside.opened(self.path, name)

    def write(self, name: str, data: bytes) -> None:
        if not self.path.is_dir():  # it existed when prepared: do not silently make a new one
            raise UserError(
                f"{self}: the data folder disappeared; finished shards are wherever it was moved"
            )
        try:
            self._write(name, data)
        except OSError as error:
            raise UserError(
                f"{self.at(name)}: cannot write ({error.strerror or error}); finished shards are"
                " saved"
            ) from None

    def _write(self, name: str, data: bytes) -> None:
        """Write a file under a temporary name, sync it to disk, then rename it."""
        with inside.parent(self.path, name, make=True) as (handle, last):
            temporary = f".{last}.{secrets.token_hex(4)}.tmp"
            try:
                inside.write_at(handle, temporary, data)
                os.replace(temporary, last, src_dir_fd=handle, dst_dir_fd=handle)
                os.fsync(handle)
            finally:
                with suppress(OSError):
                    os.unlink(temporary, dir_fd=handle)

    def swap(self, name: str, before: bytes | None, after: bytes) -> bool:
        """As `Store.swap`; only one process may do this at a time, see `claim`."""
        try:
            there = self.read(name, len(before or b"") + 1)
        except FileNotFoundError:
            there = None
        except OSError as error:
            raise UserError(f"{self.at(name)}: cannot read ({error.strerror or error})") from None
        if there != before:
            return False
        self.write(name, after)
        return True

    def remove(self, name: str) -> None:
        try:
            with inside.parent(self.path, name) as (handle, last):
                os.unlink(last, dir_fd=handle)
        except FileNotFoundError:
            pass
        except OSError as error:
            raise UserError(f"{self.at(name)}: cannot remove ({error.strerror})") from None

    def drop(self, folder: str) -> None:
        while folder:
            try:
                with inside.parent(self.path, folder) as (handle, last):
                    os.rmdir(last, dir_fd=handle)
            except OSError:
                return
            folder = folder.rpartition("/")[0]

    def leftovers(self, folder: str) -> list[str]:
        return [
            name
            for name, entry in self.entries(folder).items()
            if not entry.folder and fnmatch.fnmatch(name.rpartition("/")[2], files.LEFTOVER)
        ]

    def unsettled(self, folder: str, count: int) -> set[str]:
        with suppress(FileNotFoundError), inside.folder(self.path, folder) as handle:
            when = {
                f"{folder}/{one}": os.stat(one, dir_fd=handle, follow_symlinks=False).st_mtime_ns
                for one in os.listdir(handle)
            }
            return set(heapq.nlargest(count, when, key=lambda name: when[name]))
        return set()

    @contextmanager
    def claim(self, name: str, note: Note) -> Iterator[None]:
        self.prepare()
        try:
            lock = inside.locked_file(self.path, name)
        except inside.IrregularError as error:
            raise UserError(f"{self.at(name)}: {error.strerror}; delete it") from None
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
            with self._opened(name) as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False  # never locked, or it cannot be locked
        return False

    def encloses(self, name: str) -> bool:
        try:
            with inside.folder(self.path, name):
                return True
        except FileNotFoundError:
            return True
        except inside.BarredError:
            return False

    def is_gone(self, name: str) -> bool:
        try:
            self._opened(name).close()
        except (FileNotFoundError, inside.BarredError):
            return True
        return False

    def source(self, name: str) -> pa.OSFile:
        # Not the Python file: a thread of pyarrow that reads it as Python ends aborts the process.
        import pyarrow as pa  # here: listing runs needs only their manifests

        with self._opened(name) as file:
            return pa.OSFile(f"/dev/fd/{file.fileno()}")

    def arrow(self) -> None:
        return None

    def location(self, name: str) -> str:
        return os.path.abspath(self.at(name))  # pyarrow would take "run:1/..." for a URL
