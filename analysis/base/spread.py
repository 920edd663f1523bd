"""Let machines of a Dask cluster reduce parts of recorded games, so that only sums are transferred.

Each machine reads its parts from the shared folder or the object store, with the same code and
limits as a single machine would; results come back in the order of the parts.
"""

from __future__ import annotations

import hashlib
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from analysis.base.chunks import RunShard
from analysis.base.reader import Limits, Reader
from analysis.base.runs import fail
from simulate.batch.cluster import AHEAD, connected, refuse_other_code

Work = Callable[[Reader], Any]
Part = Sequence[RunShard]

_current: ContextVar[Spread | None] = ContextVar("spread", default=None)
_kept = threading.local()  # each thread needs its own connection


@dataclass(frozen=True)
class Spread:
    """The cluster that parts are sent to."""

    client: Any  # distributed.Client, whose methods have no types

    def each(
        self, work: Work, parts: Sequence[Part], most: int | None, limits: Limits, in_full: bool
    ) -> Iterator[Any]:
        """The results of ``work`` for each part, in order.

        A part always goes to the same worker, which may have fetched its files already; others
        replace a lost one. Raises what ``work`` raises, and UserError if a worker's code differs,
        or workers were lost repeatedly.
        """
        pending: deque[Any] = deque()
        try:
            for number, part in enumerate(parts):
                threads = self.client.nthreads()
                while len(pending) >= AHEAD * max(1, sum(threads.values())):
                    yield self._result(pending)
                near = sorted(threads)[number % len(threads)] if threads else None
                pending.append(self.client.submit(
                    reduce_part, work, part, most, limits, in_full, code(), pure=False,
                    workers=[near] if near else None, allow_other_workers=True,
                ))  # fmt: skip
            while pending:
                yield self._result(pending)
        finally:
            self.client.cancel(list(pending))

    def _result(self, pending: deque[Any]) -> Any:
        from distributed import KilledWorker

        try:
            return pending.popleft().result()
        except KilledWorker:
            fail("the workers that read a part of the games were lost again and again (out of"
                 " memory?); run the same command again")  # fmt: skip


def reduce_part(
    work: Work, part: Part, most: int | None, limits: Limits, in_full: bool, wanted: str
) -> Any:
    """The result of ``work`` for a part, on whichever machine this runs.

    Raises UserError if this machine has another version of the suite.
    """
    refuse_other_code(code(), wanted)
    if getattr(_kept, "key", None) != (limits, in_full):
        _kept.reader, _kept.key = Reader(limits, in_full=in_full), (limits, in_full)
    _kept.reader.show(part, most)
    return work(_kept.reader)


@cache
def code() -> str:
    """Digest of the suite's code and data that determine the results of an analysis."""
    digest = hashlib.sha256()
    root = Path(__file__).resolve().parents[2]
    for package in ("model", "simulate", "analysis"):
        for path in sorted((root / package).rglob("*")):
            if path.suffix in (".py", ".sql", ".toml"):
                digest.update(path.read_bytes())
    return digest.hexdigest()


def current() -> Spread | None:
    """The cluster that analyses use now, if any."""
    return _current.get()


@contextmanager
def spread_over(address: str | None, workers: int = 1) -> Iterator[None]:
    """Let analyses use the cluster at an address; "local" starts one with this many workers.

    None changes nothing. Raises UserError if there is no cluster.
    """
    if address is None:
        yield
        return
    with connected(address, workers) as client:
        token = _current.set(Spread(client))
        try:
            yield
        finally:
            _current.reset(token)
