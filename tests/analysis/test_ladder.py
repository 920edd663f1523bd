"""Ratings of players: planted strengths are found, intervals cover, deals are the clusters."""

from __future__ import annotations

import itertools
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from scipy import stats as scipy_stats

from analysis.players import ladder

RUNGS = ("a", "b", "c", "d")
STRENGTHS = np.array([-300.0, 0.0, 40.0, 250.0])  # rating points
ANCHOR = "b"


def ranks(points: np.ndarray, rng: np.random.Generator, games: int) -> np.ndarray:
    """Ranks of a table by Plackett-Luce, (games, n), 1 first: worths plus Gumbel luck, sorted."""
    luck = rng.gumbel(size=(games, len(points)))
    return (-(points / ladder.POINTS + luck)).argsort(axis=1).argsort(axis=1) + 1


def duels_of(names: tuple[str, ...], rank: np.ndarray, deal: np.ndarray) -> pd.DataFrame:
    """The frame that sql/duels.sql gives for games with these ranks."""
    rows = []
    for i, j in itertools.combinations(range(len(names)), 2):
        ahead = np.where(rank[:, i] < rank[:, j], 2, np.where(rank[:, i] == rank[:, j], 1, 0))
        rows.append(pd.DataFrame({"deal": deal, "a": names[i], "b": names[j], "won2": ahead}))
    keys = ["seed", "deal", "a", "b"]
    frame = pd.concat(rows).assign(seed=1, met=1)
    return frame.groupby(keys, as_index=False)[["met", "won2"]].sum()


def tournament(
    points: np.ndarray, players: int, deals: int, seed: int, same_luck: int = 1
) -> pd.DataFrame:
    """Each deal played once by all tables of distinct rungs, or so often with the same luck."""
    rng = np.random.default_rng(seed)
    found = []
    for table in itertools.combinations(range(len(points)), players):
        rank = np.repeat(ranks(points[list(table)], rng, deals), same_luck, axis=0)
        names = tuple(RUNGS[i] for i in table)
        found.append(duels_of(names, rank, np.repeat(np.arange(deals), same_luck)))
    return pd.concat(found).groupby(["seed", "deal", "a", "b"], as_index=False).sum()


