"""Common parts of two rulesets that play one deal: hands, tiles, cards and first row.

Chance is a number tied to each card, so adding cards does not change the order of the others; new
ones come between them (`simulate/engine/rng.py`). Pairing depends on these common parts.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree, sql
from model import Ruleset
from simulate.playing.openings import openings

PARTS = {
    "hand": "staff cards of the hands dealt",
    "row": "guests of the first row",
    "emperor": "emperor tiles",
    "politics": "politics cards",
}


def shared_deals(
    tree: Tree, base: Ruleset, other: Ruleset, players: int, policy: str, games: int
) -> pd.DataFrame:
    """Share of the base's deal that is in the same place in the other ruleset; one row per part.

    Columns: rules_a, rules_b, players, part, label, estimate, low, high (0..1, clustered by deal),
    games. A card of a hand is in the same place if the same seat holds it, one of the row if it
    lies anywhere in it.
    """
    params = {"a": base.label, "b": other.label, "players": players, "policy": policy}
    found = tree.query(sql("shared_deals"), params | {"games": games})
    (seed,) = {run.seed for run in tree.runs}
    rows_a, rows_b = (openings(one, players, seed, 0, games)["row"] for one in (base, other))
    same = (rows_a[:, :, None] == rows_b[:, None, :]).any(axis=2)[found["game"].to_numpy()]
    found["row_n"], found["row_same"] = same.shape[1], same.sum(axis=1)
    rows = []
    for part, label in PARTS.items():
        x = found[[f"{part}_n", f"{part}_same"]].to_numpy(dtype=np.float64)
        estimate = stats.ratio(x.sum(axis=0), x.T @ x, len(x))
        low, high = estimate.interval()
        rows.append({
            "rules_a": base.label, "rules_b": other.label, "players": players, "part": part,
            "label": label, "estimate": float(estimate.value), "low": max(float(low), 0.0),
            "high": min(float(high), 1.0), "games": len(x),
        })  # fmt: skip
    return pd.DataFrame(rows)
