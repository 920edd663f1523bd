"""Every scenario as a transcript, which the referee judges step by step.

While a scenario is played, a journal notes what is done at its table: the position, each action,
the legal actions before it, what was refused, and in the end all that lies on the table. The
referee lays out the position again, by its words alone, and must agree with every step. Where a
scenario edits the position between its actions, a new transcript begins.

A scenario of a position that the referee cannot lay out, because no game reaches it (a used-up deck
though nobody discarded a card), says why: ``pytest.mark.not_judged(reason)``.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from model import UserError
from model.patch import read_patch
from simulate.referee import Recorder, judge
from simulate.referee.document import Document
from simulate.referee.fields import GAME, SEAT
from simulate.referee.fields.field import Field, FieldView
from tests.scenarios.table import Table

few_guests = pytest.mark.not_judged("no game leaves so few guests outside of rooms and cafes")
few_celebrities = pytest.mark.not_judged("the other celebrities are nowhere")
edited = pytest.mark.not_judged("the position is changed in the middle of the set-up")

ONLY_WHEN_THERE = ("round", "rank")  # 0 before the first roll and before the end: not to be claimed


class Journal:
    """What is done at one table, as transcripts.

    ``documents``: those that are finished; ``left_out``: transcripts whose position cannot be laid
    out, and actions before which it cannot be written down, because the scenario edited it while a
    decision was open.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self.documents: list[Document] = []
        self._laid: list[int] = []  # number of the step of each that says what was laid out
        self.left_out = 0
        self._recorder: Recorder | None = None
        self._begun = 0  # steps of the recorder before the first action
        self._moves = False  # something happens before anybody decides

    def laid(self) -> None:
        """A position has been laid; the game has not been moved on yet."""
        self.close()
        table, self._begun = self.table, 0
        self._moves = not table.state.top
        patches = [read_patch(Path(path)) for path in table.patches]
        try:
            self._recorder = Recorder(
                table.ruleset, table.game, patches=patches, here=not table.dealt
            )
        except UserError:
            self._recorder = None
            return
        if not table.dealt:
            self._recorder.steps.append({"expect": on_the_table(self._recorder)})
            self._begun = len(self._recorder.steps)

    def acts(self, words: str) -> None:
        """An action is about to be carried out."""
        recorder = self._followed()
        if recorder is None:
            self.left_out += 1
            return
        recorder.steps.append({"expect": {"only_legal": self.table.game.legal_words()}})
        recorder.add(words)

    def refused(self, words: str) -> None:
        """An action was refused."""
        recorder = self._followed()
        if recorder is not None:
            recorder.steps.append({"illegal": words})

    def _followed(self) -> Recorder | None:
        """The recorder, if it stands where the game stands; else one that begins here."""
        at = self._recorder
        if at is None or at.stepper.games.tobytes() != self.table.game.games.tobytes():
            self.laid()
        return self._recorder

    def close(self) -> None:
        """Finish the transcript with all that lies on the table."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None and (self._moves or len(recorder.steps) > self._begun):
            recorder.steps.append({"expect": on_the_table(recorder)})
            self.documents.append(recorder.document())
            self._laid.append(self._begun)

    def faults(self) -> list[tuple[int, str, str, str]]:
        """What the referee does not agree with: the step, its words, the kind of fault and why."""
        self.close()
        found = []
        for document, laid in zip(self.documents, self._laid):
            try:
                faults = judge(document).faults
            except UserError:  # the position cannot be laid out
                self.left_out += 1
                continue
            if any(one.number <= laid for one in faults):
                self.left_out += 1  # it was laid out otherwise
                continue
            found += [(one.number, one.text, one.status, one.reason) for one in faults]
        return found


def on_the_table(recorder: Recorder) -> dict[str, Any]:
    """Everything that can be claimed of the state that a recorder has reached."""
    view = FieldView(recorder.lexicon, recorder.stepper.g)
    rows = {
        name: _claims(SEAT, view.of(seat)) for seat, name in enumerate(recorder.lexicon.players)
    }
    return {**_claims(GAME, view), "players": rows}


def _claims(fields: Iterable[Field], view: FieldView) -> dict[str, Any]:
    there = ((field, field.get(view)) for field in fields if field.claimed)
    return {
        field.name: field.claims.plain(view.lexicon, value)
        for field, value in there
        if value is not None and (value or field.name not in ONLY_WHEN_THERE)
    }
