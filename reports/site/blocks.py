"""The parts of a page: findings, sections, and the blocks in them. Plain data, no HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from markupsafe import Markup

from reports.figures.figure import Figure
from reports.grounds import Grounds
from reports.tables.table import Table
from simulate.base.files import write_whole


def slug(text: str) -> str:
    """A text as an anchor: its letters and digits in lower case, joined by hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


YES, NO, UNKNOWN, PARTLY, NOT_YET = "Yes", "No", "Unknown", "Partly", "Not yet"


@dataclass(frozen=True)
class Finding:
    """An answer that a reader can quote: the question, the answer in words, its numbers, grounds.

    text: sentences with at most two numbers each and no interval; numbers: one line for each
    measured number, with its interval. page, anchor: the place of the figure or table that supports
    it; more: the words of the link there, by default `who` played. grounds: None if nothing is
    recorded; the answer then names the command that records it.
    sign: yes, no, unknown or another short word before the answer, if the question allows one.
    """

    about: str
    text: str
    grounds: Grounds | None = None
    page: str = ""
    anchor: str = ""
    more: str = ""
    who: str = ""
    sign: str = ""
    numbers: Sequence[str] = ()

    @property
    def tone(self) -> str:
        """The CSS class of its sign."""
        return {YES: "yes", NO: "no"}.get(self.sign, "unknown")

    @property
    def lines(self) -> list[str]:
        """Its text, and each number."""
        return [self.text, *self.numbers]

    @property
    def id(self) -> str:
        """Its own anchor."""
        return f"finding-{slug(self.about)}"

    @property
    def href(self) -> str:
        """Link to the supporting page, from the top folder."""
        return f"{self.page}.html" + (f"#{self.anchor}" if self.anchor else "")


@dataclass(frozen=True)
class Answers:
    """Findings in short, one below the other."""

    kind: ClassVar[str] = "answers"
    findings: Sequence[Finding]


@dataclass(frozen=True)
class Front:
    """Findings in short next to a figure, at the top of a page."""

    kind: ClassVar[str] = "front"
    findings: Sequence[Finding]
    figure: Figure | None


@dataclass(frozen=True)
class Doors:
    """Links to other pages: address, name, and content."""

    kind: ClassVar[str] = "doors"
    ways: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Prose:
    """A paragraph; `Markup` may contain links."""

    kind: ClassVar[str] = "prose"
    text: str


@dataclass(frozen=True)
class Written:
    """Paragraphs, lists and code that are HTML already."""

    kind: ClassVar[str] = "written"
    text: Markup


@dataclass(frozen=True)
class Note:
    """A highlighted paragraph with a heading."""

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
    """Terms and their meanings. prefix: that of the terms' anchors; without it they have none."""

    kind: ClassVar[str] = "terms"
    terms: Sequence[tuple[str, str]]
    prefix: str = ""

    def id(self, term: str) -> str:
        """Anchor of a term."""
        return f"{self.prefix}-{slug(term)}"


@dataclass(frozen=True)
class Code:
    """Commands or other text to copy."""

    kind: ClassVar[str] = "code"
    text: str


@dataclass(frozen=True)
class Drawing:
    """A position as a drawing, saved as a separate file. words: its description; lines: what was
    done there."""

    kind: ClassVar[str] = "drawing"
    key: str
    svg: Markup
    caption: str
    words: Sequence[str]
    lines: Sequence[str]

    @property
    def alt(self) -> str:
        """The position in short; the full description is below."""
        return f"A position: {'; '.join(line.strip() for line in self.words[:4])}"

    def save(self, folder: Path) -> None:
        """Write <key>.svg."""
        write_whole(folder / f"{self.key}.svg", self.svg.encode())


@dataclass(frozen=True)
class More:
    """Blocks that a reader can unfold."""

    kind: ClassVar[str] = "more"
    summary: str
    blocks: Sequence[Block]


Block = (
    Prose
    | Written
    | Note
    | Items
    | Terms
    | Code
    | More
    | Answers
    | Front
    | Doors
    | Table
    | Figure
    | Drawing
)


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
    links. children: pages below it, in order. entries: further entries of the search, see
    `reports.site.search`. files: complete pages of another kind that it links to, by their path
    from the top folder. template, extra: a template other than that of sections, and its data;
    "drawings" in it are saved.
    """

    key: str
    title: str
    short: str
    lead: str = ""
    findings: Sequence[Finding] = ()
    sections: Sequence[Section] = ()
    children: Sequence[Page] = ()
    entries: Sequence[tuple[str, str, str, str]] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    template: str = "page.html.j2"
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def file(self) -> str:
        return f"{self.key}.html"

    @property
    def root(self) -> str:
        """The path from its folder to the top folder: "" or "../"."""
        return "../" * self.key.count("/")


def without_empty(sections: Sequence[Section]) -> list[Section]:
    """The sections without empty tables, and without sections that are then empty."""
    kept = [
        replace(one, blocks=[b for b in one.blocks if not isinstance(b, Table) or b.rows])
        for one in sections
    ]
    return [one for one in kept if one.blocks]


def blocks_of(page: Page) -> list[Block]:
    """All blocks of a page, including nested ones and the drawings of its template."""

    def flat(blocks: Sequence[Block]) -> list[Block]:
        out: list[Block] = []
        for block in blocks:
            out.append(block)
            if isinstance(block, More):
                out += flat(block.blocks)
            elif isinstance(block, Front):
                out += [Answers(block.findings), *([block.figure] if block.figure else [])]
        return out

    found = [block for section in page.sections for block in flat(section.blocks)]
    return [*found, *page.extra.get("drawings", ())]
