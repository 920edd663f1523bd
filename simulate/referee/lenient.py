"""What a lenient transcript may leave out, and may say although nothing is to be decided.

The engine asks for some things that a person who writes a game down does not see as decisions:
which part of a reward comes first, that nothing more is wanted, that a good goes to the kitchen,
that a turn is over. Such *structural* words may be missing where only one thing can be meant, and
may be there where the engine did not ask.
"""

from __future__ import annotations

from collections.abc import Callable

from simulate.actions import decode
from simulate.engine import codes as c
from simulate.referee.stepper import Stepper

BONUSES = frozenset((c.OCCUPANCY_BONUS, c.STAFF_BONUS, c.ROW_BONUS, c.SECTION_BONUS))
ORDERING = BONUSES | {c.REWARD, c.DO_MAIN}  # they decline nothing
STRUCTURAL = ORDERING | {c.STOP, c.KEEP, c.END_TURN}
DEEPEST, MOST = 8, 200  # words supplied in a row, and positions looked at for them


def supplied(
    stepper: Stepper, reached: Callable[[Stepper], bool], *, ends: bool
) -> list[list[int]]:
    """The shortest ways by structural words alone to where something is possible.

    ``reached``: is it, in this position? ``ends``: may a turn be ended in which more could be done?
    Returns a way for each different position reached, all of the same length: none, one (which is
    meant), or more (and then it is not known which). Decisions with one option count as structural.
    A way that takes and gives nothing by itself, but only says what comes first, is meant before
    others: `hire 8` is that part of a reward, not the part before it, too.
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
    """Has nobody got, given or declined anything on a way?"""
    ordering = all(decode(action)[0] in ORDERING for action in way)
    return ordering and before.g.players.tobytes() == after.g.players.tobytes()


def _structural(stepper: Stepper, ends: bool) -> list[int]:
    legal = stepper.legal()
    if len(legal) == 1:
        return legal
    words = STRUCTURAL if ends else STRUCTURAL - {c.END_TURN}
    return [action for action in legal if decode(action)[0] in words]


def superfluous(stepper: Stepper, action: int, seat: int | None) -> bool:
    """Does an action only say what the engine did not ask?

    ``seat``: who says it; None: not said. A word is not superfluous where a decision of its kind is
    open, nor does it excuse from a decision that has to be made.
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
    return True  # parts of a reward, which come by themselves or ask at once
