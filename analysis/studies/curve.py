"""What a larger budget of a search buys: the games it takes, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote as word
from typing import Any

import pandas as pd

from analysis import open_tree
from analysis.players import budget
from analysis.studies import study
from analysis.studies.study import Study, config_of
from model import Ruleset
from simulate.batch import Run
from simulate.batch.tournament import Budgets
from simulate.data.store import Place


@dataclass(frozen=True)
class Curve:
    """Frames of `analysis.players.budget`, each with a column `players`, and their design.

    points: a row a budget and number of players; slopes: what doubling the budget adds to the share
    of wins, a row a number of players.
    """

    plan: Budgets
    points: pd.DataFrame
    slopes: pd.DataFrame

    def of(self, players: int) -> pd.DataFrame:
        """The points with so many players, the smallest budget first."""
        return self.points[self.points["players"] == players]

    @property
    def command(self) -> str:
        """What plays these games."""
        return command_of(self.plan)


@dataclass(frozen=True)
class CurveStudy(Study[Curve]):
    """What one search shows at several budgets."""

    name = "curve"
    bar = "curve"
    told = "the curve of budgets"

    plan: Budgets
    data: Place

    @property
    def command(self) -> str:
        return command_of(self.plan)

    def runs(self) -> list[Run]:
        return self.plan.runs(self.data)

    def note(self) -> tuple[str, dict[str, Any]]:
        names = ("playouts", "against", "players", "deals", "seed")
        return self.plan.ruleset.label, {name: getattr(self.plan, name) for name in names}

    @classmethod
    def noted(cls, ruleset: Ruleset, data: Place) -> CurveStudy | None:
        """The curve last completed in a folder under these rules, if any.

        Raises UserError if the note of it cannot be read.
        """

        def read(raw: dict[str, Any]) -> CurveStudy:
            playouts, players = (tuple(int(n) for n in raw[one]) for one in ("playouts", "players"))
            against, deals, seed = str(raw["against"]), int(raw["deals"]), int(raw["seed"])
            return cls(Budgets(ruleset, playouts, against, players, deals, seed), data)

        return study.find(data, cls.name, ruleset.label, read)

    def frames(self, threads: int) -> Curve:
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
        return Curve(plan, pd.concat(points, ignore_index=True), pd.DataFrame(slopes))


def command_of(plan: Budgets) -> str:
    """What a user types to play these games."""
    return (
        f"gah curve --rules {word(plan.ruleset.label)}"
        f" --playouts {','.join(map(str, plan.playouts))} --against {plan.against}"
        f" --players {','.join(map(str, plan.players))} --deals {plan.deals} --seed {plan.seed}"
    )
