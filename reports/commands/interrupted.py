"""The message after an interrupted command: what is saved, and how to continue."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from rich.progress import Progress

    from simulate.batch import Run


class TerminalBar(Protocol):
    """A bar at the terminal."""

    progress: Progress


@contextmanager
def kept_by(runs: Sequence[Run], bar: TerminalBar) -> Iterator[None]:
    """If runs are interrupted, print how many games are saved and the command that continues."""
    from simulate.batch.cost import recorded_games

    try:
        yield
    except KeyboardInterrupt:
        bar.progress.stop()
        there, total = sum(map(recorded_games, runs)), sum(one.games for one in runs)
        words = click.get_current_context().find_root().obj or ()
        bar.progress.console.print(
            f"{there:,} of {total:,} games are saved; to continue: {shlex.join(('gah', *words))}",
            highlight=False, soft_wrap=True,
        )  # fmt: skip
        raise
