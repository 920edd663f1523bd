"""A guest that nobody has had a choice of yet, at a price that is set by design.

Guests come into the row by chance, on its first place. The last one to come before the first turn
lies there when the start player may take it, whatever was taken before. A patch sets the price of
that place, and no other: so each price is asked on the same deals.
"""

from __future__ import annotations

from pathlib import Path

import numba
import numpy as np

from model import Ruleset
from simulate.engine.compile import compile_ruleset
from simulate.engine.jit import compiled, declare
from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.experiments.patches import keep_patch
from simulate.experiments.prices import patch_text

declare(guests_drawn=numba.int16[:, ::1])


@compiled
def draw_guests(games, programs, players, seed, first, guests_drawn):
    """Set up deals ``first``, ``first + 1`` ... in ``games[0]``; the guests of each on top of the
    deck, by their printed number, fill a row of ``guests_drawn``.

    ``games[1]`` is blank. What is drawn stays where it was in the deck.
    """
    g = games[0]
    for i in range(len(guests_drawn)):
        games[0] = games[1]
        start(g, programs[0], players, seed, first + i)
        for k in range(guests_drawn.shape[1]):
            guests_drawn[i, k] = programs[0].guest_number[g.guest_deck[k]]


def guests_in_order(
    ruleset: Ruleset, players: int, seed: int, first: int, deals: int
) -> np.ndarray:
    """The guests that come into the row until the first turn, shape (deals, guests), as drawn.

    By their printed number. The first ones lie in the row before anybody chooses, the last one
    comes in as the start player takes the last free guest of the set-up.
    """
    guests = len(ruleset.row.costs) + players * ruleset.setup.free_guests
    drawn = np.zeros((deals, guests), dtype=np.int16)
    draw_guests(new_games(2), compile_ruleset(ruleset), players, seed, first, drawn)
    return drawn


def write_price(ruleset: Ruleset, price: int, folder: Path) -> Path:
    """Write the patch that sets the price of the first place of the row; returns its path.

    Raises UserError if it cannot be written.
    """
    costs = [price, *ruleset.row.costs[1:]]
    id = "-".join(map(str, ("row", *costs)))
    return keep_patch(
        folder, id, patch_text(id, f"A guest that comes in costs {price}", {"row.costs": costs})
    )
