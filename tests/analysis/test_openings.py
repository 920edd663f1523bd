"""An opening that was planted as a mistake is called one, and none is where nothing was planted."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from numpy.random import default_rng

from analysis.course.opening import KINDS, MISTAKE, STRONG, opening_frame, room_words

OPENINGS = np.array([f"die {face}" for face in range(1, 6)])


def frame_of(cost: float, deals: int = 1500, luck: float = 0.0) -> pd.DataFrame:
    """What is found of games of two seats, four a deal: "die 1" costs so many wins; luck: of a
    deal, in which both seats open with "die 2" the more."""
    rng = default_rng(3)
    rows = []
    for deal in range(deals):
        for repeat in range(4):
            mine = rng.integers(len(OPENINGS), size=2)
            mine = np.where(rng.random(2) < luck, 1, mine)
            edge = cost * ((mine[1] == 0).astype(float) - (mine[0] == 0))
            first = float(rng.random() < 0.5 + edge)
            wins = first, 1 - first
            rows += [(4 * deal + repeat, deal, seat, wins[seat], OPENINGS[mine[seat]])
                     for seat in range(2)]  # fmt: skip
    seats = pd.DataFrame(rows, columns=["game", "deal", "seat", "win", "name"])
    openings = pd.DataFrame(dict.fromkeys(KINDS, seats["name"]))
    found = opening_frame(seats, openings, default_rng(0))
    return found[found["kind"] == "face"].set_index("name")


def test_a_planted_mistake_is_called_one_and_its_cost_is_covered():
    found = frame_of(0.15)
    mine = found.loc["die 1"]
    assert mine["verdict"] == MISTAKE
    assert mine["low"] < -0.15 * 0.8 < mine["high"]  # against the average, of which it is a fifth
    assert mine["near"] < 0.01
    assert MISTAKE not in set(found.drop(index="die 1")["verdict"])
    assert found["best_near"].iloc[0] == pytest.approx(3, abs=1.1)


def test_no_opening_is_called_a_mistake_where_none_was_planted():
    found = frame_of(0.0, luck=0.3)
    assert not set(found["verdict"]) & {MISTAKE, STRONG}


def test_rooms_are_written_as_floor_and_column():
    assert room_words(0b1000011) == "1.1 1.2 2.2"
    assert room_words(0) == "none"
