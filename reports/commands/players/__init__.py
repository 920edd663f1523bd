"""The commands of `gah players`, one file each."""

from __future__ import annotations

import click

from reports.commands.lazy import LazyGroup


@click.group(cls=LazyGroup, package=__name__)
def players() -> None:
    """List, rate and train the computer players."""
