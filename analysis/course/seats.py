"""Seat advantage: wins and VP of a seat (0 = first start player) relative to the average seat.

Seats are not chosen by anyone, and every game has all of them, so the comparison is within games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import WIN_UNIT, Tree, in_front, sql
from analysis.base.moments import Moments
from analysis.base.runs import Config


def seat_advantage(tree: Tree, config: Config) -> pd.DataFrame:
    """Advantage of each seat; one row per seat and outcome.

    outcome "win": share of wins minus 1/n (0..1); "vp": mean VP minus the mean of all seats.
    Columns: rules, players, policy, seat, outcome, mean, estimate, se, low, high (95%, clustered by
    deal), p, sim_low, sim_high (joint over the seats), chi2, df, p_all (test that all seats
    are equal), games.
    """
    blocks = _blocks(config.players)
    moments = tree.moments(sql("seats"), blocks, config.params(), configs=(config,))
    return in_front(_advantages(moments, config.players), config.params())


def pooled_advantage(
    tree: Tree, rules: Sequence[str], name: str, players: int, policy: str
) -> pd.DataFrame:
    """Advantage of each seat on average over rulesets that played the same deals.

    The columns of `seat_advantage`, where `rules` is the name given; errors clustered by deal,
    games: the deals that all of them played.
    """
    configs = [Config(one, players, policy) for one in rules]
    params = {"rules": list(rules), "players": players, "policy": policy}
    moments = tree.moments(sql("seats_pooled"), _blocks(players), params, configs=configs)
    return in_front(_advantages(moments, players), Config(name, players, policy).params())


def _blocks(players: int) -> list[tuple[str, ...]]:
    seats = range(players)
    return [("n", *(f"{outcome}_{seat}" for seat in seats)) for outcome in ("win", "vp")]


def _advantages(moments: Moments, n: int) -> pd.DataFrame:
    """Advantages from moments of n (seats) and each seat's wins (twelfths) and VP."""
    deals = float(moments.clusters[0])
    # From the mean of each seat to its difference from the mean of all seats.
    centring = np.eye(n) - 1 / n
    frames = []
    for outcome, unit in (("win", 1 / WIN_UNIT), ("vp", 1.0)):
        sums, products = moments.select("n", *(f"{outcome}_{seat}" for seat in range(n)))
        games, totals = sums[0, 0] / n, sums[0, 1:] * unit
        means = totals / games
        # Per deal: each seat's total less the mean times its games.
        weights = np.hstack([-means[:, None] / n, np.eye(n) * unit]) / games
        cov = centring @ weights @ products[0] @ weights.T @ centring.T * deals / (deals - 1)
        estimate = stats.Estimate(centring @ means, np.sqrt(np.diag(cov)))
        chi2, p_all = stats.wald_test(estimate.value, cov, rank=n - 1)
        frame = pd.DataFrame({"seat": range(n), "outcome": outcome, "mean": means})
        frame = frame.assign(**stats.columns(estimate, tests=n))
        frames.append(frame.assign(chi2=chi2, df=n - 1, p_all=p_all, games=int(deals)))
    return pd.concat(frames, ignore_index=True)


def analyse_seats(tree: Tree, configs: Iterable[Config]) -> pd.DataFrame:
    """Seat advantages of all configurations, one below the other."""
    return pd.concat([seat_advantage(tree, config) for config in configs], ignore_index=True)
