"""Proof by mutation, clause by clause: its own rule is changed, and only its own tests are run.

A clause with a place in the data is proven if, for every value there, one of its tests fails once
the value is another. A clause that only code carries out, or whose values no test can rest on (they
are assumed, or the model refuses any other), is proven if, for every function that it names, one of
its tests fails under some change of that function: a function does more than one clause says, so
that not every change of it need be noticed. For the same reason a value is changed in several ways
until one is noticed: who proves that a krone must be paid need not prove that it is not two.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
from collections import defaultdict
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from typing import Any

import pytest

from model.clauses import Clause, cards, clauses
from model.paths import OPEN_TABLES
from model.sources import sources
from tests.mutation import forking
from tests.mutation.campaign import (
    LIMIT,
    Campaign,
    Part,
    Result,
    as_outcome,
    in_plain_python,
)
from tests.mutation.code_mutants import Code, CodeMutant
from tests.mutation.data_mutants import TAGS, Data, DataMutant
from tests.mutation.forking import Tell
from tests.mutation.linemap import LineMap
from tests.mutation.report import reason_for
from tests.mutation.trials import Trials

FOLDERS = ("scenarios", "model", "exhaustive", "properties")  # whose tests name clauses
CHANGES = 10  # of a value, tried until all clauses that name it are proven
CHANGES_OF_CODE = 60  # of a function: most of its lines carry out other clauses
SHARE = 40  # places of the data that one child changes, one after the other
CODE = "engine."  # as places in the code begin


@dataclass
class Job:
    """Changes of one place, tried one after the other, and the clauses whose tests are then run.

    ``key``: a path of the data, or a function; ``tried``: how many of the changes were.
    """

    key: str
    changes: tuple[Any, ...]
    clauses: list[str]
    tried: int = 0


@functools.cache
def whole_cards() -> frozenset[str]:
    """The paths of cards and tiles as a whole."""
    return frozenset(card for card in cards() if card.count(".") == 1)


def places_of(id: str, clause: Clause) -> tuple[str, ...]:
    """The paths of the data in which a clause's own rule stands.

    Where functions carry a clause out, a whole card of which it states one thing more is none: what
    the card says is the card's own clause.
    """
    own = tuple(path for path in clause.declared if path == id or path not in whole_cards())
    return own if clause.executed else clause.declared


def proven_by_data(id: str, clause: Clause) -> bool:
    """Has a clause a place in the data; else it is proven by changes of the code."""
    return bool(places_of(id, clause))


def concerns(mutant: DataMutant, declared: str) -> bool:
    """Is a change of the data one of what a path declares?"""
    kind, _, id = declared.partition(".")
    if kind in ("change", "option"):  # what it sets, adds and removes, each as a whole
        layer, _, table = id.partition(".")
        whole = mutant.id.endswith((": removed", ": not set", " not removed"))
        within = f"{mutant.path}.".startswith(f"{table}." if table else "")
        own = mutant.edits[0].keys[:2] == (kind, layer) and whole and within
        return mutant.path == declared or own
    path, _, last = declared.rpartition(".")
    if declared in OPEN_TABLES:  # a clause about a deck is about its cards, not what is on them
        return mutant.path.rpartition(".")[0] == declared and mutant.id.endswith(": removed")
    return f"{mutant.path}.".startswith(f"{declared}.") or (last in TAGS and mutant.path == path)


def layer(mutant: DataMutant) -> str:
    """Where a value stands: in the base data, an edition, a module, the draft or elsewhere."""
    if mutant.file == "modules/draft":
        return "draft"
    return mutant.file.partition("/")[0]


def own_layer(clause: Clause, mutants: list[DataMutant]) -> list[DataMutant]:
    """Of the changes of a place those in the layer whose documents state the clause: what a module,
    the draft, the newer edition, a variant, an option or another reading sets there is another
    rule."""
    mutants = of_default_readings(clause, mutants)
    there = {layer(one) for one in mutants}
    waltz = {"waltz-retail-2022", "waltz-draft"} & set(clause.source)
    left_out = {"variants", "options"}
    if not waltz:
        left_out = left_out | {"modules", "draft"}
    elif waltz == {"waltz-draft"} and "draft" in there:
        left_out = there - {"draft"}
    elif "modules" in there:
        left_out = (
            left_out | {"base", "editions"} | ({"draft"} if "waltz-draft" not in waltz else set())
        )
    elif "waltz-draft" not in waltz:
        left_out = left_out | {"draft"}
    if clause.editions == ("original-2015",):
        left_out = left_out | {"editions"}
    elif clause.editions and "editions" in there:
        left_out = left_out | {"base"}
    kept = [one for one in mutants if layer(one) not in left_out]
    return kept or mutants


def of_default_readings(clause: Clause, mutants: list[DataMutant]) -> list[DataMutant]:
    """Without what readings lay down that the clause is not about; where those that it is about all
    do, without what they cover."""
    laid: dict[str, list[DataMutant]] = defaultdict(list)  # by "ruling=reading"
    rest = []
    for mutant in mutants:
        kind, name, part, *more = (*mutant.edits[0].keys, "", "")
        if kind != "ruling" or mutant.path.startswith("ruling."):
            rest.append(mutant)
        elif part == "readings":
            laid[f"{name}={more[0]}"].append(mutant)
    for id in clause.rulings:
        ruling = sources().ruling[id]
        words = {ruling.default_for(one) for one in clause.editions or sources().edition}
        if laid.keys() >= {f"{id}={word}" for word in words}:
            of_rulings = [one for one in rest if one.path.startswith("ruling.")]
            return of_rulings + [one for word in words for one in laid[f"{id}={word}"]]
    return rest


def key_of(mutant: DataMutant, declared: str) -> str:
    """The name of a place: a value, an entry as a whole, or a deck."""
    if declared in OPEN_TABLES:
        return f"{mutant.file} {declared} without a card"
    whole = " whole" if mutant.id.endswith(": removed") else ""
    return f"{mutant.file} {mutant.path}{whole}"


def data_jobs(source: Data, wanted: Callable[[str], bool]) -> list[Job]:
    """One job for each value that some clause declares. Assumed values are left out: no test rests
    on a number that no source gives."""
    about: dict[str, list[str]] = defaultdict(list)
    for id, clause in clauses().items():
        if wanted(id) and clause.status != "out-of-scope":
            for path in places_of(id, clause):
                about[path].append(id)
    heads: dict[str, list[str]] = defaultdict(list)  # few paths begin alike
    for path in about:
        kind = path.partition(".")[0]
        heads["" if kind in ("change", "option") else kind].append(path)
    assumed = tuple(f"{path}." for path in source.whole.assumed)
    met: dict[str, list[DataMutant]] = defaultdict(list)
    for mutant in source.mutants():
        if not f"{mutant.path}.".startswith(assumed):
            for path in heads[mutant.path.partition(".")[0]] + heads[""]:
                if concerns(mutant, path):
                    met[path].append(mutant)
    asked: dict[str, dict[str, None]] = defaultdict(dict)  # clauses by place
    changes: dict[str, dict[str, DataMutant]] = defaultdict(dict)
    for path, mutants in met.items():
        for id in about[path]:
            for mutant in own_layer(clauses()[id], mutants):
                key = key_of(mutant, path)
                changes[key][mutant.id] = mutant
                asked[key][id] = None
    jobs = []
    for key, ids in asked.items():
        each = [replace(one, edits=(edit,)) for one in changes[key].values() for edit in one.edits]
        jobs.append(Job(key, tuple(each[:CHANGES]), list(ids)))
    return sorted(jobs, key=lambda job: min(map(drawn, job.clauses)))


def drawn(id: str) -> bytes:
    """An order of the clauses by lot: a run that was interrupted has proven a fair sample."""
    return hashlib.sha256(id.encode()).digest()


def code_jobs(
    source: Code, wanted: Callable[[str], bool], unchanging: Collection[str] = ()
) -> list[Job]:
    """One job for each function that a clause names which is not proven by changes of the data:
    it has no place there, or it is of those of which no value can be changed (``unchanging``)."""
    about: dict[str, list[str]] = defaultdict(list)
    for id, clause in clauses().items():
        by_code = id in unchanging or not proven_by_data(id, clause)
        if wanted(id) and clause.status != "out-of-scope" and by_code:
            for function in clause.executed:
                about[f"{CODE}{function}"].append(id)
    by_function: dict[str, list[CodeMutant]] = defaultdict(list)
    for mutant in source.mutants():
        if mutant.path in about:
            by_function[mutant.path].append(mutant)
    jobs = []
    for function, ids in about.items():
        changes = tuple(spread(by_function[function])[:CHANGES_OF_CODE])
        if changes:
            jobs.append(Job(function, changes, list(dict.fromkeys(ids))))
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
        if not isinstance(source, Data):
            in_plain_python()
        self.data = isinstance(source, Data)
        self.lines: LineMap | None = None
        self.texts: dict[Any, str] = {}  # of functions
        self.digests: dict[str, str] = {}  # of clauses
        if isinstance(source, Data):
            source.learn()

    def learn_lines(self, lines: LineMap) -> None:
        """Which test runs which line, and which are too slow in plain Python."""
        self.lines, self.unusable = lines, dict(lines.unusable)

    def tests_by_code(self) -> list[int]:
        """The tests of clauses that functions may have to prove."""
        named = [id for id, clause in clauses().items() if clause.executed]
        return sorted(set().union(*(self.by_clause.get(id, set()) for id in named)))

    def limit(self, number: int) -> float:
        usual = self.lines and self.lines.took.get(self.tests.items[number].nodeid)
        return 10 * usual + 2 if usual else LIMIT

    def tests_of(self, clause: str, change: Any) -> list[int]:
        """Its tests, those that noticed most first, and one of each function before the others; of
        the code those that run what is changed."""
        usable = {
            i for i in self.by_clause.get(clause, ())
            if self.tests.items[i].nodeid not in self.unusable
        }  # fmt: skip
        if self.lines:
            running, shared = self.lines.tests(change.file, change.lines)
            usable = usable if shared else usable & running
        return sorted(usable, key=lambda i: (self.sibling[i], -self.kills[i], self.folder[i], i))

    def digest(self, clause: str, changes: tuple[Any, ...]) -> str:
        """Of the first changes and the clause's tests: what was found holds as long as it does."""
        first = (change.id for change in changes[:CHANGES])
        told = "\n".join([*first, self._tests_digest(clause)])
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    def _tests_digest(self, clause: str) -> str:
        if clause not in self.digests:
            items = [self.tests.items[i] for i in self.by_clause.get(clause, ())]
            told = hashlib.sha256()
            for item in sorted(items, key=lambda item: item.nodeid):
                assert isinstance(item, pytest.Function)
                function = item.function
                if function not in self.texts:
                    self.texts[function] = inspect.getsource(function)
                told.update(f"{item.nodeid}\n{self.texts[function]}".encode())
            self.digests[clause] = told.hexdigest()
        return self.digests[clause]

    def try_on(self, job: Job, tell: Tell) -> Result:
        """In a child: install the first change that can be, then each clause's tests.

        ``found``: for each clause the test that noticed, or nothing; ``changes``: how many were
        tried, with those that are refused.
        """
        tell(forking.FIRST_LIMIT, "the change")
        self.tests.fresh.clear()
        tried = 1 + next((i for i, one in enumerate(job.changes) if self.source.install(one)), -1)
        if not tried:
            return {"outcome": "refused", "found": {}, "changes": len(job.changes)}
        return {**self._noticed(job, job.changes[tried - 1], tell), "changes": tried}

    def _noticed(self, job: Job, change: Any, tell: Tell) -> Result:
        """Which clauses' tests notice the change, which is installed."""
        found = {}
        for id in job.clauses:
            by, _ = self.tests.run(self.tests_of(id, change), tell, self.limit, again=self.data)
            found[id] = by
        if self.data and not all(found.values()):
            tell(2 * forking.FIRST_LIMIT, "all rulesets")
            assert isinstance(self.source, Data)
            if self.source.plays_the_same(change):
                return {"outcome": "same", "found": {id: by for id, by in found.items() if by}}
        return {"outcome": "tried", "found": found}


