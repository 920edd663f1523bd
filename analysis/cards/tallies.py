"""What the recorded tables count for each component: a plain description, no effect of anything.

Cards of staff and guests come to players; emperor tiles, politics cards and ballrooms lie out for
all; rehearsal rooms, hotel entrances and celebrities belong to a seat. Every value has a 95%
interval, clustered by game. What is chosen (a guest, an entrance) is chosen by those whom it suits,
so a difference between two components is no proof that one is worth more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import WIN_UNIT, Tree, sql
from analysis.base.moments import Moments
from analysis.base.runs import Config


@dataclass(frozen=True)
class Tally:
    """A mean: sum of `value` over sum of `over`, columns of the query, times `factor`.

    kinds: those that have it; empty: all of the query. proportion: of trials of which a game has
    one or seldom more, so that Wilson's interval holds, which stays within 0..1.
    """

    name: str
    label: str
    over: str
    value: str
    factor: float = 1.0
    kinds: tuple[str, ...] = ()
    proportion: bool = False


CAME = ("came", "share of games in which it came to a player")
QUERIES: dict[str, tuple[Tally, ...]] = {
    "card_tallies": (
        Tally("used", "share of times used", "n", "used", proportion=True),
        Tally("round", "mean round of use", "used", "round"),
        Tally("score", "mean VP when used", "used", "score"),
    ),
    "laid_out": (
        Tally("score", "mean VP a seat from this kind, in games where it lay out", "n", "score"),
        Tally("dancers", "mean dancers a seat", "n", "dancers", kinds=("ballroom",)),
    ),
    "held": (
        Tally("win", "share of wins of seats that had it", "n", "win", 1 / WIN_UNIT),
        Tally("vp", "mean VP of seats that had it", "n", "vp"),
        Tally("price", "mean price, krones", "n", "price", kinds=("entrance",)),
    ),
}
"""The queries, and what is told from each."""


def tallies(tree: Tree, config: Config) -> pd.DataFrame:
    """All tallies of a configuration; one row a component and measure.

    Columns: rules, players, policy, kind, key (as the model's tables have it, as text), measure,
    label, estimate, low, high (95%), games (in which the component was met).
    """
    total = tree.games(config)
    frames = [
        _means(tree.moments(sql(name), _blocks(wanted), config.params(), by=("kind", "key")),
               wanted, total if name == "card_tallies" else None)
        for name, wanted in QUERIES.items()
    ]  # fmt: skip
    frame = pd.concat(frames, ignore_index=True)
    for position, (column, value) in enumerate(config.params().items()):
        frame.insert(position, column, value)
    return frame


def rounds_of_use(tree: Tree, config: Config) -> pd.DataFrame:
    """When staff and guest cards are used; one row a card and round from 1, of those that occur.

    Columns: rules, players, policy, kind, key, round, times, came, estimate (share of the times
    that the card came, 0..1), low, high (Wilson; a card comes once in nearly every game).
    """
    frame = tree.query(sql("card_rounds"), config.params())
    frame["came"] = frame.groupby(["kind", "key"], observed=True)["times"].transform("sum")
    frame = frame[frame["round"] > 0].reset_index(drop=True)
    frame["estimate"] = frame["times"] / frame["came"]
    frame["low"], frame["high"] = stats.wilson(frame["times"], frame["came"])
    for position, (column, value) in enumerate(config.params().items()):
        frame.insert(position, column, value)
    return frame


def analyse_tallies(tree: Tree, configs: Iterable[Config]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Frames (tallies, rounds of use) of all configurations, one below the other."""
    configs = list(configs)
    return (
        pd.concat([tallies(tree, config) for config in configs], ignore_index=True),
        pd.concat([rounds_of_use(tree, config) for config in configs], ignore_index=True),
    )


def _blocks(wanted: Iterable[Tally]) -> list[tuple[str, str]]:
    return [(one.over, one.value) for one in wanted]


def _means(moments: Moments, wanted: Iterable[Tally], total: int | None) -> pd.DataFrame:
    """The ratios, and for cards that come to players in how many of `total` games they do."""
    parts = []
    if total is not None:
        low, high = stats.wilson(moments.clusters, np.full(len(moments.clusters), total))
        parts.append(_part(moments, *CAME, moments.clusters / total, low, high))
    for one in wanted:
        sums, products = moments.select(one.over, one.value)
        estimate = stats.ratio(sums, products, moments.clusters) * one.factor
        low, high = estimate.interval()
        if one.proportion:
            low, high = stats.wilson(sums[:, 1], sums[:, 0])
        part = _part(moments, one.name, one.label, estimate.value, low, high)
        parts.append(part[part["kind"].isin(one.kinds)] if one.kinds else part)
    return pd.concat(parts, ignore_index=True)


def _part(
    moments: Moments, name: str, label: str, value: stats.Array, low: stats.Array,
    high: stats.Array,
) -> pd.DataFrame:  # fmt: skip
    return moments.keys.assign(
        measure=name, label=label, estimate=value, low=low, high=high,
        games=moments.clusters.astype(int),
    )  # fmt: skip
