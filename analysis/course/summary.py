"""Recorded runs at a glance: games, wins and VP of each seat, or of each policy."""

from __future__ import annotations

from collections.abc import Collection

import pandas as pd

from analysis.base import stats
from analysis.base.data import Tree, open_tree
from analysis.base.measure import measure
from analysis.base.runs import Run, list_runs
from simulate.data.store import Place, Store


def summaries(root: Place | Store, partitions: Collection[str] | None = None) -> pd.DataFrame:
    """One row per run and seat; at a mixed table, where seats rotate, one row per policy.

    partitions: the runs to describe; all complete ones if None. Files are compared with their
    records by length only, see `open_tree`.

    Columns: rules, players, policies, seed, who ("seat 1" or the policy), games (recorded), and
    estimate, low and high (95%, clustered by deal) of the share of wins (`win`, `win_low`,
    `win_high`; of all the policy's seats together) and of the mean VP of a seat (`vp`, ...). NaN
    where there are too few deals. Raises UserError as `open_tree`.
    """
    frames = []
    for run in list_runs(root):
        if partitions is None or run.partition in partitions:
            asked = {run.partition}
            with open_tree(root, in_full=False, only=run.manifest.only, partitions=asked) as tree:
                frames.append(_of_run(tree, run))
    return pd.concat(frames, ignore_index=True)


def _of_run(tree: Tree, run: Run) -> pd.DataFrame:
    mixed = len(set(run.manifest.policies)) > 1
    who = "policy" if mixed else "seat"
    found = measure(tree, ["win", "vp"], [who])
    values = ["estimate", "se", "low", "high", "clusters"]
    wide = found.pivot(index=who, columns="metric", values=values)
    wide.columns = [name if kind == "estimate" else f"{name}_{kind}" for kind, name in wide.columns]
    frame = wide.astype(float).reset_index()
    if mixed:  # the metric is of one of the policy's seats
        seats = frame[who].map(run.manifest.policies.count)
        shares = ["win", "win_se"]
        frame[shares] = frame[shares].mul(seats, axis=0)
    wins = stats.Estimate(frame["win"].to_numpy(), frame["win_se"].to_numpy())
    frame["win_low"], frame["win_high"] = stats.proportion(wins, frame["win_clusters"])
    names = frame.pop(who)
    who_is = names if mixed else [f"seat {int(seat) + 1}" for seat in names]
    config = run.config
    told = {"rules": config.rules, "players": config.players, "policies": config.policy,
            "seed": run.seed, "games": run.games}  # fmt: skip
    return frame.assign(**told, who=who_is)
