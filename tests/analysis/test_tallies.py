"""Counts of components, against the rows that were written."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis import Config, open_tree
from analysis.cards.tallies import rounds_of_use, tallies

GAMES, CONFIG = 1500, Config("revised-2021", 2, "greedy")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory, synthetic) -> Path:
    """1500 games under each edition, so that a query that mixes them shows."""
    root = tmp_path_factory.mktemp("tallies")
    for ruleset, rules in enumerate(("original-2015", CONFIG.rules)):
        world = synthetic.World(games=GAMES, play_rate={17: 0.9 - 0.6 * ruleset})
        synthetic.write_run(root, world, rules=rules, ruleset=ruleset)
    return root


@pytest.fixture(scope="module")
def rows(written: Path) -> pd.DataFrame:
    """The recorded cards of the configuration, read without the queries."""
    folder = written / "cards" / f"rules={CONFIG.rules}"
    return pd.concat([pd.read_parquet(path) for path in sorted(folder.rglob("*.parquet"))])


@pytest.mark.parametrize(("kind", "card"), [("staff", 17), ("guest", 60)])
def test_tallies_are_the_means_of_the_rows(written, rows, kind, card):
    with open_tree(written) as tree:
        frame = tallies(tree, CONFIG)
    found = frame[(frame["kind"] == kind) & (frame["key"] == str(card))].set_index("measure")
    mine = rows[(rows["kind"] == kind) & (rows["card"] == card)]
    used = mine[mine["used_round"] > 0]
    assert found.loc["came", "estimate"] == mine["game"].nunique() / GAMES
    assert found.loc["used", "estimate"] == pytest.approx(len(used) / len(mine))
    for measure, column in (("round", "used_round"), ("score", "vp")):
        if len(used) >= 30:
            assert found.loc[measure, "estimate"] == pytest.approx(used[column].mean())
        else:
            assert np.isnan(found.loc[measure, "estimate"])
    known = found.dropna(subset=["estimate"])
    assert (known["low"] <= known["estimate"]).all()
    assert (known["estimate"] <= known["high"]).all()
    assert found.loc[["came", "used"], ["low", "high"]].stack().between(0, 1).all()


def test_rounds_of_use_add_up_to_the_share_that_is_used(written, rows):
    with open_tree(written) as tree:
        frame = rounds_of_use(tree, CONFIG)
    found = frame[(frame["kind"] == "staff") & (frame["key"] == "17")]
    mine = rows[(rows["kind"] == "staff") & (rows["card"] == 17)]
    assert (found["came"] == len(mine)).all()
    assert found["estimate"].sum() == pytest.approx((mine["used_round"] > 0).mean())
    assert found["times"].tolist() == [
        int((mine["used_round"] == number).sum()) for number in found["round"]
    ]


def test_games_without_modules_tell_nothing_of_them(written):
    """In the synthetic games only emperor tiles lie out, and nobody has an entrance."""
    with open_tree(written) as tree:
        assert set(tallies(tree, CONFIG)["kind"]) == {"staff", "guest", "emperor_tile"}
