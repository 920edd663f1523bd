"""A batch on a real Dask cluster, of which a worker is killed: the same bytes as here."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

from reports import cli
from tests.commands.recording import Gah, assert_refused, digests, options
from tests.faults.bucket import contents, written

distributed = pytest.importorskip("distributed")


@pytest.mark.long
@pytest.mark.parametrize("place", ["folder", "store"])
def test_a_cluster_that_loses_a_worker_writes_the_same_bytes(
    tmp_path: Path, url: str, gah: Gah, place: str
):
    size = {"games": 600, "policy": "greedy"}
    straight, out = tmp_path / "straight", tmp_path / "cluster" if place == "folder" else url
    words = [str(word) for word in options(straight, "--shard-games", 20, **size)]
    assert cli.run(words) == 0
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        with distributed.Client(cluster) as client:
            first = next(iter(client.run(os.getpid).values()))
        killed = []

        def kill() -> None:
            while written(out) < 3:
                time.sleep(0.01)
            os.kill(first, signal.SIGKILL)
            killed.append(written(out))

        killer = threading.Thread(target=kill)
        killer.start()
        address = cluster.scheduler_address
        assert gah(*options(out, "--shard-games", 20, "--dask", address, **size))[0] == 0
        killer.join()
    assert killed[0] < 30
    assert (contents(url) if place == "store" else digests(out)) == digests(straight)


def test_a_scheduler_that_does_not_answer_is_named(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("simulate.batch.cluster.CONNECT_SECONDS", 1)
    for address in ("tcp://127.0.0.1:9", "nonsense://x"):
        assert_refused(gah(*options(tmp_path, "--dask", address)), "--dask", address)
