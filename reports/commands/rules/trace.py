"""`gah rules trace`: the evidence for a rule, at the terminal."""

from __future__ import annotations

import textwrap
from functools import partial
from typing import TYPE_CHECKING

import click

from model.clauses import DOCUMENTS
from model.sources import sources
from model.wording import many
from reports.commands.options import WIDTH
from reports.commands.rules.clauses import chosen
from reports.rules.evidence import Evidence, file_of, gather, line_of, place_of, test_lines

if TYPE_CHECKING:
    from reports.rules.trace import Traced

TITLE = 10


def row(title: str, text: str) -> list[str]:
    """A titled line, wrapped under its text."""
    return textwrap.wrap(
        f"  {title:<{TITLE}}{text}",
        WIDTH,
        subsequent_indent=" " * (TITLE + 2),
        break_on_hyphens=False,
        break_long_words=False,
    )


def rows_of_tests(one: Traced, every: bool) -> list[str]:
    """The tests by function, each with the number of its cases that name the clause."""
    if every:
        return [line for test in one.tests for line in row("test", test.id)]
    lines = []
    for test in test_lines(one.tests):
        many = f", {test.cases} cases" if test.cases > 1 else ""
        corner = " (corner)" if test.corner else ""
        lines += row("test", f"{test.file}:{test.line} {test.name}{many}{corner}")
    return lines


def as_lines(one: Traced, evidence: Evidence, every: bool) -> list[str]:
    """Everything known about a clause, as lines."""
    clause = one.clause
    lines = [one.id]
    lines += textwrap.wrap(clause.text, WIDTH, initial_indent="  ", subsequent_indent="  ")
    for document, where in clause.source.items():
        lines += row("source", f"{DOCUMENTS[document]}: {where}")
    if clause.editions:
        lines += row("holds in", ", ".join(clause.editions))
    if clause.status != "implemented":
        lines += row("status", clause.status + (f": {clause.reason}" if clause.reason else ""))
    for ruling in clause.rulings:
        lines += row("ruling", f"{ruling}: {sources().ruling[ruling].question}")
    for path in one.declared:
        lines += row("declared", f"{path.path} = {path.text}")
    for name in clause.executed:
        lines += row("executed", f"{file_of(name)}:{line_of(name)} {name.rpartition('.')[2]}")
    if clause.condition:
        lines += row("condition", place_of(clause.condition))
        lines += row("", clause.condition.line)
        lines += row("without it", clause.condition.without)
    lines += rows_of_tests(one, every)
    for counted in one.counted:
        times = "never counted" if counted.times is None else many(counted.times, "time")
        shared = f", shared with {many(counted.shared, 'other clause')}" if counted.shared else ""
        lines += row("in play", f"{counted.key}: {times}{shared}")
    if one.counted and one.least is None:
        lines += row("in play", "the moment this clause applies is not counted")
    if evidence.counts is None:
        lines += row("in play", "not counted yet: `make verify`")
    if evidence.proofs is not None:
        proof = evidence.proofs.get(one.id, "its rule has not been changed on trial yet")
        lines += row("mutation", proof)
    for survivor in one.unnoticed:
        lines += row("unnoticed", " ".join(survivor.text.split()))
    if evidence.survivors is None:
        lines += row("unnoticed", "no mistakes were planted yet: `make mutate`")
    return lines


@click.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.option("--tests", "every", is_flag=True, help="Name every case of a test.")
def trace(ids: tuple[str, ...], every: bool) -> None:
    """Show the evidence for a rule: source, code, tests, counts.

    Also shows its data, and mistakes in the rule that no test notices. ID is the id of a clause
    (`gah rules clauses` lists them); one that ends in a dot or an asterisk names all clauses that
    begin with it: `gah rules trace emperor_tile.C2.`
    """
    from reports.rules.trace import trace

    wanted, evidence = chosen(ids), gather(note=partial(click.echo, err=True))
    for one in trace(wanted, evidence):
        click.echo("\n".join(as_lines(one, evidence, every)))
    if evidence.tests is None:
        click.echo("This installation has no tests and no index of them.")
    counts = evidence.counts
    if counts is not None:
        same = "rules and players as they are"
        by = same if counts.current else "rules or players that may have changed since"
        click.echo(f"In play: {counts.games:,} games of {counts.dated}, by {by}.")
