"""The tutorials and guides of docs/ as pages of the report; none if there is no such folder.

`make docs` builds all documents, including those of Python functions and folders; these pages are
the documents that help a reader of the report.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from reports.site.blocks import Block, Page, Section, Written, slug
from reports.tables.table import Table

DOCS = Path(__file__).parents[2] / "docs"
KINDS = {"tutorials": "Tutorial", "guide": "Guide", "": "Recipes"}
"""The kind of the documents in each folder, in order."""
BY_SPHINX = "```{"
"""Marks documents that only Sphinx can build; they are left out."""


def pages() -> list[Page]:
    """The documents, each as a page below the questions."""
    return [_page(file) for file in files()]


@cache
def files() -> tuple[Path, ...]:
    """The documents that the report shows, by kind."""
    return tuple(
        file
        for folder in KINDS
        for file in sorted((DOCS / folder).glob("*.md"))
        if (folder or file.name == "recipes.md") and BY_SPHINX not in file.read_text("utf-8")
    )


def _key(file: Path) -> str:
    """The key of its page; all are in one folder."""
    return "docs/" + "-".join(file.relative_to(DOCS).with_suffix("").parts)


def _page(file: Path) -> Page:
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    first, *rest = _sections(reader.parse(file.read_text("utf-8")))
    kind = KINDS[file.parent.name if file.parent != DOCS else ""]
    title, intro = first
    sections = [Section("start", "", _blocks(intro, file, reader))]
    sections += [Section(slug(name), name, _blocks(some, file, reader)) for name, some in rest]
    key = _key(file)
    return Page(
        key, title, title, kind, sections=[one for one in sections if one.blocks],
        entries=[(kind, name, title, f"{key}.html#{slug(name)}") for name, _ in rest],
    )  # fmt: skip


def _sections(tokens: Sequence[Token]) -> list[tuple[str, list[Token]]]:
    """The text below each heading of the first two levels, with its heading."""
    found: list[tuple[str, list[Token]]] = []
    at = 0
    while at < len(tokens):
        if tokens[at].type == "heading_open" and tokens[at].tag in ("h1", "h2"):
            words = [one.content for one in tokens[at + 1].children or ()]
            found.append(("".join(words), []))
            at += 3
        else:
            found[-1][1].append(tokens[at])
            at += 1
    return found


def _blocks(tokens: Sequence[Token], file: Path, reader: MarkdownIt) -> list[Block]:
    """Tables in the form of the report, everything else as written."""
    out: list[Block] = []
    for some in _parts(tokens):
        _lead(some, file)
        if some[0].type == "table_open":
            out.append(_table(some, reader))
        elif text := reader.renderer.render(some, reader.options, {}).strip():
            out.append(Written(Markup(text)))
    return out


def _parts(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Tables, and the parts between them."""
    some: list[Token] = []
    for one in tokens:
        if one.type == "table_open" and some:
            yield some
            some = []
        some.append(one)
        if one.type == "table_close":
            yield some
            some = []
    if some:
        yield some


def _table(tokens: Sequence[Token], reader: MarkdownIt) -> Table:
    """A table whose first column names the rows."""
    rows: list[list[Markup]] = []
    for one in tokens:
        if one.type == "tr_open":
            rows.append([])
        elif one.type == "inline":
            text = reader.renderer.render([one], reader.options, {})
            rows[-1].append(Markup(text))
    head, *body = rows
    return Table("", [cell.striptags() for cell in head], body, words=True)


def _lead(tokens: Sequence[Token], file: Path) -> None:
    """Point links to pages of the report; other links and pictures are reduced to their words."""
    for token in tokens:
        kept: list[Token] = []
        open_ = True
        for one in token.children or ():
            if one.type == "link_open":
                href = _address(str(one.attrGet("href")), file)
                open_ = href is not None
                if href is not None:
                    one.attrSet("href", href)
            if (open_ or not one.type.startswith("link_")) and one.type != "image":
                kept.append(one)
        if token.children is not None:
            token.children = kept


def _address(target: str, file: Path) -> str | None:
    """The target of a document's link, relative to its page; None if it is not in the report."""
    path, _, anchor = target.partition("#")
    other = Path(os.path.normpath(file.parent / path)) if path else file
    if re.match(r"\w+:", target) or other not in files():
        return None
    name = "" if other == file else f"../{_key(other)}.html"
    return f"{name}#{anchor}" if anchor else name or "#start"
