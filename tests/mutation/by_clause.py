"""Proof by mutation, clause by clause: its own rule is changed, and only its own tests are run.

A clause that names a condition (`model.clauses.Condition`) is proven if one of its tests fails once
that line of the engine is what it would be without the rule, and the same test passes without the
rule of a sibling (`placebo.py`): a test that fails in both cases does not tell the two rules apart.
Any other clause has a place in the data: it is proven if, for every value there, one of its tests
fails once the value is another; a value is changed in several ways until one is noticed: who proves
that a krone must be paid need not prove that it is not two.

The placebo shows how much that says: the tests of the sibling are tried on the same changes, by the
same criterion, with the parts of the two clauses exchanged.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import math
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

import pytest

from model.clauses import Clause, cards, clauses
from model.paths import OPEN_TABLES
from model.sources import sources
from tests.mutation import forking
from tests.mutation.campaign import (
    Campaign,
    Part,
    Result,
    as_outcome,
    in_plain_python,
)
from tests.mutation.code_mutants import ROOT, Code, CodeMutant
from tests.mutation.conditions import CONDITION, mutant_of
from tests.mutation.data_mutants import TAGS, Data, DataMutant
from tests.mutation.forking import Tell
from tests.mutation.placebo import BY, drawn, is_placebo, own, placebo_of, sibling_of, tests_of
from tests.mutation.report import reason_for
from tests.mutation.trials import Trials

FOLDERS = ("scenarios", "model", "exhaustive", "properties")  # whose tests name clauses
CHANGES = 10  # of a value, tried until all clauses that name it are proven
CHANGES_OF_CODE = 60  # of a function, for the former criterion: any of them
BUDGET = 20.0  # seconds of computing for the tests of one clause on one change of the code
FAILING = (
    12  # tests that notice a change of the code, of each clause: enough to find one of its own
)
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


def proven_by_data(clause: Clause) -> bool:
    """Is a clause proven by changes of values; else it names a condition, or nothing is changed."""
    return clause.condition is None and bool(clause.declared)


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
        if wanted(id) and clause.status != "out-of-scope" and proven_by_data(clause):
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


def condition_jobs(wanted: Callable[[str], bool]) -> list[Job]:
    """One job for each condition that some clause names."""
    found: dict[str, Job] = {}
    for id, clause in clauses().items():
        if clause.condition and wanted(id):
            mutant = mutant_of(clause.condition)
            found.setdefault(mutant.id, Job(mutant.id, (mutant,), [])).clauses.append(id)
    return sorted(found.values(), key=lambda job: min(map(drawn, job.clauses)))


def former_asked(jobs: list[Job], by_clause: Mapping[str, Set[int]], most: int) -> list[str]:
    """Siblings, by the first lot, who are asked about any change of a function."""
    named = sorted({id for job in jobs for id in job.clauses if not is_placebo(id)}, key=drawn)
    able = (placebo_of(id, (), by_clause, looked_at=(), lot="1", named=False) for id in named)
    return [one for one in able if one][:most]


def function_jobs(source: Code, asked: Sequence[str]) -> list[Job]:
    """By the criterion that was used before clauses named conditions: any change of a function that
    the clause names, here of those that its sibling names too. One job for each such function, for
    those who are asked."""
    about: dict[str, list[str]] = defaultdict(list)
    for one in asked:
        mine, theirs = (clauses()[id].executed for id in one.split(BY))
        for function in sorted(set(mine) & set(theirs)):
            about[f"{CODE}{function}"].append(one)
    by_function: dict[str, list[CodeMutant]] = defaultdict(list)
    for mutant in source.mutants([site for site in source.sites() if source.path(site) in about]):
        by_function[mutant.path].append(mutant)
    return [
        Job(function, tuple(spread(by_function[function])[:CHANGES_OF_CODE]), ids)
        for function, ids in about.items()
        if by_function[function]
    ]


def with_placebos(jobs: list[Job], by_clause: Mapping[str, Set[int]], most: int) -> list[str]:
    """Ask the siblings of clauses drawn by lot about the same changes; returns who is asked."""
    named = sorted({id for job in jobs for id in job.clauses}, key=drawn)
    able = (placebo_of(id, _places(id), by_clause) for id in named)
    asked = [one for one in able if one][:most]
    by_own = {own(one): one for one in asked}
    for job in jobs:
        job.clauses += [by_own[id] for id in job.clauses if id in by_own]
    return asked


def _places(id: str) -> tuple[str, ...]:
    clause = clauses()[id]
    return places_of(id, clause) if proven_by_data(clause) else ()


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
        self.texts: dict[Any, str] = {}  # of functions
        self.digests: dict[str, str] = {}  # of who is asked
        if isinstance(source, Data):
            source.learn()

    def tests_of(self, asked: str) -> list[int]:
        """The tests to try, those that noticed most first, and one of each function before the
        others."""
        usable = {
            i for i in tests_of(asked, self.by_clause)
            if self.tests.items[i].nodeid not in self.unusable
        }  # fmt: skip
        return sorted(usable, key=lambda i: (self.sibling[i], self.folder[i], -self.kills[i], i))

    def digest(self, clause: str, changes: tuple[Any, ...]) -> str:
        """Of the first changes and the clause's tests: what was found holds as long as it does."""
        first = (change.id for change in changes[:CHANGES])
        told = "\n".join([*first, self._tests_digest(clause), *self._other_rule(clause, changes)])
        return hashlib.sha256(told.encode()).hexdigest()[:12]

    def _tests_digest(self, clause: str) -> str:
        if clause not in self.digests:
            items = [self.tests.items[i] for i in tests_of(clause, self.by_clause)]
            told = hashlib.sha256()
            for item in sorted(items, key=lambda item: item.nodeid):
                assert isinstance(item, pytest.Function)
                function = item.function
                if function not in self.texts:
                    self.texts[function] = inspect.getsource(function)
                told.update(f"{item.nodeid}\n{self.texts[function]}".encode())
            self.digests[clause] = told.hexdigest()
        return self.digests[clause]

    def _other_rule(self, asked: str, changes: tuple[Any, ...]) -> list[str]:
        """What a pair of clauses with conditions rests on in addition to the sibling's tests."""
        condition = clauses()[sibling_of(asked)].condition if is_placebo(asked) else None
        if not condition or changes[0].group != CONDITION:
            return []
        return [mutant_of(condition).id, self._tests_digest(own(asked))]

    def try_on(self, job: Job, tell: Tell) -> Result:
        """In a child: install the first change that can be, then each clause's tests.

        ``found``: for each clause the test that noticed, or nothing; ``apart``: of two clauses
        of the code what `_apart` returns; ``changes``: how many were tried, with those that are
        refused.
        """
        tell(forking.FIRST_LIMIT, "the change")
        self.tests.fresh.clear()
        tried = 1 + next((i for i, one in enumerate(job.changes) if self.source.install(one)), -1)
        if not tried:
            return {"outcome": "refused", "found": {}, "changes": len(job.changes)}
        return {**self._noticed(job, job.changes[tried - 1], tell), "changes": tried}

    def _noticed(self, job: Job, change: Any, tell: Tell) -> Result:
        """Whose tests notice the change, which is installed. A sibling's are tried on what the
        clause's own notice, if these are asked as well."""
        found: dict[str, str] = {}
        failing: dict[str, list[str]] = {}
        for asked in sorted(job.clauses, key=is_placebo):
            if is_placebo(asked) and not found.get(own(asked), "any"):
                continue
            several = not self.data and not is_former(job.key)
            failing[asked] = self._failing(asked, tell, FAILING if several else 1)
            found[asked] = failing[asked][0] if failing[asked] else ""
        if self.data and not all(found.get(id) for id in job.clauses if not is_placebo(id)):
            tell(2 * forking.FIRST_LIMIT, "all rulesets")
            assert isinstance(self.source, Data)
            if self.source.plays_the_same(change):
                return {"outcome": "same", "found": {id: by for id, by in found.items() if by}}
        pairs = [one for one in failing if is_placebo(one) and own(one) in failing]
        if self.data or not pairs:
            return {"outcome": "tried", "found": found}
        self._restore(change)
        apart = {pair: self._apart(pair, failing[own(pair)], failing[pair], tell) for pair in pairs}
        return {"outcome": "tried", "found": found, "apart": apart}

    def _failing(self, asked: str, tell: Tell, most: int) -> list[str]:
        """The first of a clause's tests that notice the change which is installed, by node id."""
        numbers, found = self.tests_of(asked), list[str]()
        end = math.inf if self.data else time.process_time() + BUDGET
        while numbers and len(found) < most and (left := end - time.process_time()) > 0:
            by, _ = self.tests.run(numbers, tell, self.limit, again=self.data, budget=left)
            if not by:
                break
            found.append(by)
            number = self.tests.number.get(by)  # of a file that cannot be collected there is none
            numbers = numbers[numbers.index(number) + 1 :] if number is not None else []
        return found

    def _restore(self, change: CodeMutant) -> None:
        """The module as it is written, in the place of one that was changed."""
        text = (ROOT / change.file).read_text("utf-8")
        if not self.source.install(replace(change, source=text)):  # type: ignore[arg-type]
            raise RuntimeError(f"{change.file} cannot be put back")

    def _apart(
        self, pair: str, mine: Sequence[str], theirs: Sequence[str], tell: Tell
    ) -> dict[str, str]:
        """Which tests that noticed the clause's change pass without the sibling's rule.

        ``own``: the first such test of the clause that does not name the sibling; ``sibling``: the
        first such test of the sibling that does not name the clause. Empty where there is none.
        """
        condition = clauses()[sibling_of(pair)].condition
        assert condition is not None
        changed = mutant_of(condition)
        tell(forking.FIRST_LIMIT, "the sibling's change")
        if not self.source.install(changed):  # type: ignore[arg-type]
            return {}
        shared = self.by_clause[own(pair)] & self.by_clause[sibling_of(pair)]
        alone = [test for test in mine if self.tests.number[test] not in shared]
        found = {"own": self._passing(alone, tell), "sibling": self._passing(theirs, tell)}
        self._restore(changed)
        return found

    def _passing(self, tests: Sequence[str], tell: Tell) -> str:
        """The first of some tests that passes."""
        for test in tests:
            if not self.tests.run([self.tests.number[test]], tell, self.limit)[0]:
                return test
        return ""


