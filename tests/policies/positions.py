"""Positions in which policies are asked: several rulesets, 2 to 4 players, all of a game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from model import load_ruleset
from simulate import Game, policies
from simulate.engine.compile import compile_ruleset
from simulate.properties import strategies
from simulate.properties.strategies.playing import choose

PATCHES = Path(strategies.__file__).parent
GENEROUS, FEW_GUESTS = PATCHES / "generous.toml", PATCHES / "few_guests.toml"
RULESETS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("original-2015", {}),
    ("revised-2021", {}),
    ("original-2015", {"hands": "draft", "boards": "day"}),
    ("revised-2021", {"hands": "draft"}),
    ("revised-2021", {"hands": "beginner", "boards": "day", "promos": "without"}),
    ("original-2015+gizia+custodian", {"promos": "with"}),
    ("revised-2021", {"rulings": {"no-dice-turn": "turn-without-die", "seat-freed": "after"}}),
    ("revised-2021", {"rulings": {"unpayable-die": "skip-die", "cell-vp-again": "no"}}),
    ("original-2015", {"patches": [GENEROUS], "boards": "day", "hands": "draft"}),
    ("revised-2021", {"patches": [GENEROUS, FEW_GUESTS], "boards": "day"}),
    ("revised-2021+lets-waltz", {}),
    ("revised-2021+ballrooms+celebrities+unique-hotels+draft", {"boards": "day"}),
)


@cache
def program(number: int) -> np.ndarray:
    spec, options = RULESETS[number]
    return compile_ruleset(load_ruleset(spec, **options))


def picker(policy: str, number: int) -> Callable[[Game], int]:
    """What a policy chooses under the ruleset of that number."""
    return policies.chooser(policy, program(number)[0])


def position(number: int, players: int, seed: int, depth: int) -> Game:
    """A position within a game of a player without a plan, `depth` decisions in."""
    game, rng = Game(program(number), players, seed), random.Random(seed)
    for _ in range(depth):
        if game.over:
            return position(number, players, seed, depth // 2)
        game.apply(choose(game, rng))
    return game if not game.over else position(number, players, seed, depth // 2)


positions = st.builds(
    lambda number, players, seed, depth: (number, position(number, players, seed, depth)),
    st.integers(0, len(RULESETS) - 1),
    st.integers(2, 4),
    st.integers(0, 10_000),
    st.integers(0, 350),
)


@cache
def _sample(size: int) -> list[tuple[int, Game]]:
    rng = random.Random(1)
    numbers = [i % len(RULESETS) for i in range(size)]
    return [(i, position(i, rng.randint(2, 4), rng.randrange(10_000), rng.randint(0, 350)))
            for i in numbers]  # fmt: skip


def sample(size: int = 48) -> Iterator[tuple[int, Game]]:
    """So many positions, the same ones each time: number of the ruleset, and a fresh copy."""
    for number, game in _sample(size):
        yield number, game.copy()
