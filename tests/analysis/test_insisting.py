"""What insisting costs, on planted deals: a dominant way, a viable one, a costly one, nothing."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.players.insisting import DOMINANT, NOT, OPEN, VIABLE, Point, measured, verdicts


def planted(wins: float, more: float, deals: int = 4000, seed: int = 1, sign: int = 1) -> Point:
    """A player that wins so much above half on mirrored deals and has so much more, in SDs."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=deals)
    win = np.clip(rng.binomial(2, 0.5 + wins, deals) / 2, 0, 1)
    return Point(
        win, 150 + luck, sign * (3 * more) + luck, 150 + luck, luck + rng.normal(0, 1, deals), 3.0,
        sign,
    )  # fmt: skip


def curve(way: str, *points: Point) -> pd.DataFrame:
    rows = [{"taste": way, "strength": float(i), "name": f"{way}{i}", **measured(point, 2)}
            for i, point in enumerate(points)]  # fmt: skip
    return pd.DataFrame(rows)


def verdict_of(*points: Point) -> str:
    return str(verdicts(curve("it", *points))["verdict"].iloc[0])


def test_planted_ways_are_found():
    assert verdict_of(planted(0.08, 1.0), planted(0.0, 0.2)) == DOMINANT
    assert verdict_of(planted(0.0, 0.2), planted(0.0, 1.0)) == VIABLE
    assert verdict_of(planted(0.0, 0.1), planted(-0.1, 1.0)) == NOT


def test_who_gets_no_more_of_the_thing_goes_no_way_however_much_it_wins():
    assert verdict_of(planted(0.1, 0.0)) == NOT


def test_what_wins_much_more_is_dominant_with_a_little_more_of_the_thing():
    assert verdict_of(planted(0.1, 0.2)) == DOMINANT
    assert verdict_of(planted(0.0, 0.2)) == NOT


def test_where_nobody_gets_much_more_the_strength_that_wins_most_is_shown():
    own = curve("it", planted(0.05, 0.2), planted(-0.1, 0.22))
    assert verdicts(own)["strength"].iloc[0] == 0
    far = curve("it", planted(0.05, 0.2), planted(-0.04, 0.55))
    assert verdicts(far)["strength"].iloc[0] == 1


def test_what_wants_less_is_measured_the_other_way_round():
    assert verdict_of(planted(0.0, 1.0, sign=-1)) == VIABLE


def test_a_thing_that_nobody_can_have_is_no_way():
    point = planted(0.0, 1.0)
    flat = Point(point.win, point.vp, 0 * point.vp, point.free_vp, 0 * point.vp, 0.0)
    assert verdict_of(flat) == NOT


def test_of_a_thing_that_only_a_taste_can_have_nothing_is_said():
    point = planted(0.0, 1.0)
    only = Point(point.win, point.vp, 1 + 0 * point.vp, point.free_vp, 0 * point.vp, 0.0)
    found = verdicts(curve("it", only)).iloc[0]
    assert found["verdict"] == OPEN
    assert found[["viable", "not_viable", "dominant"]].isna().all()


def test_few_deals_decide_nothing_and_say_how_many_would():
    own = curve("it", planted(0.0, 1.0, deals=60))
    found = verdicts(own).iloc[0]
    assert found["verdict"] == OPEN
    enough = verdicts(curve("it", planted(0.0, 1.0, deals=int(2 * found["settles"]), seed=2)))
    assert enough["verdict"].iloc[0] == VIABLE


def test_probabilities_are_right_as_often_as_they_say():
    """Of ways at the limit of cost, half lose more: their probabilities are uniform."""
    chances = [measured(planted(-0.03, 2.0, 400, seed), 2)["viable"] for seed in range(300)]
    assert np.mean(chances) == pytest.approx(0.5, abs=0.06)
    assert np.mean(np.array(chances) > 0.9) == pytest.approx(0.1, abs=0.06)


def test_intervals_cover():
    hits = [
        found["wins_low"] <= 0.02 <= found["wins_high"]
        for found in (measured(planted(0.02, 1.0, 300, seed), 2) for seed in range(300))
    ]
    assert np.mean(hits) == pytest.approx(0.95, abs=0.04)


def test_many_strengths_without_effect_are_not_viable_by_luck():
    """Twenty strengths that get nothing: their way is dead, not the luckiest of them."""
    points = [planted(0.0, 0.0, 300, seed) for seed in range(20)]
    assert verdict_of(*points) == NOT
