"""A table as plain rows of text, for the template of pages and for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar
from zlib import crc32

import pandas as pd
from markupsafe import Markup

from reports.spreadsheet import write_csv
from reports.text import EstimateText


@dataclass(frozen=True)
class Column:
    """A column of a table that readers sort, filter and search.

    rank: 0 is always shown, 1 and 2 fold away if space is narrow. filter: its values can be chosen
    from a list, initially `start`. least: readers may leave out rows with fewer. span: the largest
    distance from 0, if intervals are also drawn. sorted: the rows are in the order of this column.
    """

    name: str
    rank: int = 0
    filter: bool = False
    start: str = ""
    least: bool = False
    span: float = 0.0
    sorted: str = ""

    @property
    def attributes(self) -> Markup:
        """Attributes of the heading for the script of the pages."""
        given = {"data-filter": self.start if self.filter else None,
                 "data-least": "" if self.least else None,
                 "aria-sort": self.sorted or None,
                 "class": f"r{self.rank}" if self.rank else None}  # fmt: skip
        return Markup("").join(
            Markup(' {}="{}"').format(name, value) for name, value in given.items()
            if value is not None
        )  # fmt: skip

    def place(self, one: EstimateText) -> str:
        """Position of the drawn interval and estimate in percent of the cell, as CSS."""
        at = [50 + 50 * max(-1.0, min(1.0, value / self.span)) for value in one.numbers]
        value, low, high = (round(part, 1) for part in at)
        return f"--v:{value}%;--l:{low}%;--r:{round(100 - high, 1)}%"


@dataclass(frozen=True)
class Table:
    """Headings and rows; cells may be `Markup` or `EstimateText`, one column is the rows' heading.

    words: cells are sentences, not numbers. frame: the same as data, saved with a page as <key>.csv
    if there is a key. columns: those of a table that readers sort and filter, one for each heading.
    ids: anchors of the rows. shown: number of rows shown at first and on paper; 0: all. brief: on a
    screen too, only the first `BRIEF` rows are shown until a reader asks for all. identifying:
    number of leading columns that identify a row.
    """

    kind: ClassVar[str] = "table"
    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: bool = False
    key: str = ""
    frame: pd.DataFrame | None = None
    columns: Sequence[Column] = ()
    ids: Sequence[str] = ()
    named: int = 0
    shown: int = 0
    brief: bool = False
    identifying: int = 1

    @property
    def has_csv(self) -> bool:
        """Is its data saved with a page?"""
        return bool(self.key) and self.frame is not None

    def save(self, folder: Path) -> Path:
        """Write the data as CSV; returns the path."""
        assert self.frame is not None, "a table of words has no data to save"
        folder.mkdir(parents=True, exist_ok=True)
        return write_csv(self.frame, folder / f"{self.key}.csv", lasting=False)

    @property
    def id(self) -> str:
        """Its anchor."""
        made = crc32("\0".join((self.caption, *self.head, *map(str, self.rows))).encode())
        return f"table-{self.key}" if self.key else f"table-{made:08x}"

    @property
    def classes(self) -> str:
        """CSS classes that give the page width below which the layout changes."""
        parts = ["words"] * self.words + ["brief"] * self.brief
        if self.columns:
            parts.append("tool")
            parts += [f"fold{rank}-{self._needs(rank)}" for rank in (1, 2)
                      if any(one.rank >= rank for one in self.columns)]  # fmt: skip
        return " ".join([*parts, f"stack-{self._needs(0)}"])

    def _needs(self, rank: int) -> int:
        """The width in pixels that the columns of ranks up to this one fill, rounded up."""
        width = 0.0
        for index, head in enumerate(self.head):
            if self.columns and self.columns[index].rank > rank:
                continue
            cells = [row[index] for row in self.rows if index < len(row)]
            widest = max((_unbroken(one) for one in cells), default=0.0)
            width += max(widest, max(map(len, head.split()), default=0) * LETTER) + PADDING
        return min(WIDTHS, key=lambda one: (one < width, abs(one - width)))

    @property
    def labels(self) -> Markup:
        """Style that names the cells if the rows are laid out as cards below each other.

        The cell that heads a card names itself, unless it is a number.
        """
        numbered = all(str(row[self.named]).isdigit() for row in self.rows)
        return Markup("").join(
            Markup("#{}>tbody>tr>:nth-child({}){{--label:'{}'}}").format(
                self.id, index + 1, Markup(_css_text(head))
            )
            for index, head in enumerate(self.head)
            if head and (numbered or index != self.named)
        )  # fmt: skip

    def attributes(self, cell: str, column: int) -> Markup:
        """Attributes of a cell for style and script: its rank and its numbers."""
        rank = self.columns[column].rank if self.columns else 0
        classes = [f"r{rank}"] if rank else []
        numbers = ""
        if isinstance(cell, EstimateText):
            classes.append("est")
            value, low, high = (f"{number:.6g}" for number in cell.numbers)
            numbers = f' data-v="{value}"'
            numbers += f' data-l="{low}" data-h="{high}"' if cell.bounds else ""
        named = f' class="{" ".join(classes)}"' if classes else ""
        return Markup(named + numbers)

    def hidden(self, row: int) -> bool:
        """Is this row left out at first and on paper?"""
        shown = self.shown or BRIEF * self.brief
        return bool(shown) and row >= shown


def sortable(
    caption: str, columns: Sequence[Column], rows: Sequence[Sequence[str]], **more: Any
) -> Table:
    """A table that readers sort and filter, with headings from its columns."""
    return Table(caption, [one.name for one in columns], rows, columns=columns, **more)


BRIEF = 12
"""Rows of a brief table; the style and the script of the pages have the same number."""

LETTER, PADDING, LONG = 7.6, 15.0, 26
"""Pixels of a character and around a cell; characters per line of text that breaks."""
WIDTHS = range(320, 1921, 80)
"""Widths of a table, in pixels, at which the style changes its layout."""


def _unbroken(cell: str) -> float:
    """Width in pixels of the longest unbroken part of a cell."""
    if isinstance(cell, EstimateText):
        return max(len(cell.value), len(cell.bounds) + 2, len(cell.verdict)) * LETTER
    text = cell.striptags() if isinstance(cell, Markup) else cell
    words = max(map(len, text.replace("\N{NO-BREAK SPACE}", "x").split()), default=0)
    return max(words, min(len(text), LONG) if len(text) > LONG else words) * LETTER


def _css_text(text: str) -> str:
    """A text in quotes for a style sheet; special characters are written as numbers."""
    return "".join(
        one if one.isascii() and (one.isalnum() or one in " ,.%-") else f"\\{ord(one):x} "
        for one in text
    )