@dataclass
class Proofs(Campaign):
    """A pytest plugin: once the tests are collected, each place is changed and its clauses' tests
    run. ``jobs``: makes the jobs; ``told``: hears of each place what was found."""

    jobs: Callable[[ClausePart], list[Job]] = list  # type: ignore[assignment]
    told: Callable[[Job, Result], None] = print

    def part_of(self, tests: Any) -> Part:
        return ClausePart(tests, Data() if self.data else Code())

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
        return as_ended(item, result, self.part)

    def doubted(self, result: Result) -> str | None:
        tests = {test for test in result.get("found", {}).values() if test}
        return min((tests & set(self.part.tests.number)) - self.good, default=None)

    def settled(self, item: Job, result: Result) -> None:
        found = result.get("found", {})
        for test in found.values():
            if test in self.part.tests.number:
                self.part.kills[self.part.tests.number[test]] += 1
        self.told(item, result)
        left = left_of(item, found)
        n = result["changes"]
        if left and item.changes[n:]:
            self.later(Job(item.key, item.changes[n:], left, item.tried + n))


def left_of(job: Job, found: Mapping[str, str]) -> list[str]:
    """Who is asked about the next change: who has noticed none, and the siblings of these."""
    waiting = [asked for asked in job.clauses if not found.get(asked)]
    return [
        asked for asked in waiting
        if not is_placebo(asked) or own(asked) in waiting or own(asked) not in job.clauses
    ]  # fmt: skip


