"""`gah study suggest`, `gah study restrict` and the draft of `gah study price`, few games."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pandas as pd
import pytest

from tests.commands.recording import Gah, query


@pytest.mark.guard
@pytest.mark.long
def test_a_suggestion_is_a_patch_that_was_tested_on_fresh_deals(tmp_path: Path, gah: Gah):
    out = tmp_path / "mine.toml"
    words = ["--policy", "random", "--games", 480, "--games-test", 300, "--workers", 1]
    status, text, err = gah(
        "study", "suggest", "original-2015", *words, "--data", tmp_path, "--out", out
    )
    assert (status, err) == (0, "")
    said = text.replace("\n", " ")
    assert "costs are changed. Margin 3 VP" in said
    patch = tomllib.loads(out.read_text("utf-8"))
    assert patch["id"] == "suggested-original-2015"
    frame = pd.read_csv(out.with_suffix(".csv"))
    changed = frame[frame["suggested"] != frame["printed"]]
    assert patch["set"] == {
        f"staff.{row['item']}.cost": row["suggested"] for _, row in changed.iterrows()
    }
    tested = query(
        tmp_path, "select rules, count(*) from games where seed = 1000004 group by 1 order by 1"
    )
    assert tested == [
        ("original-2015", 300), ("original-2015 (patch suggested-original-2015)", 300),
    ]  # fmt: skip
    status, text, err = gah("rules", "check", out, "--rules", "original-2015")
    assert status == 0, err


@pytest.mark.guard
@pytest.mark.long
def test_costs_are_mended_in_rounds_and_judged_by_others(tmp_path: Path, gah: Gah):
    """Costs of cards that were off move, by one, and of some that may be; others judge the last."""
    out = tmp_path / "mine.toml"
    words = ["--policy", "random", "--games", 480, "--games-test", 2000, "--workers", 2,
             "--rounds", 2, "--check", "2,3", "--judge", "handset", "--data", tmp_path,
             "--out", out]  # fmt: skip
    status, _, err = gah("study", "suggest", "original-2015", *words)
    assert (status, err) == (0, "")
    checks = pd.read_csv(tmp_path / "mine-checks.csv", dtype={"item": str})
    assert set(checks["round"]) == {1, 2}
    tables = checks.groupby("round")[["players", "policy"]].apply(
        lambda rows: set(rows.itertuples(index=False, name=None))
    )
    assert tables[1] == {(2, "random"), (3, "random")}
    assert tables[2] == tables[1] | {(2, "handset"), (3, "handset")}
    costs = checks.groupby(["item", "round"])["cost"].first().unstack()
    said = checks[checks["round"] == 1].groupby("item")["verdict"].agg(set)
    step = said.map(lambda one: ("too strong" in one) - ("too weak" in one))
    moved = costs[2] - costs[1]
    assert (moved != 0).any()
    off = said.map(lambda one: "too strong" in one or "too weak" in one)
    assert (moved[off & (moved != 0)] == step[off & (moved != 0)]).all()
    others = moved[~off & (moved != 0)]
    assert (others.abs() == 1).all()
    assert said[others.index].map(lambda one: "undecided" in one).all()
    patch = tomllib.loads(out.read_text("utf-8"))
    assert patch["id"] == "suggested-original-2015"
    changes = pd.read_csv(out.with_suffix(".csv"), dtype={"item": str}).set_index("item")
    assert changes["suggested"].to_dict() == costs[2].to_dict()
    for item, row in changes.iterrows():
        cost = patch["set"].get(f"staff.{item}.cost", row["printed"])
        cost -= patch["set"].get(f"staff.{item}.hired_vp", 0)  # below 0 a cost is VP
        assert cost == row["suggested"]


def test_a_part_of_the_game_is_left_out_at_each_seat(tmp_path: Path, gah: Gah):
    words = ["--deals", 2, "--workers", 1, "--data", tmp_path / "data", "--out", tmp_path]
    status, text, err = gah("study", "restrict", *words)
    assert (status, err) == (0, "")
    assert "the sixth action" in text
    frame = pd.read_csv(tmp_path / "restricted.csv")
    assert len(frame) == 5 * 2
    hired = query(
        tmp_path / "data",
        "select policy, count(distinct seat), max(staff_in_play) from players"
        " where policies = 'greedy-no_staff,greedy' group by 1 order by 1",
    )
    assert hired[1] == ("greedy-no_staff", 2, 0)
    assert hired[0][2] > 0


@pytest.mark.long
@pytest.mark.guard
def test_a_draft_by_measured_worth_is_played_against_drafts_by_cost(tmp_path: Path, gah: Gah):
    words = ["--games", 240, "--policy", "random", "--workers", 1, "--draft", 2]
    status, text, err = gah(
        "study", "price", *words, "--data", tmp_path / "data", "--out", tmp_path / "out"
    )
    assert (status, err) == (0, "")
    assert "Drafting by measured worth" in text
    frame = pd.read_csv(tmp_path / "out" / "draft.csv")
    assert list(frame["about"].unique()) == ["the dearest card first", "the cheapest card first"]
    came = query(
        tmp_path / "data",
        "select distinct came::varchar from cards where policies like 'draft-%' and kind = 'staff'"
        " and came_round = 0",
    )
    assert came == [("drafted",)]
