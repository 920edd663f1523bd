"""Parameters of compiled functions have one type by their name, whatever else is imported."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest

import simulate
from simulate.compiling import signatures

ROOT = Path(simulate.__file__).parent
DECORATORS = ("compiled", "exported", "allocating")
SOURCES = {
    "simulate." + ".".join(path.relative_to(ROOT).with_suffix("").parts): path.read_text("utf-8")
    for path in sorted(ROOT.rglob("*.py"))
}


def reached_from(module: str) -> set[str]:
    """The module and all that it imports, directly or not."""
    reached: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name in SOURCES and name not in reached:
            reached.add(name)
            waiting += re.findall(r"^from (\S+) import", SOURCES[name], re.MULTILINE)
    return reached


def compiled_parameters(module: str) -> Iterator[tuple[str, str]]:
    """Name of function and parameter, of all functions that are compiled for one signature."""
    for node in ast.parse(SOURCES[module]).body:
        if isinstance(node, ast.FunctionDef):
            if any(getattr(one, "id", "") in DECORATORS for one in node.decorator_list):
                yield from ((node.name, one.arg) for one in node.args.args)


def declarations() -> dict[str, set[str]]:
    """The modules that declare each name."""
    found: dict[str, set[str]] = {}
    for module, source in SOURCES.items():
        for call in ast.walk(ast.parse(source)):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "declare":
                for keyword in call.keywords:
                    found.setdefault(str(keyword.arg), set()).add(module)
    return found


def within_reach(module: str, declaring: set[str]) -> bool:
    """Whether the module is of a declaring one's package or imports one."""
    package = {".".join(name.split(".")[:2]) for name in (module, *declaring)}
    return len(package) == 1 or bool(declaring & reached_from(module))


def test_a_parameter_with_a_declared_name_is_in_reach_of_the_declaration():
    declared = declarations()
    assert declared["worth"] == {"simulate.policies.worth"}, "declarations are found"
    astray = [
        f"{module}.{function}: {name} is declared in {sorted(declared[name])}"
        for module in SOURCES
        for function, name in compiled_parameters(module)
        if name in declared and not within_reach(module, declared[name])
    ]
    assert astray == []


def test_a_name_cannot_be_declared_twice_with_different_types(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(signatures, "TYPES", {"cost": numba.float64})
    signatures.declare(cost=numba.float64)
    with pytest.raises(ValueError, match="'cost' cannot be int64: elsewhere it is float64"):
        signatures.declare(cost=numba.int64)
