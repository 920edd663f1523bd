"""Check whether the suite's sources have changed since this process was started.

A process imports its modules one by one, over seconds. If the suite is edited or updated meanwhile,
it may run a mixture of old and new ones. Its compiled code must then not be cached, and its games
not recorded, as made by either version.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

SIMULATE = Path(__file__).resolve().parents[1]

Stamp = tuple[int, int]


def _stamps(folder: str) -> Iterator[tuple[str, Stamp]]:
    for entry in os.scandir(folder):
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _stamps(entry.path)
        elif entry.name.endswith(".py"):
            found = entry.stat()
            yield entry.path, (found.st_mtime_ns, found.st_size)


AT_START = dict(_stamps(str(SIMULATE)))


def changed(*folders: str) -> list[str]:
    """The files of these folders, or of all, that were added, removed or written since start."""
    now = dict(_stamps(str(SIMULATE)))
    other = (Path(path) for path in AT_START.keys() | now if AT_START.get(path) != now.get(path))
    found = (path.relative_to(SIMULATE).as_posix() for path in other)
    return sorted(path for path in found if not folders or path.partition("/")[0] in folders)
