"""Patch files: a user's own changes, as data. Read, checked, applied; nothing in them is executed.

A patch has an `id`, a `title`, and any of `set` (values by path), `remove` (paths) and `add`
(new cards). It is applied in the order remove, add, set.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, time
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, ValidationError, model_validator

from model import paths, reading, schema, vocabulary
from model.base import Word
from model.errors import UserError

MAX_BYTES = 1 << 20
MAX_PATHS = 1000
MAX_TEXT = 200
"""Most characters of a path, a key, a name and a word."""
ID = r"^[A-Za-z0-9][A-Za-z0-9._=-]{0,63}$"
Tree = dict[str, Any]
Text = Annotated[str, AfterValidator(lambda text: " ".join(text.split()))]  # lines joined

REMOVAL = "without-"


class Patch(Word):
    """The content of a patch file. `add` nests tables: add.guest.201 = a whole card."""

    id: str = Field(pattern=ID)
    title: Text = ""
    source: Text = ""
    reason: Text = ""
    set: dict[str, Any] = Field(default_factory=dict)
    remove: tuple[str, ...] = ()
    add: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _can_be_shown(self) -> Patch:
        """Names and texts reach terminals, tables and pages: they may contain only text."""
        for text in (self.title, self.source, self.reason):
            _check_text(text, 10 * MAX_TEXT)
        for text in _texts([self.set, self.remove, self.add]):
            _check_text(text, MAX_TEXT)
        if len(self.paths) > MAX_PATHS:
            raise ValueError(f"it changes {len(self.paths)} things; at most {MAX_PATHS}")
        return self

    @property
    def added(self) -> dict[str, Any]:
        """The new entries by path, e.g. {"guest.201": {...}}."""
        return dict(_entries(self.add, ""))

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path changed by the patch."""
        return (*self.remove, *self.added, *self.set)


