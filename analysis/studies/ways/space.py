"""The best player of every kind of play: MAP-Elites over the strengths of tastes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from rich.console import Console
from scipy import special

from analysis import open_tree
from analysis.base import decide, stats
from analysis.base.data import WIN_UNIT, Tree
from analysis.base.runs import Config
from analysis.base.stats import Array
from analysis.players.illumination import Grid, Illumination
from analysis.players.insisting import COST
from analysis.studies.study import config_of, play
from analysis.studies.ways.insist import mirrored, untasted
from analysis.studies.ways.part import Frames, WaysAsked, WaysPart
from analysis.studies.ways.tastes import FROM, WAYS
from simulate.base.tastes import TASTES, spelled
from simulate.batch import Run
from simulate.policies import label as policy_label

CELLS, SPREADS = 8, 2.0
"""Cells of an axis, and how far it goes to each side: standard deviations of seats without tastes.
A cell is half of one wide: what counts as substantially more."""

BATCH, SEARCHED = 12, 40
"""Candidates of a round, and deals on which each is tried."""

SEARCH, FRESH = 3_000_003, 1_000_003
"""Added to the seed: deals of the search, and those on which elites are measured again."""

LEAST = 0.1
"""Strengths below this, in typical ones, are left out of a candidate."""


@dataclass(frozen=True)
class MapAxis:
    """A map's axis: in words, and an expression over recorded seats."""

    words: str
    value: str


_VP = "greatest(vp, 1)"
MAPS = (
    (MapAxis("% of VP from staff and politics cards", f"100.0 * (vp_staff + vp_politics) / {_VP}"),
     MapAxis("% of VP from the emperor",
          f"100.0 * (vp_emperor_track + vp_emperor_tiles) / {_VP}")),
    (MapAxis("% of rooms that are blue", "100.0 * occupied_blue / greatest(occupied::INT, 1)"),
     MapAxis("passes", "passes")),
)  # fmt: skip
"""The first is searched; the second shows the same candidates by other axes."""

TYPICAL = {way.taste: abs(way.strengths[1]) for way in reversed(WAYS) if way.sign > 0}
SCALES = np.array([TYPICAL.get(taste, 1.5) for taste in TASTES])
"""The typical strength of each taste, which the search counts in."""


class SpacePart(WaysPart):
    """Cells: a row per map and cell with a player; plateau: per map, with its verdict. Only at the
    smallest table, because a search takes long.
    """

    name = "space"
    gives = ("cells", "plateau")

    def runs(self, asked: WaysAsked) -> list[Run]:
        return [untasted(asked, *asked.smallest)]

    def play(self, asked: WaysAsked, workers: int, console: Console) -> None:
        players, policy = asked.smallest
        searched = search(asked, players, policy, workers, console)
        elites = [name for at in MAPS for name in best_of(searched, grid_of(searched, at))]
        again = [afresh(asked, players, policy, name) for name in dict.fromkeys(elites)]
        play(again, workers, "elites on fresh deals", console)

    def frames(self, asked: WaysAsked, threads: int, known: Frames) -> Frames:
        players, policy = asked.smallest
        searched = search(asked, players, policy, threads, None)
        at = {"players": players, "policy": policy_label(policy)}
        cells, plateau = [], []
        for number, axes in enumerate(MAPS):
            own = cells_of(asked, players, policy, searched, axes, threads).assign(map=number)
            cells.append(own.assign(**at))
            plateau.append({**plateau_of(own, searched), **at})
        return {"cells": pd.concat(cells, ignore_index=True), "plateau": pd.DataFrame(plateau)}


@dataclass(frozen=True)
class Searched:
    """Candidates tried: names, wins above an equal share (n,), values of all axes of `MAPS` (n,
    axes); ends of the axes from seats without tastes.
    """

    names: list[str]
    wins: Array
    values: Array
    low: Array
    high: Array


def grid_of(searched: Searched, axes: tuple[MapAxis, MapAxis]) -> tuple[Grid, Array]:
    """The cells of a map, and the candidates' values on its axes (n, 2)."""
    at = [AXES.index(axis) for axis in axes]
    ends = [tuple(map(float, one[at])) for one in (searched.low, searched.high)]
    return Grid(ends[0], ends[1], CELLS), searched.values[:, at]


AXES = [axis for axes in MAPS for axis in axes]


def search(
    asked: WaysAsked, players: int, policy: str, workers: int, console: Console | None
) -> Searched:
    """The search; without a console from recorded games alone (UserError if some are missing).

    It is deterministic for a seed, so recorded games are not played again.
    """
    control = untasted(asked, players, policy)
    centre, spread = _values(asked, control, None, workers)[1:]
    low, high = centre - SPREADS * spread, centre + SPREADS * spread
    first = np.vstack([np.zeros(len(TASTES)), np.eye(len(TASTES)), -np.eye(len(TASTES))])
    axes = [AXES.index(axis) for axis in MAPS[0]]
    grid = Grid(tuple(map(float, low[axes])), tuple(map(float, high[axes])), CELLS)
    looking = Illumination(grid, first, BATCH, asked.settings.seed % 2**31)
    tried: dict[str, tuple[float, Array]] = {}
    for number in range(asked.settings.rounds):
        candidates = looking.ask()
        names = [named(policy, one) for one in candidates]
        fresh = [one for one in dict.fromkeys(names) if one not in tried]
        runs = {one: afresh(asked, players, policy, one, SEARCHED, SEARCH) for one in fresh}
        if console is not None and runs:
            title = f"search, round {number + 1} of {asked.settings.rounds}"
            play(list(runs.values()), workers, title, console)
        for one, run in runs.items():
            wins, values, _ = _values(asked, run, policy_label(one), workers)
            tried[one] = (wins - 1 / players, values)
        found = [tried[one] for one in names]
        looking.tell(
            candidates,
            np.array([one[0] for one in found]),
            np.array([one[1][axes] for one in found]),
        )
    return Searched(
        list(tried), np.array([one[0] for one in tried.values()]),
        np.array([one[1] for one in tried.values()]).reshape(-1, len(AXES)), low, high,
    )  # fmt: skip


