"""From the start of a transcript to the state of a game: the set-up with its chance written out.

Everything that chance decides is laid as the transcript says. Cards that it does not name lie
under those it names, in an order that means nothing: ``Known`` says how far the decks are known.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.referee.fields import GAME, SetupForm, Stage, View
from simulate.referee.laying import at
from simulate.referee.lexicon import Lexicon
from simulate.referee.pieces import Known


def dealt(lexicon: Lexicon) -> np.ndarray:
    """A game of this ruleset and number of players, set up at random (always the same)."""
    games = new_games()
    start(games[0], lexicon.rules, len(lexicon.players), 0, 0)
    return games


def set_up(lexicon: Lexicon, form: SetupForm) -> tuple[np.ndarray, Known]:
    """A game at the beginning of its set-up: the record, shape (1,), and how decks are known.

    Raises UserError naming the place in the file.
    """
    games = dealt(lexicon)
    view = View(lexicon, games[0])
    for stage in Stage:
        for field in GAME:
            if field.setup and field.stage == stage:
                with at(f"setup.{field.name}"):
                    value = getattr(form, field.name)
                    field.setup(view, field.kind.find(lexicon, value))
    return games, known(form)


def known(form: Any) -> Known:
    """How far a set-up or position gives the decks."""
    return Known(len(form.guest_deck), len(form.staff_deck), len(form.celebrity_deck))
