"""The referee's verdicts on a transcript: one per step, and one for the whole."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

# The status of a step.
OK = "ok"  # legal, or as claimed
ILLEGAL = "illegal"  # done although it is not legal
FAILED = "failed"  # an expectation is not met, or an illegal step would be legal
MISSING = "missing"  # the transcript does not give the result of chance
UNREADABLE = "unreadable"  # the words of the step mean nothing
UNJUDGED = "unjudged"  # it depends on a step that was not carried out
ENDING = (ILLEGAL, MISSING, UNREADABLE)  # after these the position is only guessed


@dataclass(frozen=True)
class StepVerdict:
    """One step. ``number`` counts from 1; ``text`` is the step as the transcript has it.

    ``by``: whose decision it was; ``reason``: why it is illegal, failed, missing or unreadable, or
    why an illegal step is refused; ``clauses``: the clauses it breaks; ``filled``: what a lenient
    transcript left out before this step; ``state``: the state after the step as plain data, and
    ``shown`` as lines to read, where requested; ``left_out``: why a step of a lenient transcript
    was passed over.
    """

    number: int
    text: str
    status: str = OK
    by: str = ""
    reason: str = ""
    clauses: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    left_out: str = ""
    state: dict[str, Any] | None = None
    shown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """A whole transcript: its head, its steps, and how many of them could not be judged."""

    title: str
    ruleset: str
    ruleset_hash: str
    players: tuple[str, ...]
    steps: tuple[StepVerdict, ...]
    unjudged: int = 0
    over: bool = False
    then: str = ""  # what comes after the last step
    vp: dict[str, int] = field(default_factory=dict)

    @property
    def worst(self) -> str:
        """The status of the whole: the gravest of its steps'."""
        there = {step.status for step in self.steps}
        for status in (UNREADABLE, MISSING, ILLEGAL, FAILED):
            if status in there:
                return status
        return OK

    @property
    def ok(self) -> bool:
        """Is everything as the transcript claims?"""
        return self.worst == OK

    @property
    def exit_code(self) -> int:
        """0: as claimed; 1: a rule or an expectation is broken; 2: it cannot be judged."""
        return {OK: 0, ILLEGAL: 1, FAILED: 1}.get(self.worst, 2)

    @property
    def first_fault(self) -> StepVerdict | None:
        return next(iter(self.faults), None)

    @property
    def faults(self) -> tuple[StepVerdict, ...]:
        """The steps that are not ok, except those not judged because of them."""
        return tuple(step for step in self.steps if step.status not in (OK, UNJUDGED))

    def plain(self) -> dict[str, Any]:
        """Everything as plain data, for JSON."""
        data = asdict(self)
        for step in data["steps"]:
            del step["shown"]
        data["steps"] = [
            {key: value for key, value in step.items() if value not in (None, "", (), [])}
            for step in data["steps"]
        ]
        return {"verdict": self.worst, "exit": self.exit_code, **data}
