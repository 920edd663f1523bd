"""The single changes between two rulesets, each of which can be switched alone.

A *recipe* is the composition of a ruleset: an edition and its settings (changes, readings of the
rulings, options, assumptions, patches). Two recipes differ in some settings; each of these is a
*step*. A step switched on in the first recipe, or off in the second, gives a ruleset between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model.defaults import DEFAULT_ASSUMPTIONS
from model.errors import UserError
from model.patch import read_patch
from model.ruleset import Ruleset, load_ruleset
from model.sources import sources

Key = tuple[str, str]
"""Kind (change, bundle, ruling, option, assumptions, patch) and id of a setting; for a patch, the
id is its file."""

ON = "on"
"""The value of a change or a patch that is in play."""

KINDS = ("change", "option", "assumptions", "patch", "ruling")
OPTIONS = ("hands", "boards", "promos")


@dataclass(frozen=True)
class Recipe:
    """The composition of a ruleset; a setting not named is absent or as in the edition.

    spec: the edition and changes as typed; None: composed from the settings.
    """

    edition: str
    settings: Mapping[Key, str]
    spec: str | None = None

    def values(self, kind: str) -> dict[str, str]:
        """The settings of a kind, by id."""
        return {id: value for (one, id), value in self.settings.items() if one == kind}

    def resolve(self) -> Ruleset:
        """The ruleset. Raises UserError for settings that do not fit, such as a change without its
        module.

        Readings of rulings that a change in play settles are left out.
        """
        known = sources()
        changes = self.values("change")
        own = known.edition[self.edition].changes
        spec = self.spec or "".join(
            [self.edition, *(f"+{id}" for id in changes if id not in own),
             *(f"-{id}" for id in own if id not in changes),
             *(f"+{id}" for id in self.values("bundle"))]
        )  # fmt: skip
        bundles = [known.bundle[name] for name in self.values("bundle")]
        preset = {id for bundle in bundles for id in bundle.rulings}
        there = {*changes, *(id for bundle in bundles for id in bundle.changes)}
        there -= {id for bundle in bundles for id in bundle.takes_back}
        rulings = {
            id: reading
            for id, reading in self.values("ruling").items()
            if known.ruling[id].comes_up(there)
            and not (id in preset and reading == known.ruling[id].default_for(self.edition))
        }
        options: dict[str, Any] = self.values("option")
        (assumptions,) = self.values("assumptions").values()
        return load_ruleset(
            spec, rulings=rulings, assumptions=assumptions, patches=self.values("patch"), **options
        )

    def filled(self, other: Recipe) -> Recipe:
        """This recipe with the other's readings of rulings that are settled here, for when a step
        unsettles them."""
        readings = {key: value for key, value in other.settings.items() if key[0] == "ruling"}
        return Recipe(self.edition, {**readings, **self.settings}, self.spec)


@dataclass(frozen=True)
class Step:
    """One setting in which two recipes differ. before, after: its values, None where absent."""

    key: Key
    before: str | None
    after: str | None

    @property
    def id(self) -> str:
        """A short name: the change's id ("without x" if it is removed), "ruling=reading", ..."""
        kind, id = self.key
        if kind == "patch":
            return f"patch {read_patch(Path(id)).id}"
        if kind in ("change", "bundle"):
            return id if self.after else f"without {id}"
        return f"{id}={self.after or 'default'}"

    @property
    def title(self) -> str:
        """Its effect, in words of the rules' data."""
        kind, id = self.key
        known = sources()
        if kind in ("change", "bundle"):
            return (known.change if kind == "change" else known.bundle)[id].title
        if kind == "ruling":
            ruling = known.ruling[id]
            return f"{ruling.question} {ruling.readings[self.after or self.before or ''].title}"
        if kind == "option":
            option = known.option[id]
            return (
                f"{option.title}: {option.choices[self.after].title}"
                if self.after
                else option.title
            )
        if kind == "patch":
            patch = read_patch(Path(id))
            return patch.title or patch.id
        return "values that no source gives"

    def on(self, recipe: Recipe) -> Recipe:
        """The recipe with this step done."""
        return self._set(recipe, self.after)

    def off(self, recipe: Recipe) -> Recipe:
        """The recipe with this step taken back."""
        return self._set(recipe, self.before)

    def _set(self, recipe: Recipe, value: str | None) -> Recipe:
        settings = {key: old for key, old in recipe.settings.items() if key != self.key}
        spec = None if self.key[0] in ("change", "bundle") else recipe.spec
        if value is not None:
            settings[self.key] = value
        return Recipe(recipe.edition, settings, spec)


