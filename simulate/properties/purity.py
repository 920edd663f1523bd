"""Decide from its code alone whether a numba function is known to change nothing.

It is if neither it nor any numba function that it calls sets an attribute or an item, and if its
only other calls are to a few Python functions that change nothing. Such a check reads the positions
of a trail in place. Any other gets a copy of each position, which is compared afterwards.
"""

from __future__ import annotations

import builtins
from typing import Any

from numba.core import ir
from numba.core.compiler import run_frontend
from numba.core.dispatcher import Dispatcher

HARMLESS = frozenset(
    getattr(builtins, name)
    for name in ("abs", "bool", "divmod", "enumerate", "float", "int", "len", "max", "min", "pow",
                 "range", "round", "sum", "zip")
)  # fmt: skip
CHANGING = (ir.SetAttr, ir.SetItem, ir.StaticSetItem, ir.DelItem, ir.DelAttr, ir.StoreMap)


def changes_nothing(function: Any, known: tuple[Any, ...] = ()) -> bool:
    """Is it certain from its code that a numba function does not change its arguments?"""
    if function in known:
        return True  # a recursive call
    try:
        code = run_frontend(function.py_func)
    except Exception:
        return False
    for block in code.blocks.values():
        for statement in block.body:
            if isinstance(statement, CHANGING):
                return False
            value = getattr(statement, "value", None)
            if isinstance(value, ir.Expr) and value.op == "call":
                if not _harmless(code, value, (*known, function)):
                    return False
            if isinstance(value, ir.Expr) and value.op == "inplace_binop":
                if not _number(code, value.lhs):
                    return False  # on an array this changes the array
    return True


def _number(code: Any, variable: Any) -> bool:
    """Is a variable initialised with a literal number? Then it is never an array."""
    for said in code._definitions[variable.name]:
        while isinstance(said, ir.Var) and len(code._definitions[said.name]) == 1:
            (said,) = code._definitions[said.name]
        if isinstance(said, ir.Const) and isinstance(said.value, int | float):
            return True
    return False


def _harmless(code: Any, call: Any, known: tuple[Any, ...]) -> bool:
    called = code.get_definition(call.func)
    if not isinstance(called, ir.Global | ir.FreeVar):
        return False
    value = called.value
    if isinstance(value, Dispatcher):
        return changes_nothing(value, known)
    return isinstance(value, type | type(len)) and value in HARMLESS
