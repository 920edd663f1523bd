"""A Dask cluster on this machine that only the process that starts it can use.

All connections are encrypted. Each side must show a certificate that is made for this cluster and
never leaves its processes. By default distributed also opens an HTTP port for each process, even
with the dashboard disabled, and anybody on the machine can read its pages and metrics. These
processes open no such port.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from distributed import Client, Nanny, Scheduler, Security, SpecCluster, Worker

HOST = "127.0.0.1"


class _WithoutHttp:
    def start_http_server(self, *_: Any, **__: Any) -> None:
        """Opens no port; the rest of distributed works without it."""


class PrivateScheduler(_WithoutHttp, Scheduler):
    """A scheduler without HTTP."""


class PrivateWorker(_WithoutHttp, Worker):
    """A worker without HTTP."""


@contextmanager
def local_client(workers: int) -> Iterator[Client]:
    """A client of a new cluster of worker processes, one thread each; the cluster ends with it.

    Raises ImportError if the package `cryptography` is missing.
    """
    security = Security.temporary()
    common = {"host": HOST, "protocol": "tls://", "security": security, "dashboard": False}
    quiet = {"silence_logs": logging.WARNING}
    with tempfile.TemporaryDirectory(prefix="gah-dask-") as scratch:  # workers import from it
        nanny = {**common, **quiet, "worker_class": PrivateWorker, "nthreads": 1}
        nanny["local_directory"] = scratch
        with (
            SpecCluster(
                scheduler={"cls": PrivateScheduler, "options": {**common, "port": 0}},
                workers={n: {"cls": Nanny, "options": nanny} for n in range(workers)},
                security=security,
                **quiet,
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client
