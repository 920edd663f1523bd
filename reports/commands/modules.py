"""`gah study modules`: the options; what it does is in analysis/studies/modules.py."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.asking import answer
from reports.commands.options import (
    SEED,
    TABLE,
    WORKERS,
    Count,
    folders,
    players_option,
    policies_option,
)
from reports.commands.terminal import show


def skill_pair(
    context: click.Context, option: click.Parameter, names: tuple[str, ...]
) -> tuple[str, ...]:
    """Two policies from "stronger,weaker", or none."""
    if names == ("none",):
        return ()
    if len(names) != 2 or names[0] == names[1]:
        raise click.BadParameter("name the stronger and the weaker player: planner,greedy; or none")
    return names


@click.command()
@click.option("--rules", default="revised-2021", show_default=True,
              help="Rules without modules, to which they are added.")  # fmt: skip
@players_option("2,3,4")
@policies_option("planner", words=" Greedy plays ten times as fast, but worse.")
@click.option("--deals", "games", type=Count(2), default=300, show_default=True,
              help="Deals that each of the subsets of modules plays.")  # fmt: skip
@click.option("--deals-single", "single", type=Count(40), default=2000, show_default=True,
              help="Deals for each question about one module; a quarter of them for each of the 8 "
              "ways to hand out entrances.")  # fmt: skip
@click.option("--skill", type=TABLE, default="planner,greedy", show_default=True,
              callback=skill_pair,
              help="The stronger and the weaker player of a mixed table; or none.")  # fmt: skip
@click.option("--deals-skill", "matches", type=Count(2), default=200, show_default=True,
              help="Deals of each subset at that table, each at all rotated seats.")  # fmt: skip
@click.option("--deals-key", "keyless", type=Count(0), default=100, show_default=True,
              help="Deals with a player who never takes the skeleton key (some games a second).",
              )  # fmt: skip
@SEED
@WORKERS
@folders("data/modules", "build/modules")
def modules(
    rules: str, players: tuple[int, ...], policies: tuple[str, ...], games: int, single: int,
    skill: tuple[str, ...], matches: int, keyless: int, seed: int, workers: int, data: Path,
    out: Path,
) -> None:  # fmt: skip
    """Measure what the modules of the expansion do, alone and together.

    Every subset of the modules plays the same deals: main effects and interactions of two as
    orthogonal contrasts, with 95% intervals clustered by deal and verdicts against margins. Then
    single modules: what each hotel entrance is worth and its fair price (entrances are handed out
    by design, at prices set beforehand), the skeleton key, places at the start, celebrities.

    \b
      gah study modules --players 2 --deals 100
      gah study modules --policy planner --policy greedy

    Writes a CSV for each table, figures and a page. `gah report` shows what was completed last. The
    same command continues where it was stopped.
    """
    from analysis.studies import modules as computing
    from model import UserError
    from reports.site.subsets import sentences, write_page
    from reports.tables import modules as tables_modules
    from simulate import policies as known
    from simulate.base.bars import plain_console

    for name in (*policies, *skill):
        known.get(name)
    if not isinstance(data, Path):
        raise UserError(
            f"--data {data}: must be a local folder, not a URL; patches are written there"
        )
    settings = computing.Settings(
        rules, players, policies, games, single, matches, keyless, skill, seed
    )
    console = plain_console()
    found = answer(computing.ModuleStudy(settings, data), workers, console)
    with console.status("drawing"):
        page = write_page(found, out)
    for table in tables_modules.terminal_tables(found):
        show(table, console)
    for text in sentences(found):
        console.print(f"{text}", highlight=False)
    console.print(f"page: {page}", highlight=False, soft_wrap=True)
