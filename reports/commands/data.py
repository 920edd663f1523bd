"""The commands of `gah data`: list, summarize, check, repair and remove recorded games."""

from __future__ import annotations

import functools
import secrets
import shlex
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model import UserError
from model.wording import many
from reports.commands.lazy import LazyGroup
from reports.commands.options import PLACE, WORKERS, Count
from simulate.base.notation import in_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from rich.console import Console
    from rich.table import Table

    from simulate.batch.replay import Given
    from simulate.data.audit import Problem, RunReport
    from simulate.data.forced_deals import ForcedDeals
    from simulate.data.manifest import Manifest
    from simulate.data.store import Place, Store

SHOWN = 50  # problems in a table


def folder(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: the data folder that a command is about."""
    return click.argument("root", metavar="FOLDER|URL", type=PLACE)(command)


def given(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: files that a manifest needs and only the user can supply."""
    patch = click.option(
        "--patch", "patches", multiple=True, metavar="FILE", type=click.Path(path_type=Path),
        help="A patch that games were played with.",
    )  # fmt: skip
    player = click.option(
        "--player", "players", multiple=True, metavar="FILE.py", type=click.Path(path_type=Path),
        help="A player's file that games were played with. It is run: use only files you trust.",
    )  # fmt: skip
    return patch(player(command))


@click.group(cls=LazyGroup)
def data() -> None:
    """List, sum up, export, check, repair and remove recorded games, in a folder or object store.

    Nothing in a data folder is ever run, and nothing outside it is touched.
    """


def selection(command: Callable[..., Any]) -> Callable[..., Any]:
    """Decorator: options that select runs of a data folder; all runs if none is given."""

    @click.option("--rules", multiple=True, help="Only runs of this ruleset; repeat for several.")
    @click.option(
        "--players", type=int, multiple=True, help="Only runs with this number of players."
    )
    @click.option("--policy", "policies", multiple=True, metavar="POLICY[,POLICY]...",
                  help="Only runs of these tables, as `gah data list` shows them.")  # fmt: skip
    @click.option("--seed", "seeds", type=int, multiple=True, help="Only runs of this seed.")
    @click.option("--section", "sections", multiple=True,
                  help="Only runs in this subfolder, e.g. studies/cards; . is the folder itself.",
                  )  # fmt: skip
    @functools.wraps(command)
    def wrapped(*args: Any, **given: Any) -> Any:
        chosen = Chosen(**{one.name: given.pop(one.name) for one in fields(Chosen)})
        return command(*args, chosen=chosen, **given)

    return wrapped


@dataclass(frozen=True)
class Chosen:
    """A selection of runs; an empty field takes all."""

    rules: tuple[str, ...]
    players: tuple[int, ...]
    policies: tuple[str, ...]
    seeds: tuple[int, ...]
    sections: tuple[str, ...]

    def __bool__(self) -> bool:
        return any(vars(self).values())

    def takes(self, section: str, run: Manifest) -> bool:
        """Is a run selected?"""
        return self._among(run.rules, run.players, run.table, run.seed, section)

    def takes_forced(self, one: ForcedDeals) -> bool:
        """Are deals with forced actions selected?"""
        said = one.about
        return self._among(said.ruleset, said.players, said.policy, said.seed, one.section)

    def _among(
        self, rules: str, players: int | None, policies: str, seed: int | None, section: str
    ) -> bool:
        asked = ((self.rules, rules), (self.players, players), (self.policies, policies),
                 (self.seeds, seed), (self.sections, section or "."))  # fmt: skip
        return all(not some or value in some for some, value in asked)

    def runs(self, root: Place) -> list[tuple[str, Store, Manifest]]:
        """The selected runs, with the section and store of each.

        Raises UserError if there is none, or a manifest is damaged.
        """
        from simulate.data.checksummed import DamagedError
        from simulate.data.manifest import manifests, read_manifest
        from simulate.data.sections import stores

        found = []
        for section, store in stores(root).items():
            for name in manifests(store):
                try:
                    run = read_manifest(store, name)
                except DamagedError as error:
                    raise UserError(f"{store.at(name)}: damaged manifest: {error}") from None
                if self.takes(section, run):
                    found.append((section, store, run))
        if not found:
            raise UserError(f"{root}: no such run; see `gah data list {shlex.quote(str(root))}`")
        return found


@data.command("list")
@folder
def list_(root: Place) -> None:
    """List the runs of a data folder with their rules, policies, games and size.

    The runs of studies are in sections of the folder, such as studies/cards; deals that studies
    played with forced actions are listed below them. No game is read: `gah data check` compares the
    files with what was recorded.
    """
    from simulate.base.bars import table_console
    from simulate.data.forced_deals import forced_deals
    from simulate.data.sections import stores

    forced = forced_deals(root)
    try:
        found = stores(root)
    except UserError:
        if not forced:
            raise
        found = {}
    if found:
        table_console().print(listed_runs(root, found))
    if forced:
        table_console().print(forced_table(forced))


def listed_runs(root: Place, found: dict[str, Store]) -> Table:
    """One row per run, section by section."""
    from rich.table import Table
    from rich.text import Text

    from simulate.data.checksummed import DamagedError
    from simulate.data.manifest import manifests, read_manifest
    from simulate.data.records import disk_use, is_busy, recorded

    table = Table(title=Text(str(root)))
    several = list(found) != [""]
    columns(table, (
        *(["section"] if several else []),
        "rules", "players", "policies", "seed", "games", "shards", "size", "state",
    ))  # fmt: skip
    for section, store in found.items():
        where = [Text(section)] if several else []
        for name in manifests(store):
            try:
                run = read_manifest(store, name)
            except DamagedError as error:
                table.add_row(*where, Text(name), *[""] * 6, Text(f"damaged manifest: {error}"))
                continue
            there = sum(number < run.shards for number in recorded(store, run.partition))
            whole = "complete" if there == run.shards else "unfinished"
            state = "being written" if is_busy(store, run.partition) else whole
            if run.only:
                state += f", only deals with {' or '.join(run.only)}"
            size = in_bytes(disk_use(store, run.partition))
            shards = f"{there} of {run.shards}"
            cells = (run.rules, run.players, run.table, run.seed, f"{run.games:,}", shards, size,
                     state)  # fmt: skip
            table.add_row(*where, *(Text(str(cell)) for cell in cells))
    return table


def forced_table(forced: list[ForcedDeals]) -> Table:
    """One row per table whose deals are played with forced actions."""
    from rich.table import Table
    from rich.text import Text

    table = Table(title="deals played by force")
    columns(table, ("section", "what", "rules", "players", "policy", "seed", "deals", "size"))
    for one in forced:
        said = one.about
        cells = (one.section or ".", one.kind, said.ruleset, said.players or "?", said.policy,
                 "?" if said.seed is None else said.seed, f"{one.deals:,}",
                 in_bytes(one.length))  # fmt: skip
        table.add_row(*(Text(str(cell)) for cell in cells))
    return table


def columns(table: Table, headings: Iterable[str]) -> None:
    """Add columns, with numbers aligned to the right."""
    for heading in headings:
        right = heading in ("players", "seed", "games", "deals", "shards", "size")
        table.add_column(heading, justify="right" if right else "left", overflow="fold")


@data.command()
@folder
@selection
@click.option("--dask", metavar="ADDRESS|local", help="Add up on a Dask cluster (extra `dask`).")
@WORKERS
def summary(root: Place, chosen: Chosen, dask: str | None, workers: int) -> None:
    """Describe recorded runs: rules, players, games, wins by seat or policy, VP.

    Intervals are 95%, clustered by deal. `gah rules show` explains rulesets that differ from their
    edition.
    """
    from analysis.base.spread import spread_over
    from analysis.course.summary import summaries
    from reports.commands.terminal import show
    from reports.tables.runs import runs_table
    from simulate.base.bars import table_console

    by_store: dict[str, tuple[Store, list[Manifest]]] = {}
    for section, store, run in chosen.runs(root):
        by_store.setdefault(section, (store, []))[1].append(run)
    console = table_console()
    for section, (store, runs) in by_store.items():
        with spread_over(dask, workers):
            frame = summaries(store, {run.partition for run in runs})
        games = sum(run.games for run in runs)
        title = f"{section or root}: {many(len(runs), 'run')}, {many(games, 'game')}"
        show(runs_table(frame, title), console)
        for run in runs:
            for text in about(run):
                console.print(text, highlight=False, soft_wrap=True)


def about(run: Manifest) -> Iterator[str]:
    """Lines below the table about a run: how games were dealt, patches, where it stopped."""
    name = f"{run.rules}, {run.players} {run.table}, seed {run.seed}"
    if run.same_deal > 1:
        dice = " but not the dice" if run.own_chance else ""
        yield f"{name}: {run.same_deal} games in a row share a deal{dice}"
    if run.only:
        yield f"{name}: only deals with {' or '.join(run.only)}"
    if run.patches:
        yield f"{name}: patches {', '.join(run.patches)}"
    if run.assumptions != "default":
        yield f"{name}: assumptions {run.assumptions}"
    if run.until is not None and run.stopped is not None:
        yield f"{name}: until {run.until}; {run.stopped['reason']}"


FORMATS = {".csv": "CSV", ".parquet": "Parquet", ".arrow": "Arrow IPC", ".duckdb": "DuckDB"}
"""Formats of export by the ending of the file's name."""


@data.command()
@folder
@click.argument("out", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--table", type=click.Choice(["seats", "games", "cards"]), default="seats",
              show_default=True, help="One row per seat, per game, or per card that a seat had.",
              )  # fmt: skip
@selection
@click.option("--force", is_flag=True, help="Replace the file if it exists.")
def export(root: Place, out: Path, table: Any, chosen: Chosen, force: bool) -> None:
    """Write recorded games as one table to FILE: .csv, .parquet, .arrow or .duckdb.

    Cards, guests, tiles and policies are written by name. In a .csv, lists such as the scores of
    each round are JSON. A .duckdb file holds the table under its name. Games that differ from their
    records are refused.
    """
    from analysis import games
    from analysis.rows.export import write

    if out.suffix not in FORMATS:
        raise UserError(f"{out}: the name must end in {', '.join(FORMATS)}")
    if out.exists() and not force:
        raise UserError(f"{out}: exists already; give --force to replace it")
    found = chosen.runs(root)
    stores = {section: store for section, store, _ in found}
    if len(stores) > 1:
        raise UserError(f"{root}: the runs are in {', '.join(one or '.' for one in stores)};"
                        " choose one with --section")  # fmt: skip
    (store,) = stores.values()
    rows = games(
        store, table, rules=chosen.rules or None, players=chosen.players or None,
        policy=chosen.policies or None, seed=chosen.seeds or None, in_full=True,
    )  # fmt: skip
    write(rows, out, table)
    click.echo(f"{out}: {table} of {many(sum(run.games for *_, run in found), 'game')}")


def _confirmed(question: str) -> bool:
    """Does the user agree? Raises UserError without an answer, for example without a terminal."""
    try:
        return click.confirm(question)
    except click.Abort:
        raise UserError("no answer, nothing was removed; --yes removes without asking") from None


@data.command()
@folder
@selection
@click.option("--all", "every", is_flag=True, help="Remove all runs.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def remove(root: Place, chosen: Chosen, every: bool, yes: bool) -> None:
    """Remove recorded runs, chosen by rules, players, policy, seed or section.

    Deals that studies played with forced actions are removed with them. A run that is being written
    is refused. Nothing else in the folder is touched.
    """
    from simulate.data.forced_deals import forced_deals
    from simulate.data.records import disk_use
    from simulate.data.removal import remove_run

    if not chosen and not every:
        raise UserError("which runs? Give --rules, --players, --policy, --seed, --section or --all")
    forced = [one for one in forced_deals(root) if chosen.takes_forced(one)]
    try:
        runs = chosen.runs(root)
    except UserError:
        if not forced:
            raise
        runs = []
    size = sum(disk_use(store, run.partition) for _, store, run in runs)
    size += sum(one.length for one in forced)
    games = sum(run.games for *_, run in runs)
    what = f"{many(len(runs), 'run')}, {many(games, 'game')}"
    if forced:
        what += f", {many(sum(one.deals for one in forced), 'deal')} played by force"
    what += f", {in_bytes(size)}"
    for section, _, run in runs:
        click.echo(f"{section or '.'}: {run.rules}, {run.players} {run.table}, seed {run.seed}")
    for one in forced:
        said = one.about
        click.echo(f"{one.section or '.'}: {one.kind}, {said.ruleset}, {said.players or '?'}"
                   f" {said.policy}, {many(one.deals, 'deal')}")  # fmt: skip
    if not (yes or _confirmed(f"Remove {what}?")):
        click.echo("nothing was removed")
        return
    for _, store, run in runs:
        remove_run(store, run, lambda text: click.echo(text))
    for one in forced:
        one.remove()
    click.echo(f"removed {what}")


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

    Finds what is missing, torn, changed, duplicated, left over or of unknown origin. Exit status 0:
    no problem was found. 1: problems were found; a table lists them. 2: this is not a data folder.

    If somebody changes games and rewrites their records to match, only --deep can notice: it plays
    a sample of the games again, and prints how likely it is to find a given share of changed games.
    """
    from simulate.base.bars import plain_console
    from simulate.batch.replay import Given
    from simulate.data.sections import stores

    if not deep and (patches or players or seed is not None):
        raise UserError("--patch, --player and --seed need --deep")
    console = plain_console()
    seed = secrets.randbits(32) if deep and seed is None else seed
    reports: list[RunReport] = []
    problems: list[Problem] = []
    played = 0
    for section, store in stores(root).items():
        found_here, others = checked(store, console)
        if deep:
            assert seed is not None
            played += replayed(store, found_here, Given(patches, players), sample, seed, console)
        of_runs = [problem for report in found_here for problem in report.problems]
        problems += [within(section, problem) for problem in of_runs + others]
        reports += found_here
    show_problems(problems, console)
    for report in reports:
        if report.busy:
            console.print(f"{report.run}: is being written now and was not checked", markup=False)
    what = many(len(reports), "run") + (f", {many(played, 'game')} played again" if deep else "")
    found = many(len(problems), "problem") if problems else "nothing wrong"
    if busy := sum(report.busy for report in reports):
        found = (
            f"{many(len(problems), 'problem')}, {many(len(reports) - busy, 'run')} not being"
            " written"
        )
    console.print(f"{what}: {found}", highlight=False)
    if deep:
        share = 1 - 0.05 ** (1 / sample)
        console.print(
            f"sample drawn with --seed {seed}; if {share:.1%} of a run's games were changed, this"
            " finds it with a probability of 95%",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
    if any(problem.shards or problem.surplus for problem in problems):
        console.print(
            f"`gah data repair {shlex.quote(str(root))}` repairs what it can",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
    context.exit(1 if problems else 0)


@data.command()
@folder
@click.option("--workers", type=Count(1), default=2, show_default=True, help="Processes.")
@given
@click.pass_context
def repair(
    context: click.Context,
    root: Place,
    workers: int,
    patches: tuple[Path, ...],
    players: tuple[Path, ...],
) -> None:
    """Play damaged shards again, and remove what killed runs left over.

    Afterwards every file is byte for byte what was recorded. Anything that needs a person's
    decision is left as it is and listed, and the exit status is 1.
    """
    from simulate.base.bars import plain_console
    from simulate.batch.replay import Given
    from simulate.data.sections import stores

    console = plain_console()
    refused: list[str] = []
    left: list[Problem] = []
    reports: list[RunReport] = []
    for section, store in stores(root).items():
        found, problems = checked(store, console)
        for report in found:
            if report.manifest is not None and not report.busy and report.problems:
                refused += repaired(store, report, Given(patches, players), workers, console)
        for problem in problems:
            if problem.surplus:
                store.remove(problem.path)
        mine = [one for one in problems if not one.surplus]
        for report in found:
            mine += [one for one in report.problems if not (one.shards or one.surplus)]
        left += [within(section, one) for one in mine]
        reports += found
    show_problems(left, console)
    for reason in refused:
        console.print(f"not repaired: {reason}", markup=False, highlight=False)
    if any(report.manifest is None for report in reports):
        console.print(
            "a damaged manifest: delete it and repeat the `gah simulate` command of that run; "
            "intact shards are kept"
        )
    if not left and not refused:
        console.print("nothing is wrong now")
    context.exit(1 if left or refused else 0)


def within(section: str, problem: Problem) -> Problem:
    """A problem of a section, with its path from the data folder."""
    return replace(problem, path=f"{section}/{problem.path}") if section else problem


def checked(store: Store, console: Console) -> tuple[list[RunReport], list[Problem]]:
    """Check a folder under a progress bar that counts bytes."""
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

    from simulate.data.audit import check_folder, size_of

    columns = (TextColumn("checking"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    shown = console.is_terminal  # otherwise a bar would leave an empty line
    with Progress(*columns, console=console, transient=True, disable=not shown) as progress:
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
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        tracked = progress.track(runs, description="playing again")
        return sum(check_deep(store, report, files, sample, seed) for report in tracked)


def repaired(
    store: Store, report: RunReport, files: Given, workers: int, console: Console
) -> list[str]:
    """Repair one run and print what was done; returns the reasons if it was not repaired."""
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
        f"{report.run}: {many(done.shards, 'shard')} played again,"
        f" {many(done.removed, 'file')} removed",
        markup=False, highlight=False, soft_wrap=True,
    )  # fmt: skip
    if done.otherwise:
        console.print(
            f"  shards {', '.join(map(str, done.otherwise))} have other bytes than were recorded: "
            "the record was damaged, or another version of pyarrow wrote them"
        )
    return []


def show_problems(problems: list[Problem], console: Console) -> None:
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
