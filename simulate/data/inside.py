"""Files inside a folder, opened part by part from its handle: no link leads out of it.

A data folder may come from a stranger. Its own name is given by the user and may be a link. Below
it no link is followed, only regular files are opened, and opening never blocks (a named pipe is
refused).
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
_BARRED = (errno.ELOOP, errno.ENOTDIR, errno.EMLINK)
"""Error codes for opening a link, or a file as if it were a folder (they differ by system)."""


NOT_REGULAR = "is no regular file"


class BarredError(OSError):
    """A part of a path is a link, or is not a folder where one is needed."""


class IrregularError(OSError):
    """A link, folder, pipe or device instead of a regular file."""


@contextmanager
def folder(root: Path, name: str, *, make: bool = False) -> Iterator[int]:
    """The handle of a folder below ``root``; ``name``: parts with "/" between them, "" for itself.

    make: create missing folders below the root, each synced to disk; the root must exist. Raises
    FileNotFoundError if something is missing, BarredError for links, other OSError.
    """
    handle = os.open(root, _FOLDER)
    try:
        for part in _parts(name):
            inner = _enter(handle, part, make)
            os.close(handle)
            handle = inner
        yield handle
    finally:
        os.close(handle)


@contextmanager
def parent(root: Path, name: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
    """The handle of a file's folder, and the last part of its name; raises as `folder`."""
    above, _, last = name.rpartition("/")
    if not last:
        raise BarredError(errno.EINVAL, "names no file")
    with folder(root, above, make=make) as handle:
        yield handle, last


def opened(root: Path, name: str) -> BinaryIO:
    """Open a regular file for reading. Raises as `folder`, and IrregularError."""
    with parent(root, name) as (handle, last):
        return _regular(last, os.O_RDONLY, handle)


def locked_file(root: Path, name: str) -> BinaryIO:
    """Open a regular file for locking: created empty if missing, never changed if it exists.

    Raises as `opened`.
    """
    with parent(root, name) as (handle, last):
        return _regular(last, os.O_RDWR | os.O_CREAT, handle)


def write_at(handle: int, name: str, data: bytes) -> None:
    """Write a new file in a folder, synced to disk. Raises OSError, also if the file exists."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(name, flags, 0o666, dir_fd=handle), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _parts(name: str) -> list[str]:
    parts = [] if name in ("", ".") else name.split("/")
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise BarredError(errno.EINVAL, "is no name inside the folder")
    return parts


def _enter(handle: int, part: str, make: bool) -> int:
    flags = _FOLDER | os.O_NOFOLLOW
    try:
        try:
            return os.open(part, flags, dir_fd=handle)
        except FileNotFoundError:
            if not make:
                raise
        try:
            os.mkdir(part, dir_fd=handle)
            os.fsync(handle)
        except FileExistsError:
            pass  # another process was faster
        return os.open(part, flags, dir_fd=handle)
    except OSError as error:
        if error.errno in _BARRED:
            raise BarredError(error.errno, "is a link, or no folder") from None
        raise


def _regular(name: str, flags: int, folder: int) -> BinaryIO:
    """Open a file of a folder. Raises IrregularError, and changes nothing, if it is not regular."""
    try:
        handle = os.open(name, flags | _FILE, 0o666, dir_fd=folder)
    except OSError as error:
        # A link; or a folder, or a pipe without a reader, opened for writing.
        if error.errno in (*_BARRED, errno.EISDIR, errno.ENXIO):
            raise IrregularError(error.errno, NOT_REGULAR) from None
        raise
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise IrregularError(errno.EINVAL, NOT_REGULAR)
    return os.fdopen(handle, "r+b" if flags & os.O_RDWR else "rb")
