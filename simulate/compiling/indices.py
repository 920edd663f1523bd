"""Compiled code of this project counts indices from 0: none from the end, as Python's -1 does.

numba adds the length to an index below 0, and so asks of every index whether it is: a sixteenth of
the time of random games. What the engine stores as -1 (no card) never is an index; with
``NUMBA_BOUNDSCHECK=1`` compiled code raises IndexError where one is below 0 or beyond the end.
"""

from typing import Any

from numba.core import types
from numba.np import arrayobj

COUNTS_FROM_0 = "counts_indices_from_0"
"""Of a module of intermediate code; numba's own functions, which others call too, are not ours."""

_of_numba = arrayobj.fix_integer_index


def from_0(module: Any) -> Any:
    """Mark a module that is about to be written; returns it."""
    setattr(module, COUNTS_FROM_0, True)
    return module


def index(context: Any, builder: Any, kind: Any, value: Any, size: Any) -> Any:
    """An index as a number of the processor's width, in place of numba's function."""
    if not getattr(builder.module, COUNTS_FROM_0, False):
        return _of_numba(context, builder, kind, value, size)
    return context.cast(builder, value, kind, types.intp if kind.signed else types.uintp)


arrayobj.fix_integer_index = index
