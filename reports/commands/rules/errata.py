"""`gah rules errata`: the differences between two rulesets, to read and print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from reports.commands.options import OUT_FILE, ruleset_options
from reports.commands.rules.book import PDF, browser_for, name_written


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("--out", type=OUT_FILE, default=Path("build/errata.html"), show_default=True,
              help="The page that is written.")  # fmt: skip
@PDF
@ruleset_options
def errata(a: str, b: str, out: Path, pdf: bool, variant: dict[str, Any]) -> None:
    """Write what B changes from A on one page, change by change.

    Patches apply only to B, so `errata X X --patch FILE` shows a patch.
    """
    from model.ruleset import load_ruleset
    from reports.site.book import write_errata

    browser = browser_for(pdf)
    left, right = load_ruleset(a, **{**variant, "patches": ()}), load_ruleset(b, **variant)
    name_written(write_errata(left, right, Path(out)), pdf, browser)
