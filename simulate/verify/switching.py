"""Invariants that are switched off: each is passed over by itself, and noted where it is broken."""

from simulate.engine.jit import compiled
from simulate.verify.check_codes import CODES, M_OFF, M_PASSED, OK


@compiled
def fails(code, memo):
    """Does a broken invariant fail the check? Not if it is switched off; then that is noted."""
    word, bit = code >> 5, 1 << (code & 31)
    if memo[M_OFF + word] & bit:
        memo[M_PASSED + word] |= bit
        return False
    return True


@compiled
def unless_off(code, memo):
    """The code of what is broken, or 0 if that invariant is switched off."""
    return code if code == OK or fails(code, memo) else OK


@compiled
def count_passed(memo, ignored):
    """Count the invariants that were passed over in this state, each once."""
    if memo[M_PASSED] | memo[M_PASSED + 1] | memo[M_PASSED + 2]:
        for code in range(CODES):
            ignored[code] += (memo[M_PASSED + (code >> 5)] >> (code & 31)) & 1
        memo[M_PASSED], memo[M_PASSED + 1], memo[M_PASSED + 2] = 0, 0, 0
