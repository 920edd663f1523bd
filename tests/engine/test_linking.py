"""Functions are compiled once, by parts of numba that it does not document; without, by itself."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from simulate.compiling import linking
from simulate.engine.machine import step

DRAW = "from simulate.engine.rng import draw; print(draw(5, 2, 3), draw(True, 2, 3))"


def python(code: str, cache: Path) -> subprocess.CompletedProcess[str]:
    """Run code in a process of its own, which keeps compiled code in a folder of its own."""
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "GAH_CACHE_DIR": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )


def test_numba_is_as_it_is_expected_to_be():
    assert linking.unexpected() == []


NO_CLASS = "import numba.core.registry as r; del r.CPUDispatcher"
NO_METHOD = "from simulate.compiling import linking as l; l.LEANS_ON[l.JITCodeLibrary] += ('lost',)"


@pytest.mark.parametrize(
    ("lost", "told"), [(NO_CLASS, "CPUDispatcher"), (NO_METHOD, "JITCodeLibrary.lost")]
)
@pytest.mark.long
@pytest.mark.guard
def test_where_numba_is_different_it_does_the_same_by_itself(lost: str, told: str, tmp_path: Path):
    usual = python(DRAW, tmp_path / "usual")
    without = python(f"{lost}; {DRAW}", tmp_path / "without")
    assert without.stdout == usual.stdout
    assert usual.stderr == ""
    assert without.stderr.count("\n") == 1
    assert "is not as it is expected to be" in without.stderr
    assert told in without.stderr


def test_what_calls_the_engine_does_not_hold_it():
    if not isinstance(step, linking.Function):
        pytest.skip("compiling is switched off")
    part = step.callee.part(step.callee.types_for(None))
    module, needed = linking.linked([part])
    assert needed == {"simulate.engine"}
    assert [one.name for one in module.functions if not one.is_declaration] == []


OTHERS = """
import numba, numpy as np
for size in range(9):
    numba.typeof(np.zeros(3, np.dtype([("met before", "i8", size)])))
"""
NAMES = """
import llvmlite.binding as llvm
from simulate.engine.abilities import has_abilities
callee = has_abilities.callee
part = callee.part(callee.types_for(None))
print([one.name for one in llvm.parse_bitcode(part.bitcode).functions if one.linkage.value == 0])
"""


def test_processes_that_meet_types_in_another_order_give_a_function_the_same_name(tmp_path: Path):
    """Otherwise code cannot call what another process compiled after part of the cache was lost."""
    if not isinstance(step, linking.Function):
        pytest.skip("compiling is switched off")
    one = python(NAMES, tmp_path / "one")
    other = python(OTHERS + NAMES, tmp_path / "other")
    assert "simulate.engine.abilities.has_abilities" in one.stdout
    assert other.stdout == one.stdout
