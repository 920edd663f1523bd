"""The pace of the tests: what is begun first is there, and a test that grows is named."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import pacing

ROOT = Path(__file__).parents[2]

GROWN = """
import pytest
from tests import pacing
from tests.pacing import pytest_runtest_call, pytest_terminal_summary

__all__ = ["pytest_runtest_call", "pytest_terminal_summary"]
pacing.MOST = 0.05
"""
TESTS = """
import pytest, subprocess, sys, time

BUSY = "import time\\nwhile time.process_time() < 0.2: pass"

def test_waits():
    time.sleep(0.2)

def test_computes():
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass

def test_has_it_computed():
    subprocess.run([sys.executable, "-c", BUSY], check=True)

@pytest.mark.long
def test_may():
    test_computes()
"""


@pytest.mark.parametrize("file", pacing.FIRST)
def test_what_is_begun_first_is_there(file: str):
    assert (ROOT / file).is_file()


def test_a_test_that_takes_longer_than_it_may_is_named(tmp_path: Path):
    (tmp_path / "conftest.py").write_text(GROWN, "utf-8")
    (tmp_path / "test_some.py").write_text(TESTS, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = long\n", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    _, _, listed = done.stdout.partition("not marked long")
    named = {line.rpartition("::")[2] for line in listed.splitlines() if "::" in line}
    assert named == {"test_computes", "test_has_it_computed"}
