"""The single signature of a compiled function: the types of its parameters, by their names."""

import inspect
from collections.abc import Callable
from typing import Any

import numba

TYPES: dict[str, Any] = {}
"""The type of a parameter by its name; every other parameter is an integer of 64 bits."""
# Arrays inside records have their length in their type; these parameters take any.
AS_GIVEN = {"cards", "letters", "numbers", "goods"}


def declare(**types: Any) -> None:
    """Give parameter names their types, in every compiled function.

    Do not declare a name that functions outside the declaring package's reach use: it would be an
    integer in one process and this type in another.

    Raises:
        ValueError: a name has another type already.
    """
    for name, kind in types.items():
        if TYPES.get(name, kind) != kind:
            raise ValueError(f"parameter {name!r} cannot be {kind}: elsewhere it is {TYPES[name]}")
        TYPES[name] = kind


def parameter_type(name: str, given: Any) -> Any:
    """The type of a function's parameter; ``given`` is what a caller passes."""
    if name in AS_GIVEN or isinstance(given, numba.types.Omitted):
        return given
    return TYPES.get(name, numba.int64)


def has_one_signature(function: Callable[..., Any]) -> bool:
    """Do the parameter names determine all types?"""
    parameters = inspect.signature(function).parameters
    return not AS_GIVEN.intersection(parameters) and all(
        one.default is inspect.Parameter.empty for one in parameters.values()
    )


def name_of(thing: Any) -> str | None:
    """The name of a record type, or None.

    The module that declares the first name of a record type is imported wherever the type is used.
    Number types have several names, and a process knows only those of the modules it imported.
    """
    if "Record(" not in str(thing):
        return None
    return next((name for name, kind in TYPES.items() if kind is thing), None)
