"""`gah study guests`: the options; what it does is in analysis/studies/guests.py."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from reports.commands.asking import answer
from reports.commands.options import KEEP, Count, common_options, folders, policies_option
from reports.commands.terminal import show


@click.command()
@policies_option("greedy")
@click.option("--deals", type=Count(2), default=200_000, show_default=True,
              help="Deals of each policy and number of players, each played up to seven times "
              "(some hundred a second).")  # fmt: skip
@click.option("--round", "round_no", type=Count(1), default=1, show_default=True,
              help="The round whose first turn of the start player is asked about.")  # fmt: skip
@click.option("--top", type=Count(1), default=12, show_default=True,
              help="Rows of a table at the terminal.")  # fmt: skip
@folders("data/guests", "build/guests")
@KEEP
@common_options("2")
def guests(
    rules: str, players: tuple[int, ...], policies: tuple[str, ...], deals: int, round_no: int,
    top: int, seed: int, workers: int, variant: dict[str, Any], data: Path, out: Path,
    keep: Path | None,
) -> None:  # fmt: skip
    """Find which guests are good value, at each price of the row.

    Players choose their guests, so those who take one cannot be compared with others. Here the
    choice is made for the player: on one turn each guest of the row is taken by force, and once
    none is, and each of these games is played to its end. A guest is good value if taking it gains
    against taking none on that turn, at a false discovery rate of 5% over the guests at a price.

    \b
      gah study guests
      gah study guests --players 2,4 --deals 50000 --round 3

    Writes values.csv and averages.csv. `gah report` shows what was completed last. The same command
    continues where it was stopped.
    """
    from analysis.studies import guests as computing
    from model import UserError
    from reports.spreadsheet import write_csv
    from reports.tables.guests import averages, counted, value_table
    from simulate.base.bars import plain_console

    if not isinstance(data, Path):
        raise UserError(f"--data {data}: must be a local folder, not a URL")
    settings = computing.Settings(rules, players, policies, deals, round_no, seed)
    study = computing.GuestStudy(settings, data, variant)
    console = plain_console()
    found = answer(study, workers, console, keep)
    for policy in dict.fromkeys(found.values["policy"]):
        for n in players:
            frame = found.of(n, policy)
            who = f"{study.ruleset.label}, {n} {policy} players, {deals:,} deals, round {round_no}"
            table = value_table(found, frame, f"Guests by price: {who}")
            show(replace(table, rows=table.rows[:top]), console)
            for line in (*averages(found.average(n, policy)), *counted(frame)):
                console.print(line, highlight=False)
    write_csv(found.values, out / "values.csv")
    write_csv(found.averages, out / "averages.csv")
    console.print(f"tables: {out}", highlight=False, soft_wrap=True)
