"""Skill and luck: planted components of variance are found, and intervals cover them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.players import luck

PLAYER = np.array([4.0, 0.0, -4.0])
SEAT = np.array([1.0, 0.0, -1.0])
DEAL, DEAL_PLAYER, DEAL_SEAT, DEAL_BOTH, GAME, CELL = 5.0, 2.0, 3.0, 1.5, 6.0, 4.0

# Independent effects of m levels leave 1/m of their variance in the mean over the levels.
TRUTH = {
    "player": np.mean(PLAYER**2),
    "seat": np.mean(SEAT**2),
    "player:seat": 0.0,
    "deal": DEAL**2 + DEAL_PLAYER**2 / 3 + DEAL_SEAT**2 / 3 + DEAL_BOTH**2 / 9,
    "deal:seat": DEAL_SEAT**2 * 2 / 3 + DEAL_BOTH**2 * 2 / 9,
    "deal:player": DEAL_PLAYER**2 * 2 / 3 + DEAL_BOTH**2 * 2 / 9,
    "deal:player:seat": DEAL_BOTH**2 * 4 / 9,
    "chance": GAME**2 + CELL**2,
}


def planted(deals: int, dice: int, seed: int) -> np.ndarray:
    """y (deals, dice, 3, 3) with the components above; cells of one game share its luck."""
    rng = np.random.default_rng(seed)
    n = 3
    p, s = np.indices((n, n))
    y = PLAYER[:, None] + SEAT + rng.normal(0, DEAL, (deals, 1, 1, 1))
    y = (
        y
        + rng.normal(0, DEAL_PLAYER, (deals, 1, n, 1))
        + rng.normal(0, DEAL_SEAT, (deals, 1, 1, n))
    )
    y = y + rng.normal(0, DEAL_BOTH, (deals, 1, n, n)) + rng.normal(0, CELL, (deals, dice, n, n))
    return y + rng.normal(0, GAME, (deals, dice, n))[:, :, (p - s) % n]


@pytest.mark.parametrize("dice", [2, 3])
def test_planted_components_are_found(dice):
    y = planted(30_000, dice, seed=dice)
    found = luck.components(y, np.ones(len(y)))
    assert found == pytest.approx([TRUTH[source] for source in luck.SOURCES], abs=0.75)
    assert found.sum() == pytest.approx(y.var(), rel=1e-3)  # nothing is left out


def test_estimates_are_unbiased_even_from_few_deals():
    """The mean of 4000 estimates from 8 deals each, within 3.3 standard errors of the truth."""
    found = [luck.components(planted(8, 2, seed), np.ones(8)) for seed in range(4000)]
    truth = np.array([TRUTH[source] for source in luck.SOURCES])
    error = np.std(found, axis=0) / np.sqrt(len(found))
    assert (np.abs(np.mean(found, axis=0) - truth) < 3.3 * error).all()
    assert (error < 0.4).all()  # else the line above would say little


def test_intervals_of_shares_cover_as_often_as_they_say():
    """Three standard deviations of a share of 0.95 in 250 replications are 0.041; percentile
    intervals of variances from 150 deals are short by about 0.02."""
    total = sum(TRUTH.values())
    covered = []
    for seed in range(250):
        rows = luck.shares(planted(150, 2, seed), replicates=250, seed=seed)
        rows = rows[rows["kind"] == "source"].set_index("source").loc[list(luck.SOURCES)]
        truth = np.array([TRUTH[source] for source in luck.SOURCES]) / total
        covered.append((rows["low"] <= truth) & (truth <= rows["high"]))
    share = np.mean(covered, axis=0)
    assert (np.abs(share - 0.95) < 0.061).all(), dict(zip(luck.SOURCES, share, strict=True))


def test_shares_add_up_to_the_whole():
    rows = luck.shares(planted(100, 2, seed=3), replicates=50)
    for _, one in rows.groupby("kind"):
        assert one["estimate"].sum() == pytest.approx(1)
    assert set(rows[rows["kind"] == "group"]["source"]) == set(luck.GROUPS)


@pytest.mark.parametrize(("deals", "dice"), [(1, 2), (5, 1)])
def test_too_small_a_design_is_refused(deals, dice):
    with pytest.raises(ValueError, match="two deals"):
        luck.components(planted(deals, dice, 0), np.ones(deals))


def games(n: int, deals: int, dice: int) -> pd.DataFrame:
    """Rows of players as recorded, shuffled; VP = 100 deal + 10 policy + seat, policies moving."""
    game, seat = (x.ravel() for x in np.indices((n * deals * dice, n)))
    policy = (seat + game) % n
    vp = 100 * (game // (n * dice)) + 10 * policy + seat
    win = (policy == n - 1).astype(float)
    rows = pd.DataFrame({"game": game, "seat": seat, "vp": vp, "win": win})
    return rows.sample(frac=1, random_state=1)


@pytest.mark.parametrize("n", [2, 3, 4])
def test_games_are_laid_out_by_deal_dice_policy_and_seat(n):
    played = luck.arrange(games(n, deals=5, dice=2), tuple("abcd"[:n]), 2)
    d, _, p, s = np.indices((5, 2, n, n))
    assert (played.outcomes["vp"] == 100 * d + 10 * p + s).all()
    assert (played.outcomes["win"] == (p == n - 1)).all()
    assert played.games == 5 * 2 * n
    # A game's margins add up to 0: so does each rotation's diagonal.
    p, s = np.indices((n, n))
    for rotation in range(n):
        margins = played.outcomes["margin"][:, :, (p - s) % n == rotation]
        assert np.allclose(margins.sum(axis=-1), 0)


def test_missing_games_are_noticed():
    with pytest.raises(ValueError, match="missing"):
        luck.arrange(games(3, deals=4, dice=2).query("game != 7"), ("a", "b", "c"), 2)


def test_a_margin_owes_nothing_to_what_a_deal_gives_to_all():
    rng = np.random.default_rng(4)
    frame = games(3, deals=200, dice=2)
    frame["vp"] += (rng.normal(0, 50, 200)[frame["game"] // 6]).round()
    played = luck.arrange(frame, ("a", "b", "c"), 2)
    rows = luck.analyse_luck(played, "rules", replicates=20)
    rows = rows[rows["source"] == "deal"].query("kind == 'source'").set_index("outcome")
    assert rows["variance"]["margin"] == pytest.approx(0, abs=1e-9)
    assert rows["estimate"]["vp"] > 0.5


def test_the_lead_that_wins_two_games_of_three_follows_the_spread():
    """For normal differences of standard deviation 20 it is 0.4307 x 20 VP, wherever they lie.

    Three standard deviations of a share of 0.95 in 200 replications are 0.046.
    """
    truth = 0.4307 * 20
    rng = np.random.default_rng(5)
    rows = games(2, deals=250, dice=2)
    better = (rows["seat"] + rows["game"]) % 2
    found = []
    for seed in range(200):
        rows["vp"] = rng.normal(0, 20 / np.sqrt(2), len(rows)) + 7 * better
        played = luck.arrange(rows, ("a", "b"), 2)
        found.append(luck.lead_for(played, 2 / 3, replicates=100, seed=seed))
    frame = pd.DataFrame(found)
    assert frame["estimate"].mean() == pytest.approx(truth, abs=0.2)
    covered = ((frame["low"] <= truth) & (truth <= frame["high"])).mean()
    assert abs(covered - 0.95) < 0.056


def test_the_first_players_wins_are_counted_at_both_seats():
    """The first wins three games of four, more often on one seat than on the other."""
    rng = np.random.default_rng(6)
    rows = games(2, deals=400, dice=2)
    first = (rows["seat"] + rows["game"]) % 2 == 0
    chance = np.where(rows["seat"] == 0, 0.85, 0.65)
    won = dict(zip(rows["game"][first], rng.random(first.sum()) < chance[first], strict=True))
    of_first = rows["game"].map(won).astype(float)
    rows["win"] = np.where(first, of_first, 1 - of_first)
    found = luck.wins_of_first(luck.arrange(rows, ("a", "b"), 2), replicates=500)
    assert found["win"] == pytest.approx(np.mean(list(won.values())))
    assert found["win_low"] < 0.75 < found["win_high"]
    assert 0.02 < found["win_high"] - found["win_low"] < 0.06
