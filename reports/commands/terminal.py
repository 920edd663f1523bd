"""Print the tables of the pages at the terminal; a table that is too wide is split into parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from rich.console import Console

    from reports.tables.table import Table

SPACE = re.compile(r"[ \n]")
FRAME, NAME, ID = 3, 24, 40
"""Characters that a column takes in addition to its text; the width of row names, which may break;
and the width of an id among them, which may not."""


def show(one: Table, console: Console, without: str = "") -> None:
    """Print a table of the page, perhaps without one of its columns.

    No heading is cut and no column lost: columns that do not fit follow in another table below,
    which repeats the columns that identify the rows.
    """
    from rich.table import Table as Drawn
    from rich.text import Text

    one = replace(one, rows=[[_written(cell) for cell in row] for row in one.rows])
    every = [i for i, text in enumerate(one.head) if text != without or i == 0]
    named = identifying(one, every, console.width)
    title: str | None = one.caption
    for columns in parts(one, [i for i in every if i not in named], console.width, named):
        drawn = Drawn(title=title, title_justify="left")
        found = widths(one, named, columns, console.width)
        for i, letters in found.items():
            drawn.add_column(
                wrapped(one.head[i], letters), justify="left" if i in named else "right",
                width=letters,
            )  # fmt: skip
        for row in one.rows:
            # As Text, because Rich would read words in brackets as its own markup.
            drawn.add_row(*(Text(wrapped(row[i], letters)) for i, letters in found.items()))
        console.print(drawn)
        title = None


def identifying(one: Table, columns: Sequence[int], width: int) -> list[int]:
    """The columns that identify the rows: those declared, and more if rows look alike.

    Only those declared, if more would take over two thirds of the width, or if even all columns
    would not be enough.
    """
    declared = [i for i in columns if i < one.identifying]
    named = list(declared)
    for i in columns[len(declared) :]:
        if _different(one, [*named, i]) > _different(one, named):
            named.append(i)
    wide = sum(_name_width(one, i) + FRAME for i in named) > width * 2 / 3
    return declared if wide or _different(one, named) < len(one.rows) else named


def _different(one: Table, columns: Sequence[int]) -> int:
    """How many different rows there are by these columns."""
    return len({tuple(str(row[i]) for i in columns) for row in one.rows})


def parts(
    one: Table, columns: Sequence[int], width: int, named: Sequence[int] = (0,)
) -> list[list[int]]:
    """The columns in groups that fit a width next to the ``named`` ones, in their order."""
    found: list[list[int]] = [[]]
    left = width - 1 - sum(_name_width(one, i) + FRAME for i in named)
    room = left
    for i in columns:
        needed = _least(one, i) + FRAME
        if found[-1] and needed > room:
            found.append([])
            room = left
        found[-1].append(i)
        room -= needed
    return found


def widths(one: Table, named: Sequence[int], columns: Sequence[int], width: int) -> dict[int, int]:
    """Width of each column of a part, so that the part with its frame fits the ``width``.

    Rich itself would narrow the widest column first, even below its minimum, and then cut the table
    on the right. A word longer than the space that names leave is broken.
    """
    found = {i: _name_width(one, i) for i in named}
    room = max(1, width - 1 - sum(letters + FRAME for letters in found.values()) - FRAME)
    found |= {i: min(_least(one, i), room) for i in columns}
    wanted = {i: max([len(one.head[i]), *_lengths(one, i)], default=1) for i in found}
    for _ in range(width - 1 - sum(letters + FRAME for letters in found.values())):
        most = max(found, key=lambda i: wanted[i] - found[i])
        found[most] = min(found[most] + 1, wanted[most])
    return found


def say(console: Console, *lines: str) -> None:
    """Print sentences, without breaking numbers and p-values."""
    for line in lines:
        console.print(wrapped(line, console.width), highlight=False)


def wrapped(text: str, width: int) -> str:
    """A text in lines of at most this many characters, with "p < 0.001" unbroken.

    Rich also breaks at non-breaking spaces.
    """
    return "\n".join(
        line
        for part in text.split("\n")
        for line in wrap(part, width, break_on_hyphens=False) or [""]
    )


def _written(cell: str) -> str:
    """The text of a cell without the markup of the pages; line breaks stay."""
    if not isinstance(cell, Markup):
        return str(cell)
    lines = (Markup(line).striptags() for line in str(cell).split("<br>"))
    return "\n".join(line for line in lines if line)


def _least(one: Table, column: int) -> int:
    """Length of the longest word of a heading and its cells; an interval is one word."""
    cells = [str(row[column]) for row in one.rows if column < len(row)]
    words = [word for text in cells for word in (SPACE.split(text) if len(text) > NAME else [text])]
    return max(map(len, [*SPACE.split(one.head[column]), *words]), default=1)


def _name_width(one: Table, column: int) -> int:
    """Width of a column that names rows; an id, which readers paste, is not broken."""
    whole = max([len(one.head[column]), *_lengths(one, column)], default=1)
    return max(min(NAME, whole), min(ID, _least(one, column)))


def _lengths(one: Table, column: int) -> list[int]:
    cells = (str(row[column]) for row in one.rows if column < len(row))
    return [max(map(len, cell.split("\n"))) for cell in cells]
