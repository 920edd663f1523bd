"""The picture of a transcript's last position."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from reports.pictures.scene import groups, picture, words
from reports.pictures.view import Unseen
from simulate.referee.document import Document
from simulate.referee.judge import Judge
from simulate.referee.verdict import Verdict


@dataclass(frozen=True)
class Ending:
    """The result of a transcript: the verdict, and its last position as drawing and text."""

    verdict: Verdict
    drawn: Markup
    words: tuple[str, ...]


def ending(document: Document, *, title: str = "") -> Ending:
    """Judge a transcript and draw its last position; raises the same errors as ``Judge``."""
    judge = Judge(document)
    verdict = judge.judge()
    names, g, players = judge.lexicon.names, judge.stepper.g, judge.lexicon.players
    unknown = judge.stepper.unknown
    unseen = Unseen(staff=frozenset(unknown.staff), open=frozenset(unknown.open))
    drawn = picture(names, g, players, title=title or document.title, unseen=unseen)
    return Ending(verdict, drawn, tuple(words(groups(names, g, players, unseen=unseen))))
