"""One decorator for all engine code, and a cache that cannot be stale.

numba keys a cached function by its own file only, so a change in a function that it calls would go
unnoticed. The cache folder is therefore named by a digest of all engine sources.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent


def sources_digest() -> str:
    """Digest of every Python source of this package, 12 hex digits."""
    digest = hashlib.sha256(numba.__version__.encode())
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_folder() -> Path:
    """Where compiled code is kept: under GAH_CACHE_DIR, or the user's cache folder."""
    root = os.environ.get("GAH_CACHE_DIR") or platformdirs.user_cache_dir("gah")
    return Path(root) / f"engine-{sources_digest()}"


numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile an engine function on first use and keep the machine code."""
    return numba.njit(cache=True, error_model="numpy")(function)  # type: ignore[no-any-return]
