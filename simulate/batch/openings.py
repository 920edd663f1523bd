"""What lies on the table before the first decision: the seed gives it again, no table holds it."""

from __future__ import annotations

import numba
import numpy as np

from model import Ruleset
from simulate.batch.tables import names_of
from simulate.engine.compile import compile_ruleset
from simulate.engine.jit import compiled, declare
from simulate.engine.setup import start
from simulate.engine.state import GAME, new_games

PLACES = (
    "row", "lounge", "entrances", "rehearsal_rooms", "emperor_tiles", "politics", "ballrooms",
)  # fmt: skip
SLOTS = tuple(GAME[place].shape[0] for place in PLACES)

declare(laid_out=numba.int16[:, ::1])


@compiled
def lay_out(games, programs, players, seed, first, laid_out):
    """Set up deals ``first``, ``first + 1`` ... in ``games[0]``; one row of each into ``laid_out``.

    ``games[1]`` is blank.
    """
    g = games[0]
    for i in range(len(laid_out)):
        games[0] = games[1]
        start(g, programs[0], players, seed, first + i)
        at = 0
        for k in range(len(g.row)):
            laid_out[i, at] = programs[0].guest_number[g.row[k]] if g.row[k] >= 0 else -1
            at += 1
        for k in range(len(g.lounge)):
            laid_out[i, at] = g.lounge[k]
            at += 1
        for k in range(len(g.entrances)):
            laid_out[i, at] = g.entrances[k]
            at += 1
        for k in range(len(g.rehearsal_rooms)):
            laid_out[i, at] = g.rehearsal_rooms[k]
            at += 1
        for k in range(len(g.emperor_tiles)):
            laid_out[i, at] = g.emperor_tiles[k]
            at += 1
        for k in range(len(g.politics)):
            laid_out[i, at] = g.politics[k]
            at += 1
        for k in range(len(g.ballrooms)):
            laid_out[i, at] = g.ballrooms[k]
            at += 1


def openings(
    ruleset: Ruleset, players: int, seed: int, first: int, deals: int
) -> dict[str, np.ndarray]:
    """For each of `PLACES` what lies there in a range of deals, shape (deals, slots); -1: nothing.

    Guests are named by their printed number; others by their place in `item_names`.
    """
    laid = np.full((deals, sum(SLOTS)), -1, dtype=np.int16)
    lay_out(new_games(2), compile_ruleset(ruleset), players, seed, first, laid)
    return dict(zip(PLACES, np.split(laid, np.cumsum(SLOTS)[:-1], axis=1), strict=True))


def item_names(ruleset: Ruleset) -> dict[str, tuple[str, ...] | None]:
    """The keys behind the numbers of each place; None where the number is the key."""
    names = names_of(ruleset, ())
    return {
        "row": None,
        "lounge": names["celebrity"],
        "entrances": names["entrance"],
        "rehearsal_rooms": names["rehearsal_room"],
        "emperor_tiles": names["emperor"],
        "politics": names["politics"],
        "ballrooms": names["ballroom"],
    }
