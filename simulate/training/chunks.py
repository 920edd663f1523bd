"""The games of a training in chunks, played by this process, others, or a cluster.

The result of a chunk depends only on the chunk and the weights, so that any process on any machine
may play it, even twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from model import Ruleset
from simulate import policies
from simulate.base.provenance import SHARED, digest_of
from simulate.batch.many import RunsWatcher
from simulate.batch.pool import Listener, Tell, Work, WorkerPool, lost_text
from simulate.engine.codes import ERRORS
from simulate.engine.compile import compile_ruleset
from simulate.learned.network import blank
from simulate.learned.notes import CUT, Notes
from simulate.learned.settings import network_of
from simulate.learned.weights import decoded, shipped
from simulate.playing.learned import LEARNER, NO_SAMPLES, NOTHING, LearnedTable, Noting
from simulate.playing.player import EngineError
from simulate.playing.rows import Rows, blank_rows
from simulate.training.fitting import Samples

ROOM = 18_000  # most samples per chunk


@dataclass(frozen=True)
class Chunk:
    """Games ``first`` .. ``first + games - 1`` at a table.

    ``cast``: the player whose weights are being trained, and the one at all other seats, with the
    suite's own weights. If there is no other, the first plays all seats. Seats rotate from game to
    game.
    """

    ruleset: Ruleset
    players: int
    cast: tuple[str, ...]
    seed: int
    first: int
    games: int


@dataclass(frozen=True)
class Lesson(Chunk):
    """Games to learn from."""

    width: int
    noting: Noting

    def play(self, worker: Worker, weights: bytes) -> Samples:
        """The positions sampled and their targets. Raises EngineError."""
        table = worker.table(self, weights, samples=ROOM)
        table.dials["width"][LEARNER] = self.width
        table.notes.held[0] = 0
        rows = blank_rows(0, self.players)
        worker.play(table, self, 1, rows, self.noting)
        return kept(table.notes)


@dataclass(frozen=True)
class Duel(Chunk):
    """Games that measure the strength of the cast's first: mirrored deals, no random decisions.

    ``first`` and ``games`` are multiples of ``players``: each deal is played from every seat.
    """

    def play(self, worker: Worker, weights: bytes) -> np.ndarray:
        """The rows of the players, see `simulate.playing.rows`. Raises EngineError."""
        rows = blank_rows(self.games, self.players)
        worker.play(worker.table(self, weights), self, self.players, rows)
        return rows.players


class Worker:
    """Plays chunks; reuses its tables."""

    def __init__(self) -> None:
        self.tables: dict[tuple[str, int, tuple[str, ...], int], LearnedTable] = {}

    def table(self, chunk: Chunk, weights: bytes, samples: int = NO_SAMPLES) -> LearnedTable:
        """The table of a chunk, with room for this many positions."""
        key = (chunk.ruleset.hash, chunk.players, chunk.cast, samples)
        if key not in self.tables:
            rivals = chunk.cast[1:]
            others = shipped(network_of(rivals[0])) if policies.learned(rivals) else None
            program = compile_ruleset(chunk.ruleset)
            self.tables[key] = LearnedTable(
                program, chunk.cast, chunk.players, blank(), others, samples=samples
            )
        self.tables[key].network = decoded(weights, "the network in training")
        return self.tables[key]

    def play(
        self, table: LearnedTable, chunk: Chunk, same_deal: int, rows: Rows,
        noting: Noting = NOTHING,
    ) -> None:  # fmt: skip
        """Play the games of a chunk. Raises EngineError if one meets an error."""
        codes = np.minimum(np.arange(chunk.players), len(chunk.cast) - 1)
        games = (chunk.first, 0, chunk.games)
        failed = table.play(codes, chunk.seed, (same_deal, False), games, rows, noting)
        if failed >= 0:
            error = ERRORS[int(table.scratch[0].error)]
            raise EngineError(
                f"{chunk.ruleset.label}, {chunk.players} players, seed {chunk.seed}, "
                f"game {failed}: {error}"
            )


def kept(notes: Notes) -> Samples:
    """A copy of the positions that can be learned from."""
    n = int(notes.held[0])
    learnt = notes.kinds[:n] != CUT
    begins = np.concatenate([notes.begins[:n][learnt], notes.begins[n : n + 1]])
    end = int(begins[-1])  # those left out have no features
    return Samples(
        notes.indices[:end].copy(), notes.amounts[:end].copy(), begins, notes.targets[:n][learnt]
    )


# --- who plays them ---------------------------------------------------------------------------


Task = tuple[bytes, Lesson | Duel]  # the weights, and the games to play with them
Workforce = Callable[[Sequence[Task], Listener], None]
Watch = Callable[[str, int], AbstractContextManager[RunsWatcher]]
"""Makes the watcher of an iteration from its title and number of games."""


@contextmanager
def unseen(title: str, games: int) -> Iterator[RunsWatcher]:
    """A watcher that shows nothing."""
    yield RunsWatcher()


class ChunkResults:
    """A listener that collects results of chunks; ``before``: games of earlier batches shown."""

    def __init__(self, chunks: Sequence[Chunk], watcher: RunsWatcher, before: int) -> None:
        self.chunks, self.watcher, self.games = chunks, watcher, before
        self.found: list[Any] = [None] * len(chunks)

    def received(self, task: int, message: Any) -> None:
        self.found[task] = message
        self.games += self.chunks[task].games
        self.watcher.update(0, self.games)

    def lost(self, task: int, reason: str) -> None:
        self.watcher.note(lost_text(reason))


def played(
    work: Workforce,
    weights: bytes,
    chunks: Sequence[Lesson] | Sequence[Duel],
    watcher: RunsWatcher,
    before: int = 0,
) -> list[Any]:
    """The results of chunks, in order."""
    results = ChunkResults(chunks, watcher, before)
    work([(weights, chunk) for chunk in chunks], results)
    return results.found


@contextmanager
def workforce(workers: int, cluster: str | None = None) -> Iterator[Workforce]:
    """A function that plays chunks: here, on this many processes, or on a cluster at an address."""
    if cluster is not None:
        from simulate.batch.cluster import connected, work_on_cluster  # an extra

        with connected(cluster, workers) as client:
            yield partial(work_on_cluster, client, partial(play_far, code()))
    elif workers > 1:
        with WorkerPool(workers, prepare) as pool:
            yield pool.work
    else:
        yield partial(work_here, prepare())


def prepare() -> Work:
    """A worker's function: it does a task and returns the result."""
    worker = Worker()

    def work(task: Task, tell: Tell) -> None:
        weights, chunk = task
        tell(chunk.play(worker, weights))

    return work


def work_here(work: Work, tasks: Sequence[Task], listener: Listener) -> None:
    """Do all tasks in this process."""
    for number, task in enumerate(tasks):
        work(task, partial(listener.received, number))


_here = threading.local()  # each thread needs its own table


def play_far(wanted: str, task: Task) -> Any:
    """The result of a task, run on any machine. Raises UserError if its code differs."""
    from simulate.batch.cluster import refuse_other_code

    refuse_other_code(code(), wanted)
    if not hasattr(_here, "worker"):
        _here.worker = Worker()
    weights, chunk = task
    return chunk.play(_here.worker, weights)


@cache
def code() -> str:
    """Digest of the code that trains (and of engine and policies)."""
    return digest_of(
        *SHARED, "policies/*.toml", "learned/*.py", "playing/learned.py", "training/*.py"
    )