def read_recipe(text: str, **variant: Any) -> Recipe:
    """The recipe of a ruleset, written as its label: "revised-2021 (boards=day, staff-32=four)".

    variant: more settings, as `load_ruleset` takes them. Raises UserError as it does.
    """
    match = re.fullmatch(r"\s*([^\s()]+)\s*(?:\(([^()]*)\))?\s*", text)
    if match is None:
        raise UserError(f"{text!r}: write a ruleset as SPEC or SPEC (id=value, id=value)")
    words = [word.strip() for word in (match[2] or "").split(",") if word.strip()]
    given: dict[str, Any] = {"rulings": {}}
    for word in words:
        id, sign, value = (part.strip() for part in word.partition("="))
        if not sign:
            raise UserError(f"{text!r}: {word!r} is not id=value (a patch is given by --patch)")
        (given if id in (*OPTIONS, "assumptions") else given["rulings"])[id] = value
    if variant.get("assumptions") == DEFAULT_ASSUMPTIONS:
        variant = {key: value for key, value in variant.items() if key != "assumptions"}
    more = {key: value for key, value in variant.items() if value not in (None, {}, ())}
    rulings = {**given["rulings"], **more.pop("rulings", {})}
    files = tuple(str(file) for file in more.pop("patches", ()))
    rules = load_ruleset(match[1], **{**given, **more, "rulings": rulings}, patches=files)
    settings: dict[Key, str] = {("change", id): ON for id in rules.changes}
    settings |= {("ruling", id): reading for id, reading in rules.rulings.items()}
    settings |= {("option", id): choice for id, choice in rules.options.items()}
    settings[("assumptions", "assumptions")] = rules.assumptions
    settings |= {("patch", file): ON for file in files}
    return Recipe(rules.edition, settings, rules.spec)


def steps_between(base: Recipe, other: Recipe) -> tuple[Step, ...]:
    """The settings in which two recipes differ: changes first, in the order of the rules' data.

    A ruling settled by a change of either side belongs to that change and is not a separate step.
    """
    a, b = base.filled(other).settings, other.filled(base).settings
    return tuple(
        Step(key, a.get(key), b.get(key))
        for key in sorted(dict.fromkeys([*b, *a]), key=lambda key: KINDS.index(key[0]))
        if a.get(key) != b.get(key)
    )


def other_readings(recipe: Recipe) -> tuple[Step, ...]:
    """For each ruling that a ruleset leaves open, a step to each of its other readings."""
    known = sources().ruling
    return tuple(
        Step(("ruling", id), reading, other)
        for id, reading in recipe.values("ruling").items()
        for other in known[id].readings
        if other != reading
    )


def variants_of(recipe: Recipe) -> tuple[Step, ...]:
    """The choices that players can make before a game by this ruleset, each a separate step.

    These are the other choices of each option, the variants, and the bundles without a module,
    except those without effect here and those that do not fit, such as a bundle that takes back
    something absent.
    """
    known = sources()
    steps = [
        Step(("option", id), recipe.values("option").get(id), choice)
        for id, option in known.option.items()
        for choice in option.choices
    ]
    steps += [
        Step(("change", id), None, ON) for id, one in known.change.items() if one.kind == "variant"
    ]
    steps += [
        Step(("bundle", id), None, ON)
        for id, one in known.bundle.items()
        if not any(known.change[change].kind == "module" for change in one.changes)
    ]
    own = recipe.resolve().hash
    return tuple(step for step in steps if _hash_of(step.on(recipe)) not in (own, None))


def _hash_of(recipe: Recipe) -> str | None:
    """The hash of the ruleset; none if its settings do not fit."""
    try:
        return recipe.resolve().hash
    except UserError:
        return None
