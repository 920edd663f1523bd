"""`gah study compare`: the options; what it does is in analysis/studies/compare.py."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model.wording import many
from reports.commands.asking import answer, planned
from reports.commands.options import (
    SEED,
    TABLE,
    WORKERS,
    Count,
    changes_rules,
    folders,
    players_option,
    policies_alone,
    ruleset_options,
)
from reports.commands.terminal import say, show
from simulate.data.store import Place

if TYPE_CHECKING:
    from rich.console import Console

    from analysis.studies.compare import CompareStudy, Comparison


@click.command()
@click.argument("base")
@click.argument("other", required=False)
@click.option("--rulings", "readings", is_flag=True, help="Instead of OTHER, compare BASE "
              "with each other reading of its open rulings. Does the ambiguity matter?",
              )  # fmt: skip
@click.option("--variants", "agreed", is_flag=True, help="Instead of OTHER, compare BASE with each "
              "variant, and with each other choice of an option.")  # fmt: skip
@players_option("2,3,4")
@click.option("--policy", "policies", type=TABLE, multiple=True, metavar="POLICY",
              default=("planner",), show_default=True, callback=policies_alone,
              help="Policy of all seats; repeat for several, each at its own tables."
              " Greedy is 30 to 60 times as fast, but plays worse.")  # fmt: skip
@click.option("--deals", "games", type=Count(2), default=1000, show_default=True,
              help="Deals at each table; each ruleset plays those that can differ.")  # fmt: skip
@click.option("--power", "chance", type=click.FloatRange(0.1, 0.99), metavar="CHANCE",
              help="Instead of --deals: play enough deals to find, with this probability, a "
              "difference the size of the margin in each of the measures shown first. A pilot of "
              "200 deals or more, which count too, estimates the number.")  # fmt: skip
@SEED
@click.option("--interactions", type=Count(2), metavar="N",
              help="Also play each pair of the N single changes with the largest effects: do two "
              "together do more, or less, than their sum?")  # fmt: skip
@click.option("--until-decided", is_flag=True, help="Play until the verdicts on the cards that "
              "change and on the measures shown first are decided. Verdicts on measures allow for "
              "each look at the games.")  # fmt: skip
@click.option("--most-deals", "most", type=Count(2), default=100_000, show_default=True,
              help="Most deals at each table that --until-decided plays.")  # fmt: skip
@click.option("--all", "whole", is_flag=True, help="Print every table, not only the answer.")
@WORKERS
@folders("compare")
@ruleset_options
def compare(
    base: str, other: str | None, readings: bool, agreed: bool, players: tuple[int, ...],
    policies: tuple[str, ...], games: int, chance: float | None, seed: int,
    interactions: int | None, until_decided: bool, most: int, whole: bool, workers: int,
    data: Place, out: Path, variant: dict[str, Any],
) -> None:  # fmt: skip
    """Measure what one ruleset, OTHER, changes against another, BASE.

    Both play the same deals, and the changes that cause a difference are found. Rulesets are
    written as in tables: an edition with changes, perhaps with readings and options in brackets,
    "revised-2021+ballrooms (boards=day, b4-rooms=occupied)". The options below that change rules
    (--ruling, --hands, --patch, ...) apply to OTHER; without OTHER, they apply to a copy of BASE.

    \b
      gah study compare original-2015 revised-2021
      gah study compare revised-2021 --patch my.toml --policy planner --policy greedy
      gah study compare revised-2021 --ruling b4-rooms=occupied
      gah study compare revised-2021 --rulings --players 2
      gah study compare revised-2021 --variants

    Every change between the two is also played alone: switched on in BASE, and switched off in
    OTHER. The answer shows what happens to the cards that change (worth and verdict, before and
    after) and to the game, and how many more deals would settle what is undecided; --all prints
    every table, as on the page. Each measure gets a paired difference with a 95% interval and a
    verdict: equivalent within its margin, more or less (better or worse if it has a direction), or
    undecided, with the number of deals that would decide it. If the two differ only in emperor
    tiles, politics cards or ballrooms, only deals with one of these on the table are played; all
    other deals are identical and count as zero. Such games are recorded in a separate folder next
    to --data. The same command continues where it was stopped.
    """
    from analysis.studies import compare as comparing
    from analysis.studies import typed
    from model import UserError
    from model.steps import read_recipe
    from reports.site.comparison import write_comparison
    from simulate import policies as known
    from simulate.base.bars import plain_console

    for name in policies:
        known.get(name)
    settings = comparing.Settings(players, policies, games, seed)
    command = " ".join([typed.command("compare"), shlex.join(_typed())])
    first = read_recipe(base)
    given = changes_rules(variant)
    if readings or agreed:
        if other is not None or given or interactions or (readings and agreed):
            raise UserError(
                "--rulings compares BASE with its other readings, --variants with its variants"
                " and options; leave out OTHER and the options that change rules"
            )
        plan = (comparing.plan_rulings if readings else comparing.plan_variants)(first, command)
    else:
        if other is None and not given:
            raise UserError(
                "nothing to compare with: name OTHER, or give --patch, --ruling, --rulings or"
                " --variants"
            )
        second = read_recipe(base if other is None else other, **variant)
        plan = comparing.plan_comparison(first, second, command)
    console = plain_console()
    study = comparing.CompareStudy(plan, settings, data)
    if chance is not None:
        planned(study)
        study = study.with_power(chance, workers, console)
        console.print(f"{many(study.settings.games, 'deal')} for a power of {chance:.0%}")
    if until_decided:
        planned(study)
        study, found = study.until_decided(most, workers, console)
    else:
        found = answer(study, workers, console)
    if interactions and len(plan.singles) > 1:
        comparing.add_pairs(plan, first, second, found.largest(interactions))
        found = answer(study, workers, console)
    whole |= bool(interactions)
    with console.status("drawing"):
        page = write_comparison(found, out)
    if whole:
        _show_all(found, console)
    else:
        _show_answer(found, study, workers, console)
    console.print(f"page: {page}", highlight=False, soft_wrap=True)


def _show_answer(found: Comparison, study: CompareStudy, workers: int, console: Console) -> None:
    """Print the answer, on one screen."""
    from dataclasses import replace

    from reports import names
    from reports.site.comparison import played_words
    from reports.tables import answer as tables_answer
    from simulate.batch.cost import forecast, in_time

    plan = found.plan
    say(
        console,
        f"{plan.base.label} → {plan.other.label if plan.other else 'each change alone'}:"
        f" {many(len(plan.steps), 'change')},"
        f" {found.settings.games:,} equal deals a table",
    )
    say(console, *played_words(found))
    for n, policy in found.tables:
        table = tables_answer.worth_table(found, n, policy)
        if table.rows:
            show(table, console)
        say(console, f"The game, {names.players(policy, n)}:")
        say(console, *(f"  {text}" for text in tables_answer.game_words(found, n, policy)))
        if rest := tables_answer.rest_words(found, n, policy):
            say(console, f"  {rest}")
    needed = found.needed(tables_answer.HEADLINE)
    if not needed:
        say(console, "All of this is decided.")
        return
    more = replace(study, settings=replace(study.settings, games=max(needed, study.settings.games)))
    say(
        console,
        f"{tables_answer.open_words(found)}: about {in_time(forecast(more.runs()).wall(workers))}"
        " more; --until-decided plays them.",
    )


def _show_all(found: Comparison, console: Console) -> None:
    """Print every table."""
    from reports.site.comparison import card_names, played_words, short_tables
    from reports.tables import compare as tables_compare

    plan = found.plan
    show(tables_compare.differences_table(found), console)
    for n, policy in found.tables:
        if plan.other is not None:
            show(tables_compare.measures_table(found, n, policy), console)
        show(tables_compare.singles_table(found, n, policy), console)
        pairs = tables_compare.pairs_table(found, n, policy)
        if pairs.rows:
            show(pairs, console)
    for cards in (
        tables_compare.cards_table(found, card_names(found, "staff")),
        tables_compare.guests_table(found, card_names(found, "guest")),
    ):
        if cards.rows:
            show(cards, console)
    say(console, *played_words(found))
    for short in short_tables(found):
        if short.rows:
            show(short, console)
    for name, kind, why in plan.skipped:
        say(console, f"{name} alone cannot be switched {kind}: {why}")


def _typed() -> list[str]:
    """The arguments as typed, for the page, without the folders."""
    words = click.get_current_context().find_root().obj or ()
    kept, skip = list[str](), False
    for word in words[2:]:  # without "study compare"
        if skip:
            skip = False
        elif word in ("--data", "--out", "--workers"):
            skip = True
        elif not word.startswith(("--data=", "--out=", "--workers=")):
            kept.append(word)
    return kept
