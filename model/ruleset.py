"""Resolves a spec such as "revised-2021-gizia" into a validated, hashed ruleset.

Order of the layers: base data, changes of the edition, variants, modules, combinations of modules,
assumed values, changes of the draft, readings of the rulings, options, patches.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, ValidationError

from model.assumptions import assumed_values, fill
from model.base import Word, later
from model.checks import BOARDS, CheckedRules
from model.defaults import DEFAULT_ASSUMPTIONS, DEFAULT_SPEC
from model.errors import UserError
from model.names import meant
from model.patch import Patch, apply_patch, explain, read_patch, removal_of
from model.paths import get
from model.schema import Rules
from model.sources import Change, Combination, Sources, Tree, sources
from model.tree import base_tree, dump

# Tables of cards that may be absent: removed by a variant, or not added by a module.
OF_CARDS = ("staff", "guest", "emperor_tile", "entrance", "celebrity")
# Fields that inform a reader and do not affect play.
DESCRIPTIVE = ("name", "german", "evidence", "number")


class Layer(Word):
    """One layer over the base data: its kind, id and the paths that it touches.

    kind: change, variant, module, extra, combination, assumption, ruling, option or patch; id: for
    rulings and options "id=reading".
    """

    kind: str
    id: str
    title: str
    source: str
    paths: tuple[str, ...]


class Ruleset(CheckedRules):
    """Resolved rules and their origin. Equal play means an equal `hash`."""

    model_config = ConfigDict(frozen=True, extra="forbid", ignored_types=(cached_property,))

    spec: str
    edition: str
    changes: tuple[str, ...]
    rulings: dict[str, str]
    options: dict[str, str]
    assumptions: str = DEFAULT_ASSUMPTIONS
    assumed: tuple[str, ...] = ()
    patches: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()

    @cached_property
    def hash(self) -> str:
        """SHA-256 (hex) of everything that affects play: numbers, cards, procedures; no names."""
        text = json.dumps(playable(self), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def modules(self) -> tuple[str, ...]:
        """The ids of the modules in play, in their order."""
        known = sources().change
        return tuple(id for id in self.changes if known[id].kind == "module")

    @property
    def preset(self) -> dict[str, str]:
        """The readings and choices of the spec's bundles."""
        named = (sources().bundle[id] for id in bundles_of(self.spec))
        return {
            id: one for bundle in named for id, one in (bundle.rulings | bundle.options).items()
        }

    @cached_property
    def readings(self) -> dict[str, str]:
        """The rulings as they are played: a patch may set what another reading does, or none."""
        if not self.patches:
            return self.rulings
        tree, found = dump(self), {}
        for id, chosen in self.rulings.items():
            readings = sources().ruling[id].readings
            holding = [one for one in (chosen, *readings) if _holds(tree, readings[one].set)]
            if holding:
                found[id] = holding[0]
        return found

    @property
    def departures(self) -> dict[str, str]:
        """Rulings in force that differ from the edition's own book, with the book's reading."""
        known = sources().ruling
        return {
            id: known[id].books[self.edition]
            for id, reading in self.readings.items()
            if known[id].departs(self.edition, reading)
        }

    @property
    def label(self) -> str:
        """A short text for people: the spec, then its deviations from the defaults."""
        preset = self.preset
        chosen = [f"{k}={value}" for k, value in self.options.items() if preset.get(k) != value]
        for key, value in self.rulings.items():
            if value != preset.get(key, sources().ruling[key].default_for(self.edition)):
                chosen.append(f"{key}={value}")
        if self.assumptions != DEFAULT_ASSUMPTIONS:
            chosen.append(f"assumptions={self.assumptions}")
        chosen += [f"patch {name}" for name in self.patches]
        return f"{self.spec} ({', '.join(chosen)})" if chosen else self.spec


def _holds(tree: Tree, values: Mapping[str, Any]) -> bool:
    """Does a tree have the plain values of a reading, as far as their cards are there?"""
    for path, value in values.items():
        try:
            if not isinstance(value, list) and get(tree, path) != value:
                return False
        except UserError:  # a patch took the card out
            continue
    return True


