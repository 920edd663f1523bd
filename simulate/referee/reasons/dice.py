"""Why a die cannot be taken as it is said: its colour, or a die that would be moved."""

from __future__ import annotations

from simulate.actions import DICE_WORDS
from simulate.engine import codes as c
from simulate.engine.dice import coloured_price, lies_on
from simulate.referee.reasons.case import Case, Reason

MOVES = c.D_FROM_BELOW | c.D_FROM_ABOVE


def colours(case: Case) -> tuple[int, int]:
    """The colours of the die taken and of the die moved; 0: white."""
    return case.b // c.D_TAKEN & c.D_COLOUR, case.b // c.D_MOVED & c.D_COLOUR


def which_die(case: Case, face: int) -> Reason | None:
    """No such die lies there, or none can be moved there."""
    g, (taken, moved) = case.g, colours(case)
    arrives = bool(case.b & MOVES)
    if arrives:
        start = face - 1 if case.b & c.D_FROM_BELOW else face + 1
        if not case.p.move_die:
            return case.because(f"nothing lets {case.player} move a die", "entrance.kozi-palace")
        if not 1 <= start <= c.FACES or not lies_on(g, start, moved):
            return case.because(
                f"no {DICE_WORDS[moved]} die lies on action space {start}",
                "entrance.kozi-palace.neighbours",
            )
    if g.dice[face] == 0 and not arrives:
        return case.because(f"no die lies on action space {face}", "die.needed")
    if not removes(case):
        if taken:
            return case.because(
                "no die is taken here, so its colour does not matter", "coloured-dice.left-on-space"
            )
        return None
    if not lies_on(g, face, taken) and not (arrives and taken == moved):
        return case.because(f"no {DICE_WORDS[taken]} die lies on action space {face}", "die.needed")
    return None


def removes(case: Case) -> bool:
    """Is a die taken from its space?"""
    return case.kind == c.DIE and not case.frame.marks & c.T_NO_DIE_REMOVED


def colour_price(case: Case, face: int) -> int:
    """Krones that the colour of the die costs."""
    taken, moved = colours(case)
    if not taken or not removes(case):
        return 0
    return int(coloured_price(case.g, case.rules, face, taken, bool(case.b & MOVES), moved))
