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
direction = "higher"
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
        (('table = "seats"', ""), "one: a total has table and value"),
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
