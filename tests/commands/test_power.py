"""`gah study power` as a user types it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reports.commands.asking import Planned, Planning
from reports.commands.study.power import power
from tests.commands.recording import Gah, assert_refused, query

PILOT = ("--policy", "random", "--pilot", 300, "--workers", 1)


def test_assumed_values_are_compared_with_the_defaults():
    """As in `gah study compare`: with a plausible completion there are two rulesets."""
    words = ["revised-2021+ballrooms", "--assumptions", "sample:1"]
    with pytest.raises(Planned) as found:
        power.main(words, standalone_mode=False, obj=Planning(("study", "power")))
    assert found.value.asked.other is not None


def test_the_spread_is_measured_and_the_numbers_follow_from_it(tmp_path: Path, gah: Gah):
    data, out = tmp_path / "data", tmp_path / "power.csv"
    words = (
        "study",
        "power",
        "original-2015",
        "revised-2021",
        "--measure",
        "vp,win_seat_1,dealt-vp",
    )
    status, text, err = gah(*words, *PILOT, "--data", data, "--out", out)
    assert (status, err) == (0, "")
    found = pd.read_csv(out).set_index(["measure", "design"])
    recorded = query(
        data, "select rules, game, avg(vp) from players group by all order by rules, game"
    )
    values = np.array([vp for _, _, vp in recorded]).reshape(2, 300)
    assert found["sd"]["vp", "mean"] == pytest.approx(values[0].std(ddof=1), rel=1e-4)
    assert found["sd"]["vp", "paired"] == pytest.approx(
        (values[1] - values[0]).std(ddof=1), rel=1e-4
    )
    changes = found.loc["dealt-vp"]
    assert len(changes) == 2
    assert changes.index[1] == f"{changes.index[0]}, change, paired"
    needed = ((1.959964 + 0.841621) * found["sd"] / found["effect"]) ** 2
    assert np.allclose(found["needed"], np.ceil(needed), atol=1, rtol=1e-4)
    assert found["effect"]["win_seat_1", "paired"] == pytest.approx(0.02)
    assert "Games for 80%" in text
    each = np.where(found.index.get_level_values("design") == "mean", 1, 2)
    each[found.index.get_loc(("dealt-vp", changes.index[0]))] = 1
    seconds = found["cpu"] / (found["needed"] * each)  # the same game for all designs
    assert np.allclose(seconds, seconds.iloc[0], rtol=1e-3)
    assert 1e-6 < seconds.iloc[0] < 1


def test_an_effect_is_given_in_the_unit_that_is_shown(tmp_path: Path, gah: Gah):
    out = tmp_path / "power.csv"
    words = (
        "study",
        "power",
        "revised-2021",
        "--measure",
        "win_seat_1",
        "--effect",
        "1pp",
        "--out",
        out,
    )
    assert gah(*words, *PILOT, "--data", tmp_path / "data")[0] == 0
    assert (pd.read_csv(out)["effect"] == 0.01).all()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--measure", "nonsense"), "unknown; measures: vp,"),
        (("--effect", "0"), "above 0"),
        (("--effect", "ten"), "above 0"),
        (("--power", "1"), "between 0 and 1"),
        (("--card", "17"), "only with --measure dealt"),
        (("--measure", "dealt-win", "--card", "99"), "no staff card of revised-2021;"),
    ],
)
def test_mistakes_are_named_in_one_line(
    words: tuple[str, ...], reason: str, tmp_path: Path, gah: Gah
):
    assert_refused(
        gah("study", "power", "revised-2021", *words, "--data", tmp_path / "data"), reason
    )
    assert not (tmp_path / "data").exists()
