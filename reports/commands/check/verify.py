"""The command `verify`: check invariants over many games and count which rules they use."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model import UserError
from model.defaults import DEFAULT_SPEC
from reports.commands.options import (
    OUT_FILE,
    OUT_FOLDER,
    TABLE,
    changes_rules,
    player_counts,
    ruleset_options,
)
from simulate.base import outputs

if TYPE_CHECKING:
    from simulate.policies.seating import Table
    from simulate.properties.running import CheckPlan, Rules


def invariant_files(
    context: click.Context, option: click.Parameter, texts: tuple[str, ...]
) -> tuple[str, ...]:
    """Files of invariants, as a user typed them: the command runs no other files."""
    if not texts:
        return ()
    from simulate.properties.own_file import named

    return tuple(named(text) for text in texts)


@click.command()
@click.option(
    "--invariant",
    "files",
    multiple=True,
    callback=invariant_files,
    metavar="FILE[::NAME]",
    help="A Python file with your own invariants. It is run: use only files that you trust."
    " See simulate/properties/README.md. Repeatable.",
)
@click.option(
    "--policy",
    "tables",
    type=TABLE,
    multiple=True,
    default=("random", "greedy"),
    show_default=True,
    help="With --invariant or changed rules: the policy of all seats, or one for each. Repeat for"
    " several tables. guided searches if an invariant names a target.",
)
@click.option(
    "--players",
    default="2,3,4",
    show_default=True,
    callback=player_counts,
    help="With --invariant or changed rules: numbers of players.",
)
@click.option(
    "--list",
    "listing",
    is_flag=True,
    help="List each invariant of the suite after play: its sentence and clauses, how often it was"
    " checked and its premise met. With --invariant: list yours, and play nothing.",
)
@click.option(
    "--without",
    multiple=True,
    metavar="NAME",
    help="Switch an invariant off: yours, or one of the suite's that a patch breaks on purpose (see"
    " --list). Repeatable.",
)
@click.option(
    "--all",
    "collect",
    is_flag=True,
    help="With --invariant: after a violation, continue with the other invariants.",
)
@click.option(
    "--dask", metavar="ADDRESS", help="With --invariant: play on a Dask cluster (extra `dask`)."
)
@click.option(
    "--violations",
    type=OUT_FOLDER,
    default=Path("build/verify/violations"),
    show_default=True,
    help="With --invariant: folder for violations; the next run replays them first.",
)
@click.option(
    "--plan",
    "name",
    default="base",
    show_default=True,
    metavar="NAME",
    help="Rulesets, if --rules names none: base (both editions), modules (every set of modules, the"
    " draft, variants, extras and samples of the assumed values) or rare (patches that make decks"
    " run out and hotels fill up, and the seeker, which steers to rare states).",
)
@click.option(
    "--games",
    type=int,
    help="Random games for each ruleset and number of players [base: 1000000, modules: 200000,"
    " rare: 200].",
)
@click.option(
    "--greedy-games",
    type=int,
    help="The same for games of greedy and of politician, which reach rarer rules"
    " [base: 20000, modules: 2000, rare: 100].",
)
@click.option(
    "--seeker-games",
    type=int,
    help="The same for games of the seeker [rare: 4000, otherwise none].",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Random seed.")
@click.option("--workers", type=int, default=2, show_default=True, help="Processes.")
@click.option(
    "--every-step",
    type=float,
    default=0.35,
    show_default=True,
    help="Share of games checked at every step; the others are checked at the end.",
)
@click.option(
    "--at-least",
    type=int,
    default=1000,
    show_default=True,
    help="List what is counted less often than this.",
)
@click.option("--rules", multiple=True, help="Ruleset; repeatable [default: the plan's].")
@click.option(
    "--out",
    type=OUT_FILE,
    default=Path("build/verify/verify.txt"),
    show_default=True,
    help="The report; counts are written next to it as JSON.",
)
@click.pass_context
@ruleset_options
def verify(
    context: click.Context,
    files: tuple[str, ...],
    tables: tuple[tuple[str, ...], ...],
    players: tuple[int, ...],
    listing: bool,
    without: tuple[str, ...],
    collect: bool,
    dask: str | None,
    violations: Path,
    variant: dict[str, Any],
    name: str,
    games: int | None,
    greedy_games: int | None,
    seeker_games: int | None,
    seed: int,
    workers: int,
    every_step: float,
    at_least: int,
    rules: tuple[str, ...],
    out: Path,
) -> None:
    """Check the engine over many games, and count what they use.

    Games are spread over hands, boards and promotional guests, with 2, 3 and 4 players. Exit status
    1 means a defect: an engine error or a broken invariant, named with the game.

    With --invariant it checks your own invariants instead, under any ruleset and patch. Exit status
    1 then means a violation: it is shrunk to a few actions and written as a transcript, a page and
    a test. With changed rules alone (--patch, --ruling, --hands ...) the suite's own invariants are
    checked at every step, and so are the rules: does every position have a legal action, can every
    card be played, can a turn last forever?
    """
    if files:
        from reports.invariants import listed
        from simulate.properties.own_file import InvariantFile
        from simulate.properties.running import CheckPlan

        own = tuple(file for file in files if isinstance(file, InvariantFile))
        plan = CheckPlan(own, _rules(rules, variant), _tables(tables), players,
                         GAMES if games is None else games, seed, collect, without)  # fmt: skip
        if listing:
            for line in listed(plan):
                click.echo(line)
        elif not _checked(plan, violations, workers, dask):
            context.exit(1)
        return
    if collect or dask is not None:
        raise UserError("--all and --dask need --invariant")
    if changes_rules(variant) or listing or without:
        from reports.rule_checks import Report

        report_of = Report(
            _tables(tables), players, GAMES if games is None else games, seed, without, listing,
            violations,
        )  # fmt: skip
        fine = [report_of.check(one) for one in _rules(rules, variant)]
        if not all(fine):
            context.exit(1)
        return
    from simulate.base.bars import plain_console
    from simulate.verify import report
    from simulate.verify.progress import Bars
    from simulate.verify.run import play_and_check
    from simulate.verify.verification import Verification, preset

    if at_least < 0:
        raise UserError(f"--at-least {at_least}: 0 or more")
    given = preset(name)
    verification = Verification(
        rules or given.specs,
        given.games if games is None else games,
        given.greedy_games if greedy_games is None else greedy_games,
        given.seeker_games if seeker_games is None else seeker_games,
        seed,
        workers,
        every_step,
    )
    console = plain_console()
    with Bars(console) as bars:
        outcome = play_and_check(verification, bars)
    coverage = outcome.coverage()
    for line in report.summary(outcome, coverage, at_least):
        click.echo(line)
    outputs.keep(out, report.text(outcome, coverage, at_least))
    outputs.keep(out.with_suffix(".json"), report.counts(outcome, coverage))
    click.echo(f"report in {out}")
    if outcome.defects:
        context.exit(1)


GAMES = 300


def _tables(given: tuple[tuple[str, ...], ...]) -> tuple[Table, ...]:
    """Tables, each once; one policy for all seats as its name."""
    return tuple(dict.fromkeys(table[0] if len(table) == 1 else table for table in given))


def _rules(specs: tuple[str, ...], variant: dict[str, Any]) -> tuple[Rules, ...]:
    """The rulesets that the options name. Raises UserError for unknown ones."""
    from simulate.properties.running import Rules

    more = {**variant, "rulings": tuple(sorted(variant["rulings"].items()))}
    found = tuple(Rules(spec, **more) for spec in specs or (DEFAULT_SPEC,))
    for rules in found:
        rules.load()
    return found


def _checked(plan: CheckPlan, folder: Path, workers: int, dask: str | None) -> bool:
    """Check invariants of the user; returns whether all of them hold."""
    from reports.invariants import Checking
    from simulate.base.bars import plain_console
    from simulate.verify.progress import Bars

    if workers < 1:
        raise UserError(f"--workers {workers}: at least 1")
    plan.checks()  # a file that cannot be run is reported before anything is compiled
    with Bars(plain_console(soft_wrap=True)) as bars:
        return Checking(plan, folder, bars, workers, dask).run()
