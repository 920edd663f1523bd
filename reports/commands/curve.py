"""`gah players curve`: the options; what it does is in analysis/studies/curve.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.asking import answer
from reports.commands.options import POLICY, Count, common_options, folders
from reports.commands.terminal import show
from simulate.data.store import Place


def budgets_of(context: click.Context, option: click.Parameter, text: str) -> tuple[int, ...]:
    """Budgets from "25,50,100", ascending."""
    try:
        found = tuple(sorted(int(word) for word in text.split(",")))
    except ValueError:
        found = ()
    if len(set(found)) < max(2, len(found)) or min(found) < 1:
        raise click.BadParameter(f"{text}: give two different numbers or more, e.g. 25,50,100")
    return found


@click.command()
@click.option("--playouts", default="25,50,100,200", show_default=True, callback=budgets_of,
              help="Budgets, in playouts a decision.")  # fmt: skip
@click.option("--against", type=POLICY, default="greedy", show_default=True,
              help="The policy of other seats.")  # fmt: skip
@click.option("--deals", type=Count(2), default=30, show_default=True,
              help="Deals a budget, each played once with the search at each seat.")  # fmt: skip
@folders("ladder", "build/curve")
@common_options("2")
def curve(
    rules: str, players: tuple[int, ...], seed: int, workers: int, variant: dict[str, Any],
    playouts: tuple[int, ...], against: str, deals: int, data: Place, out: Path,
) -> None:  # fmt: skip
    """Measure playing strength by search budget.

    The search plays one seat and another policy all others, on the same deals for every budget. The
    same command continues what was interrupted, and more deals add to those recorded. `gah report`
    shows the curve last completed. 200 playouts a decision take ten seconds and more a game.
    """
    from analysis.studies.curve import CurveStudy
    from model import load_ruleset
    from reports.figures import players as figures_players
    from reports.figures import style
    from reports.tables import players as tables_players
    from simulate import policies
    from simulate.base.bars import plain_console
    from simulate.batch.tournament import Budgets

    policies.get(against)
    plan = Budgets(load_ruleset(rules, **variant), playouts, against, players, deals, seed)
    console = plain_console()
    found = answer(CurveStudy(plan, data), workers, console)
    with style.styled():
        figure = figures_players.budget_figure(found)
    figure.save(out)
    show(tables_players.budget_table(found), console)
    console.print(f"{figures_players.budget_title(found)}.", highlight=False)
    console.print(f"table and figure: {out}", highlight=False, soft_wrap=True)
