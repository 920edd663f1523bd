"""Forget what functions of this project remember, so that nothing hides a change."""

import functools
import gc
from typing import Any

PACKAGES = ("model", "simulate", "analysis", "reports", "tests")
_known: list[Any] = []


def remember() -> None:
    """Look for the functions that remember before the memory is frozen and a child is forked."""
    _known[:] = _found()


def forget() -> None:
    """Empty every cache of a function of this project, wherever it is held."""
    for function in (*_known, *_found()):
        function.cache_clear()


def _found() -> list[Any]:
    # By type: isinstance would ask a weak proxy for what it stood for, which may be gone.
    return [
        thing for thing in gc.get_objects()
        if type(thing) is functools._lru_cache_wrapper
        and (getattr(thing, "__module__", None) or "").partition(".")[0] in PACKAGES
    ]  # fmt: skip
