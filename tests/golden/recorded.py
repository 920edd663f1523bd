"""Golden games: record them as transcripts, and play them again.

python -m tests.golden.recorded            record anew those that came out differently
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from model import load_ruleset
from simulate import Game
from simulate.referee import Document, Recorder, read_file, text_of

FOLDER = Path(__file__).parent / "transcripts"

BUSY = ("check in", "reward", "claim", "place", "prepare", "serve", "occup", "use")

WALTZ = (
    "check in", "reward", "claim", "place", "prepare", "serve", "occup", "use", "dance", "send",
    "hire", "bid 0", "bid 1 ", "bid 2 ", "swap", "take key",
)  # fmt: skip

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
    "revised-three-waltz": ("revised-2021+lets-waltz", {}, 3, 26, WALTZ),
}


def begin(name: str) -> tuple[Game, Recorder]:
    """A golden game before its first decision, and its recorder."""
    spec, options, players, seed, _ = GAMES[name]
    ruleset = load_ruleset(spec, **options)
    game = Game(ruleset, players, seed)
    return game, Recorder(ruleset, game, title=f"{name}, seed {seed}")


def record(name: str) -> Document:
    """Play a game by a fixed rule: three times in four what is preferred, else anything legal."""
    *_, seed, preferred = GAMES[name]
    (game, recorder), rng = begin(name), random.Random(seed)
    while not game.over:
        words = game.legal_words()
        favoured = [text for text in words if text.startswith(preferred)]
        chosen = rng.choice(favoured if favoured and rng.random() < 0.75 else words)
        recorder.add(chosen)
        game.apply(chosen)
    return recorder.document()


def again(name: str) -> Document:
    """The recorded decisions, taken again in the game that its seed makes."""
    game, recorder = begin(name)
    for step in read(name).steps:
        if step.do is not None:
            recorder.add(step.do)
            game.apply(step.do)
    return recorder.document()


def read(name: str) -> Document:
    return read_file(FOLDER / f"{name}.json")


def main() -> None:
    for name in GAMES:
        file, recording = FOLDER / f"{name}.json", text_of(record(name))
        same = file.exists() and file.read_text(encoding="utf-8") == recording
        if not same:
            file.write_text(recording, encoding="utf-8")
        print(f"{name}: {'unchanged' if same else 'recorded anew'}")


if __name__ == "__main__":
    main()
