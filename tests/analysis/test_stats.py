"""The estimators at the bottom: coverage, clustering, pairing, multiple tests, known values."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from analysis.base import stats

REPLICATIONS = 3000
# Three standard deviations of a share of 0.95 in 3000 replications are 0.012; the normal
# interval itself is short by about 0.002 with 200 clusters.
TOLERANCE = 0.014


def moments(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Sums and products of cluster values x (R, G, K)."""
    return x.sum(axis=1), np.einsum("rgi,rgj->rij", x, x)


def two_groups(effect: float, correlation: float, seed: int = 1) -> np.ndarray:
    """n1, y1, n0, y0 (R, G, 4): games of 4 seats with common luck, each seat treated with 0.3."""
    rng = np.random.default_rng(seed)
    shape = (REPLICATIONS, 200, 4)
    shared = rng.normal(0, np.sqrt(correlation), (*shape[:2], 1))
    y = 10 + shared + rng.normal(0, np.sqrt(1 - correlation), shape)
    treated = rng.random(shape) < 0.3
    y = y + effect * treated
    return np.stack(
        [treated.sum(2), (y * treated).sum(2), (~treated).sum(2), (y * ~treated).sum(2)], axis=2
    )


@pytest.mark.parametrize(("effect", "correlation"), [(0.0, 0.0), (0.0, 0.6), (0.5, 0.6)])
def test_intervals_of_a_difference_cover_as_often_as_they_say(effect, correlation):
    estimate = stats.difference(*moments(two_groups(effect, correlation)), 200)
    low, high = estimate.interval()
    covered = np.mean((low < effect) & (effect < high))
    assert abs(covered - 0.95) < TOLERANCE
    assert estimate.value.mean() == pytest.approx(effect, abs=0.01)


def test_p_values_of_no_effect_are_uniform():
    estimate = stats.difference(*moments(two_groups(0.0, 0.5)), 200)
    assert abs(np.mean(estimate.p < 0.05) - 0.05) < TOLERANCE


def test_a_ratio_covers_when_cluster_sizes_vary_with_the_outcome():
    rng = np.random.default_rng(2)
    size = rng.integers(1, 5, (REPLICATIONS, 200))
    y = size * (2.0 + size) + rng.normal(0, 2, size.shape)
    truth = np.mean([s * (2.0 + s) for s in (1, 2, 3, 4)]) / 2.5
    low, high = stats.ratio(*moments(np.stack([size, y], axis=2)), 200).interval()
    assert abs(np.mean((low < truth) & (truth < high)) - 0.95) < TOLERANCE


def test_clustering_widens_intervals_when_seats_of_a_game_share_their_luck():
    """A mean over all seats: with correlation r among 4 seats the variance grows by 1 + 3 r."""
    groups = two_groups(0.0, 0.6)
    total = np.stack([groups[..., 0] + groups[..., 2], groups[..., 1] + groups[..., 3]], axis=2)
    clustered = stats.ratio(*moments(total), 200).se.mean()
    as_if_independent = 1 / np.sqrt(200 * 4)
    assert clustered / as_if_independent == pytest.approx(np.sqrt(1 + 3 * 0.6), rel=0.03)


def test_contrasts_within_games_gain_from_shared_luck():
    independent = stats.difference(*moments(two_groups(0.0, 0.0)), 200).se.mean()
    shared = stats.difference(*moments(two_groups(0.0, 0.6)), 200).se.mean()
    assert shared < independent


def test_difference_equals_welch_for_clusters_of_one():
    rng = np.random.default_rng(3)
    a, b = rng.normal(1, 1, 300), rng.normal(0, 2, 500)
    x = np.zeros((1, 800, 4))
    x[0, :300, 0], x[0, :300, 1] = 1, a
    x[0, 300:, 2], x[0, 300:, 3] = 1, b
    estimate = stats.difference(*moments(x), 800)
    welch = scipy_stats.ttest_ind(a, b, equal_var=False)
    assert estimate.value[0] == pytest.approx(a.mean() - b.mean())
    assert estimate.value[0] / estimate.se[0] == pytest.approx(welch.statistic, rel=0.01)


