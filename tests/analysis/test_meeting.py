"""Who beats whom, on planted matrices: a dominant player, rock-paper-scissors, nothing at all."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.players.meeting import cycles, equilibrium, meets, mixture

NAMES = ["a", "b", "c", "d"]


def planted(payoff: np.ndarray, deals: int = 2000, seed: int = 1) -> np.ndarray:
    """Two games a deal of each pair, which the row wins by half and the payoff."""
    rng = np.random.default_rng(seed)
    scores = rng.binomial(2, 0.5 + payoff, (deals, *payoff.shape)) / 2
    for i in range(len(payoff)):
        for j in range(i):
            scores[:, i, j] = 1 - scores[:, j, i]
    return scores


DOMINANT = np.zeros((4, 4))
DOMINANT[0, 1:], DOMINANT[1:, 0] = 0.15, -0.15
CYCLE = np.zeros((4, 4))
for _i, _j in ((0, 1), (1, 2), (2, 0)):
    CYCLE[_i, _j], CYCLE[_j, _i] = 0.15, -0.15
CYCLE[3, :3], CYCLE[:3, 3] = -0.15, 0.15
NOTHING = np.zeros((4, 4))


@pytest.mark.parametrize(
    ("payoff", "shares"),
    [(DOMINANT, [1, 0, 0, 0]), (CYCLE, [1 / 3, 1 / 3, 1 / 3, 0]), (NOTHING, [0.25] * 4)],
)
def test_the_equilibrium_of_maximum_entropy(payoff, shares):
    assert equilibrium(payoff) == pytest.approx(shares, abs=2e-3)


def test_nobody_wins_against_an_equilibrium():
    rng = np.random.default_rng(3)
    for _ in range(50):
        half = rng.normal(0, 0.1, (6, 6))
        payoff = half - half.T
        found = equilibrium(payoff)
        assert found.sum() == pytest.approx(1)
        assert (payoff @ found).max() < 1e-4


def test_copies_share_the_part_of_the_original():
    twice = CYCLE[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    assert equilibrium(twice) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=2e-3)


def test_a_dominant_player_is_all_that_survives():
    found = mixture(planted(DOMINANT), NAMES)
    assert found["beats_all"][0] > 0.99
    assert list(found["survives"] > 0.5) == [True, False, False, False]
    assert not cycles(planted(DOMINANT), NAMES)["decided"].any()


def test_rock_paper_scissors_is_a_cycle_and_all_three_survive():
    scores = planted(CYCLE)
    found = cycles(scores, NAMES)
    assert list(found["decided"]) == [True] + [False] * (len(found) - 1)
    assert tuple(found.loc[0, ["a", "b", "c"]]) == ("a", "b", "c")
    assert list(mixture(scores, NAMES)["survives"] > 0.9) == [True, True, True, False]


def test_nothing_is_neither_a_cycle_nor_dominant():
    alarms = 0
    for seed in range(60):
        scores = planted(NOTHING, 200, seed)
        alarms += bool(cycles(scores, NAMES)["decided"].any())
        alarms += bool((mixture(scores[:2], NAMES)["beats_all"] > 0.97).any()) if seed < 3 else 0
    assert alarms <= 5


def test_the_matrix_is_wins_above_half_with_intervals_that_cover():
    hits = []
    for seed in range(200):
        found = meets(planted(DOMINANT, 100, seed), NAMES).set_index(["name", "against"])
        row = found.loc[("a", "b")]
        hits.append(row["wins_low"] <= 0.15 <= row["wins_high"])
        assert row["wins"] == pytest.approx(-found.loc[("b", "a"), "wins"])
    assert np.mean(hits) == pytest.approx(0.95, abs=0.05)


def test_who_wins_every_deal_surely_beats_the_other():
    always = np.full((20, 3, 3), 0.5)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        always[:, i, j], always[:, j, i] = 1, 0
    assert cycles(always, NAMES[:3])["decided"].tolist() == [True, False]
    found = mixture(always[:, :2, :2], NAMES[:2])
    assert found["beats_all"].tolist() == pytest.approx([1, 0], abs=1e-5)
    assert mixture(always[:2, :2, :2], NAMES[:2])["beats_all"][0] == 7 / 8  # two wins are few
