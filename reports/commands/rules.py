"""The command group `rules`: show, diff, check, list, clauses, assumptions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from model.diff import diff_rulesets
from model.errors import UserError
from model.listing import all_ids
from model.marks import still_assumed
from model.ruleset import DEFAULT_SPEC, Ruleset, load_ruleset
from model.show import SECTIONS, render, render_diff
from model.sources import dump
from reports.commands.assumptions import assumptions_
from reports.commands.clauses import clauses_
from reports.commands.options import ruleset_options, user_errors


@click.group()
def rules() -> None:
    """Show, compare and check rulesets."""


rules.add_command(clauses_)
rules.add_command(assumptions_)


@rules.command()
@click.argument("ruleset", default=DEFAULT_SPEC)
@click.option("--section", metavar="|".join(SECTIONS), help="Only this part.")
@click.option("--json", "as_json", is_flag=True, help="The resolved tree as JSON.")
@ruleset_options
def show(ruleset: str, section: str | None, as_json: bool, variant: dict[str, Any]) -> None:
    """Shows a ruleset: numbers, cards and procedures in words."""
    if section is not None and section not in SECTIONS:
        raise UserError(f"--section {section}: unknown; sections: {', '.join(SECTIONS)}")
    resolved = load_ruleset(ruleset, **variant)
    click.echo(_json(resolved) if as_json else render(resolved, section))


def _json(ruleset: Ruleset) -> str:
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
    """Lists what B does differently from A, and which change causes it.

    Patches apply to B only, so that `diff X X --patch FILE` shows a patch; options and rulings
    apply to both.
    """
    shared = {**variant, "patches": ()}
    left, right = load_ruleset(a, **shared), load_ruleset(b, **variant)
    rows = render_diff(diff_rulesets(left, right))
    click.echo(f"{left.label} -> {right.label}: {len(rows)} values differ")
    _table(("change", "title", "path", "left", "right", "source"), rows)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    if not rows:
        return
    from rich import box  # here, because it takes time to import
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for title in head:
        table.add_column(title, overflow="fold", no_wrap=title == "path")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


@rules.command()
@click.argument("file")
@click.option("--ruleset", default=DEFAULT_SPEC, show_default=True, help="What it changes.")
@user_errors
def check(file: str, ruleset: str) -> None:
    """Checks a patch file against a ruleset and prints what it changes."""
    base = load_ruleset(ruleset)
    patched = load_ruleset(ruleset, patches=[file])
    differences = diff_rulesets(base, patched)
    click.echo(f"{Path(file).name}: valid for {ruleset}, {len(differences)} values change")
    for _, _, path, left, right, _ in render_diff(differences):
        click.echo(f"  {path}: {left} -> {right}")


@rules.command("list")
def list_() -> None:
    """Lists editions, modules, variants, changes, rulings and options, with their ids."""
    for line in all_ids():
        click.echo(line)
