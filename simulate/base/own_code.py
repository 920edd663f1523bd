"""Whether the suite's own sources are still those that this process was started with.

A process imports its modules one by one, for seconds: where the suite is edited or updated
meanwhile, it may run some old and some new ones. What it then compiles must not be kept, and what
it then plays must not be recorded, as made by either.
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
    """The files of these folders, or of all, that came, went or were written since this began."""
    now = dict(_stamps(str(SIMULATE)))
    other = (Path(path) for path in AT_START.keys() | now if AT_START.get(path) != now.get(path))
    found = (path.relative_to(SIMULATE).as_posix() for path in other)
    return sorted(path for path in found if not folders or path.partition("/")[0] in folders)
