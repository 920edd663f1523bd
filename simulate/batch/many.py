"""Many runs, one after another or several at once: each is whole, resumable, and its own folder.

A run of few games would leave workers of its own idle, and starting them takes longer than its
games: here a worker takes a whole run.
"""

import multiprocessing
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol

import numpy as np

from model import UserError
from simulate.batch.runner import POLL_SECONDS, Run, Tally, follow_parent, run, stop


class Overseer(Protocol):
    """What many runs tell while they go on; see simulate.batch.progress for one that shows it."""

    def update(self, recorded: int, played: int) -> None:
        """Games found recorded and games played so far, over all runs."""

    def note(self, text: str) -> None:
        """Something a user should know."""


class _Part:
    """A watcher of one run that adds what it hears to the counts of all."""

    def __init__(self, add: Callable[[int, int], None]) -> None:
        self.add = add
        self.games = 0
        self.notes: list[str] = []

    def begin(self, total: int, done: int) -> None:
        self.add(done, 0)

    def update(self, tally: Tally) -> None:
        self.add(0, tally.games - self.games)
        self.games = tally.games

    def note(self, text: str) -> None:
        self.notes.append(text)


def run_all(runs: Sequence[Run], workers: int, overseer: Overseer) -> None:
    """Play whatever of the runs is not recorded yet, as many runs at once as there are workers.

    The files are those that each run alone would write. Raises UserError as `run` does.
    """
    if workers < 1:
        raise UserError(f"--workers {workers}: at least 1")
    if min(workers, len(runs)) <= 1:
        _here(runs, overseer)
    else:
        _on_workers(runs, min(workers, len(runs)), overseer)


def _here(runs: Sequence[Run], overseer: Overseer) -> None:
    counts = np.zeros(2, dtype=int)

    def add(recorded: int, played: int) -> None:
        counts[:] += recorded, played
        overseer.update(int(counts[0]), int(counts[1]))

    for one in runs:
        part = _Part(add)
        run(one, part)
        for text in part.notes:
            overseer.note(text)


def _on_workers(runs: Sequence[Run], workers: int, overseer: Overseer) -> None:
    context = multiprocessing.get_context("spawn")
    shared = context.Array("q", 2)
    pool = ProcessPoolExecutor(workers, context, initializer=_start, initargs=(shared,))
    pending = {pool.submit(_work, one) for one in runs}
    try:
        while pending:
            done, pending = wait(pending, POLL_SECONDS, FIRST_COMPLETED)
            for future in done:
                for text in future.result():
                    overseer.note(text)
            with shared.get_lock():
                recorded, played = shared[0], shared[1]
            overseer.update(recorded, played)
        pool.shutdown()
    except BrokenProcessPool:
        raise UserError(
            "a worker process died (out of memory?); finished games are kept, "
            "run the same command again to continue"
        ) from None
    finally:
        stop(pool)


_shared: list[Any] = []


def _start(shared: Any) -> None:
    """Prepare a worker process, which ends when its parent does, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    threading.Thread(target=follow_parent, daemon=True).start()
    _shared.append(shared)


def _work(one: Run) -> list[str]:
    """Play one run in a worker process; returns its notes."""
    counts = _shared[0]

    def add(recorded: int, played: int) -> None:
        with counts.get_lock():
            counts[0] += recorded
            counts[1] += played

    part = _Part(add)
    run(one, part)
    return part.notes
