"""Trajectories of games: what was legal at every step and how every round ended, as digests.

python -m tests.golden.trajectories      record anew those that came out differently

Transcripts say what happened in words; a trajectory notices any other change of the state as well.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from model import Ruleset, load_ruleset
from model.steps import other_readings, read_recipe
from simulate import Game, verify
from simulate.actions import decode
from simulate.engine import codes

LEFT_OUT = {"course", "turn_began", "frames", "place"}
"""What is kept for the record only, or numbers decisions: a new count is no other trajectory. How
open decisions are kept is none either; what they are shows in what is legal at every step."""

FILE = Path(__file__).with_name("trajectories.json")
PATCHES = Path(verify.__file__).parent
WALTZ = "revised-2021+lets-waltz"

# name: (spec, options, players, seed)
TRAJECTORIES: dict[str, tuple[str, dict[str, Any], int, int]] = {
    "original-two": ("original-2015", {}, 2, 1),
    "original-three": ("original-2015", {"promos": "with"}, 3, 2),
    "original-four": ("original-2015", {"boards": "day"}, 4, 3),
    "original-beginner": ("original-2015", {"hands": "beginner"}, 2, 4),
    "revised-two": ("revised-2021", {}, 2, 5),
    "revised-three": ("revised-2021", {"promos": "with"}, 3, 6),
    "revised-four": ("revised-2021", {}, 4, 7),
    "revised-draft": ("revised-2021", {"hands": "draft", "boards": "day"}, 2, 8),
    "original-rules": ("revised-2021+original-rules", {}, 3, 9),
    "online": ("revised-2021+no-kitchen-hand+sweep+herlius+rowe-smith+auto-claim", {}, 2, 10),
    "ballrooms": ("revised-2021+ballrooms", {}, 2, 11),
    "celebrities": ("revised-2021+celebrities+agatha-christie", {}, 3, 12),
    "unique-hotels": ("revised-2021+unique-hotels", {}, 2, 13),
    "unique-hotels-three": ("original-2015+unique-hotels+more", {}, 3, 14),
    "start-player": ("revised-2021+start-player", {}, 3, 15),
    "more": ("revised-2021+more", {}, 2, 16),
    "waltz-two": (WALTZ, {}, 2, 17),
    "waltz-three": (WALTZ, {}, 3, 18),
    "waltz-draft": (f"{WALTZ}+draft", {"hands": "draft"}, 2, 24),
}

BUSY: dict[str, tuple[str, dict[str, Any]]] = {
    "original": ("original-2015", {}),
    "revised": ("revised-2021", {}),
    "day": ("revised-2021", {"boards": "day", "promos": "with"}),
    "readings": ("revised-2021", {"readings": "others"}),
    "waltz": (WALTZ, {}),
    "waltz-original": ("original-2015+lets-waltz", {}),
    "waltz-draft": (f"{WALTZ}+draft", {"hands": "draft"}),
    "waltz-readings": (WALTZ, {"readings": "others"}),
    "short": ("revised-2021", {"patches": ["short_decks"]}),
    "plenty": ("original-2015", {"patches": ["plenty"]}),
    "waltz-short": (WALTZ, {"patches": ["short_decks", "own_cards"]}),
    "waltz-plenty": (WALTZ, {"patches": ["plenty", "own_cards"]}),
}
"""Tables of games in which nobody stops while there is something else to do, so that hotels and
cafés fill. ``readings`` others: every open ruling read otherwise than by default. ``patches``: of
`gah check verify`, by which decks run out or all twenty rooms are occupied."""
BUSY_SEEDS = (31, 32)
IDLE = (codes.STOP, codes.PASS, codes.END_TURN)
WILLING = 0.9
"""How often who could stop or pass does something else, if there is anything."""

TRAJECTORIES |= {
    f"busy-{name}-{players}-{seed}": (spec, options, players, seed)
    for name, (spec, options) in BUSY.items()
    for players in (2, 3, 4)
    for seed in BUSY_SEEDS
}


def rules_of(name: str) -> Ruleset:
    """The rules of a trajectory."""
    spec, options, _, _ = TRAJECTORIES[name]
    if "readings" in options:
        others = {step.key[1]: step.after for step in other_readings(read_recipe(spec))}
        return load_ruleset(spec, rulings=others)
    if "patches" in options:
        files = [PATCHES / f"{patch}.toml" for patch in options["patches"]]
        return load_ruleset(spec, patches=[str(file) for file in files])
    return load_ruleset(spec, **options)


def trajectory(name: str) -> list[str]:
    """A digest for each round of a game in which anything legal is done at random."""
    _, _, players, seed = TRAJECTORIES[name]
    game, rng = Game(rules_of(name), players, seed), random.Random(seed)
    digests: list[str] = []
    seen = hashlib.sha256()
    while not game.over:
        before, legal = int(game.state.round_no), game.legal()
        seen.update(np.array(legal).tobytes())
        if name.startswith("busy") and rng.random() < WILLING:
            legal = [one for one in legal if decode(one)[0] not in IDLE] or legal
        game.apply(rng.choice(legal))
        if game.over or int(game.state.round_no) != before:
            seen.update("\n".join(fields(game.state)).encode())
            digests.append(seen.hexdigest()[:12])
    return digests


def fields(record: Any, prefix: str = "") -> Iterator[str]:
    """Every field that is not 0, with its value: in what order fields lie does not matter."""
    for name in sorted(set(record.dtype.names) - LEFT_OUT):
        value = record[name]
        if isinstance(value, np.void):
            yield from fields(value, f"{prefix}{name}.")
        elif value.dtype.names:
            for i, one in enumerate(value):
                yield from fields(one, f"{prefix}{name}.{i}.")
        elif np.any(value):
            yield f"{prefix}{name} {value.tolist()}"


def recorded() -> dict[str, list[str]]:
    """The trajectories on file."""
    found: dict[str, list[str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def main() -> None:
    before = recorded() if FILE.exists() else {}
    now = {name: trajectory(name) for name in TRAJECTORIES}
    FILE.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
    for name, digests in now.items():
        print(f"{name}: {'unchanged' if before.get(name) == digests else 'recorded anew'}")


if __name__ == "__main__":
    main()
