"""What a lenient transcript may leave out, and may say although no decision is pending.

The engine asks for some decisions that people do not write down: which part of a reward comes
first, that nothing more is wanted, that a good goes to the kitchen, that a turn is over. These
*structural* words may be missing if the meaning is unambiguous, and may appear if the engine did
not ask.
"""

from __future__ import annotations

from collections.abc import Callable

from simulate.actions import decode
from simulate.engine import codes as c
from simulate.referee.stepper import Stepper

BONUSES = frozenset((c.OCCUPANCY_BONUS, c.STAFF_BONUS, c.ROW_BONUS, c.SECTION_BONUS))
ORDERING = BONUSES | {c.REWARD, c.DO_MAIN}  # they decline nothing
STRUCTURAL = ORDERING | {c.STOP, c.KEEP, c.END_TURN}
DEEPEST, MOST = 8, 200  # words supplied in a row, and positions examined for them


def supplied(
    stepper: Stepper, reached: Callable[[Stepper], bool], *, ends: bool
) -> list[list[int]]:
    """The shortest sequences of structural words that lead to where something is possible.

    ``reached``: is it possible in this position? ``ends``: may a turn end in which more could be
    done? Returns a sequence for each distinct position reached, all of the same length: none, one
    (which is meant), or several (ambiguous). Decisions with one option count as structural. A
    sequence that gains and spends nothing, but only fixes an order, is preferred: `hire 8` is that
    part of a reward, not the part before it, too.
    """
    level: list[tuple[Stepper, list[int]]] = [(stepper, [])]
    seen: set[bytes] = {stepper.games.tobytes()}
    for _ in range(DEEPEST):
        found: list[list[int]] = []
        opening: list[list[int]] = []
        further: list[tuple[Stepper, list[int]]] = []
        for at, way in level:
            for action in _structural(at, ends):
                twin = at.copy()
                twin.apply(action)
                state = twin.games.tobytes()
                if state in seen or len(seen) > MOST:
                    continue
                seen.add(state)
                if reached(twin):
                    found.append([*way, action])
                    if _opens_only(stepper, twin, found[-1]):
                        opening.append(found[-1])
                else:
                    further.append((twin, [*way, action]))
        if found:
            return opening if len(opening) == 1 else found
        level = further
    return []


def _opens_only(before: Stepper, after: Stepper, way: list[int]) -> bool:
    """Does a sequence neither gain, give nor decline anything?"""
    ordering = all(decode(action)[0] in ORDERING for action in way)
    return ordering and before.g.players.tobytes() == after.g.players.tobytes()


def _structural(stepper: Stepper, ends: bool) -> list[int]:
    legal = stepper.legal()
    if len(legal) == 1:
        return legal
    words = STRUCTURAL if ends else STRUCTURAL - {c.END_TURN}
    return [action for action in legal if decode(action)[0] in words]


def superfluous(stepper: Stepper, action: int, seat: int | None) -> bool:
    """Does an action only state something the engine did not ask?

    ``seat``: who says it; None: not given. A word is not superfluous if a decision of its kind is
    pending, and it does not replace a decision that must be made.
    """
    kind, frame = decode(action)[0], stepper.frame
    own = frame is not None and seat in (None, int(frame.player)) and not stepper.waiting
    if kind not in STRUCTURAL or any(decode(one)[0] == kind for one in stepper.legal()):
        return False
    if not own:
        return True
    asked = int(frame.kind)
    if kind == c.END_TURN:  # the next turn has begun
        return asked == c.F_TURN and not int(frame.marks) & c.T_STARTED
    if kind == c.STOP:  # nothing was left to decline
        return asked in (c.F_TURN, c.F_REWARDS)
    if kind == c.KEEP:  # nobody wanted it
        return asked != c.F_GOODS
    if kind == c.DO_MAIN:  # staff add nothing
        return asked != c.F_MAIN
    return True  # parts of a reward, which come automatically or ask at once
