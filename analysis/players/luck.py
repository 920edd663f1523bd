"""Skill and luck in a result: shares of its variance.

A result y (VP, margin over the table's mean, win) of a seat is a function of the player p, the seat
s, the deal d (hands, tiles, the order of the decks) and all later chance. With each drawn at
random, its variance is the sum of the contributions of each factor and combination of factors (the
functional analysis of variance: Hoeffding 1948, Ann. Math. Stat. 19; as shares of the total, Sobol'
1993, Math. Model. Comput. Exp. 1):

    player, seat, player x seat           what these policies and these seats are worth on average
    deal                                  a deal that is rich or poor for the whole table
    deal x seat                           ... for one seat: above all the hand dealt to it
    deal x player, deal x player x seat   ... for one policy, wherever it sits or in one place
    chance                                dice, reshuffled decks and random choices of a policy, and
                                          how these act on all of the above

Design. `simulate.batch.tournament.Crossed`: on each of D deals the table plays all n rotations of
its seats, each K times with other dice. So y[d, k, p, s] is complete; the n cells with the same k
and p - s are one game. Deals are a random sample; policies and seats are fixed effects.

Estimators. Each d, k gives an n x n array, taken apart into orthogonal contrasts (mean, player,
seat, player x seat). Within a contrast this is a balanced one-way layout of K replicates in D
deals: closed-form analysis of variance (Searle, Casella & McCulloch 1992, Variance Components, ch.
3), here as products of independent replicates, so that dependence between the seats of one game
does no harm. Unbiased, hence a share near 0 may be estimated below 0.

Intervals. 95% percentiles of the Bayesian bootstrap over deals (`resample`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.base.data import Tree, in_front, sql
from analysis.base.resample import REPLICATES, deal_weights, percentiles
from analysis.base.runs import Config
from analysis.base.stats import Array

OUTCOMES = ("vp", "margin", "win")
"""VP; VP minus the mean of the table's; share of the win (0..1)."""

SOURCES = (
    "player", "seat", "player:seat",
    "deal", "deal:seat", "deal:player", "deal:player:seat",
    "chance",
)  # fmt: skip
"""The sources of variance, in the order of all tables."""

GROUPS = {
    "player": ("player",),
    "seat": ("seat", "player:seat"),
    "deal": ("deal", "deal:seat", "deal:player", "deal:player:seat"),
    "chance": ("chance",),
}
"""Sources put together for a reader; their shares add up to 1."""

_FIXED = {"player": "player", "seat": "seat", "both": "player:seat"}
_OF_DEAL = {
    "mean": "deal", "player": "deal:player", "seat": "deal:seat", "both": "deal:player:seat",
}  # fmt: skip


def contrasts(y: Array) -> dict[str, Array]:
    """Orthogonal parts of y (D, K, P, S): mean (D, K, 1), player (D, K, P), seat, both.

    Their mean squares over the last axis add up to the mean square of y over players and seats.
    """
    mean = y.mean(axis=(2, 3), keepdims=True)
    player = y.mean(axis=3, keepdims=True) - mean
    seat = y.mean(axis=2, keepdims=True) - mean
    both = y - mean - player - seat
    parts = {"mean": mean, "player": player, "seat": seat, "both": both}
    return {name: part.reshape(*y.shape[:2], -1) for name, part in parts.items()}


def components(y: Array, weights: Array) -> Array:
    """Variance components (..., 8) in the order of SOURCES, in squared units of y (D, K, P, S).

    weights (..., D) of the deals; ones give the plain estimate. Needs D >= 2 and K >= 2.
    """
    if y.shape[0] < 2 or y.shape[1] < 2:
        raise ValueError("variance components need two deals or more, and two dice of each")
    found: dict[str, Array] = {}
    total = weights.sum(axis=-1)
    pairs = total**2 - (weights**2).sum(axis=-1)
    chance = np.zeros(weights.shape[:-1])
    replicates = y.shape[1]
    for name, x in contrasts(y).items():
        sums, squares = x.sum(axis=1), (x**2).sum(axis=1)
        # Products of two replicates of one deal: the square of the deal's effect without chance.
        same = (sums**2 - squares).mean(axis=1) / (replicates * (replicates - 1))
        within = (squares - sums**2 / replicates).mean(axis=1) / (replicates - 1)
        # Products of two deals: the square of the mean over deals.
        means = sums / replicates
        other = ((weights @ means) ** 2 - weights**2 @ means**2).mean(axis=-1) / pairs
        found[_OF_DEAL[name]] = weights @ same / total - other
        if name in _FIXED:
            found[_FIXED[name]] = other
        chance = chance + weights @ within / total
    found["chance"] = chance
    return np.stack([found[source] for source in SOURCES], axis=-1)


def shares(y: Array, replicates: int = REPLICATES, seed: int = 0) -> pd.DataFrame:
    """Shares of the variance of y (D, K, P, S); one row per source and one per group.

    Columns: kind ("source", "group"), source, variance (squared units of y), estimate (share of the
    total), low, high (95%). The same arguments give the same result.
    """
    weights = deal_weights(np.random.default_rng(seed), replicates, len(y))
    best, draws = components(y, np.ones(len(y))), components(y, weights)
    rows = []
    for kind, members in (("source", {name: (name,) for name in SOURCES}), ("group", GROUPS)):
        for name, sources in members.items():
            columns = [SOURCES.index(source) for source in sources]
            variance = best[columns].sum()
            low, high = percentiles(draws[:, columns].sum(axis=1) / draws.sum(axis=1))
            rows.append((kind, name, variance, variance / best.sum(), float(low), float(high)))
    names = ["kind", "source", "variance", "estimate", "low", "high"]
    return pd.DataFrame(rows, columns=names)


