"""The command `batch`: play all games of a plan, then answer its questions."""

from __future__ import annotations

import shlex
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model.wording import many
from reports.commands.asking import Planned, Planning
from reports.commands.interrupted import kept_by
from reports.commands.options import PLACE, WORKERS
from simulate.base.notation import in_bytes
from simulate.data.store import URL

if TYPE_CHECKING:
    from rich.console import Console

    from simulate.batch import Run
    from simulate.batch.cost import WorkCost
    from simulate.batch.plan import Plan
    from simulate.data.store import Place

DEFAULT = "quick"


@click.command()
@click.argument("plan", default=DEFAULT, metavar="[PLAN]")
@click.option("--dry-run", is_flag=True, help="Only print what it would play, and the cost.")
@click.option(
    "--out",
    type=PLACE,
    metavar="FOLDER|URL",
    help="Folder or URL for the games, instead of the plan's `out`.",
)
@click.option("--player", "players", multiple=True, metavar="FILE.py",
              help="A player's file that the plan names. It is run: use only files that you trust.",
              )  # fmt: skip
@click.option(
    "--dask", metavar="ADDRESS|local", help="Play and estimate on a Dask cluster (extra `dask`)."
)
@WORKERS
def batch(
    plan: str, dry_run: bool, out: Place | None, players: tuple[str, ...], dask: str | None,
    workers: int,
) -> None:  # fmt: skip
    """Play the games of PLAN and ask its questions.

    PLAN is a TOML file, or the name of a plan that comes with the suite: quick (the default),
    editions, modules, overnight. The command first prints the number of games, and the time and
    disk space they need. Games are saved: after an interruption, the same command continues.

    \b
      [[games]]                  every combination of these
      rules = ["original-2015", "revised-2021"]
      players = [2, 3, 4]
      policies = ["greedy", "random"]
      games = 1e6
      seeds = [1, 2]
      [[study]]                  run when all is recorded; options as in `gah study cards`
      name = "cards"
      kind = "staff"
      [report]                   the report; options as in `gah report`
    """
    from simulate.base.bars import plain_console
    from simulate.batch.plan import place_of, read_plan, refuse_outside, runs_of
    from simulate.compiling.ahead import compile_ahead
    from simulate.policies import own

    named = {one: own.named(one) for one in players}
    asked, folder = read_plan(plan, named)
    place = place_of(asked.out) if out is None else out
    if out is None:
        refuse_outside(f"{plan}: out", place, "; give another yourself: --out")
    console = plain_console()
    mine = _on(runs_of(asked, plan, folder, place, named), workers, dask)
    questions = questions_of(asked, plan, place, workers)
    compile_ahead(console.print)
    parts = [*by_table(mine), *(one.part() for one in questions)]
    parts = [replace(one, runs=_on(one.runs, workers, dask)) for one in parts if one.work]
    announce(asked.title, parts, place, workers, console)
    if dry_run:
        return
    every = _once([run for part in parts for run in part.runs])
    played = play_all(every, workers, asked.title, console)
    from analysis.base.spread import spread_over

    with spread_over(dask, workers):  # games are reduced to sums where they were played
        for question in questions:
            console.rule(question.title, style="")
            question.ask()
        if mine:
            conclude(place, mine, played, workers, console)


@dataclass(frozen=True)
class PlanLine:
    """One line of a plan: its runs, and the deals with forced actions that it plays later."""

    title: str
    runs: Sequence[Run]
    forced: Sequence[Any] = ()
    unknown: str = ""

    @property
    def work(self) -> bool:
        """Is there anything to play?"""
        return bool(self.runs or self.forced or self.unknown)

    def cost(self) -> WorkCost:
        from analysis.studies.parts import forecast_parts
        from simulate.batch.cost import forecast

        return forecast(self.runs) + forecast_parts(self.forced)


def by_table(runs: Sequence[Run]) -> list[PlanLine]:
    """The runs of a plan's games by who plays."""
    found: dict[str, list[Run]] = {}
    for one in runs:
        policy = one.policy if isinstance(one.policy, str) else ",".join(one.policy)
        found.setdefault(f"games by {policy}", []).append(one)
    return [PlanLine(title, some) for title, some in found.items()]


@dataclass(frozen=True)
class Invocation:
    """A study or the report as a user would type it: `title`, then `words`.

    command: the command that takes these words. where: the key of the plan, for errors.
    """

    title: str
    command: click.Command
    words: tuple[str, ...]
    where: str

    def ask(self) -> None:
        """Run it. Raises UserError, naming the plan's key, for options that the command refuses."""
        self._call(self._typed)

    def part(self) -> PlanLine:
        """The games that it needs."""
        from model import UserError

        try:
            self._call(Planning(self._typed))
        except Planned as found:
            try:
                return PlanLine(self.title, found.asked.runs(), found.asked.forced())
            except UserError as error:
                return PlanLine(self.title, (), unknown=str(error))
        return PlanLine(self.title, (), unknown="it plays its own games")

    @property
    def _typed(self) -> tuple[str, ...]:
        return (*self.title.split()[1:], *self.words)

    def _call(self, typed: tuple[str, ...]) -> None:
        from model import UserError

        try:
            self.command.main(
                list(self.words), prog_name=self.title, standalone_mode=False, obj=typed
            )
        except (click.ClickException, UserError) as error:
            said = str(error) if isinstance(error, UserError) else error.format_message()
            raise UserError(f"{self.where}: {said.rstrip('.')}") from None


