"""Switching an invariant off switches off that one: what else is broken is still found."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from model import load_ruleset
from simulate.verify import check_codes as k
from simulate.verify.invariants import new_memo
from simulate.verify.playout import look_at
from simulate.verify.table import CheckedTable
from simulate.verify.tally import new_tally
from tests.engine.corruptions import (
    CORRUPTIONS,
    CORRUPTIONS_OF_MODULES,
    Corrupt,
    NotHere,
)

SEED = 1
NEAR = 4  # invariants behind each that are broken with it: most are of the same function
SPECS = {"revised-2021": CORRUPTIONS, "revised-2021+lets-waltz": CORRUPTIONS_OF_MODULES}

# What cannot be looked at where the first is broken: there is no such player, plan or decision.
# Without a decision the game is moving on by itself: answers are owed, the row is not filled yet.
NEEDED = {
    (k.PLAYERS, k.ROUND_NUMBER), (k.PLAYERS, k.FRAME_STACK), (k.PLAYERS, k.FRAME_PLAYER),
    (k.PLAYERS, k.FRAME_KIND), (k.FRAME_STACK, k.FRAME_PLAYER), (k.FRAME_STACK, k.FRAME_KIND),
    (k.FRAME_PLAYER, k.FRAME_KIND), (k.BOARD, k.ROOM_CELLS), (k.BOARD, k.ROOM_BOTH),
    (k.BOARD, k.ROOM_COVERED), (k.BOARD, k.GROUP_UNKNOWN), (k.BALLROOMS, k.DANCERS),
    (k.BALLROOMS, k.SEATS), (k.FRAME_STACK, k.OWED), (k.FRAME_STACK, k.ROW_GAP),
}  # fmt: skip


@cache
def table(spec: str) -> CheckedTable:
    return CheckedTable(load_ruleset(spec))


def look(at: CheckedTable) -> tuple[int, np.ndarray]:
    """The code of what is broken, and what is passed over by code."""
    tally = new_tally()[0]
    code = int(look_at(at.state, at.rules, at.memo, at.seen, at.spare, tally))
    return code, tally.ignored.copy()


def corrupted(at: CheckedTable, stop: int, *corrupt: Corrupt) -> bool:
    """Play to a state that can be corrupted so, and corrupt it; is there one?"""
    for game, step in product(range(4), range(stop, stop + 240, 8) if stop > 0 else [stop]):
        at.memo[:] = new_memo(at.ruleset)
        assert at.play_to("random", 3, SEED, game, step) == k.OK
        try:
            for one in corrupt:
                one(at, at.state, at.state.players[0])
        except NotHere:
            continue
        return True
    return False


@pytest.mark.parametrize("spec", SPECS)
def test_one_that_is_off_is_passed_over_and_counted_once(spec: str):
    at, all_off = table(spec), []
    for code, stop, corrupt in SPECS[spec]:
        if code == k.ENGINE_ERROR:
            continue
        assert corrupted(at, stop, corrupt)
        at.switch_off([code])
        found, ignored = look(at)
        assert found != code
        assert ignored[code] == 1
        assert ignored.sum() == 1
        assert not at.memo[k.M_PASSED :].any()
        all_off.append(code)
    assert len(all_off) > 10


@pytest.mark.parametrize("spec", SPECS)
def test_whatever_else_is_broken_is_found(spec: str):
    at, missed, tried = table(spec), set(), 0
    every = [one for one in SPECS[spec] if one[0] != k.ENGINE_ERROR]
    for i, (first, _, corrupt) in enumerate(every):
        for other, stop, more in every[i + 1 : i + 1 + NEAR]:
            if other == first or not corrupted(at, stop, corrupt, more):
                continue
            at.switch_off([first])
            tried += 1
            if look(at)[0] == k.OK:
                missed.add((first, other))
    assert tried > 30
    assert missed <= NEEDED, {(k.MESSAGES[a], k.MESSAGES[b]) for a, b in missed - NEEDED}


def test_every_code_can_be_switched_off_alone():
    """Each has a bit of its own in the words of the memory."""
    at = table("revised-2021")
    words = []
    for code in range(1, k.CODES):
        at.switch_off([code])
        words.append(at.memo[k.M_OFF : k.M_PASSED].tobytes())
    at.switch_off([])
    assert len(set(words)) == k.CODES - 1
