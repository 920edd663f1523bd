"""Games played by a fixed rule, to be compared between compiled code and plain Python.

python -m tests.engine.scripted      prints what became of each game, as JSON
"""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import numpy as np

from model import load_ruleset
from simulate import Game, policies
from simulate.engine.compile import compile_ruleset

# spec, options, players
TABLES: tuple[tuple[str, dict[str, Any], int], ...] = (
    ("original-2015", {}, 2),
    ("revised-2021", {"boards": "day", "hands": "draft"}, 3),
    ("original-2015", {"hands": "beginner", "promos": "with"}, 4),
    ("revised-2021", {}, 2),
    ("revised-2021", {}, 4),
)
GAMES = 10
LOOK_EVERY = 7  # at every so manieth decision a policy that looks ahead is asked for its choice
BUSY = ("check in", "claim", "place", "reward", "occup", "prepare", "hire", "use")


@cache
def program(table: int) -> np.ndarray:
    spec, options, _ = TABLES[table]
    return compile_ruleset(load_ruleset(spec, **options))


def play(number: int) -> dict[str, Any]:
    """Play a game: mostly what brings something, else anything legal."""
    table = number % len(TABLES)
    players = TABLES[table][2]
    rng, asked, taken = random.Random(number), [], []
    game = Game(program(table), players, seed=11, game=number)
    greedy = policies.chooser("greedy", game.rules)
    while not game.over:
        legal, spoken = game.legal(), game.legal_words()
        if len(legal) > 2 and len(taken) % LOOK_EVERY == 0:
            asked.append(greedy(game))
        busy = [a for a, text in zip(legal, spoken) if text.startswith(BUSY)]
        taken.append(rng.choice(busy if busy and rng.random() < 0.7 else legal))
        game.apply(taken[-1])
    sources = [p.vp_by.tolist() for p in game.state.players[:players]]
    return {
        "actions": taken,
        "greedy": asked,
        "scores": game.scores(),
        "ranks": game.ranks(),
        "sources": sources,
        "krones": game.state.players["krones"][:players].tolist(),
        "rerolls": int(game.state.rerolls),
    }


if __name__ == "__main__":
    # Plain Python warns where 64-bit numbers wrap round, as they are meant to.
    with np.errstate(over="ignore"):
        print(json.dumps([play(number) for number in range(GAMES)]))
