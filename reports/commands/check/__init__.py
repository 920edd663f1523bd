"""The commands of `gah check`, one file each."""

from __future__ import annotations

import click

from reports.commands.lazy import LazyGroup


@click.group(cls=LazyGroup, package=__name__)
def check() -> None:
    """Check the engine, the statistics and the speed."""
