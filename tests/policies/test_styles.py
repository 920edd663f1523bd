"""Styles: each plays sensibly, and does what its name says more than greedy does on equal deals.

Statistical tests have fixed seeds. A habit is compared with that of greedy deal by deal; `ALARM` is
the chance of a false alarm that each comparison would have had.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from model import load_ruleset
from simulate.base.roster import POLICIES
from simulate.batch import Run
from simulate.engine import codes as c
from simulate.playing.player import Player
from simulate.policies.weights import FOLDER, NAMES, read

ALARM = 1e-6
DEALS = 150
MORE_DEALS = {"politician": 800}  # cards are few, and whoever is first takes them from the other
STYLES = [one.style for one in POLICIES if one.style and not one.searches]
Habit = Callable[[np.ndarray], np.ndarray]

HABITS: dict[str, Habit] = {
    "politician": lambda rows: rows["politics_markers"],
    "guests": lambda rows: rows["vp_by"][..., c.VP_GUESTS],
    "staff": lambda rows: rows["staff_in_play"],
    "emperor": lambda rows: rows["vp_by"][..., c.VP_TRACK],
    "blue": lambda rows: rows["occupied_by_colour"][..., c.BLUE],
    "red": lambda rows: rows["occupied_by_colour"][..., c.RED],
    "yellow": lambda rows: rows["occupied_by_colour"][..., c.YELLOW],
    "dancer": lambda rows: rows["dancers"].sum(axis=-1),
}


@cache
def rows(policy: str, spec: str = "revised-2021", deals: int = DEALS) -> np.ndarray:
    """Players' rows of two-player games, each deal from both seats, shape (deals, 4)."""
    run = Run(load_ruleset(spec), 2, policy, 2 * deals, 21, Path("unused"), same_deal=2)
    return Player(run.job().games).play(0, 2 * deals)[1].reshape(deals, 4)


def by_deal(
    policy: str, habit: Habit, spec: str = "revised-2021", deals: int = DEALS
) -> np.ndarray:
    """How far the first policy's habit is above the other's in each deal, shape (deals,)."""
    played = rows(policy, spec, deals)
    first = played["policy"] == 0
    value = habit(played).astype(float)
    return (np.where(first, value, -value)).sum(axis=1) / 2


def share_of_wins(policy: str) -> float:
    played = rows(policy)
    return float(played["win"][played["policy"] == 0].sum() / (2 * DEALS))


def test_each_habit_that_is_tested_belongs_to_a_style():
    assert set(HABITS) == set(STYLES) - {"greedy", "handset"}


@pytest.mark.parametrize("style", STYLES)
def test_a_style_beats_random(style: str):
    assert share_of_wins(f"{style},random") > 0.95


@pytest.mark.parametrize("style", HABITS)
def test_a_style_does_what_its_name_says(style: str):
    spec = "revised-2021+ballrooms" if style == "dancer" else "revised-2021"
    deals = MORE_DEALS.get(style, DEALS)
    more = by_deal(f"{style},greedy", HABITS[style], spec, deals)
    assert stats.ttest_1samp(more, 0.0, alternative="greater").pvalue < ALARM


@pytest.mark.parametrize("colour", ["blue", "red", "yellow"])
def test_no_other_colour_has_as_many_rooms_of_this_one(colour: str):
    mean = {}
    for style in ("blue", "red", "yellow"):
        played = rows(f"{style},greedy")
        mean[style] = HABITS[colour](played)[played["policy"] == 0].mean()
    assert max(mean, key=lambda style: mean[style]) == colour


def test_tuned_weights_beat_those_set_by_hand():
    share = by_deal("greedy,handset", lambda played: played["win"]) / 2 + 0.5
    low = share.mean() - 4 * share.std() / len(share) ** 0.5
    assert low > 0.65


def test_a_dancer_without_ballrooms_is_greedy():
    assert np.array_equal(rows("dancer")["vp"], rows("greedy")["vp"])


def test_greedy_documents_every_feature_and_leaves_those_of_styles_neutral():
    declared = read(FOLDER / "greedy.toml")
    assert set(declared) == set(NAMES)
    assert all(len(entry["meaning"]) > 10 for entry in declared.values())
    neutral = {"guest_points": 1.0, "emperor_vp": 1.0, "staff_card": 0.0}
    neutral |= {f"room_{colour}": 0.0 for colour in ("blue", "red", "yellow")}
    assert {name: declared[name]["value"] for name in neutral} == neutral


@pytest.mark.parametrize("style", sorted(set(STYLES) - {"greedy", "handset"}))
def test_a_style_is_a_few_changes_with_reasons(style: str):
    text = (FOLDER / f"{style}.toml").read_text("utf-8")
    assert text.startswith("# ")
    assert 1 <= len(read(FOLDER / f"{style}.toml")) <= 6