def rated(
    duels: pd.DataFrame, rungs: tuple[str, ...] = RUNGS, replicates: int = 200, seed: int = 0
):
    matrices = ladder.deal_matrices(duels, rungs)
    return ladder.rate(matrices, rungs, ANCHOR, replicates=replicates, seed=seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_planted_strengths_are_found(players):
    found = ladder.rating_frame(rated(tournament(STRENGTHS, players, 3000, seed=players)))
    found = found.set_index("rung").loc[list(RUNGS)]
    assert found["estimate"]["b"] == 0
    assert np.allclose(found["estimate"], STRENGTHS, atol=25)
    assert ((found["low"] <= STRENGTHS) & (found["high"] >= STRENGTHS)).all()
    step = 400 * np.log10(0.6 / 0.4)  # Elo points at which six of ten games are won
    steps = (max(STRENGTHS) - min(STRENGTHS)) / step
    best = found.loc[found["steps"].idxmax()]
    assert best["steps_low"] <= steps <= best["steps_high"]
    assert found["steps"].min() == 0


@pytest.mark.long
def test_intervals_cover_as_often_as_they_say():
    """Two games a deal with the same luck: only intervals by deal can cover. 3 standard deviations
    of a share of 0.95 in 240 correlated checks (120 tournaments) are at most 0.06."""
    points = STRENGTHS[:3]
    checks = []
    for seed in range(120):
        duels = tournament(points, 2, 80, seed, same_luck=2)
        frame = ladder.rating_frame(rated(duels, RUNGS[:3], replicates=120, seed=seed))
        frame = frame.set_index("rung")
        for rung, truth in (("a", points[0]), ("c", points[2])):
            checks.append(frame["low"][rung] <= truth <= frame["high"][rung])
    assert abs(np.mean(checks) - 0.95) < 0.06


def test_new_names_change_no_rating():
    duels = tournament(STRENGTHS, 2, 200, seed=5)
    one = ladder.rating_frame(rated(duels)).set_index("rung")
    shuffled = ("d", "b", "a", "c")
    other = ladder.rating_frame(rated(duels, shuffled)).set_index("rung").loc[one.index]
    assert np.allclose(one["estimate"], other["estimate"], atol=1e-4)
    # The replicates differ only by the random halves of the added draws.
    assert np.allclose(one[["low", "high"]], other[["low", "high"]], atol=12)


def test_games_that_share_the_luck_of_a_deal_tell_less_than_as_many_deals():
    """Four games that end alike are worth one: intervals are twice as wide as those of four."""

    def width(duels: pd.DataFrame) -> float:
        draws = rated(duels, replicates=1000).draws[:, RUNGS.index("d")]
        return float(np.subtract(*np.quantile(draws, (0.975, 0.025))))

    apart = tournament(STRENGTHS, 2, 400, seed=6)
    together = tournament(STRENGTHS, 2, 100, seed=6, same_luck=4)
    assert 1.6 < width(together) / width(apart) < 2.4


def pair(wins: int, games: int) -> pd.DataFrame:
    """Rungs a and b: a wins so many of the games, one a deal."""
    won2 = [2] * wins + [0] * (games - wins)
    deals = range(games)
    return pd.DataFrame({"seed": 1, "deal": deals, "a": "a", "b": "b", "met": 1, "won2": won2})


@pytest.mark.parametrize(("wins", "games"), [(30, 30), (27, 30), (15, 30)])
def test_the_interval_of_a_pair_is_that_of_jeffreys(wins, games):
    frame = ladder.rating_frame(rated(pair(wins, games), ("a", "b"), replicates=3000))
    row = frame.set_index("rung").loc["a"]
    exact = scipy_stats.beta(wins + 0.5, games - wins + 0.5)
    share = 1 / (1 + 10 ** (-row[["estimate", "low", "high"]].to_numpy(dtype=float) / 400))
    assert share[0] == pytest.approx((wins + 0.5) / (games + 1))
    assert share[1:] == pytest.approx(exact.ppf([0.025, 0.975]), abs=0.015)


def test_a_rung_that_never_loses_has_a_finite_rating_and_a_wide_interval():
    duels = tournament(np.array([0.0, 0.0, 0.0, 9000.0]), 2, 50, seed=8)
    row = ladder.rating_frame(rated(duels)).iloc[0]
    assert row["rung"] == "d"
    assert np.isfinite(row[["estimate", "low", "high"]].to_numpy(dtype=float)).all()
    assert row["high"] - row["low"] > 400


def test_shared_ranks_are_half_a_win_each():
    drawn = pair(0, 40).assign(won2=1)
    assert rated(drawn, ("a", "b")).points == pytest.approx([0, 0], abs=1e-6)
    twice = pair(20, 40)
    assert rated(twice, ("a", "b")).points == pytest.approx([0, 0], abs=1e-6)


def test_points_are_those_of_elo():
    assert ladder.points_for(10 / 11) == pytest.approx(400)
    assert ladder.points_for(2 / 3) == pytest.approx(120.41, abs=0.01)
    assert ladder.points_for(0.5) == 0


def test_pairings_stand_beside_what_the_ratings_say():
    duels = tournament(STRENGTHS, 2, 2000, seed=9)
    found = ladder.pairings(duels, rated(duels))
    assert list(zip(found["a"], found["b"], strict=True)) == list(itertools.combinations(RUNGS, 2))
    assert (found["met"] == 2000).all()
    assert np.abs(found["share"] - found["rated"]).max() < 0.02
    never = ladder.pairings(pair(0, 60), rated(pair(0, 60), ("a", "b"))).iloc[0]
    assert never["share"] == never["share_low"] == 0
    assert never["share_high"] == pytest.approx(0.06, abs=0.01)  # Wilson: 60 deals, none won


def test_greedy_is_the_anchor_where_it_plays():
    assert ladder.anchor_of(("random", "greedy", "politician")) == "greedy"
    assert ladder.anchor_of(("random", "politician")) == "random"


def table_of_three(luck, deals: int):
    """One mixed table a game, every combination of the rungs: what `fits` reads."""
    frames, wins = [], []
    for table in itertools.combinations(range(len(STRENGTHS)), 3):
        points = STRENGTHS[list(table)] / ladder.POINTS + luck(table, deals)
        rank = (-points).argsort(axis=1).argsort(axis=1) + 1
        names = tuple(RUNGS[i] for i in table)
        frames.append(duels_of(names, rank, np.arange(deals)))
        for seat, name in enumerate(names):
            wins.append(pd.DataFrame({
                "seed": 1, "deal": np.arange(deals), "policies": ",".join(names), "policy": name,
                "n": 1, "win": 12 * (rank[:, seat] == 1),
            }))  # fmt: skip
    keys = ["seed", "deal", "a", "b"]
    duels = pd.concat(frames).groupby(keys, as_index=False).sum()
    return duels, SimpleNamespace(query=lambda text, params: pd.concat(wins))


def test_wins_are_held_against_what_the_ratings_say_of_them():
    """Luck as the model has it fits. A rung whose luck swings more wins more than its ranks say."""
    rng = np.random.default_rng(4)

    def plain(table, deals):
        return rng.gumbel(size=(deals, 3))

    def swinging(table, deals):
        return plain(table, deals) * np.where(np.array(table) == 1, 4.0, 1.0)

    for luck, fitting in ((plain, True), (swinging, False)):
        duels, tree = table_of_three(luck, 1500)
        found = ladder.fits(tree, "r", 3, {}, duels, rated(duels)).set_index("about")
        assert (found.loc["wins", "p"] > 0.001) == fitting
        assert found.loc["wins", "df"] == 1
        assert found.loc["ranks", "df"] == 3
    assert found.loc["wins", "misfit"] > 0.03


def test_where_no_degree_of_freedom_is_left_there_is_no_row_and_numbers_stay_numbers():
    """One pair of rungs fits whatever rating is fitted to it."""
    duels = pair(20, 60)
    wins = pd.DataFrame({
        "seed": 1, "deal": np.repeat(np.arange(60), 2), "policies": "a,b",
        "policy": ["a", "b"] * 60, "n": 1, "win": 6,
    })  # fmt: skip
    tree = SimpleNamespace(query=lambda text, params: wins)
    found = ladder.fits(tree, "r", 2, {}, duels, rated(duels, ("a", "b")))
    assert found.empty
    assert list(found.columns) == ladder.FITTED
    assert all(found[one].dtype.kind in "if" for one in ladder.FITTED if one != "about")
