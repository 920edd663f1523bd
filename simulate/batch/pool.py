"""Worker processes that do tasks one at a time. A worker that dies is replaced, its task redone.

All work on several processes of this machine goes through here: recorded games, studies, training,
verification, and the pages of reports.
"""

import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from model import UserError

TRIES = 3
"""A task that this many workers have died on is given up."""

END_SECONDS = 5
FORK_IS_SAFE = sys.platform == "linux"
"""Is it safe to fork a process with threads? Not on macOS."""

KEPT = "finished work is saved, run the same command again to continue"

Tell = Callable[[Any], None]
Work = Callable[[Any, Tell], None]
Lost = Callable[[int, str], None]
"""Called with the index of a task and the reason its worker died."""


class Listener(Protocol):
    """Receives events during the work; tasks are given by their index in the list."""

    def received(self, task: int, message: Any) -> None:
        """A worker sent a message about its current task."""

    def lost(self, task: int, reason: str) -> None:
        """The worker died: discard its messages, another worker restarts the task."""


@dataclass
class Worker:
    """A process, the pipe to it, and the index of its current task."""

    process: BaseProcess
    pipe: Connection
    number: int = -1
    task: Any = None


@dataclass(frozen=True)
class Apply:
    """For ``prepare`` of a pool: work that applies a function to each task and sends the result."""

    function: Callable[[Any], Any]

    def __call__(self) -> Work:
        return self._work

    def _work(self, task: Any, tell: Tell) -> None:
        tell(self.function(task))


def lost_text(reason: str) -> str:
    """The message to the user when a worker has died."""
    return f"a worker process died ({reason}); another one repeats its work"


def run_tasks(
    tasks: Iterable[Any], workers: int, prepare: Callable[[], Work], listener: Listener
) -> None:
    """Let worker processes do all tasks, then end them: see ``WorkerPool.work``."""
    with WorkerPool(workers, prepare) as pool:
        pool.work(tasks, listener)


@contextmanager
def mapping(
    function: Callable[[Any], Any], workers: int, note: Callable[[str], None]
) -> Iterator[Callable[[Iterable[Any]], Iterator[tuple[int, Any]]]]:
    """A function that yields (index, result) of tasks done here or on worker processes.

    ``note``: called with a line about each worker that died.
    """
    if workers == 1:
        yield lambda tasks: enumerate(map(function, tasks))
        return
    with WorkerPool(workers, Apply(function), advice="") as pool:
        yield lambda tasks: pool.messages(tasks, lambda _, reason: note(lost_text(reason)))


def in_order(messages: Iterable[tuple[int, Any]]) -> Iterator[Any]:
    """The messages of tasks that send one each, in the order of the tasks."""
    early: dict[int, Any] = {}
    following = 0
    for number, message in messages:
        early[number] = message
        while following in early:
            yield early.pop(following)
            following += 1


