"""What games of a policy against itself come to."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np

from model import load_ruleset
from model.clauses import whole_spec
from simulate.batch.runner import Run
from simulate.batch.shard import Player
from simulate.fingerprint.rules import SEED
from simulate.roster import POLICIES
from simulate.verify.verification import SPECS

TABLES = (("original-2015", 3), ("revised-2021", 2), ("revised-2021", 4))
QUICK, PLANS, SEARCHES = 60, 6, 1  # games at each table, by how long a player thinks
TRIALS = ":2"  # a search's, so that it is not about its patience


def of_player(name: str) -> tuple[str, str]:
    """The fingerprints of a policy: what games against itself come to, as they are recorded.

    The first is that of the base game, the second takes in a game with all modules too.
    """
    policy = next(one for one in POLICIES if one.name == name)
    games = SEARCHES if policy.searches else PLANS if policy.plans else QUICK
    digest, found = hashlib.sha256(), []
    for tables in (TABLES, [(whole_spec(SPECS[-1]), 2)]):
        for spec, players in tables:
            table = name + (TRIALS if policy.searches else "")
            run = Run(load_ruleset(spec), players, table, games, SEED, Path("unused"))
            game_rows, player_rows, _ = Player(run.job()).play(0, games)
            for rows, columns in (
                (game_rows, ("turns", "decisions")),
                (player_rows, ("vp", "rank")),
            ):
                for column in columns:
                    digest.update(np.ascontiguousarray(rows[column], dtype="<i4").tobytes())
        found.append(digest.hexdigest()[:12])
    base, whole = found
    return base, whole
