"""Write the site: save figures and tables, then fill each page into its template."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import resources
from pathlib import Path

import jinja2
from markupsafe import Markup

from reports import names
from reports.figures import hover, style
from reports.figures.figure import Figure
from reports.results import Results
from reports.site import poster, search
from reports.site.blocks import Block, Drawing, Page, blocks_of
from reports.site.contents import PAGES, PageEntry
from reports.tables.table import WIDTHS, Table
from reports.text import NOTATION, count
from simulate.base.cache import say
from simulate.base.outputs import write_page
from simulate.batch.pool import FORK_IS_SAFE, Apply, WorkerPool, in_order, lost_text

HOME = "index.html"
STYLE, SCRIPT, INDEX = "site.css", "site.js", "index.js"


@dataclass(frozen=True)
class Place:
    """The place of a page: the pages above it, and its neighbours on the same level."""

    page: Page
    above: tuple[Page, ...]
    before: Page | None
    after: Page | None


def write_report(
    results: Results, out: Path, entries: Sequence[PageEntry] = PAGES, workers: int = 1,
    step: Callable[[str], None] = lambda name: None,
) -> Path:  # fmt: skip
    """Build and write the pages of the navigation below `out`; returns the path of the first.

    workers: processes that draw; the files are the same for any number. `step` is called with each
    page drawn. Each file is written completely or left unchanged. Raises UserError if a file cannot
    be written, or if the processes that draw a page die repeatedly.
    """
    pages = []
    for page in _drawn(results, out, entries, workers):
        step(page.short)
        pages.append(page)
    return _write_pages(pages, out)


def write_site(pages: Sequence[Page], out: Path) -> Path:
    """Write pages below `out` with their figures and tables; as `write_report` does."""
    for page in pages:
        _save_all(page, out)
    return _write_pages(pages, out)


def _write_pages(pages: Sequence[Page], out: Path) -> Path:
    """Write pages whose figures are saved, and the files that all of them use."""
    write_page(out / STYLE, _template(STYLE) + _widths() + style.dark_rules() + "\n")
    write_page(out / SCRIPT, _template(SCRIPT))
    write_page(out / INDEX, search.index(pages))
    if pages[0].file == HOME:
        poster.write_poster(pages, out, _filled)
    for place in places(pages):
        write_page(out / place.page.file, render(place, pages))
    return out / pages[0].file


def places(pages: Sequence[Page], above: tuple[Page, ...] = ()) -> Iterator[Place]:
    """Every page with its place, each before the pages below it."""
    for index, page in enumerate(pages):
        before = pages[index - 1] if index else None
        after = pages[index + 1] if index + 1 < len(pages) else None
        yield Place(page, above, before, after)
        yield from places(page.children, (*above, page))


def render(place: Place, pages: Sequence[Page]) -> str:
    """A page as HTML; its figures must have been saved."""
    page = place.page
    return (
        environment()
        .get_template(page.template)
        .render(
            page=page,
            place=place,
            pages=pages,
            root=page.root,
            style=STYLE,
            script=SCRIPT,
            notation=NOTATION,
            **page.extra,
        )
    )


def _filled(template: str, **given: object) -> str:
    """A template of the site, filled."""
    return environment().get_template(template).render(style=STYLE, **given)


def _drawn(
    results: Results, out: Path, entries: Sequence[PageEntry], workers: int
) -> Iterator[Page]:
    """The pages, with figures and tables saved; drawing takes most of a report's time."""
    draw = partial(_draw, results, out)
    if workers == 1 or not FORK_IS_SAFE:
        yield from map(draw, entries)
        return
    # Forked, because sending the results would be slow.
    with WorkerPool(workers, Apply(draw), forked=True, advice="") as pool:
        yield from in_order(pool.messages(entries, lambda _, reason: say(lost_text(reason))))


def _draw(results: Results, out: Path, entry: PageEntry) -> Page:
    with style.styled():
        page = entry.build(results)
        _save_all(page, out)
    return page


def _save_all(page: Page, out: Path) -> None:
    """Save the figures and tables of a page and of those below it."""
    for place in places([page]):
        for block in blocks_of(place.page):
            _save(block, out)
        for name, text in place.page.files.items():
            write_page(out / name, text)


def _save(block: Block, out: Path) -> None:
    if isinstance(block, Figure):
        block.save(out / "figures")
    elif isinstance(block, Drawing):
        block.save(out / "positions")
    elif isinstance(block, Table) and block.has_csv:
        block.save(out / "tables")


@cache
def environment() -> jinja2.Environment:
    """The templates of the site."""
    made = jinja2.Environment(
        loader=jinja2.PackageLoader("reports", "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["grouped"] = count  # Jinja's own filter "count" gives lengths
    made.filters["edition"] = names.ruleset
    made.filters["inlined"] = lambda svg, root: Markup(hover.at(svg, root))
    return made


def styles() -> str:
    """The style of the pages, for a page outside the site."""
    return _template(STYLE)


def _template(name: str) -> str:
    return resources.files("reports").joinpath("templates", name).read_text(encoding="utf-8")


FOLDED = "@container (max-width: {last}px) {{ .fold{rank}-{width} .r{rank} {{ display: none }} }}"
CARDS = """@container (max-width: {last}px) {{
  {t}, {t} caption, {t} tbody, {t} tr, {t} :is(tbody th, td) {{ display: block; }}
  {t} thead {{ display: none; }}
  {t} tr {{ padding: .5rem 0; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: .3rem 1rem; }}
  {t} :is(tbody th, td) {{ padding: 0; overflow-wrap: anywhere; white-space: normal; }}
  {t} tbody th {{ grid-column: 1 / -1; order: -1; font-weight: 600; font-size: 1.05em; }}
  {t} td:empty {{ display: none; }}
  {t} .r2 {{ display: none; }}
  {t} tbody :is(td, th)::before {{ content: var(--label); display: block; font-size: .8rem;
    font-weight: 400; color: var(--muted); }}
}}
"""
"""Style of a table that does not fit: rows become cards with named cells."""


def _widths() -> str:
    """The style of tables in a page narrower than they are: see `Table.classes`."""
    rules = []
    for width in WIDTHS:
        last = width - 0.02
        rules += [FOLDED.format(last=last, width=width, rank=rank) for rank in (2, 1)]
        rules.append(CARDS.format(last=last, t=f".stack-{width}").rstrip())
    return "@media screen {\n" + "\n".join(rules) + "\n}\n"
