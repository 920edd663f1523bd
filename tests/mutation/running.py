"""The collected tests, and how some of them are run inside a forked child."""

from __future__ import annotations

import ast
import functools
import inspect
import math
import multiprocessing.process
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

import model.ruleset
import model.sources
import model.tree
from tests.mutation.caches import forget
from tests.mutation.forking import Tell

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
RULES_ARE_CHANGED = "rules-are-changed"
"""Name of a plugin that is there while tests run on changed rules."""


class ReadsData:
    """Notes which files of tests read the rules data while they are imported.

    Their parameters and constants hold what the data said then, so for a mutant of the data they
    are imported and collected once more, in the child.
    """

    def __init__(self) -> None:
        self.direct: set[Path] = set()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While tests are collected."""
        kept = []
        for function in (model.sources.sources, model.tree.base_tree):
            spy = self._spy(function)
            for holder in [m for name, m in sys.modules.items() if name.startswith("model")]:
                for name, value in list(vars(holder).items()):
                    if value is function:
                        kept.append((holder, name, value))
                        setattr(holder, name, spy)
        try:
            yield
        finally:
            for holder, name, value in kept:
                setattr(holder, name, value)

    def _spy(self, function: Callable[[], Any]) -> Callable[[], Any]:
        @functools.wraps(function)
        def spy() -> Any:
            frame = inspect.currentframe()
            while frame:
                path = Path(frame.f_code.co_filename)
                if frame.f_code.co_name == "<module>" and path.is_relative_to(TESTS):
                    self.direct.add(path)
                frame = frame.f_back
            return function()

        spy.cache_clear = forget  # type: ignore[attr-defined]
        return spy

    def files(self, tests: Iterable[Path]) -> set[Path]:
        """Those that read the data, or import a helper that does."""
        imports: dict[Path, set[Path]] = {}
        todo = list(tests)
        while todo:
            path = todo.pop()
            if path not in imports:
                imports[path] = set(imported(path))
                todo += imports[path]
        found = self.direct & set(imports)
        while more := {p for p, used in imports.items() if used & found} - found:
            found |= more
        return found


def imported(path: Path) -> Iterator[Path]:
    """The helpers below tests/ that a file imports."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            file = ROOT / (name.replace(".", "/") + ".py")
            if name.startswith("tests.") and file.is_file():
                yield file


class Tests:
    """The collected tests. In a child some are run, each test at most once."""

    def __init__(self, session: pytest.Session, reading: set[Path]) -> None:
        self.session = session
        self.items: list[pytest.Item] = list(session.items)
        self.number = {item.nodeid: i for i, item in enumerate(self.items)}
        self.reading = reading
        self.fresh: dict[Path, dict[str, pytest.Item]] = {}

    def run(
        self,
        numbers: Iterable[int],
        tell: Tell,
        limit: Callable[[int], float],
        again: bool = False,
        budget: float = math.inf,
    ) -> tuple[str, int]:
        """Runs tests until one fails. Returns its node id (empty if none) and how many were run.

        ``again``: files that read the data are collected anew. ``budget``: no further test is
        begun after so many seconds of computing.
        """
        no_processes()
        ran, begun = 0, time.process_time()
        for number in numbers:
            if time.process_time() - begun > budget:
                break
            item: pytest.Item | None = self.items[number]
            assert item is not None
            if again and item.path in self.reading:
                tell(20 * limit(number), f"collection of {item.nodeid}")
                try:
                    item = self._collected_again(item)
                except Exception as error:
                    return f"{self.items[number].nodeid} (collection: {type(error).__name__})", ran
                if item is None:  # a parameter that is no more
                    continue
            tell(20 * limit(number), item.nodeid)
            signal.setitimer(
                signal.ITIMER_VIRTUAL, limit(number)
            )  # of computing; it ends the child
            ran += 1
            if not passes(item):
                return item.nodeid, ran
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return "", ran

    def _collected_again(self, item: pytest.Item) -> pytest.Item | None:
        if item.path not in self.fresh:
            old = item.getparent(pytest.Module)
            assert old is not None
            for name, module in list(sys.modules.items()):
                file = getattr(module, "__file__", None)
                if file and Path(file) in self.reading:
                    del sys.modules[name]
            new = pytest.Module.from_parent(old.parent, path=old.path)
            items = [i for part in new.collect() for i in self.session.genitems(part)]
            self.fresh[item.path] = {i.nodeid: i for i in items}
        return self.fresh[item.path].get(item.nodeid)


def passes(item: pytest.Item) -> bool:
    """Run a test with its fixtures; skipped counts as passed."""
    reports = runtestprotocol(item, log=False, nextitem=None)
    return not any(report.failed for report in reports)


def no_processes() -> None:
    """A test that starts another process is skipped: the mutant would not be in it."""

    def skip(*_: Any, **__: Any) -> None:
        pytest.skip("another process would not have the mutant")

    subprocess.Popen.__init__ = skip  # type: ignore[method-assign]
    multiprocessing.process.BaseProcess.start = skip  # type: ignore[method-assign]


def own_temporary_folder(root: Path) -> None:
    """Temporary files of a child: below ``root``, which the parent removes.

    Not named by the child's number: in a long run the system gives the numbers of dead ones again.
    """
    root.mkdir(parents=True, exist_ok=True)
    folder = tempfile.mkdtemp(dir=root)
    os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
    os.environ["TMPDIR"] = folder
