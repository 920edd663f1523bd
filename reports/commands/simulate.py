"""The command `simulate`: play many games and record them."""

import re
from pathlib import Path
from typing import Any

import click

from model.defaults import DEFAULT_SPEC
from model.wording import many
from reports.commands.interrupted import kept_by
from reports.commands.options import PLACE, TABLE, ruleset_options, whole
from simulate.base.notation import bounds, number
from simulate.data.store import Place

DIGITS = 4
"""Decimals of the estimate at which a run stopped."""
WHOLE = re.compile(r"-?[0-9]{1,18}")


class GamesType(click.types.IntParamType):
    """A number of games, also as 1e6; the run itself refuses impossible numbers."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(whole(value), param, ctx)


class Numbers(click.ParamType):
    """Whole numbers separated by commas, as a tuple."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str):
            return value
        words = [word.strip() for word in value.split(",")]
        if not all(WHOLE.fullmatch(word) for word in words):
            self.fail(f"{value!r}: give whole numbers separated by commas", param, ctx)
        found = tuple(map(int, words))
        if len(set(found)) < len(found):
            self.fail(f"{value}: a number is given twice", param, ctx)
        return found


@click.command()
@click.option("--rules", "specs", multiple=True, default=[DEFAULT_SPEC], show_default=True,
              help="Edition[+change][-change]; repeat for several.")  # fmt: skip
@click.option("--players", type=Numbers(), default="4", show_default=True,
              help="Number of players, 2 to 4; several as 2,3,4.")  # fmt: skip
@click.option(
    "--policy",
    "tables",
    type=TABLE,
    multiple=True,
    default=["greedy"],
    show_default=True,
    help="One policy for all seats, or one for each, e.g. greedy,random, which rotate over the "
    "seats. Repeat for several tables. Use names from `gah players list`, or your own "
    "my_player.py[:function], which is run: use only files that you trust.",
)
@click.option("--games", type=GamesType(), default="10000", show_default=True,
              help="Games at each table; 1e6 is a million.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option("--workers", type=int, default=2, show_default=True, help="Processes.")
@click.option(
    "--out",
    type=PLACE,
    metavar="FOLDER|URL",
    default=Path("data"),
    show_default=True,
    help="A folder, or a prefix of an object store: s3://BUCKET/PREFIX (extra `s3`).",
)
@click.option(
    "--shard-games",
    type=int,
    default=None,
    help="Games per file.  [default: 10000, or 20 at a table with a search]",
)
@click.option(
    "--same-deal",
    type=int,
    default=1,
    show_default=True,
    help="N games in a row share a deal. If N is the number of players, each policy plays each "
    "seat.",
)
@click.option(
    "--only",
    multiple=True,
    metavar="PATH",
    help="Play only deals with this emperor tile, politics card or ballroom on the table, e.g. "
    "politics.cards.C2. Repeat to allow any of several.",
)
@click.option("--own-chance", is_flag=True, help="Games that share a deal roll their own dice.")
@click.option(
    "--dask",
    metavar="ADDRESS|local",
    help="Play on a Dask cluster, e.g. tcp://host:8786. All its machines must see --out under the "
    "same path or URL (extra `dask`).",
)
@click.option(
    "--until",
    metavar="[QUANTITY:]ci=W",
    help="Stop as soon as a quantity is known to ±W: ci=0.5pp (share of wins of the first policy, "
    "or seat), ci=0.2vp (VP of a player), winner:ci=0.5vp, spread:ci=0.5vp; --games is then the "
    "maximum. With cs instead of ci you may also stop by hand, but need about twice the games.",
)
@click.option("--quiet", is_flag=True, help="No bar and no table.")
@ruleset_options
def simulate(
    specs: tuple[str, ...],
    players: tuple[int, ...],
    tables: tuple[tuple[str, ...], ...],
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
    """Play many games and record them as Parquet files.

    Several rulesets, numbers of players or policies are played in all combinations; `gah batch`
    reads them from a plan in a file. The same command continues an interrupted run. Neither the
    number of workers nor an interruption changes a byte of the data.
    """
    from model import load_ruleset
    from simulate.batch.runner import Run
    from simulate.batch.until import Target

    target = None if until is None else Target.parse(until)
    runs = [
        Run(
            ruleset,
            n,
            table,
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
        for ruleset in [load_ruleset(spec, **variant) for spec in dict.fromkeys(specs)]
        for n in players
        for table in dict.fromkeys(tables)
    ]
    for run in runs:
        run.seats()
    if not quiet:
        note_scope(runs)
    if target is None and len(runs) > 1:
        play_several(runs, workers, quiet)
        return
    for run in runs:
        play(run, target, quiet)


def note_scope(runs: list[Any]) -> None:
    """Print which learned players play rules that they were not trained on."""
    from simulate.learned.scope import untrained

    for line in untrained((run.seats(), run.ruleset, run.players) for run in runs):
        click.echo(line, err=True)


def play_several(runs: list[Any], workers: int, quiet: bool) -> None:
    """Play several runs as a batch does, or quietly."""
    from reports.commands import batch
    from simulate.base.bars import plain_console
    from simulate.batch import run_all
    from simulate.batch.many import RunsWatcher
    from simulate.compiling.ahead import compile_ahead

    if quiet:
        run_all(runs, workers, RunsWatcher())
        return
    console = plain_console()
    compile_ahead(console.print)
    place = runs[0].out
    batch.announce("games", batch.by_table(runs), place, workers, console)
    played = batch.play_all(runs, workers, "games", console)
    batch.conclude(place, runs, played, workers, console)


def play(run: Any, target: Any, quiet: bool) -> None:
    """Play a run with a progress bar and a closing table, or without either.

    target: play until this is precise enough, then print where the run stopped and why.
    """
    from dataclasses import replace

    from simulate.base.bars import plain_console
    from simulate.batch.progress import Bar, summary
    from simulate.batch.runner import run as play_run
    from simulate.batch.until import REACHED, run_until
    from simulate.compiling.ahead import compile_ahead

    def played(bar: Any) -> tuple[Any, Any]:
        return (play_run(run, bar), None) if target is None else run_until(run, target, bar)

    if quiet:
        played(None)
        return
    console = plain_console()
    compile_ahead(console.print)
    with Bar(run, console) as bar, kept_by([run], bar):
        outcome, stopped = played(bar)
    if stopped is None:
        summary(run, outcome, console)
        return
    summary(replace(run, games=stopped["games"]), outcome, console)
    assert target is not None
    digits = DIGITS if target.quantity == "win" else DIGITS - 2  # a share, or VP
    kind = stopped["interval"]
    if target.method == "ci" and stopped["reason"] != REACHED:
        kind = "interval"  # its width did not stop the run
    held = (
        "interval unknown"
        if stopped["low"] is None
        else f"{bounds(stopped['low'], stopped['high'], digits)}; 95% {kind}"
    )
    console.print(
        f"stopped after {many(stopped['games'], 'game')}: {stopped['reason']}."
        f" {stopped['quantity']}: "
        f"{number(stopped['estimate'], digits)} ({held}); checked "
        f"{'once' if stopped['looks'] == 1 else str(stopped['looks']) + ' times'}.",
        highlight=False,
    )
