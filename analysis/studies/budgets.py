"""What a larger budget of a search buys: the games it takes, and what they show."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote as word
from typing import Any

import pandas as pd
from rich.console import Console

from analysis import open_tree
from analysis.players import budget
from analysis.studies import study
from analysis.studies.study import config_of
from model import Ruleset
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

    def command(self) -> str:
        """Command that plays these games."""
        plan = self.plan
        return (
            f"gah curve --rules {word(plan.ruleset.label)}"
            f" --playouts {','.join(map(str, plan.playouts))} --against {plan.against}"
            f" --players {','.join(map(str, plan.players))} --deals {plan.deals} --seed {plan.seed}"
        )


def compute(plan: Budgets, data: Place, threads: int = 2) -> Curve:
    """All frames of a curve whose games are recorded. Raises UserError if some are not."""
    points, slopes = [], []
    configs = [config_of(run) for run in plan.runs(data)]
    with open_tree(data, configs, seed=plan.seed, threads=threads) as tree:
        for players in plan.players:
            asked = (plan.ruleset.label, players)
            tables = {one: ",".join(plan.table(one, players)) for one in plan.playouts}
            found = budget.budget_curve(tree, *asked, tables, plan.deals)
            points.append(found.assign(players=players))
            slope = budget.doubling(tree, *asked, tables, plan.deals)
            slopes.append({"players": players, **slope})
    return Curve(plan, pd.concat(points, ignore_index=True), pd.DataFrame(slopes))


def remember(plan: Budgets, data: Place) -> None:
    """Note in the data folder that this curve is complete; the report shows the last one noted."""
    names = ("playouts", "against", "players", "deals", "seed")
    study.leave(data, "curve", plan.ruleset.label, {name: getattr(plan, name) for name in names})


def recall(ruleset: Ruleset, data: Place) -> Budgets | None:
    """The curve last completed in a folder under these rules, if any.

    Raises UserError if the note of it cannot be read.
    """

    def read(raw: dict[str, Any]) -> Budgets:
        playouts, players = (tuple(int(n) for n in raw[name]) for name in ("playouts", "players"))
        against, deals, seed = str(raw["against"]), int(raw["deals"]), int(raw["seed"])
        return Budgets(ruleset, playouts, against, players, deals, seed)

    return study.find(data, "curve", ruleset.label, read)


def recorded(ruleset: Ruleset, data: Place, threads: int, console: Console) -> Curve | None:
    """The curve last completed, computed; none, and the console is told, if its games are gone."""

    def found() -> Curve | None:
        plan = recall(ruleset, data)
        return None if plan is None else compute(plan, data, threads)

    return study.or_without("the curve of budgets", "curve", found, console)
