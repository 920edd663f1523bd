"""Recorded games in the user's hands: rows with names, by polars, pandas and DuckDB."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from analysis import Config, games, open_tree
from analysis.base.kinds import kind
from analysis.cards.effects import chance_effects, subjects
from model import UserError, load_ruleset
from reports import cli
from simulate.batch import Run, run
from tests.analysis.oracles import EDITION, WALTZ, record_games

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return record_games(tmp_path_factory.mktemp("rows") / "data")


def test_rows_have_names_and_deals(data: Path):
    found = games(data, "cards", rules=EDITION, policy="greedy").polars()
    assert isinstance(found.schema["name"], pl.Enum)
    for id in ("staff", "guest"):
        known = kind(id).names(load_ruleset(EDITION))
        rows = found.filter(kind=id).select("card", "name").unique().rows()
        assert len(rows) > 40
        assert all(known[str(card)] == name for card, name in rows)
    mixed = games(data, policy="greedy,random")
    assert mixed.polars().get_column("deal").max() == 39
    of_cards = games(data, "cards", policy="greedy,random").lazy.select("game", "deal").unique()
    of_seats = mixed.lazy.select("game", "deal").unique()
    assert of_cards.sort("game").collect().equals(of_seats.sort("game").collect())


def test_pandas_and_duckdb_hold_the_same_rows(data: Path):
    asked = games(data, rules=[EDITION, WALTZ], players=3)
    mean = asked.lazy.select(pl.col("vp").mean()).collect().item()
    assert asked.pandas()["vp"].mean() == pytest.approx(mean)
    (row,) = asked.duckdb().query("games", "SELECT avg(vp), sum(win) FROM games").fetchall()
    assert row == (pytest.approx(mean), pytest.approx(600))


def test_what_is_not_there_is_said(data: Path):
    with pytest.raises(UserError, match="no such run"):
        games(data, players=4)
    with pytest.raises(AttributeError):
        getattr(games(data), "nothing_of_the_kind")  # noqa: B009


def test_the_command_that_an_error_names_continues_the_run(tmp_path: Path):
    place = tmp_path / "my data"
    run(Run(load_ruleset(), 2, "random", 24, 1, place, shard_games=8, same_deal=2))
    (record,) = place.rglob("runs/*/shard-00001.json")
    before = record.read_bytes()
    record.unlink()
    with pytest.raises(UserError) as error:
        games(place)
    (command,) = re.findall(r"rerun `gah (.*)`", str(error.value))
    assert cli.run([*shlex.split(command), "--workers", "1", "--quiet"]) == 0
    assert record.read_bytes() == before


def test_the_recipe_of_a_dealt_card_is_the_estimate_of_the_suite(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    run(Run(load_ruleset(EDITION), 2, "greedy", 300, 1, tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs/recipes.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    made: dict[str, Any] = {}
    for block in blocks[:5]:
        exec(block, made)
    found = {row["name"]: row for row in made["effect"].collect().to_dicts()}
    with open_tree("data") as tree:
        (subject,) = subjects(Config(EDITION, 2, "greedy"), load_ruleset(EDITION))
        effects = chance_effects(tree, subject, kind("staff"))
    expected = effects[effects["outcome"] == "vp"]
    assert len(expected) == len(found) == 48
    for row in expected.to_dict("records"):
        mine = found[row["name"]]
        assert mine["effect"] == pytest.approx(row["estimate"])
        assert mine["half"] == pytest.approx(1.96 * row["se"], rel=0.02)
