"""Proof by mutation, clause by clause: its own rule is changed, and only its own tests are run.

A clause with a place in the data is proven if, for every value there, one of its tests fails once
the value is another. A clause that only code carries out is proven if, for every function that it
names, one of its tests fails under some change of that function: a function does more than one
clause says, so that not every change of it need be noticed.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from model.clauses import Clause, clauses
from model.paths import OPEN_TABLES
from tests.mutation import forking
from tests.mutation.campaign import Campaign, Part, Result, alone, as_outcome
from tests.mutation.code_mutants import Code, CodeMutant
from tests.mutation.data_mutants import TAGS, Data, DataMutant
from tests.mutation.forking import Tell
from tests.mutation.running import own_temporary_folder

FOLDERS = ("scenarios", "model", "exhaustive", "properties")  # whose tests name clauses
CHANGES = 10  # of a function, tried until all clauses that name it are proven
NOT_IN_PLAIN = "fails or takes too long in plain Python"


@dataclass
class Job:
    """Changes of one place, of which one is installed, and the clauses whose tests are then run.

    ``key``: a path of the data, or a function and the number of the change that is tried.
    """

    key: str
    mutants: tuple[Any, ...]
    clauses: list[str]
    rest: deque[Any] = field(default_factory=deque)


def proven_by_data(clause: Clause) -> bool:
    """Has a clause a place in the data; else it is proven by changes of the code."""
    return bool(clause.declared)


def concerns(mutant: DataMutant, declared: str) -> bool:
    """Is a change of the data one of what a path declares?"""
    kind, _, id = declared.partition(".")
    if kind in ("change", "option"):  # what it sets, adds and removes, each as a whole
        whole = mutant.id.endswith((": removed", ": not set", " not removed"))
        return mutant.path == declared or (mutant.edits[0].keys[:2] == (kind, id) and whole)
    path, _, last = declared.rpartition(".")
    if declared in OPEN_TABLES:  # a clause about a deck is about its cards, not what is on them
        return mutant.path.rpartition(".")[0] == declared and mutant.id.endswith(": removed")
    return f"{mutant.path}.".startswith(f"{declared}.") or (last in TAGS and mutant.path == path)


def data_jobs(source: Data, wanted: Callable[[str], bool]) -> list[Job]:
    """One job for each value that some clause declares."""
    about: dict[str, list[str]] = defaultdict(list)
    for id, clause in clauses().items():
        if wanted(id) and clause.status != "out-of-scope":
            for path in clause.declared:
                about[path].append(id)
    heads: dict[str, list[str]] = defaultdict(list)  # few paths begin alike
    for path in about:
        kind = path.partition(".")[0]
        heads["" if kind in ("change", "option") else kind].append(path)
    found: dict[str, Job] = {}
    for mutant in source.mutants():
        near = heads[mutant.path.partition(".")[0]] + heads[""]
        ids = [id for path in near if concerns(mutant, path) for id in about[path]]
        if ids:
            whole = " whole" if mutant.id.endswith(": removed") else ""
            key = f"{mutant.file} {mutant.path}{whole}"
            job = found.setdefault(key, Job(key, (), []))
            job.mutants += (mutant,)
            job.clauses = list(dict.fromkeys([*job.clauses, *ids]))
    return sorted(found.values(), key=lambda job: min(map(drawn, job.clauses)))


def drawn(id: str) -> bytes:
    """An order of the clauses by lot: a run that was interrupted has proven a fair sample."""
    return hashlib.sha256(id.encode()).digest()


def code_jobs(source: Code, wanted: Callable[[str], bool]) -> list[Job]:
    """One job for each function that a clause without a place in the data names."""
    about: dict[str, list[str]] = defaultdict(list)
    for id, clause in clauses().items():
        if wanted(id) and clause.status != "out-of-scope" and not proven_by_data(clause):
            for function in clause.executed:
                about[f"engine.{function}"].append(id)
    by_function: dict[str, list[CodeMutant]] = defaultdict(list)
    for mutant in source.mutants():
        if mutant.path in about:
            by_function[mutant.path].append(mutant)
    jobs = []
    for function, ids in about.items():
        mutants = spread(by_function[function])
        first = tuple(mutants[:1])
        jobs.append(Job(function, first, list(dict.fromkeys(ids)), deque(mutants[1:CHANGES])))
    return sorted(jobs, key=lambda job: min(map(drawn, job.clauses)))


def spread(mutants: list[CodeMutant]) -> list[CodeMutant]:
    """Changes of different lines first, those that do most of a line before its others."""
    by_line: dict[tuple[int, int], list[CodeMutant]] = defaultdict(list)
    for mutant in mutants:
        by_line[mutant.lines].append(mutant)
    found: list[CodeMutant] = []
    lines = list(by_line.values())
    for i in range(max(map(len, lines), default=0)):
        found += [group[-1 - i] for group in lines[len(lines) // 2 :] if i < len(group)]
        found += [group[-1 - i] for group in lines[: len(lines) // 2] if i < len(group)]
    return found


class ClausePart(Part):
    """The tests of each clause, tried on changes of its own rule."""

    def __init__(self, tests: Any, source: Data | Code) -> None:
        super().__init__(tests)
        self.source = source
        self.data = isinstance(source, Data)

    def limit(self, number: int) -> float:
        return 30.0

    def tests_of(self, clause: str) -> list[int]:
        """Its tests, those that noticed most first, and one of each function before the others."""
        usable = [
            i for i in self.by_clause.get(clause, ())
            if self.tests.items[i].nodeid not in self.unusable
        ]  # fmt: skip
        return sorted(usable, key=lambda i: (self.sibling[i], -self.kills[i], self.folder[i], i))

    def try_on(self, job: Job, tell: Tell) -> Result:
        """In a child: install the first change that can be, then each clause's tests.

        ``found``: for each clause the test that noticed, or nothing.
        """
        tell(forking.FIRST_LIMIT, "the change")
        if not any(self.source.install(mutant) for mutant in job.mutants):
            return {"outcome": "refused", "found": {}}
        found = {}
        for id in job.clauses:
            by, _ = self.tests.run(self.tests_of(id), tell, self.limit, again=self.data)
            found[id] = by
        if self.data and not all(found.values()):
            tell(2 * forking.FIRST_LIMIT, "all rulesets")
            assert isinstance(self.source, Data)
            if self.source.plays_the_same():
                return {"outcome": "same", "found": {}}
        return {"outcome": "tried", "found": found}


@dataclass
class Proofs(Campaign):
    """A pytest plugin: once the tests are collected, each place is changed and its clauses' tests
    run. ``jobs``: makes the jobs; ``told``: hears of each place what was found."""

    jobs: Callable[[ClausePart], list[Job]] = list  # type: ignore[assignment]
    told: Callable[[str, Result], None] = print

    def part_of(self, tests: Any) -> Part:
        return ClausePart(tests, Data() if self.data else Code())

    def _run(self, part: Part, _mutants: list[Any]) -> None:
        """Run jobs. A test that notices counts once it was seen to pass without any change."""
        assert isinstance(part, ClausePart)
        good: set[str] = set()
        held: dict[str, list[tuple[Job, Result]]] = defaultdict(list)
        jobs: deque[Job | str] = deque(self.jobs(part))

        def work(job: Job | str, tell: Tell) -> Result:
            own_temporary_folder(self.scratch)
            return alone(part, job, tell) if isinstance(job, str) else part.try_on(job, tell)

        def settle(job: Job, result: Result) -> None:
            doubtful = {
                test for test in result.get("found", {}).values()
                if test and test in part.tests.number and test not in good
            }  # fmt: skip
            if doubtful:
                test = min(doubtful)
                if test not in held:
                    jobs.appendleft(test)
                held[test].append((job, result))
                return
            for test in result.get("found", {}).values():
                if test in part.tests.number:
                    part.kills[part.tests.number[test]] += 1
            self.told(job.key, result)
            left = [id for id in job.clauses if not result.get("found", {}).get(id)]
            if left and job.rest:
                jobs.append(Job(job.key, (job.rest.popleft(),), left, job.rest))

        for job, result in forking.run(jobs, work, self.workers):
            if not isinstance(job, str):
                settle(job, as_ended(job, result))
                continue
            waiting = held.pop(job)
            if result.get("passes"):
                good.add(job)
                for one, known in waiting:
                    settle(one, known)
            else:
                part.unusable[job] = NOT_IN_PLAIN
                jobs.extendleft(one for one, _ in waiting)


def as_ended(job: Job, result: Result) -> Result:
    """A child that was ended or died: whoever's test was running noticed, if it was one's alone."""
    if "found" in result:
        return result
    ended = as_outcome(result)
    noticed = {job.clauses[0]: ended["by"]} if len(job.clauses) == 1 else {}
    return {**ended, "found": noticed if ended["outcome"] != "error" else {}}


def verdicts(results: Iterable[dict[str, Any]], tests: dict[str, int]) -> dict[str, dict[str, Any]]:
    """What was found of each clause: by "data" or "code", how many places, which are not proven.

    ``results``: of each place, with its key and its part; ``tests``: how many name a clause.
    """
    places: dict[str, dict[str, bool]] = defaultdict(dict)
    for one in results:
        for id, test in one["found"].items():
            places[id][one["key"]] = places[id].get(one["key"], False) or bool(test)
    found = {}
    for id, clause in clauses().items():
        if clause.status == "out-of-scope":
            continue
        known = places.get(id, {})
        missing = sorted(key for key, noticed in known.items() if not noticed)
        by = "data" if proven_by_data(clause) else "code"
        reason = ""
        if not known:
            reason = "no change of its rule can be made that plays otherwise"
            reason = reason if tests.get(id) else "no quick test names it"
        found[id] = {
            "by": by,
            "places": len(known),
            "proven": bool(known) and not missing,
            "missing": missing,
            "reason": reason,
        }
    return found
