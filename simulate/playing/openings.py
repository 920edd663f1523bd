"""The table before the first decision: it is reproduced from the seed and not recorded."""

from __future__ import annotations

import numpy as np

from model import Ruleset
from simulate.engine.compile import compile_ruleset
from simulate.engine.jit import compiled
from simulate.engine.setup import start
from simulate.engine.state import GAME, new_games
from simulate.playing.tables import names_of

PLACES = (
    "row", "lounge", "entrances", "rehearsal_rooms", "emperor_tiles", "politics", "ballrooms",
)  # fmt: skip
CHUNK = 1000
"""Deals that are set up at once: some MB."""


@compiled
def set_up(games, programs, players, seed, first):
    """Set up deals ``first``, ``first + 1`` ..., one in each of ``games``, which are blank."""
    for i in range(len(games)):
        start(games[i], programs[0], players, seed, first + i)


def openings(
    ruleset: Ruleset, players: int, seed: int, first: int, deals: int
) -> dict[str, np.ndarray]:
    """The contents of each of `PLACES` in a range of deals, shape (deals, slots); -1: nothing.

    Guests are given by their printed number, others by their index in `item_names`.
    """
    programs = compile_ruleset(ruleset)
    laid = {place: np.empty((deals, *GAME[place].shape), dtype=np.int16) for place in PLACES}
    for begin in range(0, deals, CHUNK):
        games = new_games(min(CHUNK, deals - begin))
        set_up(games, programs, players, seed, first + begin)
        for place in PLACES:
            laid[place][begin : begin + len(games)] = games[place]
    guests = laid["row"]
    return {**laid, "row": np.where(guests >= 0, programs[0]["guest_number"][guests], guests)}


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
