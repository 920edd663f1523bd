"""What taking luck off results was measured to gain and to cost, in words: from the record.

It is told only if the rules and players of verification/luck_adjustment.json still play as they did
when it was measured.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from analysis.method.adjusting import PAYS
from reports.rules.evidence import VERIFICATION
from reports.text import PLAIN, count, interval, number
from simulate.fingerprint import holds

RECORD = VERIFICATION / "luck_adjustment.json"

Line = dict[str, Any]
"""What taking some gifts off one result of a table brings: see `tests.luck_adjustment`."""

QUESTIONS = {
    "mean": "of a mean under one ruleset",
    "difference": "of a difference between the editions on equal deals",
}
RESULTS = {"lead": "lead", "vp": "VP", "win": "wins"}
TAKEN_OFF = {
    "all": "deal, dice, cards",
    "all, every seat": "deal, dice, cards, as every seat sees them",
}
"""What is taken off, where the record's own word says too little."""


def measured(record: Path = RECORD) -> list[Line]:
    """The lines of the record; none without one that holds today."""
    try:
        found = json.loads(record.read_text("utf-8"))
    except (OSError, ValueError):
        return []
    return list(found["lines"]) if holds(found["play"]) else []


def words(lines: list[Line]) -> str:
    """What it gains at most, and where it saves more games than it costs; empty without lines."""
    if not lines:
        return ""
    told = [_question(name, [one for one in lines if one["question"] == name])
            for name in QUESTIONS]  # fmt: skip
    return (
        "Results are shown as they were played. What chance gave in a game, as the learned value"
        " has"
        " it against other dice and cards in the same positions, could be taken off them without"
        " moving their mean (Burch, Schmid, Moravcik, Morrill, Bowling 2018). "
        + " ".join(told)
        + " Intervals are joint ones."
    )


def _question(name: str, lines: list[Line]) -> str:
    """The largest factor of a question, the best bargain, and how many are shown to pay."""
    largest, best = (max(lines, key=lambda one: one[by]) for by in ("factor", "pays"))
    pay = sum(one["verdict"] == PAYS for one in lines)
    return (
        f"The variance {QUESTIONS[name]} falls by a factor of {_told(largest, 'factor')} at most"
        f" ({_where(largest)}). With the time that it takes it is worth {_told(best, 'pays')} times"
        f" the games at most ({_where(best)}), and is shown to save more than it costs in"
        f" {count(pay)} of {count(len(lines))} cases."
    )


def _told(one: Line, name: str) -> str:
    between = interval(one[f"{name}_sim_low"], one[f"{name}_sim_high"], PLAIN)
    return f"{number(one[name])} ({between})"


def _where(one: Line) -> str:
    taken = TAKEN_OFF.get(one["way"], one["way"])
    return (
        f"{RESULTS[one['result']]}, {one['policy']}, {one['players']} players, taken off: {taken}"
    )
