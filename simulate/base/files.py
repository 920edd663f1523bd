"""Write files atomically, whatever ends the process or the machine."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from model import UserError

CHUNK = 1 << 20  # bytes read at a time
LEFTOVER = ".*.tmp"  # the name of a file being written


def write_whole(path: Path, data: bytes, *, lasting: bool = True) -> None:
    """Write a file under a temporary name, sync it to disk, then rename it.

    Missing parent folders are created. ``lasting``: wait until the file is safe from a power
    failure; unnecessary for files that are easily made again. Raises UserError if it cannot be done
    (the disk is full, the folder is read-only); then nothing is left behind, and an existing file
    is unchanged.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        make_folder(path.parent)
        with temporary.open("wb") as file:
            file.write(data)
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        os.replace(temporary, path)
        if lasting:
            sync_folder(path.parent)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UserError(f"{path}: cannot write ({reason})") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def make_folder(folder: Path) -> None:
    """Create a folder and its parents, each synced to disk. Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
