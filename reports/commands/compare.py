"""`gah study compare`: the options; what it does is in analysis/studies/compare.py."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from reports.commands.asking import answer, planned
from reports.commands.options import (
    SEED,
    WORKERS,
    Count,
    folders,
    players_option,
    policies_option,
    ruleset_options,
)
from reports.commands.terminal import show
from simulate.data.store import Place


@click.command()
@click.argument("base")
@click.argument("other", required=False)
@click.option("--rulings", "readings", is_flag=True, help="Instead of another ruleset: each "
              "other reading of each ruling that BASE leaves open. Does the ambiguity matter?",
              )  # fmt: skip
@click.option("--variants", "agreed", is_flag=True, help="Instead of another ruleset: each variant "
              "and each other choice of an option that BASE does not have.")  # fmt: skip
@players_option("2,3,4")
@policies_option("planner", words=" Greedy plays ten times as fast, but worse.")
@click.option("--deals", "games", type=Count(2), default=1000, show_default=True,
              help="Deals of each table; each ruleset plays those that can differ.")  # fmt: skip
@click.option("--power", "chance", type=click.FloatRange(0.1, 0.99), metavar="CHANCE",
              help="Instead of --deals: as many deals as find a difference the size of its margin "
              "with this probability, in each of the measures shown first. A pilot of 200 deals, "
              "which count too, estimates how many.")  # fmt: skip
@SEED
@click.option("--interactions", type=Count(2), metavar="N",
              help="Also play every two of the N single changes with the largest effects together: "
              "do they do more, or less, than the sum?")  # fmt: skip
@WORKERS
@folders("data/compare", "build/compare")
@ruleset_options
def compare(
    base: str, other: str | None, readings: bool, agreed: bool, players: tuple[int, ...],
    policies: tuple[str, ...], games: int, chance: float | None, seed: int,
    interactions: int | None, workers: int, data: Place, out: Path, variant: dict[str, Any],
) -> None:  # fmt: skip
    """Measure what OTHER changes against BASE on equal deals, and which change causes it.

    Rulesets are written as in tables: an edition with changes, perhaps with readings and options in
    brackets, "revised-2021+ballrooms (boards=day, b4-rooms=occupied)". Options below that name
    rules (--ruling, --hands, --patch, ...) apply to OTHER, which is BASE with them if not given.

    \b
      gah study compare original-2015 revised-2021
      gah study compare revised-2021 --patch my.toml --policy planner --policy greedy
      gah study compare revised-2021 --ruling b4-rooms=occupied
      gah study compare revised-2021 --rulings --players 2
      gah study compare revised-2021 --variants

    Every change between the two is also played alone: switched on in BASE, and switched off in
    OTHER. Each measure gets a paired difference with 95% interval and a verdict: equivalent within
    its margin, more or less (better or worse where it has a direction), or undecided, with the
    number of deals that would decide it. If the two differ only in emperor tiles, politics cards or
    ballrooms, only deals with one of these on the table are played; all other deals are identical
    and count as zero. Such games are recorded in a folder of their own next to --data. The same
    command continues where it was stopped.
    """
    from analysis.studies import compare as comparing
    from analysis.studies import typed
    from model import UserError
    from model.steps import read_recipe
    from reports.site.comparison import card_names, sentences, write_comparison
    from reports.tables import compare as tables_compare
    from simulate import policies as known
    from simulate.base.bars import plain_console

    for name in policies:
        known.get(name)
    settings = comparing.Settings(players, policies, games, seed)
    command = " ".join([typed.command("compare"), shlex.join(_typed())])
    first = read_recipe(base)
    given = any(value for key, value in variant.items() if key != "assumptions")
    given |= variant["assumptions"] != "default"
    if readings or agreed:
        if other is not None or given or interactions or (readings and agreed):
            raise UserError(
                "--rulings compares BASE with its own other readings, --variants with its variants"
                " and options; leave out the rest"
            )
        plan = (comparing.plan_rulings if readings else comparing.plan_variants)(first, command)
    else:
        if other is None and not given:
            raise UserError(
                "compare with what? Name OTHER, or --ruling, --patch, --rulings, --variants, ..."
            )
        second = read_recipe(base if other is None else other, **variant)
        plan = comparing.plan_comparison(first, second, command)
    console = plain_console()
    study = comparing.CompareStudy(plan, settings, data)
    if chance is not None:
        planned(study)
        study = study.with_power(chance, workers, console)
        console.print(f"{study.settings.games:,} deals for a power of {chance:.0%}")
    found = answer(study, workers, console)
    if interactions and len(plan.singles) > 1:
        comparing.add_pairs(plan, first, second, found.largest(interactions))
        found = answer(study, workers, console)
    with console.status("drawing"):
        page = write_comparison(found, out)
    show(tables_compare.differences_table(found), console)
    for policy in found.measures["policy"].unique():
        for n in players:
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
    for text in sentences(found):
        console.print(f"{text}.", highlight=False)
    for name, kind, why in plan.skipped:
        console.print(f"{name} cannot be switched {kind} alone: {why}", highlight=False)
    console.print(f"page: {page}", highlight=False, soft_wrap=True)


def _typed() -> list[str]:
    """The arguments as they were typed, for the page; without the folders."""
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
