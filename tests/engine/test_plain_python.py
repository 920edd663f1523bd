"""The engine plays the same game whether it is compiled or run as plain Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.scripted import GAMES, play

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.guard
def test_plain_python_plays_the_same_games():
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.engine.scripted"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    compiled = [play(number) for number in range(GAMES)]  # while the other plays
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err[-2000:]
    plain = json.loads(out)
    for one, two in zip(compiled, plain):
        assert one == two
    assert all(len(game["actions"]) > 100 for game in compiled)
    assert all(len(game["greedy"]) >= 5 for game in compiled)
