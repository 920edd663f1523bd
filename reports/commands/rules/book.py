"""`gah rules book`: write a rulebook to read and print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from model.defaults import DEFAULT_SPEC
from reports.commands.options import OUT_FILE, ruleset_options

PDF = click.option(
    "--pdf", is_flag=True, help="Also print it as a PDF of the same name, with Chromium."
)


def name_written(path: Path, pdf: bool, browser: str) -> None:
    """Name the file that was written, and print it as a PDF if asked to."""
    from model.errors import one_line
    from reports.site.pdf import print_page

    click.echo(one_line(str(path)))
    if pdf:
        click.echo(one_line(str(print_page(path, path.with_suffix(".pdf"), browser))))


def browser_for(pdf: bool) -> str:
    """The browser that prints the PDF, if asked for. Raises UserError if there is none."""
    from reports.site.pdf import find_browser

    return find_browser() if pdf else ""


@click.command()
@click.argument("ruleset", default=DEFAULT_SPEC)
@click.option("--out", type=OUT_FILE, default=Path("build/rulebook.html"), show_default=True,
              help="The page that is written.")  # fmt: skip
@PDF
@ruleset_options
def book(ruleset: str, out: Path, pdf: bool, variant: dict[str, Any]) -> None:
    """Write the rules of exactly this ruleset as a rulebook.

    Rules come in playing order, then the cards. Rulings, assumed values and the changes of patches
    are in the margin, and every sentence links to its clause and the documents that state it.
    """
    from model.ruleset import load_ruleset
    from reports.site.book import write_book

    browser = browser_for(pdf)
    name_written(write_book(load_ruleset(ruleset, **variant), Path(out)), pdf, browser)