def test_paired_mean_is_the_paired_t_statistic():
    rng = np.random.default_rng(4)
    a = rng.normal(0, 1, 400)
    b = a + rng.normal(0.1, 0.3, 400)
    estimate = stats.paired_mean(*moments(np.stack([a, b], axis=1)[None]), 400)
    paired = scipy_stats.ttest_rel(b, a)
    assert estimate.value[0] / estimate.se[0] == pytest.approx(paired.statistic)


def test_pairing_gains_what_the_correlation_promises():
    rng = np.random.default_rng(5)
    a = rng.normal(0, 1, 50_000)
    b = 0.9 * a + np.sqrt(1 - 0.81) * rng.normal(0, 1, 50_000)
    sums, products = moments(np.stack([a, b], axis=1)[None])
    found = stats.pairing(stats.covariance(sums, products, 50_000), 50_000)
    assert found.correlation_low[0] < 0.9 < found.correlation_high[0]
    assert found.gain_low[0] < 1 / (1 - 0.9) < found.gain_high[0]


def test_change_of_difference_covers_under_pairing():
    before, after = two_groups(0.2, 0.5, seed=6), two_groups(0.2, 0.5, seed=6)
    rng = np.random.default_rng(7)
    after[..., 1] += 0.4 * after[..., 0] + rng.normal(0, 0.2, after.shape[:2])
    estimate = stats.change_of_difference(*moments(np.concatenate([before, after], 2)), 200)
    low, high = estimate.interval()
    assert abs(np.mean((low < 0.4) & (high > 0.4)) - 0.95) < TOLERANCE
    alone = stats.difference(*moments(after), 200)
    assert estimate.se.mean() < alone.se.mean() / 2


def test_small_groups_give_no_result():
    x = np.ones((1, 10, 4))
    estimate = stats.difference(*moments(x), 10)
    assert np.isnan(estimate.value[0])
    assert np.isnan(estimate.p[0])


def test_wilson_against_published_values():
    """Newcombe (1998), Statistics in Medicine 17, table I: 81/263, 15/148, 0/20, 1/29."""
    low, high = stats.wilson([81, 15, 0, 1], [263, 148, 20, 29])
    assert np.round(low, 4).tolist() == [0.2553, 0.0624, 0.0, 0.0061]
    assert np.round(high, 4).tolist() == [0.3662, 0.1605, 0.1611, 0.1718]


def test_a_share_of_none_or_all_has_an_interval_that_ends_there_exactly():
    trials = np.arange(1, 500)
    assert (stats.wilson(np.zeros(499), trials)[0] == 0).all()
    assert (stats.wilson(trials, trials)[1] == 1).all()
    assert np.isnan(stats.wilson([0], [0])).all()


def test_benjamini_hochberg_controls_false_discoveries():
    """40 of 48 tests are null: the mean share of false ones among the marked is 0.05 * 40/48."""
    rng = np.random.default_rng(8)
    shares, power = [], []
    for _ in range(600):
        z = rng.normal(0, 1, 48)
        z[:8] += 4.0
        q = stats.benjamini_hochberg(2 * scipy_stats.norm.sf(np.abs(z)))
        marked = q < 0.05
        shares.append(marked[8:].sum() / max(marked.sum(), 1))
        power.append(marked[:8].mean())
    assert np.mean(shares) < 0.05
    assert np.mean(power) > 0.7


def test_benjamini_hochberg_by_hand_and_without_what_is_unknown():
    q = stats.benjamini_hochberg([0.01, np.nan, 0.04, 0.03, 0.2])
    assert np.allclose(q, [0.04, np.nan, 0.16 / 3, 0.16 / 3, 0.2], equal_nan=True)


