"""A verdict as text for the terminal: one line a step, then the verdict."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from model.clauses import clauses
from simulate.referee.verdict import FAILED, ILLEGAL, MISSING, OK, UNREADABLE, StepVerdict, Verdict

WIDTH = 100
WORDS = {
    OK: "ok",
    ILLEGAL: "ILLEGAL",
    FAILED: "FAILED",
    MISSING: "MISSING",
    UNREADABLE: "UNREADABLE",
}
COLUMN = max(len(word) for word in WORDS.values())


def lines(verdict: Verdict, name: str, *, quiet: bool = False) -> Iterator[str]:
    """The verdict on a transcript. ``quiet``: only steps that are not ok, and the verdict."""
    for line in _lines(verdict, name, quiet):
        yield "".join(sign if sign.isprintable() else "?" for sign in line)


def _lines(verdict: Verdict, name: str, quiet: bool) -> Iterator[str]:
    players = ", ".join(verdict.players)
    yield f"{name}: {verdict.title}" if verdict.title else name
    yield f"{verdict.ruleset}; {players}"
    for step in verdict.steps:
        if quiet and step.status == OK and not step.shown:
            continue
        yield from step_lines(step)
    yield from wrapped(f"verdict: {conclusion(verdict)}", 0)


def step_lines(step: StepVerdict) -> Iterator[str]:
    """One step: what it says and what becomes of it, the reason and the clauses below."""
    for text in step.filled:
        yield f"{'':>4} {'filled in':<{COLUMN}}  {text}"
    yield from wrapped(f"{step.number:>4} {WORDS[step.status]:<{COLUMN}}  {step.text}", COLUMN + 7)
    if step.left_out:
        yield from wrapped(f"left out: {step.left_out}", COLUMN + 7, first=True)
    if step.reason:
        word = "refused: " if step.status == OK else ""
        yield from wrapped(f"{word}{step.reason}", COLUMN + 7, first=True)
    for id in step.clauses:
        yield from wrapped(f"[{id}] {clauses()[id].text}", COLUMN + 7, first=True)
    for line in step.shown:
        yield from wrapped(line, COLUMN + 7, first=True)


def conclusion(verdict: Verdict) -> str:
    """The verdict in one sentence or two."""
    fault = verdict.first_fault
    n = len(verdict.steps)
    rest = f"; the {verdict.unjudged} steps after it are not judged" if verdict.unjudged else ""
    if fault is None:
        points = ", ".join(f"{name} {vp}" for name, vp in verdict.vp.items())
        return f"all {n} steps are as claimed; {verdict.then} (VP: {points})"
    if verdict.worst == FAILED:
        failed = [str(step.number) for step in verdict.steps if step.status == FAILED]
        which = f"steps {', '.join(failed)} are" if len(failed) > 1 else f"step {failed[0]} is"
        return f"every action is legal, but {which} not as claimed"
    last = verdict.steps[-1]
    what = {
        ILLEGAL: "is illegal",
        MISSING: "needs what the transcript does not say",
        UNREADABLE: "cannot be understood",
    }[last.status]
    return f"step {last.number} {what}{rest}"


def wrapped(text: str, indent: int, *, first: bool = False) -> list[str]:
    """Text in lines of at most WIDTH columns; all but the first stand ``indent`` columns in."""
    pad = " " * indent
    return textwrap.wrap(
        text, WIDTH, initial_indent=pad if first else "", subsequent_indent=pad,
        break_on_hyphens=False, drop_whitespace=True,
    )  # fmt: skip
