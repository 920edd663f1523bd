"""`gah study restrict`: the options; what it does is in analysis/studies/restricted.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.asking import answer
from reports.commands.options import KEEP, Count, common_options, folders
from reports.commands.terminal import show


@click.command()
@click.option("--deals", type=Count(2), default=200, show_default=True,
              help="Deals of each part and number of players, each played once at each seat.",
              )  # fmt: skip
@folders("data/restrict", "build/restrict")
@KEEP
@common_options("2")
def restrict(
    rules: str, players: tuple[int, ...], deals: int, seed: int, workers: int,
    variant: dict[str, Any], data: Path, out: Path,
    keep: Path | None,
) -> None:  # fmt: skip
    """Measure what a player loses without a part of the game.

    At a table of greedy players, on the same deals, one plays no staff card, claims no politics
    card, chooses no step on the emperor track, takes no die of the sixth action, or never passes
    for other dice; with these modules, uses no celebrity or sends no dancer. What it loses is what
    the part is worth to such players. Plays some games a second.
    """
    from analysis.studies.restricted import RestrictStudy, Settings
    from model import UserError
    from reports.spreadsheet import write_csv
    from reports.tables.price import duel_table
    from simulate.base.bars import plain_console

    if not isinstance(data, Path):
        raise UserError(f"--data {data}: must be a local folder, not a URL")
    console = plain_console()
    study = RestrictStudy(Settings(rules, players, deals, seed), data, variant)
    gains = answer(study, workers, console, keep).gains
    for n, rows in gains.groupby("players", sort=False):
        caption = f"What greedy gains without a part of {study.ruleset.label}, {n} players"
        show(duel_table(rows, caption, "Goes without"), console)
    write_csv(gains, out / "restricted.csv")
    console.print(f"tables: {out}", highlight=False, soft_wrap=True)
