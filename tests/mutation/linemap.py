"""Which test runs which line of the rules code, and how long each test takes in plain Python."""

from __future__ import annotations

import functools
import gc
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import coverage

from tests.mutation.code_mutants import FILES, ROOT
from tests.mutation.forking import Tell
from tests.mutation.running import Tests, no_processes, passes

TOO_SLOW = 3.0  # seconds; a test that takes longer in plain Python is left out,
SLOW_SIBLINGS = 2  # and so are all of one function once so many of them did
SLOW = f"takes more than {TOO_SLOW:.0f} s in plain Python"
SHARED = "shared"


class TooSlow(BaseException):
    """A test took more than TOO_SLOW seconds."""


@dataclass
class LineMap:
    """``took``: seconds of each test that can be used, by node id; ``lines``: by file and line the
    tests (bits of a number) that run it; ``shared``: by file the lines that ran while something
    was made that several tests use, so that any test may depend on them."""

    order: list[str]
    took: dict[str, float] = field(default_factory=dict)
    unusable: dict[str, str] = field(default_factory=dict)
    lines: dict[str, dict[int, int]] = field(default_factory=dict)
    shared: dict[str, set[int]] = field(default_factory=dict)

    def merge(self, part: dict[str, Any]) -> None:
        """Take over what a child found out."""
        self.took |= part["took"]
        self.unusable |= part["unusable"]
        for file, lines in part["lines"].items():
            mine = self.lines.setdefault(file, {})
            for line, bits in lines.items():
                mine[int(line)] = mine.get(int(line), 0) | int(bits, 16)
        for file, numbers in part["shared"].items():
            self.shared.setdefault(file, set()).update(numbers)

    def save(self, path: Path) -> None:
        lines = {f: {n: hex(bits) for n, bits in found.items()} for f, found in self.lines.items()}
        shared = {file: sorted(numbers) for file, numbers in self.shared.items()}
        words = {**vars(self), "lines": lines, "shared": shared}
        path.write_text(json.dumps(words), "utf-8")

    @classmethod
    def load(cls, path: Path) -> LineMap:
        words = json.loads(path.read_text("utf-8"))
        found = cls(words["order"])
        found.merge(words)
        return found

    def tests(self, file: str, lines: tuple[int, int]) -> tuple[set[int], bool]:
        """The tests that run any of these lines, and whether any other may depend on them.

        Lines that run while the module is imported (constants, heads of functions) are in no map:
        whatever runs the module may depend on them.
        """
        known, shared = self.lines.get(file, {}), self.shared.get(file, set())
        span = set(range(lines[0], lines[1] + 1))
        if not span & shared and not any(known.get(line) for line in span):
            span = {*known, *shared}
        bits = 0
        for line in span:
            bits |= known.get(line, 0)
        found = {i for i in range(len(self.order)) if bits >> i & 1}
        return found, bool(shared & span)


class Recorder:
    """Coverage by test; what a caching function of the tests runs is recorded as shared."""

    def __init__(self) -> None:
        include = [str(ROOT / pattern) for pattern in FILES]
        self.coverage = coverage.Coverage(
            data_file=None, config_file=False, include=include, messages=False
        )
        self.context = ""
        self.coverage.start()
        self._share()

    def switch(self, context: str) -> None:
        self.context = context
        self.coverage.switch_context(context)

    def _share(self) -> None:
        cached = {
            id(thing): thing for thing in gc.get_objects()
            if isinstance(thing, functools._lru_cache_wrapper)
            and (getattr(thing, "__module__", None) or "").startswith("tests.")
        }  # fmt: skip
        for module in list(sys.modules.values()):
            for name, value in list(vars(module).items()):
                if id(value) in cached:
                    setattr(module, name, self._shared(value))

    def _shared(self, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            before = self.context
            self.switch(SHARED)
            try:
                return function(*args, **kwargs)
            finally:
                self.switch(before)

        return call

    def found(self) -> tuple[dict[str, dict[int, str]], dict[str, list[int]]]:
        """Tests (bits) by file and line, and the shared lines by file."""
        self.coverage.stop()
        lines: dict[str, dict[int, str]] = {}
        shared: dict[str, list[int]] = {}
        data = self.coverage.get_data()
        for measured in data.measured_files():
            file = Path(measured).relative_to(ROOT).as_posix()
            lines[file], shared[file] = {}, []
            for line, contexts in data.contexts_by_lineno(measured).items():
                bits = sum(1 << int(context) for context in set(contexts) if context.isdigit())
                lines[file][line] = hex(bits)
                if SHARED in contexts:
                    shared[file].append(line)
        return lines, shared


def trace(tests: Tests, numbers: list[int], tell: Tell) -> dict[str, Any]:
    """In a child: run these tests under coverage and report as LineMap.merge takes it."""
    took: dict[str, float] = {}
    unusable: dict[str, str] = {}
    signal.signal(signal.SIGPROF, too_slow)
    recorder = Recorder()
    no_processes()
    slow: Counter[str] = Counter()
    for number in numbers:
        item = tests.items[number]
        function = item.nodeid.partition("[")[0]
        if slow[function] >= SLOW_SIBLINGS:
            unusable[item.nodeid] = SLOW
            continue
        tell(20 + TOO_SLOW, item.nodeid)
        recorder.switch(str(number))
        begun = time.process_time()
        # Computing time: other work on the machine does not count. Again if it is swallowed.
        signal.setitimer(signal.ITIMER_PROF, TOO_SLOW, 0.5)
        try:
            passed = passes(item)
        except TooSlow:  # came while pytest was between two steps
            passed = False
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        spent = time.process_time() - begun
        if spent >= TOO_SLOW:
            unusable[item.nodeid] = SLOW
            slow[function] += 1
        elif passed:
            took[item.nodeid] = round(spent, 4)
        else:
            unusable[item.nodeid] = "fails in plain Python without any change"
    lines, shared = recorder.found()
    return {"took": took, "unusable": unusable, "lines": lines, "shared": shared}


def too_slow(*_: Any) -> None:
    raise TooSlow
