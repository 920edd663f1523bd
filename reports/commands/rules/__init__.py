"""The command group `rules`: the rulesets, their clauses, gaps and evidence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model.defaults import DEFAULT_SPEC
from model.errors import UserError
from model.names import meant
from reports.commands.lazy import LazyGroup
from reports.commands.options import NamesOption, ruleset_options

if TYPE_CHECKING:
    from model import Ruleset

PLAY_SECONDS = 8.0  # the rest of the 10 s of `rules check --play` is for starting


@click.group(cls=LazyGroup, package=__name__)
def rules() -> None:
    """Show, compare, check and trace rulesets."""


def sections() -> list[str]:
    """Names of the parts of a ruleset that can be shown alone."""
    from model.show import SECTIONS

    return list(SECTIONS)


@rules.command()
@click.argument("ruleset", default=DEFAULT_SPEC)
@click.option("--section", cls=NamesOption, names=sections, help="Only this part.")
@click.option("--json", "as_json", is_flag=True, help="The resolved tree as JSON.")
@ruleset_options
def show(ruleset: str, section: str | None, as_json: bool, variant: dict[str, Any]) -> None:
    """Show a ruleset: numbers, cards and procedures in words."""
    from model.ruleset import load_ruleset
    from model.show import render

    if section is not None and section not in sections():
        known = ", ".join(sections())
        near = meant(section, sections())
        raise UserError(f"--section {section}: unknown; sections: {known}{near}")
    resolved = load_ruleset(ruleset, **variant)
    click.echo(_json(resolved) if as_json else render(resolved, section))


def _json(ruleset: Ruleset) -> str:
    from model.marks import still_assumed
    from model.tree import dump

    meta = {
        "spec": ruleset.spec,
        "label": ruleset.label,
        "hash": ruleset.hash,
        "changes": ruleset.changes,
        "rulings": ruleset.rulings,
        "options": ruleset.options,
        "assumptions": ruleset.assumptions,
        "assumed": still_assumed(ruleset),
    }
    return json.dumps({**meta, "rules": dump(ruleset)}, indent=2, ensure_ascii=False)


@rules.command()
@click.argument("a")
@click.argument("b")
@ruleset_options
def diff(a: str, b: str, variant: dict[str, Any]) -> None:
    """List what B does differently from A, and which change causes it.

    Patches apply only to B, so `diff X X --patch FILE` shows a patch; options and rulings apply to
    both.
    """
    from model.diff import diff_rulesets
    from model.ruleset import load_ruleset
    from model.show import departures, render_diff

    shared = {**variant, "patches": ()}
    left, right = load_ruleset(a, **shared), load_ruleset(b, **variant)
    rows = render_diff(diff_rulesets(left, right))
    click.echo(f"{left.label} -> {right.label}: {_values(len(rows), 'differ')}")
    _table(("change", "title", "path", "left", "right", "source"), rows)
    for note in dict.fromkeys((departures(left), departures(right))):
        if note and rows:
            click.echo(note)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    if not rows:
        return
    from rich import box  # here because it is slow to import
    from rich.table import Table
    from rich.text import Text

    from simulate.base.bars import table_console

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in head:
        table.add_column(title, overflow="fold", no_wrap=title == "path")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    table_console().print(table)


@rules.command()
@click.argument("file")
@click.option(
    "--rules", "ruleset", default=DEFAULT_SPEC, show_default=True, help="What it changes."
)
@click.option(
    "--play",
    is_flag=True,
    help="Also play with the patch for about 10 s: can every card be played, can a turn last"
    " forever? For a longer check use `gah check verify --patch FILE`.",
)
@click.pass_context
def check(context: click.Context, file: str, ruleset: str, play: bool) -> None:
    """Check a patch file against a ruleset and print what it changes.

    With --play, exit status 1 means that the patch needs a fix.
    """
    from model.diff import diff_rulesets
    from model.idle import idle_words
    from model.ruleset import load_ruleset
    from model.show import render_diff

    base = load_ruleset(ruleset)
    patched = load_ruleset(ruleset, patches=[file])
    differences = diff_rulesets(base, patched)
    click.echo(f"{Path(file).name}: valid for {ruleset}, {_values(len(differences), 'change')}")
    for _, _, path, left, right, _ in render_diff(differences):
        click.echo(f"  {path}: {left} -> {right}")
    before = set(idle_words(base))
    for problem in idle_words(patched):
        if problem not in before:
            click.echo(f"  note: {problem}")
    if not play:
        return
    from reports.rule_checks import Report
    from simulate.properties.running import Rules

    if not Report(seconds=PLAY_SECONDS).check(Rules(ruleset, patches=(file,))):
        context.exit(1)


@rules.command("list", short_help="List what rulesets are made of, with ids.")
def list_() -> None:
    """List editions, modules, variants, changes, rulings and options, with their ids."""
    from model.listing import all_ids

    for line in all_ids():
        click.echo(line)


def _values(count: int, verb: str) -> str:
    return f"1 value {verb}s" if count == 1 else f"{count} values {verb}"
