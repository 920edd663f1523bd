"""Replays a transcript and watches for positions that the rulebooks leave open."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from model import UserError
from simulate.actions import from_words
from simulate.engine.hotel import neighbours
from simulate.referee.document import Document
from simulate.referee.pieces import Known
from simulate.referee.position import start_of
from simulate.referee.stepper import RESHUFFLE, ROLL, Mark, Stepper
from simulate.verify.check_codes import M_SIZE
from simulate.verify.gap_detection import (
    gaps_of_action,
    gaps_of_decision,
    gaps_of_end,
    gaps_of_flow,
)
from simulate.verify.tally import GAP_FIELDS, new_tally
from simulate.words.lexicon import Lexicon


class WatchedStepper(Stepper):
    """A stepper that records each open position it passes, in ``met`` by the register's id."""

    def __init__(self, program: np.ndarray, games: np.ndarray, known: Known | None) -> None:
        self._memo = np.zeros(M_SIZE, dtype=np.int64)
        self._tally = new_tally()
        super().__init__(program, games, known)

    @property
    def met(self) -> set[str]:
        """The open positions so far."""
        return {gap for gap, field in GAP_FIELDS.items() if self._tally[0].gaps[field].games}

    def _mark(self) -> Mark:
        if not self.g.top and not self.over:
            gaps_of_flow(self.g, self.rules, self._memo, self._tally[0])
        return super()._mark()

    def run(self) -> None:
        super().run()
        if self.over:
            gaps_of_end(self.g, self._memo, self._tally[0])
        elif self.frame is not None and not self.waiting:
            gaps_of_decision(self.g, self.rules, self.frame, self._memo, self._tally[0])

    def apply(self, action: int) -> None:
        gaps_of_action(self.g, self.rules, self.frame, action, self._memo, self._tally[0])
        super().apply(action)


def follow(stepper: Stepper, document: Document, lexicon: Lexicon) -> Iterator[None]:
    """Play the steps of a transcript; pauses at its start and after each that changes the game.

    ``lexicon``: of the transcript's ruleset and players. Raises UserError if a step is not legal.
    """
    stepper.run()
    yield
    for step in document.steps:
        if step.by is not None and lexicon.seat(step.by) != stepper.player:
            raise UserError(f"{step.by} is not to decide")
        if step.do is not None:
            action = from_words(stepper.rules, step.do)
            if action not in stepper.legal():
                raise UserError(f"{step.do!r} is not legal")
            stepper.apply(action)
        elif step.roll is not None:
            stepper.roll(step.roll)
        elif step.reshuffle is not None:
            stepper.reshuffle([lexicon.guests.find(card) for card in step.reshuffle])
        elif step.celebrities is not None:
            stepper.celebrities([lexicon.keyed("celebrity", card) for card in step.celebrities])
        else:
            continue
        yield


def gaps_met(document: Document, lexicon: Lexicon) -> set[str]:
    """The open positions in a transcript; ``lexicon`` and errors as for ``follow``."""
    stepper = WatchedStepper(lexicon.program, *start_of(document, lexicon))
    for _ in follow(stepper, document, lexicon):
        pass
    if stepper.waiting not in ("", ROLL, RESHUFFLE):
        raise UserError(f"a {stepper.waiting} is not given")
    return stepper.met


def hotels_hang_together(document: Document) -> bool:
    """Is every hotel of the position built from the bottom left, as in play?"""
    for player in getattr(document.position, "players", {}).values():
        tiles = player.vacant | player.occupied
        part = tiles & 1
        while tiles != part:
            more = part | (int(neighbours(part)) & tiles)
            if more == part or not part:
                return False
            part = more
    return True
