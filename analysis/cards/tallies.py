"""Counts for each component in the recorded tables: a plain description, not an effect.

Staff and guest cards come to players; emperor tiles, politics cards and ballrooms are laid out for
all; rehearsal rooms, hotel entrances and celebrities belong to a seat. Every value has a 95%
interval, clustered by deal. A chosen component (a guest, an entrance) is chosen by those whom it
suits, so a difference between two components does not prove that one is worth more.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import WIN_UNIT, Tree, in_front, sql
from analysis.base.moments import Moments
from analysis.base.runs import Config


@dataclass(frozen=True)
class CardMean:
    """A mean: sum of `value` over sum of `over`, columns of the query, times `factor`.

    kinds: those that have it; empty: all of the query. proportion: a share, with an interval that
    stays within 0..1.
    """

    name: str
    label: str
    over: str
    value: str
    factor: float = 1.0
    kinds: tuple[str, ...] = ()
    proportion: bool = False


CAME = ("came", "share of games in which a player had it")
QUERIES: dict[str, tuple[CardMean, ...]] = {
    "card_tallies": (
        CardMean("used", "share of times used", "n", "used", proportion=True),
        CardMean("round", "mean round of use", "used", "round"),
        CardMean("score", "mean VP when used", "used", "score"),
    ),
    "laid_out": (
        CardMean("score", "mean VP a seat from this kind, in games where it lay out", "n", "score"),
        CardMean("dancers", "mean dancers a seat", "n", "dancers", kinds=("ballroom",)),
    ),
    "held": (
        CardMean("win", "share of wins of seats that had it", "n", "win", 1 / WIN_UNIT),
        CardMean("vp", "mean VP of seats that had it", "n", "vp"),
        CardMean("price", "mean price, krones", "n", "price", kinds=("entrance",)),
    ),
}
"""The queries, and the means computed from each."""


def tallies(tree: Tree, config: Config) -> pd.DataFrame:
    """All tallies of a configuration; one row per component and measure.

    Columns: rules, players, policy, kind, key (as in the model's tables, as text), measure, label,
    estimate, low, high (95%), games (with the component).
    """
    frames = []
    for name, wanted in QUERIES.items():
        of_cards = name == "card_tallies"
        blocks = [(one.over, one.value) for one in wanted] + [("came",)] * of_cards
        moments = tree.moments(sql(name), blocks, config.params(), ("kind", "key"), (config,))
        frames.append(_means(moments, wanted))
        if of_cards:
            frames.append(_came(moments, tree.games(config), tree.deals(config)))
    return in_front(pd.concat(frames, ignore_index=True), config.params())


def rounds_of_use(tree: Tree, config: Config) -> pd.DataFrame:
    """When staff and guest cards are used; one row per card and round from 1, of those that occur.

    Columns: rules, players, policy, kind, key, round, times, came, estimate (share of the times
    that the card came, 0..1), low, high (clustered by deal).
    """
    text = "SELECT coalesce(max(used_round), 0) AS most FROM cards"
    most = max((int(found["most"][0]) for found in tree.answers(text)), default=0)
    rounds = {r: f"r{r}" for r in range(1, most + 1)}
    counted = ", ".join(
        f"count(*) FILTER (used_round = {r}) AS {name}" for r, name in rounds.items()
    )
    moments = tree.moments(
        sql("card_rounds").replace("$rounds", counted or "0 AS none"),
        [("came", name) for name in rounds.values()], config.params(), ("kind", "key"), (config,),
    )  # fmt: skip
    frames = []
    for r, name in rounds.items():
        sums, products = moments.select("came", name)
        share, low, high = stats.share(sums, products, moments.clusters)
        frames.append(moments.keys.assign(
            round=r, times=sums[:, 1].astype(int), came=sums[:, 0].astype(int),
            estimate=share, low=low, high=high,
        ))  # fmt: skip
    frame = pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()
    if len(frame):
        frame = frame[frame["times"] > 0].sort_values(["kind", "key", "round"], ignore_index=True)
    return in_front(frame, config.params())


def analyse_tallies(tree: Tree, configs: Iterable[Config]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Frames (tallies, rounds of use) of all configurations, one below the other."""
    configs = list(configs)
    return (
        pd.concat([tallies(tree, config) for config in configs], ignore_index=True),
        pd.concat([rounds_of_use(tree, config) for config in configs], ignore_index=True),
    )


def _came(moments: Moments, games: int, deals: int) -> pd.DataFrame:
    """The share of all games in which each card comes to a player; each deal has games / deals."""
    each = games / deals
    (came,), products = moments.select("came")[0].T, moments.select("came")[1][:, 0, 0]
    sums = np.stack([np.full(len(came), float(games)), came], axis=-1)
    crossed = np.zeros((len(came), 2, 2))
    crossed[:, 0, 0], crossed[:, 1, 1] = each * games, products
    crossed[:, 0, 1] = crossed[:, 1, 0] = each * came
    return _part(moments, *CAME, *stats.share(sums, crossed, deals))


def _means(moments: Moments, wanted: Iterable[CardMean]) -> pd.DataFrame:
    """The ratios."""
    parts = []
    for one in wanted:
        sums, products = moments.select(one.over, one.value)
        estimate = stats.ratio(sums, products, moments.clusters) * one.factor
        low, high = estimate.interval()
        if one.proportion:
            _, low, high = stats.share(sums, products, moments.clusters)
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
