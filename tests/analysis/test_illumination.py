"""The search for the best of every kind, on planted landscapes: a wide plateau, a peak."""

from __future__ import annotations

import numpy as np

from analysis.players.illumination import Grid, Illumination

GRID = Grid((-2.0, -2.0), (2.0, 2.0), 8)


def illuminated(height, rounds: int = 30, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """Elites' wins and measures where a candidate's first two numbers are its measures."""
    search = Illumination(GRID, np.vstack([np.zeros(4), np.eye(4), -np.eye(4)]), 24, seed)
    for _ in range(rounds):
        asked = search.ask()
        search.tell(asked, height(asked), asked[:, :2])
    _, wins, measures = search.elites()
    return wins, measures


def test_it_fills_the_cells_and_finds_the_best_of_each():
    wins, measures = illuminated(lambda x: -np.abs(x[:, 2:]).sum(axis=1))
    assert len(wins) > 0.9 * 64
    assert np.median(wins) > -0.25  # what does not matter to a cell is near its best
    assert len({tuple(one) for one in GRID.cell(measures)}) == len(wins)


def test_a_plateau_is_wide_and_a_peak_is_not():
    def near(height):
        wins, _ = illuminated(height)
        return (wins > wins.max() - 0.03).sum()

    flat = near(lambda x: 0.0 * x[:, 0])
    peak = near(lambda x: -0.1 * (x**2).sum(axis=1))
    assert flat > 50
    assert peak < 12


def test_the_same_seed_searches_the_same():
    first, again, other = (
        illuminated(lambda x: -(x**2).sum(axis=1), 3, seed)[0] for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_what_lies_beyond_the_grid_belongs_to_its_outer_cells():
    assert GRID.cell(np.array([[-9.0, 9.0], [-2.0, 1.99]])).tolist() == [[0, 7], [0, 7]]
    low, high = GRID.ends((0, 7))
    assert (low[0], high[1]) == (-2.0, 2.0)
