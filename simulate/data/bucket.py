"""A prefix of an object store, through fsspec: S3 and compatible stores, or memory for tests.

Putting an object is atomic: the object is complete or absent. Credentials and endpoints come from
the environment and configuration files of the store's own client (AWS_ACCESS_KEY_ID, AWS_PROFILE,
AWS_ENDPOINT_URL, AWS_CA_BUNDLE, ...), which also retries after transient failures.
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

PIECE = 16 << 20  # bytes per request: most shards need one request
SHOWN = 300  # characters of a client's message
INSTALL = "pip install -e '.[s3]'"
LOST = ("PreconditionFailed", "ConditionalRequestConflict")
"""S3's answers to a conditional put if another writer was faster."""


@dataclass(frozen=True)
class Bucket(Store):
    """A prefix of an object store, by its URL."""

    url: str
    threads = 10  # botocore's pool of connections

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
        self.entries("runs")  # there are no folders to make; this checks that the store answers

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
            if not one["name"].endswith("/")  # some clients put such an object for a folder
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
                if _code(error) == "InvalidRange":  # the object ends earlier
                    return b""
                raise
        return found

    def write(self, name: str, data: bytes) -> None:
        with self._asked("write", name, "; finished shards are saved"):
            self.arrow().pipe_file(self.location(name), data)

    def swap(self, name: str, before: bytes | None, after: bytes) -> bool:
        """As `Store.swap`. In a store without conditional puts, another writer may intervene."""
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
        """Options that make a put conditional; None if the object has changed already."""
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
        return set()  # a put returns only when the object is durable

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
        """Turn an error of the store or its client that is not about one object into one line."""
        try:
            yield
        except (UserError, FileNotFoundError, FileExistsError):
            raise
        except Exception as error:  # each client raises its own kinds
            raise UserError(f"{self.at(name)}: cannot {what} ({_line(error)}){more}") from None


@cache
def _opened(url: str) -> tuple[Any, str]:
    """The file system of a URL, and its name for the place. Raises UserError."""
    try:
        from fsspec.core import url_to_fs

        # Other processes write too: never cache a listing.
        files, path = url_to_fs(url, use_listings_cache=False)
    except ImportError as error:
        raise UserError(f"{url}: {_line(error)}; s3:// needs the extra `s3`: {INSTALL}") from None
    except Exception as error:  # each client raises its own kinds
        raise UserError(f"{url}: {_line(error)}; give a folder or s3://BUCKET/PREFIX") from None
    if not path.strip("/") and files.protocol != "memory":
        raise UserError(f"{url}: names no bucket; give s3://BUCKET/PREFIX")
    return files, path.rstrip("/")


def _refuse_missing_bucket(error: OSError) -> None:
    if _code(error) == "NoSuchBucket":
        raise OSError("no such bucket") from None


def _code(error: BaseException) -> str:
    """S3's code of an error; empty if it has none."""
    response = getattr(error.__cause__, "response", None) or {}
    return str(response.get("Error", {}).get("Code", ""))


def _line(error: BaseException) -> str:
    """The message of an error, in one line."""
    text = " ".join((str(error) or type(error).__name__).split())
    return "".join(one for one in text if one.isprintable())[:SHOWN]
