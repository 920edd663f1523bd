"""Games worth looking at: the greatest comeback, the closest game, the highest score of a run."""

from __future__ import annotations

from typing import Any

import pandas as pd

from analysis.base.data import Tree
from analysis.base.runs import Config

WHY = ("comeback", "closest", "highest")
"""The reason for showing a game: the largest deficit of its winner at the end of a round; the
smallest margin; the most VP of a winner. Ties go to the game with more VP in all."""


def showcase(tree: Tree, config: Config) -> pd.DataFrame:
    """One game for each of `WHY`, all different; games with shared wins do not count.

    Columns: why, rules, players, policy, seed, game, winner (seat, from 0), behind (VP, the most at
    the end of a round), margin (VP above the second), vp (of the winner), total (VP of all seats).
    Empty if no game of the configuration has a single winner.
    """
    found = tree.answers(_QUERY, config.params(), (config,))
    games = pd.concat(found, ignore_index=True)
    chosen: list[dict[str, Any]] = []
    for why, column, ascending in zip(
        WHY, ("behind", "margin", "vp"), (False, True, False), strict=True
    ):
        left = games[~games["game"].isin([one["game"] for one in chosen])]
        if left.empty:
            break
        order = left.sort_values([column, "total", "game"], ascending=[ascending, False, True])
        chosen.append({"why": why, **config.params(), **order.iloc[0].to_dict()})
    return pd.DataFrame(chosen)


_QUERY = """
WITH ends AS (
  SELECT seed, game, arg_max(seat, win) AS winner, max(vp) AS vp,
         max(vp) - max(vp, 2)[2] AS margin, sum(vp)::BIGINT AS total
  FROM players
  WHERE rules = $rules AND players = $players AND policies = $policy
  GROUP BY seed, game
  HAVING max(win) = 1
)
SELECT seed, game, winner, behind_most AS behind, margin, vp, total
FROM ends JOIN course USING (seed, game)
WHERE rules = $rules AND players = $players AND policies = $policy
"""
