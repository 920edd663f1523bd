"""The cache of compiled code notices a change in any compiled function that others call."""

from __future__ import annotations

import re
from pathlib import Path

import simulate
from simulate.engine.jit import SHARED

ROOT = Path(simulate.__file__).parent


def compiled_files() -> dict[str, Path]:
    """Files with compiled functions by module name (`verify` names its own cache)."""
    return {
        "simulate." + ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in ROOT.rglob("*.py")
        if re.search(r"^@compiled$", path.read_text("utf-8"), re.MULTILINE)
        and "verify" not in path.parts
    }


def test_every_compiled_file_that_another_one_imports_names_the_cache():
    files = compiled_files()
    covered = {path for pattern in SHARED for path in ROOT.glob(pattern)}
    called = {
        files[module]
        for path in files.values()
        for module in re.findall(r"^from (\S+) import", path.read_text("utf-8"), re.MULTILINE)
        if module in files
    }
    assert called, "the pattern finds imports"
    assert sorted(called - covered) == []