class WorkerPool:
    """Up to ``size`` workers for one list of tasks after another, ended with the context.

    Each worker calls ``prepare()`` once. It calls the result for every task, with a function that
    sends messages back. All of it is pickled, except ``prepare`` where workers are forked: they
    inherit what this process has when they start. Workers can be forked only if no other thread of
    this process is running (``FORK_IS_SAFE``).

    advice: appended to the error about a task whose workers keep dying.
    """

    def __init__(
        self, size: int, prepare: Callable[[], Work], *, forked: bool = False, advice: str = KEPT
    ) -> None:
        self.size = size
        self.prepare = prepare
        self.context: Any = multiprocessing.get_context("fork" if forked else "spawn")
        self.advice = advice
        self.workers: list[Worker] = []  # busy ones
        self.idle: list[Worker] = []

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(self, *_: object) -> None:
        end([*self.workers, *self.idle])

    def work(self, tasks: Iterable[Any], listener: Listener) -> None:
        """Let the workers do all tasks. Raises as ``messages``."""
        for number, message in self.messages(tasks, listener.lost):
            listener.received(number, message)

    def messages(self, tasks: Iterable[Any], lost: Lost) -> Iterator[tuple[int, Any]]:
        """Let the workers do all tasks, starting now. Yields their messages, each with its task.

        A task is fetched when a worker is free. Exceptions of a task are raised here. Raises
        UserError if workers died ``TRIES`` times on one task. After an exception, or if messages
        are left unread, the pool can no longer be used.
        """
        self.coming = enumerate(tasks)
        self.again: deque[tuple[int, Any]] = deque()  # tasks of dead workers
        self.deaths: Counter[int] = Counter()  # of workers, by task
        self.fill()
        return self._heard(lost)

    def _heard(self, lost: Lost) -> Iterator[tuple[int, Any]]:
        while self.workers:
            ready = multiprocessing.connection.wait([one.pipe for one in self.workers])
            for worker in [one for one in self.workers if one.pipe in ready]:
                yield from self.hear(worker, lost)
            self.fill()

    def fill(self) -> None:
        """Give tasks to idle or new workers, while there are tasks and workers."""
        while len(self.workers) < self.size and (task := self.next_task()):
            worker = self.idle.pop() if self.idle else self.new_worker()
            self.workers.append(worker)
            self.give(worker, task)

    def next_task(self) -> tuple[int, Any] | None:
        """An open task and its index; None if there is none."""
        return self.again.popleft() if self.again else next(self.coming, None)

    def new_worker(self) -> Worker:
        """A worker without a task."""
        pipe, theirs = self.context.Pipe()
        process = self.context.Process(target=serve, args=(self.prepare, theirs), daemon=True)
        process.start()
        theirs.close()  # so that the pipe ends when the worker does
        return Worker(process, pipe)

    def give(self, worker: Worker, task: tuple[int, Any]) -> None:
        """Give a worker a task. If it has died meanwhile, `hear` notices."""
        worker.number, worker.task = task
        with suppress(OSError):
            worker.pipe.send(worker.task)

    def hear(self, worker: Worker, lost: Lost) -> Iterator[tuple[int, Any]]:
        """Handle a worker's message, or the end of its pipe."""
        try:
            kind, what = worker.pipe.recv()
        except (EOFError, OSError):
            self.replace(worker, lost)
            return
        if kind == "failed":
            raise what
        if kind == "told":
            yield worker.number, what
        elif task := self.next_task():
            self.give(worker, task)
        else:
            self.workers.remove(worker)
            self.idle.append(worker)

    def replace(self, worker: Worker, lost: Lost) -> None:
        """Give a dead worker's task to another one. Raises UserError after ``TRIES`` deaths."""
        self.workers.remove(worker)
        worker.pipe.close()
        worker.process.join(END_SECONDS)
        code = worker.process.exitcode or 0
        reason = f"signal {-code}" if code < 0 else f"exit code {code}"
        self.deaths[worker.number] += 1
        if self.deaths[worker.number] == TRIES:
            advice = f"; {self.advice}" if self.advice else ""
            raise UserError(
                f"a worker process died, as did {TRIES - 1} others before it at the same work "
                f"({reason}; out of memory?){advice}"
            )
        self.again.append((worker.number, worker.task))
        lost(worker.number, reason)


def end(workers: Sequence[Worker]) -> None:
    """End workers at once, and wait until they are gone."""
    for worker in workers:
        worker.process.kill()
    for worker in workers:
        worker.process.join()
        worker.pipe.close()


def serve(prepare: Callable[[], Work], pipe: Connection) -> None:
    """Main loop of a worker process, until it is ended or its parent dies, for any reason."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent handles Ctrl-C
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a forked child inherits its parent's handler
    threading.Thread(target=follow_parent, daemon=True).start()
    try:
        work = prepare()
        while True:
            work(pipe.recv(), lambda message: pipe.send(("told", message)))
            pipe.send(("done", None))
    except (EOFError, BrokenPipeError):
        return  # the parent is gone
    except Exception as error:
        fail(pipe, error)


def fail(pipe: Connection, error: Exception) -> None:
    """Send an exception to the parent; as text if it cannot be pickled."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError("".join(traceback.format_exception(error)))
    pipe.send(("failed", error))


def follow_parent() -> None:
    """Wait for the parent to end, then end this process immediately."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
