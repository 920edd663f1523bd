"""Recorded games in the user's hands, and polars as an oracle of the SQL.

What DuckDB's queries in `analysis/sql` give is computed again from the same files by polars, in
code that shares nothing with them. All of it are whole numbers, so that the two are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

import pandas as pd
import polars as pl
import pytest

from analysis import Tree, games, open_tree
from analysis.base.data import sql
from analysis.base.kinds import kind
from analysis.base.runs import Config
from analysis.cards.effects import Subject, chance_effects
from analysis.course.summary import summaries
from model import UserError, load_ruleset
from simulate.batch import Run, run

EDITION, WALTZ, OLDER = "revised-2021", "revised-2021+lets-waltz", "original-2015"
CARD = 17
PARAMS = {"rules": EDITION, "players": 3, "policy": "greedy"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three rulesets on equal deals, and a mixed table that plays each deal twice."""
    out = tmp_path_factory.mktemp("rows")
    for rules in (EDITION, WALTZ, OLDER):
        run(Run(load_ruleset(rules), 3, "greedy", 300, 1, out, shard_games=120))
    run(Run(load_ruleset(EDITION), 2, ("greedy", "random"), 80, 7, out, same_deal=2))
    return out


@pytest.fixture(scope="module")
def tree(data: Path) -> Iterator[Tree]:
    with open_tree(data) as opened:
        yield opened


def seats(data: Path, rules: str = EDITION) -> pl.LazyFrame:
    """Rows of the seats of one configuration, with wins in twelfths."""
    found = games(data, rules=rules, players=3)
    return found.lazy.with_columns((pl.col("win") * 12).round().cast(pl.Int64).alias("twelfths"))


def _seats(data: Path) -> pl.LazyFrame:
    rows = seats(data).collect().pivot(on="seat", index=["deal", "game"], values=["twelfths", "vp"])
    return rows.lazy().select(
        "deal", pl.lit(3).alias("n"),
        *(pl.col(f"twelfths_{i}").alias(f"win_{i}") if i < 3 else pl.lit(0).alias(f"win_{i}")
          for i in range(4)),
        *(pl.col(f"vp_{i}") if i < 3 else pl.lit(0).alias(f"vp_{i}") for i in range(4)),
    )  # fmt: skip


def _sources(data: Path) -> pl.LazyFrame:
    wanted = [name for name in _columns("sources", data) if name.startswith("vp")]
    won = pl.col("win") > 0
    sides = {"w": won, "o": won.not_()}
    return seats(data).group_by("game", "deal").agg(
        *(side.sum().alias(f"n_{end}") for end, side in sides.items()),
        *(pl.col(name[:-2]).cast(pl.Int64).filter(sides[name[-1]]).sum().alias(name)
          for name in wanted),
    ).drop("game")  # fmt: skip


def _histogram(data: Path) -> pl.LazyFrame:
    won = pl.col("win").gt(0).sum().alias("winners")
    return seats(data).group_by("vp").agg(pl.len().alias("seats"), won)


def _dealt_games(data: Path) -> pl.LazyFrame:
    held = games(data, "cards", rules=EDITION, players=3).lazy.filter(
        kind="staff", came="dealt", card=CARD
    ).select("game", "seat", pl.lit(True).alias("held"))  # fmt: skip
    rows = seats(data).join(held, on=["game", "seat"], how="left")
    vp, mine = pl.col("vp").cast(pl.Int64), pl.col("held").fill_null(False)
    by_game = rows.group_by("game").agg(
        mine.sum().alias("n1"), vp.filter(mine).sum().alias("vp1"),
        pl.len().alias("all"), vp.sum().alias("vp_all"),
    )  # fmt: skip
    nobody = pl.col("n1") == 0
    return by_game.sort("game").select(
        "n1", "vp1", pl.when(nobody).then("all").otherwise(0).alias("n0"),
        pl.when(nobody).then("vp_all").otherwise(0).alias("vp0"),
    )  # fmt: skip