@dataclass
class Proofs(Campaign):
    """A pytest plugin: once the tests are collected, each place is changed and its clauses' tests
    run. ``jobs``: makes the jobs; ``told``: hears of each place what was found."""

    jobs: Callable[[ClausePart], list[Job]] = list  # type: ignore[assignment]
    told: Callable[[Job, Result], None] = print

    def part_of(self, tests: Any) -> Part:
        part = ClausePart(tests, Data() if self.data else Code())
        if lines := self._lines(tests, part.tests_by_code()):
            part.learn_lines(lines)
        return part

    def _run(self, part: Part, _mutants: list[Any]) -> None:
        """Run jobs. A test that notices counts once it was seen to pass without any change."""
        assert isinstance(part, ClausePart)
        Changes(part, self.jobs(part), self.told).run(self.workers, self.scratch)


class Changes(Trials[Job]):
    """Changes of places, each until the tests of all clauses that name the place notice one."""

    def __init__(
        self, part: ClausePart, jobs: list[Job], told: Callable[[Job, Result], None]
    ) -> None:
        super().__init__(part, jobs, SHARE if part.data else 1)
        self.told = told

    def attempt(self, item: Job, tell: Tell) -> Result:
        return dict(self.part.try_on(item, tell))

    def ended(self, item: Job, result: Result) -> Result:
        return as_ended(item, result)

    def doubted(self, result: Result) -> str | None:
        tests = {test for test in result.get("found", {}).values() if test}
        return min((tests & set(self.part.tests.number)) - self.good, default=None)

    def settled(self, item: Job, result: Result) -> None:
        found = result.get("found", {})
        for test in found.values():
            if test in self.part.tests.number:
                self.part.kills[self.part.tests.number[test]] += 1
        self.told(item, result)
        left = [id for id in item.clauses if not found.get(id)]
        n = result["changes"]
        if left and item.changes[n:]:
            self.later(Job(item.key, item.changes[n:], left, item.tried + n))


