"""Seat advantage: what a seat (0 = first start player) wins and scores against the average seat.

Seats are not chosen by anyone, and every game has all of them, so the comparison is within games.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from analysis import stats
from analysis.data import WIN_UNIT, Config, Tree, sql


def seat_advantage(tree: Tree, config: Config) -> pd.DataFrame:
    """Advantage of each seat; one row a seat and outcome.

    outcome "win": share of wins minus 1/n (0..1); "vp": mean VP minus the mean of all seats.
    Columns: seat, outcome, mean, estimate, se, low, high (95%, games independent), p, sim_low,
    sim_high (joint over the seats), chi2, df, p_all (test that all seats are equal), games.
    """
    n = config.players
    blocks = [tuple(f"{outcome}_{seat}" for seat in range(n)) for outcome in ("win", "vp")]
    moments = tree.moments(sql("seats"), blocks, config.params(), configs=(config,))
    games = float(moments.clusters[0])
    # From the mean of each seat to its distance from the mean of all seats.
    centring = np.eye(n) - 1 / n
    frames = []
    for outcome, factor in (("win", 1 / WIN_UNIT), ("vp", 1.0)):
        sums, products = moments.select(*(f"{outcome}_{seat}" for seat in range(n)))
        means = sums[0] / games * factor
        cov = stats.covariance(sums, products, moments.clusters)[0] * factor**2 / games
        cov = centring @ cov @ centring.T
        estimate = stats.Estimate(centring @ means, np.sqrt(np.diag(cov)))
        chi2, p_all = stats.wald_test(estimate.value, cov, rank=n - 1)
        frame = pd.DataFrame({"seat": range(n), "outcome": outcome, "mean": means})
        frame = frame.assign(**stats.columns(estimate, tests=n))
        frames.append(frame.assign(chi2=chi2, df=n - 1, p_all=p_all, games=int(games)))
    out = pd.concat(frames, ignore_index=True)
    for position, (name, value) in enumerate(config.params().items()):
        out.insert(position, name, value)
    return out


def analyse_seats(tree: Tree, configs: Iterable[Config]) -> pd.DataFrame:
    """Seat advantages of all configurations, one below the other."""
    return pd.concat([seat_advantage(tree, config) for config in configs], ignore_index=True)
