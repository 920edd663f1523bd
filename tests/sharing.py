"""Folders that several files of tests read: made once, also where several workers run the tests."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest


def shared(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """The folder of this name, which ``make`` fills unless another worker has; only to be read."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent  # of all workers of this run
    folder, whole = root / name, root / f"{name}.whole"
    with (root / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not whole.exists():
            shutil.rmtree(folder, ignore_errors=True)  # what one left that failed at it
            folder.mkdir()
            make(folder)
            whole.touch()
    return folder
