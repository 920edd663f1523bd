"""The search index of the pages: cards, rules, rulings, findings, figures and terms."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from reports.figures.figure import Figure
from reports.site.blocks import Answers, Page, Terms, blocks_of

Entry = tuple[str, str, str, str]
"""Kind, title, further search words, and the address from the top folder."""


def index(pages: Sequence[Page]) -> str:
    """The index of some pages and the pages below them, as a script that the search loads."""
    found = list(dict.fromkeys(one for page in pages for one in entries(page)))
    lines = ",\n".join(json.dumps(one, ensure_ascii=False) for one in found)
    return f"window.gahIndex = [\n{lines}\n];\n"


def entries(page: Page) -> Iterator[Entry]:
    """Entries for a page, its contents, and the pages below it."""
    yield from page.entries
    single = "/" in page.key
    known = f"{page.short} {' '.join(one.title for one in page.sections)}" if single else page.short
    yield (page.lead if single else "Page", page.title, known, page.file)
    for finding in page.findings:
        yield ("Finding", finding.about, str(finding.text), f"{page.file}#{finding.id}")
    for block in blocks_of(page):
        if isinstance(block, Answers):
            for answer in block.findings:
                about = f"{page.title}: {answer.about}" if single else answer.about
                yield ("Finding", about, str(answer.text), f"{page.file}#{answer.id}")
        elif isinstance(block, Figure) and not single:
            yield ("Figure", block.topic, block.title, f"{page.file}#{block.key}")
        elif isinstance(block, Terms) and block.prefix:
            for term, text in block.terms:
                yield ("Word", term, str(text), f"{page.file}#{block.id(term)}")
    if not single:
        for section in page.sections:
            yield (page.short, section.title, "", f"{page.file}#{section.id}")
    yield from rules(page)
    for child in page.children:
        yield from entries(child)


def rules(page: Page) -> Iterator[Entry]:
    """Entries for the clauses, open positions and rulings on a page."""
    for topic in page.extra.get("topics", ()):
        for one in topic.clauses:
            yield (f"Rule: {topic.title}", one.id, one.clause.text, f"{page.file}#{one.id}")
    for one in page.extra.get("gaps", ()):
        yield ("Open position", one.gap.title, one.gap.question, f"{page.file}#gap-{one.id}")
    for one in page.extra.get("rulings", ()):
        yield ("Ruling", one.ruling.question, one.id, f"{page.file}#ruling-{one.id}")
