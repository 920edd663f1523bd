"""The ruleset that a transcript names, and the reverse: how a transcript names a ruleset."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import ValidationError

from model import Ruleset, UserError, load_ruleset
from model.checks import CheckedRules
from model.patch import Patch, apply_patch, explain, read_patch
from model.reading import first_problem
from model.ruleset import Layer
from model.sources import sources
from model.tree import dump
from simulate.engine.compile import compile_ruleset
from simulate.referee.document import RulesForm


def resolve(form: RulesForm, folder: Path | None = None) -> tuple[Ruleset, np.ndarray]:
    """The rules of a transcript and their compiled program, shape (1,).

    Patch files are read only from ``folder``. Raises UserError for an unknown edition, option,
    ruling or patch.
    """
    if any(isinstance(patch, str) for patch in form.patches):  # a file, which may change
        ruleset = _ruleset(form, folder)
        return ruleset, compile_ruleset(ruleset)
    return _of_text(form.model_dump_json())


@functools.lru_cache(maxsize=64)
def _of_text(text: str) -> tuple[Ruleset, np.ndarray]:
    ruleset = _ruleset(RulesForm.model_validate_json(text), None)
    return ruleset, compile_ruleset(ruleset)


def _ruleset(form: RulesForm, folder: Path | None) -> Ruleset:
    options = form.model_dump(include={"hands", "boards", "promos", "rulings"})
    ruleset = load_ruleset(form.spec, **options)
    for number, given in enumerate(form.patches, start=1):
        try:
            patch = _tree(given) if isinstance(given, dict) else _file(given, folder)
            ruleset = patched(ruleset, patch)
        except UserError as error:
            raise UserError(f"rules.patches.{number}: {error}") from None
    return ruleset


def _tree(tree: dict[str, Any]) -> Patch:
    """A patch written inside the transcript."""
    try:
        return Patch.model_validate(tree)
    except ValidationError as error:
        raise UserError(first_problem(error)) from None


def _file(name: str, folder: Path | None) -> Patch:
    """A patch file next to the transcript."""
    if folder is None:
        raise UserError("this transcript is not a file, so it cannot name a patch file next to it")
    if Path(name).name != name or not name.endswith(".toml"):
        raise UserError(f"{name[:60]!r} is not the name of a .toml file next to the transcript")
    return read_patch(folder / name)


def patched(ruleset: Ruleset, patch: Patch) -> Ruleset:
    """A ruleset with a patch applied. Raises UserError if it does not fit."""
    tree = dump(ruleset)
    apply_patch(tree, patch, where=f"{patch.id}: ")
    try:
        rules = CheckedRules.model_validate(tree)
    except ValidationError as error:
        raise UserError(f"{patch.id}: {explain(error, patch)}") from None
    layer = Layer(
        kind="patch", id=patch.id, title=patch.title, source=patch.source, paths=patch.paths
    )
    meta = {name: getattr(ruleset, name) for name in ("spec", "edition", "changes", "rulings")}
    return Ruleset.model_validate(
        {
            **dump(rules),
            **meta,
            "options": ruleset.options,
            "patches": (*ruleset.patches, patch.id),
            "layers": (*ruleset.layers, layer),
        }
    )


def rules_of(ruleset: Ruleset, patches: Iterable[Patch] = ()) -> dict[str, Any]:
    """The ``rules`` of a transcript: spec, options, rulings other than the edition's own, patches.

    Raises UserError unless ``patches`` are those of the ruleset, in their order.
    """
    given = list(patches)
    if tuple(patch.id for patch in given) != ruleset.patches:
        raise UserError("a transcript under patched rules needs the patches themselves")
    rulings = {
        id: reading
        for id, reading in ruleset.rulings.items()
        if reading != sources().ruling[id].default_for(ruleset.edition)
    }
    found: dict[str, Any] = {"spec": ruleset.spec, **ruleset.options}
    if rulings:
        found["rulings"] = rulings
    if given:
        found["patches"] = [patch.model_dump(mode="json", exclude_defaults=True) for patch in given]
    return found
