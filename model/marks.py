"""Finds the assumed values of a ruleset, to mark them wherever rules are shown."""

from __future__ import annotations

from collections.abc import Iterable

from model.assumptions import printed_parts
from model.ruleset import Ruleset
from model.sources import sources

MARK = " (assumed)"
DEPARTS = " (its own book says otherwise)"


def is_assumed(ruleset: Ruleset, path: str) -> bool:
    """Is the value at a path assumed, or part of an assumed value?"""
    settled = printed_parts() | _later_paths(ruleset)
    return covered(path, ruleset.assumed) and not covered(path, settled)


def holds_assumed(ruleset: Ruleset, path: str) -> bool:
    """Is the value at a path assumed, or does it contain an assumed one?"""
    return is_assumed(ruleset, path) or any(covered(one, (path,)) for one in still_assumed(ruleset))


def mark(ruleset: Ruleset, path: str) -> str:
    """The suffix for the value at a path: a mark if it is assumed."""
    return MARK if is_assumed(ruleset, path) else ""


def still_assumed(ruleset: Ruleset) -> tuple[str, ...]:
    """The assumed paths that no later layer sets."""
    return tuple(path for path in ruleset.assumed if is_assumed(ruleset, path))


def _later_paths(ruleset: Ruleset) -> set[str]:
    """The paths set by layers above the assumptions: a change of the draft, a patch."""
    kinds = [layer.kind for layer in ruleset.layers]
    if "assumption" not in kinds:
        return set()
    later = ruleset.layers[kinds.index("assumption") + 1 :]
    return {path for layer in later for path in layer.paths}


def covered(path: str, by: Iterable[str]) -> bool:
    """Is a path one of the given paths, or below one of them?"""
    return any(path == one or path.startswith(one + ".") for one in by)


def departs(ruleset: Ruleset, path: str) -> str:
    """The suffix for a card or value that differs from the edition's own book.

    It differs if a ruling in force is not the reading stated by the book.
    """
    known = sources().ruling
    paths = {
        one for id in ruleset.departures for one in known[id].readings[ruleset.readings[id]].set
    }
    return DEPARTS if any(covered(one, (path,)) for one in paths) else ""
