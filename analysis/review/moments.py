"""A transcript as the moments at which somebody decided: where it stood, what was done."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from model import UserError
from simulate.game import Game
from simulate.referee.document import Document
from simulate.referee.judge import Judge
from simulate.referee.lexicon import Lexicon
from simulate.referee.verdict import FAILED, OK


@dataclass(frozen=True)
class Moment:
    """A decision: ``game`` as it stood, the seat that decided, and its action.

    ``step``: of the transcript, from 1.
    """

    step: int
    game: Game
    seat: int
    action: int

    @property
    def round(self) -> int:
        """Of the game; 0: the set-up."""
        return int(self.game.state.round_no)

    @property
    def judged(self) -> bool:
        """Was there a choice, and is it one that the engine asks for in this order?

        The referee lets goods be laid down in any order, the engine asks for them in one.
        """
        legal = self.game.legal()
        return len(legal) > 1 and self.action in legal


@dataclass(frozen=True)
class Played:
    """A game: its moments, where it ended, and the words for what is in it."""

    moments: list[Moment]
    end: Game
    lexicon: Lexicon
    title: str
    label: str  # of the ruleset
    from_setup: bool

    @property
    def players(self) -> list[str]:
        """The names of the seats."""
        return self.lexicon.players


def played(document: Document, folder: Path | None = None) -> Played:
    """The moments of a transcript. Raises UserError if it is not in order, or nobody decides."""
    judge = Judge(document, folder)
    seen: list[tuple[Game, int, int]] = []
    stepper = judge.stepper

    def watch(action: int) -> None:
        seen.append((stepper.game(), stepper.player, action))

    stepper.watcher = watch
    moments: list[Moment] = []
    for step in judge.steps():
        if step.status not in (OK, FAILED):
            raise UserError(f"step {step.number} is {step.status}: {step.reason}")
        moments += [Moment(step.number, *one) for one in seen]
        seen.clear()
    if not moments:
        raise UserError("nobody decides anything in this transcript")
    return Played(
        moments, stepper.game(), judge.lexicon, document.title, judge.ruleset.label,
        document.setup is not None,
    )  # fmt: skip
