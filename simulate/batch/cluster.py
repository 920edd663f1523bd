"""Shards on a Dask cluster: the work of a worker process, on machines that may come and go.

All of them see the data folder under one path or URL, and have this version of the suite. The files
are those that one machine alone would write.
"""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from model import UserError
from simulate.batch.job import Job, code_digest
from simulate.batch.pool import Listener
from simulate.batch.shard import Player
from simulate.batch.tally import Tally, flat_size

if TYPE_CHECKING:
    from distributed import Client, Future

AHEAD = 2  # shards that each thread of the cluster is given in advance
CONNECT_SECONDS = 20
LOCAL = "local"
Shard = tuple[int, int, int]

_kept = threading.local()  # a player's buffers are for one thread


def play_shard(job: Job, shard: Shard) -> np.ndarray:
    """Play and record one shard, wherever this is called; returns its tally, flat.

    Raises UserError if this machine would play other games.
    """
    if code_digest(job.policies) != job.metadata["engine"]:
        raise UserError(f"the worker on {socket.gethostname()} has another version of the engine")
    if getattr(_kept, "key", None) != (job.identity, job.store):
        _kept.player, _kept.key = Player(job), (job.identity, job.store)
    flat = np.zeros(flat_size(len(job.cast)))

    def report(game_rows: np.ndarray, player_rows: np.ndarray) -> None:
        job.check_place()
        flat[:] += Tally.of_rows(game_rows, player_rows, len(job.cast)).flat()

    _kept.player.record(*shard, report)
    job.check_place()
    return flat


def play_on_cluster(
    job: Job, shards: Sequence[Shard], address: str, workers: int, listener: Listener
) -> None:
    """Play the shards on the cluster at an address, or on a new local one with so many workers.

    A shard whose worker is lost is played again by another one. Raises UserError if there is no
    cluster, or if the workers at one shard were lost again and again.
    """
    with connected(address, workers) as client:
        pending: dict[Future, int] = {}
        try:
            _play_all(client, job, shards, pending, listener)
        finally:
            client.cancel(list(pending))


def _play_all(
    client: Client,
    job: Job,
    shards: Sequence[Shard],
    pending: dict[Future, int],
    listener: Listener,
) -> None:
    """Keep the cluster busy, a few shards ahead, so that the scheduler never holds all of them."""
    from distributed import KilledWorker, wait

    waiting = deque(range(len(shards)))
    while waiting or pending:
        room = AHEAD * max(1, sum(client.nthreads().values())) - len(pending)
        for _ in range(min(room, len(waiting))):
            task = waiting.popleft()
            pending[client.submit(play_shard, job, shards[task], pure=False)] = task
        for future in wait(list(pending), return_when="FIRST_COMPLETED").done:
            task = pending.pop(future)
            try:
                listener.told(task, future.result())
            except KilledWorker:
                raise UserError(
                    f"shard {shards[task][0]}: the workers that played it were lost again and "
                    "again (out of memory?); finished shards are kept, run the same command again"
                ) from None


@contextmanager
def connected(address: str, workers: int) -> Iterator[Client]:
    """A client of the cluster at an address; "local" starts one and ends it again."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise UserError("--dask needs the extra `dask`: pip install -e '.[dask]'") from None
    if address == LOCAL:
        with (
            LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as here,
            Client(here) as client,
        ):
            yield client
        return
    try:
        client = Client(address, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise UserError(f"--dask {address}: no scheduler answers ({error})") from None
    with client:
        yield client
