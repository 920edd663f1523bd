"""Plain trees, such as a transcript's, with one entry changed; entries are named by path."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Tree = dict[str, Any]
Path = tuple[Any, ...]


def entry(tree: Any, path: Path) -> Any:
    """The entry at a path."""
    for part in path:
        tree = tree[part]
    return tree


def without(tree: Tree, path: Path) -> Tree:
    """A copy without the entry at a path."""
    smaller = deepcopy(tree)
    del entry(smaller, path[:-1])[path[-1]]
    return smaller


def changed(tree: Tree, path: Path, value: Any) -> Tree:
    """A copy with another value at a path."""
    other = deepcopy(tree)
    entry(other, path[:-1])[path[-1]] = value
    return other
