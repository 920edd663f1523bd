"""The parts of the study of ways that play tastes: what they give, and that they continue."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from analysis.studies.frames import columns_of
from analysis.studies.questions import WayName, WaysSettings
from analysis.studies.ways import space
from analysis.studies.ways.part import WaysAsked
from analysis.studies.ways.study import Ways, WaysStudy
from analysis.studies.ways.tastes import WAYS
from model import load_ruleset
from reports.tables import insisting
from simulate.base.tastes import TASTES, stem_of, tastes_of
from simulate.fingerprint import fingerprint
from simulate.policies import get
from tests.planted_ways import BEFORE, SOURCES, Case, cases_of, times


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ways")


def as_declared(found: Ways, *names: str) -> bool:
    """Do frames have the columns under which an answer is kept?"""
    return all(columns_of(Ways, name).are_of(getattr(found, name)) for name in names)


def asked(data: Path, parts: tuple[str, ...], players: tuple[int, ...] = (2,)) -> Ways:
    settings = WaysSettings(
        players=players, parts=parts, tastes=("staff",), deals=10, rounds=1  # type: ignore[arg-type]
    )  # fmt: skip
    return WaysStudy(settings, data).answer(1, Console(quiet=True))


def test_every_way_can_be_asked_and_every_taste_has_a_way():
    assert get_args(WayName) == tuple(way.id for way in WAYS)
    assert {way.taste for way in WAYS} == set(TASTES)
    for way in WAYS:
        for strength in way.strengths:
            assert tastes_of(get(way.name("planner", strength)).name)[1] == {way.taste: strength}


def test_a_way_on_top_of_a_taste_adds_to_it():
    staff = next(way for way in WAYS if way.id == "staff")
    assert staff.name("planner+red=1", 2) == "planner+staff=2+red=1"
    assert staff.name("planner+staff=1", 2) == "planner+staff=3"


def test_insisting_on_staff_plays_more_staff(data: Path):
    found = asked(data, ("insist",))
    assert list(found.curves["strength"]) == [2, 5, 12, 30]
    assert found.curves["more"].iloc[-1] > 0.3
    assert len(found.insist) == 1
    assert "many staff cards" in insisting.summary(found)[0]
    assert [table.rows for table in insisting.shown(found)]
    assert as_declared(found, "curves", "insist")
    again = asked(data, ("insist",))
    pd.testing.assert_frame_equal(found.curves, again.curves)


def test_ways_meet_on_fresh_deals(data: Path):
    found = asked(data, ("insist", "meet"))
    assert set(found.meets["name"]) == {"planner", found.insist["name"].iloc[0]}
    assert found.meets["wins"].sum() == pytest.approx(0)
    assert found.equilibrium["share"].sum() == pytest.approx(1)
    assert as_declared(found, "meets", "equilibrium", "cycles")
    assert insisting.summary(found)


@pytest.mark.long
def test_crowded_tables_with_three_players(data: Path):
    found = asked(data, ("insist", "meet"), (3,))
    assert list(found.crowding["followers"]) == [0, 1]
    assert as_declared(found, "crowding")
    assert insisting.shown(found)


@pytest.mark.long
def test_the_search_continues_where_it_was_stopped(data: Path):
    found = asked(data, ("space",))
    assert len(found.cells[found.cells["map"] == 0]) > 3
    assert {stem_of(name) for name in found.cells["name"]} == {"planner"}
    assert as_declared(found, "cells", "plateau")
    again = asked(data, ("space",))
    pd.testing.assert_frame_equal(found.cells, again.cells)
    assert insisting.summary(found)


def test_a_candidate_is_spelled_with_the_strengths_that_matter():
    candidate = np.zeros(len(TASTES))
    assert space.named("planner", candidate) == "planner"
    candidate[0], candidate[1] = 1.0, 0.01
    assert tastes_of(space.named("planner", candidate))[1] == {"staff": float(space.SCALES[0])}


def test_cells_most_of_which_win_are_a_wide_plateau():
    def verdict(*within: float) -> str:
        cells = pd.DataFrame({"map": 0, "x_axis": "x", "y_axis": "y", "within": within})
        nothing = np.zeros(0)
        searched = space.Searched([], nothing, nothing, nothing, nothing)
        return str(space.plateau_of(cells, searched)["verdict"])

    assert verdict(1, 1, 1, 0) == space.WIDE
    assert verdict(1, 0, 0, 0) == space.PEAK
    assert verdict(1, 0.5, 0.6, 0.4) == space.OPEN


def test_patches_multiply_all_values_of_a_source():
    doubled = times(2, SOURCES["emperor"])
    assert doubled["tracks.emperor_overflow_vp"] == 2
    assert doubled["tracks.emperor_vp"][13] == 18
    assert not any(times(0, SOURCES["politics"])["politics.places"])


def test_a_table_that_plays_on_as_before_a_patch_counts_what_was_printed():
    assert Case("politics", "doubled", BEFORE).player == "planner+politics=-10"
    assert Case("politics", "removed", BEFORE).player == "planner+politics=10"
    assert Case("emperor", "doubled").player == "planner"
    assert cases_of("emperor")[0] == Case("emperor", "true rules")


def test_a_way_of_which_nobody_can_get_more_is_not_said_to_cost_too_much():
    curves = pd.DataFrame({"taste": ["red", "red", "blue"], "more_high": [0.2, 0.4, 0.7]})
    assert insisting.out_of_reach(curves) == ["red"]


def test_only_who_is_left_in_nearly_all_replicates_is_said_to_be_played_in_equilibrium():
    rows = pd.DataFrame({"label": ["red", "blue"], "beats_all": [0.4, 0.0], "survives": [0.9, 0.4]})
    assert "it is open which ways are left in equilibrium" in insisting.equilibrium_words(
        rows, rows[:0]
    )
    sure = rows.assign(survives=[0.99, 0.4])
    assert "in equilibrium red is played" in insisting.equilibrium_words(sure, rows[:0])


def test_what_takes_long_is_asked_at_the_smallest_table_alone(data: Path):
    settings = WaysSettings(players=(4, 3), juries=("planner", "expert"))
    asked_of = WaysAsked(settings, load_ruleset("revised-2021"), data)
    assert asked_of.smallest == (3, "planner")
    assert asked_of.contests == [(4, "planner"), (3, "planner"), (3, "expert")]


def test_other_rules_and_juries_are_measured_on_the_same_ways(data: Path):
    settings = WaysSettings(
        players=(2,), parts=("insist", "elsewhere"), tastes=("staff",), deals=10,
        juries=("planner", "planner+red=1"),
        others=("original-2015", "revised-2021 (boards=day)"),
    )  # fmt: skip
    found = WaysStudy(settings, data).answer(1, Console(quiet=True))
    assert list(found.elsewhere["rules"]) == list(settings.others)
    assert list(found.widened["rules"]) == list(settings.others)
    assert list(found.agreement["jury"]) == ["planner+red=1"]
    assert as_declared(found, "elsewhere", "widened", "agreement")
    assert insisting.summary(found)
    assert all(table.rows for table in insisting.shown(found))


def test_an_answer_under_options_can_be_kept(data: Path):
    settings = WaysSettings(others=("original-2015", "revised-2021 (boards=day)"))
    assert {"revised-2021", "original-2015"} <= set(fingerprint(WaysStudy(settings, data).parts()))
