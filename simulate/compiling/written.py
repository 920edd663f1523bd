"""Functions written from tables, so that the table is the one place to edit.

numba cannot call functions out of a table; of a chain of comparisons with constants it makes a
switch. So such chains, and lines for each field of a record, are written as a module is imported.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np


def written(head: str, doc: str, lines: Iterable[str], **names: Any) -> Any:
    """The function of a head such as ``"push(g, kind)"`` and lines of code.

    ``names``: what the lines speak of. The function is one of the calling module, and its place in
    a traceback is the line of the call.
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
    """Lines that carry out, and return from, the branch of the number in ``key``, if it has one."""
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
    """A field as code names it, or each element of it if it is an array: ``goods[0]`` ..."""
    if not shape:
        return [name]
    return [f"{name}[{', '.join(map(str, place))}]" for place in np.ndindex(shape)]


def call(function: Callable[..., Any]) -> str:
    """A call of a function whose parameters are called as what is passed to them."""
    plain: Any = getattr(function, "py_func", function)
    return f"{plain.__name__}({', '.join(inspect.signature(plain).parameters)})"


def functions(some: Iterable[Callable[..., Any] | None]) -> dict[str, Callable[..., Any]]:
    """Functions by name. Raises ValueError if two have the same one."""
    found: dict[str, Callable[..., Any]] = {}
    for one in some:
        if one is not None and found.setdefault(one.__name__, one) is not one:
            raise ValueError(f"two functions are called {one.__name__}")
    return found
