"""Compiled code of this package: like the engine's, with a cache named by these sources as well."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from simulate.engine.jit import CACHE
from simulate.engine.jit import compiled as engine_compiled

HERE = Path(__file__).resolve().parent
PATTERNS = ("check_*.py", "counting*.py", "gaps/codes.py", "gaps/detect.py")
PARTS = ("invariants.py", "remember.py", "tally.py")
LOOP = (*(path for one in PATTERNS for path in sorted(HERE.glob(one))), *map(HERE.joinpath, PARTS))


def digest() -> str:
    """Digest of the sources that compiled code here is made of, 12 hex digits."""
    sources = hashlib.sha256()
    for path in (*LOOP, HERE / "playout.py"):
        sources.update(path.read_bytes())
    return sources.hexdigest()[:12]


FOLDER = CACHE / f"verify-{digest()}"


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile on first use, as the engine does; a change in any file here compiles all of it anew.

    numba asks for the folder while a function is being decorated, so it is set for that moment.
    """
    before = numba.config.CACHE_DIR  # type: ignore[attr-defined]
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
    try:
        return engine_compiled(function)
    finally:
        numba.config.CACHE_DIR = before  # type: ignore[attr-defined]
