"""The clauses: every single rule of the rulebooks and cards, with its sources.

A clause is a paraphrase with an id. It names the documents that state it, the data that declare it,
the engine code that executes it, and the simulation count for it. Tests name clauses by id.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Annotated, Literal

import tomli
from pydantic import Field, ValidationError, model_validator

from model.base import Word
from model.errors import UserError
from model.reading import first_problem
from model.sources import DATA, Text, Tree, sources
from model.tree import base_tree, dump

FOLDER = DATA / "clauses"

# Documents that clauses cite. The rulebooks are the publisher's; components are cards, boards and
# tiles.
DOCUMENTS = {
    "original-2015": "Rulebook of the original edition, 2015 (German)",
    "revised-2021": "Rulebook of the revised edition, 2021 (German)",
    "online": "Rules of the online version (German)",
    "waltz-retail-2022": "Rulebook of the expansion Let's Waltz!, retail edition, 2022 (German)",
    "waltz-draft": "Rulebook of the expansion Let's Waltz!, draft (English)",
    "components": "Print on cards, boards and tiles",
}

# The id of a card's clause is the path of the card, or begins with it.
CARDS = (
    "staff",
    "guest",
    "politics.cards",
    "emperor_tile",
    "ballroom",
    "rehearsal_room",
    "celebrity",
    "entrance",
    "bonus_token",
)

Status = Literal["implemented", "ruling", "out-of-scope"]


class Condition(Word):
    """The engine line that implements a rule, and its replacement without that rule.

    function: "module.function" below simulate/engine. line: text that occurs in it exactly once.
    without: the replacement, which plays everything except this rule. It is found by reading the
    rule and the code; tests that name the clause prove it by failing with the replacement.
    """

    function: Text
    line: Annotated[str, Field(min_length=1)]
    without: str


class Clause(Word):
    """One rule.

    editions: those that have it, if not all. within: it needs at least one of these changes,
    modules and variants in play; unless: with any of these, another rule replaces it.
    declared: paths of the ruleset tree, or "change.ID", or "change.ID.TABLE" for the additions of a
    change to a table. executed: "module.function" below simulate/engine. condition: for a rule that
    is not a value of the data. exercised: keys of the coverage counts
    (simulate/verify/coverage.py).
    """

    text: Text
    source: Annotated[dict[str, Text], Field(min_length=1)]
    editions: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    declared: tuple[str, ...] = ()
    executed: tuple[str, ...] = ()
    condition: Condition | None = None
    status: Status = "implemented"
    rulings: tuple[str, ...] = ()
    reason: Text = ""
    exercised: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _status_fits(self) -> Clause:
        unknown = set(self.source) - set(DOCUMENTS)
        if unknown:
            raise ValueError(f"source {sorted(unknown)}: documents are {', '.join(DOCUMENTS)}")
        if (self.status == "out-of-scope") != bool(self.reason):
            raise ValueError("a clause has a reason if, and only if, it is out of scope")
        if self.status == "ruling" and not self.rulings:
            raise ValueError("status ruling: name the rulings that decide it")
        return self


def card_of(id: str) -> str:
    """The path of a clause's card ("staff.17"); empty for a general rule."""
    for table in CARDS:
        if id.startswith(table + "."):
            card, _, _ = id[len(table) + 1 :].partition(".")
            return f"{table}.{card}"
    return ""


