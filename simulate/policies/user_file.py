"""Run a Python file that the user of this program named, with a time limit."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from model.errors import UserError
from model.reading import read_bytes

MAX_BYTES = 8 << 20
RUN_SECONDS = 60.0
"""Time limit for running a file."""
PATIENCE = 5  # attempts to end it
KEPT = 32  # files that stay loaded


class OutOfTimeError(BaseException):
    """Time is over: ``except Exception`` in the file does not catch this."""


@contextmanager
def limited(seconds: float, what: str) -> Iterator[None]:
    """Raises OutOfTimeError inside once the time is over.

    The limit only applies in the main thread of a process, where games are played. A file that
    catches OutOfTimeError again and again ends the process, and the message names ``what``.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked = 0

    def late(*_: object) -> None:
        nonlocal asked
        asked += 1
        if asked > PATIENCE:
            signal.setitimer(signal.ITIMER_REAL, 0)
            print(f"gah: {what} does not end when asked to", file=sys.stderr, flush=True)
            os._exit(2)
        raise OutOfTimeError(f"took more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def line_of(error: BaseException, file: str) -> int:
    """The last line of a file that led to an exception; 0 if there is none."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return error.lineno or 0
    lines = [
        line
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == file
    ]
    return lines[-1] if lines else 0


def said(error: BaseException) -> str:
    """An exception in one line."""
    return traceback.format_exception_only(error)[-1].strip()


def message(error: BaseException, path: Path) -> str:
    """An exception in one line, with the last line of the file that led to it."""
    if isinstance(error, OutOfTimeError):
        return str(error)
    line = line_of(error, str(path))
    return f"line {line}: {said(error)}" if line else said(error)


def full_path(name: str, named: str) -> Path:
    """The path of a file as a user typed it. Raises UserError, naming ``named``, if no such path
    can exist."""
    try:
        return Path(name).expanduser().resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, an unknown ~user
        raise UserError(f"{named}: no such file ({error})") from None


def source_of(path: Path, named: str) -> bytes:
    """The content of a file. Raises UserError, naming ``named``, if it cannot be read."""
    try:
        return read_bytes(path, MAX_BYTES)
    except UserError as error:
        raise UserError(f"{named}: {error}") from None


def digest_of(source: bytes) -> str:
    """The digest that identifies a file, 12 hex digits."""
    return hashlib.sha256(source).hexdigest()[:12]


def run(path: Path, source: bytes) -> ModuleType:
    """Run a file as a module. Raises whatever the file raises."""
    title = f"gah_own_{re.sub(r'[^a-zA-Z0-9]', '_', path.stem)}_{digest_of(source)}"
    spec = importlib.util.spec_from_loader(title, loader=None, origin=str(path))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[title] = module  # dataclasses and pickle look for it there
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except BaseException:
        sys.modules.pop(title, None)
        raise
    return module
