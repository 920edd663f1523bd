"""Synthetic results with planted truth, for validating estimators that need several players.

Only the inputs of the estimators of `ladder` and `luck` are generated: ranks by Plackett-Luce with
known strengths, and layouts whose variance is composed of known components.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from analysis.base.stats import Array
from analysis.players.ladder import POINTS
from analysis.players.luck import SOURCES


def rank_matrices(strengths: Array, deals: int, rng: np.random.Generator) -> Array:
    """Wins of i over j on each deal, (deals, R, R): every pair plays each deal once.

    strengths (R,) in rating points. Ranks follow Plackett-Luce: worths plus Gumbel luck.
    """
    size = len(strengths)
    out = np.zeros((deals, size, size))
    for i, j in combinations(range(size), 2):
        luck = rng.gumbel(size=(deals, 2))
        ahead = strengths[i] / POINTS + luck[:, 0] > strengths[j] / POINTS + luck[:, 1]
        out[:, i, j], out[:, j, i] = ahead, ~ahead
    return out


PLAYER, SEAT = np.array([4.0, 0.0, -4.0]), np.array([1.0, 0.0, -1.0])
PLAYER_SEAT = 3 * np.array([[1.0, -1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])
DEAL, DEAL_PLAYER, DEAL_SEAT, DEAL_BOTH, GAME, CELL = 5.0, 2.0, 3.0, 1.5, 6.0, 4.0


def layout(deals: int, dice: int, rng: np.random.Generator) -> Array:
    """y (deals, dice, 3 players, 3 seats); cells of one game share its luck (see `luck`)."""
    n = 3
    p, s = np.indices((n, n))
    y = PLAYER[:, None] + SEAT + PLAYER_SEAT + rng.normal(0, DEAL, (deals, 1, 1, 1))
    y = y + rng.normal(0, DEAL_PLAYER, (deals, 1, n, 1))
    y = y + rng.normal(0, DEAL_SEAT, (deals, 1, 1, n))
    y = y + rng.normal(0, DEAL_BOTH, (deals, 1, n, n)) + rng.normal(0, CELL, (deals, dice, n, n))
    return y + rng.normal(0, GAME, (deals, dice, n))[:, :, (p - s) % n]


def layout_shares() -> Array:
    """The shares of variance of `layout`, in the order of `luck.SOURCES`.

    Independent effects of three levels leave a third of their variance in the mean over the levels.
    """
    truth = {
        "player": float(np.mean(PLAYER**2)),
        "seat": float(np.mean(SEAT**2)),
        "player:seat": float(np.mean(PLAYER_SEAT**2)),
        "deal": DEAL**2 + DEAL_PLAYER**2 / 3 + DEAL_SEAT**2 / 3 + DEAL_BOTH**2 / 9,
        "deal:seat": DEAL_SEAT**2 * 2 / 3 + DEAL_BOTH**2 * 2 / 9,
        "deal:player": DEAL_PLAYER**2 * 2 / 3 + DEAL_BOTH**2 * 2 / 9,
        "deal:player:seat": DEAL_BOTH**2 * 4 / 9,
        "chance": GAME**2 + CELL**2,
    }
    shares = np.array([truth[source] for source in SOURCES])
    return np.asarray(shares / shares.sum(), dtype=float)
