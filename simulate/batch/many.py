"""Many runs, one after another or several at once: each is whole and resumable.

A run of few games would leave workers of its own idle, and starting them takes longer than its
games: a worker takes a whole run. All workers share a run of many shards, so that none of them is
left with it alone at the end; and a cluster plays one run at a time.
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
"""A run of this many shards a worker is played by all workers."""


class RunsWatcher:
    """What many runs report while they run; by itself it shows nothing (batch.progress does)."""

    def update(self, recorded: int, played: int) -> None:
        """Games found recorded and games played so far, over all runs."""

    def note(self, text: str) -> None:
        """Something a user should know."""


class _Part(Watcher):
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


def run_all(runs: Sequence[Run], workers: int, watcher: RunsWatcher) -> None:
    """Play whatever of the runs is not recorded yet, as many runs at once as there are workers.

    The files are those that each run alone would write. Raises UserError as `run` does.
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
    """A listener that adds up what is reported of all runs; a run begun again counts again."""

    def __init__(self, watcher: RunsWatcher, runs: int) -> None:
        self.watcher = watcher
        self.counts = np.zeros((runs, 2), dtype=int)
        self.first = 0  # run of the first task

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
    """What a worker does with the number of a run: it plays it."""

    def work(number: int, tell: Tell) -> None:
        part = _Part(lambda recorded, played: tell((recorded, played)))
        run(runs[number], part)
        for text in part.notes:
            tell(text)

    return work
