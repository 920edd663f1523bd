"""What a page is made of: findings, sections, and the blocks in them. Plain data, no HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from reports.figure import Figure
from reports.grounds import Grounds
from reports.tables import Table


@dataclass(frozen=True)
class Finding:
    """An answer that a reader can quote: the question, the answer with interval, its grounds.

    page, anchor: where the figure or table behind it is. grounds: None where nothing is recorded,
    then the answer says which command records it.
    """

    about: str
    text: str
    grounds: Grounds | None = None
    page: str = ""
    anchor: str = ""
    more: str = ""

    @property
    def href(self) -> str:
        """Link to the page behind it, from the top folder."""
        return f"{self.page}.html" + (f"#{self.anchor}" if self.anchor else "")


@dataclass(frozen=True)
class Prose:
    """A paragraph; `Markup` may carry links."""

    kind: ClassVar[str] = "prose"
    text: str


@dataclass(frozen=True)
class Note:
    """A paragraph that stands out, with what it is about."""

    kind: ClassVar[str] = "note"
    about: str
    text: str


@dataclass(frozen=True)
class Items:
    """A list of points."""

    kind: ClassVar[str] = "items"
    items: Sequence[str]


@dataclass(frozen=True)
class Terms:
    """Terms with what they mean."""

    kind: ClassVar[str] = "terms"
    terms: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Code:
    """Commands or other text to be copied."""

    kind: ClassVar[str] = "code"
    text: str


@dataclass(frozen=True)
class More:
    """Blocks behind a line to be opened."""

    kind: ClassVar[str] = "more"
    summary: str
    blocks: Sequence[Block]


Block = Prose | Note | Items | Terms | Code | More | Table | Figure


@dataclass(frozen=True)
class Section:
    """Blocks under a heading; `id` is its anchor."""

    id: str
    title: str
    blocks: Sequence[Block]


@dataclass(frozen=True)
class Page:
    """A page of the site.

    key: name of its file without ".html", with its folder ("cards/staff-17"); short: its name in
    links. children: pages below it, in their order. template, extra: another template than that of
    sections, and what it needs.
    """

    key: str
    title: str
    short: str
    lead: str = ""
    findings: Sequence[Finding] = ()
    sections: Sequence[Section] = ()
    children: Sequence[Page] = ()
    template: str = "page.html.j2"
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.key}.html"

    @property
    def root(self) -> str:
        """The way from its folder to the top: "" or "../"."""
        return "../" * self.key.count("/")


def blocks_of(page: Page) -> list[Block]:
    """All blocks of a page, those behind a line as well."""

    def flat(blocks: Sequence[Block]) -> list[Block]:
        out: list[Block] = []
        for block in blocks:
            out.append(block)
            if isinstance(block, More):
                out += flat(block.blocks)
        return out

    return [block for section in page.sections for block in flat(section.blocks)]
