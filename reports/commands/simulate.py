"""The command `simulate`: play many games and record them."""

from pathlib import Path
from typing import Any

import click

from model.defaults import DEFAULT_SPEC
from reports.commands.options import PLACE, TABLE, ruleset_options, user_errors
from simulate.data.store import Place


@click.command()
@click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="Edition[+change][-change].")
@click.option("--players", type=int, default=4, show_default=True, help="2 to 4.")
@click.option(
    "--policy",
    type=TABLE,
    default="greedy",
    show_default=True,
    help="One for all seats, or one for each, e.g. greedy,random: they rotate over the seats. A "
    "name of `gah players list`, or your own my_player.py[:function], which is run: use only files "
    "that you trust.",
)
@click.option("--games", type=int, default=10_000, show_default=True, help="How many games.")
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option("--workers", type=int, default=2, show_default=True, help="Processes.")
@click.option(
    "--out",
    type=PLACE,
    metavar="DIR|URL",
    default=Path("data/games"),
    show_default=True,
    help="A folder, or a prefix of an object store: s3://BUCKET/PREFIX (extra `s3`).",
)
@click.option(
    "--shard-games",
    type=int,
    default=None,
    help="Games a file holds.  [default: 10000, or 20 at a table with a search]",
)
@click.option(
    "--same-deal",
    type=int,
    default=1,
    show_default=True,
    help="Games in a row that share a deal; as many as players: each policy plays each seat.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="PATH",
    help="Only deals in which this emperor tile, politics card or ballroom lies on the table, e.g. "
    "politics.cards.C2; of several any.",
)
@click.option("--own-chance", is_flag=True, help="Games that share a deal roll their own dice.")
@click.option(
    "--dask",
    metavar="ADDRESS|local",
    help="Play on a Dask cluster, e.g. tcp://host:8786, whose machines all see --out under the "
    "same path or URL (extra `dask`).",
)
@click.option(
    "--until",
    metavar="[QUANTITY:]ci=W",
    help="Stop as soon as a quantity is known to +-W: ci=0.5pp (share of wins of the first policy, "
    "or seat), ci=0.2vp (VP of a player), winner:ci=0.5vp, spread:ci=0.5vp; --games is then the "
    "most. With cs instead of ci, some twice as many: for who may also stop by what he sees.",
)
@click.option("--quiet", is_flag=True, help="No bar and no table.")
@ruleset_options
@user_errors
def simulate(
    rules: str,
    players: int,
    policy: tuple[str, ...],
    games: int,
    seed: int,
    workers: int,
    out: Place,
    shard_games: int | None,
    same_deal: int,
    only: tuple[str, ...],
    own_chance: bool,
    dask: str | None,
    until: str | None,
    quiet: bool,
    variant: dict[str, Any],
) -> None:
    """Plays many games and records them as Parquet files.

    The same command continues a run that was interrupted. Neither the number of workers nor an
    interruption changes a byte of the data.
    """
    from model import load_ruleset
    from simulate.batch.runner import Run
    from simulate.batch.until import Target

    target = None if until is None else Target.parse(until)
    run = Run(
        load_ruleset(rules, **variant),
        players,
        policy,
        games,
        seed,
        out.absolute() if dask and isinstance(out, Path) else out,
        workers,
        shard_games,
        same_deal,
        own_chance,
        dask,
        None if target is None else target.text,
        only,
    )
    if target is None:
        play(run, quiet)
    else:
        play_until(run, target, quiet)


def play_until(run: Any, target: Any, quiet: bool) -> None:
    """Play a run until it is precise enough, and tell where it stopped and why."""
    from dataclasses import replace

    from simulate.base.bars import plain_console
    from simulate.batch.progress import Bar, summary
    from simulate.batch.until import run_until
    from simulate.compiling.ahead import compile_ahead

    if quiet:
        run_until(run, target)
        return
    console = plain_console()
    compile_ahead(console.print)
    with Bar(run, console) as bar:
        outcome, stopped = run_until(run, target, bar)
    summary(replace(run, games=stopped["games"]), outcome, console)
    bounds = (
        "unknown" if stopped["low"] is None else f"{stopped['low']:.5g} to {stopped['high']:.5g}"
    )
    console.print(
        f"stopped after {stopped['games']:,} games: {stopped['reason']}. {stopped['quantity']}: "
        f"{stopped['estimate']:.5g}, 95% {bounds}: {stopped['interval']}; looked at "
        f"{stopped['looks']} times.",
        highlight=False,
    )


def play(run: Any, quiet: bool) -> None:
    """Play a run with a progress bar and a closing table, or without either."""
    from simulate.base.bars import plain_console
    from simulate.batch.progress import Bar, summary
    from simulate.batch.runner import run as play_run
    from simulate.compiling.ahead import compile_ahead

    if quiet:
        play_run(run)
        return
    console = plain_console()
    compile_ahead(console.print)
    with Bar(run, console) as bar:
        outcome = play_run(run, bar)
    summary(run, outcome, console)
