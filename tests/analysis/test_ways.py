"""Ways of play are found where they were planted and nowhere else, and win what they were given."""

from __future__ import annotations

from typing import get_args

import numpy as np
import pandas as pd
import pytest
from numpy.random import Generator, default_rng

from analysis.course import clusters, ways
from analysis.course.play import axes_of
from analysis.studies.questions import WaysPartName
from analysis.studies.ways.study import PARTS

AXES = 6


def spots(rng: Generator, rows: int, apart: float) -> tuple[np.ndarray, np.ndarray]:
    """Rows around three centres that are so far apart, and their centre."""
    of = rng.integers(3, size=rows)
    centres = apart * np.eye(AXES)[:3]
    return centres[of] + rng.standard_normal((rows, AXES)), of


def long_cloud(rng: Generator, rows: int) -> np.ndarray:
    """Rows of one cloud in which all axes go together."""
    return rng.standard_normal((rows, 1)) * 2 + rng.standard_normal((rows, AXES))


def test_planted_groups_are_found_again_and_are_apart():
    rng = default_rng(1)
    x, of = spots(rng, 900, 7.0)
    tried = clusters.tried(x, np.arange(900) // 4, rng)
    assert clusters.chosen(tried) == 3
    assert next(one for one in tried if one.k == 3).separate
    assert clusters.rand_index(clusters.labels_of(x, clusters.grouped(x, 3, rng)), of) > 0.95


def test_no_groups_are_found_in_noise():
    rng = default_rng(2)
    tried = clusters.tried(rng.standard_normal((900, AXES)), np.arange(900) // 4, rng)
    assert clusters.chosen(tried) == 1


def test_the_ends_of_one_long_cloud_are_not_apart():
    rng = default_rng(3)
    tried = clusters.tried(long_cloud(rng, 900), np.arange(900) // 4, rng)
    assert not any(one.separate for one in tried)


def test_the_index_is_1_for_the_same_groups_by_other_names_and_0_by_chance():
    rng = default_rng(4)
    a = rng.integers(4, size=4000)
    assert clusters.rand_index(a, (a + 1) % 4) == pytest.approx(1)
    assert clusters.rand_index(a, rng.integers(4, size=4000)) == pytest.approx(0, abs=0.01)


def planted(
    rng: Generator, deals: int, *, gain: float = 0.0, dealt: float = 0.0, players: int = 2
) -> ways.TableSeats:
    """Seats of games of which each deal has four: half of them have many staff cards, VP by them,
    and pass less.

    gain: wins that this way adds; dealt: VP that a seat has by its deal, which makes that way more
    likely and wins more, too.
    """
    rows = []
    for deal in range(deals):
        luck = rng.standard_normal(players)
        for repeat in range(4):
            staff = rng.random(players) < 1 / (1 + np.exp(-2 * luck * (dealt > 0)))
            strength = 6 * gain * staff + dealt * luck + rng.standard_normal(players)
            win = (strength == strength.max()).astype(float)
            for seat in range(players):
                vp = rng.normal(20, 3, size=5)
                vp[1] += 25 * staff[seat]
                rows.append((deal, 4 * deal + repeat, seat, win[seat], *vp, staff[seat]))
    names = ["deal", "game", "seat", "win", "vp_guests", "vp_staff", "vp_politics",
             "vp_emperor_track", "vp_cells", "staff"]  # fmt: skip
    seats = pd.DataFrame(rows, columns=names).assign(seed=1, vp=100, lead=0.0)
    for name in ("vp_emperor_tiles", "vp_occupancy", "vp_floors"):
        seats[name] = 0
    for name in ("occupied", "occupied_blue", "occupied_red", "occupied_yellow", "staff_in_play",
                 "orders", "guests_housed", "passes", "staff_early", "strengthened",
                 "guest_krones", "krones", "guests_blue", "guests_red", "guests_yellow",
                 "guests_green"):  # fmt: skip
        seats[name] = 5
    seats["staff_in_play"] = 3 + 4 * seats["staff"] + rng.integers(3, size=len(seats))
    seats["passes"] = 2 * (1 - seats["staff"]) + rng.integers(2, size=len(seats))
    return ways.TableSeats(players, "planner", seats)


def way_of_staff(frame: pd.DataFrame) -> pd.Series:
    """The row of the way that has most by staff."""
    return frame[frame["name"].str.contains("^staff|many staff")].iloc[0]


def test_a_planted_way_is_found_named_and_its_gain_is_covered():
    found = ways.group([planted(default_rng(5), 150, gain=0.3)], default_rng(0))
    assert len(found.called) == 2
    mine = way_of_staff(ways.ways_frame(found, 0))
    assert mine["played"] == pytest.approx(0.5, abs=0.05)
    assert mine["within_low"] > 0
    assert mine["verdict"] == ways.BETTER
    truth = found.tables[0].seats["staff"].to_numpy().astype(int)
    assert clusters.rand_index(found.labels, truth) > 0.95


def test_what_the_deal_suggests_is_not_counted_as_a_gain_of_the_way():
    """A deal that makes the way likely and wins anyway: the own comparison is fooled, that within
    the deal is not."""
    found = ways.group([planted(default_rng(6), 300, dealt=1.5)], default_rng(0))
    mine = way_of_staff(ways.ways_frame(found, 0))
    assert mine["own_low"] > 0.05
    assert mine["within_low"] < 0 < mine["within_high"]
    assert mine["fixed_low"] > 0.1


def test_nothing_is_suggested_and_nothing_pays_where_nothing_was_planted():
    table = planted(default_rng(7), 150)
    frame = ways.ways_frame(ways.group([table], default_rng(0)), 0)
    mine = way_of_staff(frame)
    assert mine["within_low"] < 0 < mine["within_high"]
    assert mine["fixed_low"] < 0.03
    assert ways.BETTER not in set(frame["verdict"])
    axes = ways.axes_frame(table).set_index("axis")
    assert axes.loc["staff", "within_low"] < 0 < axes.loc["staff", "within_high"]


def test_a_source_decides_where_having_it_wins_and_nowhere_else():
    for gain, deciding in ((1.0, ["staff"]), (0.0, [])):
        axes = ways.axes_frame(planted(default_rng(8), 150, gain=gain))
        assert list(ways.deciding(axes)["axis"]) == deciding


def test_intervals_within_deals_cover_as_often_as_they_say():
    inside = 0
    for seed in range(60):
        seats = planted(default_rng(100 + seed), 60, dealt=1.0).seats
        one_hot = np.eye(2)[seats["staff"].to_numpy().astype(int)]
        deals = seats["deal"].to_numpy()
        found = ways.contrasts(
            seats["win"].to_numpy(), one_hot, deals * 2 + seats["seat"].to_numpy(), deals
        )
        low, high = found.interval()
        inside += int(low[1] < 0 < high[1])
    assert inside >= 52  # of 60 at 95%, a chance of 1 in 1000 to have fewer


def test_seats_without_groups_are_named_by_what_they_lean_to():
    rng = default_rng(8)
    table = planted(rng, 100)
    noise = rng.normal(20, 3, len(table.seats))
    seats = table.seats.assign(vp_staff=noise, staff_in_play=5, passes=1)
    found = ways.group([ways.TableSeats(2, "planner", seats)], default_rng(0))
    assert not any(one.found for one in found.tried)
    assert set(found.called) == {"guests", "staff", "politics", "the emperor"}
    traits = ways.traits_frame(found, 0)
    mine = traits[(traits["way"] == found.called.index("staff") + 1) & (traits["axis"] == "staff")]
    assert float(mine["apart"].iloc[0]) > 0.8


def test_the_typical_game_of_a_way_was_won_by_a_seat_that_went_it():
    table = planted(default_rng(9), 100, gain=0.2)
    found = ways.group([table], default_rng(0))
    typical = ways.typical_frame(found, 0).set_index("way")
    assert len(typical) == 2
    for way, row in typical.iterrows():
        seat = table.seats[
            (table.seats["game"] == row["game"]) & (table.seats["seat"] == row["seat"])
        ].iloc[0]
        assert seat["win"] == 1
        assert bool(seat["staff"]) == (way_of_staff(ways.ways_frame(found, 0))["way"] == way)


def test_shares_of_vp_and_of_rooms_are_percent_of_small_whole_numbers():
    seats = planted(default_rng(10), 5).seats.astype({"occupied": "int8", "occupied_blue": "int8"})
    seats.loc[0, ["occupied", "occupied_blue"]] = 18, 9
    assert axes_of(seats)["blue"][0] == pytest.approx(50)


def test_each_part_that_can_be_asked_is_there():
    assert get_args(WaysPartName) == tuple(PARTS)