def as_ended(job: Job, result: Result, part: ClausePart) -> Result:
    """A child that was ended or died: whoever's test was running noticed, if it is one's alone.

    If that was a sibling, the clause's own tests had noticed before, which ended with the child:
    the change counts as not tried, so that they are run again, alone.
    """
    ended = as_outcome(result)
    number = part.tests.number.get(ended["by"])
    whose = [asked for asked in job.clauses if number in tests_of(asked, part.by_clause)]
    noticed = {whose[0]: ended["by"]} if len(whose) == 1 and ended["outcome"] != "error" else {}
    lost = any(is_placebo(asked) and own(asked) in job.clauses for asked in noticed)
    return {**ended, "found": noticed, "changes": 0 if lost else 1}


Noticed = dict[str, dict[str, bool | None]]
"""Of each clause the places that can be changed: was it noticed; None where it is not known."""


def noticed_of(
    places: dict[str, dict[str, str]], results: dict[str, dict[str, Any]], changes: dict[str, int]
) -> Noticed:
    """What was found by who was asked; the arguments are those of `verdicts`."""
    noticed: Noticed = {id: {} for named in places.values() for id in named}
    for key, named in places.items():
        known = results.get(key, {})
        for id, digest in named.items():
            if known.get("of", {}).get(id) != digest:
                noticed[id][key] = None
            elif known["found"].get(id):
                noticed[id][key] = True
            elif is_placebo(id) and not is_former(key):  # tried on one change, which is named
                noticed[id][key] = False if id in known["found"] else None
            elif id in known["found"] or known["tried"][id] < changes[key]:
                noticed[id][key] = False if known["tried"][id] >= changes[key] else None
    return noticed


