"""The files that a command leaves: looked at before the work, and there whole or not at all.

A result that cannot be kept after all, because the disk is full by then, is printed instead.
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
"""Bytes: a file is written under a name that is a little longer."""
PROBE = 4096
"""Bytes that are written to see whether there is room for any."""


def check_file(path: Path) -> None:
    """Raises UserError unless a file can be written; leaves nothing.

    ``path`` itself may be there, and is then left as it is.
    """
    with _refused(path):
        if path.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        if path.exists() and not path.is_file():
            raise OSError(0, "it is no regular file")
        _probe(path.parent)


def check_folder(path: Path) -> None:
    """Raises UserError unless files can be written below a folder; leaves nothing."""
    with _refused(path):
        if path.exists() and not path.is_dir():
            raise NotADirectoryError(0, "it is no folder")
        _probe(path)


def write_page(path: Path, text: str) -> None:
    """Write one file of many that are made together. Raises UserError; none is left torn."""
    write_whole(path, text.encode(), lasting=False)


def keep(path: Path, text: str) -> None:
    """Write a result. Raises UserError if that cannot be done; then it has been printed."""
    try:
        write_whole(Path(os.path.realpath(path)), text.encode())  # a link stays one
    except (UserError, ValueError) as error:
        sys.stdout.write(text)
        sys.stdout.flush()
        raise UserError(f"{error}; what it would hold is printed instead") from None


@contextmanager
def _refused(path: Path) -> Iterator[None]:
    """What the system says of a path, in one line; and what it would only say at the end."""
    try:
        if ":/" in str(path) or "\0" in str(path):  # what pathlib leaves of ://
            raise OSError(0, "it is no place of this machine")
        if any(len(os.fsencode(part)) > LONGEST_NAME for part in path.parts):
            raise OSError(0, os.strerror(errno.ENAMETOOLONG))
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError(f"{path}: cannot write there ({reason})") from None


def _probe(folder: Path) -> None:
    """Write a little in a folder, or in the first one above it that is there, and remove it."""
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
