"""`gah report`: the options; what it does is in pipeline.py."""

from __future__ import annotations

from pathlib import Path

import click

from reports.commands.options import OUT_FOLDER, PLACE
from reports.rules.evidence import VERIFICATION
from simulate.data.store import Place


@click.command()
@click.option(
    "--data",
    type=PLACE,
    default=Path("data/report"),
    show_default=True,
    help="Folder or URL of recorded games; missing runs are added to it.",
)
@click.option(
    "--out",
    type=OUT_FOLDER,
    default=Path("build/report"),
    show_default=True,
    help="Folder for the pages, figures and tables.",
)
@click.option(
    "--games-random",
    type=click.IntRange(min=100),
    help="Games a ruleset and player count by random players.  [default: 20000, full 100000]",
)
@click.option(
    "--games-expert",
    type=click.IntRange(min=100),
    help="The same by experts.  [default: none, full 3000]",
)
@click.option(
    "--games-planner",
    type=click.IntRange(min=100),
    help="The same by planners.  [default: 2000, full 20000]",
)
@click.option(
    "--games-greedy",
    type=click.IntRange(min=100),
    help="The same by greedy players.  [default: 10000, full 40000]",
)
@click.option(
    "--games-modules",
    type=click.IntRange(min=0),
    help="Games with the modules of the expansion; 0: none.  [default: 500, full 5000]",
)
@click.option(
    "--games-variants",
    type=click.IntRange(min=0),
    help="Deals of each variant, option and reading; 0: none.  [default: 1500, full 5000]",
)
@click.option(
    "--games-prices",
    type=click.IntRange(min=0),
    help="Games for what staff cards should cost; 0: none.  [default: 96000, full 2400000]",
)
@click.option(
    "--full", is_flag=True, help="2, 3 and 4 players, each module by itself, more games: hours."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="Seed of the deals, the same for both rulesets.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Processes that play, threads that analyse.",
)
@click.option(
    "--ladder",
    type=PLACE,
    default=Path("data/ladder"),
    show_default=True,
    help="Folder of the ladder last completed by `gah ladder`; else a small one is added to it.",
)
@click.option(
    "--luck",
    type=PLACE,
    default=Path("data/luck"),
    show_default=True,
    help="Folder of the games of `gah luck`; missing ones are added.",
)
@click.option(
    "--modules",
    "modules_data",
    type=click.Path(path_type=Path),
    default=Path("data/modules"),
    show_default=True,
    help="Folder of the factorial last completed by `gah modules`; else a small one is added.",
)
@click.option(
    "--compare",
    "compare_data",
    type=PLACE,
    default=Path("data/compare"),
    show_default=True,
    help="Folder of the games of `gah compare`, for variants and rulings; missing ones are added.",
)
@click.option(
    "--price",
    "price_data",
    type=click.Path(path_type=Path),
    default=Path("data/price"),
    show_default=True,
    help="Folder of the prices last completed by `gah price`; else a few games are added.",
)
@click.option(
    "--longer",
    type=click.Path(path_type=Path, file_okay=False),
    default=VERIFICATION / "long_run",
    help="Folder of estimates of a longer run, taken where they rest on more games and players and"
    " rules are the same.  [default: that of the suite, verification/long_run]",
)
@click.option(
    "--keep",
    type=OUT_FOLDER,
    help="Keep what the games of the strongest player say of cards and seats in this folder, for"
    " --longer.",
)
@click.option("--skip-simulation", is_flag=True, help="Use the recorded games as they are.")
@click.option("--pdf", is_flag=True, help="Print the pages into report.pdf too, by Chromium.")
def report(
    data: Place, out: Path, games_random: int | None, games_expert: int | None,
    games_planner: int | None, games_greedy: int | None, games_modules: int | None,
    games_variants: int | None, games_prices: int | None, full: bool, seed: int, workers: int,
    ladder: Place, luck: Place, modules_data: Path, compare_data: Place, price_data: Path,
    longer: Path, keep: Path | None, skip_simulation: bool, pdf: bool,
) -> None:  # fmt: skip
    """Play both editions on the same deals and write a site of figures, tables and pages.

    What is recorded already is kept and used, so that a report that was stopped goes on.
    """
    from reports.pipeline import Places, Plan, run_report
    from reports.site.pdf import find_browser, print_pdf

    browser = find_browser() if pdf else ""
    plan = (Plan.full(seed) if full else Plan.usual(seed)).with_games(
        {
            "expert": games_expert,
            "planner": games_planner,
            "greedy": games_greedy,
            "random": games_random,
        },
        games_modules,
        games_variants,
        games_prices,
    )
    path = run_report(
        out, data, plan, workers=workers, skip_simulation=skip_simulation,
        places=Places(ladder, luck, modules_data, compare_data, price_data),
        longer=longer, keep=keep,
    )  # fmt: skip
    click.echo(path)
    if pdf:
        click.echo(print_pdf(path.parent, browser))
