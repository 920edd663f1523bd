"""The decision page as one A4 sheet to pin up: five answers, all cards in one chart, what to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from reports.figures.figure import Figure
from reports.site.blocks import Finding, Front, Page, blocks_of
from reports.tables.table import Table
from simulate.base.outputs import write_page

PAGE, PDF = "poster.html", "poster.pdf"
TABLES = ("to-change", "mended", "shares")
"""Keys of the tables of the decision page that are on the sheet."""
CHART = "staff-at-a-glance"


def with_players(one: Finding) -> Finding:
    """The answer with the players that it is about, whom on the page only its link names."""
    return replace(one, text=f"{one.text.removesuffix('.')} ({one.who}).") if one.who else one


def write_poster(pages: Sequence[Page], out: Path, fill: Callable[..., str]) -> Path:
    """Write the sheet as a page; the figures must have been saved. Returns its path.

    fill: fills a named template with keywords.
    """
    first = pages[0]
    front = next((one for one in blocks_of(first) if isinstance(one, Front)), None)
    if front is not None:
        front = replace(front, findings=[*map(with_players, front.findings)])
    figures = [one for page in pages for one in blocks_of(page) if isinstance(one, Figure)]
    chart = next((one for one in figures if one.key == CHART), front.figure if front else None)
    tables = [one for one in blocks_of(first) if isinstance(one, Table) and one.key in TABLES]
    text = fill("poster.html.j2", page=first, front=front, chart=chart, tables=tables, root="")
    write_page(out / PAGE, text)
    return out / PAGE
