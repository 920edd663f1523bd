"""Greedy that never takes the skeleton key: compared with greedy it shows what the key is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulate.engine import codes as c
from simulate.engine.frames import kind_of
from simulate.experiments.greedily import best_of

if TYPE_CHECKING:
    from simulate.game import Game

NAME = "keyless"


def choose(game: Game) -> int:
    """What greedy would take if there were no key to be had."""
    return best_of(game, [action for action in game.legal() if kind_of(action) != c.KEY])
