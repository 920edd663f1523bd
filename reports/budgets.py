"""What a larger budget of a search buys: the games it takes, and what they show."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from shlex import quote as word
from urllib.parse import quote

import pandas as pd
from rich.console import Console

from analysis import budget, open_tree
from model import Ruleset, UserError
from reports.players import config_of
from simulate.batch.tournament import Budgets


@dataclass(frozen=True)
class Curve:
    """Frames of `analysis.budget`, each with a column `players`, and the design behind them.

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


def compute(plan: Budgets, data: Path, threads: int = 2) -> Curve:
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


def remember(plan: Budgets, data: Path) -> None:
    """Note in the data folder that this curve is complete; the report shows the last one noted."""
    names = ("playouts", "against", "players", "deals", "seed")
    text = json.dumps({name: getattr(plan, name) for name in names}, indent=2)
    _note(plan.ruleset, data).write_text(text + "\n", encoding="utf-8")


def recall(ruleset: Ruleset, data: Path) -> Budgets | None:
    """The curve last completed in a folder under these rules, if any.

    Raises UserError if the note of it cannot be read.
    """
    path = _note(ruleset, data)
    if not path.exists():
        return None
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        playouts, players = (tuple(int(n) for n in raw[name]) for name in ("playouts", "players"))
        against, deals, seed = str(raw["against"]), int(raw["deals"]), int(raw["seed"])
    except (ValueError, TypeError, KeyError):
        raise UserError(f"{path}: damaged; delete it, or run `gah curve` again") from None
    return Budgets(ruleset, playouts, against, players, deals, seed)


def _note(ruleset: Ruleset, data: Path) -> Path:
    return data / f"curve-{quote(ruleset.label, safe='+-_.,')}.json"


def recorded(ruleset: Ruleset, data: Path, threads: int, console: Console) -> Curve | None:
    """The curve last completed, computed; none, and the console is told, if its games are gone."""
    try:
        plan = recall(ruleset, data)
        return None if plan is None else compute(plan, data, threads)
    except UserError as error:
        console.print(f"without the curve of budgets, which `gah curve` completes: {error}")
        return None
