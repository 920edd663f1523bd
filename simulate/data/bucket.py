"""A prefix of an object store, through fsspec: S3 and what speaks like it, or memory for tests.

Putting an object is atomic: it is there whole or not at all. Credentials and endpoints come from
the environment and configuration files of the store's own client (AWS_ACCESS_KEY_ID, AWS_PROFILE,
AWS_ENDPOINT_URL, AWS_CA_BUNDLE, ...), which also tries again what fails for a moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pyarrow as pa

from model import UserError
from simulate.data import lease
from simulate.data.store import Entry, Note, Store

PIECE = 16 << 20  # bytes asked for at a time: most shards in one request
SHOWN = 300  # characters of what a client says
INSTALL = "pip install -e '.[s3]'"
LOST = ("PreconditionFailed", "ConditionalRequestConflict")
"""What S3 answers to a conditional put if somebody else was faster."""


@dataclass(frozen=True)
class Bucket(Store):
    """A prefix of an object store, by its URL."""

    url: str
    threads = 10  # connections that botocore keeps

    def __post_init__(self) -> None:
        _opened(self.url)

    def __str__(self) -> str:
        return self.url

    def at(self, name: str) -> str:
        return f"{self.url}/{name}"

    def __getstate__(self) -> dict[str, Any]:
        if self.url.startswith("memory:"):
            raise UserError(f"{self.url}: no other process sees this memory; give --workers 1")
        return {"url": self.url}

    def prepare(self) -> None:
        self.entries("runs")  # there are no folders to make; this says whether it answers

    def exists(self) -> bool:
        return True

    def entries(self, folder: str) -> dict[str, Entry]:
        return self._listed(folder, lambda files, path: files.ls(path, detail=True))

    def below(self, folder: str) -> dict[str, Entry]:
        return self._listed(folder, lambda files, path: files.find(path, detail=True).values())

    def _listed(self, folder: str, ask: Callable[[Any, str], Any]) -> dict[str, Entry]:
        """Listed objects by their names below this place; none if there is no such folder."""
        with self._asked("list", folder):
            try:
                found = ask(self.arrow(), self.location(folder))
            except FileNotFoundError as error:
                _refuse_missing_bucket(error)
                return {}
        start = len(self.location(""))
        entries = {
            one["name"][start:].rstrip("/"): Entry(
                one["size"] or 0, one["type"] == "file", one["type"] == "directory"
            )
            for one in found
            if not one["name"].endswith("/")  # stands for a folder, in some clients
        }
        return dict(sorted(entries.items()))

    def read(self, name: str, most: int) -> bytes:
        return self._range(name, 0, most)

    def pieces(self, name: str) -> Iterator[bytes]:
        start = 0
        while piece := self._range(name, start, start + PIECE):
            yield piece
            start += len(piece)
            if len(piece) < PIECE:
                return

    def _range(self, name: str, start: int, end: int) -> bytes:
        with self._asked("read", name):
            try:
                found: bytes = self.arrow().cat_file(self.location(name), start=start, end=end)
            except OSError as error:
                if _code(error) == "InvalidRange":  # it ends before
                    return b""
                raise
        return found

    def write(self, name: str, data: bytes) -> None:
        with self._asked("write", name, "; finished shards are saved"):
            self.arrow().pipe_file(self.location(name), data)

    def swap(self, name: str, before: bytes | None, after: bytes) -> bool:
        """As `Store.swap`. In a store without conditional puts, somebody may come between."""
        with self._asked("write", name):
            try:
                condition = self._condition(name, before)
                if condition is None:
                    return False
                try:
                    self.arrow().pipe_file(self.location(name), after, **condition)
                except (NotImplementedError, ValueError):
                    self.arrow().pipe_file(self.location(name), after)
            except FileExistsError:
                return False
            except OSError as error:
                if _code(error) in LOST or isinstance(error, FileNotFoundError):
                    _refuse_missing_bucket(error)
                    return False
                raise
        return True

    def _condition(self, name: str, before: bytes | None) -> dict[str, str] | None:
        """Options of a put that make it conditional; None if the object is another already."""
        if before is None:
            return {"mode": "create"}
        info = self.arrow().info(self.location(name))
        if self.read(name, len(before) + 1) != before:
            return None
        is_s3 = "s3" in self.arrow().protocol
        return {"IfMatch": info["ETag"]} if is_s3 else {}

    def remove(self, name: str) -> None:
        with self._asked("remove", name):
            try:
                self.arrow().rm_file(self.location(name))
            except FileNotFoundError as error:
                _refuse_missing_bucket(error)

    def leftovers(self, folder: str) -> list[str]:
        return []

    def unsettled(self, folder: str, count: int) -> set[str]:
        return set()  # a put is answered when the store answers for the object

    def claim(self, name: str, note: Note) -> AbstractContextManager[None]:
        return lease.held(self, name, note)

    def is_claimed(self, name: str) -> bool:
        return lease.is_held(self, name, self.age)

    def age(self, name: str) -> float:
        """Seconds since an object was written. Raises FileNotFoundError."""
        with self._asked("read", name):
            when: datetime = self.arrow().modified(self.location(name))
        return (datetime.now(UTC) - when).total_seconds()

    def encloses(self, name: str) -> bool:
        return True  # no links

    def source(self, name: str) -> pa.BufferReader:
        return pa.BufferReader(b"".join(self.pieces(name)))

    def arrow(self) -> Any:
        return _opened(self.url)[0]

    def location(self, name: str) -> str:
        return f"{_opened(self.url)[1]}/{name}"

    @contextmanager
    def _asked(self, what: str, name: str, more: str = "") -> Iterator[None]:
        """Tell in one line what a store, or its client, says that is not about one object."""
        try:
            yield
        except (UserError, FileNotFoundError, FileExistsError):
            raise
        except Exception as error:  # each client has kinds of its own
            raise UserError(f"{self.at(name)}: cannot {what} ({_line(error)}){more}") from None


@cache
def _opened(url: str) -> tuple[Any, str]:
    """The file system of a URL, and what it calls the place. Raises UserError."""
    try:
        from fsspec.core import url_to_fs

        # Other processes write too: a listing is never remembered.
        files, path = url_to_fs(url, use_listings_cache=False)
    except ImportError as error:
        raise UserError(f"{url}: {_line(error)}; s3:// needs the extra `s3`: {INSTALL}") from None
    except Exception as error:  # each client has kinds of its own
        raise UserError(f"{url}: {_line(error)}; give a folder or s3://BUCKET/PREFIX") from None
    if not path.strip("/") and files.protocol != "memory":
        raise UserError(f"{url}: names no bucket; give s3://BUCKET/PREFIX")
    return files, path.rstrip("/")


def _refuse_missing_bucket(error: OSError) -> None:
    if _code(error) == "NoSuchBucket":
        raise OSError("no such bucket") from None


def _code(error: BaseException) -> str:
    """What S3 calls an error; empty if it says nothing."""
    response = getattr(error.__cause__, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))


def _line(error: BaseException) -> str:
    """What an error says, in one line."""
    text = " ".join((str(error) or type(error).__name__).split())
    return "".join(one for one in text if one.isprintable())[:SHOWN]
