"""Deals that cannot differ are known without being played: the estimates are those of all deals."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from unittest.mock import PropertyMock, patch

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from analysis.studies.compare import Arms, CompareStudy, Comparison, Settings, plan_comparison
from model.steps import read_recipe
from simulate.playing.chosen import component_of

PATCHES = {
    "emperor_tile.C1": """id = "poor-tile"
title = "Eight VP become none"
[set]
"emperor_tile.C1.reward" = [{ do = "gain", vp = 0 }]
""",
    "politics.cards.A-krones": """id = "cheap-politics"
title = "5 krones are enough"
[set]
"politics.cards.A-krones.needs" = [{ count = "krones", at_least = 5 }]
""",
}
DEALS = 240
EXACT = ("estimate", "se", "low", "high", "p", "sim_low", "sim_high", "games", "margin", "q",
         "p_equivalent", "games_needed")  # fmt: skip


def study_of(component: str, root: Path, policy: str = "greedy") -> CompareStudy:
    file = root / "patch.toml"
    file.write_text(PATCHES[component])
    other = read_recipe("revised-2021", patches=[file])
    plan = plan_comparison(read_recipe("revised-2021"), other, "gah study compare")
    return CompareStudy(plan, Settings((2,), (policy,), DEALS, 1), root / "data")


def answer(study: CompareStudy) -> Comparison:
    return study.answer(1, Console(file=io.StringIO()))


def of_all(study: CompareStudy) -> Comparison:
    """What playing all deals shows."""
    with patch.object(Arms, "only", PropertyMock(return_value=())):
        return answer(replace(study, data=study.data.with_name("all")))


@pytest.fixture(scope="module", params=PATCHES)
def both(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    """A change of a component: the study, what some deals show, and what all show."""
    study = study_of(request.param, tmp_path_factory.mktemp("chosen"))
    return request.param, study, answer(study), of_all(study)


def test_only_deals_in_which_it_can_come_up_are_played(both):
    component, study, some, every = both
    assert study.only == some.only == (component,)
    assert every.only == ()
    assert 0.15 * DEALS < some.played[2] < 0.35 * DEALS  # one of four of its letter
    assert {run.games for run in study.runs()} == {some.played[2]}


def test_estimates_and_errors_are_those_of_all_deals(both):
    _, _, some, every = both
    assert len(some.measures) == len(every.measures)
    # Which way is better needs the share of the first seat over all deals, which is not known.
    few = np.isnan(every.measures["se"].to_numpy(float))  # bounds of few rest on what was played
    plain = (every.measures["better"] != "equal") & ~few
    assert plain.sum() > 10
    for column in EXACT:
        found, wanted = (one.measures[column].to_numpy(float) for one in (some, every))
        if column in ("low", "high"):
            found, wanted = found[~few], wanted[~few]
        assert found == pytest.approx(wanted, rel=1e-9, abs=1e-12, nan_ok=True), column
    words = [one.measures.loc[plain, "verdict"].tolist() for one in (some, every)]
    assert words[0] == words[1]
    assert some.measures[["mean_a", "mean_b", "correlation", "gain"]].isna().all(axis=None)


def test_shares_of_deals_are_those_of_all_deals(both):
    _, _, some, every = both
    for name in ("winners", "differing"):
        found, wanted = getattr(some, name), getattr(every, name)
        numbers = ["estimate", "low", "high", "changed", "games"]
        assert found[numbers].to_numpy(float) == pytest.approx(wanted[numbers].to_numpy(float))
        assert (found["changed"] > 0).any()


@pytest.mark.parametrize("component", PATCHES)
@pytest.mark.parametrize(
    "policy",
    [
        "random",
        "politician",
        pytest.param("planner", marks=pytest.mark.long),
        pytest.param("expert", marks=pytest.mark.long),
    ],
)
def test_a_deal_without_it_goes_alike_to_the_last_die(component: str, policy: str, tmp_path: Path):
    study = replace(study_of(component, tmp_path, policy), cards=False)
    study = replace(study, settings=replace(study.settings, games=40))
    played = answer(study)
    every = of_all(study)
    changed = [int(one.differing["changed"].iloc[0]) for one in (played, every)]
    assert changed[0] == changed[1]


@pytest.mark.parametrize(
    ("path", "component"),
    [
        ("emperor_tile.C1.reward.0.vp", "emperor_tile.C1"),
        ("politics.cards.A-krones.needs", "politics.cards.A-krones"),
        ("ballroom.one.top.champagne", "ballroom.one"),
        ("emperor_tile.C1.letter", ""),  # chance chooses by it
        ("politics.cards.A-krones.number", ""),
        ("emperor_tile.C1", ""),  # there or not: others lie there instead
        ("politics.places", ""),
        ("staff.17.cost", ""),
        ("guest.49.vp", ""),
    ],
)
def test_what_a_change_is_about(path: str, component: str):
    assert component_of(path) == component


def test_a_change_of_more_than_components_plays_all_deals(tmp_path: Path):
    file = tmp_path / "patch.toml"
    file.write_text(PATCHES["emperor_tile.C1"] + '"staff.17.cost" = 4\n')
    other = read_recipe("revised-2021", patches=[file])
    assert plan_comparison(read_recipe("revised-2021"), other, "").only == ()
    file.write_text(PATCHES["emperor_tile.C1"])
    hotels = "revised-2021+unique-hotels"
    other = read_recipe(hotels, patches=[file])
    assert plan_comparison(read_recipe(hotels), other, "").only == ()


def test_few_deals_without_any_that_can_differ_are_all_played(tmp_path: Path):
    study = study_of("emperor_tile.C1", tmp_path)
    with patch("analysis.studies.compare.Chosen.among", return_value=0):
        assert study.only == ()
        assert {run.games for run in study.runs()} == {DEALS}
        assert study.place == study.data


def test_frames_of_a_subset_say_so(both):
    assert isinstance(both[2].measures, pd.DataFrame)
    assert (both[2].measures["games"] == DEALS).all()