def topic_files() -> list[str]:
    """The topics: names of the files that hold clauses."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@functools.cache
def clauses() -> dict[str, Clause]:
    """All clauses by id, topic by topic, validated; read once.

    Raises UserError for a file of the wrong shape, or an id given twice.
    """
    found: dict[str, Clause] = {}
    for topic in topic_files():
        for id, clause in read_topic(topic).items():
            if id in found:
                raise UserError(f"clause {id}: given twice, the second time in {topic}.toml")
            found[id] = clause
    return found


@functools.cache
def read_topic(topic: str) -> dict[str, Clause]:
    """The clauses of one file. Raises UserError naming the clause at fault."""
    with (FOLDER / f"{topic}.toml").open("rb") as file:
        try:
            tables = tomli.load(file)["clause"]
        except (tomli.TOMLDecodeError, KeyError) as error:
            raise UserError(f"clauses/{topic}.toml: {error}") from None
    found = {}
    for id, table in tables.items():
        try:
            clause = Clause.model_validate(table)
        except ValidationError as error:
            raise UserError(f"clauses/{topic}.toml, {id}: {first_problem(error)}") from None
        found[id] = _with_own_path(id, clause)
    return found


def _with_own_path(id: str, clause: Clause) -> Clause:
    """A card's clause is declared at its id's path, and counted with the card."""
    if clause.declared or not card_of(id) or clause.status == "out-of-scope":
        return clause
    return clause.model_copy(update={"declared": (id,)})


def topic_of(id: str) -> str:
    """The topic whose file holds a clause."""
    return next(topic for topic in topic_files() if id in read_topic(topic))


@functools.cache
def whole_spec(edition: str) -> str:
    """An edition with all modules, extras and cards of variants."""
    added = [
        id
        for id, change in sources().change.items()
        if change.kind in ("module", "extra") or (change.kind == "variant" and change.add)
    ]
    return "+".join([edition, *added])


@functools.cache
def _trees() -> tuple[Tree, ...]:
    """The trees for paths: the base tree, each edition alone and with everything added."""
    from model.ruleset import load_ruleset  # here because reading clauses needs no ruleset

    specs = [spec for edition in sources().edition for spec in (edition, whole_spec(edition))]
    return (base_tree(), *(dump(load_ruleset(spec)) for spec in specs))


@functools.cache
def known_paths() -> frozenset[str]:
    """Every path of the base tree and of each edition with and without modules, and every layer."""
    from model.paths import all_paths

    known = {path for tree in _trees() for path in all_paths(tree)}
    for id, change in sources().change.items():
        known |= {f"change.{id}", *(f"change.{id}.{table}" for table in change.add)}
    known |= {f"ruling.{id}" for id in sources().ruling}
    known |= {f"option.{id}" for id in sources().option}
    return frozenset(known)


def cards() -> list[str]:
    """The paths of all cards and tiles that need clauses; for a tile, reward and penalty.

    Includes those of the base data, modules, extras and variants, and boards with their own table.
    """
    found: dict[str, None] = {}
    for tree in _trees():
        for table in CARDS:
            entries = tree["politics"]["cards"] if table == "politics.cards" else tree[table]
            parts = ("reward", "penalty") if table == "emperor_tile" else ("",)
            for key in entries:
                found |= {f"{table}.{key}.{part}".rstrip("."): None for part in parts}
    return list(found)


def _revisions() -> tuple[tuple[str, str, list[str]], ...]:
    """A document, the one that overrides it in places, and the changes that name these places."""
    known = sources()
    drafted = [id for id in known.bundle["draft"].changes if known.change[id].kind == "change"]
    revised = list(known.edition["revised-2021"].changes)
    return ("original-2015", "revised-2021", revised), ("waltz-draft", "waltz-retail-2022", drafted)


def _sources_that_say_otherwise() -> Iterator[str]:
    """Clauses that cite two documents for a value in which these differ, without naming that."""
    for one, other, changes in _revisions():
        for id, clause in clauses().items():
            if not {one, other} <= clause.source.keys() or clause.editions:
                continue
            for change in changes:
                told = f"change.{change}" in clause.declared
                if not told and any(_touches(change, path) for path in clause.declared):
                    yield f"clause {id}: {one} and {other} differ in it by {change}"


def _touches(change: str, path: str) -> bool:
    """Does a change alter the value at a path of a card, or of a number?"""
    if "." not in path:
        return False  # a whole table
    set_here = (*sources().change[change].set, *sources().change[change].remove)
    return any(f"{own}.".startswith(f"{path}.") for own in set_here)


def problems() -> Iterator[str]:
    """Faults in the data of the clauses, one line each."""
    known = clauses()
    for id, clause in known.items():
        for path in clause.declared:
            if path not in known_paths():
                yield f"clause {id}: declared {path} is not a path of any edition"
        for ruling in clause.rulings:
            if ruling not in sources().ruling:
                yield f"clause {id}: there is no ruling {ruling}"
        for edition in clause.editions:
            if edition not in sources().edition:
                yield f"clause {id}: there is no edition {edition}"
        if clause.status != "out-of-scope" and not (clause.declared or clause.executed):
            yield f"clause {id}: neither declared in data nor executed by code"
        if clause.status != "out-of-scope" and not (clause.exercised or card_of(id)):
            yield f"clause {id}: names no count of a simulation (exercised)"
    yield from _sources_that_say_otherwise()
    for card in cards():
        if card not in known:
            yield f"card {card}: has no clause"
    named = {ruling for clause in known.values() for ruling in clause.rulings}
    for ruling in sources().ruling:
        if ruling not in named:
            yield f"ruling {ruling}: no clause names it"
