"""The options of `gah report`; pipeline.py does the work."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from analysis.studies.questions import FOLDERS
from reports.commands.asking import planned
from reports.commands.options import (
    OUT_FOLDER,
    PLACE,
    SEED,
    WORKERS,
    Count,
    data_option,
    player_counts,
)
from reports.rules.evidence import VERIFICATION
from simulate.data.store import Place

Decorator = Callable[[Any], Any]


def games(of: str, least: int, words: str) -> Decorator:
    """Decorator: how many games of one kind are played; the plan's own number by default."""
    return click.option(f"--games-{of}", type=Count(least), help=words)


def _folders(command: Any) -> Any:
    """Decorator: where each study records its games; the keyword is the name plus ``_data``."""
    for name, (words, local) in reversed(FOLDERS.items()):
        kind = click.Path(path_type=Path) if local else PLACE
        command = data_option(name, f"Folder of {words}", kind, (f"--{name}", f"{name}_data"))(
            command
        )
    return command


def _counts(
    context: click.Context, option: click.Parameter, text: str | None
) -> tuple[int, ...] | None:
    """Numbers of players; None means those of the plan."""
    return None if text is None else player_counts(context, option, text)


@click.command()
@click.option("--data", type=PLACE, default=Path("data/report"), show_default=True,
              help="Folder or URL of recorded games; missing runs are added to it.")  # fmt: skip
@click.option("--out", type=OUT_FOLDER, default=Path("build/report"), show_default=True,
              help="Folder for the pages, figures and tables.")  # fmt: skip
@games("random", 100, "Games of random players per ruleset and number of players."
       "  [default: 20000, full 100000]")  # fmt: skip
@games("expert", 100, "The same for experts.  [default: none, full 3000]")
@games("planner", 100, "The same for planners."
       "  [default: 2000, 500 with a longer run, full 20000]")  # fmt: skip
@games("greedy", 100, "The same for greedy players.  [default: 8000, full 40000]")
@games("modules", 0, "Games with the modules of the expansion; 0: none.  [default: 300, full 5000]")
@click.option("--deals-variants", type=Count(0),
              help="Deals for each variant, option and reading; 0: none."
              "  [default: 1000, full 5000]")  # fmt: skip
@games("prices", 0, "Games for fair costs of staff cards; 0: none."
       "  [default: 72000, full 2400000]")  # fmt: skip
@click.option("--players", callback=_counts,
              help="Numbers of players.  [default: 2,4, full 2,3,4]")  # fmt: skip
@click.option("--full", is_flag=True,
              help="2, 3 and 4 players, each module alone, more games; takes hours.")  # fmt: skip
@SEED
@WORKERS
@_folders
@click.option("--longer", type=click.Path(exists=True, path_type=Path, file_okay=False),
              help="Folder with estimates of longer runs and with saved answers of studies"
              " (--keep), which are used if they rest on more games of the same players"
              " and rules.  [default: that of the suite, verification/long_run]")  # fmt: skip
@click.option("--keep", type=OUT_FOLDER,
              help="Save the estimates for cards and seats from the strongest player's games in"
              " this folder, for --longer.")  # fmt: skip
@click.option("--skip-simulation", is_flag=True, help="Use the recorded games as they are.")
@click.option("--pdf", is_flag=True, help="Also print the pages into report.pdf, with Chromium.")
@click.option(
    "--poster",
    is_flag=True,
    help="Also print the decision page on one A4 sheet, poster.pdf, with Chromium.",
)
def report(
    data: Place, out: Path, games_random: int | None, games_expert: int | None,
    games_planner: int | None, games_greedy: int | None, games_modules: int | None,
    deals_variants: int | None, games_prices: int | None, players: tuple[int, ...] | None,
    full: bool, seed: int, workers: int,
    longer: Path | None, keep: Path | None, skip_simulation: bool, pdf: bool, poster: bool,
    **folders: Place,
) -> None:  # fmt: skip
    """Play both editions on the same deals and write a site of figures, tables and pages.

    Games that are recorded already are used, so a report that was stopped continues.
    """
    from reports.pipeline import ReportGames, ReportPlan, run_report
    from reports.site.pdf import find_browser, print_page, print_pdf
    from reports.site.poster import PAGE, PDF
    from simulate.base.bars import plain_console

    longer = longer or VERIFICATION / "long_run"
    browser = find_browser() if pdf or poster else ""
    games_of = {"expert": games_expert, "planner": games_planner, "greedy": games_greedy,
                "random": games_random}  # fmt: skip
    plan = (ReportPlan.full(seed) if full else ReportPlan.usual(seed)).with_games(
        games_of, games_modules, deals_variants, prices=games_prices, players=players
    )
    places = {name.removesuffix("_data"): place for name, place in folders.items()}
    planned(ReportGames(plan, data, places, longer, plain_console(stderr=True)))
    path = run_report(
        out, data, plan, workers=workers, skip_simulation=skip_simulation, places=places,
        longer=longer, keep=keep,
    )  # fmt: skip
    click.echo(path)
    if pdf:
        click.echo(print_pdf(path.parent, browser))
    if poster:
        click.echo(print_page(path.parent / PAGE, path.parent / PDF, browser))
