"""A transcript as decisions: the state before each, and the action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from model import UserError
from simulate.game import Game
from simulate.learned.advice import Line
from simulate.referee.document import Document
from simulate.referee.judge import Judge
from simulate.referee.verdict import FAILED, OK
from simulate.words.lexicon import Lexicon

DICE, GUESTS, STAFF, CELEBRITIES = "dice", "guests", "staff cards", "celebrities"


@dataclass(frozen=True)
class Moment:
    """A decision: ``game`` before it, the seat that decided, and its action.

    ``step``: of the transcript, from 1.
    """

    step: int
    game: Game
    seat: int
    action: int

    @property
    def round(self) -> int:
        """Round of the game; 0: the set-up."""
        return int(self.game.state.round_no)

    @property
    def judged(self) -> bool:
        """Was there a choice that the engine asks for in this order?

        The referee accepts goods in any order, the engine asks for them in one.
        """
        legal = self.game.legal()
        return len(legal) > 1 and self.action in legal


@dataclass(frozen=True)
class Stretch:
    """The decisions of a seat within one turn, up to what chance reveals.

    Their consequences are known when the first of them is made, so they are one choice.
    ``after``: the game after the last of them, with what chance revealed then.
    """

    moments: tuple[Moment, ...]
    after: Game

    @property
    def first(self) -> Moment:
        """The first decision."""
        return self.moments[0]

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.first.seat

    @property
    def judged(self) -> bool:
        """Was there a choice anywhere?"""
        return any(moment.judged for moment in self.moments)

    @property
    def turn(self) -> tuple[int, int]:
        """The round, and how many turns had been played in the game."""
        return turn_of(self.first.game)

    def played(self) -> Line:
        """The line played, to continue from: without anything that the last decision revealed."""
        last = self.moments[-1]
        if last.action in last.game.legal():
            return Line(last.game, (last.action,))
        return Line(self.after, ())  # goods placed in another order than the engine asks for


@dataclass(frozen=True)
class PlayedGame:
    """A game: its moments, its final state, and the words for its contents.

    ``open``: the transcript ends before chance is resolved (dice to be rolled, a card to be drawn),
    so that ``end`` is not yet a position.
    """

    moments: list[Moment]
    end: Game
    lexicon: Lexicon
    title: str
    label: str  # of the ruleset
    from_setup: bool
    open: bool = False

    @property
    def players(self) -> list[str]:
        """The names of the seats."""
        return self.lexicon.players

    def steps(self) -> Iterator[tuple[Moment, Game]]:
        """Each decision, with the game after it."""
        after = [*(moment.game for moment in self.moments[1:]), self.end]
        yield from zip(self.moments, after, strict=True)

    def stretches(self) -> list[Stretch]:
        """The decisions in stretches, in order."""
        found, run = list[Stretch](), list[Moment]()
        for moment, after in self.steps():
            run.append(moment)
            goes_on = after.player == moment.seat and turn_of(after) == turn_of(moment.game)
            last = after is self.end
            if last or not goes_on or came_up(moment.game.state, after.state):
                found.append(Stretch(tuple(run), after))
                run = []
        return found


def turn_of(game: Game) -> tuple[int, int]:
    """The round, and the number of turns played in the game."""
    return int(game.state.round_no), int(game.state.turns)


def came_up(before: np.record, after: np.record) -> str:
    """The chance events between two states; empty: none."""
    found = []
    if after.rolls != before.rolls or after.round_no != before.round_no:
        found.append(DICE)
    if after.guest_next != before.guest_next or after.guest_shuffles != before.guest_shuffles:
        found.append(GUESTS)
    if after.staff_top != before.staff_top or after.staff_deck_size != before.staff_deck_size:
        found.append(STAFF)
    if after.celebrity_deck_size != before.celebrity_deck_size:
        found.append(CELEBRITIES)
    return " and ".join(found)


def played(document: Document, folder: Path | None = None) -> PlayedGame:
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
    return PlayedGame(
        moments, stepper.game(), judge.lexicon, document.title, judge.ruleset.label,
        document.setup is not None, bool(stepper.waiting),
    )  # fmt: skip
