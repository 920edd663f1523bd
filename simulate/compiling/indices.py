"""Indices in compiled code count from 0; negative ones do not count from the end as in Python.

numba adds the length to a negative index, and so tests every index for its sign. That takes a
sixteenth of the time of random games. The engine stores -1 for "no card" but never uses it as an
index. With ``NUMBA_BOUNDSCHECK=1`` compiled code raises IndexError for an index below 0 or beyond
the end.
"""

from typing import Any

from numba.core import types
from numba.np import arrayobj

COUNTS_FROM_0 = "counts_indices_from_0"
"""Marks a module of intermediate code; numba's own functions, which others share, have none."""

_of_numba = arrayobj.fix_integer_index


def from_0(module: Any) -> Any:
    """Mark a module before it is written; returns it."""
    setattr(module, COUNTS_FROM_0, True)
    return module


def index(context: Any, builder: Any, kind: Any, value: Any, size: Any) -> Any:
    """Replaces numba's function: an index as an integer of the processor's width."""
    if not getattr(builder.module, COUNTS_FROM_0, False):
        return _of_numba(context, builder, kind, value, size)
    return context.cast(builder, value, kind, types.intp if kind.signed else types.uintp)


arrayobj.fix_integer_index = index
