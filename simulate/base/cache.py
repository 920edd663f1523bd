"""The cache folder for compiled code between starts, and who may have written there.

Compiled code is executed, and reading it back can run anything in it. So a folder in which anybody
but the user (or root) can write is neither read nor written. Such a start, and one that cannot use
its folder for any other reason, compiles into a temporary folder, which is removed at its end;
worker processes share it.
"""

import atexit
import errno
import os
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import platformdirs

FOLDER = "GAH_CACHE_DIR"
PRIVATE, OWN = 0o700, 0o600  # modes of new folders and files
OTHERS = stat.S_IWGRP | stat.S_IWOTH


def wanted() -> Path | None:
    """GAH_CACHE_DIR, or the user's cache folder; None if the user has no home."""
    if named := os.environ.get(FOLDER):
        return Path(named)
    try:
        found = Path(platformdirs.user_cache_dir("gah"))
    except RuntimeError:  # newer versions; older ones leave the ~ in the path
        return None
    return None if str(found).startswith("~") else found


def root() -> Path:
    """The folder for compiled code; it exists, and only the user can write there.

    If the wanted folder cannot be used, one line on stderr says so, and a folder of this process
    and its children replaces it.
    """
    return _usable(wanted())


@cache
def _usable(folder: Path | None) -> Path:
    """The wanted folder, or one of this process; checked once."""
    if folder is None:
        return _of_this_process("there is no home folder")
    if reason := _unusable(folder):
        return _of_this_process(f"{folder}: {reason}")
    return folder


def _unusable(folder: Path) -> str:
    """The reason why a folder cannot be used, or empty; creates it if it is missing.

    A read-only folder is used if it contains compiled code.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=PRIVATE, exist_ok=True)
        os.listdir(folder)  # glob() would find nothing, without an error
        of_code = [entry for entry in folder.glob("*-*") if entry.is_dir()]
        for one in (folder, *of_code):
            if reason := distrust(one.stat()):
                return reason if one == folder else f"{one.name}: {reason}"
            os.listdir(one)
        if not of_code and not os.access(folder, os.W_OK | os.X_OK):
            return os.strerror(errno.EACCES)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def distrust(found: os.stat_result) -> str:
    """The reason why a file or folder may be somebody else's, or empty."""
    if found.st_uid not in (os.geteuid(), 0):
        return "it belongs to another user"
    if found.st_mode & OTHERS:
        return "other users can write there; chmod -R go-w"
    return ""


def read(path: Path) -> bytes | None:
    """The bytes of a file that only the user can have written; None if there is none.

    Raises PermissionError if somebody else may have written it, or it is not a regular file.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        reason = "" if stat.S_ISREG(found.st_mode) else "it is no regular file"
        if reason := reason or distrust(found):
            raise PermissionError(reason)
        return file.read()


def write(path: Path, data: bytes) -> None:
    """Write a new file that only the user can read. Raises OSError."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, OWN)
    with open(handle, "wb") as file:
        file.write(data)


def _of_this_process(reason: str) -> Path:
    """A folder for this process and its children, in place of one that cannot be used."""
    say_once(f"every start compiles: no compiled code can be kept ({reason})")
    made, owner = Path(tempfile.mkdtemp(prefix="gah-")), os.getpid()
    os.environ[FOLDER] = str(made)

    def remove() -> None:
        if os.getpid() == owner:  # not in a forked child
            shutil.rmtree(made, ignore_errors=True)

    atexit.register(remove)
    return made


def say(line: str) -> None:
    """Print a line for the user."""
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)


say_once = cache(say)
