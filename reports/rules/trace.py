"""One clause with all its evidence."""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from model import Ruleset, load_ruleset
from model.assumptions import assumptions
from model.clauses import Clause, card_of, clauses, topic_of, whole_spec
from model.marks import MARK, covered, holds_assumed
from model.paths import all_paths, get
from model.sources import Tree, sources
from model.tree import dump
from reports.rules.evidence import Counts, Evidence, Proof, Survivor

LONGEST = 160  # characters shown of a declared value


@dataclass(frozen=True)
class Declared:
    """The value in the data at a path: one text if all editions agree, otherwise one for each."""

    path: str
    values: dict[str, str]

    @property
    def text(self) -> str:
        if len(set(self.values.values())) == 1 and len(self.values) == len(sources().edition):
            return next(iter(self.values.values()))
        return "; ".join(f"{edition}: {value}" for edition, value in self.values.items())


@dataclass(frozen=True)
class PlayCount:
    """How often a key was counted in play; None if nothing counts it. ``shared``: the number of
    other clauses with this key, whose moments it also counts (0: it is the clause's own)."""

    key: str
    times: int | None
    shared: int = 0


@dataclass(frozen=True)
class Traced:
    """A clause with its declarations in the data, its tests and its counts in play."""

    id: str
    clause: Clause
    declared: tuple[Declared, ...]
    tests: tuple[Proof, ...]
    counted: tuple[PlayCount, ...]
    unnoticed: tuple[Survivor, ...]

    @property
    def topic(self) -> str:
        return topic_of(self.id)

    @property
    def least(self) -> int | None:
        """The lowest of its own counts; None if nothing counts its moment."""
        times = [one.times for one in self.counted if one.times is not None and not one.shared]
        return min(times, default=None)


@functools.cache
def _tree(spec: str) -> Tree:
    return dump(load_ruleset(spec))


@functools.cache
def _paths(spec: str) -> frozenset[str]:
    return frozenset(all_paths(_tree(spec)))


@functools.cache
def _whole() -> Ruleset:
    """An edition with every addition, which includes all values that no source gives."""
    return load_ruleset(whole_spec(next(iter(sources().edition))))


def declared(path: str) -> Declared:
    """The value of a path in each edition that has it, with all modules if necessary; a change or
    ruling by its title. Values that are assumed, wholly or partly, are marked."""
    kind, _, id = path.partition(".")
    if kind == "change":
        change, _, table = id.partition(".")
        title = ": ".join(filter(None, (sources().change[change].title, table)))
        return Declared(path, dict.fromkeys(sources().edition, title))
    if kind == "ruling":
        ruling = sources().ruling[id]
        defaults = {spec: ruling.default_for(spec) for spec in sources().edition}
        return Declared(path, {k: ruling.readings[v].title for k, v in defaults.items()})
    if kind == "option" and id in sources().option:
        return Declared(path, dict.fromkeys(sources().edition, sources().option[id].title))
    known = assumptions().by_path
    touched = covered(path, known) or any(covered(one, (path,)) for one in known)
    note = MARK if touched and holds_assumed(_whole(), path) else ""
    values = {}
    for edition in sources().edition:
        # Resolved only if needed: most paths exist without modules.
        found = (_value(spec, path) for spec in (edition, whole_spec(edition)))
        text = next((text for text in found if text is not None), None)
        if text is not None:
            values[edition] = text + note
    return Declared(path, values)


def _value(spec: str, path: str) -> str | None:
    return short(get(_tree(spec), path)) if path in _paths(spec) else None


def short(value: object) -> str:
    """A value of the data as JSON without empty and default parts, cut if long."""
    text = json.dumps(_trimmed(value), ensure_ascii=False)
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\N{HORIZONTAL ELLIPSIS}"


def _trimmed(value: object) -> object:
    if isinstance(value, dict):
        kept = {k: _trimmed(v) for k, v in value.items()}
        return {k: v for k, v in kept.items() if v not in (None, 0, False, [], {}, "certain")}
    if isinstance(value, list):
        return [_trimmed(one) for one in value]
    return value


def keys_of(id: str, clause: Clause, counts: Counts) -> tuple[str, ...]:
    """The count keys of a clause: those it names; a card's own if it names none."""
    if clause.exercised or clause.status == "out-of-scope" or not card_of(id):
        return clause.exercised
    if id in counts.counts:
        return (id,)
    own = f"{card_of(id)}."
    return tuple(key for key in counts.counts if key.startswith(own))


def sharing(counts: Counts) -> Counter[str]:
    """The number of clauses that name each count key."""
    return Counter(key for id, one in clauses().items() for key in set(keys_of(id, one, counts)))


def is_own(id: str, key: str, named: Counter[str]) -> bool:
    """Does a key count this clause's own moment: no other names it, or it is the card's own?"""
    return named[key] == 1 or (id == card_of(id) and key.startswith(f"{id}."))


def concerns(clause: Clause, survivor: Survivor) -> bool:
    """Is a mistake in the data or code of the clause?"""
    below = (f"{path}." for path in clause.declared)
    return (
        survivor.where in clause.executed
        or survivor.where in clause.declared
        or survivor.where.startswith(tuple(below))
    )


def trace(ids: Iterable[str], evidence: Evidence) -> list[Traced]:
    """The clauses of these ids with their evidence."""
    named = sharing(evidence.counts) if evidence.counts else Counter()
    return [_traced(id, clauses()[id], evidence, named) for id in ids]


def _traced(id: str, clause: Clause, evidence: Evidence, named: Counter[str]) -> Traced:
    """One clause with its evidence. ``named``: see ``sharing``."""
    counted: tuple[PlayCount, ...] = ()
    if counts := evidence.counts:
        counted = tuple(
            PlayCount(key, counts.total(key), 0 if is_own(id, key, named) else named[key] - 1)
            for key in keys_of(id, clause, counts)
        )
    return Traced(
        id,
        clause,
        tuple(declared(path) for path in clause.declared),
        tuple((evidence.tests or {}).get(id, ())),
        counted,
        tuple(one for one in evidence.survivors or () if concerns(clause, one)),
    )