def as_ended(job: Job, result: Result) -> Result:
    """A child that was ended or died: whoever's test was running noticed, if it was one's alone."""
    ended = as_outcome(result)
    noticed = {job.clauses[0]: ended["by"]} if len(job.clauses) == 1 else {}
    return {**ended, "found": noticed if ended["outcome"] != "error" else {}, "changes": 1}


Noticed = dict[str, dict[str, bool | None]]
"""Of each clause the places that can be changed: was it noticed; None where it is not known."""


def noticed_of(
    places: dict[str, dict[str, str]], results: dict[str, dict[str, Any]], changes: dict[str, int]
) -> Noticed:
    """What was found of each clause; the arguments are those of `verdicts`."""
    noticed: Noticed = {id: {} for named in places.values() for id in named}
    for key, named in places.items():
        known = results.get(key, {})
        for id, digest in named.items():
            if known.get("of", {}).get(id) != digest:
                noticed[id][key] = None
            elif known["found"].get(id):
                noticed[id][key] = True
            elif id in known["found"] or known["tried"][id] < changes[key]:
                noticed[id][key] = False if known["tried"][id] >= changes[key] else None
    return noticed


def unchanging_of(noticed: Noticed) -> frozenset[str]:
    """The clauses of whose values in the data none can be changed so that play is another (they are
    assumed, or the model refuses any other), and that name functions: these are changed instead."""
    return frozenset(
        id for id, clause in clauses().items()
        if clause.executed and proven_by_data(id, clause)
        and not any(not key.startswith(CODE) for key in noticed.get(id, ()))
    )  # fmt: skip


