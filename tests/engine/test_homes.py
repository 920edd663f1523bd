"""Each part of a module has one home: the file of the thing, or one named for the module."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import model
import simulate
from simulate.decisions.registry import PARTS
from simulate.referee import fields

MODEL, SIMULATE = (Path(str(package.__file__)).parent for package in (model, simulate))
GATHERED = ("bundles", "combinations", "draft")  # what several modules share, and their draft
NAMES = {path.stem for path in (MODEL / "data" / "modules").glob("*.toml")} - set(GATHERED)
# By package: a module's file there, and the place in which it is registered.
HOMES = {
    "referee/fields": ("{}.py", "referee/fields/__init__.py", "MODULES"),
    "decisions": ("{}.py", "decisions/registry.py", "PARTS"),
    "policies": ("{}.py", "policies/evaluation.py", "modules_worth"),
    "verify": ("check_{}.py", "verify/invariants.py", "of_modules"),
}


def test_modules_are_those_of_the_rules() -> None:
    assert {"ballrooms", "celebrities", "hotels", "start_player", "more"} == NAMES


def test_no_file_gathers_what_modules_add_to_another() -> None:
    found = {
        path.relative_to(root).as_posix()
        for root in (MODEL, SIMULATE)
        for path in root.rglob("*.py")
        if "module" in path.stem
    }
    assert not found


def names_in(code: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(code) if isinstance(node, ast.Name)}


def place(tree: ast.Module, name: str) -> ast.AST:
    """The function or assignment of that name at the top of a file."""
    for node in tree.body:
        targets = getattr(node, "targets", [])
        if getattr(node, "name", "") == name or name in {getattr(t, "id", "") for t in targets}:
            return node
    raise AssertionError(f"there is no {name}")


@pytest.mark.parametrize("package", HOMES)
def test_a_module_is_registered_where_it_has_a_file(package: str) -> None:
    """Something of each module's file is used in the one place that lists the modules."""
    form, file, where = HOMES[package]
    tree = ast.parse((SIMULATE / file).read_text("utf-8"))
    used = names_in(place(tree, where))
    homes = {name for name in NAMES if (SIMULATE / package / form.format(name)).exists()}
    assert homes
    for name in homes:
        source = f"simulate.{package.replace('/', '.')}.{form.format(name)[:-3]}"
        brought = {
            alias.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module == source
            for alias in node.names
        }
        assert name in used or brought & used, f"{source} is not in {where} of {file}"


@pytest.mark.parametrize("package", ["narration/sentences", "referee/reasons"])
def test_each_part_of_decisions_has_its_file_of_sentences_and_of_reasons(package: str) -> None:
    files = {path.stem for path in (SIMULATE / package).glob("*.py")} - {"__init__", "case"}
    assert files == {part.__name__.rpartition(".")[2] for part in PARTS}


def test_every_module_has_fields_of_positions() -> None:
    assert {module.__name__.rpartition(".")[2] for module in fields.MODULES} >= NAMES
