"""How kinds of players differ, and which games are shown: from games whose rows are read again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

from analysis import Config, Tree, open_tree
from analysis.base.metrics import metric
from analysis.course import habits as course_habits
from analysis.course.showcase import showcase
from model import load_ruleset
from simulate.batch import Run, run

RULES, PLAYERS, GAMES = "revised-2021", 3, 120
STRONG, WEAK = (Config(RULES, PLAYERS, policy) for policy in ("greedy", "random"))


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tree]:
    root = tmp_path_factory.mktemp("habits")
    for config in (STRONG, WEAK):
        run(Run(load_ruleset(RULES), PLAYERS, config.policy, GAMES, 3, root, workers=1))
    with open_tree(root) as opened:
        yield opened


def seats(tree: Tree, config: Config) -> pd.DataFrame:
    return tree.query("SELECT * FROM players WHERE policies = $policy", {"policy": config.policy})


def test_habits_are_means_of_seats_and_their_difference(tree: Tree):
    found = course_habits.habits(tree, STRONG, WEAK).set_index("metric")
    for id in course_habits.COUNTS:
        strong, weak = (seats(tree, config)[metric(id).value].mean() for config in (STRONG, WEAK))
        row = found.loc[id]
        assert (row["strong"], row["weak"]) == pytest.approx((strong, weak))
        assert row["estimate"] == pytest.approx(strong - weak)
        assert row["low"] < row["estimate"] < row["high"]


def test_winners_are_compared_with_the_others_of_their_table(tree: Tree):
    found = course_habits.habits(tree, STRONG, WEAK).set_index("metric")
    rows = seats(tree, STRONG)
    for id in ("guests_housed", "passes", "vp_staff"):
        gaps = []
        for _, game in rows.groupby("game"):
            won, value = game["win"] > 0, game[metric(id).value]
            gaps.append(0.0 if won.all() else value[won].mean() - value[~won].mean())
        assert found.loc[id, "winners"] == pytest.approx(np.mean(gaps))


def test_shares_of_cards_have_no_winners(tree: Tree):
    found = course_habits.habits(tree, STRONG, WEAK).set_index("metric")
    assert 0 < found.loc["staff_early", "strong"] < 1
    assert np.isnan(found.loc["staff_early", "winners"])


def test_the_shown_games_are_the_extremes_and_differ(tree: Tree):
    shown = showcase(tree, STRONG).set_index("why")
    assert list(shown.index) == ["comeback", "closest", "highest"]
    assert shown["game"].is_unique
    rows = seats(tree, STRONG)
    single = rows.groupby("game").filter(lambda game: game["win"].max() == 1)
    behind = {}
    for number, game in single.groupby("game"):
        scores = np.stack(game.sort_values("seat")["round_scores"].to_numpy())
        winner = int(game.loc[game["win"] == 1, "seat"].iloc[0])
        behind[number] = int((scores.max(axis=0) - scores[winner]).max())
    assert shown.loc["comeback", "behind"] == max(behind.values())
    won = single[single["win"] == 1].set_index("game")
    left = won.drop(index=[shown.loc["comeback", "game"], shown.loc["closest", "game"]])
    assert shown.loc["highest", "vp"] == left["vp"].max()
    for _, row in shown.iterrows():
        assert won.loc[row["game"], "seat"] == row["winner"]


def test_pairs_are_of_one_table():
    other = Config("original-2015", PLAYERS, "random")
    assert course_habits.pairs_of_kinds([STRONG, WEAK, other], "greedy", "random") == [
        (STRONG, WEAK)
    ]
