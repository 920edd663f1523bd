"""Tables of the pages at the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from reports.tables import Table


def show(one: Table, console: Console, without: str = "") -> None:
    """A table of the page at the terminal, perhaps without one of its columns."""
    from rich.table import Table as Drawn

    drawn = Drawn(title=one.caption, title_justify="left")
    kept = [i for i, text in enumerate(one.head) if text != without]
    names = min(20, max((len(str(row[0])) for row in one.rows), default=0))
    for i in kept:
        if i == 0:
            drawn.add_column(one.head[i], min_width=names)
        else:
            drawn.add_column(one.head[i], justify="right")
    for row in one.rows:
        drawn.add_row(*(row[i] for i in kept))
    console.print(drawn)
