"""`gah report`: the options; what it does is in pipeline.py."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path("data/report"),
    show_default=True,
    help="Folder of recorded games; missing runs are added to it.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path("build/report"),
    show_default=True,
    help="Folder for the page and its figures.",
)
@click.option(
    "--games-random",
    type=click.IntRange(min=100),
    default=40_000,
    show_default=True,
    help="Games a ruleset and player count by random players.",
)
@click.option(
    "--games-greedy",
    type=click.IntRange(min=100),
    default=40_000,
    show_default=True,
    help="Games a ruleset and player count by greedy players.",
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
    type=click.Path(path_type=Path),
    default=Path("data/ladder"),
    show_default=True,
    help="Folder of the ladder last completed by `gah ladder`; else a small one is added to it.",
)
@click.option(
    "--luck",
    type=click.Path(path_type=Path),
    default=Path("data/luck"),
    show_default=True,
    help="Folder of the games of `gah luck`; missing ones are added.",
)
@click.option("--skip-simulation", is_flag=True, help="Use the recorded games as they are.")
def report(
    data: Path, out: Path, games_random: int, games_greedy: int, seed: int, workers: int,
    ladder: Path, luck: Path, skip_simulation: bool,
) -> None:  # fmt: skip
    """Play both editions on the same deals and write figures and one page about them."""
    from reports.pipeline import Plan, run_report

    plan = Plan(games=(("greedy", games_greedy), ("random", games_random)), seed=seed)
    path = run_report(
        out, data, plan, workers=workers, skip_simulation=skip_simulation, ladder=ladder, luck=luck
    )
    click.echo(path)
