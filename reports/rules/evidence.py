"""Evidence about the clauses from outside the model: tests, counts of play, mutants, gaps.

Each part may be missing (an installed package has no tests, or nothing is verified yet); it is then
None, and the code that shows it says so.
"""

from __future__ import annotations

import functools
import hashlib
import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from model import UserError
from model.clauses import Condition
from model.wording import many
from simulate.base.notation import estimate

T = TypeVar("T")

ROOT = Path(__file__).parents[2]
VERIFICATION = ROOT / "verification"
INDEX = VERIFICATION / "tests_index.json"
"""The index that `make wheel` writes, because an installed suite has no tests."""
CLAUSES = VERIFICATION / "clauses.json"
PROOFS = "the record of proofs by mutation"
ENGINE = ROOT / "simulate" / "engine"


@dataclass(frozen=True)
class Proof:
    """A test that names a clause. ``line``: first line of its function, from 1."""

    id: str
    line: int
    corner: bool

    @property
    def file(self) -> str:
        return self.id.partition("::")[0]

    @property
    def name(self) -> str:
        """The function, without its parameters."""
        return self.id.partition("::")[2].partition("[")[0]


@dataclass(frozen=True)
class TestLine:
    """A test function, with its parameters if one case names a clause, and the number of cases."""

    file: str
    name: str
    line: int
    corner: bool
    cases: int


def test_lines(tests: Sequence[Proof]) -> list[TestLine]:
    """The tests of a clause by function."""
    functions: dict[tuple[str, str, int, bool], list[str]] = {}
    for one in tests:
        functions.setdefault((one.file, one.name, one.line, one.corner), []).append(one.id)
    return [
        TestLine(file, ids[0].partition("::")[2] if len(ids) == 1 else name, line, corner, len(ids))
        for (file, name, line, corner), ids in functions.items()
    ]


@dataclass(frozen=True)
class Counts:
    """How often things came up in verified play, by key and policy.

    gaps: games with a position that the rulebooks leave open, by its id and policy. records: names
    and dates of the records counted together; plays: for each record, the parts of the fingerprint
    of play at that time, empty if the record does not say.
    """

    counts: dict[str, dict[str, int]]
    gaps: dict[str, dict[str, int]]
    records: tuple[tuple[str, str], ...]
    plays: tuple[dict[str, str], ...] = ({},)

    @property
    def current(self) -> bool:
        """Do rules and players still play as they did when this was counted?"""
        from simulate.fingerprint import holds  # here because it is seldom needed

        return all(map(holds, self.plays))

    @property
    def dated(self) -> str:
        """The records with their dates, in words."""
        return ", ".join(f"{name} of {date}" for name, date in self.records)

    def total(self, key: str) -> int | None:
        """The count of a key over all policies; None if nothing counts it."""
        row = self.counts.get(key)
        return sum(row.values()) if row is not None else None

    @property
    def games(self) -> int:
        return self.total("games") or 0


COUNTED = ("verify.json", "modules.json", "rare.json", "entrances.json")
"""The records of counts: both editions, modules, rare states, hotel entrances."""


def all_counts(folder: Path = VERIFICATION) -> Counts | None:
    """The counts of all recorded verifications together, or None. Raises UserError for a bad one.

    Some rules come up only if decks are short or hotels fill up, others only with modules.
    """
    found = [one for name in COUNTED if (one := read_counts(folder / name))]
    if not found:
        return None
    return Counts(
        _added([one.counts for one in found]), _added([one.gaps for one in found]),
        tuple(record for one in found for record in one.records),
        tuple(play for one in found for play in one.plays),
    )  # fmt: skip


def _added(tables: Sequence[dict[str, dict[str, int]]]) -> dict[str, dict[str, int]]:
    """Tables of numbers by key and policy, added up."""
    total: dict[str, Counter[str]] = defaultdict(Counter)
    for table in tables:
        for key, row in table.items():
            total[key].update(row)
    return {key: dict(row) for key, row in total.items()}


