"""Trials in children, a share of them in each; what a test notices counts once the test is good.

A test is good if it passes without any change, and one that a change made run into its limit if it
is far from that limit without. Any other is of no use: it is marked as such, and what it "noticed"
is tried again.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from tests.mutation import forking
from tests.mutation.forking import Tell
from tests.mutation.running import own_temporary_folder

Result = dict[str, Any]
FAILS_PLAIN = "fails or takes too long without any change"
TEST_LIMIT = 120.0

Item = TypeVar("Item")


class Trials(ABC, Generic[Item]):
    """Runs items: mutants, or changes of a rule. A subclass says what a trial is."""

    def __init__(self, part: Any, items: Sequence[Item], share: int) -> None:
        self.part, self.share = part, share
        self.good: set[str] = set()
        self._held: dict[str, list[tuple[Item, Result]]] = defaultdict(list)
        shares = (list(items[i : i + share]) for i in range(0, len(items), share))
        self._jobs: deque[list[Item] | str] = deque(shares)

    @abstractmethod
    def attempt(self, item: Item, tell: Tell) -> Result:
        """In a child: what came of an item."""

    @abstractmethod
    def ended(self, item: Item, result: Result) -> Result:
        """The same of an item whose child was ended or died."""

    @abstractmethod
    def doubted(self, result: Result) -> str | None:
        """A test that a result rests on and that is not known to be good, if there is one."""

    @abstractmethod
    def settled(self, item: Item, result: Result) -> None:
        """All tests that a result rests on are good."""

    def later(self, item: Item) -> None:
        """Try one item more, after all others."""
        last = self._jobs[-1] if self._jobs else ""
        if isinstance(last, list) and len(last) < self.share:
            last.append(item)
        else:
            self._jobs.append([item])

    def run(self, workers: int, scratch: Path) -> None:
        """Try all items, on so many children at once."""

        def work(job: list[Item] | str, tell: Tell) -> Result:
            own_temporary_folder(scratch)
            if isinstance(job, str):
                return alone(self.part, job, tell)
            return {"each": [self.attempt(item, tell) for item in job]}

        for job, result in forking.run(self._jobs, work, workers):
            if isinstance(job, str):
                self._confirmed(job, result)
            elif "each" in result:
                for item, found in zip(job, result["each"], strict=True):
                    self._settle(item, found)
            elif len(job) == 1:
                self._settle(job[0], self.ended(job[0], result))
            else:  # one of them ended the child: each by itself
                self._jobs.extendleft([item] for item in job)

    def _settle(self, item: Item, result: Result) -> None:
        test = self.doubted(result)
        if test is None:
            self.settled(item, result)
            return
        if test not in self._held:
            self._jobs.appendleft(test)
        self._held[test].append((item, result))

    def _confirmed(self, test: str, result: Result) -> None:
        waiting = self._held.pop(test)
        if result.get("passes") and not self._hasty(test, result["took"], waiting):
            self.good.add(test)
            for item, known in waiting:
                self._settle(item, known)
        else:
            self.part.unusable[test] = FAILS_PLAIN
            self._jobs.extendleft([item] for item, _ in waiting)

    def _hasty(self, test: str, took: float, waiting: Sequence[tuple[Item, Result]]) -> bool:
        """Would a test that stopped at its limit have taken half as long without any change?"""
        ended = any(known.get("outcome") == "timeout" for _, known in waiting)
        return ended and 2 * took > self.part.limit(self.part.tests.number[test])


def alone(part: Any, id: str, tell: Tell) -> Result:
    """In a child: does a test pass without any change, and in how many seconds of computing?"""
    begun = time.process_time()
    by, _ = part.tests.run([part.tests.number[id]], tell, lambda _: TEST_LIMIT)
    return {"passes": not by, "took": time.process_time() - begun}
