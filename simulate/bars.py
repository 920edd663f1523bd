"""The one layout of progress bars: what, how far, a word on the side, the time left."""

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TextColumn,
    TimeRemainingColumn,
)


def layout(console: Console, *more: ProgressColumn) -> Progress:
    """A display of progress; tasks have a field ``said``, and those of ``more``."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("{task.fields[said]}"),
        TimeRemainingColumn(),
        *more,
        console=console,
    )