def named(policy: str, candidate: Array) -> str:
    """The policy of a candidate, given its strengths in typical ones."""
    strengths = np.where(np.abs(candidate) < LEAST, 0.0, np.round(candidate * SCALES, 2))
    return spelled(policy, dict(zip(TASTES, map(float, strengths), strict=True)))


def best_of(searched: Searched, placed: tuple[Grid, Array]) -> list[str]:
    """The name of the best candidate of each cell."""
    grid, values = placed
    best: dict[tuple[int, ...], int] = {}
    for i, cell in enumerate(map(tuple, grid.cell(values))):
        if cell not in best or searched.wins[i] > searched.wins[best[cell]]:
            best[cell] = i
    return [searched.names[i] for _, i in sorted(best.items())]


def cells_of(
    asked: WaysAsked, players: int, policy: str, searched: Searched, axes: tuple[MapAxis, MapAxis],
    threads: int,
) -> pd.DataFrame:  # fmt: skip
    """A row per cell: the search's best player, measured again on unseen deals."""
    grid, values = grid_of(searched, axes)
    rows: list[dict[str, Any]] = []
    for name in best_of(searched, (grid, values)):
        i = searched.names.index(name)
        x, y = (int(one) for one in grid.cell(values[[i]])[0])
        low, high = grid.ends((x, y))
        run = afresh(asked, players, policy, name)
        wins, fresh, se = _values(asked, run, policy_label(name), threads)
        own = wins - 1 / players
        at = [AXES.index(axis) for axis in axes]
        rows.append({
            "x_axis": axes[0].words, "y_axis": axes[1].words,
            "x_low": low[0], "x_high": high[0], "y_low": low[1], "y_high": high[1],
            "x": fresh[at[0]], "y": fresh[at[1]], "name": name, "found": searched.wins[i],
            **stats.named("wins", stats.Estimate(np.asarray(own), se[-1])),
            "within": float(special.ndtr((own + COST) / max(se[-1], 1e-9))),
            "deals": run.games // players,
        })  # fmt: skip
    return pd.DataFrame(rows)


WIDE, PEAK, OPEN = "wide", "peak", "undecided"


def plateau_of(cells: pd.DataFrame, searched: Searched) -> dict[str, Any]:
    """Is the plateau wide: are most reachable cells within 3 points of no taste?"""
    chances = np.stack([cells["within"], 1 - cells["within"]], axis=1)
    given = decide.decided(chances)
    viable = int((given & (chances[:, 0] > 0.5)).sum())
    fails = int((given & (chances[:, 0] <= 0.5)).sum())
    verdict = WIDE if 2 * viable > len(cells) else PEAK if 2 * fails > len(cells) else OPEN
    return {
        "map": int(cells["map"].iloc[0]), "x_axis": cells["x_axis"].iloc[0],
        "y_axis": cells["y_axis"].iloc[0], "searched": len(searched.names), "cells": CELLS**2,
        "tried": len(cells), "viable": viable, "not_viable": fails,
        "undecided": len(cells) - viable - fails, "verdict": verdict,
    }  # fmt: skip


def afresh(
    asked: WaysAsked, players: int, policy: str, name: str, deals: int = 0, more: int = FRESH
) -> Run:
    """A candidate against players without tastes; by default on deals new to the search."""
    return mirrored(asked, players, (name, *[policy] * (players - 1)), deals, more)


def _values(
    asked: WaysAsked, run: Run, name: str | None, threads: int
) -> tuple[float, Array, Array]:
    """Mean win and axes of a policy's seats (None: all), and a spread of each.

    With a name the last spread is the error of wins, clustered by deal; without one they are
    standard deviations of the axes between seats.
    """
    config = config_of(run)
    with open_tree(asked.data, [config], seed=run.seed, threads=threads, first=run.games) as tree:
        return _of_seats(tree, config) if name is None else _of_deals(tree, config, name)


def _of_seats(tree: Tree, config: Config) -> tuple[float, Array, Array]:
    both = ", ".join(
        f"avg(({axis.value})::DOUBLE) AS m{i}, stddev_samp(({axis.value})::DOUBLE) AS s{i}"
        for i, axis in enumerate(AXES)
    )
    found = tree.query(f"SELECT {both} {FROM}", config.params()).iloc[0]
    means = np.array([float(found[f"m{i}"]) for i in range(len(AXES))])
    spread = np.array([max(float(found[f"s{i}"]), 1e-6) for i in range(len(AXES))])
    return 1 / config.players, means, spread


def _of_deals(tree: Tree, config: Config, name: str) -> tuple[float, Array, Array]:
    means = ", ".join(f"avg(({axis.value})::DOUBLE) AS m{i}" for i, axis in enumerate(AXES))
    text = (
        f"SELECT deal, avg(round(win * {WIN_UNIT}) / {WIN_UNIT}) AS win, {means} {FROM}"
        " AND policy::VARCHAR = $name GROUP BY deal ORDER BY deal"
    )
    found = pd.concat(tree.answers(text, {**config.params(), "name": name}, (config,)))
    values = found[["win", *(f"m{i}" for i in range(len(AXES)))]].to_numpy(dtype=float)
    se = values.std(axis=0, ddof=1) / np.sqrt(len(values))
    return float(values[:, 0].mean()), values[:, 1:].mean(axis=0), np.append(se[1:], se[0])
