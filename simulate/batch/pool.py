"""Worker processes that do tasks one at a time; one that dies is replaced, its task done again.

All that is done on several processes of this machine goes through here: recorded games, studies,
training, verification, and the pages of reports.
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
"""A task on which this many workers died is not given to another one."""

END_SECONDS = 5
FORK_IS_SAFE = sys.platform == "linux"
"""Where a process with threads can be forked: not on macOS."""

KEPT = "finished work is saved, run the same command again to continue"

Tell = Callable[[Any], None]
Work = Callable[[Any, Tell], None]
Lost = Callable[[int, str], None]
"""Called with a task, by its place in the list, and what its worker died of."""


class Listener(Protocol):
    """Hears of the work while it runs; tasks by their place in the list."""

    def received(self, task: int, message: Any) -> None:
        """A worker sent something about the task that it is at."""

    def lost(self, task: int, reason: str) -> None:
        """The worker died: what it sent is void, another one does the task from the start."""


@dataclass
class Worker:
    """A process, the pipe to it, and the task that it is at, by its place in the list."""

    process: BaseProcess
    pipe: Connection
    number: int = -1
    task: Any = None


@dataclass(frozen=True)
class Apply:
    """What ``prepare`` of a pool may be: work that sends what a function makes of each task."""

    function: Callable[[Any], Any]

    def __call__(self) -> Work:
        return self._work

    def _work(self, task: Any, tell: Tell) -> None:
        tell(self.function(task))


def lost_text(reason: str) -> str:
    """What a user reads when a worker died."""
    return f"a worker process died ({reason}); another one does its work again"


def run_tasks(
    tasks: Iterable[Any], workers: int, prepare: Callable[[], Work], listener: Listener
) -> None:
    """Let worker processes do all tasks, and end them: see ``WorkerPool.work``."""
    with WorkerPool(workers, prepare) as pool:
        pool.work(tasks, listener)


@contextmanager
def mapping(
    function: Callable[[Any], Any], workers: int, note: Callable[[str], None]
) -> Iterator[Callable[[Iterable[Any]], Iterator[tuple[int, Any]]]]:
    """What yields the place and the result of each task, here or as worker processes send them.

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

    Each worker calls ``prepare()`` once, and what that returns for every task, with a function
    that sends something back. All of it is pickled, but for ``prepare`` where workers are forked:
    then they have what this process has when they start. Only where no other thread of this
    process is at work can they be forked (``FORK_IS_SAFE``).

    advice: ends the line of error about a task whose workers die again and again.
    """

    def __init__(
        self, size: int, prepare: Callable[[], Work], *, forked: bool = False, advice: str = KEPT
    ) -> None:
        self.size = size
        self.prepare = prepare
        self.context: Any = multiprocessing.get_context("fork" if forked else "spawn")
        self.advice = advice
        self.workers: list[Worker] = []  # at a task
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
        """Let the workers do all tasks; they begin at once. Yields what they send, with the task.

        Tasks are asked for when a worker is free. What a task raises is raised here; raises
        UserError if the workers at one task died ``TRIES`` times. The pool is for nothing more
        after an exception, or if not all is waited for.
        """
        self.coming = enumerate(tasks)
        self.again: deque[tuple[int, Any]] = deque()  # what dead workers were at
        self.deaths: Counter[int] = Counter()  # of workers, at each task
        self.fill()
        return self._heard(lost)

    def _heard(self, lost: Lost) -> Iterator[tuple[int, Any]]:
        while self.workers:
            ready = multiprocessing.connection.wait([one.pipe for one in self.workers])
            for worker in [one for one in self.workers if one.pipe in ready]:
                yield from self.hear(worker, lost)
            self.fill()

    def fill(self) -> None:
        """Set idle workers, or new ones, to tasks, as long as there are both."""
        while len(self.workers) < self.size and (task := self.next_task()):
            worker = self.idle.pop() if self.idle else self.new_worker()
            self.workers.append(worker)
            self.give(worker, task)

    def next_task(self) -> tuple[int, Any] | None:
        """A task that nobody is at, and its number; None if there is none."""
        return self.again.popleft() if self.again else next(self.coming, None)

    def new_worker(self) -> Worker:
        """A worker that is at no task."""
        pipe, theirs = self.context.Pipe()
        process = self.context.Process(target=serve, args=(self.prepare, theirs), daemon=True)
        process.start()
        theirs.close()  # so that the pipe ends when the worker does
        return Worker(process, pipe)

    def give(self, worker: Worker, task: tuple[int, Any]) -> None:
        """Set a worker to a task. If it died meanwhile, hearing it will tell."""
        worker.number, worker.task = task
        with suppress(OSError):
            worker.pipe.send(worker.task)

    def hear(self, worker: Worker, lost: Lost) -> Iterator[tuple[int, Any]]:
        """Do as a worker's message, or its silence, asks."""
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
        """Let another worker do what a dead one was at. Raises UserError after ``TRIES`` deaths."""
        self.workers.remove(worker)
        worker.pipe.close()
        worker.process.join(END_SECONDS)
        code = worker.process.exitcode or 0
        reason = f"signal {-code}" if code < 0 else f"exit code {code}"
        self.deaths[worker.number] += 1
        if self.deaths[worker.number] == TRIES:
            advice = f"; {self.advice}" if self.advice else ""
            raise UserError(
                f"a worker process died, and {TRIES - 1} others before it at the same work "
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
    """What a worker process does until it is ended, or its parent ends, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to answer
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a parent that forked has a handler of its own
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
    """Hand an exception to the parent; one that cannot be sent, as text."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        error = RuntimeError("".join(traceback.format_exception(error)))
    pipe.send(("failed", error))


def follow_parent() -> None:
    """Wait for the parent's end, then end this process without further ado."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
