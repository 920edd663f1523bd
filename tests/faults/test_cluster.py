"""A batch on a real Dask cluster, of which a worker is killed: the same bytes as here."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from reports import cli
from simulate.batch.cluster import connected, work_on_cluster
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


# --- a cluster of this machine --------------------------------------------------------------------


KNOCK = """
import asyncio, sys
from distributed import Security
from distributed.core import rpc

async def knock(address, security):
    try:
        async with rpc(address, connection_args=security.get_connection_args("client")) as there:
            await asyncio.wait_for(there.identity(), 5)
            print("let in at", address)
    except (OSError, asyncio.TimeoutError):
        pass

async def all_doors():
    others = Security.temporary()
    for port in sys.argv[1:]:
        await knock(f"tcp://127.0.0.1:{port}", Security())
        await knock(f"tls://127.0.0.1:{port}", others)

asyncio.run(all_doors())
"""
"""Asks who listens at these ports, as distributed asks, without the cluster's certificate."""


def listening() -> list[int]:
    """The ports at which this process and those below it listen."""
    import psutil  # distributed brings it

    here = psutil.Process()
    found = [one.net_connections("tcp") for one in (here, *here.children(recursive=True))]
    return sorted({one.laddr.port for some in found for one in some if one.status == "LISTEN"})


def let_in(ports: list[int]) -> str:
    words = [sys.executable, "-c", KNOCK, *map(str, ports)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def answers_http(port: int) -> bool:
    with socket.create_connection(("127.0.0.1", port), timeout=5) as door:
        try:
            door.sendall(b"GET / HTTP/1.0\r\n\r\n")
            return door.recv(64).startswith(b"HTTP/")
        except OSError:
            return False


def own_pid(_: int) -> int:
    return os.getpid()


class Heard:
    """A listener that keeps what it hears."""

    def __init__(self) -> None:
        self.pids: list[int] = []

    def received(self, task: int, message: int) -> None:
        self.pids.append(message)

    def lost(self, task: int, reason: str) -> None:
        raise AssertionError(reason)


@pytest.mark.long
@pytest.mark.guard
def test_nobody_else_on_the_machine_can_use_a_local_cluster():
    before = set(listening())
    with connected("local", 2) as client:
        heard = Heard()
        work_on_cluster(client, own_pid, range(4), heard)
        assert os.getpid() not in heard.pids
        ports = sorted(set(listening()) - before)
        assert len(ports) >= 5, "a scheduler, two nannies, two workers"
        assert let_in(ports) == ""
        assert not [port for port in ports if answers_http(port)]


@pytest.mark.long
def test_a_cluster_without_a_secret_would_let_anybody_in():
    """What the test above looks for is found where it is."""
    before = set(listening())
    with distributed.LocalCluster(n_workers=0, dashboard_address=None) as open_to_all:
        ports = sorted(set(listening()) - before)
        assert f"let in at {open_to_all.scheduler_address}" in let_in(ports)
        assert any(answers_http(port) for port in ports)
