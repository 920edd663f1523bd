"""Worker processes that do tasks one at a time; one that dies is replaced, its task done again."""

import multiprocessing
import multiprocessing.connection
import os
import pickle
import signal
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Protocol

from model import UserError

TRIES = 3
"""A task on which so many workers died is not given to another one."""

END_SECONDS = 5
Tell = Callable[[Any], None]
Work = Callable[[Any, Tell], None]


class Listener(Protocol):
    """Hears of the work while it goes on; tasks by their place in the list."""

    def told(self, task: int, message: Any) -> None:
        """A worker told something of the task that it is at."""

    def lost(self, task: int, reason: str) -> None:
        """The worker died: what it told of the task is void, another one begins it anew."""


@dataclass
class Worker:
    """A process, the pipe to it, and the task that it is at."""

    process: BaseProcess
    pipe: Connection
    task: int


def run_tasks(
    tasks: Sequence[Any], workers: int, prepare: Callable[[], Work], listener: Listener
) -> None:
    """Let worker processes do all tasks, and end them: see ``WorkerPool.work``."""
    with WorkerPool(workers, prepare) as pool:
        pool.work(tasks, listener)


class WorkerPool:
    """Up to ``size`` workers for one lot of tasks after another, ended with the context.

    Each worker calls ``prepare()`` once, and what that returns for every task, with a function
    that tells the listener something. All of it is pickled.
    """

    def __init__(self, size: int, prepare: Callable[[], Work]) -> None:
        self.size = size
        self.prepare = prepare
        self.workers: list[Worker] = []  # at a task
        self.idle: list[Worker] = []

    def __enter__(self) -> "WorkerPool":
        return self

    def __exit__(self, *_: object) -> None:
        end([*self.workers, *self.idle])

    def work(self, tasks: Sequence[Any], listener: Listener) -> None:
        """Let the workers do all tasks. What a task raises is raised here.

        Raises UserError if the workers at one task died ``TRIES`` times. The pool is for nothing
        more after an exception.
        """
        self.tasks, self.listener = tasks, listener
        self.waiting = deque(range(len(tasks)))  # those that nobody is at yet
        self.deaths: Counter[int] = Counter()  # of workers, at each task
        while self.waiting or self.workers:
            while self.waiting and len(self.workers) < self.size:
                self.start()
            ready = multiprocessing.connection.wait([one.pipe for one in self.workers])
            for worker in [one for one in self.workers if one.pipe in ready]:
                self.hear(worker)

    def start(self) -> None:
        """Set an idle worker, or a new one, to the next task."""
        worker = self.idle.pop() if self.idle else self.new_worker()
        self.workers.append(worker)
        self.give(worker)

    def new_worker(self) -> Worker:
        """A worker that is at no task."""
        context = multiprocessing.get_context("spawn")
        pipe, theirs = context.Pipe()
        process = context.Process(target=serve, args=(self.prepare, theirs), daemon=True)
        process.start()
        theirs.close()  # so that the pipe ends when the worker does
        return Worker(process, pipe, -1)

    def give(self, worker: Worker) -> None:
        """Set a worker to the next task. If it died meanwhile, hearing it will tell."""
        worker.task = self.waiting.popleft()
        with suppress(OSError):
            worker.pipe.send(self.tasks[worker.task])

    def hear(self, worker: Worker) -> None:
        """Do as a worker's message, or its silence, asks."""
        try:
            kind, what = worker.pipe.recv()
        except (EOFError, OSError):
            self.replace(worker)
            return
        if kind == "failed":
            raise what
        if kind == "told":
            self.listener.told(worker.task, what)
        elif self.waiting:
            self.give(worker)
        else:
            self.workers.remove(worker)
            self.idle.append(worker)

    def replace(self, worker: Worker) -> None:
        """Let another worker do what a dead one was at. Raises UserError after ``TRIES`` deaths."""
        self.workers.remove(worker)
        worker.pipe.close()
        worker.process.join(END_SECONDS)
        code = worker.process.exitcode or 0
        reason = f"signal {-code}" if code < 0 else f"exit code {code}"
        self.deaths[worker.task] += 1
        if self.deaths[worker.task] == TRIES:
            raise UserError(
                f"a worker process died, and {TRIES - 1} others before it at the same work "
                f"({reason}; out of memory?); what is finished is kept, "
                "run the same command again to continue"
            )
        self.waiting.appendleft(worker.task)
        self.listener.lost(worker.task, reason)


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


def stop(pool: ProcessPoolExecutor) -> None:
    """End the workers of a pool at once, whatever they are at."""
    workers = list((pool._processes or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
