"""The gain of one player against others of one kind, on equal deals at all seats.

gain in VP: its mean VP less that of the other seats; in wins: its share less an equal share.
Errors are clustered by deal: its games share the deal, at rotated seats. The interval of wins is a
proportion's, so even a player that never wins has one, whose end is no wins at all.
"""

from __future__ import annotations

import pandas as pd

from analysis.base import stats
from analysis.base.data import WIN_UNIT, Tree, sql
from analysis.base.runs import fail
from analysis.base.stats import Array


def gains(tree: Tree, rules: str, players: int, policies: str, mine: str) -> pd.DataFrame:
    """A row per outcome (vp, win): estimate, se, low, high, p, deals; policies: of the table."""
    params = {"rules": rules, "players": players, "policies": policies, "mine": mine}
    found = tree.query(sql("duel"), params)
    if found.empty or not (found["n"] > 0).all() or not (found["others"] > 0).all():
        fail(f"{rules}: {mine} did not play against others at the table {policies}")
    rows = []
    for outcome, against in (("vp", ("n", "vp", "others", "vp_others")), ("win", ("n", "win"))):
        x = found[list(against)].to_numpy(dtype=float)
        if outcome == "win":
            gain = _wins(x, players)
        else:
            gain = stats.columns(stats.difference(x.sum(axis=0), x.T @ x, len(x)))
        columns = {name: float(value) for name, value in gain.items()}
        rows.append({"outcome": outcome, **columns, "deals": len(x)})
    return pd.DataFrame(rows)


def _wins(x: Array, players: int) -> dict[str, Array]:
    """Share of games won less an equal share. x (deals, 2): seats and wins."""
    share = stats.ratio(x.sum(axis=0), x.T @ x, len(x)) * (1 / WIN_UNIT)
    low, high = (end - 1 / players for end in stats.proportion(share, len(x)))
    return {**stats.columns(share - 1 / players), "low": low, "high": high}
