"""Polars as an oracle: the suite's SQL gives what polars computes from the same files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from analysis import Tree, games, open_tree
from analysis.base.data import sql
from analysis.base.measure import OF_SEATS
from analysis.base.metrics import catalogue
from analysis.course.summary import summaries
from tests import oracle
from tests.analysis.oracles import EDITION, ORACLES, PARAMS, record_games


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_games(tmp_path_factory.mktemp("oracles") / "data")


@pytest.fixture(scope="module")
def tree(data: Path) -> Iterator[Tree]:
    with open_tree(data) as opened:
        yield opened


def test_every_query_has_an_oracle():
    files = resources.files("analysis").joinpath("sql").iterdir()
    assert {one.name.removesuffix(".sql") for one in files} == ORACLES.keys()


@pytest.mark.parametrize("name", ORACLES)
def test_polars_computes_what_the_query_gives(data: Path, tree: Tree, name: str):
    found = oracle.by_sql(name, data, tree)
    assert len(found) > ORACLES[name].least
    assert (
        oracle.difference(found, oracle.by_polars(ORACLES[name], data, list(found))) < oracle.MOST
    )


def test_polars_computes_the_totals_and_their_errors(data: Path, tree: Tree):
    for one in oracle.compare_totals(data, tree):
        of_seats = catalogue()[one.name.removeprefix("total ")].table in OF_SEATS
        # of four runs; at the table of the last sit two kinds of players
        assert one.numbers == 2 * (5 if of_seats else 4), one.name
        assert one.difference < oracle.MOST, one.name


def test_polars_computes_the_effect_of_each_card_that_was_dealt(data: Path, tree: Tree):
    found = oracle.compare_dealt(data, tree)
    assert found.numbers > 80
    assert found.difference < oracle.MOST


def test_the_oracle_notices_one_point(data: Path, tree: Tree):
    wrong = sql("seats").replace(
        "max(vp::BIGINT) FILTER (seat = 1)", "max(vp + 1) FILTER (seat = 1)"
    )
    found = tree.query(wrong, PARAMS)
    assert oracle.difference(found, oracle.by_polars(ORACLES["seats"], data, list(found))) == 1


def test_a_row_too_many_a_missing_number_and_another_word_are_differences():
    frame = pd.DataFrame({"key": ["a", "b"], "n": [1.0, 2.0]})
    assert oracle.difference(frame, frame[::-1]) == 0
    for other in (
        frame.head(1),
        frame.assign(n=[1.0, float("nan")]),
        frame.assign(key=["a", "c"]),
        frame.rename(columns={"n": "m"}),
    ):
        assert oracle.difference(frame, other) == float("inf")


@pytest.mark.parametrize(("alike", "repeated"), [(1, False), (4, True)])
def test_repeated_cards_are_seen(tree: Tree, data: Path, alike: int, repeated: bool):
    """Where some cards are taken for the same one, a table has it several times."""
    text = sql("repeated_cards").replace("(card, ", f"(card // {alike}::SMALLINT, ")
    (found,) = tree.query(text, {"kinds": ["guest"]})["repeated"]
    rows = games(data, "cards").lazy.filter(pl.col("kind") == "guest")
    times = rows.group_by(
        "rules", "players", "policies", "seed", "game", pl.col("card") // alike
    ).len()
    assert found == times.select((pl.col("len") > 1).any()).collect().item() == repeated


def test_the_summary_shows_the_means_of_polars(data: Path):
    shown = summaries(data).set_index(["rules", "players", "who"])
    rows = games(data, players=3).group_by("rules", "seat").agg(pl.col("win", "vp").mean())
    for rules, seat, win, vp in rows.collect().iter_rows():
        row = shown.loc[(rules, 3, f"seat {seat + 1}")]
        assert row["win"] == pytest.approx(win, abs=1e-9)
        assert row["vp"] == pytest.approx(vp, abs=1e-9)
    assert EDITION in set(rows.collect()["rules"])


def test_the_record_is_of_today(data: Path, tree: Tree):
    """All that is compared stands in it with as many numbers, and no difference that matters; but
    what came after it, which `make check` names."""
    recorded, today = (
        oracle.rows(text)
        for text in (oracle.RECORD.read_text("utf-8"), oracle.report(oracle.compare(data, tree)))
    )
    later = oracle.lacking()
    assert recorded == [row for row in today if row[0] not in later]
    largest = re.search(r"Largest difference: (\S+) ", oracle.RECORD.read_text("utf-8"))
    assert largest is not None
    assert float(largest[1]) < oracle.MOST