def playable(rules: Rules) -> Tree:
    """The tree without descriptions, and without cards and boards that are not in play.

    Defaults of choices added later are left out, so that a ruleset keeps its hash.
    """
    tree = dump(rules)
    _leave_out_later(rules, tree)
    if not rules.setup.promos:
        tree["guest"] = {k: v for k, v in tree["guest"].items() if not v["promo"]}
    for guest in tree["guest"].values():
        del guest["promo"]
    del tree["setup"]["promos"]
    unused = [b for b in BOARDS if (b == "night") != (rules.setup.boards == "night")]
    for board in unused:
        del tree["boards"][board]
    if rules.setup.hands != "beginner":
        for card in tree["staff"].values():
            del card["set"]
    for card in tree["politics"]["cards"].values():
        if card["places"] in (None, tree["politics"]["places"]):
            del card["places"]
    bare: Tree = _without(tree, DESCRIPTIVE)
    return bare


def _leave_out_later(word: Any, tree: Any) -> None:
    """Remove choices added later, at their defaults, from a word's tree."""
    if isinstance(word, Word):
        for choice, default in later(type(word)).items():
            if tree[choice] == default:
                del tree[choice]
        for name, field in type(word).model_fields.items():
            if (key := field.alias or name) in tree:
                _leave_out_later(getattr(word, name), tree[key])
    elif isinstance(word, dict):
        for key, one in word.items():
            _leave_out_later(one, tree[str(key)])
    elif isinstance(word, tuple):
        for one, part in zip(word, tree, strict=True):
            _leave_out_later(one, part)


def _without(node: Any, keys: tuple[str, ...]) -> Any:
    if isinstance(node, dict):
        return {k: _without(v, keys) for k, v in node.items() if k not in keys}
    if isinstance(node, list):
        return [_without(v, keys) for v in node]
    return node


def parse_spec(spec: str) -> tuple[str, tuple[str, ...]]:
    """The edition of a spec and the ids of its changes, in the order of application.

    Raises UserError for an unknown edition or change, a change added twice, or one removed that is
    not present. Ids contain hyphens, so the spec is matched against the known ids.
    """
    edition, changes, _ = _parse(spec)
    return edition, changes


def spelled_out(spec: str) -> str:
    """A spec that begins with a bundle of an edition, with that edition in front."""
    for id, bundle in sources().bundle.items():
        if bundle.edition and spec.startswith(id) and _ends(spec[len(id) :]):
            return f"{bundle.edition}+{spec}"
    return spec


def bundles_of(spec: str) -> tuple[str, ...]:
    """The bundles that a spec adds. Raises UserError as `parse_spec` does."""
    return _parse(spec)[2]


