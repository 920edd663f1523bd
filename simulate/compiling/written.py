"""Generate functions from tables, so that the table is the one place to edit.

numba cannot call functions stored in a table, but compiles a chain of comparisons with constants to
a switch. So such chains, and lines for each field of a record, are generated on import.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np


def written(head: str, doc: str, lines: Iterable[str], **names: Any) -> Any:
    """Generate a function from a head such as ``"push(g, kind)"`` and lines of code.

    ``names``: the objects that the lines refer to. The function belongs to the calling module; a
    traceback shows the line of the call.
    """
    frame = sys._getframe(1)
    body = "\n".join(f"    {line}" for line in lines)
    tree = ast.parse(f'def {head}:\n    """{doc}"""\n{body}\n')
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt | ast.arg):
            node.lineno = node.end_lineno = frame.f_lineno
            node.col_offset = node.end_col_offset = 0
    space = {"__name__": frame.f_globals["__name__"], **names}
    exec(compile(tree, frame.f_code.co_filename, "exec"), space)
    return space[head.partition("(")[0]]


def ladder(key: str, branches: Mapping[int, str]) -> Iterable[str]:
    """Lines that run the branch for the number in ``key``, if there is one, and return from it."""
    numbers: dict[str, list[int]] = {}
    for number, line in branches.items():
        numbers.setdefault(line, []).append(number)
    yield f"_key = {key}"
    for line, some in numbers.items():
        yield f"if {' or '.join(f'_key == {number}' for number in some)}:"
        yield f"    {line}"
        if not line.startswith("return"):
            yield "    return"


def places(name: str, shape: tuple[int, ...]) -> list[str]:
    """A field as code writes it, or each element if it is an array: ``goods[0]`` ..."""
    if not shape:
        return [name]
    return [f"{name}[{', '.join(map(str, place))}]" for place in np.ndindex(shape)]


def call(function: Callable[..., Any]) -> str:
    """A call of a function whose arguments have the same names as its parameters."""
    plain: Any = getattr(function, "py_func", function)
    return f"{plain.__name__}({', '.join(inspect.signature(plain).parameters)})"


def functions(some: Iterable[Callable[..., Any] | None]) -> dict[str, Callable[..., Any]]:
    """Functions by name. Raises ValueError if two share a name."""
    found: dict[str, Callable[..., Any]] = {}
    for one in some:
        if one is not None and found.setdefault(one.__name__, one) is not one:
            raise ValueError(f"two functions are called {one.__name__}")
    return found
