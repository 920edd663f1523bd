"""A verdict as text for the terminal: one line per step, then the verdict."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from model.clauses import clauses
from simulate.referee.verdict import (
    FAILED,
    ILLEGAL,
    MISSING,
    OK,
    UNJUDGED,
    UNREADABLE,
    StepVerdict,
    Verdict,
)

WIDTH = 100
WORDS = {
    OK: "ok",
    ILLEGAL: "ILLEGAL",
    FAILED: "FAILED",
    MISSING: "MISSING",
    UNREADABLE: "UNREADABLE",
    UNJUDGED: "not judged",
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
    """One step: its text and verdict, with the reason and the clauses below."""
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
    faults, n = verdict.faults, len(verdict.steps)
    rest = f"; {_steps(verdict.unjudged)} not judged" if verdict.unjudged else ""
    if not faults:
        points = ", ".join(f"{name} {vp}" for name, vp in verdict.vp.items())
        said = {0: "there are no steps", 1: "the only step is as claimed"}
        claimed = said.get(n, f"all {n} steps are as claimed")
        return f"{claimed}; {verdict.then} (VP: {points})"
    if verdict.worst == FAILED:
        return f"every action is legal, but {_listed(faults, FAILED)} not as claimed"
    what = {
        ILLEGAL: "illegal",
        FAILED: "not as claimed",
        UNREADABLE: "not understood",
    }
    found = [f"{_listed(faults, one)} {words}" for one, words in what.items() if _of(faults, one)]
    lacking = _of(faults, MISSING)
    if lacking:
        verb = "need" if len(lacking) > 1 else "needs"
        found.append(f"{_numbers(lacking)} {verb} what the transcript does not say")
    first = f"; those after step {faults[0].number} are judged as if it had been left out"
    return "; ".join(found) + (first if faults[0].number < n - verdict.unjudged else "") + rest


def _of(faults: tuple[StepVerdict, ...], status: str) -> list[int]:
    return [step.number for step in faults if step.status == status]


def _listed(faults: tuple[StepVerdict, ...], status: str) -> str:
    """ "step 3 is", "steps 3, 5 are"."""
    numbers = _of(faults, status)
    return f"{_numbers(numbers)} {'are' if len(numbers) > 1 else 'is'}"


def _numbers(numbers: list[int]) -> str:
    return f"step{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}"


def _steps(n: int) -> str:
    return "1 step is" if n == 1 else f"{n} steps are"


def wrapped(text: str, indent: int, *, first: bool = False) -> list[str]:
    """Text in lines of at most WIDTH columns; all but the first are indented by ``indent``."""
    pad = " " * indent
    return textwrap.wrap(
        text, WIDTH, initial_indent=pad if first else "", subsequent_indent=pad,
        break_on_hyphens=False, drop_whitespace=True,
    )  # fmt: skip
