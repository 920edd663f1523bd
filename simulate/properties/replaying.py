"""Transcripts as trails: ask checks about a game that is written down."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from model import UserError
from simulate.actions import from_words, to_words
from simulate.game import Game
from simulate.properties.cards import CardBook
from simulate.properties.columns import Columns
from simulate.properties.declared import Check
from simulate.properties.evaluate import ask
from simulate.properties.own_file import load, named
from simulate.properties.running import Rules
from simulate.properties.turns import loop_in
from simulate.referee.document import Document
from simulate.referee.judge import Judge
from simulate.referee.rules import rules_of
from simulate.referee.verdict import OK
from simulate.referee.writing import document_of, plain, read_file
from simulate.verify.trail import NONE

STUCK, ENDLESS, UNBOUNDED = OF_RULES = ("legal-action", "endless-turn", "unbounded-gain")
"""The checks of the rules that produce a transcript."""
HOLDS_NOW = "it holds there now"


@dataclass(frozen=True)
class Replay:
    """The positions of a transcript with a decision pending, and the last one; ``taken``: the
    actions between them."""

    columns: Columns
    taken: np.ndarray


def replay_of(document: Document) -> Replay:
    """Play a transcript. Raises UserError, naming the step, unless the referee accepts each."""
    judge = Judge(document)
    states: list[Any] = []
    taken: list[int] = []
    before = judge.stepper.games.copy()
    for verdict, step in zip(judge.steps(), document.steps, strict=False):
        if verdict.status != OK:
            raise UserError(f"step {verdict.number} is {verdict.status}: {verdict.reason}")
        if step.do is not None:
            states.append(before[0])
            taken.append(from_words(judge.lexicon.rules, step.do))
        before = judge.stepper.games.copy()
    states.append(before[0])
    games = np.concatenate([np.atleast_1d(state) for state in states])
    book = CardBook(judge.ruleset, judge.lexicon.program)
    return Replay(Columns(games, book), np.array([*taken, NONE], np.int32))


@dataclass(frozen=True)
class Again:
    """The current result of a stored violation. ``violated``: does it still break the check?
    ``why``: the reason if not."""

    violated: bool
    why: str = ""


def again(document: Document, check: Check, rules: Rules | None = None) -> Again:
    """Ask a check about a transcript again, under other rules if given."""
    try:
        replay = replay_of(_without_result(_under(document, rules)))
    except (UserError, RuntimeError) as error:
        return _unplayable(error)
    answer = ask(check, replay.columns, replay.taken)
    if answer.mistake is not None:
        return Again(False, f"line {answer.mistake.line}: {answer.mistake.text}")
    if answer.found is not None:
        return Again(True, answer.found.why)
    return Again(False, HOLDS_NOW if answer.met else "its premise is not met there now")


def _under(document: Document, rules: Rules | None) -> Document:
    """A transcript under other rules, if given."""
    if rules is None:
        return document
    mine = rules_of(rules.load(), rules.read_patches())
    return document_of({**plain(document), "rules": mine})


def _unplayable(error: Exception) -> Again:
    return Again(False, f"it cannot be played any more ({error})")


def again_of_rules(name: str, document: Document, rules: Rules) -> Again:
    """Ask a check of the rules (OF_RULES) about a transcript of its violation again."""
    try:
        replay = replay_of(_without_result(_under(document, rules)))
    except (UserError, RuntimeError) as error:
        return _unplayable(error)
    if name == STUCK:
        why = _stuck_after(replay.columns)
        return Again(True, why) if why else Again(False, HOLDS_NOW)
    loop = loop_in(replay.columns.games)
    if loop is None or (name == UNBOUNDED and not loop.gain):
        return Again(False, HOLDS_NOW)
    return Again(True, f"gains {loop.gain}" if loop.gain else "nothing is lost")


def _stuck_after(columns: Columns) -> str:
    """An action after the last position that leads to no decision, in words; "" if none does."""
    game = Game.standing(columns.book.program, columns.games[-1:])
    for action in game.legal():
        try:
            game.copy().apply(action)
        except RuntimeError as error:
            return f"after {to_words(columns.book.rules, action)!r} no decision comes: {error}"
    return ""


def _without_result(document: Document) -> Document:
    """Without claims about the state, which other rules may not fulfil."""
    steps = [step for step in document.steps if step.expect is None]
    return document.model_copy(update={"steps": steps})


def holds(invariant: Check | str, transcript: Path | Document, rules: Rules | None = None) -> bool:
    """Does an invariant hold in every position of a transcript? For tests.

    Args:
        invariant: a declared one, or ``FILE.py::NAME``, which is run: only call it with a path of
            your own.
        rules: the rules to play by, instead of the transcript's.
    Raises UserError unless it is a transcript that can be played by these rules.
    """
    check = invariant if isinstance(invariant, Check) else load(named(invariant)).checks[0]
    document = read_file(transcript) if isinstance(transcript, Path) else transcript
    found = again(document, check, rules)
    if not found.violated and found.why.startswith("it cannot"):
        raise UserError(f"{check.name}: {found.why}")
    return not found.violated
