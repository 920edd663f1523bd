"""The start player and the skeleton key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from model.words import many
from simulate.decisions.entries import Action
from simulate.decisions.forms import fixed
from simulate.decisions.main_actions import second_die
from simulate.decisions.readings import Reading
from simulate.engine import codes as c
from simulate.narration.changes import KEY

if TYPE_CHECKING:
    from simulate.narration.decision import Decision
    from simulate.referee.reasons.case import Case, Reason


def tell_key(d: Decision) -> tuple[str, ...]:
    good = many(int(d.rules.key_goods), "dish or drink", "dishes or drinks")
    parts = [
        "takes the skeleton key instead of a die and starts the next round",
        f"{good} of choice, a main action of strength {d.rules.key_strength}",
        *second_die(d, 0),
    ]
    return ("; ".join(parts), KEY)


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


ACTIONS = (
    Action(
        c.KEY, "take-key", "take the skeleton key",
        fixed("take key").also(
            Reading("take (?:the )?(?:skeleton )?key", lambda at, m: (0, 0, 0))
        ),
        tell_key,
        {c.F_TURN: refuse_key}, samples=("take key",),
        possible=lambda rules: bool(rules.key),
    ),
)  # fmt: skip
