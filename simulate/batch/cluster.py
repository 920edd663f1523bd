"""Run work on a Dask cluster: worker processes on machines that may come and go.

The machines have this version of the suite. For shards, they see the data folder under one path or
URL. The files are the same as those that one machine alone would write.
"""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from model import UserError
from simulate.batch.job import Job, code_digest
from simulate.batch.pool import Listener
from simulate.batch.shard import ShardRecorder
from simulate.batch.tally import Tally, flat_size

if TYPE_CHECKING:
    from distributed import Client, Future

AHEAD = 2  # tasks queued ahead for each thread of the cluster
CONNECT_SECONDS = 20
LOCAL = "local"
Shard = tuple[int, int, int]

_kept = threading.local()  # a player's buffers must not be shared by threads


def refuse_other_code(here: str, wanted: str) -> None:
    """Raises UserError if the digest of this machine's code is not the wanted one."""
    if here != wanted:
        raise UserError(f"the worker on {socket.gethostname()} has another version of the engine")


def play_shard(job: Job, shard: Shard) -> np.ndarray:
    """Play and record one shard on whichever machine this runs; returns its flat tally.

    Raises UserError if this machine would play other games.
    """
    refuse_other_code(code_digest(job.games.policies), job.code)
    if getattr(_kept, "key", None) != (job.identity, job.store):
        _kept.recorder, _kept.key = ShardRecorder(job), (job.identity, job.store)
    flat = np.zeros(flat_size(len(job.games.cast)))

    def report(game_rows: np.ndarray, player_rows: np.ndarray) -> None:
        job.check_place()
        flat[:] += Tally.of_rows(game_rows, player_rows, len(job.games.cast)).flat()

    _kept.recorder.record(*shard, report)
    job.check_place()
    return flat


def play_on_cluster(
    job: Job, shards: Sequence[Shard], address: str, workers: int, listener: Listener
) -> None:
    """Play the shards on the cluster at an address, or on a new local one with this many workers.

    Raises UserError if there is no cluster, and as ``work_on_cluster``.
    """
    with connected(address, workers) as client:
        work_on_cluster(client, partial(play_shard, job), shards, listener)


def work_on_cluster(
    client: Client, work: Callable[[Any], Any], tasks: Sequence[Any], listener: Listener
) -> None:
    """Let a cluster do all tasks; the listener receives what ``work`` returns for each.

    If a worker is lost, another one does its task again. Exceptions of a task are raised here.
    Raises UserError if workers were lost repeatedly on one task.
    """
    pending: dict[Future, int] = {}
    try:
        _do_all(client, work, tasks, pending, listener)
    finally:
        client.cancel(list(pending))


def _do_all(
    client: Client,
    work: Callable[[Any], Any],
    tasks: Sequence[Any],
    pending: dict[Future, int],
    listener: Listener,
) -> None:
    """Keep the cluster busy, a few tasks ahead, so that the scheduler never holds all of them."""
    from distributed import KilledWorker, wait

    waiting = deque(range(len(tasks)))
    while waiting or pending:
        room = AHEAD * max(1, sum(client.nthreads().values())) - len(pending)
        for _ in range(min(room, len(waiting))):
            task = waiting.popleft()
            pending[client.submit(work, tasks[task], pure=False)] = task
        for future in wait(list(pending), return_when="FIRST_COMPLETED").done:
            task = pending.pop(future)
            try:
                listener.received(task, future.result())
            except KilledWorker:
                raise UserError(
                    f"part {task + 1} of {len(tasks)}: the workers that played it were lost again "
                    "and again (out of memory?); finished work is saved, run the same command "
                    "again"
                ) from None


@contextmanager
def connected(address: str, workers: int) -> Iterator[Client]:
    """A client of the cluster at an address; "local" starts one and ends it again."""
    try:
        import cryptography  # noqa: F401  # distributed asks for it when a cluster is started
        from distributed import Client
    except ImportError:
        raise UserError("--dask needs the extra `dask`: pip install -e '.[dask]'") from None
    if address == LOCAL:
        from simulate.batch.local_cluster import local_client

        with local_client(workers) as client:
            yield client
        return
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise UserError(f"--dask {address}: no scheduler answers ({error})") from None
    with client:
        yield client
