"""The condition of a clause as a mutant: the line of the engine that the rule hangs on, changed."""

from __future__ import annotations

import ast

from model.clauses import Condition
from tests.mutation.code_mutants import ROOT, CodeMutant

ENGINE = "simulate/engine"
CONDITION = "condition"  # the group of these changes


class Lost(ValueError):
    """The engine no longer says what a condition names."""


def mutant_of(condition: Condition) -> CodeMutant:
    """The engine without one rule.

    Raises Lost if the function is gone, or the line does not stand in it exactly once, or what
    would stand in its place is no Python.
    """
    module, _, name = condition.function.rpartition(".")
    file = f"{ENGINE}/{module}.py"
    source = (ROOT / file).read_text("utf-8")
    first, last = _span(source, condition.function, name)
    lines = source.splitlines(keepends=True)
    body = "".join(lines[first - 1 : last])
    if body.count(condition.line) != 1:
        n = body.count(condition.line)
        raise Lost(f"{condition.function}: {condition.line!r} stands there {n} times, not once")
    place = body.index(condition.line)
    body = body.replace(condition.line, condition.without)
    text = "".join([*lines[: first - 1], body, *lines[last:]])
    try:
        ast.parse(text)
    except SyntaxError as error:
        raise Lost(f"{condition.function}: {condition.without!r} is no Python: {error}") from None
    begin = first + "".join(lines[first - 1 : last])[:place].count("\n")
    span = (begin, begin + condition.line.count("\n"))
    id = f"engine.{condition.function}: {condition.line} => {condition.without}"
    return CodeMutant(id, CONDITION, f"engine.{condition.function}", file, span, text)


def _span(source: str, function: str, name: str) -> tuple[int, int]:
    """The first and the last line of a function, from 1."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            assert node.end_lineno is not None
            return node.lineno, node.end_lineno
    raise Lost(f"{function}: the engine has no such function")