@dataclass(frozen=True)
class CrossedPlay:
    """A crossed design as played: y[d, k, p, s] of each outcome; p are the table's policies."""

    table: tuple[str, ...]
    outcomes: dict[str, Array]

    @property
    def games(self) -> int:
        """Games played: each of the n x n cells of a deal and its dice is one seat of n."""
        deals, dice, players, _ = self.outcomes["vp"].shape
        return deals * dice * players


def arrange(frame: pd.DataFrame, table: tuple[str, ...], dice: int) -> CrossedPlay:
    """The complete layout from rows of `players` (game, seat, vp, win), with seats rotated by game.

    Game g of a run seats policy (s + g) mod n on seat s; n x dice games in a row share a deal.
    Raises ValueError if games are missing.
    """
    n = len(table)
    rows = frame.sort_values(["game", "seat"])
    game, seat = rows["game"].to_numpy(), rows["seat"].to_numpy()
    deals = len(rows) // (n * n * dice)
    expected = np.repeat(np.arange(deals * n * dice), n)
    if not np.array_equal(game, expected) or not np.array_equal(seat, np.arange(len(rows)) % n):
        raise ValueError("games of the crossed design are missing")
    at = (game // (n * dice), game % (n * dice) // n, (seat + game) % n, seat)
    vp = rows["vp"].to_numpy(dtype=float)
    values = {
        "vp": vp,
        "margin": vp - np.repeat(vp.reshape(-1, n).mean(axis=1), n),
        "win": rows["win"].to_numpy(dtype=float),
    }
    outcomes = {}
    for name, value in values.items():
        outcomes[name] = np.zeros((deals, dice, n, n))
        outcomes[name][at] = value
    return CrossedPlay(table, outcomes)


def read_crossed(tree: Tree, config: Config, table: tuple[str, ...], games: int) -> CrossedPlay:
    """The layout of the first `games` games of a run of `Crossed`, from its Parquet files."""
    dice = {run.manifest.same_deal for run in tree.runs if run.config == config}
    (same_deal,) = dice
    frame = tree.query(sql("crossed"), {**config.params(), "games": games})
    return arrange(frame, table, same_deal // len(table))


def analyse_luck(played: CrossedPlay, rules: str, replicates: int = REPLICATES) -> pd.DataFrame:
    """Shares of the variance of every outcome: the columns of `shares` and rules, players, table,
    outcome, games, deals."""
    frames = [
        in_front(shares(played.outcomes[outcome], replicates), {"outcome": outcome})
        for outcome in OUTCOMES
    ]
    named = {
        "rules": rules, "players": len(played.table), "table": ",".join(played.table),
        "games": played.games, "deals": len(played.outcomes["vp"]),
    }  # fmt: skip
    return in_front(pd.concat(frames, ignore_index=True), named)


def lead_for(
    played: CrossedPlay, share: float, replicates: int = REPLICATES, seed: int = 0
) -> dict[str, float]:
    """VP lead in the mean with which the better of two wins this share of games.

    The differences of VP between two players are shifted until this share of them is above 0, as if
    a stronger player scored that much more in every game. Ties are split by the quantile's linear
    interpolation. Keys estimate, low, high (95%, bootstrap over deals), in VP.
    """
    vp = played.outcomes["vp"]
    deals = len(vp)
    # The two seats of a game: player 0 on seat s, player 1 on the other.
    lead = np.stack([vp[:, :, 0, s] - vp[:, :, 1, 1 - s] for s in (0, 1)], axis=2).reshape(
        deals, -1
    )
    order = np.argsort(lead, axis=None)
    ordered = lead.ravel()[order]
    weights = deal_weights(np.random.default_rng(seed), replicates, deals)

    def needed(deal_weight: Array) -> float:
        weight = np.repeat(deal_weight, lead.shape[1])[order]
        below = (np.cumsum(weight) - weight / 2) / weight.sum()
        mean = float(ordered @ weight / weight.sum())
        return mean - float(np.interp(1 - share, below, ordered))

    draws = np.array([needed(one) for one in weights])
    low, high = percentiles(draws)
    return {"estimate": needed(np.ones(deals)), "low": float(low), "high": float(high)}


def wins_of_first(played: CrossedPlay, replicates: int = REPLICATES) -> dict[str, float]:
    """The share of games that the first player of a table of two wins, all seats alike.

    Keys win, win_low, win_high (95%, bootstrap over deals), from 0 to 1.
    """
    shares = played.outcomes["win"][:, :, 0, :].mean(axis=(1, 2))
    weights = deal_weights(np.random.default_rng(0), replicates, len(shares))
    low, high = percentiles(weights @ shares / weights.sum(axis=1))
    return {"win": float(shares.mean()), "win_low": float(low), "win_high": float(high)}
