"""Reserve a run in an object store for one process: a lease, an object that its holder renews.

Stores have no locks. The lease saves work and informs the user; the integrity of the data does not
depend on it. Shards have the same bytes whoever writes them, and the manifest is replaced only if
it is unchanged since it was read. If the holder was a process of this machine that has died, this
is known at once. Any other holder is taken for dead when it has not renewed its lease for `LAPSE`
seconds. They are measured by a clock that cannot be set, because the clocks of this machine and of
the store may be wrong.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from model import UserError
from simulate.data.store import NEVER_HELD, TRIES, Note, Store

RENEW = 5.0  # seconds between renewals
LAPSE = 30.0
END = 10.0  # seconds to wait at the end for a renewal in progress
LOOK = 1.0
MAX_BYTES = 4096


@contextmanager
def held(store: Store, name: str, note: Note) -> Iterator[None]:
    """Hold a lease. Raises UserError if another live process holds it."""
    holder = Holder(store, name)
    holder.take(note)
    thread = threading.Thread(target=holder.renew, daemon=True)
    thread.start()
    try:
        yield
    finally:
        holder.over.set()
        thread.join(END)  # a renewal after the release would lock others out
        with suppress(UserError, OSError):
            if _said(store.read(name, MAX_BYTES)).get("key") == holder.key:
                store.remove(name)


def is_held(store: Store, name: str, age: Callable[[str], float]) -> bool:
    """Is there a lease whose holder is alive, as far as can be known without waiting?

    ``age``: seconds since an object was written; raises FileNotFoundError.
    """
    theirs = _read(store, name)
    if theirs is None or _died_here(theirs):
        return False
    try:
        return age(name) <= LAPSE
    except FileNotFoundError:
        return True  # just gone: released, or renewed


class Holder:
    """A process that holds a lease, or wants it."""

    def __init__(self, store: Store, name: str) -> None:
        self.store = store
        self.name = name
        self.over = threading.Event()
        self.key = secrets.token_hex(8)
        self.written = b""

    def document(self, beat: int) -> bytes:
        """The content of the lease: its holder, and the number of renewals."""
        said = {"host": socket.gethostname(), "process": os.getpid(), "key": self.key, "beat": beat}
        return json.dumps(said).encode()

    def take(self, note: Note) -> None:
        """Wait until the lease is free or lapsed. Raises UserError if it is being renewed."""
        mine, first, since, refused = self.document(0), None, time.monotonic(), 0
        while True:
            theirs = _read(self.store, self.name)
            silent = theirs == first and time.monotonic() - since > LAPSE
            if theirs is None or silent or _died_here(theirs):
                if self.store.swap(self.name, theirs, mine):
                    self.written = mine
                    return
                refused += 1
                if refused == TRIES:
                    raise UserError(f"{self.store.at(self.name)}: {NEVER_HELD}")
            elif first is None:
                first, since = theirs, time.monotonic()
                note(f"{_who(theirs)} seems to write these games; waiting for a sign of life")
            elif theirs != first:
                raise UserError(
                    f"--out {self.store}: another run is writing these games ({_who(theirs)})"
                )
            time.sleep(LOOK)

    def renew(self) -> None:
        """Renew the lease until it is released or another process has it."""
        beat = 0
        while not self.over.wait(RENEW):
            beat += 1
            mine = self.document(beat)
            with suppress(UserError, OSError):  # the next one may succeed
                if not self.store.swap(self.name, self.written, mine):
                    theirs = _read(self.store, self.name)
                    if theirs is None or _said(theirs).get("key") != self.key:
                        return
                    mine = theirs  # the answer to the last renewal was lost
                self.written = mine


def _read(store: Store, name: str) -> bytes | None:
    try:
        return store.read(name, MAX_BYTES)
    except FileNotFoundError:
        return None


def _died_here(theirs: bytes) -> bool:
    """Was the holder a process of this machine that has died?"""
    said = _said(theirs)
    return said.get("host") == socket.gethostname() and not _lives(said.get("process"))


def _lives(process: Any) -> bool:
    if not isinstance(process, int) or not 0 < process < 2**31:
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _said(theirs: bytes) -> dict[str, Any]:
    try:
        found = json.loads(theirs)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _who(theirs: bytes) -> str:
    said = _said(theirs)
    text = f"process {said.get('process')} on {said.get('host')}"
    return "".join(one for one in text if one.isprintable())[:100]
