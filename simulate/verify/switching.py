"""Records broken invariants, unless they are switched off.

An invariant that is switched off is skipped individually, and that is recorded, too.
"""

from simulate.engine.jit import compiled, inlined
from simulate.verify.check_codes import CODES, M_BROKEN, M_OFF, M_PASSED


@compiled
def note(code, memo):
    """Record a broken invariant, if it is the first one or before it and switched off."""
    word, bit = code >> 5, 1 << (code & 31)
    if memo[M_BROKEN]:
        return
    if memo[M_OFF + word] & bit:
        memo[M_PASSED + word] |= bit
    else:
        memo[M_BROKEN] = code


@inlined
def must(holds, code, memo):
    """An invariant: record it if it does not hold."""
    if not holds:
        note(code, memo)


@compiled
def count_passed(memo, ignored):
    """Count the invariants skipped in this state, each once."""
    if memo[M_PASSED] | memo[M_PASSED + 1] | memo[M_PASSED + 2]:
        for code in range(CODES):
            ignored[code] += (memo[M_PASSED + (code >> 5)] >> (code & 31)) & 1
        memo[M_PASSED], memo[M_PASSED + 1], memo[M_PASSED + 2] = 0, 0, 0
