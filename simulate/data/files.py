"""Files that are there whole or not at all, whatever ends the process or the machine."""

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from model import UserError

CHUNK = 1 << 20  # bytes read at a time


def write_whole(
    path: Path, data: bytes, kept: str = "", *, lasting: bool = True, root: Path | None = None
) -> None:
    """Write a file under another name, see it safe on the disk, then give it its name.

    Folders above it are made, but no ``root``, which has to be there. ``lasting``: wait until a
    power failure could not take it; not for what is made anew at ease. Raises UserError if it
    cannot be done (the disk is full, the folder is read-only); then nothing of it is left and a
    file that had the name is as it was, which ``kept`` may say more of.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        make_folder(path.parent, root)
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
        raise UserError(f"{path}: cannot write ({reason}){kept}") from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Remove a file, if it is there. Raises UserError if that cannot be done."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise UserError(f"{path}: cannot remove ({error.strerror})") from None


def make_folder(folder: Path, root: Path | None = None) -> None:
    """Make a folder and those above it below ``root``, each safe on the disk. Raises OSError."""
    if folder != root and not folder.is_dir():
        make_folder(folder.parent, root)
        folder.mkdir(exist_ok=True)
        sync_folder(folder.parent)


def sync_folder(folder: Path) -> None:
    """See the names in a folder safe on the disk. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def leftovers(folder: Path) -> Iterator[Path]:
    """What a writer that was killed left in a folder (not below it)."""
    return folder.glob(".*.tmp")


def pieces(path: Path) -> Iterator[bytes]:
    """The bytes of a file, piece by piece. Raises OSError."""
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            yield piece
