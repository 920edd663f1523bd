"""`gah players list`: the computer players."""

from __future__ import annotations

import click

from simulate.base.roster import POLICIES, SEEKER
from simulate.base.tastes import TASTES


@click.command("list")
def list_() -> None:
    """List the computer players.

    A player of your own, a Python file, is named by its path. Learned players can be given tastes:
    planner+staff=2.5+politics=-1 counts 2.5 extra VP for each staff card in play, and 1 VP less for
    each politics card.
    """
    for policy in (*POLICIES, SEEKER):
        click.echo(f"{policy.name:<17}{policy.description}")
    click.echo("\nTastes of learned players, as in planner+staff=2.5; extra VP counted for each:")
    for taste, unit in TASTES.items():
        click.echo(f"{taste:<17}{unit}")
