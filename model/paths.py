"""Dotted paths into a tree of rules, e.g. "staff.17.cost", "emperor_tile.C2.penalty.1.from"."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

from model.errors import UserError
from model.schema import NUMBER

Tree = dict[str, Any]

# Tables whose entries are cards and the like: entries can be added and removed.
OPEN_TABLES = (
    "staff",
    "guest",
    "politics.cards",
    "emperor_tile",
    "hotel.cell_vp",
    "ballroom",
    "rehearsal_room",
    "celebrity",
    "entrance",
    "bonus_token",
)
MOST_LISTED = 14  # names that an error message lists in full


def all_paths(tree: Any, path: str = "") -> Iterator[str]:
    """Every path of a tree, through tables and lists."""
    items: Any = ()
    if isinstance(tree, dict):
        items = tree.items()
    elif isinstance(tree, list):
        items = enumerate(tree)
    for key, value in items:
        here = f"{path}.{key}" if path else str(key)
        yield here
        yield from all_paths(value, here)


def _parent(tree: Tree, path: str) -> tuple[Any, str]:
    """The table or list that holds the last part of a path, and that part; both exist."""
    node: Any = tree
    parts = path.split(".")
    for depth, part in enumerate(parts):
        if not _has(node, part):
            raise UserError(f"{path}: no such path; {_allowed(tree, node, parts, depth)}")
        if depth < len(parts) - 1:
            node = node[int(part)] if isinstance(node, list) else node[part]
    return node, parts[-1]


def _has(node: Any, part: str) -> bool:
    if isinstance(node, dict):
        return part in node
    return isinstance(node, list) and bool(NUMBER.fullmatch(part)) and int(part) < len(node)


def _allowed(tree: Tree, node: Any, parts: list[str], depth: int) -> str:
    """What is allowed at a wrong place of a path: close matches, or else everything there."""
    path, start = ".".join(parts), ".".join(parts[:depth])
    near = difflib.get_close_matches(path, list(all_paths(tree)), n=3, cutoff=0.75)
    hint = f"did you mean {', '.join(near)}?" if near else ""
    if isinstance(node, dict) and node:
        keys = sorted(node) if depth == 0 else list(node)
        few = len(keys) <= MOST_LISTED or depth == 0
        names = ", ".join(keys) if few else f"{keys[0]} to {keys[-1]}"
        found = f"{start or 'a path'} {'has' if start else 'starts with'}: {names}"
    elif isinstance(node, list):
        found = f"{start} has {len(node)} entries, counted from 0"
    else:
        found = f"{start} is a single value"
    return f"{hint} ({found})" if hint else found


def get(tree: Tree, path: str) -> Any:
    """The value at a path. Raises UserError with close matches if there is none."""
    node, part = _parent(tree, path)
    return node[int(part)] if isinstance(node, list) else node[part]


def put(tree: Tree, path: str, value: Any) -> None:
    """Replace the value at an existing path."""
    node, part = _parent(tree, path)
    if isinstance(node, list):
        node[int(part)] = value
    else:
        node[part] = value


def drop(tree: Tree, path: str) -> None:
    """Removes an entry of an open table, or clears an optional field."""
    node, part = _parent(tree, path)
    if isinstance(node, list):
        raise UserError(f"{path}: an entry of a list cannot be removed; set the whole list")
    if path.rpartition(".")[0] in OPEN_TABLES:
        del node[part]
    elif node[part] is None:
        raise UserError(f"{path}: there is nothing to remove")
    elif isinstance(node[part], dict):
        raise UserError(f"{path}: cannot be removed, only changed")
    else:
        node[part] = None


def add(tree: Tree, path: str, value: Any) -> None:
    """Puts a new entry into an open table."""
    table, _, key = path.rpartition(".")
    holder = get(tree, table)
    if key in holder:
        raise UserError(f"{path}: exists already; use set to change it")
    holder[key] = value
