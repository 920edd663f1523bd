"""`gah players list`: the computer players."""

from __future__ import annotations

import click

from reports.commands.options import user_errors
from simulate.base.roster import POLICIES, SEEKER


@click.command()
@user_errors
def policies() -> None:
    """List the computer players.

    Your own, a Python file, is named by its path instead.
    """
    for policy in (*POLICIES, SEEKER):
        click.echo(f"{policy.name:<17}{policy.description}")