def verdicts(
    places: dict[str, dict[str, str]], results: dict[str, dict[str, Any]], tests: dict[str, int],
    reasons: dict[str, str], changes: dict[str, int], begun: Collection[str] = ("data", "code"),
) -> dict[str, dict[str, Any]]:  # fmt: skip
    """What was found of each clause: by "data" or "code", how many places, which are not proven,
    how many nobody has changed yet, and what its sibling's tests say of it (`placebo`).

    ``places``: who is asked about each place, with the digest of what is changed and of their
    tests; ``results``: what was found of each place; ``tests``: how many name a clause;
    ``reasons``: why a place need not be noticed, by "clause: place"; ``changes``: how many of a
    place are tried until it counts as not noticed; ``begun``: the parts that were looked at.
    """
    noticed = noticed_of(places, results, changes)
    siblings = {
        own(asked): asked for asked, seen in noticed.items()
        if is_placebo(asked) and not all(map(is_former, seen))
    }  # fmt: skip
    pairs = apart_of(places, results)
    found = {}
    for id, clause in clauses().items():
        if clause.status == "out-of-scope":
            continue
        those = {key: seen for key, seen in noticed.get(id, {}).items() if not is_former(key)}
        missing = sorted(key for key, seen in those.items() if seen is False)
        excused = {key: why for key in missing if (why := reason_for(f"{id}: {key}", reasons))}
        by = "data" if proven_by_data(clause) else "code"
        unrun = sum(seen is None for seen in those.values()) if by in begun else 1
        reason = reason_for(id, reasons) or ""
        if not those and not reason and not unrun:
            reason = WITHOUT[by] if tests.get(id) else "no quick test names it"
        sibling = placebo(siblings.get(id, ""), noticed, set(those) - set(missing), pairs)
        together = sibling is not None and sibling.get("apart") is False
        if together and not missing:
            reason = f"its tests do not tell it from {sibling['of']}"
        proven = bool(those) and not unrun and set(missing) <= set(excused) and not together
        found[id] = {
            "by": by,
            "places": len(those) or unrun,
            "proven": proven,
            "missing": [key for key in missing if key not in excused],
            "excused": excused,
            "unrun": unrun,
            "reason": reason,
            "placebo": sibling,
        }
    return found


WITHOUT = {
    "data": "its values are assumed, or no change of them plays otherwise",
    "code": "it names no condition",
}


def is_former(key: str) -> bool:
    """Is a place a whole function, as by the former criterion?"""
    return key.startswith(CODE) and ": " not in key


def apart_of(
    places: dict[str, dict[str, str]], results: dict[str, dict[str, Any]]
) -> dict[str, dict[str, str]]:
    """Of each pair of clauses of the code the tests that tell the one rule from the other."""
    found = {}
    for key, named in places.items():
        known = results.get(key, {})
        for asked, tests in known.get("apart", {}).items():
            if tests and known["of"].get(asked) == named.get(asked):
                found[asked] = tests
    return found


def placebo(
    asked: str, noticed: Noticed, proven: Collection[str], apart: Mapping[str, dict[str, str]]
) -> dict[str, Any] | None:
    """What a sibling's tests say of a clause; None if that is not known.

    ``notices``: they notice all that the clause's own notice; ``proves``: by the criterion of the
    clause itself. Of a clause of the code also ``apart``: its own tests tell it from its sibling.
    """
    seen = noticed.get(asked, {})
    if not proven or any(seen.get(key) is None for key in proven):
        return None
    notices = all(seen[key] for key in proven)
    found = {"of": sibling_of(asked), "notices": notices, "proves": notices}
    if proven_by_data(clauses()[own(asked)]):
        return found
    if asked not in apart:
        return None
    return {**found, "proves": bool(apart[asked]["sibling"]), "apart": bool(apart[asked]["own"])}


def former(noticed: Noticed) -> dict[str, bool]:
    """By the former criterion: do a sibling's tests notice some change of each function that both
    name? While not all changes were tried this is a lower bound."""
    found = {}
    for asked, seen in noticed.items():
        those = [one for key, one in seen.items() if is_former(key)]
        if those:
            found[asked] = all(one is True for one in those)
    return found