def _held(data: Path) -> pl.LazyFrame:
    rows = seats(data, WALTZ).with_columns(price=pl.col("entrance_price").cast(pl.Int64))
    parts = []
    for id, column in (("rehearsal_room",) * 2, ("entrance",) * 2, ("celebrity", "celebrities")):
        some = rows.explode(column) if id == "celebrity" else rows
        parts.append(some.select(
            pl.lit(id).alias("kind"), pl.col(column).cast(pl.String).alias("key"),
            "deal", "game", "twelfths", pl.col("vp").cast(pl.Int64), "price",
        ))  # fmt: skip
    return pl.concat(parts).drop_nulls("key").group_by("kind", "key", "deal", "game").agg(
        pl.len().alias("n"), pl.col("twelfths").sum().alias("win"), pl.col("vp").sum(),
        pl.col("price").sum(),
    )  # fmt: skip


def _winner_pairs(data: Path) -> pl.LazyFrame:
    both = seats(data, OLDER).join(seats(data), on=["seed", "game", "seat"])
    changed = (pl.col("win") - pl.col("win_right")).abs().gt(0.01).any()
    return both.group_by("game", "deal").agg(
        pl.lit(1).alias("n"), changed.cast(pl.Int64).alias("changed")
    ).drop("game")  # fmt: skip


def _self_play(data: Path) -> pl.LazyFrame:
    decisions = games(data, "games", rules=EDITION, players=3).lazy.select("game", "decisions")
    vp = pl.col("vp").cast(pl.Int64)
    return seats(data).filter(pl.col("game") < 200).join(decisions, on="game").group_by(
        "game", "deal"
    ).agg(
        pl.lit(1).alias("one"), vp.max().alias("vp_winner"), vp.sum(), pl.len().alias("n"),
        pl.col("decisions").first().cast(pl.Int64),
    ).drop("game")  # fmt: skip


MIXED = "greedy,random"


def _mixed(data: Path) -> pl.LazyFrame:
    """Seats of the table of two policies, which plays each deal twice."""
    return games(data, policy=MIXED).lazy.with_columns(
        (pl.col("win") * 12).round().cast(pl.Int64).alias("twelfths"),
        pl.col("vp").cast(pl.Int64), pl.col("policy", "policies").cast(pl.String),
    )  # fmt: skip


def _crossed(data: Path) -> pl.LazyFrame:
    return seats(data).filter(pl.col("game") < 200).select("game", "seat", "vp", "win")


def _seats_pooled(data: Path) -> pl.LazyFrame:
    needed = ("seed", "deal", "seat", "twelfths", "vp")
    both = pl.concat([seats(data, OLDER).select(needed), seats(data).select(needed)])
    at = [(name, of, i) for name, of in (("win", "twelfths"), ("vp", "vp")) for i in range(4)]
    return both.group_by("seed", "deal").agg(
        pl.len().alias("n"),
        *(pl.col(of).cast(pl.Int64).filter(pl.col("seat") == i).sum().alias(f"{name}_{i}")
          for name, of, i in at),
    )  # fmt: skip


def _pair_totals(data: Path) -> pl.LazyFrame:
    both = seats(data, OLDER).join(seats(data), on=["seed", "deal", "game", "seat"])
    return both.group_by("game", "deal").agg(
        pl.len().alias("n"), pl.col("twelfths").sum().alias("win_a"),
        pl.col("vp").cast(pl.Int64).sum().alias("vp_a"),
        pl.col("twelfths_right").sum().alias("win_b"),
        pl.col("vp_right").cast(pl.Int64).sum().alias("vp_b"),
    ).drop("game")  # fmt: skip


def _card_tallies(data: Path) -> pl.LazyFrame:
    rows = games(data, "cards", rules=EDITION, players=3).lazy
    used = pl.col("used_round") > 0
    return (
        rows.group_by("kind", "card", "deal", "game")
        .agg(
            pl.lit(1).alias("came"),
            pl.len().alias("n"),
            used.sum().alias("used"),
            pl.col("used_round").cast(pl.Int64).filter(used).sum().alias("round"),
            pl.col("vp").cast(pl.Int64).filter(used).sum().alias("score"),
        )
        .with_columns(pl.col("card").cast(pl.String).alias("key"), pl.col("kind").cast(pl.String))
    )


