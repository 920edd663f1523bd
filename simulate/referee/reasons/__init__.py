"""Why an action is not legal, in words that a player understands, with the clauses it breaks."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from simulate.actions import to_words
from simulate.decisions.registry import ACTIONS, FRAMES, PARTS
from simulate.engine import codes as c
from simulate.referee.reasons.case import Case, Reason, Reasons, cited

REASONS: Reasons = {}
for part in PARTS:
    REASONS |= import_module(f"{__name__}.{part.__name__.rpartition('.')[2]}").REASONS

SHOWN = 12
"""Legal actions that are named."""

__all__ = ["Case", "Reason", "cited", "explain"]


def explain(case: Case) -> Reason:
    """Why the action of a case is not legal."""
    known = REASONS.get((int(case.frame.kind), case.kind), _elsewhere)
    found = known(case)
    return found or _not_listed(case)


def _elsewhere(case: Case) -> Reason:
    """The action does not answer the pending decision."""
    asked, kind = FRAMES[int(case.frame.kind)].asks, case.kind
    words = to_words(case.rules, case.action)
    if case.frame.kind == c.F_TURN:
        return case.because(
            f"{words!r} belongs to {ACTIONS[kind].belongs}, which is not pending in this turn",
            *ACTIONS[kind].clauses,
        )
    first = f"{case.player} must first decide {asked}: {_options(case)}"
    under = case.g.frames[: case.g.top - 1]
    due = tuple(dict.fromkeys(id for frame in (*under, case.frame) for id in _due(frame)))
    if due:
        return case.because(first, *due)
    if any((int(frame.kind), kind) in REASONS for frame in under):
        return case.because(first, "turn.nothing-interrupted")
    if (c.F_TURN, kind) in REASONS:
        return case.because(f"no turn is being played; {first}", "additional.own-turn")
    return case.because(
        f"{words!r} belongs to {ACTIONS[kind].belongs}; {first}",
        "turn.nothing-interrupted",
        *ACTIONS[kind].clauses,
    )


def _due(frame: Any) -> tuple[str, ...]:
    """The clauses by which a frame's decision comes before anything else."""
    asked = FRAMES[int(frame.kind)]
    return asked.due if int(frame.marks) & asked.due_if else ()


def _not_listed(case: Case) -> Reason:
    """No specific reason: list the legal actions."""
    words = to_words(case.rules, case.action)
    return Reason(f"{words!r} is not legal here; legal: {_options(case)}", (), generic=True)


def _options(case: Case) -> str:
    """The legal actions in words, only the first ones if there are many."""
    words = [to_words(case.rules, action) for action in case.legal]
    more = len(words) - SHOWN
    return ", ".join(words[:SHOWN]) + (f" and {more} more" if more > 0 else "")
