"""Strength of a search by budget: results against equal opponents on equal deals."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import WIN_UNIT, Tree, sql
from analysis.base.measure import measure
from analysis.base.metrics import quoted
from analysis.players.ladder import clustered_ratio, mixed_play


def budget_curve(
    tree: Tree, rules: str, players: int, tables: Mapping[int, str], deals: int
) -> pd.DataFrame:
    """One row per budget, ascending.

    tables: for each budget, the table as the data name it (`policies`), the search first; deals: so
    many of each are read. Columns playouts, rung, games, win (share of a win a seat of the search;
    an equal share is 1 / players), vp (its mean VP), winner (mean VP of the winner), each with
    _low and _high: 95%, clustered by deal.
    """
    rungs = {playouts: table.split(",")[0] for playouts, table in tables.items()}
    played = mixed_play(tree, rules, players, dict.fromkeys(tables.values(), deals))
    winners = measure(
        tree, ["vp_winner"], ["policies"],
        f"rules = {quoted(rules)} AND players = {players} AND deal < {deals}",
    )  # fmt: skip
    winners = winners.astype({"policies": str}).set_index("policies")
    frame = pd.DataFrame({"playouts": sorted(tables)})
    frame["rung"] = frame["playouts"].map(rungs)
    for column, source in (("winner", "estimate"), ("winner_low", "low"), ("winner_high", "high")):
        frame[column] = frame["playouts"].map(tables).map(winners[source])
    return frame.merge(played.drop(columns="seats"), on="rung")


def doubling(
    tree: Tree, rules: str, players: int, tables: Mapping[int, str], deals: int
) -> dict[str, float]:
    """The gain in the share of wins by doubling the budget: estimate, se, low, high (95%), p.

    The slope of a line through the shares over the budgets' logarithms to base 2 (least squares),
    computed on each deal separately: the deals are the same for all budgets, so they cancel.
    """
    sides = {"tables": list(tables.values()), "deals": [deals] * len(tables)}
    found = tree.query(sql("rung_deals"), {"rules": rules, "players": players, **sides})
    found["share"] = found["win"] / WIN_UNIT / found["n"]
    found["policy"] = found["policy"].astype(str)
    order = sorted(tables)
    searches = [tables[playouts].split(",")[0] for playouts in order]
    wide = found.pivot(index=["seed", "deal"], columns="policy", values="share")[searches]
    x = np.log2(order) - np.log2(order).mean()
    slopes = pd.Series(wide.to_numpy(float) @ x / (x @ x))
    estimate = clustered_ratio(pd.Series(1.0, slopes.index), slopes)
    return {name: float(value[0]) for name, value in stats.columns(estimate).items()}
