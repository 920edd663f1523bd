"""Compiled code counts indices from 0; one below is found where bounds are checked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numba import njit

from simulate.compiling import fitness
from tests.engine.test_linking import python

CHECKED = "import os; os.environ['NUMBA_BOUNDSCHECK'] = '1'"
WITH = 'odd = {"__name__": "simulate.engine.odd"}; exec(SOURCE, odd)'
SOURCE = """
from simulate.engine.jit import compiled
from simulate.engine.state import new_games

@compiled
def face(g, n):
    return g.dice[n]

def found(n):
    try:
        return int(face(new_games(1)[0], n))
    except IndexError:
        return "no such die"
"""
GAMES = """
from simulate.batch.runner import Run
from simulate.playing.player import Player
from model import load_ruleset
run = Run(load_ruleset("revised-2021+lets-waltz"), 4, "random", 40, 1, "unused")
print(int(Player(run.job().games).play(0, 40)[1]["vp"].sum()))
"""


def odd(n: int, checked: str, cache: Path) -> str:
    """What compiled code of the engine finds at an index."""
    code = f"{checked}\nSOURCE = {SOURCE!r}\n{WITH}\nprint(odd['found']({n}))"
    return python(code, cache).stdout.strip()


@pytest.mark.skipif(bool(fitness.MISSING), reason="numba compiles by itself")
@pytest.mark.parametrize(("index", "found"), [(6, "0"), (7, "no such die"), (-1, "no such die")])
@pytest.mark.long
@pytest.mark.guard
def test_an_index_outside_is_found_where_bounds_are_checked(index: int, found: str, tmp_path: Path):
    assert odd(index, CHECKED, tmp_path) == found


@pytest.mark.long
def test_play_has_no_index_outside_and_is_the_same_where_bounds_are_checked(tmp_path: Path):
    assert python(f"{CHECKED}\n{GAMES}", tmp_path).stdout == python(GAMES, tmp_path).stdout


def test_other_compiled_code_counts_from_the_end():
    @njit
    def last(numbers):
        return numbers[-1], np.sort(numbers)[-2]

    assert last(np.array([3, 2, 1])) == (1, 2)
