"""The one layout of progress bars: title, progress, a note, the time left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


PIPED = 1000  # width of a line when output is not a terminal


def plain_console(**options: Any) -> Console:
    """A terminal that shows text literally: brackets in a name or a path are not markup."""
    return Console(markup=False, emoji=False, **options)


def table_console() -> Console:
    """The same for tables: in a file or a pipe, cells are not wrapped."""
    console = plain_console()
    return console if console.is_terminal else plain_console(width=PIPED)


def layout(console: Console, *more: ProgressColumn) -> Progress:
    """A progress display; tasks have a field ``said``, and those of ``more``."""
    from rich.progress import (  # here: a console alone does not need it
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
