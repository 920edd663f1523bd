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
    status, text, err = gah("rules", "check", out, "--ruleset", "original-2015")
    assert status == 0, err


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
