"""The output files of a command: checked before the work, and written atomically.

A result that cannot be saved after all, because the disk is full by then, is printed instead.
"""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from model import UserError
from simulate.base.files import write_whole

LONGEST_NAME = 240
"""Bytes: the temporary name of a file is a little longer."""
PROBE = 4096
"""Bytes written to test for free space."""


def check_file(path: Path) -> None:
    """Raises UserError unless a file can be written; leaves nothing behind.

    ``path`` itself may exist, and is then unchanged.
    """
    with _refused(path):
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        if path.exists() and not path.is_file():
            raise OSError(0, "it is no regular file")
        _probe(path.parent)


def check_folder(path: Path) -> None:
    """Raises UserError unless files can be written below a folder; leaves nothing behind."""
    with _refused(path):
        if path.exists() and not path.is_dir():
            raise NotADirectoryError(0, "it is no folder")
        _probe(path)


def write_page(path: Path, text: str) -> None:
    """Write one of many files that are made together. Raises UserError; no partial file is left."""
    write_whole(path, text.encode(), lasting=False)


def keep(path: Path, text: str) -> None:
    """Write a result. If that fails, prints it and raises UserError."""
    try:
        write_whole(Path(os.path.realpath(path)), text.encode())  # a link stays a link
    except (UserError, ValueError) as error:
        sys.stdout.write(text)
        sys.stdout.flush()
        raise UserError(f"{error}; its content is printed instead") from None


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    """Turn system errors about a path into one line, and find some of them early."""
    try:
        if ":/" in str(path) or "\0" in str(path):  # pathlib turns :// into this
            raise OSError(0, "it is no place of this machine")
        if any(len(os.fsencode(part)) > LONGEST_NAME for part in path.parts):
            raise OSError(0, os.strerror(errno.ENAMETOOLONG))
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{path}: cannot write there ({reason})") from None


def _probe(folder: Path) -> None:
    """Write and remove some bytes in a folder, or in its first existing parent."""
    folder = folder.absolute()
    while not folder.exists():
        if folder.is_symlink():
            raise FileNotFoundError(0, f"{folder} is a link that leads nowhere")
        folder = folder.parent
    if not folder.is_dir():
        raise NotADirectoryError(0, f"{folder} is no folder")
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".gah-") as file:
        file.write(bytes(PROBE))
        file.flush()