def questions_of(plan: Plan, named: str, place: Place, workers: int) -> list[Invocation]:
    """The questions of a plan as commands. Raises UserError for an unknown study."""
    from model import UserError
    from model.names import meant
    from reports.commands.players import players
    from reports.commands.report import report
    from reports.commands.study import study
    from simulate.batch.plan import typed

    common = ["--workers", str(workers)]
    known = dict.fromkeys(study.list_commands(click.Context(study)), study)
    known |= {"ladder": players, "curve": players}
    found = []
    for number, one in enumerate(plan.study, 1):
        where = f"{named}: [[study]] {number} ({one.name})"
        if one.name not in known:
            near = meant(one.name, list(known))
            raise UserError(f"{where}: no study; studies: {', '.join(known)}{near}")
        group = known[one.name]
        command = group.get_command(click.Context(group), one.name)
        assert command is not None
        _refuse_outside(command, one.options(), where)
        words = [*one.options(), *common]
        if "data" not in (one.model_extra or {}):
            words += ["--data", str(Path(str(place)) / "studies" / one.name)]
        found.append(Invocation(f"gah {group.name} {one.name}", command, tuple(words), where))
    if plan.report is not None:
        where = f"{named}: [report]"
        _refuse_outside(report, [*typed(plan.report)], where)
        words = [*typed(plan.report), *common]
        found.append(Invocation("gah report", report, tuple(words), where))
    return found


def _refuse_outside(command: click.Command, words: Sequence[str], where: str) -> None:
    """Raise UserError for folders or files in words of a plan that are not below this one."""
    from simulate.batch.plan import refuse_outside

    # What click refuses here it refuses again when the command runs.
    given = command.make_context(command.name, list(words), resilient_parsing=True).params
    for value in given.values():
        for one in value if isinstance(value, tuple) else (value,):
            if isinstance(one, Path) or (isinstance(one, str) and URL in one):
                refuse_outside(where, one)


def _on(runs: Sequence[Run], workers: int, dask: str | None) -> list[Run]:
    """The runs as they are played: on a cluster, if one is named."""
    if dask is None:
        return list(runs)
    return [
        replace(one, workers=workers, cluster=dask,
                out=one.out.absolute() if isinstance(one.out, Path) else one.out)
        for one in runs
    ]  # fmt: skip


def _once(runs: Sequence[Run]) -> list[Run]:
    """Each run once, with the largest number of games asked for; the slowest first."""
    from simulate import policies

    longest: dict[tuple[str, str], Run] = {}
    for one in runs:
        key = str(one.out), one.job().partition
        if key not in longest or longest[key].games < one.games:
            longest[key] = one
    return sorted(longest.values(), key=lambda one: not policies.slow(one.seats()))


def announce(
    title: str, parts: Sequence[PlanLine], place: Place, workers: int, console: Console
) -> None:
    """Print what will be played, how long it takes and how much space it needs."""
    from reports.commands.terminal import show
    from reports.tables.table import Table
    from simulate.batch.cost import WorkCost, in_time
    from simulate.learned.scope import untrained

    with console.status("measuring how long it takes"):
        costs = [part.cost() for part in parts]
    rows = [
        (
            part.title, f"{len(part.runs):,}", f"{cost.games:,}", f"{cost.missing:,}",
            in_time(cost.seconds) if cost.missing else "",
            in_bytes(cost.bytes) if cost.bytes else "",
        )
        for part, cost in zip(parts, costs, strict=True)
    ]  # fmt: skip
    head = ("Part", "Runs", "Games", "To play", "Processor time", "Size")
    show(Table(title, head, rows), console)
    for part in parts:
        if part.unknown:
            console.print(f"{part.title}: not in these figures ({part.unknown})", highlight=False,
                          soft_wrap=True)  # fmt: skip
    for line in untrained((r.seats(), r.ruleset, r.players) for part in parts for r in part.runs):
        console.print(line, highlight=False, soft_wrap=True)
    total = sum(costs, WorkCost())
    console.print(f"{total.words(workers)}; {_on_workers(workers)}, into {place}", highlight=False,
                  soft_wrap=True)  # fmt: skip


def play_all(runs: Sequence[Run], workers: int, title: str, console: Console) -> tuple[int, float]:
    """Play the missing games of the runs under one bar; returns games played and seconds."""
    from simulate.batch import ensure_folder, run_all
    from simulate.batch.progress import Overall

    started = time.monotonic()
    for place in dict.fromkeys(one.out for one in runs):
        ensure_folder(place)
    with Overall(title, sum(one.games for one in runs), console) as bar, kept_by(runs, bar):
        run_all(runs, workers, bar)
    return bar.played, time.monotonic() - started


def conclude(
    place: Place, runs: Sequence[Run], played: tuple[int, float], workers: int, console: Console
) -> None:
    """Print the closing table: wins and VP by seat, then the size and the next commands."""
    from analysis.course.summary import summaries
    from reports.commands.terminal import show
    from reports.tables.runs import runs_table
    from simulate.batch.cost import in_time
    from simulate.data.places import store_at
    from simulate.data.records import disk_use

    partitions = [one.job().partition for one in runs]
    frame = summaries(place, set(partitions))
    show(runs_table(frame, many(sum(one.games for one in runs), "game")), console)
    size = sum(disk_use(store_at(place), one) for one in partitions)
    games, seconds = played
    speed = (
        f"{many(games, 'game')} played in {in_time(seconds)}, {games / max(seconds, 1e-9):,.0f} a"
    )
    speed += f" second {_on_workers(workers)}; "
    console.print(f"{speed if games else ''}{in_bytes(size)} in {place}", highlight=False,
                  soft_wrap=True)  # fmt: skip
    quoted = shlex.quote(str(place))
    console.print(f"next: `gah data summary {quoted}`, `gah data check {quoted}`,"
                  " `gah study --help`, `gah report`", highlight=False, soft_wrap=True)  # fmt: skip


def _on_workers(workers: int) -> str:
    return f"on {workers} worker" + "s" * (workers > 1)
