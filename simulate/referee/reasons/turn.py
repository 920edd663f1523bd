"""Why actions of `decisions/turn.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.referee.reasons.case import Case, Reason, Reasons


def refuse_pass(case: Case) -> Reason | None:
    marks = int(case.frame.marks)
    if marks & c.T_STARTED:
        return case.because(
            "the turn has begun: a player who has done anything in it cannot pass",
            "pass.instead-of-a-turn",
        )
    if marks & c.T_EXTRA:
        return case.because("an extra turn cannot be put off by passing")
    return case.because("no die is left: there is nothing to wait for by passing")


def refuse_end_turn(case: Case) -> Reason | None:
    if not any(action >> 24 == c.DIE for action in case.legal):
        return case.because(
            "no die can be paid, and nothing has been done in this turn: it is passed",
            "die.unpayable",
        )
    return case.because(
        "the turn cannot end yet: its main action, a die, is still to be taken",
        "die.mandatory", "turn.end",
    )  # fmt: skip


REASONS: Reasons = {
    (c.F_TURN, c.PASS): refuse_pass,
    (c.F_TURN, c.END_TURN): refuse_end_turn,
}
