"""Opens recorded games as a polars LazyFrame: streamed from disk or an object store, with names.

Nothing is read until a result is collected, and then only the columns and rows that it needs.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import duckdb
import pandas as pd
import polars as pl

from analysis.base.kinds import kind
from analysis.base.runs import Run, check_shards, fail, list_runs, refuse_unfinished
from model import Ruleset, UserError, load_ruleset
from simulate.data.columns import columns
from simulate.data.folder import Folder
from simulate.data.manifest import shard_name
from simulate.data.places import store_at
from simulate.data.store import Place, Store

Table = Literal["seats", "games", "cards"]
FILES = {"seats": "players", "games": "games", "cards": "cards"}
"""The recorded table behind each, see `simulate/data/columns.toml`."""

COMPONENTS = {
    "emperor": "emperor_tile", "politics": "politics", "ballroom": "ballroom",
    "rehearsal_room": "rehearsal_room", "entrance": "entrance", "celebrities": "celebrity",
}  # fmt: skip
"""Columns that hold ids of components, without "_a" or "_1" at their end, and the kind."""


@dataclass(frozen=True)
class GameRows:
    """Rows of recorded games. All methods of `polars.LazyFrame` work on it.

    lazy: the rows; not read yet.
    """

    lazy: pl.LazyFrame

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self.lazy, name)

    def polars(self) -> pl.DataFrame:
        """All rows in memory, read by the streaming engine of polars."""
        return self.lazy.collect(engine="streaming")

    def pandas(self) -> pd.DataFrame:
        """All rows in memory; Enums are categories."""
        return self.polars().to_pandas()

    def duckdb(self) -> duckdb.DuckDBPyRelation:
        """All rows as a relation, for SQL: ``.query("games", "SELECT ... FROM games")``."""
        return duckdb.from_arrow(self.polars().to_arrow())


def games(
    place: Place | Store,
    table: Table = "seats",
    *,
    rules: str | Collection[str] | None = None,
    players: int | Collection[int] | None = None,
    policy: str | Collection[str] | None = None,
    seed: int | Collection[int] | None = None,
    in_full: bool = False,
) -> GameRows:
    """The recorded games of the selected runs in a data folder or URL.

    Args:
        table: "seats", a row per game and seat: policy, vp, vp by source (vp_guests, ...), win,
            rank and final state; "games", a row per game: tiles, rounds, turns; "cards", a row per
            card that came to a seat: kind, name, how and when it came, was used and scored.
        rules, players, policy, seed: runs, one value or several; all if None. A policy is named as
            `gah data list` shows it ("greedy,random" for a mixed table).
        in_full: compare every byte with its digest and all rows with the declared tables; else only
            lengths, and the columns of each run's first shard, after `gah data check`.

    Every table also has the columns rules, players, policies, seed, game and deal: games of the
    same seed and deal have the same deal under all rules. Rules, policies, cards, guests, tiles and
    other components are Enums of their names. Seats count from 0.

    Raises UserError if there is no such run, or if a run is incomplete or damaged.
    """
    chosen = [
        run for run in list_runs(place)
        if _asked(rules, run.config.rules) and _asked(players, run.config.players)
        and _asked(policy, run.config.policy) and _asked(seed, run.seed)
    ]  # fmt: skip
    if not chosen:
        fail(f"{place}: no such run; see `gah data list {place}`")
    for run in chosen:
        refuse_unfinished(run)
        check_shards(run, range(run.manifest.shards), in_full=in_full)
    store = store_at(place)
    names = _Names(chosen)
    return GameRows(pl.concat([_rows(store, run, table, names) for run in chosen], how="vertical"))


def _asked(wanted: Any, value: object) -> bool:
    if wanted is None:
        return True
    return value in wanted if isinstance(wanted, (list, tuple, set, frozenset)) else value == wanted


def _rows(store: Store, run: Run, table: Table, names: _Names) -> pl.LazyFrame:
    """The rows of one run."""
    numbers = range(run.manifest.shards)
    frame = _scan(store, [shard_name(FILES[table], run.partition, one) for one in numbers])
    if table == "cards":
        deals = pl.col("game") // run.manifest.same_deal
        if not run.manifest.only:
            frame = frame.with_columns(deals.alias("deal"))
        else:  # the chosen deals are not consecutive
            files = [shard_name("games", run.partition, one) for one in numbers]
            frame = frame.join(_scan(store, files).select("game", "deal"), on="game")
        frame = frame.with_columns(names.of_cards())
    if table == "seats":  # exact: in single precision, thirds do not add up
        shared = 1 / (1 / pl.col("win").cast(pl.Float64)).round()
        frame = frame.with_columns(
            pl.when(pl.col("win") > 0).then(shared).otherwise(0.0).alias("win")
        )
    kinds = frame.collect_schema()
    renamed = [names.column(name) for name in kinds if _is_word(kinds[name])]
    config = run.config
    said = [
        pl.lit(config.rules).cast(names.of("rules")).alias("rules"),
        pl.lit(config.players, pl.Int8).alias("players"),
        pl.lit(config.policy).cast(names.of("policies")).alias("policies"),
        pl.lit(run.seed, pl.Int64).alias("seed"),
    ]
    frame = frame.filter(pl.col("game") < run.games).with_columns(*renamed)
    return frame.select(*said, "game", "deal", pl.exclude("game", "deal"))


def _is_word(kind: Any) -> bool:
    return isinstance(getattr(kind, "inner", kind), pl.Categorical)


def _scan(store: Store, names: list[str]) -> pl.LazyFrame:
    """Rows of files in a store, read by polars itself."""
    if isinstance(store, Folder):
        paths = [store.path / name for name in names]
        return pl.scan_parquet(paths, hive_partitioning=False, glob=False)
    urls = [f"{store}/{name}" for name in names]
    return pl.scan_parquet(
        urls, hive_partitioning=False, glob=False, storage_options=storage_options()
    )


def storage_options() -> dict[str, str]:
    """Options of an object store, in addition to those that polars finds as AWS's own tools do."""
    endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL", "")
    if not endpoint:
        return {}
    options = {"aws_endpoint_url": endpoint}
    return options | ({"aws_allow_http": "true"} if endpoint.startswith("http:") else {})


