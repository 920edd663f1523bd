"""Whole games for the property tests: how many of them, and a check at each of their decisions."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from simulate import Game
from simulate.properties.strategies.invariants import Watch
from simulate.properties.strategies.playing import new_game, watched
from simulate.properties.strategies.rulesets import Drawn, rulesets

# A whole game is a large example: a fraction of what the profile says is plenty.
FEW = settings(max_examples=max(6, settings.default.max_examples // 8))
WHOLE_GAMES: dict[str, Any] = {
    "drawn": rulesets(),
    "n": st.integers(2, 4),
    "seed": st.integers(0, 2**32),
}


def holds_throughout(holds: Callable[[Watch], None], drawn: Drawn, n: int, seed: int) -> Game:
    """Check something at every decision of a random game; returns the game, which is over."""
    game = new_game(drawn, n, seed)
    for watch in watched(game, random.Random(seed)):
        holds(watch)
    return game