def _record(path: Path, kind: str, read: Callable[[Any], T]) -> T | None:
    """The content of a record, or None. Raises UserError for a file of another kind."""
    if not path.exists():
        return None
    try:
        return read(json.loads(path.read_text("utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(f"{path}: not {kind} ({error})") from None


def read_counts(path: Path) -> Counts | None:
    """The counts of a recorded verification, or None. Raises UserError for a bad file."""

    def read(found: dict[str, Any]) -> Counts:
        gaps = {gap: dict(one["games"]) for gap, one in found["gaps"].items()}
        play = dict(found.get("play", {}))
        return Counts(found["counts"], gaps, ((path.name, found["date"]),), (play,))

    return _record(path, "the counts of a verification", read)


def index_of_tests(
    cache: Path = ROOT / "build" / "tests", note: Callable[[str], object] | None = None
) -> dict[str, list[Proof]] | None:
    """The tests of each clause; None if there are neither tests nor the index of a wheel.

    In a checkout the tests are collected in a separate process, and the index is cached until a
    test file changes. ``note`` receives the reason for that delay. Raises UserError if they cannot
    be collected.
    """
    folder = ROOT / "tests"
    if (folder / "tracing.py").exists():
        path = cache / f"index-{_digest(folder)}.json"
        if not path.exists():
            if note is not None:
                note("collecting the tests; after a change to them this takes up to a minute ...")
            _collect(path)
    elif not (path := INDEX).exists():
        return None
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))["clauses"]
    return {
        id: [Proof(entry["test"], entry["line"], entry["corner"]) for entry in entries]
        for id, entries in found.items()
    }


def _digest(folder: Path) -> str:
    files = sorted([*folder.rglob("*.py"), *folder.rglob("*.json"), *folder.rglob("*.toml")])
    parts = (str(file.relative_to(folder)).encode() + file.read_bytes() for file in files)
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:16]


