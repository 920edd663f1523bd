"""Reads the data files of the layers over the base tree: editions, modules, rulings, options."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import tomli
from pydantic import AfterValidator, Field, model_validator

from model.base import Word

DATA = Path(__file__).parent / "data"
Tree = dict[str, Any]


Text = Annotated[str, AfterValidator(lambda text: " ".join(text.split()))]  # lines joined


class Edition(Word):
    title: str
    year: int
    source: str
    changes: tuple[str, ...]


class Change(Word):
    """One difference to the layers below: values set by path, entries removed and added.

    kind: change of an edition, variant, module, or extra card of one print run. modules: those
    without which it has no effect.
    """

    title: str
    source: str
    reason: Text = ""
    kind: Literal["change", "variant", "module", "extra"] = "change"
    number: int | None = None  # of a module
    modules: tuple[str, ...] = ()
    set: dict[str, Any] = Field(default_factory=dict)
    remove: tuple[str, ...] = ()
    add: dict[str, Any] = Field(default_factory=dict)


class Combination(Word):
    """Additions for two modules together."""

    title: str
    source: str
    modules: Annotated[tuple[str, ...], Field(min_length=2)]
    set: dict[str, Any] = Field(default_factory=dict)
    remove: tuple[str, ...] = ()
    add: dict[str, Any] = Field(default_factory=dict)


class Bundle(Word):
    """Several changes under one name; those whose modules are not in play are left out.

    takes_back: changes that it removes. rulings, options: its default readings and choices.
    edition: the bundle's name alone means this edition with the bundle.
    """

    title: str
    source: str
    changes: tuple[str, ...] = ()
    takes_back: tuple[str, ...] = ()
    rulings: dict[str, str] = Field(default_factory=dict)
    options: dict[str, str] = Field(default_factory=dict)
    edition: str = ""


class Reading(Word):
    title: str
    set: dict[str, Any] = Field(default_factory=dict)


class Ruling(Word):
    """A question on which sources conflict or are silent.

    status switch: its readings can be chosen; documented: there is one reading only, because others
    make no difference or no sense in play. superseded_by: changes that settle the question.
    modules: it comes up with any of these ("a+b": with both), or always if none is named. edition:
    the only edition in which it makes a difference. books: the reading of an edition's own book, if
    that is not the default.
    """

    question: Text
    status: Literal["switch", "documented"]
    sources: Annotated[tuple[Text, ...], Field(min_length=1)]
    readings: dict[str, Reading]
    default: str | dict[str, str]
    reason: Text
    superseded_by: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    edition: str = ""
    books: dict[str, str] = Field(default_factory=dict)

    def comes_up(self, changes: Iterable[str]) -> bool:
        """Is the question open with these changes in play?"""
        there = set(changes)
        wanted = any(there.issuperset(some.split("+")) for some in self.modules)
        return (wanted or not self.modules) and there.isdisjoint(self.superseded_by)

    def departs(self, edition: str, reading: str) -> bool:
        """Does a reading differ from that of the edition's own book?"""
        return self.books.get(edition, reading) != reading

    def default_for(self, edition: str) -> str:
        """The reading that an edition uses if none is chosen."""
        return self.default if isinstance(self.default, str) else self.default[edition]

    @model_validator(mode="after")
    def _defaults_exist(self) -> Ruling:
        named = [self.default] if isinstance(self.default, str) else list(self.default.values())
        unknown = {*named, *self.books.values()} - set(self.readings)
        if unknown:
            raise ValueError(f"default {sorted(unknown)} is not a reading")
        return self


class Option(Word):
    title: str
    source: str
    choices: dict[str, Reading]


class Sources(Word):
    """All layers over the base tree, by id."""

    edition: dict[str, Edition]
    change: dict[str, Change]
    combination: dict[str, Combination]
    bundle: dict[str, Bundle]
    ruling: dict[str, Ruling]
    option: dict[str, Option]


def read_data(name: str) -> Tree:
    """A data file by its name, without the ending."""
    with (DATA / f"{name}.toml").open("rb") as file:
        return tomli.load(file)


RULING_FILES = ("rulings", "rulings_waltz", "rulings_later", "rulings_documented")
MODULE_FILES = ("ballrooms", "celebrities", "hotels", "start_player", "more")


def _changes() -> Tree:
    """Variants, modules, and the changes of the expansion's draft, in the order of application."""
    variants, draft = read_data("variants")["change"], read_data("modules/draft")["change"]
    modules: Tree = {}
    for name in MODULE_FILES:
        modules.update(read_data(f"modules/{name}")["change"])
    return {**variants, **modules, **draft}


@functools.cache
def sources() -> Sources:
    """The layers of the data files, validated; read once."""
    parts = {**read_data("editions"), **read_data("options")}
    parts["change"] = {**parts["change"], **_changes()}
    parts["combination"] = read_data("modules/combinations")["combination"]
    parts["bundle"] = read_data("modules/bundles")["bundle"]
    parts["ruling"] = {
        id: one for name in RULING_FILES for id, one in read_data(name)["ruling"].items()
    }
    return Sources.model_validate(parts)


def every_module() -> tuple[str, ...]:
    """The ids of all modules, by number."""
    known = sources().change
    modules = (id for id, one in known.items() if one.kind == "module")
    return tuple(sorted(modules, key=lambda id: known[id].number or 0))