class _Names:
    """The Enums of columns, shared by all runs that are read together."""

    def __init__(self, runs: Iterable[Run]) -> None:
        runs = list(runs)
        self.rulesets = [one for one in map(_ruleset, {run.manifest.spec for run in runs}) if one]
        self.words: dict[str, list[str]] = {
            "rules": sorted({run.config.rules for run in runs}),
            "policies": sorted({run.config.policy for run in runs}),
            "policy": sorted({name for run in runs for name in run.manifest.policies}),
            "ruleset": sorted({run.ruleset_hash[:12] for run in runs}),
            "kind": ["staff", "guest"],
            "came": columns("cards")["came"].of or [],
            "board": sorted({side for one in self.rulesets for side in one.boards}),
        }

    def of(self, column: str) -> pl.Enum:
        """The Enum of a column with the recorded words."""
        return pl.Enum(self.words[column])

    def named(self, id: str) -> dict[str, str]:
        """The names of the components of a kind by their ids, over all rulesets."""
        return {item: name for one in self.rulesets for item, name in kind(id).names(one).items()}

    def column(self, name: str) -> pl.Expr:
        """A column of words as an Enum."""
        if name in self.words:
            return pl.col(name).cast(pl.String).cast(self.of(name))
        part = name if name in COMPONENTS else name.rpartition("_")[0]
        known = self.named(COMPONENTS[part])
        if name == "celebrities":
            inner = _renamed(pl.element().cast(pl.String), known)
            return pl.col(name).cast(pl.List(pl.String)).list.eval(inner)
        return _renamed(pl.col(name).cast(pl.String), known)

    def of_cards(self) -> pl.Expr:
        """The name of each staff card and guest."""
        known = {
            f"{id} {number}": name
            for id in ("staff", "guest") for number, name in self.named(id).items()
        }  # fmt: skip
        key = pl.concat_str([pl.col("kind").cast(pl.String), pl.col("card")], separator=" ")
        return _renamed(key, known).alias("name")


def _renamed(ids: pl.Expr, names: dict[str, str]) -> pl.Expr:
    """Ids as an Enum of names. A patch's component without a known name is missing."""
    enum = pl.Enum(list(dict.fromkeys(names.values())))
    return ids.replace_strict(
        list(names), list(names.values()), default=None, return_dtype=pl.String
    ).cast(enum)


def _ruleset(spec: str) -> Ruleset | None:
    """The rules of a recorded run, for names; None if this version does not know them."""
    try:
        return load_ruleset(spec)
    except UserError:
        return None
