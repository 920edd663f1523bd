"""Pairs of cards that are worth more, or less, together than apart: interaction of dealt effects.

For the seats whose random hand contains both cards, one of them, or none:

    interaction = (both - only a) - (only b - none)

It is causal for these players, like the dealt effect. With 48 cards there are 1,128 pairs, each in
one hand of 75: errors are large, and `detectable` shows which interactions these games could have
found. All estimates come from products of 0/1 matrices (seats by cards), summed part by part;
errors are clustered by game, as in `analysis.base.stats`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pandas as pd
from scipy import special

from analysis.base import stats
from analysis.base.data import Tree
from analysis.base.families import CARDS
from analysis.base.kinds import Kind
from analysis.base.metrics import Metric, metric, of_estimand, quoted
from analysis.base.reader import Reader
from analysis.base.runs import fail
from analysis.base.shrink import shrink
from analysis.base.stats import Array
from analysis.cards.effects import Subject, require_chance

POWER = 0.8
BATCH = 20_000
"""Games per matrix: 80,000 seats by 77 cards are 50 MB."""

# Cells (both, only a, only b, none) from the columns a and b, a, b, all: counts and sums alike.
_CELLS = np.array([[1, 0, 0, 0], [-1, 1, 0, 0], [-1, 0, 1, 0], [1, -1, -1, 1]], dtype=float)
_SIGNS = np.array([1.0, -1.0, -1.0, 1.0])


@dataclass
class Products:
    """Sums over games for k cards; see `add`. Arrays (k, k); diagonals belong to single cards."""

    size: int
    games: int = 0
    seats: int = 0  # per game
    y: float = 0.0
    yy: float = 0.0
    same: dict[str, Array] = field(default_factory=dict)

    def add(self, held: Array, y: Array, seats: int) -> None:
        """Add games of this many seats. held (S, k): 0/1; y (S,): outcomes; game by game.

        Raises UserError if a card was in two hands of a game.
        """
        k, games = self.size, len(y) // seats
        total = y.reshape(games, seats).sum(axis=1)
        by_game = held.reshape(games, seats, k).sum(axis=1)
        if by_game.max(initial=0) > 1:
            fail("a card was dealt twice in one game; pairs need a deck of single cards")
        worth = (held * y[:, None]).reshape(games, seats, k).sum(axis=1)
        of_table = np.repeat(total, seats)
        found = {
            "n": held.T @ held,
            "y": held.T @ (held * y[:, None]),
            "yy": held.T @ (held * (y**2)[:, None]),
            "t": held.T @ (held * of_table[:, None]),
            "yt": held.T @ (held * (y * of_table)[:, None]),
            "both": by_game.T @ by_game,
            "worth": by_game.T @ worth,
            "worths": worth.T @ worth,
        }
        for name, value in found.items():
            self.same[name] = self.same.get(name, 0.0) + value
        self.games += games
        self.seats = seats
        self.y += float(total.sum())
        self.yy += float((total**2).sum())

    def __iadd__(self, other: Products) -> Products:
        for name, value in other.same.items():
            self.same[name] = self.same.get(name, 0.0) + value
        self.games += other.games
        self.seats = other.seats or self.seats
        self.y += other.y
        self.yy += other.yy
        return self

    def moments(self) -> tuple[Array, Array]:
        """Sums (k, k, 8) and products over games (k, k, 8, 8) of the columns of `columns`.

        The columns: seats with both cards and their sum of outcomes; with card a; with card b; all.
        A card is in at most one hand, so that a product of 0/1 columns is again one of them.
        """
        s, k, n = self.same, self.size, float(self.seats)
        one = np.ones((k, k))

        def a_of(name: str) -> Array:
            return np.diag(s[name])[:, None] * one

        def b_of(name: str) -> Array:
            return np.diag(s[name])[None, :] * one

        upper = [
            [s["n"], s["y"], s["n"], s["y"], s["n"], s["y"], n * s["n"], s["t"]],
            [s["yy"], s["y"], s["yy"], s["y"], s["yy"], n * s["y"], s["yt"]],
            [a_of("n"), a_of("y"), s["both"], s["worth"], n * a_of("n"), a_of("t")],
            [a_of("yy"), s["worth"].T, s["worths"], n * a_of("y"), a_of("yt")],
            [b_of("n"), b_of("y"), n * b_of("n"), b_of("t")],
            [b_of("yy"), n * b_of("y"), b_of("yt")],
            [n * n * self.games * one, n * self.y * one],
            [self.yy * one],
        ]
        products = np.zeros((k, k, 8, 8))
        for i, row in enumerate(upper):
            for j, value in enumerate(row, start=i):
                products[:, :, i, j] = products[:, :, j, i] = value
        sums = np.stack([
            s["n"], s["y"], a_of("n"), a_of("y"), b_of("n"), b_of("y"),
            n * self.games * one, self.y * one,
        ], axis=-1)  # fmt: skip
        return sums, products


def interaction(sums: Array, products: Array, games: int) -> tuple[stats.Estimate, Array]:
    """Interaction of two treatments and the seats in each cell (..., 4), from `Products.moments`.

    NaN where a cell (both, only a, only b, none) has fewer than `stats.MIN_ARM` seats.
    """
    counts, totals = sums[..., 0::2] @ _CELLS.T, sums[..., 1::2] @ _CELLS.T
    with np.errstate(divide="ignore", invalid="ignore"):
        means = totals / counts
        weights = np.zeros_like(sums)
        weights[..., 0::2] = (-_SIGNS * means / counts) @ _CELLS
        weights[..., 1::2] = (_SIGNS / counts) @ _CELLS
    estimate = stats.linearised(means @ _SIGNS, weights, products, games)
    return estimate.where(counts.min(axis=-1) >= stats.MIN_ARM), counts


def pair_interactions(tree: Tree, subject: Subject, kind: Kind) -> pd.DataFrame:
    """Interaction of each pair of cards of a kind dealt to seats; one row per pair and metric.

    Columns: rules, players, policies, policy, kind, metric, unit, a, b (items), name_a, name_b,
    estimate, se, low, high, p, sim_low, sim_high, q_by (over all pairs), n_both (seats),
    games, detectable (size that would be found with a power of 80% at 5% over all pairs, Bonferroni
    against all), shrunk, shrunk_low, shrunk_high, tau.
    Raises UserError if hands were not dealt by chance, or games share deals.
    """
    require_chance(tree, (subject.config,), kind)
    if tree.shares_deals(subject.config):
        fail(f"{subject.config.rules}: games share deals; pairs need a deal for every game")
    # The leads of a table add up to 0, so that cells of two cards contain less information than VP.
    wanted = [one for one in of_estimand("dealt") if metric(one.outcome).table == "seats"]
    outcomes = [metric(one.outcome) for one in wanted]
    items = list(kind.names(subject.ruleset))
    sums = {one.id: Products(len(items)) for one in outcomes}
    work = partial(_of_part, subject=subject, kind=kind, items=items, outcomes=outcomes)
    for text in (_seats_query(subject, outcomes), kind.dealt):
        tree.asked[text] = {}
    for found in tree.each(work, (subject.config,)):
        for id, part in found.items():
            sums[id] += part
    frames = [
        _frame(subject, kind, items, one, sums[outcome.id], outcome.scale)
        for one, outcome in zip(wanted, outcomes, strict=True)
        if sums[outcome.id].games
    ]
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def _seats_query(subject: Subject, outcomes: list[Metric]) -> str:
    columns = ", ".join(f"({one.value})::BIGINT AS {one.id}" for one in outcomes)
    where = f"{subject.where()} AND policy = {quoted(subject.policy)}"
    return f"SELECT deal, game, seat, {columns} FROM players WHERE {where} ORDER BY game, seat"


def _of_part(
    reader: Reader, subject: Subject, kind: Kind, items: list[str], outcomes: list[Metric]
) -> dict[str, Products]:
    """The sums of each outcome over the shown shards."""
    sums = {one.id: Products(len(items)) for one in outcomes}
    seats = reader.query(_seats_query(subject, outcomes))
    if seats.empty:
        return sums
    each = len(seats) // seats["game"].nunique()
    seats["row"] = np.arange(len(seats))
    hands = reader.query(kind.dealt).merge(seats[["game", "seat", "row"]])
    at = pd.Index(items).get_indexer(hands["item"].astype(str))
    rows = hands["row"].to_numpy()
    order = np.argsort(rows, kind="stable")
    rows, at = rows[order], at[order]
    for start in range(0, len(seats), BATCH * each):
        end = min(start + BATCH * each, len(seats))
        mine = slice(*np.searchsorted(rows, (start, end)))
        held = np.zeros((end - start, len(items)))
        held[rows[mine] - start, at[mine]] = 1.0
        for one in outcomes:
            sums[one.id].add(held, seats[one.id].to_numpy(float)[start:end], each)
    return sums


def _frame(
    subject: Subject, kind: Kind, items: list[str], one: Metric, found: Products, scale: int
) -> pd.DataFrame:
    every, counts = interaction(*found.moments(), found.games)
    first, second = np.triu_indices(len(items), 1)
    held = counts[first, second, 0] > 0
    first, second = first[held], second[held]
    estimate = stats.Estimate(every.value[first, second], every.se[first, second]) * (1 / scale)
    names = list(kind.names(subject.ruleset).values())
    config = subject.config
    return infer(pd.DataFrame({
        "rules": config.rules, "players": config.players, "policies": config.policy,
        "policy": subject.policy, "kind": kind.id, "metric": one.id, "unit": one.unit,
        "a": np.array(items)[first], "b": np.array(items)[second],
        "name_a": np.array(names)[first], "name_b": np.array(names)[second],
        "estimate": estimate.value, "se": estimate.se,
        "n_both": counts[first, second, 0].astype(int), "games": found.games,
    }))  # fmt: skip


def infer(frame: pd.DataFrame) -> pd.DataFrame:
    """One family of interactions with intervals, tests over all its pairs, and shrinkage.

    frame: with estimate and se; for the columns added see `pair_interactions`.
    """
    estimate = stats.Estimate(frame["estimate"].to_numpy(float), frame["se"].to_numpy(float))
    tests = max(int(np.isfinite(estimate.se).sum()), 1)
    family = shrink(estimate.value, estimate.se)
    low, high = family.interval()
    reach = stats.normal_quantile(stats.simultaneous_level(tests)) + float(special.ndtri(POWER))
    return frame.assign(
        **stats.columns(estimate, tests=tests), q_by=CARDS.q(estimate.p),
        detectable=reach * estimate.se, shrunk=family.mean, shrunk_low=low, shrunk_high=high,
        tau=family.tau,
    )  # fmt: skip