def _collect(path: Path) -> None:
    command = [sys.executable, "-m", "tests.tracing", "--out", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if not path.exists():
        said = (done.stderr or done.stdout).strip().splitlines()
        raise UserError(f"the tests cannot be collected: {said[-1] if said else 'no message'}")


def place_of(condition: Condition) -> str:
    """File and line of a clause's condition in the engine."""
    first = line_of(condition.function)
    file = file_of(condition.function)
    if first is None:
        return file
    text = (ROOT / file).read_text("utf-8")
    begin = sum(map(len, text.splitlines(keepends=True)[: first - 1]))
    found = text.find(condition.line, begin)
    return f"{file}:{text.count(chr(10), 0, found) + 1}" if found >= 0 else file


@functools.cache
def line_of(executed: str) -> int | None:
    """The line of "module.function" in simulate/engine, from 1; None if it does not exist."""
    module, _, function = executed.rpartition(".")
    path = ENGINE / f"{module.replace('.', '/')}.py"
    if not path.exists():
        return None
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith(f"def {function}("):
            return number
    return None


def file_of(executed: str) -> str:
    """The file of "module.function", from the top folder of the project."""
    module = executed.rpartition(".")[0].replace(".", "/")
    return f"simulate/engine/{module}.py"


@dataclass(frozen=True)
class Survivor:
    """A planted mistake that no test noticed. ``where``: path in the data, or module.function."""

    id: str
    where: str
    text: str


def read_survivors(folder: Path = VERIFICATION) -> list[Survivor] | None:
    """The unnoticed mistakes of the last recorded runs, in data and code; None without a run.

    Raises UserError for a file that is not the record of such a run.
    """
    runs = _mutations(folder, lambda found: [
        Survivor(one["id"], one["where"], one["text"]) for one in found["survivors"]
    ])  # fmt: skip
    return [one for run in runs for one in run] if runs else None


def _mutations(folder: Path, read: Callable[[Any], T]) -> list[T]:
    """The content of each record of planted mistakes."""
    paths = sorted(folder.glob("mutation_*.json"))
    found = [_record(path, "the record of a mutation run", read) for path in paths]
    return [one for one in found if one is not None]


NOTICED = ("killed", "timeout")
"""Outcomes of noticed mistakes. Mutants that are refused or play the same are not mistakes."""


@dataclass(frozen=True)
class Planted:
    """Mistakes planted in one part of the rules, and how many of them a test noticed."""

    part: str
    date: str
    commit: str
    noticed: int
    survived: int

    @property
    def tried(self) -> int:
        """The number of real mistakes that were tried."""
        return self.noticed + self.survived


def read_planted(folder: Path = VERIFICATION) -> list[Planted] | None:
    """The last recorded runs of planted mistakes, in data and code; None without any.

    Raises UserError for a file that is not the record of such a run.
    """

    def read(one: dict[str, Any]) -> Planted:
        outcomes = one["outcomes"]
        noticed = sum(int(outcomes.get(word, 0)) for word in NOTICED)
        survived = int(outcomes.get("survived", 0))
        return Planted(one["part"], one["date"], one["commit"], noticed, survived)

    return _mutations(folder, read) or None


@dataclass(frozen=True)
class Placebo:
    """How many clauses would also be proven by the tests of a sibling: clauses with a named line
    ("code"), with a value ("data"), and by the criterion used before lines were named ("former").
    In "notice", a test that also fails without the sibling's own rule counts."""

    kind: str
    tried: int
    prove: int
    low: float
    high: float

    @property
    def text(self) -> str:
        """The share with its 95% interval: "23 of 89: 26% (18 to 36)"."""
        rate, low, high = (100 * one for one in (self.prove / self.tried, self.low, self.high))
        return f"{self.prove} of {self.tried}: {estimate(rate, low, high, 0, unit='%')}"


def read_placebos(path: Path = CLAUSES) -> dict[str, Placebo] | None:
    """The placebo rates in the record of proofs, by kind; None if there is no record.

    Raises UserError for a file that is not the record of such a run.
    """
    return _record(path, PROOFS, lambda found: {
        kind: Placebo(kind, **one) for kind, one in found["placebo"].items()
    })  # fmt: skip


def read_proofs(path: Path = CLAUSES) -> dict[str, str] | None:
    """The result of changing each clause's own rule, in words; None if there is no record.

    Raises UserError for a file that is not the record of such a run.
    """
    return _record(path, PROOFS, lambda found: {
        id: _proof(one) for id, one in found["clauses"].items()
    })  # fmt: skip


def _proof(one: dict[str, Any]) -> str:
    """The result of changing a clause's rule, in words."""
    if one["unrun"]:
        return "not tried yet"
    if one["proven"]:
        sibling = one["placebo"] and one["placebo"]["proves"] and one["placebo"]["of"]
        but = f"; so does a test of {sibling}, whose own rule is not affected" if sibling else ""
        return f"proven: its own tests notice {_changes(one)}{but}"
    if one["reason"]:
        return f"not proven: {one['reason']}"
    if one["by"] == "code":
        return "not proven: its own tests do not notice a change of the line"
    places = many(one["places"], "value")
    return f"not proven: among {places} its own tests miss changes of {', '.join(one['missing'])}"


def _changes(one: dict[str, Any]) -> str:
    """The changes that the tests of a proven clause notice."""
    if one["by"] == "code":
        return "a change of the line"
    but = f", except {len(one['excused'])} that need not be noticed" if one["excused"] else ""
    each = "its one value" if one["places"] == 1 else f"each of {one['places']} values"
    return f"a change of {each}{but}"


@dataclass(frozen=True)
class Evidence:
    """All evidence about clauses from outside the model; None for missing parts."""

    tests: dict[str, list[Proof]] | None
    counts: Counts | None
    survivors: list[Survivor] | None
    proofs: dict[str, str] | None = None
    planted: list[Planted] | None = None
    placebos: dict[str, Placebo] | None = None


def gather(note: Callable[[str], object] | None = None) -> Evidence:
    """The tests of this checkout, and the records in verification/. Raises UserError if bad.

    ``note``: as of `index_of_tests`.
    """
    return Evidence(
        index_of_tests(note=note), all_counts(), read_survivors(), read_proofs(), read_planted(),
        read_placebos(),
    )  # fmt: skip
