"""`gah study timing`: the options; what it does is in analysis/studies/timing.py."""

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
@click.option("--deals", type=Count(2), default=20_000, show_default=True,
              help="Deals of each policy and number of players, each played on twice for every "
              "card that is played (some hundred deals a second).")  # fmt: skip
@click.option("--top", type=Count(1), default=12, show_default=True,
              help="Cards at the terminal.")  # fmt: skip
@folders("data/timing", "build/timing")
@KEEP
@common_options("2")
def timing(
    rules: str, players: tuple[int, ...], policies: tuple[str, ...], deals: int, top: int,
    seed: int, workers: int, variant: dict[str, Any], data: Path, out: Path, keep: Path | None,
) -> None:  # fmt: skip
    """Find the rounds in which staff cards are worth playing, and what it costs to wait.

    Players who play a card early differ from those who play it late, so they cannot be compared.
    Here each play is taken back: from the beginning of that turn the same game is played to its end
    twice more, once with the player barred from the card for good, once until the next round. The
    result is the difference, for these players in positions in which they themselves play the card.
    Gains and costs are shown at a false discovery rate of 5% over the cards.

    \b
      gah study timing
      gah study timing --players 2,4 --deals 50000

    Writes values.csv (cards by round), cards.csv and rounds.csv. `gah report` shows what was
    completed last. The same command continues where it was stopped.
    """
    from analysis.studies import timing as computing
    from model import UserError
    from reports.spreadsheet import write_csv
    from reports.tables.timing import card_table, round_table, summary
    from simulate.base.bars import plain_console

    if not isinstance(data, Path):
        raise UserError(f"--data {data}: must be a local folder, not a URL")
    study = computing.TimingStudy(
        computing.Settings(rules, players, policies, deals, seed), data, variant
    )
    console = plain_console()
    found = answer(study, workers, console, keep)
    for policy in dict.fromkeys(found.rounds["policy"]):
        for n in players:
            who = f"{study.ruleset.label}, {n} {policy} players, {deals:,} deals"
            show(round_table(found, n, policy, f"Staff cards by round: {who}"), console)
            cards = card_table(found, n, policy, f"Staff cards over all rounds: {who}")
            show(replace(cards, rows=cards.rows[:top]), console)
            for line in summary(found, n, policy):
                console.print(line, highlight=False)
    for name in ("values", "cards", "rounds"):
        write_csv(getattr(found, name), out / f"{name}.csv")
    console.print(f"tables: {out}", highlight=False, soft_wrap=True)
