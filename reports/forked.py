"""Processes that are forked: what they work on they have already, without its being sent."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any, TypeVar, cast

Answer = TypeVar("Answer")

SAFE = sys.platform == "linux"
"""Where a process with threads can be forked: not on macOS."""

_given: list[Any] = []
"""In a process that was forked: what it works on."""


def pool(workers: int, given: object) -> ProcessPoolExecutor:
    """Processes that work on ``given``; to be made where no thread of this one does anything."""
    context = multiprocessing.get_context("fork")
    return ProcessPoolExecutor(workers, context, _begin, (given,))


def ask(
    workers: ProcessPoolExecutor, function: Callable[..., Answer], *rest: object
) -> Callable[[], Answer]:
    """Have a function of the module's top level work on what was given; what waits for its answer.

    Waiting raises what the function raised, and BrokenProcessPool if its process was ended.
    """
    coming: Future[bytes] = workers.submit(_answer, function, *rest)
    return lambda: cast(Answer, pickle.loads(coming.result()))


def _begin(given: object) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # it ends at once; who began it says so
    _given[:] = [given]


def _answer(function: Callable[..., Any], *rest: object) -> bytes:
    """As bytes: what the pool itself cannot read back would leave it waiting for ever."""
    return pickle.dumps(function(_given[0], *rest))
