"""The command `verify`: check the engine's invariants over many games and count what they use."""

from pathlib import Path

import click

from model import UserError
from reports.commands.options import OUT_FILE, user_errors
from simulate import outputs


@click.command()
@click.option(
    "--plan",
    "name",
    default="base",
    show_default=True,
    metavar="NAME",
    help="Which rulesets, if --rules names none: base (both editions), modules (every set of"
    " modules, the draft, variants, extras and samples of what is assumed) or rare (patches under"
    " which decks run out and hotels fill up, and the seeker, who steers to rare states).",
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
    help="The same for greedy and for politician games, which reach rarer rules"
    " [base: 20000, modules: 2000, rare: 100].",
)
@click.option(
    "--seeker-games",
    type=int,
    help="The same for games of the seeker [rare: 4000, else none].",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Fixes all chance.")
@click.option("--workers", type=int, default=2, show_default=True, help="Processes.")
@click.option(
    "--every-step",
    type=float,
    default=0.35,
    show_default=True,
    help="Share of games checked at every step; all are checked at their end.",
)
@click.option(
    "--at-least",
    type=int,
    default=1000,
    show_default=True,
    help="What comes up less often is listed.",
)
@click.option(
    "--rules", multiple=True, metavar="SPEC", help="Repeatable; those of the plan if not given."
)
@click.option(
    "--out",
    type=OUT_FILE,
    default=Path("build/verify/verify.txt"),
    show_default=True,
    help="The report; the counts are written beside it as JSON.",
)
@click.pass_context
@user_errors
def verify(
    context: click.Context,
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
    """Plays many games under every mix of options, checks them, and counts what they use.

    Games are spread over hands, boards and promotional guests, with 2, 3 and 4 players. Exit
    status 1 means a defect: an engine error or a broken invariant, named with the game.
    """
    from simulate.bars import plain_console
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
