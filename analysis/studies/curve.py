"""What a larger budget of a search buys: the games it takes, and what they show."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Any

import pandas as pd
from pydantic import Field

from analysis import open_tree
from analysis.players import budget
from analysis.studies import study, typed
from analysis.studies.study import Study, config_of
from analysis.studies.typed import Number, Players, PolicyName, Seed
from model import load_ruleset
from simulate.batch import Run
from simulate.batch.tournament import Budgets
from simulate.data.store import Place
from simulate.policies.seating import MAX_PLAYOUTS


@dataclass(frozen=True)
class Settings:
    """What its note holds; see `Budgets`."""

    playouts: Annotated[
        tuple[Annotated[int, Field(ge=1, le=MAX_PLAYOUTS)], ...], Field(min_length=1, max_length=30)
    ]
    against: PolicyName
    players: Players
    deals: Number
    seed: Seed


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
        """The points with this many players, the smallest budget first."""
        return self.points[self.points["players"] == players]

    @property
    def command(self) -> str:
        """What plays these games."""
        return command_of(self.plan)


@dataclass(frozen=True)
class CurveStudy(Study[Curve]):
    """What one search shows at several budgets."""

    name = "curve"
    folder = "ladder"
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
        plan = self.plan
        return plan.ruleset.label, {one.name: getattr(plan, one.name) for one in fields(Settings)}

    @classmethod
    def noted(cls, rules: str, data: Place) -> CurveStudy | None:
        ruleset = load_ruleset(rules)
        s = study.find(data, cls.name, ruleset.label, Settings)
        if s is None:
            return None
        return cls(Budgets(ruleset, s.playouts, s.against, s.players, s.deals, s.seed), data)

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
    return typed.asked(
        "curve", rules=plan.ruleset.label, playouts=",".join(map(str, plan.playouts)),
        against=plan.against, players=plan.players, deals=plan.deals, seed=plan.seed,
    )  # fmt: skip
