"""Random games for the property tests: rulesets to draw from, and a player without a plan."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import numpy as np
from hypothesis import strategies as st

from model import load_ruleset
from simulate import Game
from simulate.actions import decode
from simulate.engine import codes
from simulate.engine.compile import compile_ruleset

RULESETS: tuple[tuple[str, dict], ...] = (
    ("original-2015", {}),
    ("revised-2021", {}),
    ("original-2015", {"hands": "draft", "boards": "day"}),
    ("revised-2021", {"hands": "draft"}),
    ("revised-2021", {"hands": "beginner", "boards": "day", "promos": "without"}),
    ("original-2015+gizia+custodian", {"promos": "with"}),
    ("revised-2021-forced-penalty-emperor-c2", {"boards": "day"}),
    (
        "original-2015",
        {"rulings": {"staff-5-6": "filled", "b4-rooms": "occupied", "staff-26": "free"}},
    ),
    ("revised-2021", {"rulings": {"no-dice-turn": "turn-without-die", "seat-freed": "after"}}),
    ("revised-2021", {"rulings": {"unpayable-die": "skip-die", "cell-vp-again": "no"}}),
)

LONGEST = 5000  # decisions; a game of four takes some 600

# What moves a game on, so that random games house guests and fill hotels.
EAGER = {codes.CHECK_IN, codes.REWARD, codes.CLAIM, codes.PLACE, codes.PREPARE, codes.HIRE}


@cache
def program(number: int) -> np.ndarray:
    spec, options = RULESETS[number]
    return compile_ruleset(load_ruleset(spec, **options))


def new_game(number: int, players: int, seed: int) -> Game:
    return Game(program(number), players, seed)


def choose(game: Game, rng: random.Random) -> int:
    """Any legal action, but mostly one that does something."""
    legal = game.legal()
    eager = [action for action in legal if decode(action)[0] in EAGER]
    passing = [action for action in legal if decode(action)[0] != codes.PASS]
    if eager and rng.random() < 0.6:
        return rng.choice(eager)
    if passing and rng.random() < 0.8:
        return rng.choice(passing)
    return rng.choice(legal)


def play(game: Game, rng: random.Random) -> Iterator[int]:
    """Play to the end, yielding each action just before it is applied."""
    for _ in range(LONGEST):
        if game.over:
            return
        action = choose(game, rng)
        yield action
        game.apply(action)
    raise AssertionError("the game does not end")


numbers = st.integers(0, len(RULESETS) - 1)
players = st.integers(2, 4)
seeds = st.integers(0, 2**32)
