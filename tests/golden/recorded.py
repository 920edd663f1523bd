"""Golden games: record them, and play them again.

python -m tests.golden.recorded            record anew those that came out differently
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from model import load_ruleset
from simulate import Game
from simulate.engine import codes

FOLDER = Path(__file__).parent
SOURCES = (
    *("guests", "staff", "politics", "track", "tiles"),
    *("occupancy", "cells", "floors", "leftovers", "stranded"),
)

BUSY = ("check in", "reward", "claim", "place", "prepare", "serve", "occup", "use")

# The seeds are the liveliest of the first 150.
# name: (spec, options, players, seed, what the random player prefers)
GAMES: dict[str, tuple[str, dict[str, Any], int, int, tuple[str, ...]]] = {
    "original-two": ("original-2015", {}, 2, 125, (*BUSY, "hire")),
    "revised-two-passing": ("revised-2021", {}, 2, 5, ("pass",)),
    "revised-three-draft": ("revised-2021", {"hands": "draft"}, 3, 86, (*BUSY, "hire")),
    "revised-four-day": ("revised-2021", {"boards": "day"}, 4, 107, BUSY),
    "original-four-beginner": (
        "original-2015",
        {"hands": "beginner", "promos": "with"},
        4,
        47,
        (*BUSY, "guest", "bury"),
    ),
}


def new_game(name: str) -> Game:
    spec, options, players, seed, _ = GAMES[name]
    return Game(load_ruleset(spec, **options), players, seed)


def result(game: Game) -> dict[str, Any]:
    """The end of a game: what a person would read off the table."""
    found = []
    for p in game.state.players[: game.state.n_players]:
        found.append(
            {
                "vp": int(p.vp),
                "rank": int(p.rank),
                "sources": {word: int(n) for word, n in zip(SOURCES, p.vp_by) if n},
                "krones": int(p.krones),
                "emperor": int(p.emperor),
                "kitchen": [int(n) for n in p.kitchen],
                "occupied": bin(int(p.occupied)).count("1"),
                "staff": [int(game.rules.staff_number[card]) for card in p.staff[: p.staff_size]],
            }
        )
    return {"players": found, "decisions": int(game.state.decisions)}


def record(name: str) -> dict[str, Any]:
    """Play a game by a fixed rule: three times in four what is preferred, else anything legal."""
    spec, options, players, seed, preferred = GAMES[name]
    game, rng, actions = new_game(name), random.Random(seed), []
    while game.state.phase != codes.PH_OVER:
        words = game.legal_words()
        favoured = [text for text in words if text.startswith(preferred)]
        chosen = rng.choice(favoured if favoured and rng.random() < 0.75 else words)
        game.apply(chosen)
        actions.append(chosen)
    head = {"spec": spec, "options": options, "players": players, "seed": seed}
    return {**head, "actions": actions, "result": result(game)}


def write(name: str, recording: dict[str, Any]) -> None:
    """One action a line, so that a difference is easy to read."""
    text = json.dumps(recording, indent=1, ensure_ascii=False)
    (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def read(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def main() -> None:
    for name in GAMES:
        recording = record(name)
        same = (FOLDER / f"{name}.json").exists() and read(name) == recording
        if not same:
            write(name, recording)
        print(f"{name}: {'unchanged' if same else 'recorded anew'}")


if __name__ == "__main__":
    main()
