"""A transcript that the referee judges, filmed step by step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from model.clauses import clauses
from reports.pictures import Unseen, groups
from reports.replay.film import FAULT, Film, Jump, card_texts
from simulate.narration.changes import Changes
from simulate.referee.document import Document
from simulate.referee.judge import Judge
from simulate.referee.telling import WORDS, conclusion
from simulate.referee.verdict import OK, StepVerdict, Verdict
from simulate.words.names import Names


def filmed_verdict(
    document: Document, folder: Path | None = None, *, name: str = ""
) -> tuple[Film, Verdict]:
    """The film of a transcript and the verdict on it.

    Step 0 is the start of the transcript, step n the position after its nth step. Raises UserError
    as ``judge`` does.
    """
    judge = Judge(document, folder)
    names = Names(judge.ruleset, judge.lexicon.rules, cite=True)
    title = document.title or name or "A transcript"
    film = Film(title, [f"Ruleset {judge.ruleset.label}"], file=name)
    film.cards = card_texts(names)
    _look(film, judge, names)
    judged, round_no = [], -1
    for step in _watched(judge, film, names):
        judged.append(step)
        if judge.stepper.g.round_no != round_no:
            round_no = int(judge.stepper.g.round_no)
            label = f"Round {round_no}" if round_no else "Set-up"
            film.jumps.append(Jump(step.number, "round", label))
        if step.status != OK:
            label = f"Step {step.number}: {WORDS[step.status]}"
            film.jumps.append(Jump(step.number, FAULT, label))
    verdict = judge.verdict(judged)
    film.say("round", 0, [(len(film) - 1, f"Verdict: {conclusion(verdict)}")])
    return film, verdict


def _look(film: Film, judge: Judge, names: Names) -> None:
    """Film the present position, as far as it is known."""
    stepper, unknown = judge.stepper, judge.stepper.unknown
    unseen = Unseen(staff=unknown.staff, open=unknown.open, claims=film.claims(stepper.g))
    film.add(groups(names, stepper.g, judge.lexicon.players, unseen=unseen), stepper.player)


def _watched(judge: Judge, film: Film, names: Names) -> Iterator[StepVerdict]:
    """The steps as they are judged; each is filmed and narrated with its changes."""
    before = judge.stepper.games.copy()
    for step in judge.steps():
        for filled in step.filled:
            film.say("text", 1, [(step.number, f"filled in: {filled}")])
        who = f"{step.number}. {step.text}"
        fault = step.status != OK
        told = f"{who}: {WORDS[step.status]}" if fault else who
        film.say(FAULT if fault else "turn", 0, [(step.number, told)])
        if step.reason:
            refused = "" if fault else "refused: "
            film.say("reason", 1, [(step.number, refused + step.reason)])
        for id in step.clauses:
            film.say("reason", 1, [(step.number, f"{clauses()[id].text} [{id}]")])
        for line in _changes(judge, names, before[0]):
            film.say("step", 1, [(step.number, line)])
        _look(film, judge, names)
        before = judge.stepper.games.copy()
        yield step


def _changes(judge: Judge, names: Names, before: Any) -> Iterator[str]:
    """The changes of a step for each player and on the table."""
    after = judge.stepper.g
    changes = Changes(names, before, after)
    for seat, player in enumerate(judge.lexicon.players):
        phrases = changes.of_player(seat)
        if phrases:
            yield f"{player}: {'; '.join(phrases)}"
    table = changes.of_table()
    if table:
        yield "; ".join(table)