def _duel(data: Path) -> pl.LazyFrame:
    mine = pl.col("policy") == "greedy"
    sides = (("", mine, "n"), ("_others", mine.not_(), "others"))
    return _mixed(data).group_by("deal").agg(
        *(who.sum().alias(count) for _, who, count in sides),
        *(pl.col(of).filter(who).sum().alias(name + end)
          for end, who, _ in sides for name, of in (("vp", "vp"), ("win", "twelfths"))),
    )  # fmt: skip


def _matches(data: Path) -> pl.LazyFrame:
    mine = _mixed(data).filter(pl.col("policy") == "greedy")
    return mine.group_by("deal").agg(pl.col("win").mean().alias("share")).with_columns(
        pl.lit(EDITION).alias("rules")
    )  # fmt: skip


def _rung_deals(data: Path) -> pl.LazyFrame:
    some = _mixed(data).filter(pl.col("deal") < 30)
    return some.group_by("seed", "deal", "policy").agg(
        pl.len().alias("n"), pl.col("game").n_unique().alias("games"),
        pl.col("twelfths").sum().alias("win"), pl.col("vp").sum(),
    )  # fmt: skip


def _table_deals(data: Path) -> pl.LazyFrame:
    some = _mixed(data).filter(pl.col("deal") < 30)
    return some.group_by("seed", "deal", "policies", "policy").agg(
        pl.len().alias("n"), pl.col("twelfths").sum().alias("win")
    )


def _duels(data: Path) -> pl.LazyFrame:
    rows = _mixed(data).filter(pl.col("deal") < 30)
    both = rows.join(rows, on=["seed", "game"]).filter(pl.col("policy") < pl.col("policy_right"))
    mine, other = pl.col("rank"), pl.col("rank_right")
    halves = pl.when(mine < other).then(2).when(mine == other).then(1).otherwise(0)
    return both.group_by("seed", "deal", a="policy", b="policy_right").agg(
        pl.len().alias("met"), halves.sum().alias("won2")
    )


def _price_cells(data: Path) -> pl.LazyFrame:
    vp = pl.col("vp").cast(pl.Int64)
    rows = seats(data).with_columns((vp * 3 - vp.sum().over("game")).alias("lead"))
    held = games(data, "cards", rules=EDITION, players=3).lazy.filter(kind="staff", came="dealt")
    held = held.select("game", "seat", "used_round", item=pl.col("card").cast(pl.String))
    return held.join(rows, on=["game", "seat"]).group_by("item", block=pl.col("deal") % 8).agg(
        pl.len().alias("n"), (pl.col("used_round") > 0).sum().alias("used"),
        pl.col("lead").sum(), pl.col("twelfths").sum().alias("win"),
    )  # fmt: skip


def _guest_pairs(data: Path) -> pl.LazyFrame:
    def times(rules: str, name: str) -> pl.LazyFrame:
        housed = games(data, "cards", rules=rules, players=3).lazy.filter(
            pl.col("kind") == "guest", pl.col("card") == CARD, pl.col("used_round") > 0
        ).group_by("game").agg(pl.len().cast(pl.Int64).alias(name))  # fmt: skip
        every = games(data, "games", rules=rules, players=3).lazy.select("game", "deal")
        return every.join(housed, on="game", how="left").with_columns(pl.col(name).fill_null(0))

    both = times(OLDER, "a").join(times(EDITION, "b"), on=["game", "deal"])
    return both.select(
        "deal", "a", "b", (pl.col("a") != pl.col("b")).cast(pl.Int64).alias("changed")
    )


