"""Mutants of the rules data: every number, word, flag, entry and effect, changed one at a time.

The base tree is walked with every field present, so that a field left to its default is changed as
well; of the layers the values that they set, the entries of their lists and the defaults.
"""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args, get_origin

from pydantic import ValidationError

from model import UserError, load_ruleset, paths, sources
from model import tree as base
from model.base import Word, later
from model.clauses import whole_spec
from model.schema import Rules
from model.sources import Tree
from model.wording import GOODS
from tests.mutation.caches import forget

Keys = tuple[str | int, ...]
REMOVED = object()
# What is laid over an edition besides its own changes: file, and table of its entries.
MODULE_FILES = {
    "variants": "change",
    **{f"modules/{name}": "change" for name in (*sources.MODULE_FILES, "draft")},
    "modules/combinations": "combination",
}
OVER_MODULES = ("rulings_waltz", *MODULE_FILES)  # what they set is there with modules only
LAYER_FILES = ("editions", "options", *sources.RULING_FILES, *MODULE_FILES)

# Fields that tell a reader something; a title, source or reason of a layer is never reached.
NO_RULES = {"name", "german", "evidence", "number"}
TAGS = {"do", "kind"}  # replaced together with the word that they begin
UNITS = (GOODS, ("krones", "emperor", "vp"))

# What a word of a list is replaced by: the first that is not there already.
INSTEAD: dict[str, tuple[dict[str, Any], ...]] = {
    "reward": ({"do": "gain", "krones": 1}, {"do": "gain", "vp": 1}),
    "effects": ({"do": "gain", "krones": 1}, {"do": "gain", "vp": 1}),
    "penalty": ({"do": "lose", "krones": 1}, {"do": "lose", "vp": 1}),
    "abilities": ({"kind": "serve_cost", "krones": 0}, {"kind": "guest_cost", "krones": 0}),
    "actions": ({"do": "prepare"}, {"do": "tracks"}),
}


@dataclass(frozen=True)
class Edit:
    """One change of a tree: the value at ``keys`` replaced, or taken away."""

    keys: Keys
    value: Any = REMOVED

    def apply(self, tree: Any) -> None:
        for key in self.keys[:-1]:
            tree = tree[key]
        if self.value is REMOVED:
            del tree[self.keys[-1]]
        else:
            tree[self.keys[-1]] = copy.deepcopy(self.value)


@dataclass(frozen=True)
class DataMutant:
    """``file``: a data file of layers, or "base"; ``path``: the rule that it is about; ``edits``:
    tried in this order until the model takes one."""

    id: str
    group: str
    file: str
    path: str
    edits: tuple[Edit, ...]


Selection = tuple[str, dict[str, Any]]  # a spec, and what is chosen besides
Spot = tuple[Keys, str, tuple[Edit, ...]]  # where, what is done in words, the edits


def plain(value: Any) -> Any:
    """A part of a ruleset as plain data, as in a data file."""
    if isinstance(value, Word):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, tuple) else value


def choices(hint: Any) -> tuple[str, ...]:
    """The words that an annotation allows."""
    if get_origin(hint) is Literal:
        return tuple(arg for arg in get_args(hint) if isinstance(arg, str))
    return tuple(word for arg in get_args(hint) for word in choices(arg))


def optional_number(hint: Any) -> bool:
    return hint is int or any(optional_number(arg) for arg in get_args(hint))


def fields(word: Word) -> Iterator[tuple[str, Any, Any]]:
    """Key, value and annotation of each field."""
    for name, field in type(word).model_fields.items():
        yield field.alias or name, getattr(word, name), field.annotation


def spots(value: Any, hint: Any, keys: Keys = ()) -> Iterator[Spot]:
    """Every single change below a value of a ruleset.

    Not changed: what only tells a reader something, the discount of what is free anyway, and what
    no data say: a word that was asked for later has its default, and its ruling is changed instead.
    """
    if isinstance(value, Word):
        yield from moved(value, keys)
        for key, item, annotation in fields(value):
            covered = key in ("discount", "less") and getattr(value, "free", False)
            if key not in NO_RULES | TAGS and not covered and not unsaid(value, key):
                yield from spots(item, annotation, (*keys, key))
    elif isinstance(value, dict):
        for key, item in value.items():
            here = (*keys, str(key))
            if ".".join(map(str, keys)) in paths.OPEN_TABLES:
                yield here, "removed", (Edit(here),)
            yield from replaced(item, here)
            yield from spots(item, hint, here)
    elif isinstance(value, tuple):
        for i, item in enumerate(value):
            here = (*keys, i)
            yield here, f"{short(item)} removed", (Edit(here),)
            yield from replaced(item, here)
            yield from spots(item, hint, here)
        yield from exchanged(value, keys)
    else:
        yield from leaf(value, hint, keys)


