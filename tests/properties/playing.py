"""Random games for the property tests: rulesets to draw from, and a player without a plan."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
from hypothesis import strategies as st

from model import load_ruleset
from simulate import Game
from simulate.actions import decode
from simulate.engine import codes
from simulate.engine.compile import compile_ruleset

GENEROUS = Path(__file__).parent / "generous.toml"
FEW_GUESTS = Path(__file__).parent / "few_guests.toml"

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
    ("original-2015", {"patches": [GENEROUS]}),
    ("revised-2021", {"patches": [GENEROUS]}),
    ("original-2015", {"patches": [GENEROUS], "boards": "day", "hands": "draft"}),
    ("revised-2021", {"patches": [GENEROUS], "rulings": {"seat-freed": "after"}}),
    ("revised-2021", {"patches": [GENEROUS, FEW_GUESTS], "boards": "day"}),
)

LONGEST = 5000  # decisions; a game of four takes some 600

# How willingly the random player does what: it should house guests, fill its hotel and go on,
# so that games get somewhere, and still do everything now and then.
EAGERNESS = {
    codes.CLAIM: 60,
    codes.CHECK_IN: 60,
    codes.REWARD: 20,
    codes.PLACE: 20,
    codes.OCCUPY: 20,
    codes.SERVE: 15,
    codes.PREPARE: 10,
    codes.USE_STAFF: 10,
    codes.HIRE: 5,
    codes.PASS: 0.5,
    codes.KEEP: 0.5,
    codes.STOP: 0.5,
    codes.END_TURN: 0.5,
}


@cache
def program(number: int) -> np.ndarray:
    spec, options = RULESETS[number]
    return compile_ruleset(load_ruleset(spec, **options))


def new_game(number: int, players: int, seed: int) -> Game:
    return Game(program(number), players, seed)


def choose(game: Game, rng: random.Random) -> int:
    """Any legal action, but mostly one that brings something."""
    legal = game.legal()
    weights = [EAGERNESS.get(decode(action)[0], 1) for action in legal]
    return rng.choices(legal, weights)[0]


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
