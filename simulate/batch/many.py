"""Play many runs, one after another or several at once: each is complete and resumable.

A small run would leave most of its own workers idle, and starting them takes longer than its games.
So one worker plays a whole small run. All workers share a large run, so that no single worker is
left with it at the end. A cluster plays one run at a time.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from model import UserError
from simulate.batch.pool import Tell, Work, lost_text, run_tasks
from simulate.batch.runner import Run, run
from simulate.batch.tally import Tally, Watcher

SHARED = 8
"""Runs with at least this many shards per worker are shared by all workers."""


class RunsWatcher:
    """Receives the progress of many runs; does nothing by itself (batch.progress displays it)."""

    def update(self, recorded: int, played: int) -> None:
        """Games found recorded and games played so far, over all runs."""

    def note(self, text: str) -> None:
        """A message for the user."""


class _Part(Watcher):
    """A watcher of one run that adds its counts to those of all runs."""

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


def run_all(runs: Sequence[Run], workers: int, watcher: RunsWatcher) -> None:
    """Play all games of the runs that are not recorded yet, as many runs at once as workers.

    The files are the same as if each run were played alone. Raises UserError as `run` does.
    """
    if workers < 1:
        raise UserError(f"--workers {workers}: at least 1")
    if min(workers, len(runs)) <= 1:
        _here([replace(one, workers=workers) for one in runs], _Counts(watcher, len(runs)))
        return
    shared, alone = list[Run](), list[Run]()
    for one in runs:
        is_shared = one.cluster or len(one.shards()) >= SHARED * workers
        (shared if is_shared else alone).append(one)
    counts = _Counts(watcher, len(runs))
    _here([replace(one, workers=workers) for one in shared], counts)
    counts.first = len(shared)
    if alone:
        run_tasks(range(len(alone)), min(workers, len(alone)), partial(_prepare, alone), counts)


def _here(runs: Sequence[Run], counts: "_Counts") -> None:
    for number, one in enumerate(runs):
        part = _Part(lambda *games, number=number: counts.received(number, games))
        run(one, part)
        for text in part.notes:
            counts.watcher.note(text)


class _Counts:
    """A listener that sums the progress of all runs; the count of a restarted run starts again."""

    def __init__(self, watcher: RunsWatcher, runs: int) -> None:
        self.watcher = watcher
        self.counts = np.zeros((runs, 2), dtype=int)
        self.first = 0  # index of the first task's run

    def received(self, task: int, message: Any) -> None:
        if isinstance(message, str):
            self.watcher.note(message)
            return
        self.counts[self.first + task] += message
        recorded, played = self.counts.sum(axis=0)
        self.watcher.update(int(recorded), int(played))

    def lost(self, task: int, reason: str) -> None:
        self.counts[self.first + task] = 0
        self.watcher.note(lost_text(reason))


def _prepare(runs: Sequence[Run]) -> Work:
    """A worker's function: it plays the run of a given number."""

    def work(number: int, tell: Tell) -> None:
        part = _Part(lambda recorded, played: tell((recorded, played)))
        run(runs[number], part)
        for text in part.notes:
            tell(text)

    return work
