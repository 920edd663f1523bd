"""Where recorded games are kept: a folder, or a prefix of an object store.

Files go by their names below that place, with "/" between the parts on any system. All that
reads or writes recorded games does it through a `Store`, so that there is one way of doing it.
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
"""How a user names a place: the path of a folder, or a URL such as s3://bucket/prefix."""

URL = "://"
TRIES = 20
"""So often a file is written on a condition; others cannot be faster each time."""
NEVER_HELD = f"no conditional put was accepted in {TRIES} tries; the store's answers are not true"
Note = Callable[[str], None]
Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True)
class Entry:
    """What a listing shows: length in bytes; ``regular``: a file, no link; ``folder``: a folder."""

    length: int
    regular: bool = True
    folder: bool = False


class Store(ABC):
    """A place for recorded games.

    Reading raises FileNotFoundError for what is not there, and OSError for what cannot be read;
    an object store that does not answer, or refuses, raises UserError.
    """

    threads: ClassVar[int] = 1
    """How many at a time pay: requests are waited for, and digests leave the interpreter free."""

    @abstractmethod
    def __str__(self) -> str:
        """The place as its user named it."""

    @abstractmethod
    def at(self, name: str) -> str:
        """A file as a user may look for it."""

    @abstractmethod
    def prepare(self) -> None:
        """See that files can be written. Raises UserError if not."""

    @abstractmethod
    def exists(self) -> bool:
        """Is there such a place? A prefix of an object store always exists."""

    @abstractmethod
    def entries(self, folder: str) -> dict[str, Entry]:
        """What lies in a folder, not below it, by name, sorted; nothing if there is no such.

        An empty name stands for the place itself.
        """

    @abstractmethod
    def below(self, folder: str) -> dict[str, Entry]:
        """All that is no folder, in a folder and below it, by name, sorted."""

    @abstractmethod
    def read(self, name: str, most: int) -> bytes:
        """The bytes of a file, no more than this many."""

    @abstractmethod
    def pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a file, piece by piece."""

    @abstractmethod
    def write(self, name: str, data: bytes) -> None:
        """Write a file: it is there whole or not at all. Raises UserError if it cannot be done."""

    @abstractmethod
    def swap(self, name: str, before: bytes | None, after: bytes) -> bool:
        """Write a file if it still holds what it held before (None: if it is not there).

        Returns whether it was written. Raises UserError if it cannot be done.
        """

    @abstractmethod
    def remove(self, name: str) -> None:
        """Remove a file, if it is there. Raises UserError if that cannot be done."""

    @abstractmethod
    def leftovers(self, folder: str) -> list[str]:
        """What a writer that was killed left in a folder (not below it)."""

    @abstractmethod
    def unsettled(self, folder: str, count: int) -> set[str]:
        """The files (at most ``count``) that a power failure may have hit after they were written.

        Their lengths may be right and their bytes wrong.
        """

    @abstractmethod
    def claim(self, name: str, note: Note) -> AbstractContextManager[None]:
        """Keep what the name stands for to one process at a time.

        ``note`` is told why it takes a while. Raises UserError if another one is at it.
        """

    @abstractmethod
    def is_claimed(self, name: str) -> bool:
        """Is a process at it at this moment?"""

    @abstractmethod
    def encloses(self, name: str) -> bool:
        """Does a name lead to something inside of this place, whatever links there are?"""

    def is_gone(self, name: str) -> bool:
        """Has a file gone that was there? Only said where it is known without asking over a net."""
        return False

    @abstractmethod
    def source(self, name: str) -> Any:
        """What pyarrow reads a file from; of an object store, its bytes in memory."""

    @abstractmethod
    def arrow(self) -> Any:
        """The file system that pyarrow finds the files by ``location`` in; None: the local one."""

    @abstractmethod
    def location(self, name: str) -> str:
        """What pyarrow calls a file, see ``arrow``."""

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
        """Do some work for each item, several at a time where that pays; results in order."""
        if self.threads == 1:
            yield from map(work, items)
            return
        pool = ThreadPoolExecutor(self.threads)
        try:
            yield from pool.map(work, items)
        finally:
            pool.shutdown(cancel_futures=True)