def test_wald_test_is_pearsons_for_single_winners():
    """With one winner a game and the null covariance nearly true, both statistics agree."""
    wins = np.array([5100.0, 4950.0, 4950.0, 5000.0])
    games = wins.sum()
    share = wins / games
    cov = (np.diag(share) - np.outer(share, share)) / games
    statistic, p = stats.wald_test(share - 0.25, cov, rank=3)
    pearson = scipy_stats.chisquare(wins)
    assert statistic == pytest.approx(pearson.statistic, rel=0.02)
    assert p == pytest.approx(pearson.pvalue, abs=0.01)


def test_simultaneous_intervals_cover_all_cards_together():
    rng = np.random.default_rng(9)
    z = rng.normal(0, 1, (4000, 48))
    estimate = stats.Estimate(z, np.ones_like(z))
    low, high = estimate.interval(stats.simultaneous_level(48))
    assert abs(np.mean(((low < 0) & (high > 0)).all(axis=1)) - 0.951) < 0.012


def test_rank_correlation_covers():
    """Rank correlation of a normal pair with correlation r is 6 / pi * asin(r / 2)."""
    rng = np.random.default_rng(10)
    truth = 6 / np.pi * np.arcsin(0.25)
    covered = 0
    for _ in range(800):
        a = rng.normal(0, 1, 48)
        b = 0.5 * a + np.sqrt(0.75) * rng.normal(0, 1, 48)
        _, low, high, pairs = stats.rank_correlation(a, b)
        covered += low < truth < high
    assert pairs == 48
    # Three standard deviations of a share of 0.95 in 800 replications.
    assert abs(covered / 800 - 0.95) < 0.024


def test_few_differing_deals_give_no_interval():
    """Without the guard, intervals from few deals that differ cover far too seldom."""
    rng = np.random.default_rng(1)
    deals, replications = 1_000, 3_000
    for expected in (5, 60):
        counts = np.fmax(1, rng.binomial(deals, expected / deals, replications))
        covered, shown = 0, 0
        for n in counts:
            values = np.zeros(deals)
            values[:n] = rng.exponential(5, n)
            plain = stats.Estimate(values.mean(), values.std(ddof=1) / np.sqrt(deals))
            low, high = stats.where_enough_differ(plain, n).interval()
            shown += bool(np.isfinite(low))
            covered += bool(low <= 5 * expected / deals <= high)
        assert shown == (0 if expected == 5 else replications)
        assert covered >= 0.92 * shown
    none = stats.where_enough_differ(stats.Estimate(np.zeros(1), np.zeros(1)), 0)
    assert none.se[0] == 0


@pytest.mark.parametrize("chance", [0.0005, 0.003, 0.01, 0.03])
def test_bounds_of_few_differing_deals_cover(chance):
    """1,000 deals of which 0.5 to 30 differ, by 1 to 20 VP and nearly always upwards.

    Normal intervals from them cover 40 to 92%: nobody would stay within their error by chance.
    """
    rng = np.random.default_rng(2)
    deals, replications, reach = 1_000, 2_000, 20
    sizes, odds = np.array([1.0, 20.0, -1.0]), np.array([0.7, 0.2, 0.1])
    found = rng.multinomial(deals, [*(chance * odds), 1 - chance], replications)[:, :3]
    low, high = stats.bounds_of_few(found[:, :2].sum(axis=1), found[:, 2], deals, reach)
    truth = chance * odds @ sizes
    assert ((low <= truth) & (truth <= high)).mean() >= 0.95
    assert high.max() < 1.5  # and still says something


def test_where_all_of_few_deals_differ_they_may_all():
    """Ten deals of ten: none need have been alike, and the other end is Clopper & Pearson's."""
    low, high = stats.bounds_of_few([10, 0], [0, 10], 10, 4.0)
    none = 4 * scipy_stats.binomtest(0, 10).proportion_ci().high
    assert high == pytest.approx([4, none])
    assert low == pytest.approx([-none, -4])
