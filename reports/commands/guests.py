"""`gah guests`: the options; what it does is in analysis/studies/guests.py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.options import Count, common_options, folders, policy_names
from reports.commands.terminal import show


@click.command()
@click.option("--policy", "policies", default="greedy", show_default=True, callback=policy_names,
              help="Who plays: each policy at tables of its own.")  # fmt: skip
@click.option("--games", type=Count(2), default=400_000, show_default=True,
              help="Games of each policy, number of players and price.")  # fmt: skip
@click.option("--top", type=Count(1), default=12, show_default=True,
              help="Rows of a table at the terminal.")  # fmt: skip
@folders("data/guests", "build/guests")
@common_options("2")
def guests(
    rules: str, players: tuple[int, ...], policies: tuple[str, ...], games: int, top: int,
    seed: int, workers: int, variant: dict[str, Any], data: Path, out: Path,
) -> None:  # fmt: skip
    """Says which guests are good value, at each price of the row.

    Guests are chosen, so that those who take one cannot be compared with others. Here seats are
    compared to whom chance offers a guest before anybody else: on the start player's first turn the
    guest that came in last, its price set to 0, 1, 2 and 3 krones on equal deals; and in the set-up,
    where the first to choose takes any for nothing. Each with the same seats where another guest
    lay.

    \b
      gah guests
      gah guests --policy planner --games 20000 --players 2,4

    Writes offers.csv. `gah report` shows what was completed last. The same command continues where
    it was stopped.
    """
    from analysis.studies import guests as computing
    from model import UserError
    from reports.figure import write_csv
    from reports.tables_guests import offer_table, summary
    from reports.tables_guests import top as first_rows
    from simulate import policies as known
    from simulate.bars import plain_console

    for name in policies:
        known.get(name)
    if not isinstance(data, Path):
        raise UserError(f"--data {data}: a folder is wanted, for the patches beside the games")
    settings = computing.Settings(rules, players, policies, games, seed)
    study = computing.GuestStudy(settings, data, variant)
    console = plain_console()
    found = study.answer(workers, console)
    for policy in dict.fromkeys(found.offers["policy"]):
        for n in players:
            frame = found.of(n, policy)
            who = f"{study.base.label}, {n} {policy} players, {games:,} games a price"
            by_price = [
                offer_table(found, rows, f"Guests, {occasion}, {price} krones: {who}")
                for (occasion, price), rows in frame.groupby(["occasion", "price"], sort=False)
            ]
            for table in first_rows(by_price, top):
                show(table, console)
            for line in summary(frame):
                console.print(line, highlight=False)
    write_csv(found.offers, out / "offers.csv")
    console.print(f"tables: {out}", highlight=False, soft_wrap=True)
