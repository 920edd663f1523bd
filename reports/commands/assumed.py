"""`gah study assumed`: the options; what it does is in analysis/studies/assumed.py."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.asking import answer
from reports.commands.options import (
    KEEP,
    SEED,
    WORKERS,
    Count,
    folders,
    players_option,
    policies_option,
)
from reports.commands.terminal import show


@click.command()
@click.option("--rules", default="revised-2021", show_default=True,
              help="Rules without modules, to which they are added.")  # fmt: skip
@click.option("--completions", type=click.IntRange(3, 1000), default=20, show_default=True,
              help="Plausible completions of the assumed values, in addition to the defaults: "
              "--assumptions sample:1 and so on.")  # fmt: skip
@players_option("2")
@policies_option("greedy")
@click.option("--deals", "games", type=Count(2), default=150, show_default=True,
              help="Deals that each subset of the modules plays under each completion.",
              )  # fmt: skip
@click.option("--deals-cards", "cards", type=Count(0), default=3000, show_default=True,
              help="Deals with all modules under each completion, for the verdicts on staff cards; "
              "0: none.")  # fmt: skip
@click.option("--deals-entrances", "entrances", type=Count(0), default=250, show_default=True,
              help="Deals of each of the 8 ways to hand out hotel entrances, for nothing and at "
              "prices, under each completion; 0: none.")  # fmt: skip
@SEED
@WORKERS
@folders("data/assumed", "build/assumed")
@KEEP
def assumed(
    rules: str, completions: int, players: tuple[int, ...], policies: tuple[str, ...], games: int,
    cards: int, entrances: int, seed: int, workers: int, data: Path, out: Path,
    keep: Path | None,
) -> None:  # fmt: skip
    """Check which findings are robust to the values that no source gives.

    Measures what modules do, and what hotel entrances (with their fair bids) and the staff cards
    with assumed costs are worth, under the defaults and under many plausible completions (`gah
    rules assumptions`), all on the same deals. Reports in how many completions the verdict is the
    same, and how far completions move the estimate, without the noise of sampling.

    \b
      gah study assumed --completions 10 --deals 100 --deals-cards 0
      gah study assumed --players 2,4

    Writes effects.csv, cards.csv, entrances.csv and choices.csv. `gah report` shows what was
    completed last. The same command continues where it was stopped.
    """
    from analysis.studies import assumed as computing
    from model import UserError
    from reports.spreadsheet import write_csv
    from reports.tables import assumed as tables_assumed
    from simulate import policies as known
    from simulate.base.bars import plain_console

    for name in policies:
        known.get(name)
    if not isinstance(data, Path):
        raise UserError(
            f"--data {data}: must be a local folder, not a URL; patches are written there"
        )
    settings = computing.Settings(
        rules, completions, players, policies, games, cards, entrances, seed
    )
    console = plain_console()
    found = answer(computing.AssumedStudy(settings, data), workers, console, keep)
    for name in computing.FRAMES:
        write_csv(getattr(found, name), out / f"{name}.csv")
    for table in tables_assumed.tables(found):
        show(table, console)
    for text in tables_assumed.sentences(found):
        console.print(text, highlight=False)
    console.print(f"tables: {out}", highlight=False, soft_wrap=True)
