"""How judging continues after a step that could not be carried out.

The step is left out. The same player's later actions in that turn may depend on it: such a step
counts if it is legal, and is not judged otherwise. With the next player's first step, or a roll,
the turn is ended as if its action had been done, and judging resumes. If that is not possible
(unknown dice, an unfinished set-up), the following steps are only checked for words that cannot be
understood.
"""

from __future__ import annotations

from collections.abc import Callable

from simulate.actions import decode
from simulate.engine import codes as c
from simulate.referee.document import Step
from simulate.referee.stepper import CELEBRITY, GUEST, ROLL, Stepper
from simulate.referee.verdict import StepVerdict
from simulate.words.lexicon import Lexicon

MOST = 40  # actions that end a turn


class Recovery:
    """The steps left out of a game being judged, and since when."""

    def __init__(self, lexicon: Lexicon, stepper: Stepper) -> None:
        self.lexicon, self.stepper = lexicon, stepper
        self._fault = 0  # the step left out in this turn; 0: none
        self._seat = -1  # whose turn it was
        self._ever = False

    def after(self, judged: StepVerdict, step: Step) -> None:
        """A step was left out."""
        stepper = self.stepper
        self._ever = True
        if stepper.waiting in (GUEST, CELEBRITY):  # a card is missing, perhaps without consequence
            stepper.waiting = ""
            stepper.run()
            return
        if not self._fault:
            self._fault, self._seat = judged.number, stepper.player

    def prepare(self, step: Step) -> str:
        """Before a step of a later turn: end the turn of a fault.

        Returns why the step need not be right, if it depends on a step left out.
        """
        if self._ever and step.kind == ROLL:
            self._roll(step)
        elif self._fault and step.by is not None and step.kind in ("do", "illegal"):
            self._meet(step.by)
        return f"it may depend on step {self._fault}, which was left out" if self._fault else ""

    def _meet(self, who: int | str) -> None:
        known = self.lexicon.find_seat(who)
        if known is not None and known != self._seat and self._ended(lambda s: s.player == known):
            self._fault = 0

    def _roll(self, step: Step) -> None:
        if self.stepper.waiting != ROLL and not self._ended(lambda s: s.waiting == ROLL):
            return
        self._fault = 0
        if step.roll is not None and len(step.roll) != self.stepper.g.dice_left:
            self.stepper.set_rolled(step.roll)

    def _ended(self, reached: Callable[[Stepper], bool]) -> bool:
        """End turns until something is reached; if that is not possible, nothing changes."""
        twin = self.stepper.copy()
        for _ in range(MOST):
            if reached(twin):
                self.stepper.become(twin)
                return True
            if twin.waiting or twin.over or twin.frame is None:
                return False
            if int(twin.frame.player) != self._seat or twin.g.phase != c.PH_TURNS:
                return False
            if not _end_turn(twin):
                return False
        return False


def _end_turn(stepper: Stepper) -> bool:
    """End the turn in progress, as if its action had been done."""
    g = stepper.g
    g.top = 1
    if g.frames[0].kind != c.F_TURN:
        return False
    g.frames[0].marks |= c.T_STARTED | c.T_ACTION_DONE
    stepper.run()
    ends = [one for one in stepper.legal() if decode(one)[0] == c.END_TURN]
    if ends:
        stepper.apply(ends[0])
    return bool(ends)
