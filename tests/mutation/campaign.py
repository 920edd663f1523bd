"""Runs the mutants of the data or of the code in a pytest session that has collected the tests."""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import numba
import pytest

from model.clauses import clauses
from tests.mutation import forking, linemap, timing
from tests.mutation.code_mutants import MODULE, Code, CodeMutant, users
from tests.mutation.data_mutants import Data, DataMutant
from tests.mutation.forking import Tell
from tests.mutation.running import RULES_ARE_CHANGED, ReadsData, Tests, own_temporary_folder
from tests.mutation.trials import Result, Trials
from tests.tracing import mentions

# Where tests are taken from, and in which order they are tried on a mutant that others left alive.
FOLDERS = ("model", "golden", "scenarios", "engine", "exhaustive")
LAST_RESORT = "properties"  # for code only, with few examples
LIMIT = 30.0  # seconds for a test whose usual time is not known
GOLDEN = 5  # so many golden games are tried before other tests; they are slow
SHARE = 150  # tests that one child traces for the map of lines

Mutant = DataMutant | CodeMutant


@dataclass
class Part:
    """What is mutated, and which tests are tried on a mutant in which order."""

    tests: Tests
    share: ClassVar[int] = 1  # mutants that one child tries, one after the other

    def __post_init__(self) -> None:
        self.kills: Counter[int] = Counter()
        self.unusable: dict[str, str] = {}
        self.by_clause: dict[str, set[int]] = defaultdict(set)
        for i, item in enumerate(self.tests.items):
            for mention in mentions(item):
                self.by_clause[mention.clause].add(i)
        self.folder = [self._folder(item.path) for item in self.tests.items]
        seen: set[str] = set()
        self.sibling = []  # has its function been there before, with other parameters
        for item in self.tests.items:
            function = item.nodeid.partition("[")[0]
            self.sibling.append(function in seen)
            seen.add(function)

    def _folder(self, path: Path) -> int:
        names = (*FOLDERS, LAST_RESORT)
        return min(names.index(part) for part in path.parts if part in names)

    def limit(self, number: int) -> float:
        return LIMIT

    def first(self, mutant: Any) -> list[set[int]]:
        """Tests to be tried first, the most promising group first."""
        raise NotImplementedError

    def later(self, mutant: Any) -> Iterable[int]:
        """Tests to be tried then."""
        return range(len(self.tests.items))

    def order(self, mutant: Any) -> list[int]:
        """All tests to be tried. Within a group those that killed most so far come first, then one
        of each function."""
        rank: dict[int, int] = dict.fromkeys(self.later(mutant), 99)
        for place, group in reversed(list(enumerate(self.first(mutant)))):
            rank |= dict.fromkeys(group, place)
        usable = [i for i in rank if self.tests.items[i].nodeid not in self.unusable]
        return sorted(
            usable, key=lambda i: (rank[i], -self.kills[i], self.sibling[i], *self.cost(i), i)
        )

    def cost(self, number: int) -> tuple[float, ...]:
        return (self.folder[number],)

    def known_good(self) -> Iterable[str]:
        """Tests that were seen to pass without a mutant."""
        return ()

    def try_on(self, mutant: Any, tell: Tell) -> Result:
        """In a child: install the mutant and run tests until one fails."""
        raise NotImplementedError

    def count(self, result: Result) -> None:
        """Remember which test killed."""
        if result["outcome"] == "killed" and result["by"] in self.tests.number:
            self.kills[self.tests.number[result["by"]]] += 1


class DataPart(Part):
    """Tests that name the clause of the mutated path first, then those about the same card."""

    share = 40

    def __init__(self, tests: Tests) -> None:
        super().__init__(tests)
        self.source = Data()
        self.source.learn()
        self.declared = [
            (path, id)
            for id, clause in clauses().items()
            for path in (*clause.declared, *(f"ruling.{ruling}" for ruling in clause.rulings))
        ]
        self.params: dict[str, set[int]] = defaultdict(set)
        for i, item in enumerate(tests.items):
            params = item.callspec.params if hasattr(item, "callspec") else {}
            for value in params.values():
                if isinstance(value, (int, str)) and not isinstance(value, bool):
                    self.params[str(value)].add(i)

    def mutants(self) -> list[DataMutant]:
        return self.source.mutants()

    def first(self, mutant: DataMutant) -> list[set[int]]:
        path = mutant.path
        named: set[int] = set()
        for declared, id in self.declared:
            if f"{path}.".startswith(f"{declared}.") or f"{declared}.".startswith(f"{path}."):
                named |= self.by_clause.get(id, set())
        words = path.split(".")
        keys = {path, *words[1:3]} - {"cards"}
        about = set().union(*(self.params.get(key, set()) for key in keys))
        return [named, {i for i in about if self.folder[i] == 0}, about]

    def try_on(self, mutant: DataMutant, tell: Tell) -> Result:
        tell(forking.FIRST_LIMIT, "the model")
        self.tests.fresh.clear()  # what another mutant was collected with
        if not self.source.install(mutant):
            return {"outcome": "refused", "by": "", "ran": 0}
        order = self.order(mutant)
        near = len(set().union(*self.first(mutant)))
        by, ran = self.tests.run(order[:near], tell, self.limit, again=True)
        if not by:
            tell(forking.FIRST_LIMIT, "all rulesets")
            if self.source.plays_the_same(mutant):
                return {"outcome": "same", "by": "", "ran": ran}
            by, more = self.tests.run(order[near:], tell, self.limit, again=True)
            ran += more
        return {"outcome": "killed" if by else "survived", "by": by, "ran": ran}


