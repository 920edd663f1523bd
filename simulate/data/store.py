"""Where recorded games are saved: a folder, or a prefix of an object store.

Files are named relative to that place, with "/" between the parts on any system. All code that
reads or writes recorded games does so through a `Store`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from model import UserError

Place = str | Path
"""A place as a user names it: the path of a folder, or a URL such as s3://bucket/prefix."""

URL = "://"
TRIES = 20
"""Limit of attempts at a conditional write; others cannot be faster each time."""
NEVER_HELD = f"no conditional put was accepted in {TRIES} tries; the store's answers are not true"
Note = Callable[[str], None]
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Entry:
    """A listing entry: length in bytes; ``regular``: a file, no link; ``folder``: a folder."""

    length: int
    regular: bool = True
    folder: bool = False


class Store(ABC):
    """A place for recorded games.

    Reading raises FileNotFoundError for a missing file, and OSError for an unreadable one. An
    object store that does not answer, or refuses, raises UserError.
    """

    threads: ClassVar[int] = 1
    """Useful number of threads: requests wait, and digests release the interpreter lock."""

    @abstractmethod
    def __str__(self) -> str:
        """The place as its user named it."""

    @abstractmethod
    def at(self, name: str) -> str:
        """The path of a file as a user can find it."""

    @abstractmethod
    def prepare(self) -> None:
        """Check that files can be written. Raises UserError if not."""

    @abstractmethod
    def exists(self) -> bool:
        """Does this place exist? A prefix of an object store always does."""

    @abstractmethod
    def entries(self, folder: str) -> dict[str, Entry]:
        """The entries of a folder (not below it) by name, sorted; empty if there is no such folder.

        An empty name stands for the place itself.
        """

    @abstractmethod
    def below(self, folder: str) -> dict[str, Entry]:
        """All non-folders in a folder and below it, by name, sorted."""

    @abstractmethod
    def read(self, name: str, most: int) -> bytes:
        """The bytes of a file, at most this many."""

    @abstractmethod
    def pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece."""

    @abstractmethod
    def write(self, name: str, data: bytes) -> None:
        """Write a file atomically. Raises UserError if it cannot be done."""

    @abstractmethod
    def swap(self, name: str, before: bytes | None, after: bytes) -> bool:
        """Write a file only if its content is still ``before`` (None: only if it does not exist).

        Returns whether it was written. Raises UserError if it cannot be done.
        """

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove a file, if it exists. Raises UserError if that cannot be done."""

    def drop(self, folder: str) -> None:
        """Remove a folder and its parents, below this place, as long as they are empty."""
        return  # an object store has no folders

    @abstractmethod
    def leftovers(self, folder: str) -> list[str]:
        """Files that a killed writer left in a folder (not below it)."""

    @abstractmethod
    def unsettled(self, folder: str, count: int) -> set[str]:
        """The files (at most ``count``) that a power failure may have hit after they were written.

        Their lengths may be right and their bytes wrong.
        """

    @abstractmethod
    def claim(self, name: str, note: Note) -> AbstractContextManager[None]:
        """Reserve the thing that the name stands for, such as a run, for one process at a time.

        ``note`` receives the reason for a delay. Raises UserError if another process has it.
        """

    @abstractmethod
    def is_claimed(self, name: str) -> bool:
        """Does a process have it reserved right now?"""

    @abstractmethod
    def encloses(self, name: str) -> bool:
        """Does a name lead to something inside this place, whatever links there are?"""

    def is_gone(self, name: str) -> bool:
        """Has an existing file disappeared? Only answered where no network request is needed."""
        return False

    @abstractmethod
    def source(self, name: str) -> Any:
        """A source for pyarrow to read a file from; for an object store, its bytes in memory."""

    @abstractmethod
    def arrow(self) -> Any:
        """The file system in which pyarrow finds the files by ``location``; None: the local one."""

    @abstractmethod
    def location(self, name: str) -> str:
        """pyarrow's path of a file, see ``arrow``."""

    def whole(self, name: str, most: int) -> bytes:
        """The bytes of a file. Raises as `read`, and UserError if it has more than ``most``."""
        data = self.read(name, most + 1)
        if len(data) > most:
            raise UserError(f"{name}: larger than {most} bytes")
        return data

    def digest(self, name: str) -> tuple[int, str]:
        """Length in bytes and SHA-256 (hex) of a file, read in pieces."""
        digest, length = sha256(), 0
        for piece in self.pieces(name):
            digest.update(piece)
            length += len(piece)
        return length, digest.hexdigest()

    def each(self, work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Apply a function to each item, several at a time where useful; results in order."""
        if self.threads == 1:
            yield from map(work, items)
            return
        pool = ThreadPoolExecutor(self.threads)
        try:
            yield from pool.map(work, items)
        finally:
            pool.shutdown(cancel_futures=True)
