"""Strength by search budget: the games it takes, and their results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import pandas as pd

from analysis import open_tree
from analysis.players import budget
from analysis.studies.frames import ESTIMATE, Columns, ends
from analysis.studies.questions import CurveSettings
from analysis.studies.study import VariedStudy, config_of
from simulate.batch import Run
from simulate.batch.tournament import Budgets


@dataclass(frozen=True)
class BudgetCurve:
    """Frames of `analysis.players.budget`, each with a column `players`.

    points: a row per budget and number of players; slopes: gain in the share of wins from doubling
    the budget, a row per number of players.
    """

    settings: CurveSettings
    points: Annotated[
        pd.DataFrame, Columns("rung", f"playouts games players {ends('winner win vp')}")
    ]
    slopes: Annotated[pd.DataFrame, Columns("", f"players {ESTIMATE}")]

    def of(self, players: int) -> pd.DataFrame:
        """The points with this many players, the smallest budget first."""
        return self.points[self.points["players"] == players]


@dataclass(frozen=True)
class CurveStudy(VariedStudy[BudgetCurve, CurveSettings]):
    """The results of one search at several budgets."""

    bar = "curve"
    subject = "the curve of budgets"
    asks = CurveSettings
    answers = BudgetCurve

    @cached_property
    def plan(self) -> Budgets:
        """The tables to play."""
        s = self.settings
        return Budgets(self.ruleset, s.search, s.playouts, s.against, s.players, s.deals, s.seed)

    def runs(self) -> list[Run]:
        return self.plan.runs(self.data)

    def frames(self, threads: int) -> BudgetCurve:
        plan, points, slopes = self.plan, [], []
        configs = [config_of(run) for run in self.runs()]
        with open_tree(self.data, configs, seed=plan.seed, threads=threads) as tree:
            for players in plan.players:
                asked = (plan.ruleset.label, players)
                tables = {one: ",".join(plan.table(one, players)) for one in plan.playouts}
                found = budget.budget_curve(tree, *asked, tables, plan.deals)
                points.append(found.assign(players=players))
                slope = budget.doubling(tree, *asked, tables, plan.deals)
                slopes.append({"players": players, **slope})
        return BudgetCurve(
            self.settings, pd.concat(points, ignore_index=True), pd.DataFrame(slopes)
        )
