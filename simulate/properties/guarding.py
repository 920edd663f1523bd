"""Running what a user's file holds: whatever it raises, and however long it takes, is one line."""

from __future__ import annotations

import os
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 5  # times that it is interrupted


class CheckTimeoutError(BaseException):
    """It takes too long: no ``except Exception`` in the file keeps it from ending."""


@contextmanager
def limited(seconds: float, what: str) -> Iterator[None]:
    """Raises CheckTimeoutError inside once that time is over.

    Time is only taken in the main thread of a process, which is where games are played. A file that
    catches even CheckTimeoutError, again and again, ends the process; ``what`` is then named.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupted = 0

    def late(*_: object) -> None:
        nonlocal interrupted
        interrupted += 1
        if interrupted > PATIENCE:
            signal.setitimer(signal.ITIMER_REAL, 0)
            print(f"gah: {what} cannot be interrupted", file=sys.stderr, flush=True)
            os._exit(2)
        raise CheckTimeoutError(f"took more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def line_of(error: BaseException, file: str) -> int:
    """The last line of a file that led to an exception; 0 if none did."""
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
