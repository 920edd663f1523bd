"""How one kind of player plays differently from another, and what its winners do more of.

Both are descriptions. Something that strong players do more often need not be what makes them
strong, and what the winners of a table did more of may have been dealt to them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree
from analysis.base.measure import measure
from analysis.base.metrics import SOURCES, Metric, metric
from analysis.base.runs import Config

COUNTS = (
    "passes", "guests_housed", "staff_in_play", "politics_markers", "emperor", "occupied",
    "occupied_blue", "occupied_red", "occupied_yellow", "groups", "strengthened", "dice_1",
    "dice_2", "dice_3", "dice_4", "dice_5", "dice_6",
)  # fmt: skip
"""Actions or possessions of a seat, as counts."""
VP = tuple(one.id for one in SOURCES)
HABITS = (*COUNTS, "staff_early", *VP)
TWELFTHS = 12
"""Means over 1 to 4 seats of whole numbers differ by whole twelfths."""


def habits(tree: Tree, strong: Config, weak: Config) -> pd.DataFrame:
    """What the seats of two configurations do on average; one row per metric of `HABITS`.

    strong, weak: of one ruleset and number of players.

    Columns: metric, label, unit, players, strong, strong_low, strong_high, the same of weak;
    estimate, se, low, high (95%) of strong minus weak; winners, winners_low, winners_high: mean
    over the games of `strong` of what the winners of a table had more than its other seats (NaN
    for shares and where a metric is not counted by seat). All clustered by deal; both
    configurations count as independent, which on equal deals is on the safe side.
    """
    means = {name: _means(tree, config, HABITS) for name, config in
             (("strong", strong), ("weak", weak))}  # fmt: skip
    frame = means["strong"][["label", "unit"]].assign(players=strong.players)
    for name, found in means.items():
        frame = frame.assign(**{name: found["estimate"], f"{name}_low": found["low"],
                                f"{name}_high": found["high"]})  # fmt: skip
    one, other = means["strong"], means["weak"]
    difference = stats.Estimate(
        (one["estimate"] - other["estimate"]).to_numpy(float),
        np.hypot(one["se"], other["se"]).to_numpy(float),
    )
    frame = frame.assign(**stats.columns(difference))
    by_seat = [metric(id) for id in HABITS if metric(id).table == "seats"]
    more = _means(tree, strong, [_of_winners(one) for one in by_seat])
    found = more.reindex(frame.index)
    frame = frame.assign(winners=found["estimate"], winners_low=found["low"],
                         winners_high=found["high"])  # fmt: skip
    return frame.rename_axis("metric").reset_index()


def _means(tree: Tree, config: Config, ids: Iterable[str | Metric]) -> pd.DataFrame:
    found = measure(tree, ids, configs=[config])
    return found.set_index("metric")


def _of_winners(one: Metric) -> Metric:
    """How much more the winners of a table had than the others, on average; 0 if all won."""
    won, lost = (f"avg({one.value}) FILTER (win {sign} 0)" for sign in (">", "="))
    return one.model_copy(update={
        "table": "table", "scale": TWELFTHS, "over": "1", "compared": None,
        "value": f"coalesce(round({TWELFTHS} * ({won} - {lost})), 0)",
    })  # fmt: skip


def pairs_of_kinds(
    configs: Iterable[Config], strong: str, weak: str
) -> list[tuple[Config, Config]]:
    """Configurations of a strong and a weak policy at tables of the same rules and players."""
    by_table = {(one.rules, one.players, one.policy): one for one in configs}
    return [
        (one, by_table[rules, players, weak])
        for (rules, players, policy), one in by_table.items()
        if policy == strong and (rules, players, weak) in by_table
    ]
