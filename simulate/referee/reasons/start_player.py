"""Why actions of `decisions/start_player.py` are not legal."""

from __future__ import annotations

from simulate.engine import codes as c
from simulate.referee.reasons.case import Case, Reason, Reasons


def refuse_key(case: Case) -> Reason | None:
    """The skeleton key, taken instead of a die."""
    marks, g = int(case.frame.marks), case.g
    if not case.rules.key:
        return case.because("there is no skeleton key in this game")
    if marks & c.T_ACTION_DONE:
        return case.because("the main action of this turn is done", "skeleton-key.instead")
    if marks & c.T_EXTRA:
        return case.because(
            "the skeleton key is not taken in an extra turn", "skeleton-key.either-turn"
        )
    if g.key_holder >= 0:
        holder = case.lexicon.players[int(g.key_holder)]
        return case.because(
            f"{holder} has the skeleton key in this round", "skeleton-key.either-turn"
        )
    return case.because(
        f"{case.player} has passed in this round: the key is not for them",
        "skeleton-key.not-after-passing",
    )


REASONS: Reasons = {
    (c.F_TURN, c.KEY): refuse_key,
}