def carried() -> dict[str, set[str]]:
    """The clauses of each function of the engine that carries them out or that they hang on."""
    found: dict[str, set[str]] = defaultdict(set)
    for id, clause in clauses().items():
        hangs_on = [clause.condition.function] if clause.condition else []
        for function in (*clause.executed, *hangs_on):
            found[f"engine.{function}"].add(id)
    return found


class CodePart(Part):
    """Tests that run the mutated line first; without a map of lines, those that name a clause
    which the function carries out."""

    def __init__(self, tests: Tests, lines: linemap.LineMap | None, budget: float) -> None:
        super().__init__(tests)
        in_plain_python()
        self.source = Code()
        self.lines, self.budget = lines, budget
        self.unusable = dict(lines.unusable) if lines else {}
        self.carried = carried()
        self.golden = {i for i, f in enumerate(self.folder) if FOLDERS[f : f + 1] == ("golden",)}

    def mutants(self) -> list[CodeMutant]:
        return self.source.mutants()

    def known_good(self) -> Iterable[str]:
        return self.lines.took if self.lines else ()

    def cost(self, number: int) -> tuple[float, ...]:
        item = self.tests.items[number]
        slow = self.lines.took.get(item.nodeid, LIMIT) if self.lines else 0.0
        return (self.folder[number] == len(FOLDERS), slow, self.folder[number])

    def limit(self, number: int) -> float:
        usual = self.lines and self.lines.took.get(self.tests.items[number].nodeid)
        return 10 * usual + 2 if usual else LIMIT

    def first(self, mutant: CodeMutant) -> list[set[int]]:
        paths = users(mutant) if mutant.path.endswith(MODULE) else [mutant.path]
        clauses = set().union(*(self.carried.get(path, set()) for path in paths))
        named = set().union(*(self.by_clause[id] for id in clauses))
        module = Path(mutant.file).stem.partition("_")[0]
        namesakes = {i for i, item in enumerate(self.tests.items) if module in item.path.stem}
        if self.lines is None:
            return [named, set(sorted(self.golden)[: 2 * GOLDEN]), namesakes]
        running, shared = self.lines.tests(mutant.file, mutant.lines)
        about = namesakes if shared else running & namesakes
        golden = sorted(running & self.golden, key=lambda i: (-self.kills[i], *self.cost(i)))
        return [running & named, set(golden[:GOLDEN]), about, running]

    def later(self, mutant: CodeMutant) -> Iterable[int]:
        if self.lines is None:
            return range(len(self.tests.items))
        running, shared = self.lines.tests(mutant.file, mutant.lines)
        return range(len(self.tests.items)) if shared else running

    def try_on(self, mutant: CodeMutant, tell: Tell) -> Result:
        tell(forking.FIRST_LIMIT, "the module")
        if not self.source.install(mutant):
            return {"outcome": "refused", "by": "", "ran": 0}
        by, ran = self.tests.run(self.order(mutant), tell, self.limit, budget=self.budget)
        return {"outcome": "killed" if by else "survived", "by": by, "ran": ran}


class TimingPart(CodePart):
    """The same for changes of when triggers are answered; first come the tests about cards that
    answer the trigger."""

    def mutants(self) -> list[CodeMutant]:
        return timing.mutants()

    def first(self, mutant: CodeMutant) -> list[set[int]]:
        cards = timing.cards_of(mutant.id.partition(" ")[0])
        named = (
            tests for id, tests in self.by_clause.items()
            if any(f"{id}.".startswith(f"{card}.") for card in cards)
        )  # fmt: skip
        return [set().union(*named), *super().first(mutant)]


def in_plain_python() -> None:
    """Raises RuntimeError unless functions of the engine run as they are written."""
    if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        raise RuntimeError("compiled functions would not notice a mutant: NUMBA_DISABLE_JIT=1")


