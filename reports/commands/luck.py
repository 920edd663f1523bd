"""`gah study luck`: the options; what it does is in analysis/studies/luck.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.asking import answer
from reports.commands.options import TABLE, Count, common_options, folders
from reports.commands.terminal import show
from simulate.data.store import Place


@click.command()
@click.option("--policy", "tables", type=TABLE, multiple=True, metavar="A,B",
              help="Policies at the table, repeated until all seats are taken; several --policy: "
              "several designs. Default: greedy,politician and greedy,random.")  # fmt: skip
@click.option("--deals", type=Count(2), default=300, show_default=True,
              help="Deals, each played at all rotated seats.")  # fmt: skip
@click.option("--dice", type=Count(2), default=2, show_default=True,
              help="Games of each seating of a deal, each with its own chance.")  # fmt: skip
@folders("luck", "build/luck")
@common_options()
def luck(
    rules: str, players: tuple[int, ...], seed: int, workers: int, variant: dict[str, Any],
    tables: tuple[tuple[str, ...], ...], deals: int, dice: int, data: Place, out: Path,
) -> None:  # fmt: skip
    """Measure how much of a result is skill and how much is luck.

    Plays the same deals with other seats and other dice and splits the variance of VP, of the lead
    over the table's mean and of winning into shares: player, seat, deal, chance after the set-up.
    """
    from analysis.studies.luck import TABLES, LuckStudy
    from model import UserError, load_ruleset
    from reports.figures import players as figures_players
    from reports.figures import style
    from reports.tables import players as tables_players
    from simulate import policies
    from simulate.base.bars import plain_console
    from simulate.batch.tournament import Crossed

    for names in tables:
        for name in names:
            policies.get(name)
        if len(names) > min(players):
            raise UserError(
                f"--policy {','.join(names)}: {len(names)} policies do not fit a table of"
                f" {min(players)}; give fewer, or other --players"
            )
    ruleset = load_ruleset(rules, **variant)
    plans = tuple(
        Crossed(ruleset, names, players, deals, dice, seed)
        for names in dict.fromkeys(tables or TABLES)
    )
    console = plain_console()
    found = answer(LuckStudy(plans, data), workers, console)
    with style.styled():
        figure = figures_players.luck_figure(found)
    figure.save(out)
    for plan in plans:
        show(tables_players.luck_table(found, ",".join(plan.table), groups=True), console)
    words = figures_players.lead_words(found)
    said = figures_players.luck_title(found)
    console.print(f"{said}. {words}".strip(), highlight=False)
    console.print(f"table and figure: {out}", highlight=False, soft_wrap=True)
