"""The verdict of a run on each check: holds, violated, vacuous, reached, never seen, or faulty
itself."""

from __future__ import annotations

from dataclasses import dataclass

from model.words import many
from simulate.properties.declared import Check
from simulate.properties.running import Count, PlanOutcome

HOLDS, VIOLATED, VACUOUS, REACHED, UNREACHED = (
    "holds", "violated", "vacuous", "reached", "not reached",
)  # fmt: skip
FAULTY = "at fault"


@dataclass(frozen=True)
class CheckVerdict:
    """A check, its verdict, and the counts that support it."""

    check: Check
    status: str
    detail: str

    @property
    def line(self) -> str:
        """One line: status, name, sentence and counts."""
        return f"{self.status:<11}  {self.check.name}: {self.check.sentence} ({self.detail})"


def verdict(check: Check, count: Count) -> CheckVerdict:
    """The verdict from the counts of a check."""
    if count.mistake is not None:
        return CheckVerdict(check, FAULTY, f"line {count.mistake.line}: {count.mistake.text}")
    premise = "" if count.met == count.asked else f", premise met in {count.met:,}"
    asked = f"{many(count.asked, 'time')} checked".replace(str(count.asked), f"{count.asked:,}", 1)
    most = "" if count.most == float("-inf") else f", target at most {count.most:g}"
    detail = f"{asked}{premise}{most}"
    if count.met == 0:
        return CheckVerdict(check, VACUOUS, detail if count.asked else "never checked")
    if check.wanted:
        if not count.games:
            return CheckVerdict(check, UNREACHED, detail)
        share = f"{many(count.examples, 'position')} of {many(count.games, 'game')}"
        return CheckVerdict(check, REACHED, f"{share}; {detail}")
    if count.games:
        return CheckVerdict(check, VIOLATED, detail)
    return CheckVerdict(check, HOLDS, detail)


def verdicts(outcome: PlanOutcome) -> list[CheckVerdict]:
    """The verdicts on all checks, in order of declaration."""
    return [verdict(check, outcome.counts[check.name]) for check in outcome.checks]


def passed(found: list[CheckVerdict]) -> bool:
    """Is nothing violated, unreached or faulty? Vacuous checks do not fail a run."""
    return not any(one.status in (VIOLATED, UNREACHED, FAULTY) for one in found)
