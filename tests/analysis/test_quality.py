"""Measures of quality: games made by hand with known answers, and rows computed again in Python."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import duckdb
import numpy as np
import pandas as pd
import pytest
from scipy import special

from analysis import Config, open_tree
from analysis.base.data import DERIVED, sql
from analysis.base.measure import measure
from analysis.base.metrics import metric
from analysis.course import chance, quality

LABELS = ("original-2015", "revised-2021")


def seen(*scores: Sequence[int], final: Sequence[int]) -> dict[str, float]:
    """The measures of one game, from each seat's scores by round and the final scores."""
    best = max(final)
    wins = [(one == best) / final.count(best) for one in final]
    rows = [("r", len(scores), "p", 1, 0, 0, seat, wins[seat], final[seat], list(one))
            for seat, one in enumerate(scores)]  # fmt: skip
    with duckdb.connect() as db:
        db.execute(
            "CREATE TABLE players (rules TEXT, players INT, policies TEXT, seed INT, deal INT,"
            " game INT, seat INT, win FLOAT, vp SMALLINT, round_scores SMALLINT[])"
        )
        db.executemany(f"INSERT INTO players VALUES ({', '.join('?' * 10)})", rows)
        for name in DERIVED:
            db.execute(f"CREATE VIEW {name} AS {sql(name)}")
        wanted = [one for one in quality.QUALITY if one.table == "course"]
        values = ", ".join(f"({one.value}) / {one.scale} AS {one.id}" for one in wanted)
        return db.execute(f"SELECT {values} FROM course").df().iloc[0].to_dict()


def test_the_lead_changes_twice():
    game = seen([5, 6, 20, 22], [1, 9, 12, 15], final=[40, 30])
    assert game["lead_changes"] == 2
    assert game["rounds_behind"] == 1
    assert game["decided_round"] == 3
    assert game["comeback"] == 3


def test_a_tie_is_no_change_until_it_is_over():
    level = seen([5, 8, 12], [3, 8, 11], final=[20, 19])
    assert level["lead_changes"] == 0
    assert level["rounds_behind"] == 0
    overtaken = seen([5, 8, 11], [3, 8, 12], final=[20, 21])
    # Both lead after the second round, so that neither takes the lead from the other in one step.
    assert overtaken["lead_changes"] == 0
    assert overtaken["decided_round"] == 2


def test_there_is_no_drama_if_the_winner_always_leads():
    game = seen([5, 10, 15], [1, 2, 3], [0, 9, 14], final=[30, 4, 25])
    assert game["drama"] == game["winner_behind"] == game["comeback"] == 0
    assert game["uncertainty"] == 0
    assert game["decided_round"] == 1
    assert not game["turned_at_end"]


def test_drama_is_the_mean_root_of_what_the_winner_is_behind():
    game = seen([1, 10, 6, 30], [10, 9, 10, 14], final=[50, 20])
    assert game["drama"] == pytest.approx((np.sqrt(9) + np.sqrt(4)) / 2, abs=1e-3)
    assert game["winner_behind"] == pytest.approx((9 + 4) / 4)
    assert game["swing"] == 16 + 4


def test_the_final_scoring_may_turn_a_game():
    game = seen([1, 2], [2, 9], final=[30, 20])
    assert game["turned_at_end"]
    assert game["decided_round"] == 3
    assert game["uncertainty"] == 2  # the leader wins less often than by chance


def test_winners_who_share_are_one():
    game = seen([1, 9], [8, 1], [4, 4], final=[20, 20, 5])
    assert game["rounds_behind"] == 0
    assert game["uncertainty"] == pytest.approx((1 - 0.5) * 3 / 2)


# -- recorded games against plain Python -----------------------------------------------------------


@pytest.fixture(scope="module")
def tree(tmp_path_factory, synthetic):
    root = tmp_path_factory.mktemp("rounds")
    for ruleset, rules in enumerate(LABELS):
        world = synthetic.World(games=700, players=3, edition_sd=6.0, game_sd=3.0)
        synthetic.write_run(root, world, rules=rules, ruleset=ruleset)
    with open_tree(root) as tree:
        yield tree


