"""A digest of the games of a policy against itself."""

from __future__ import annotations

import hashlib

import numpy as np

from model import load_ruleset
from model.clauses import whole_spec
from simulate.base.roster import POLICIES
from simulate.base.tastes import spelled, tastes_of
from simulate.fingerprint.rules import SEED
from simulate.fingerprint.rulesets import SPECS
from simulate.playing.games import Games
from simulate.playing.player import Player

TABLES = (("original-2015", 3), ("revised-2021", 2), ("revised-2021", 4))
QUICK, PLANS, SEARCHES = 60, 6, 1  # games at each table, by how long a player thinks
TRIALS = ":2"  # a search's, so that the result does not depend on its patience


def of_player(name: str) -> tuple[str, str]:
    """The fingerprints of a policy: digests of games against itself, as they are recorded.

    The first is that of the base game, the second takes in a game with all modules too.
    """
    player, tastes = tastes_of(name)
    policy = next(one for one in POLICIES if one.name == player)
    games = SEARCHES if policy.searches else PLANS if policy.plans else QUICK
    table = spelled(player + (TRIALS if policy.searches else ""), tastes)
    digest = hashlib.sha256()
    for spec, players in TABLES:
        digest.update(_results(spec, players, table, games))
    base = digest.hexdigest()[:12]
    digest.update(_results(whole_spec(SPECS[-1]), 2, table, games))
    return base, digest.hexdigest()[:12]


def _results(spec: str, players: int, table: str, games: int) -> bytes:
    """Turns and decisions of each game, VP and rank of each seat."""
    played = Games(load_ruleset(spec), players, (table,) * players, SEED)
    game_rows, player_rows, _ = Player(played).play(0, games)
    columns = [*(game_rows[one] for one in ("turns", "decisions")),
               *(player_rows[one] for one in ("vp", "rank"))]  # fmt: skip
    return b"".join(np.ascontiguousarray(one, dtype="<i4").tobytes() for one in columns)