def verdicts(
    places: dict[str, dict[str, str]], results: dict[str, dict[str, Any]], tests: dict[str, int],
    reasons: dict[str, str], changes: dict[str, int], begun: Collection[str] = ("data", "code"),
) -> dict[str, dict[str, Any]]:  # fmt: skip
    """What was found of each clause: by "data" or "code", how many places, which are not proven,
    and how many nobody has changed yet.

    ``places``: the clauses of each place, with the digest of what is changed and of their tests;
    ``results``: what was found of each place; ``tests``: how many name a clause; ``reasons``: why
    a place need not be noticed, by "clause: place"; ``changes``: how many of a place are tried
    until it counts as not noticed; ``begun``: the parts of which any place was looked at.
    """
    noticed = noticed_of(places, results, changes)
    unchanging = unchanging_of(noticed) if "data" in begun else frozenset()
    found = {}
    for id, clause in clauses().items():
        if clause.status == "out-of-scope":
            continue
        those = noticed.get(id, {})
        missing = sorted(key for key, seen in those.items() if seen is False)
        excused = {key: why for key in missing if (why := reason_for(f"{id}: {key}", reasons))}
        by = "data" if proven_by_data(id, clause) and id not in unchanging else "code"
        unrun = sum(seen is None for seen in those.values()) if by in begun else 1
        reason = reason_for(id, reasons) or ""
        if not those and not reason and not unrun:
            reason = "its values are assumed, or no change of its rule plays otherwise"
            reason = reason if tests.get(id) else "no quick test names it"
        found[id] = {
            "by": by,
            "places": len(those) or unrun,
            "proven": bool(those) and not unrun and set(missing) <= set(excused),
            "missing": [key for key in missing if key not in excused],
            "excused": excused,
            "unrun": unrun,
            "reason": reason,
        }
    return found
