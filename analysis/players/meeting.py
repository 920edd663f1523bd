"""Who beats whom: wins on mirrored deals, their equilibrium, cycles, and overall winners.

Nash averaging (Balduzzi, Tuyls, Perolat & Graepel 2018, Re-evaluating Evaluation, NeurIPS 31): in
the zero-sum game of choosing a player, the equilibrium of maximum entropy. A player that it leaves
out need not be played; copies of a player share its part. Bootstrap over deals.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pandas as pd
from numpy.random import default_rng
from scipy import optimize, special

from analysis.base.resample import deal_weights, percentiles
from analysis.base.stats import LEVEL, Array, Estimate, named

REPLICATES = 400
SURVIVES = 0.01
"""Share of the equilibrium from which a player counts as part of it."""

LEAST = 1e-12


def equilibrium(payoff: Array) -> Array:
    """The equilibrium of maximum entropy of a symmetric zero-sum game, shares (K,).

    payoff: (K, K), antisymmetric: the row player's wins above half against the column.
    """
    k = len(payoff)
    start = _some_equilibrium(payoff)
    found = optimize.minimize(
        lambda p: float((p * np.log(p + LEAST)).sum()),
        (start + 1e-3) / (1 + k * 1e-3),
        jac=lambda p: np.log(p + LEAST) + p / (p + LEAST),
        method="SLSQP",
        bounds=[(0.0, 1.0)] * k,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda p: np.ones(k)},
            {"type": "ineq", "fun": lambda p: 1e-7 - payoff @ p, "jac": lambda p: -payoff},
        ],
        options={"maxiter": 300, "ftol": 1e-10},
    )
    p = np.clip(found.x, 0, None)
    if not p.sum() > 0 or (payoff @ p).max() > 1e-4:
        return start
    return np.asarray(p / p.sum(), dtype=float)


def _some_equilibrium(payoff: Array) -> Array:
    """One equilibrium, by linear programming: no row may win against it."""
    k = len(payoff)
    found = optimize.linprog(
        np.zeros(k), A_ub=payoff, b_ub=np.full(k, 1e-9), A_eq=np.ones((1, k)), b_eq=[1.0]
    )
    return np.asarray(found.x, dtype=float)


def matrix(scores: Array) -> tuple[Array, Array]:
    """Wins above half and their errors, each (K, K); 0 on the diagonal.

    scores: (D, K, K), wins of the row against the column on each deal, [i, j] + [j, i] = 1.
    """
    deals = len(scores)
    value, se = scores.mean(axis=0) - 0.5, scores.std(axis=0, ddof=1) / np.sqrt(deals)
    np.fill_diagonal(value, 0.0)
    np.fill_diagonal(se, 0.0)
    return value, se


def meets(scores: Array, names: list[str]) -> pd.DataFrame:
    """A row per ordered pair: name, against, wins (above half), se, low, high, deals."""
    value, se = matrix(scores)
    return pd.DataFrame([
        {"name": a, "against": b, **named("wins", Estimate(value[i, j], se[i, j])),
         "deals": len(scores)}
        for i, a in enumerate(names) for j, b in enumerate(names) if i != j
    ])  # fmt: skip


def mixture(scores: Array, names: list[str], seed: int = 1) -> pd.DataFrame:
    """A row per player: its share of the equilibrium with interval, and how often it is part of it.

    survives: share of replicates; beats_all: least probability that it beats each other player.
    """
    rng = default_rng(seed)
    weights = deal_weights(rng, REPLICATES, len(scores))
    weights /= weights.sum(axis=1, keepdims=True)
    replicates = np.tensordot(weights, scores, axes=1) - 0.5
    for one in replicates:
        np.fill_diagonal(one, 0.0)
    draws = np.array([equilibrium(one) for one in replicates])
    low, high = percentiles(draws)
    sure = _sure(scores)
    return pd.DataFrame({
        "name": names, "share": equilibrium(matrix(scores)[0]), "share_low": low,
        "share_high": high, "survives": (draws > SURVIVES).mean(axis=0),
        "beats_all": [max(0.0, 1 - (1 - np.delete(row, i)).sum()) for i, row in enumerate(sure)],
        "deals": len(scores),
    })  # fmt: skip


def cycles(scores: Array, names: list[str]) -> pd.DataFrame:
    """The five most probable cycles of three, a row each: a beats b beats c beats a.

    chance: least probability of all three together (Boole's inequality); decided: is it sure even
    as the best of all possible cycles?
    """
    sure = _sure(scores)
    k = len(names)
    rows = []
    for i, j, m in permutations(range(k), 3):
        if i < j and i < m:
            chance = max(0.0, 1 - sum(1 - sure[a, b] for a, b in ((i, j), (j, m), (m, i))))
            rows.append({"a": names[i], "b": names[j], "c": names[m], "chance": chance})
    columns = ["a", "b", "c", "chance", "decided"]
    if not rows:
        return pd.DataFrame(columns=columns)
    found = pd.DataFrame(rows).sort_values("chance", ascending=False, kind="stable")
    found["decided"] = found["chance"] >= 1 - (1 - LEVEL) / len(rows)
    return found.head(5).reset_index(drop=True)[columns]


def _sure(scores: Array) -> Array:
    """Probability (K, K) that the row beats the column, under a flat prior.

    If all deals had the same winner, it is that of this many wins, or losses, in a row.
    """
    value, se = matrix(scores)
    alike = 0.5 + np.sign(value) * (0.5 - 0.5 ** (len(scores) + 1))
    normal = special.ndtr(value / np.where(se > 0, se, np.inf))
    return np.asarray(np.where(se > 0, normal, alike), dtype=float)
