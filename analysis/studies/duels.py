"""One player against others of one kind, for each of several questions: its gain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from analysis import open_tree
from analysis.players.duels import gains
from analysis.studies.study import config_of
from model import Ruleset
from simulate.batch import Run
from simulate.policies import label as policy_label

SHARD_DEALS = 25


@dataclass(frozen=True)
class Duels:
    """The runs, and their results.

    pairs: by question, the player (a file) and its opponents; deals: each is played once with
    the player at each seat.
    """

    ruleset: Ruleset
    players: int
    pairs: Mapping[str, tuple[str, str]]
    deals: int
    seed: int
    data: Path

    def runs(self) -> list[Run]:
        """One run per question."""
        n = self.players
        return [
            Run(
                self.ruleset, n, (mine, *[others] * (n - 1)), self.deals * n, self.seed,
                self.data, shard_games=SHARD_DEALS * n, same_deal=n,
            )
            for mine, others in self.pairs.values()
        ]  # fmt: skip

    def frame(self, threads: int) -> pd.DataFrame:
        """A row per question (about) and outcome, with players and the columns of `gains`.

        Raises UserError if games are missing.
        """
        found = []
        for (about, (mine, _)), run in zip(self.pairs.items(), self.runs(), strict=True):
            config = config_of(run)
            with open_tree(
                self.data, [config], seed=self.seed, threads=threads, first=run.games
            ) as tree:
                own = policy_label(mine)
                frame = gains(tree, config.rules, self.players, config.policy, own)
                found.append(frame.assign(about=about, players=self.players))
        return pd.concat(found, ignore_index=True)
