"""The one layout of progress bars: what, how far, a word on the side, the time left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


PIPED = 1000  # letters of a line that nobody reads on a screen


def plain_console(**options: Any) -> Console:
    """A terminal that shows text as it is: brackets in a name or a path are no markup."""
    return Console(markup=False, emoji=False, **options)


def table_console() -> Console:
    """The same for tables: where they go into a file or a pipe, nothing of a cell is broken."""
    console = plain_console()
    return console if console.is_terminal else plain_console(width=PIPED)


def layout(console: Console, *more: ProgressColumn) -> Progress:
    """A display of progress; tasks have a field ``said``, and those of ``more``."""
    from rich.progress import (  # here: a console alone needs none of it
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[said]}", markup=False),
        TimeRemainingColumn(),
        *more,
        console=console,
    )