def unsaid(word: Word, key: str) -> bool:
    """Has a field that was asked for later its default?"""
    asked = later(type(word))
    return key in asked and getattr(word, key) == asked[key]


def leaf(value: Any, hint: Any, keys: Keys) -> Iterator[Spot]:
    """The changes of a single value; of a number the first that the model takes."""
    others: list[tuple[Any, ...]] = []
    if isinstance(value, bool):
        others = [(not value,)]
    elif isinstance(value, int):
        others = [(value + 1, value - 1)]
    elif isinstance(value, str) and "rows" in keys:
        for i, letter in enumerate(value):
            rest = [other for other in "BRY" if other != letter]
            others.append(tuple(value[:i] + other + value[i + 1 :] for other in rest))
    elif choices(hint):
        others = [(word,) for word in choices(hint) if word != value]
    elif value is None and optional_number(hint):
        others = [(1,)]
    for tried in others:
        edits = tuple(Edit(keys, new) for new in tried)
        yield keys, f"{short(value)} -> {short(tried[0])}", edits


def exchanged(items: tuple[Any, ...], keys: Keys) -> Iterator[Spot]:
    """Two neighbours of a list whose order is a rule: of numbers, or of rows of a board."""
    if not items or not (isinstance(items[0], (int, tuple)) or "rows" in keys):
        return
    for i, (one, other) in enumerate(itertools.pairwise(items)):
        if one != other:
            new = plain((*items[:i], other, one, *items[i + 2 :]))
            yield keys, f"{short(one)} and {short(other)} exchanged", (Edit(keys, new),)


def moved(word: Word, keys: Keys) -> Iterator[Spot]:
    """The same number of another good, or of krones, steps or points another."""
    data = plain(word)
    for units in UNITS:
        held = [unit for unit in units if data.get(unit)]
        for unit in held if set(units) <= set(data) else ():
            other = units[(units.index(unit) + 1) % len(units)]
            new = {**data, unit: data[other], other: data[unit]}
            if new != data:
                yield keys, f"{unit} -> {other}", (Edit(keys, new),)


def replaced(item: Any, keys: Keys) -> Iterator[Spot]:
    """Another word in the place of one."""
    table = next((str(key) for key in keys[::-1] if key in INSTEAD), None)
    if table and isinstance(item, Word) and keys[-2] == table:
        data = plain(item)
        for new in INSTEAD[table]:
            if any(data.get(key) != value for key, value in new.items()):
                yield keys, f"replaced by {short(new)}", (Edit(keys, new),)
                return


def short(value: Any) -> str:
    if isinstance(value, Word):
        value = plain(value)
    if isinstance(value, dict):
        said = [str(item) if key in TAGS else f"{key} {short(item)}" for key, item in value.items()
                if item not in (0, False, None, [])]  # fmt: skip
        return "(" + ", ".join(said) + ")"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(short, value)) + "]"
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def dotted(keys: Keys) -> str:
    return ".".join(map(str, keys))


def located(rules: Rules, path: str) -> tuple[Any, Any]:
    """The value at a path of a ruleset, and its annotation."""
    value: Any = rules
    hint: Any = Rules
    for part in path.split("."):
        if isinstance(value, Word):
            found = {key: (item, annotation) for key, item, annotation in fields(value)}
            value, hint = found[part]
        elif isinstance(value, dict):
            value = value[int(part) if part.isdigit() and int(part) in value else part]
        else:
            value = value[int(part)]
    return value, hint


def added(tree: Tree) -> Iterator[Keys]:
    """The places of the entries of open tables that a layer adds."""
    for name, table in tree.items():
        for key, entry in table.items():
            if name == "politics":
                yield from ((name, key, inner) for inner in entry)
            else:
                yield (name, key)


def hash_of(selection: Selection) -> str:
    """What a ruleset plays, or that it cannot be loaded."""
    spec, options = selection
    try:
        return load_ruleset(spec, **options).hash
    except (UserError, ValidationError):
        return "refused"


def read_by(read: Any) -> None:
    """Let the model read all its data files again, by this function."""
    sources.read_data = base.read_data = read
    forget()


