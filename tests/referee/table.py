"""Short transcripts for the referee's tests."""

from __future__ import annotations

from typing import Any

from simulate.referee import Verdict, judge
from simulate.referee.document import FORMAT
from simulate.referee.judge import Judge
from simulate.referee.verdict import StepVerdict
from simulate.referee.writing import document_of

DICE = "1 1 2 2 3 3 4 4 5 6"
ROW = [76, 75, 85, 66, 56]
POLITICS = ["A-krones", "B-floors", "C-three-each"]
TILES = ["A1", "B2", "C1"]


def transcript(*steps: Any, rules: Any = "revised-2021", head: Any = None, **anna: Any) -> dict:
    """A transcript of two from a position in which it is Anna's turn; ``anna``: what she has.

    ``head``: fields of the position other than players; "ben" among them: what he has.
    """
    position = {"turn": "Anna", "dice": DICE, "row": ROW, "politics": POLITICS, "tiles": TILES}
    position |= dict(head or {})
    ben = position.pop("ben", {})
    anna = {"krones": 5, **anna}
    position["players"] = {"Anna": anna, "Ben": ben}
    return {
        "format": FORMAT,
        "rules": rules,
        "players": ["Anna", "Ben"],
        "position": position,
        "steps": list(steps),
    }


def judged(*steps: Any, **position: Any) -> Verdict:
    """The verdict on a short transcript."""
    return judge(document_of(transcript(*steps, **position)))


def last(*steps: Any, **position: Any) -> StepVerdict:
    """The verdict on the last step, those before it being in order."""
    verdict = judged(*steps, **position)
    before = [step for step in verdict.steps[:-1] if step.status != "ok"]
    assert not before, before
    assert len(verdict.steps) == len(steps)
    return verdict.steps[-1]


def after(*steps: Any, **position: Any) -> Judge:
    """The referee after steps that are all in order."""
    referee = Judge(document_of(transcript(*steps, **position)))
    verdict = referee.judge()
    assert verdict.ok, verdict.first_fault
    return referee