def _texts(value: Any) -> Iterator[str]:
    """All keys and texts in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _texts(part)


def _check_text(text: str, most: int) -> None:
    if not text.isprintable():
        raise ValueError(f"{text[:40]!a}: holds characters that cannot be printed")
    if len(text) > most:
        raise ValueError(f"{text[:40]!r}...: has {len(text)} characters; at most {most}")


def _entries(node: Tree, table: str) -> Iterator[tuple[str, Any]]:
    """The entries of the open tables that `add` nests; anything else in it is an error."""
    for key, value in node.items():
        path = f"{table}.{key}" if table else key
        if table in paths.OPEN_TABLES:
            yield path, value
        elif isinstance(value, dict) and any(
            t == path or t.startswith(path + ".") for t in paths.OPEN_TABLES
        ):
            yield from _entries(value, path)
        elif path in paths.OPEN_TABLES:
            raise UserError(f"add.{path}: {PLAIN['dict_type']}, not {_shown(value)}")
        else:
            allowed = ", ".join(f"add.{t}" for t in paths.OPEN_TABLES)
            raise UserError(f"add.{path}: nothing can be added here; allowed: {allowed}")


def read_patch(file: Path) -> Patch:
    """Read a patch file. Raises UserError if it is missing, too large, not TOML or not a patch."""
    name = file.name
    raw: Tree = {}
    try:
        raw = reading.load_toml(file, MAX_BYTES)
        patch = Patch.model_validate(raw)
        if not patch.paths:
            raise UserError("changes nothing; give set, remove or add")
    except ValidationError as error:
        problem = reading.problem_to_name(error)
        path = ".".join(map(str, problem["loc"]))
        where = f"{name}: {path}" if path else name
        values = raw.get("set")
        below = isinstance(values, dict) and path in values
        above = "; it is in [set], write it above" if below else ""
        raise UserError(f"{where}: {_words(dict(problem), Patch)}{above}") from None
    except UserError as error:
        raise UserError(f"{name}: {error}") from None
    for path, value in patch.set.items():
        if "." not in path:
            example = 'set = { "staff.17.cost" = 4 }'
            kind = "table" if isinstance(value, dict) else "value"
            raise UserError(
                f"{name}: set.{path}: cannot replace this whole {kind};"
                f" write a path in quotes, such as {example}"
            )
    return patch


def removal_of(path: str) -> Patch:
    """The patch that removes one card. Raises UserError for an impossible path."""
    try:
        return Patch(id=f"{REMOVAL}{path}", title=f"Without {path}", remove=(path,))
    except ValidationError:
        raise UserError(f"without {path}: no path of a card; write e.g. staff.17") from None


def removed_by(id: str) -> str | None:
    """The path of the card removed by a patch of this id, if it is from `removal_of`."""
    return id.removeprefix(REMOVAL) if id.startswith(REMOVAL) else None


def apply_patch(tree: Tree, patch: Patch, where: str = "") -> None:
    """Applies a patch to a tree in place; the result is not validated here."""
    try:
        for path in patch.remove:
            paths.drop(tree, path)
        for path, value in patch.added.items():
            paths.add(tree, path, value)
        for path, value in patch.set.items():
            paths.put(tree, path, value)
    except UserError as error:
        raise UserError(f"{where}{error}") from None


def explain(error: ValidationError, patch: Patch) -> str:
    """One line for the first validation problem, blamed on an entry of the patch."""
    problem = dict(reading.problem_to_name(error))
    loc, owner = _plain_loc(problem["loc"])
    path = ".".join(loc)
    if path in patch.remove:
        return f"{path}: cannot be removed, only changed"
    text = _words(problem, owner)
    if not path:
        return text
    inside = (p for p in patch.paths if p.startswith(path + "."))
    blame = next(inside, None)
    return f"{blame}: {path}: {text}" if blame else f"{path}: {text}"


LISTS = ("effects", "abilities", "reward", "penalty", "actions")


def _plain_loc(loc: Any) -> tuple[list[str], type[Word] | None]:
    """A pydantic location without the tags of unions, which are not part of the path.

    Also returns the model of the innermost tag or table (to name its fields).
    """
    tables: dict[str, type[Word]] = {
        "staff": schema.Staff,
        "guest": schema.Guest,
        "emperor_tile": schema.EmperorTile,
        "cards": schema.PoliticsCard,
        "needs": schema.Need,
        "order": schema.Goods,
    }
    result: list[str] = []
    owner: type[Word] | None = None
    after_index = False
    for part in loc:
        text = str(part)
        owner = tables.get(text, owner)
        if after_index and not isinstance(part, int):
            owner = vocabulary.word(text) or owner
            after_index = False
            continue
        after_index = isinstance(part, int) and bool(result) and result[-1] in LISTS
        if text != "[key]":
            result.append(text)
    return result, owner


PLAIN = {
    "int_type": "must be a whole number",
    "bool_type": "must be true or false",
    "string_type": "must be text in quotes",
    "tuple_type": "must be a list in square brackets",
    "dict_type": "must be a table in braces",
    "model_type": "must be a table in braces",
    "model_attributes_type": "must be a table in braces",
}


PATTERNS = {
    ID: "a letter or digit, then up to 63 letters, digits or any of . _ = -",
    schema.ROOMS: "five letters, each of them B, R or Y",
    schema.TEXT: "at least one character that can be seen",
}


def _shown(given: Any) -> str:
    """What was given, or in a word what kind of thing it is."""
    if isinstance(given, (list, tuple)):
        return "a list"
    if isinstance(given, (date, time)):
        return str(given)
    plain = isinstance(given, (str, int, float, bool))
    return repr(given) if plain else "nothing" if given is None else "a table"


def _words(problem: dict[str, Any], owner: type[Word] | None) -> str:
    """A pydantic problem in words: what is wrong and what is allowed."""
    kind, context = problem["type"], problem.get("ctx", {})
    shown = _shown(problem.get("input"))
    if kind == "union_tag_invalid":
        field = str(context["discriminator"]).strip("'")
        return f"unknown {field} {context['tag']!r}; allowed: {context['expected_tags']}"
    if kind == "union_tag_not_found":
        return f"the word {context['discriminator']} is missing"
    if kind == reading.UNKNOWN_KEY:
        fields = owner.model_fields if owner else {}
        allowed = ", ".join(field.alias or name for name, field in fields.items())
        return f"no such field; allowed: {allowed}" if allowed else "no such field"
    if kind == "literal_error":
        return f"{shown} is not allowed; allowed: {context['expected']}"
    if kind == "missing":
        return "is missing"
    if kind == "value_error":
        return str(problem["msg"]).removeprefix("Value error, ")
    if kind == "greater_than_equal":
        return f"{shown} is too small; the least allowed is {context['ge']}"
    if kind == "less_than_equal":
        return f"{shown} is too large; the most allowed is {context['le']}"
    if kind in ("too_short", "too_long"):
        least = context.get("min_length")
        bound = f"at least {least}" if least is not None else f"at most {context['max_length']}"
        return f"has {context['actual_length']} entries; allowed are {bound}"
    if kind == "string_pattern_mismatch":
        return f"{shown} is not allowed; allowed: {PATTERNS[context['pattern']]}"
    if kind in PLAIN:
        return f"{PLAIN[kind]}, not {shown}"
    return f"{problem['msg']}, not {shown}"