class Data:
    """The data files as they are, and the mutants of them."""

    def __init__(self) -> None:
        self.read = sources.read_data
        names = (*base.FILES, *LAYER_FILES)
        self.files = {name: self.read(name) for name in names}
        self.base = base.base_tree()
        self.rules = Rules.model_validate(self.base)
        self.whole = load_ruleset(whole_spec(next(iter(self.files["editions"]["edition"]))))
        self.unchanged: list[tuple[Selection, str]] = []

    def learn(self) -> None:
        """Remember how every ruleset plays without a mutant, for the children to compare."""
        self.unchanged = [(one, hash_of(one)) for one in self.all_selections()]

    def mutants(self) -> list[DataMutant]:
        """All of them, in the order of the files; ids are unique."""
        found = [*self._of_base(), *self._of_editions(), *self._of_rulings(), *self._of_options(),
                 *self._of_modules()]  # fmt: skip
        unique = {mutant.id: mutant for mutant in found}
        return list(unique.values())

    def _of_base(self) -> Iterator[DataMutant]:
        for keys, words, edits in spots(self.rules, Rules):
            path = dotted(keys)
            yield DataMutant(f"base {path}: {words}", f"base {keys[0]}", "base", path, edits)

    def _set(self, file: str, what: str, keys: Keys, table: dict[str, Any]) -> Iterator[DataMutant]:
        """Mutants of a table of values by path: each left out, each changed."""
        for path, value in table.items():
            here = (*keys, path)
            yield DataMutant(f"{what} {path}: not set", file, file, path, (Edit(here),))
            tree = base.dump(self.whole) if file in OVER_MODULES else copy.deepcopy(self.base)
            try:
                paths.put(tree, path, value)
            except UserError:  # of a ruling on what only a module has
                tree = base.dump(self.whole)
                paths.put(tree, path, value)
            part, hint = located(Rules.model_validate(tree), path)
            for inner, words, edits in spots(part, hint):
                outer = []
                for edit in edits:
                    new = {"": plain(part)}
                    Edit(("", *edit.keys), edit.value).apply(new)
                    outer.append(Edit(here, new[""]))
                where = dotted((path, *inner))
                id = f"{what} {where}: {words}"
                yield DataMutant(id, file, file, where, tuple(outer))

    def _of_editions(self) -> Iterator[DataMutant]:
        file, data = "editions", self.files["editions"]
        for name, edition in data["edition"].items():
            for i, change in enumerate(edition["changes"]):
                keys: Keys = ("edition", name, "changes", i)
                id = f"edition {name}: {change} removed"
                yield DataMutant(id, file, file, f"change.{change}", (Edit(keys),))
            for change in data["change"]:
                if change in edition["changes"]:
                    continue
                keys = ("edition", name, "changes")
                edit = Edit(keys, [*edition["changes"], change])
                id = f"edition {name}: {change} added"
                yield DataMutant(id, file, file, f"change.{change}", (edit,))
        for name, change in data["change"].items():
            for i, path in enumerate(change.get("remove", ())):
                keys = ("change", name, "remove", i)
                id = f"change {name}: {path} not removed"
                yield DataMutant(id, file, file, path, (Edit(keys),))
            set_keys: Keys = ("change", name, "set")
            yield from self._set(file, f"change {name}:", set_keys, change.get("set", {}))

    def _of_modules(self) -> Iterator[DataMutant]:
        """Of modules, variants, extras, the draft and what two modules bring together: what they
        set, remove and add."""
        for file, kind in MODULE_FILES.items():
            for name, change in self.files[file][kind].items():
                top: Keys = (kind, name)
                for i, path in enumerate(change.get("remove", ())):
                    id = f"{kind} {name}: {path} not removed"
                    yield DataMutant(id, file, file, path, (Edit((*top, "remove", i)),))
                table = change.get("set", {})
                yield from self._set(file, f"{kind} {name}:", (*top, "set"), table)
                yield from self._added(file, f"{kind} {name}:", (*top, "add"), change)

    def _added(self, file: str, what: str, keys: Keys, change: Tree) -> Iterator[DataMutant]:
        """Mutants of the entries that a layer adds: each left out, each of its values changed."""
        for path in added(change.get("add", {})):
            here = (*keys, *path)
            where = dotted(path)
            yield DataMutant(f"{what} {where}: removed", file, file, where, (Edit(here),))
            part, hint = located(self.whole, where)
            for inner, words, edits in spots(part, hint):
                tree = {"": plain(part)}
                outer = []
                for edit in edits:
                    new = copy.deepcopy(tree)
                    Edit(("", *edit.keys), edit.value).apply(new)
                    outer.append(Edit(here, new[""]))
                full = dotted((*path, *inner))
                yield DataMutant(f"{what} {full}: {words}", file, file, full, tuple(outer))

    def _of_rulings(self) -> Iterator[DataMutant]:
        for file in sources.RULING_FILES:
            for name, ruling in self.files[file]["ruling"].items():
                top: Keys = ("ruling", name)
                path, what = f"ruling.{name}", f"ruling {name}"
                default = ruling["default"]
                entries = default if isinstance(default, dict) else {"": default}
                for edition, reading in entries.items():
                    keys = (*top, "default", edition) if edition else (*top, "default")
                    for new in ruling["readings"]:
                        if new != reading:
                            id = f"{what} default {edition}: {reading} -> {new}"
                            yield DataMutant(id, file, file, path, (Edit(keys, new),))
                for i, change in enumerate(ruling.get("superseded_by", ())):
                    edit = Edit((*top, "superseded_by", i))
                    id = f"{what} superseded_by: {change} removed"
                    yield DataMutant(id, file, file, path, (edit,))
                for word, reading in ruling["readings"].items():
                    keys = (*top, "readings", word, "set")
                    said = f"{what}={word}:"
                    yield from self._set(file, said, keys, reading.get("set", {}))

    def _of_options(self) -> Iterator[DataMutant]:
        file = "options"
        for name, option in self.files[file]["option"].items():
            for word, choice in option["choices"].items():
                keys: Keys = ("option", name, "choices", word, "set")
                yield from self._set(file, f"option {name}={word}:", keys, choice.get("set", {}))

    # -- in the child ------------------------------------------------------------------------

    def install(self, mutant: DataMutant) -> bool:
        """Let the model read the mutant; False if it refuses every form of it."""
        wanted = self.selections(mutant)
        for edit in mutant.edits:
            self._install(mutant.file, edit)
            try:
                for spec, options in wanted:
                    load_ruleset(spec, **options)
            except Exception:  # whatever it says: the data cannot be used
                continue
            return True
        return False

    def _install(self, file: str, edit: Edit) -> None:
        files = dict(self.files)
        if file == "base":
            tree = copy.deepcopy(self.base)
            edit.apply(tree)
            for name in base.FILES:
                files[name] = {key: tree[key] for key in self.files[name]}
        else:
            files[file] = copy.deepcopy(files[file])
            edit.apply(files[file])

        def read(name: str) -> Any:
            return files[name] if name in files else self.read(name)

        read_by(read)

    def restore(self) -> None:
        read_by(self.read)

    def plays_the_same(self, mutant: DataMutant) -> bool:
        """Does every ruleset play as without the mutant, which is installed now."""
        if not self.unchanged:
            read = sources.read_data
            self.restore()
            self.learn()
            read_by(read)
        near = self.selections(mutant)  # where it shows first, if it does
        ordered = sorted(self.unchanged, key=lambda pair: pair[0] not in near)
        return all(hash_of(one) == known for one, known in ordered)

    def all_selections(self) -> list[Selection]:
        """Each edition as it is, with one change more or less, one reading or option chosen."""
        found: list[Selection] = []
        editions = self.files["editions"]
        for spec, edition in editions["edition"].items():
            found.append((spec, {}))
            for change in editions["change"]:
                sign = "-" if change in edition["changes"] else "+"
                found.append((f"{spec}{sign}{change}", {}))
            for id, ruling in self.rulings():
                settled = set(ruling.get("superseded_by", ())) & set(edition["changes"])
                other = ruling.get("edition", spec) != spec
                needs = "+".join([spec, *ruling.get("modules", ())[:1]])
                for reading in () if settled or other else ruling["readings"]:
                    found.append((needs, {"rulings": {id: reading}}))
            for id, option in self.files["options"]["option"].items():
                found += [(spec, {id: choice}) for choice in option["choices"]]
        for file, kind in MODULE_FILES.items():
            found += [(self._with(name, kind), {}) for name in self.files[file][kind]]
        return found

    def rulings(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The rulings that can be chosen."""
        for file in sources.RULING_FILES:
            for id, ruling in self.files[file]["ruling"].items():
                if ruling["status"] == "switch":
                    yield id, ruling

    def _with(self, name: str, kind: str) -> str:
        """The newest edition with an entry of a layer, and the modules without which it is none."""
        known = sources.sources()
        edition = list(self.files["editions"]["edition"])[-1]
        if kind == "combination":
            return "+".join([edition, *known.combination[name].modules])
        return "+".join([edition, *known.change[name].modules, name])

    def selections(self, mutant: DataMutant) -> list[Selection]:
        """What must load with a mutant: both editions, and of a ruling or option every choice."""
        about = mutant.edits[0].keys[1]  # of a layer: its id
        layered = (*sources.RULING_FILES, "options")
        found = self.all_selections() if mutant.file in layered else []
        if mutant.file in MODULE_FILES:
            return [(self._with(str(about), MODULE_FILES[mutant.file]), {})]
        if mutant.file in sources.RULING_FILES:
            return [s for s in found if not s[1] or about in s[1].get("rulings", ())]
        if mutant.file == "options":
            return [s for s in found if not s[1] or about in s[1]]
        return [(spec, {}) for spec in self.files["editions"]["edition"]]