BOTH = {"rules_a": OLDER, "rules_b": EDITION, "players": 3, "policy": "greedy"}
LADDER = {"rules": EDITION, "players": 2, "tables": [MIXED], "deals": [30]}
ORACLES: dict[str, tuple[Callable[[Path], pl.LazyFrame], dict[str, object]]] = {
    "seats": (_seats, PARAMS),
    "sources": (_sources, PARAMS),
    "histogram": (_histogram, PARAMS),
    "dealt_games": (_dealt_games, {**PARAMS, "seed": 1, "card": CARD}),
    "held": (_held, {**PARAMS, "rules": WALTZ}),
    "winner_pairs": (_winner_pairs, BOTH),
    "price_cells": (_price_cells, {**PARAMS, "blocks": 8}),
    "guest_pairs": (_guest_pairs, {**BOTH, "card": CARD}),
    "crossed": (_crossed, {**PARAMS, "games": 200}),
    "seats_pooled": (_seats_pooled, {"rules": [OLDER, EDITION], "players": 3, "policy": "greedy"}),
    "pair_totals": (_pair_totals, BOTH),
    "card_tallies": (_card_tallies, PARAMS),
    "duel": (_duel, {"rules": EDITION, "players": 2, "policies": MIXED, "mine": "greedy"}),
    "duels": (_duels, LADDER),
    "matches": (_matches, {"rules": [EDITION], "players": 2, "policy": MIXED,
                           "stronger": "greedy"}),
    "rung_deals": (_rung_deals, LADDER),
    "table_deals": (_table_deals, LADDER),
    "self_play": (_self_play, {**PARAMS, "games": 200}),
}  # fmt: skip
NAMED = {"held": ("rehearsal_room", "entrance", "celebrity")}
"""Queries whose column `key` holds ids, where an analyst's rows hold names."""

WITHOUT = {
    "card_pairs", "card_rounds", "claimed_cells", "course", "dealt_by_game",
    "handed_out", "hired", "laid_out", "repeated_cards", "rounds", "shared_deals",
    "taken", "taken_cells",
}  # fmt: skip
"""Queries that polars does not compute again yet."""


def _columns(name: str, data: Path) -> list[str]:
    with open_tree(data) as tree:
        return list(tree.query(sql(name), ORACLES[name][1]))


def test_every_query_has_an_oracle_or_is_listed_as_without():
    files = resources.files("analysis").joinpath("sql").iterdir()
    assert {one.name.removesuffix(".sql") for one in files} == ORACLES.keys() | WITHOUT


@pytest.mark.parametrize("name", ORACLES)
def test_polars_computes_what_the_query_gives(data: Path, tree: Tree, name: str):
    compute, params = ORACLES[name]
    found = tree.query(sql(name), params)
    for id in NAMED.get(name, ()):
        mine = found["kind"] == id
        found.loc[mine, "key"] = found.loc[mine, "key"].map(kind(id).names(load_ruleset(WALTZ)))
    expected = compute(data).collect().to_pandas()[list(found)]
    assert len(found) > 10
    by = list(found)
    pd.testing.assert_frame_equal(
        found.sort_values(by, ignore_index=True), expected.sort_values(by, ignore_index=True),
        check_dtype=False, check_categorical=False, rtol=0, atol=1e-9,
    )  # fmt: skip


def test_the_oracle_notices_one_point(data: Path, tree: Tree):
    wrong = sql("seats").replace(
        "max(vp::BIGINT) FILTER (seat = 1)", "max(vp + 1) FILTER (seat = 1)"
    )
    found = tree.query(wrong, PARAMS)
    assert found["vp_1"].sum() != _seats(data).collect()["vp_1"].sum()


def test_estimates_are_those_of_polars(data: Path, tree: Tree):
    """The summary of wins and VP, and the effect of being dealt a card, to 1e-9."""
    shown = summaries(data).set_index(["rules", "players", "who"])
    rows = games(data, players=3).group_by("rules", "seat").agg(pl.col("win", "vp").mean())
    for rules, seat, win, vp in rows.collect().iter_rows():
        row = shown.loc[(rules, 3, f"seat {seat + 1}")]
        assert row["win"] == pytest.approx(win, abs=1e-9)
        assert row["vp"] == pytest.approx(vp, abs=1e-9)
    ruleset = load_ruleset(EDITION)
    subject = Subject(Config(EDITION, 3, "greedy"), "greedy", ruleset)
    effects = chance_effects(tree, subject, kind("staff"))
    row = effects[(effects["item"] == str(CARD)) & (effects["outcome"] == "vp")].iloc[0]
    sums = _dealt_games(data).sum().collect().row(0, named=True)
    expected = sums["vp1"] / sums["n1"] - sums["vp0"] / sums["n0"]
    assert row["estimate"] == pytest.approx(expected, abs=1e-9)


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
