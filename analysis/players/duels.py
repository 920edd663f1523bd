"""What one player gains against others of one kind, on equal deals at all seats.

gain in VP: its mean VP less that of the other seats; in wins: its share less an equal share.
Errors are clustered by deal: its games share the deal, at rotated seats.
"""

from __future__ import annotations

import pandas as pd

from analysis.base import stats
from analysis.base.data import WIN_UNIT, Tree, sql
from analysis.base.runs import fail
from analysis.base.stats import Array


def gains(tree: Tree, rules: str, players: int, policies: str, mine: str) -> pd.DataFrame:
    """A row an outcome (vp, win): estimate, se, low, high, p, deals; policies: of the table."""
    params = {"rules": rules, "players": players, "policies": policies, "mine": mine}
    found = tree.query(sql("duel"), params)
    if found.empty or not (found["n"] > 0).all() or not (found["others"] > 0).all():
        fail(f"{rules}: {mine} did not play against others at the table {policies}")
    rows = []
    for outcome, against in (("vp", ("n", "vp", "others", "vp_others")), ("win", ("n", "win"))):
        x = found[list(against)].to_numpy(dtype=float)
        rows.append({"outcome": outcome, **_columns(_gain(x, players)), "deals": len(x)})
    return pd.DataFrame(rows)


def _gain(x: Array, players: int) -> stats.Estimate:
    """Mean of mine less that of the others where both are given, else of wins less 1/n."""
    sums, products = x.sum(axis=0), x.T @ x
    if len(sums) == 4:
        return stats.difference(sums, products, len(x))
    return stats.ratio(sums, products, len(x)) * (1 / WIN_UNIT) - 1 / players


def _columns(estimate: stats.Estimate) -> dict[str, float]:
    return {name: float(value) for name, value in stats.columns(estimate).items()}