@dataclass
class Campaign:
    """A pytest plugin: once the tests are collected, mutants are run instead of them.

    ``choose``: given the part, the mutants to run; ``done``: told each result; ``lines``: file of
    the map of lines, if there is to be one; ``timing``: only changes of when triggers are
    answered; ``scratch``: a folder for temporary files; ``note``:
    told what is done meanwhile; ``budget``: seconds of computing spent on a mutant of the code.
    """

    data: bool
    workers: int
    scratch: Path
    choose: Callable[[Part], list[Mutant]]
    done: Callable[[Mutant, Result], None]
    lines: Path | None = None
    budget: float = 60.0
    note: Callable[[str], None] = str
    timing: bool = False

    def __post_init__(self) -> None:
        self.reads = ReadsData()
        self.part: Part | None = None

    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")
        config.pluginmanager.register(object(), RULES_ARE_CHANGED)

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self, session: pytest.Session) -> Iterator[None]:
        with self.reads.watching():
            return (yield)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise pytest.UsageError("the tests cannot be collected")
        files = {item.path for item in session.items}
        tests = Tests(session, self.reads.files(files) if self.data else set())
        if self.data:
            self._warm()
        self.part = part = self.part_of(tests)
        self._run(part, self.choose(part))
        return True

    def part_of(self, tests: Tests) -> Part:
        """What is mutated, with the tests that were collected."""
        if self.data:
            return DataPart(tests)
        kind = TimingPart if self.timing else CodePart
        return kind(tests, self._lines(tests), self.budget)

    def _warm(self) -> None:
        """Load the compiled code once, for all children."""
        from model import load_ruleset
        from simulate import Game

        game = Game(load_ruleset(), players=2, seed=1)
        while not game.over:
            game.apply(game.legal()[0])

    def _lines(self, tests: Tests, numbers: Sequence[int] | None = None) -> linemap.LineMap | None:
        """The map of lines: as kept, or made now of these tests, or of all."""
        if self.lines is None:
            return None
        if not self.lines.exists():
            found = linemap.LineMap([item.nodeid for item in tests.items])
            numbers = range(len(tests.items)) if numbers is None else numbers
            n = len(numbers) // SHARE + 1
            shares = deque(list(numbers[i::n]) for i in range(n))

            def work(job: list[int], tell: Tell) -> Result:
                own_temporary_folder(self.scratch)
                return linemap.trace(tests, job, tell)

            for job, result in forking.run(shares, work, self.workers):
                if "lines" in result:
                    found.merge(result)
                elif result.get("late") in tests.number:  # nothing else stops this test
                    found.unusable[result["late"]] = linemap.SLOW
                    late = tests.number[result["late"]]
                    shares.append([number for number in job if number != late])
                else:
                    raise RuntimeError(f"the map of lines could not be made: {result}")
                self.note(f"map of lines, {n - len(shares)} of {n}")
            found.save(self.lines)
        return linemap.LineMap.load(self.lines)

    def _run(self, part: Part, mutants: list[Mutant]) -> None:
        """Run mutants. A kill counts once the test was seen to pass without any mutant."""
        Kills(part, mutants, partial(self._done, part)).run(self.workers, self.scratch)

    def _done(self, part: Part, mutant: Mutant, result: Result) -> None:
        part.count(result)
        self.done(mutant, result)


class Kills(Trials[Mutant]):
    """Mutants, each on its tests until one fails."""

    def __init__(
        self, part: Part, mutants: list[Mutant], done: Callable[[Mutant, Result], None]
    ) -> None:
        super().__init__(part, mutants, part.share)
        self.good.update(part.known_good())
        self.done = done

    def attempt(self, item: Mutant, tell: Tell) -> Result:
        begun = time.monotonic()
        found = self.part.try_on(item, tell)
        return {**found, "seconds": round(time.monotonic() - begun, 3)}

    def ended(self, item: Mutant, result: Result) -> Result:
        return as_outcome(result)

    def doubted(self, result: Result) -> str | None:
        test: str = result["by"]
        return test if test in self.part.tests.number and test not in self.good else None

    def settled(self, item: Mutant, result: Result) -> None:
        self.done(item, result)


def as_outcome(result: Result) -> Result:
    """A child that was ended or died, as a result."""
    if "late" in result:
        return {"outcome": "timeout", "by": result["late"], "ran": 0, **result}
    if "crashed" in result:
        crashed = "error" if result["crashed"].startswith("Traceback") else "killed"
        return {"outcome": crashed, "by": result["crashed"], "ran": 0, **result}
    return result


def pytest_arguments(places: Iterable[str]) -> list[str]:
    """What pytest is started with to collect the tests of folders or files, nothing printed."""
    root = os.fspath(Path(__file__).resolve().parents[2] / "tests")
    there = [f"{root}/{place}" for place in places if os.path.exists(f"{root}/{place}")]
    plugins = ["-p", "no:cacheprovider", "-p", "no:faulthandler"]
    return ["-qq", "-s", "--tb=native", *plugins, *there]
