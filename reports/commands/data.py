"""The commands `data list`, `data check` and `data repair`: recorded games as files."""

from __future__ import annotations

import secrets
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model import UserError
from reports.commands.lazy import LazyGroup
from reports.commands.options import PLACE, Count, user_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from simulate.batch.replay import Given
    from simulate.data.audit import Problem, RunReport
    from simulate.data.store import Place, Store

SHOWN = 50  # problems in a table


def folder(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the data folder that a command is about."""
    return click.argument("root", metavar="DIR|URL", type=PLACE)(command)


def given(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: files that a manifest needs and only the user can name."""
    patch = click.option(
        "--patch", "patches", multiple=True, metavar="FILE", type=click.Path(path_type=Path),
        help="A patch by which games were played.",
    )  # fmt: skip
    player = click.option(
        "--player", "players", multiple=True, metavar="FILE.py", type=click.Path(path_type=Path),
        help="A player's file by which games were played; it is run: only name one that you trust.",
    )  # fmt: skip
    return patch(player(command))


@click.group(cls=LazyGroup)
def data() -> None:
    """List, check and repair recorded games in a folder or an object store.

    Nothing in a data folder is ever run, and nothing outside of it is touched.
    """


@data.command("list")
@folder
@user_errors
def list_(root: Place) -> None:
    """List the runs of a data folder with their rules, policies, games and size.

    Reads no game: `gah data check` compares the files with what was recorded.
    """
    from rich.table import Table
    from rich.text import Text

    from simulate.base.bars import table_console
    from simulate.data.checksummed import DamagedError
    from simulate.data.manifest import manifests, read_manifest
    from simulate.data.places import store_at
    from simulate.data.records import disk_use, is_busy, recorded

    store = store_at(root)
    table = Table(title=Text(str(store)))
    for heading in ("rules", "players", "policies", "seed", "games", "shards", "MB", "state"):
        right = heading in ("players", "seed", "games", "shards", "MB")
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    for name in manifests(store):
        try:
            run = read_manifest(store, name)
        except DamagedError as error:
            table.add_row(Text(name), *[""] * 6, Text(f"damaged manifest: {error}"))
            continue
        there = sum(number < run.shards for number in recorded(store, run.partition))
        whole = "complete" if there == run.shards else "unfinished"
        state = "being written" if is_busy(store, run.partition) else whole
        if run.only:
            state += f", only deals with {' or '.join(run.only)}"
        size = f"{disk_use(store, run.partition) / 1e6:,.1f}"
        shards = f"{there} of {run.shards}"
        cells = (run.rules, run.players, run.table, run.seed, f"{run.games:,}", shards, size, state)
        table.add_row(*(Text(str(cell)) for cell in cells))
    table_console().print(table)


@data.command()
@folder
@click.option("--deep", is_flag=True, help="Also play some games again and compare their rows.")
@click.option(
    "--sample", type=Count(1), default=20, show_default=True,
    help="Games of each run that --deep plays again.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), metavar="N",
    help="Seed of the sample (default: random, printed).",
)  # fmt: skip
@given
@click.pass_context
@user_errors
def check(
    context: click.Context,
    root: Place,
    deep: bool,
    sample: int,
    seed: int | None,
    patches: tuple[Path, ...],
    players: tuple[Path, ...],
) -> None:
    """Check every byte of a data folder against what was recorded.

    Finds what is missing, torn, changed, doubled, left over or of unknown origin. Exit status 0:
    nothing was found. 1: something was; a table says what. 2: this is no data folder.

    If somebody changes games and writes their records again, the records agree with the games. Only
    --deep can find that: it plays a sample again, and prints how likely it is to find a given share
    of changed games.
    """
    from simulate.base.bars import plain_console
    from simulate.batch.replay import Given
    from simulate.data.places import store_at

    if not deep and (patches or players or seed is not None):
        raise UserError("--patch, --player and --seed serve --deep; give that too")
    console = plain_console()
    store = store_at(root)
    reports, problems = checked(store, console)
    played = 0
    if deep:
        seed = secrets.randbits(32) if seed is None else seed
        played = replayed(store, reports, Given(patches, players), sample, seed, console)
    problems = [problem for report in reports for problem in report.problems] + problems
    show(problems, console)
    for report in reports:
        if report.busy:
            console.print(f"{report.run}: is being written now and was not checked", markup=False)
    what = f"{len(reports)} runs" + (f", {played} games played again" if deep else "")
    found = f"{len(problems)} problems" if problems else "nothing wrong"
    if busy := sum(report.busy for report in reports):
        found = (
            f"{len(problems)} problems, of {len(reports) - busy} runs that are not being written"
        )
    console.print(f"{what}: {found}", highlight=False)
    if deep:
        share = 1 - 0.05 ** (1 / sample)
        console.print(
            f"games drawn by --seed {seed}; a run with {share:.1%} of its games changed is found so"
            " with a probability of 95%",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
    if any(problem.shards or problem.surplus for problem in problems):
        console.print(
            f"`gah data repair {shlex.quote(str(store))}` puts right what it can", markup=False
        )
    context.exit(1 if problems else 0)


@data.command()
@folder
@click.option("--workers", type=Count(1), default=2, show_default=True, help="Processes.")
@given
@click.pass_context
@user_errors
def repair(
    context: click.Context,
    root: Place,
    workers: int,
    patches: tuple[Path, ...],
    players: tuple[Path, ...],
) -> None:
    """Play damaged shards again, and remove what killed runs left over.

    Afterwards every file is byte for byte what was recorded. What needs a person's decision is left
    as it is and listed; then the exit status is 1.
    """
    from simulate.base.bars import plain_console
    from simulate.batch.replay import Given
    from simulate.data.places import store_at

    console = plain_console()
    store = store_at(root)
    reports, problems = checked(store, console)
    refused = []
    for report in reports:
        if report.manifest is not None and not report.busy and report.problems:
            refused += repaired(store, report, Given(patches, players), workers, console)
    for problem in problems:
        if problem.surplus:
            store.remove(problem.path)
    left = [one for one in problems if not one.surplus]
    for report in reports:
        left += [one for one in report.problems if not (one.shards or one.surplus)]
    show(left, console)
    for reason in refused:
        console.print(f"not repaired: {reason}", markup=False, highlight=False)
    if any(report.manifest is None for report in reports):
        console.print(
            "a damaged manifest: delete it and repeat the `gah simulate` command of that run; "
            "whole shards stay"
        )
    if not left and not refused:
        console.print("nothing is wrong now")
    context.exit(1 if left or refused else 0)


def checked(store: Store, console: Console) -> tuple[list[RunReport], list[Problem]]:
    """Check a folder under a progress bar that counts bytes."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from simulate.data.audit import check_folder, size_of

    columns = (TextColumn("checking"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=size_of(store))
        return check_folder(store, lambda read: progress.advance(task, read))


def replayed(
    store: Store, reports: list[RunReport], files: Given, sample: int, seed: int, console: Console
) -> int:
    """Play a sample of each run again under a progress bar; returns the games played."""
    from rich.progress import Progress

    from simulate.batch.replay import check_deep
    from simulate.compiling.ahead import compile_ahead

    compile_ahead(console.print)
    runs = [report for report in reports if report.manifest is not None and not report.busy]
    with Progress(console=console, transient=True) as progress:
        tracked = progress.track(runs, description="playing again")
        return sum(check_deep(store, report, files, sample, seed) for report in tracked)


def repaired(
    store: Store, report: RunReport, files: Given, workers: int, console: Console
) -> list[str]:
    """Repair one run and say what was done; returns why not, if so."""
    from simulate.batch.progress import Bar
    from simulate.batch.replay import repair as repair_run
    from simulate.batch.replay import run_of

    assert report.manifest is not None
    try:
        if not report.damaged:
            done = repair_run(store, report, files, workers, None)
        else:
            with Bar(run_of(store, report.manifest, files, workers), console) as bar:
                done = repair_run(store, report, files, workers, bar)
    except UserError as error:
        return [str(error)]
    console.print(
        f"{report.run}: {done.shards} shards played again, {done.removed} files removed",
        markup=False, highlight=False, soft_wrap=True,
    )  # fmt: skip
    if done.otherwise:
        console.print(
            f"  shards {', '.join(map(str, done.otherwise))} have other bytes than were recorded: "
            "the record was damaged, or another version of pyarrow wrote them"
        )
    return []


def show(problems: list[Problem], console: Console) -> None:
    """The table of problems, cut off after the first ``SHOWN``."""
    from rich.table import Table
    from rich.text import Text

    from simulate.base.bars import table_console

    if not problems:
        return
    table = Table()
    table.add_column("file", overflow="fold")
    table.add_column("problem", overflow="fold")
    for problem in problems[:SHOWN]:
        table.add_row(Text(problem.path), Text(problem.what))
    table_console().print(table)
    if len(problems) > SHOWN:
        console.print(f"and {len(problems) - SHOWN} more")
