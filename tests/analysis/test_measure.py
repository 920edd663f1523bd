"""Metrics are declared and checked; the verb computes them by any grouping, part by part."""

from __future__ import annotations

import numpy as np
import pytest

from analysis import open_tree
from analysis.base.data import Tree
from analysis.base.measure import measure
from analysis.base.metrics import catalogue, of_estimand, parse
from model import UserError

GOOD = """
[one]
name = "one"
definition = "One."
estimand = "total"
table = "seats"
value = "vp"
unit = "VP"
"""


@pytest.fixture(scope="module")
def tree(planted):
    with open_tree(planted) as tree:
        yield tree


def test_the_catalogue_has_every_estimand_and_every_recorded_source():
    from simulate.playing.tables import VP_COLUMNS

    assert set(VP_COLUMNS) <= set(catalogue())
    for estimand in ("total", "dealt", "available", "removal", "played"):
        assert of_estimand(estimand)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('unit = "VP"', ""), "one.unit"),
        (('"total"', '"effect"'), "one.estimand"),
        (('"VP"', '"VP"\nwidth = 3'), "one.width"),
        (('table = "seats"\nvalue = "vp"', 'outcome = "two"'), "one"),
        (("[one]", "[one"), "not TOML"),
    ],
)
def test_a_wrong_entry_is_refused_with_its_name(change, says):
    with pytest.raises(UserError, match=says.replace(".", r"\.")):
        parse(GOOD.replace(*change), "mine.toml")


def test_a_difference_needs_a_known_total():
    lost = GOOD.replace('"total"', '"dealt"').replace(
        'table = "seats"\nvalue = "vp"', 'outcome = "two"'
    )
    with pytest.raises(UserError, match=r"one\.outcome: two is not a total"):
        parse(lost, "mine.toml")


def test_a_mean_by_seat_is_that_of_the_rows(tree):
    found = measure(tree, ["vp", "win"], by=["rules", "seat"])
    rows = tree.query("SELECT rules, seat, vp, win FROM players")
    for name in ("vp", "win"):
        mine = found[found["metric"] == name].set_index(["rules", "seat"])
        group = rows.groupby(["rules", "seat"])[name]
        assert np.allclose(mine["estimate"], group.mean())
        assert np.allclose(mine["se"], group.std(ddof=1) / np.sqrt(group.size()), rtol=1e-3)


def test_aggregates_of_a_table_and_shares_of_cards(tree):
    spread = measure(tree, ["vp_spread"], by=["rules"]).set_index("rules")
    games = tree.query(
        "SELECT rules, max(vp) - min(vp) AS d FROM players GROUP BY rules, seed, game"
    )
    assert np.allclose(spread["estimate"], games.groupby("rules")["d"].mean())
    rate = measure(tree, ["use_rate"], by=["rules", "card"], where="came = 'dealt' AND card = 17")
    assert (rate["low"] < [0.3, 0.5]).all()
    assert (rate["high"] > [0.3, 0.5]).all()


def test_games_of_one_deal_are_one_cluster(tmp_path, synthetic):
    """Each deal played twice with the same result: twice the rows, no narrower interval."""
    world = synthetic.World(games=400)
    synthetic.write_run(tmp_path / "once", world)
    synthetic.write_run(tmp_path / "twice", world, copies=2)
    found = {}
    for name in ("once", "twice"):
        with open_tree(tmp_path / name) as tree:
            found[name] = measure(tree, ["vp", "vp_spread"])
    assert np.allclose(found["once"]["se"], found["twice"]["se"])
    assert (found["twice"]["clusters"] == 400).all()


def test_parts_give_the_very_same_numbers(tree):
    whole = measure(tree, ["vp", "turns", "use_rate"], by=["rules", "seed"])
    with Tree(tree.runs, part_games=5000) as cut:
        assert len(list(cut.each(lambda reader: reader.shown))) == 2
        part = measure(cut, ["vp", "turns", "use_rate"], by=["rules", "seed"])
    assert whole.equals(part)


def test_differences_are_no_totals(tree):
    with pytest.raises(UserError, match="measure vp instead"):
        measure(tree, ["dealt_vp"])
    with pytest.raises(UserError, match="unknown metric"):
        measure(tree, ["beauty"])


def test_kinds_of_players_are_pooled_only_if_that_is_asked(tmp_path, synthetic):
    for policy in ("greedy", "random"):
        synthetic.write_run(tmp_path, synthetic.World(games=200), policy=policy)
    with open_tree(tmp_path) as tree:
        with pytest.raises(UserError, match=r"several kinds of players \(greedy, random\)"):
            measure(tree, ["vp"], by=["rules"])
        assert len(measure(tree, ["vp"], by=["rules"], pooled=True)) == 1
        assert len(measure(tree, ["vp"], by=["policy"])) == 2
        assert len(measure(tree, ["vp"])) == 2
        assert len(measure(tree, ["vp"], by=["rules"], where="policy = 'greedy'")) == 1


def test_seats_of_a_mixed_table_are_not_pooled_but_its_games_may_be(tmp_path, synthetic):
    synthetic.write_run(tmp_path, synthetic.World(games=200), policy="greedy,random")
    with open_tree(tmp_path) as tree:
        with pytest.raises(UserError, match="group by policy"):
            measure(tree, ["vp"])
        assert len(measure(tree, ["vp", "win"], by=["policy"])) == 4
        assert len(measure(tree, ["turns"])) == 1


def test_a_lead_is_what_a_seat_has_above_the_mean_of_the_others(tree):
    """All seats of a table together have none; the seats of one differ as their VP do."""
    found = measure(tree, ["lead", "vp"], by=["rules", "players", "seat"], pooled=True)
    wide = found.pivot(index=["rules", "players", "seat"], columns="metric", values="estimate")
    for (_, players), seats in wide.groupby(["rules", "players"]):
        others = (seats["vp"].sum() - seats["vp"]) / (players - 1)
        assert seats["lead"].to_numpy() == pytest.approx((seats["vp"] - others).to_numpy())