def _parse(spec: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """Edition, changes and bundles added."""
    known = sources()
    spec = spelled_out(spec)
    names = sorted(known.edition, key=len, reverse=True)
    edition = next((n for n in names if spec.startswith(n) and _ends(spec[len(n) :])), None)
    if edition is None:
        raise UserError(
            f"unknown ruleset {spec!r}; editions: {', '.join(known.edition)}"
            f" (then +change or -change){meant(spec, known.edition)}"
        )
    changes = list(known.edition[edition].changes)
    bundles: list[str] = []
    signed = list(_signed_ids(spec, spec[len(edition) :], known))
    added = {  # a bundle also depends on modules named after it
        change
        for sign, id in signed if sign == "+"
        for change in (known.bundle[id].changes if id in known.bundle else (id,))
    }  # fmt: skip
    for sign, id in signed:
        if id in known.bundle and (sign == "+") != (id in bundles):
            (bundles.append if sign == "+" else bundles.remove)(id)
        for change in _meant(id, added.union(changes), known):
            _add_or_remove(spec, sign, change, changes)
        for change in known.bundle[id].takes_back if id in known.bundle else ():
            _add_or_remove(spec, "-" if sign == "+" else "+", change, changes)
    for change in changes:
        missing = set(known.change[change].modules) - set(changes)
        if missing:
            raise UserError(f"{spec!r}: {change} needs the module {', '.join(sorted(missing))}")
    order = list(known.change)
    return edition, tuple(sorted(changes, key=order.index)), tuple(bundles)


def _signed_ids(spec: str, rest: str, known: Sources) -> Iterator[tuple[str, str]]:
    """The signs and ids after the edition of a spec."""
    while rest:
        sign, rest = rest[0], rest[1:]
        id = _leading_id(rest, known)
        if id is None:
            names = [*known.bundle, *known.change]
            raise UserError(
                f"unknown change in {spec!r} at {sign + rest!r}{meant(rest, names)}; changes:"
                f" {', '.join(names)}"
            )
        yield sign, id
        rest = rest[len(id) :]


def _meant(id: str, changes: set[str], known: Sources) -> list[str]:
    """The changes that an id means: itself, or a bundle's changes for the modules in play."""
    if id not in known.bundle:
        return [id]
    bundled = known.bundle[id].changes
    return [one for one in bundled if set(known.change[one].modules) <= {*changes, *bundled}]


def _add_or_remove(spec: str, sign: str, change: str, changes: list[str]) -> None:
    if sign == "+" and change in changes:
        raise UserError(f"{spec!r}: {change} is part of it already")
    if sign == "-" and change not in changes:
        raise UserError(
            f"{spec!r}: {change} is not part of it; it has: {', '.join(changes) or 'no changes'}"
        )
    (changes.append if sign == "+" else changes.remove)(change)


def _leading_id(text: str, known: Sources) -> str | None:
    for id in sorted([*known.change, *known.bundle], key=len, reverse=True):
        if text.startswith(id) and _ends(text[len(id) :]):
            return id
    return None


def _ends(rest: str) -> bool:
    """Is an id of a spec complete, given what follows it?"""
    return rest[:1] in ("", "+", "-")


def load_ruleset(
    spec: str = DEFAULT_SPEC,
    *,
    hands: str | None = None,
    boards: str | None = None,
    promos: bool | str | None = None,
    rulings: Mapping[str, str] | None = None,
    assumptions: str = DEFAULT_ASSUMPTIONS,
    patches: Iterable[str | Path] = (),
    without: Iterable[str] = (),
) -> Ruleset:
    """Resolves a ruleset. Every bad input raises UserError with one line.

    Args:
        spec: an edition with changes added or removed, e.g. "original-2015+kitchen-hand-cost".
        hands: "dealt", "draft" or "beginner"; the edition's own if None.
        boards: "night" or "day".
        promos: with or without the promotional guests (True, False, "with", "without").
        assumptions: "default", or "sample:N" for the Nth plausible completion of unknown values.
        rulings: ruling id to the reading wanted instead of the default.
        patches: patch files, applied in this order.
        without: paths of cards to take out of the deck, e.g. "staff.17", after the patches.
    """
    if isinstance(promos, bool):
        promos = "with" if promos else "without"
    options = {"hands": hands, "boards": boards, "promos": promos}
    asked = {key: value for key, value in options.items() if value is not None}
    files = [Path(file) for file in patches]
    return _resolved(spelled_out(spec), asked, rulings or {}, assumptions, files, list(without))


def _resolved(
    spec: str, asked: Mapping[str, str], rulings: Mapping[str, str], assumptions: str,
    files: Sequence[Path], without: Sequence[str],
) -> Ruleset:  # fmt: skip
    """The base tree under all layers, in the order of application."""
    known = sources()
    edition, changes, bundles = _parse(spec)
    tree = base_tree()
    layers: list[Layer] = []
    assumed = _apply_changes(tree, layers, changes, assumptions)
    preset = {id: one for name in bundles for id, one in known.bundle[name].rulings.items()}
    preset = {id: one for id, one in preset.items() if known.ruling[id].comes_up(changes)}
    readings = _apply_rulings(tree, layers, edition, changes, preset | dict(rulings))
    options = {id: one for name in bundles for id, one in known.bundle[name].options.items()}
    options |= asked
    _apply_options(tree, layers, options)
    patches = _apply_patches(tree, layers, files, without)
    meta: dict[str, Any] = {
        "spec": spec,
        "edition": edition,
        "changes": changes,
        "rulings": readings,
        "options": options,
        "assumptions": assumptions,
        "assumed": assumed,
        "patches": patches,
        "layers": tuple(layers),
    }
    rules = CheckedRules.model_validate(tree)
    # Not validated again, which would build the schema of all parts a second time at every start.
    return Ruleset.model_construct(**dict(rules), **meta)


def _apply_changes(
    tree: Tree, layers: list[Layer], changes: Sequence[str], assumptions: str
) -> tuple[str, ...]:
    """Applies changes, modules and combinations; returns the assumptions."""
    known = sources()
    modules = [id for id in changes if known.change[id].kind == "module"]
    upper = [id for id in changes if known.change[id].modules]  # changes that depend on modules
    for id in changes:
        if id not in upper:
            _apply_change(tree, layers, id, known.change[id])
    for id, combination in known.combination.items():
        if set(combination.modules) <= set(modules):
            _apply_change(tree, layers, id, combination)
    for id in upper:
        if known.change[id].kind == "extra":
            _apply_change(tree, layers, id, known.change[id])
    assumed = _apply_assumptions(tree, layers, assumptions)
    if upper or modules:  # later paths may name fields that a card left at their defaults
        tree.update(dump(CheckedRules.model_validate(tree)))
    for id in upper:
        if known.change[id].kind != "extra":
            _apply_change(tree, layers, id, known.change[id])
    return assumed


def _apply_patches(
    tree: Tree, layers: list[Layer], files: Sequence[Path], without: Sequence[str]
) -> tuple[str, ...]:
    """Applies patch files, then takes cards out; returns the ids of both."""
    if files or without:  # paths of a patch may name fields that a layer left at their defaults
        tree.update(dump(CheckedRules.model_validate(tree)))
    given = [(read_patch(file), f"{file.name}: ") for file in files]
    given += [(removal_of(path), f"without {path}: ") for path in without]
    for patch, where in given:
        apply_patch(tree, patch, where=where)
        _validate(tree, patch, where)
        layers.append(_layer("patch", patch.id, patch, patch.source))
    return tuple(patch.id for patch, _ in given)


def _apply_change(tree: Tree, layers: list[Layer], id: str, change: Change | Combination) -> None:
    patch = Patch(
        id=id, title=change.title, set=change.set, remove=change.remove, add=deepcopy(change.add)
    )
    apply_patch(tree, patch)
    kind = change.kind if isinstance(change, Change) else "combination"
    layers.append(_layer(kind, id, patch, change.source))


def _apply_assumptions(tree: Tree, layers: list[Layer], which: str) -> tuple[str, ...]:
    """Fills in the values that no source gives, if in play; returns the paths."""
    values = assumed_values(tree, which)
    fill(tree, values)  # includes the known values
    if not values:
        return ()
    layers.append(
        Layer(
            kind="assumption",
            id=which,
            title="values printed on components that no source gives",
            source="assumed",
            paths=tuple(values),
        )
    )
    return tuple(values)


def _layer(kind: str, id: str, patch: Patch, source: str) -> Layer:
    return Layer(kind=kind, id=id, title=patch.title, source=source, paths=patch.paths)


def _apply_rulings(
    tree: Tree, layers: list[Layer], edition: str, changes: tuple[str, ...], wanted: dict[str, str]
) -> dict[str, str]:
    known = sources().ruling
    switches = [id for id, ruling in known.items() if ruling.status == "switch"]
    for id in wanted:
        if id not in known:
            raise UserError(
                f"unknown ruling {id!r}; rulings: {', '.join(switches)}{meant(id, switches)}"
            )
    result: dict[str, str] = {}
    for id, ruling in known.items():
        settled = [change for change in ruling.superseded_by if change in changes]
        if settled and id in wanted:
            raise UserError(f"ruling {id} is settled by the change {settled[0]}; leave one out")
        if id in wanted and not ruling.comes_up(changes):
            raise UserError(f"ruling {id} has no effect without {' or '.join(ruling.modules)}")
        if not ruling.comes_up(changes):
            continue
        name = wanted.get(id, ruling.default_for(edition))
        if name not in ruling.readings:
            raise UserError(
                f"ruling {id} has no reading {name!r}; readings: {', '.join(ruling.readings)}"
            )
        if ruling.status != "switch":
            continue
        reading = ruling.readings[name]
        known_cards = {
            path: value for path, value in reading.set.items() if _card_there(tree, path)
        }
        patch = Patch(id=f"{id}={name}", title=reading.title, set=known_cards)
        apply_patch(tree, patch)
        layers.append(_layer("ruling", patch.id, patch, _short(ruling.sources)))
        result[id] = name
    return result


def _card_there(tree: Tree, path: str) -> bool:
    """Is the card of a path in the tree? A variant may have removed it."""
    table, _, rest = path.partition(".")
    return table not in OF_CARDS or rest.partition(".")[0] in tree[table]


def _apply_options(tree: Tree, layers: list[Layer], chosen: dict[str, str]) -> None:
    for id, choice in chosen.items():
        option = sources().option[id]
        if choice not in option.choices:
            raise UserError(
                f"option {id} has no choice {choice!r}; choices: {', '.join(option.choices)}"
            )
        reading = option.choices[choice]
        patch = Patch(id=f"{id}={choice}", title=reading.title, set=reading.set)
        apply_patch(tree, patch)
        layers.append(_layer("option", patch.id, patch, option.source))


def _short(texts: tuple[str, ...]) -> str:
    """The places in the sources, without their text."""
    return "; ".join(text.partition(":")[0] for text in texts)


def _validate(tree: Tree, patch: Patch, where: str) -> None:
    try:
        rules = CheckedRules.model_validate(tree)
    except ValidationError as error:
        raise UserError(where + explain(error, patch)) from None
    tree.update(dump(rules))  # adds the fields that new cards left at their defaults