def in_python(players: pd.DataFrame) -> dict[str, float]:
    """Means of all games of one ruleset, by loops."""
    found: dict[str, list[float]] = {}
    products, squares = 0.0, 0.0
    for _, table in players.groupby("game"):
        scores, final = np.stack(table["round_scores"].to_list()).T, table["vp"].to_numpy()
        win, n = table["win"].to_numpy() > 0, len(table)
        behind = [max(row) - max(row[win]) for row in scores]
        leaders = [set(np.flatnonzero(row == max(row))) for row in scores]
        changes = sum(not a & b for a, b in pairwise(leaders))
        trailing = [np.sqrt(d) for d in behind if d > 0]
        luck = np.mean([np.mean(table["win"].to_numpy()[list(who)]) for who in leaders])
        x = scores[3] - scores[3].mean()
        gain = final - scores[3]
        products += float(x @ (gain - gain.mean()))
        squares += float(x @ x)
        for name, value in {
            "lead_changes": changes,
            "winner_behind": np.mean(behind),
            "drama": np.mean(trailing) if trailing else 0,
            "rounds_behind": len(trailing),
            "comeback": max(behind),
            "decided_round": 1 + max([r + 1 for r, d in enumerate(behind) if d > 0], default=0),
            "turned_at_end": behind[-1] > 0,
            "uncertainty": (1 - luck) * n / (n - 1),
        }.items():
            found.setdefault(name, []).append(float(value))
    return {name: float(np.mean(values)) for name, values in found.items()} | {
        "slope": products / squares
    }


@pytest.mark.parametrize("rules", LABELS)
def test_sql_agrees_with_python(tree, rules):
    expected = in_python(tree.query("FROM players").query("rules == @rules"))
    where = f"rules = '{rules}'"
    slope = expected.pop("slope")
    found = measure(tree, expected, where=where).set_index("metric")["estimate"]
    assert found.to_dict() == pytest.approx(expected, abs=1e-3)
    runaway = measure(tree, ["round_runaway"], by=["round"], where=where).set_index("round")
    assert runaway.loc[4, "estimate"] == pytest.approx(slope)


def test_a_slope_has_the_error_of_a_regression_clustered_by_game(tree):
    """Against the sandwich estimator of a regression through 0, written out."""
    rows = tree.query("FROM rounds").query("rules == 'revised-2021' and round == 2")
    x, y = rows["lead_square"].to_numpy(float), rows["lead_gain"].to_numpy(float)
    slope = y.sum() / x.sum()
    games = len(rows)
    error = np.sqrt(((y - slope * x) ** 2).sum() * games / (games - 1)) / x.sum()
    where = "rules = 'revised-2021'"
    found = measure(tree, ["round_runaway"], by=["round"], where=where).set_index("round").loc[2]
    assert found["estimate"] == pytest.approx(slope)
    assert found["se"] == pytest.approx(error)


def test_changes_are_paired_by_deal(tree):
    a, b = (Config(rules, 3, "greedy") for rules in LABELS)
    found = quality.analyse_quality(tree, (a, b), *LABELS)
    games = tree.query("FROM course")
    wide = games.pivot(index="game", columns="rules", values="behind_most")
    difference = wide[LABELS[1]] - wide[LABELS[0]]
    row = found.changes.set_index("measure").loc["comeback"]
    assert row["estimate"] == pytest.approx(difference.mean())
    assert row["se"] == pytest.approx(difference.std(ddof=1) / np.sqrt(700))
    slopes = found.rounds[found.rounds["metric"] == "round_runaway"]
    slopes = slopes.set_index(["rules", "round"])["estimate"]
    for _, one in found.runaway.iterrows():
        assert one["value_a"] == pytest.approx(slopes[LABELS[0], one["round"]])
        assert one["estimate"] == pytest.approx(one["value_b"] - one["value_a"])


# -- chances by lead -------------------------------------------------------------------------------


def test_a_planted_curve_is_found():
    rng = np.random.default_rng(5)
    lead = np.repeat(np.arange(0, 30), 400)
    won = rng.random(lead.size) < special.expit(0.2 + 0.1 * lead)
    curve = chance.fit(lead, won, np.ones(lead.size))
    errors = np.sqrt(np.diag(curve.cov))
    assert np.abs((curve.coefficients - [0.2, 0.1]) / errors).max() < 3.5  # 1 in 1000 by chance
    counted = pd.DataFrame({"lead": lead, "won": won}).groupby(["lead", "won"]).size().reset_index()
    same = chance.fit(counted["lead"], counted["won"], counted[0])
    assert np.allclose(same.coefficients, curve.coefficients)
    assert np.allclose(same.cov, curve.cov)
    needed = curve.lead_for(chance.LIKELY)
    assert curve.at(needed.value)[0] == pytest.approx(chance.LIKELY)


def test_leaders_who_always_win_have_no_curve():
    assert np.isnan(chance.fit(np.arange(100), np.ones(100), np.ones(100)).coefficients).all()


def test_every_measure_of_quality_is_compared_with_a_margin():
    assert all(one.compared for one in quality.QUALITY)
    assert metric("lead_changes").compared is not None
