"""The commands of `gah study`, one file each."""

from __future__ import annotations

import click

from reports.commands.lazy import LazyGroup


@click.group(cls=LazyGroup, package=__name__)
def study() -> None:
    """Answer one question about balance, from games that it records.

    Each study prints what it will play, plays the games not recorded yet, and continues where it
    was stopped. `gah report` shows the results last completed.
    """
