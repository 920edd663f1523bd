"""`gah study power`: how many games a question needs, from recorded games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from reports.commands.asking import answer
from reports.commands.options import (
    OUT_FILE,
    POLICY,
    SEED,
    WORKERS,
    Count,
    changes_rules,
    data_option,
    players_option,
    ruleset_options,
)
from reports.commands.terminal import show
from simulate.base import outputs
from simulate.data.store import Place


def effect_size(context: click.Context, option: click.Parameter, text: str | None) -> float | None:
    """A number, perhaps with its unit: "0.5", "0.5vp", "1pp"."""
    if text is None:
        return None
    match = re.fullmatch(r"\s*([0-9]*\.?[0-9]+)\s*(vp|pp)?\s*", text, re.IGNORECASE)
    if match is None or float(match[1]) <= 0:
        raise click.BadParameter(f"{text}: give a number above 0, such as 0.5, 0.5vp or 1pp")
    return float(match[1])


def share(context: click.Context, option: click.Parameter, value: float) -> float:
    """A probability strictly between 0 and 1."""
    if not 0 < value < 1:
        raise click.BadParameter(f"{value}: give a number between 0 and 1")
    return value


@click.command()
@click.argument("base")
@click.argument("other", required=False)
@click.option("--measure", "wanted", metavar="A,B,C", help="Measures, or dealt-vp, dealt-win (for "
              "--card); default: all measures.")  # fmt: skip
@click.option("--effect", callback=effect_size, metavar="SIZE", help="The effect to find, in the "
              "measure's unit: 0.5vp, 1pp (percentage points). Default: the measure's margin.",
              )  # fmt: skip
@click.option("--power", "chance", type=float, default=0.8, show_default=True, callback=share,
              metavar="CHANCE", help="Probability of finding it.")  # fmt: skip
@click.option("--level", type=float, default=0.05, show_default=True, callback=share,
              help="The level of the two-sided test.")  # fmt: skip
@click.option("--games", type=Count(2), default=10_000, show_default=True,
              help="Also print the smallest effect found with this many games.")  # fmt: skip
@click.option("--card", type=int, help="Staff card for dealt-vp and dealt-win; default: the one "
              "whose effect is least certain.")  # fmt: skip
@players_option("2")
@click.option(
    "--policy", type=POLICY, default="greedy", show_default=True, help="Who plays all seats."
)
@click.option("--pilot", type=Count(50), default=1000, show_default=True,
              help="Deals from which the spread is measured; missing ones are played.",
              )  # fmt: skip
@SEED
@WORKERS
@data_option("compare", "Folder or URL of recorded games, as in `gah study compare`.")
@click.option("--out", type=OUT_FILE, metavar="FILE", help="Also write a CSV.")
@ruleset_options
def power(
    base: str, other: str | None, wanted: str | None, effect: float | None, chance: float,
    level: float, games: int, card: int | None, players: tuple[int, ...], policy: str, pilot: int,
    seed: int, workers: int, data: Place, out: Path | None, variant: dict[str, Any],
) -> None:  # fmt: skip
    """Find how many games a question needs.

    The question is about BASE, or about OTHER against BASE. The spread is measured on recorded
    games, not assumed. Designs: "mean" of one ruleset, "unpaired" games of two rulesets (this many
    of each), "paired" games on equal deals. Options that change rules (--ruling, --patch, ...)
    apply to OTHER, as in `gah study compare`.

    \b
      gah study power original-2015 revised-2021 --measure vp --effect 0.2vp
      gah study power revised-2021 --measure dealt-win --card 17 --effect 1pp --players 3
    """
    import pandas as pd

    from analysis.method.power import MIN_DEALS
    from analysis.studies import power as planning
    from analysis.studies.compare import Settings
    from model import UserError
    from model.steps import read_recipe
    from reports.spreadsheet import csv_text
    from reports.tables.power import power_table
    from simulate import policies
    from simulate.base.bars import plain_console

    policies.get(policy)
    names = planning.measure_names(wanted)
    first = read_recipe(base)
    asked_of_two = other or changes_rules(variant)
    second = read_recipe(other or base, **variant) if asked_of_two else None
    if card is not None and not set(names) & planning.DEALT.keys():
        raise UserError(f"--card {card}: only with --measure dealt-vp or dealt-win")
    console = plain_console()
    settings = Settings(players, (policy,), pilot, seed)
    question = planning.PowerQuestion(names, effect, chance, level, games, card)
    study = planning.PowerStudy(first, second, settings, question, data)
    frame = answer(study, workers, console)
    for n in players:
        show(power_table(frame[frame["players"] == n], question, n, policy), console)
    console.print(
        f"Spread measured on {pilot:,} deals; the interval of the games needed is that of the"
        " spread, for values near normal. A deal is one game of each ruleset. Processor time: of"
        " one core of this machine, from games of the first ruleset played for the purpose; below"
        f" {MIN_DEALS} deals all of this is rough.",
        highlight=False,
    )
    if out is not None:
        outputs.keep(out, csv_text(pd.DataFrame(frame)))
