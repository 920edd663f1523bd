"""Why mutants are left alive: survivors.toml, by part ("data", "code") and id of the mutant."""

from __future__ import annotations

import tomllib
from pathlib import Path


def read(path: Path) -> dict[str, dict[str, str]]:
    """The reasons by id, by part; an id may be given with * for any text."""
    return tomllib.loads(path.read_text("utf-8"))
