"""How engine code is compiled, and a cache that cannot be stale.

numba keys a cached function by its own file only, so it would miss a change in a function that it
calls. The cache folder is therefore named by a digest of all engine sources.

numba would also compile a function again for each mix of integer widths in its arguments. Engine
functions have one signature each, derived from the names of their parameters; a module may
``declare`` names of its own.
"""

import inspect
from collections.abc import Callable
from typing import Any

import llvmlite.ir
import numba
import numba.core.cgutils
import numpy as np
from numba.extending import intrinsic, overload, overload_method

from simulate.compiling import code_cache
from simulate.compiling.fitness import MISSING
from simulate.compiling.signatures import declare, has_one_signature, parameter_type
from simulate.engine.program import PROGRAM
from simulate.engine.state import FRAME, GAME, PLAYER

if not MISSING:
    from simulate.compiling import linking

declare(
    g=numba.from_dtype(GAME),
    rules=numba.from_dtype(PROGRAM),
    p=numba.from_dtype(PLAYER),
    before=numba.from_dtype(PLAYER),
    f=numba.from_dtype(FRAME),
    out=numba.int32[::1],
    games=numba.from_dtype(GAME)[::1],
    programs=numba.from_dtype(PROGRAM)[::1],
    buffers=numba.uint64[:, ::1],
    key=numba.uint64,
    word=numba.uint64,
    random=numba.uint64,
)

OPTIONS: Any = {"error_model": "numpy", "no_cfunc_wrapper": True}
WITHOUT_ARRAYS: Any = {**OPTIONS, "_nrt": False}


@intrinsic
def count_bits(_context: Any, number: Any) -> Any:
    """The processor's own instruction for counting the bits of an integer."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return number(number), generate


@overload_method(numba.types.Integer, "bit_count")
def bit_count(number: Any) -> Any:
    """``int.bit_count`` for compiled code, which numba lacks; for integers of 0 or more."""

    def counted(number: Any) -> Any:
        return count_bits(number)  # type: ignore[call-arg]  # numba adds the context

    return counted


MOST_CARDS = max(GAME[deck].shape[0] for deck in ("guest_deck", "staff_deck", "celebrity_deck"))


@intrinsic
def _on_the_stack(_context: Any) -> Any:
    """The address of a function's own memory of `MOST_CARDS` words, freed when the call ends."""

    def generate(_target: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        word = llvmlite.ir.IntType(64)
        return numba.core.cgutils.alloca_once(builder, word, size=MOST_CARDS)

    return numba.types.CPointer(numba.uint64)(), generate


def memory_of_a_deck() -> Any:
    """A 64-bit word for each card of a deck, uninitialised; valid within the call.

    In compiled code it is on the stack, where allocation costs nothing.
    """
    return np.empty(MOST_CARDS, np.uint64)


@overload(memory_of_a_deck, inline="always")
def _memory_of_a_deck() -> Any:
    def on_the_stack() -> Any:
        return _on_the_stack()  # type: ignore[call-arg]  # numba adds the context

    return on_the_stack


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function as part of each of its callers."""
    return numba.njit(inline="always", **OPTIONS)(function)


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile an engine function on first use, for its one signature, and cache the machine code.

    It may not allocate arrays. numba then need not count references to arrays passed on, which took
    a quarter of the time of random games. See ``allocating``.
    """
    return _for_one_signature(function, WITHOUT_ARRAYS)


def exported(function: Callable[..., Any]) -> Callable[..., Any]:
    """As ``compiled``, for a function that other packages call: its machine code is made once.

    All such functions of a package form one unit (linking.py). Callers and exported functions are
    not compiled into each other, so use it for functions that take longer than a call.
    """
    unit = function.__module__.rpartition(".")[0]
    return _for_one_signature(function, WITHOUT_ARRAYS, unit)


def unlocked(function: Callable[..., Any]) -> Callable[..., Any]:
    """As ``compiled``, for a function of Python threads: releases the GIL."""
    return _for_one_signature(function, {**WITHOUT_ARRAYS, "nogil": True})


def allocating(function: Callable[..., Any]) -> Callable[..., Any]:
    """As ``compiled``, for a function that makes arrays of its own."""
    return _for_one_signature(function, OPTIONS)


def _for_one_signature(
    function: Callable[..., Any], options: dict[str, Any], unit: str = ""
) -> Callable[..., Any]:
    if MISSING:
        return _by_numba_alone(function, options)
    dispatcher = numba.njit(pipeline_class=linking.EntryCompiler, **options)(function)
    if not hasattr(dispatcher, "compile"):  # compilation is switched off
        return dispatcher
    names = list(inspect.signature(function).parameters)
    one_signature = has_one_signature(function)
    compile_for, resolve = dispatcher.compile, dispatcher._compile_for_args

    def types_for(given: Any) -> tuple[Any, ...]:
        return tuple(map(parameter_type, names, given or [None] * len(names)))

    def compile_once(given: tuple[Any, ...]) -> Any:
        return compile_for(types_for(given))

    def the_only_one(*args: Any, **kwargs: Any) -> Any:
        # numba calls this when an argument is, say, a bool or an np.int8 where the signature has an
        # integer. It would spell out the types of all arguments before finding that the single
        # signature fits; for the records of this engine that takes 10 ms a call.
        if one_signature and len(dispatcher.overloads) == 1:
            return next(iter(dispatcher.overloads.values())).entry_point
        return resolve(*args, **kwargs)

    dispatcher.compile = compile_once
    dispatcher._compile_for_args = the_only_one
    dispatcher._cache = linking.EntryCache(function)
    dispatcher.callee = linking.Callee(dispatcher, types_for, unit)
    dispatcher.__class__ = linking.Function
    return dispatcher


def _by_numba_alone(function: Callable[..., Any], options: dict[str, Any]) -> Callable[..., Any]:
    """The same with numba's documented API: slower, as all callees are compiled with it.

    A given signature is compiled at once. numba asks for the cache folder while a function is
    being decorated.
    """
    documented = {name: value for name, value in options.items() if not name.startswith("_")}
    numba.config.CACHE_DIR = str(  # type: ignore[attr-defined]
        code_cache.folder_of(function.__module__)
    )
    decorate: Any = numba.njit
    if has_one_signature(function):
        names = inspect.signature(function).parameters
        types = tuple(parameter_type(name, None) for name in names)
        return decorate(types, cache=True, **documented)(function)
    return decorate(cache=True, **documented)(function)
