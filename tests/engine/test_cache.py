"""The cache of compiled code notices a change in any compiled function that others call."""

from __future__ import annotations

import re
from pathlib import Path

import simulate
from simulate.compiling.code_cache import sources_of

ROOT = Path(simulate.__file__).parent
DECORATED = re.compile(r"^@(compiled|exported|allocating|inlined)$", re.MULTILINE)
IMPORTED = re.compile(r"^from (\S+) import", re.MULTILINE)


def compiled_files() -> dict[str, Path]:
    """Files with compiled functions by module name."""
    return {
        "simulate." + ".".join(path.relative_to(ROOT).with_suffix("").parts): path
        for path in ROOT.rglob("*.py")
        if DECORATED.search(path.read_text("utf-8"))
    }


def test_compiled_code_is_kept_by_all_compiled_files_that_it_is_made_of():
    files = compiled_files()
    called = 0
    for module, path in files.items():
        sources = {source for pattern in sources_of(module) for source in ROOT.glob(pattern)}
        assert path in sources
        for other in set(IMPORTED.findall(path.read_text("utf-8"))) & set(files):
            assert files[other] in sources, f"{module} is not compiled anew with {other}"
            called += 1
    assert called > 100, "the pattern finds imports"


def test_a_change_in_a_policy_does_not_compile_the_engine_anew():
    assert not any("policies" in pattern for pattern in sources_of("simulate.engine.machine"))
