"""Runs pieces of work in forked children, a few at a time, and ends those that take too long.

A child begins as a copy of the parent, with all modules loaded, and whatever it changes ends with
it. It reports over a pipe: lines of JSON, ``{"limit": seconds, "doing": what}`` whenever it begins
something that should take no longer, ``{"result": ...}`` at the end. It may limit its own computing
by an alarm (SIGVTALRM), which ends it as well.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import selectors
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.mutation import caches

Tell = Callable[[float, str], None]
Work = Callable[[Any, Tell], dict[str, Any]]
FIRST_LIMIT = 60.0  # seconds until a child has said how long it should take
TICK = 0.2


@dataclass
class Child:
    job: Any
    pid: int
    pipe: int
    begun: float
    deadline: float
    heard: bytes = b""
    result: dict[str, Any] | None = None
    late: bool = False
    doing: str = ""


def run(jobs: deque[Any], work: Work, workers: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Takes jobs from the left and yields each with its result as it is done.

    The caller may add jobs meanwhile.
    A child that died without a result gives {"crashed": how}, one that was ended {"late": what it
    did}; every result gets "seconds". Children are ended when the caller stops asking.
    """
    children: dict[int, Child] = {}
    gc.collect()
    caches.remember()
    gc.freeze()  # collections in a child would otherwise copy the whole memory
    with selectors.DefaultSelector() as selector:
        try:
            while True:
                while jobs and len(children) < workers:
                    child = fork(jobs.popleft(), work)
                    children[child.pipe] = child
                    selector.register(child.pipe, selectors.EVENT_READ)
                if not children:
                    return
                for key, _ in selector.select(TICK):
                    child = children[key.fd]
                    if not listen(child):
                        selector.unregister(child.pipe)
                        del children[child.pipe]
                        yield child.job, outcome(child)
                for child in children.values():
                    if time.monotonic() > child.deadline and not child.late:
                        child.late = True
                        os.kill(child.pid, signal.SIGKILL)
        finally:
            gc.unfreeze()
            for child in children.values():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child.pid, signal.SIGKILL)
                os.waitpid(child.pid, 0)
                os.close(child.pipe)


def fork(job: Any, work: Work) -> Child:
    reader, writer = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writer)
        now = time.monotonic()
        return Child(job, pid, reader, now, now + FIRST_LIMIT)
    try:
        os.close(reader)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends its children
        quiet()

        with os.fdopen(writer, "w", encoding="utf-8") as pipe:

            def say(**words: Any) -> None:
                print(json.dumps(words), file=pipe, flush=True)

            try:
                result = work(job, lambda seconds, doing: say(limit=seconds, doing=doing))
            except BaseException:
                result = {"crashed": traceback.format_exc()[-2000:]}
            say(result=result)
    finally:
        os._exit(0)


def quiet() -> None:
    """What a child prints is nobody's business."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def listen(child: Child) -> bool:
    """Read what a child says; False if it has closed its end."""
    data = os.read(child.pipe, 1 << 16)
    child.heard += data
    *lines, child.heard = child.heard.split(b"\n")
    for line in lines:
        words = json.loads(line)
        if "limit" in words:
            child.deadline = time.monotonic() + words["limit"]
            child.doing = words["doing"]
        else:
            child.result = words["result"]
    return bool(data)


def outcome(child: Child) -> dict[str, Any]:
    os.close(child.pipe)
    _, status = os.waitpid(child.pid, 0)
    if child.result is not None:
        result = child.result
    elif child.late or (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGVTALRM):
        result = {"late": child.doing}
    else:
        result = {"crashed": f"{child.doing}: wait status {status}"}
    return {**result, "seconds": round(time.monotonic() - child.begun, 3)}
