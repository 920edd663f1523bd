"""Commands of the machine: `play` tells one game, `policies` lists the computer players."""

from __future__ import annotations

import re
import sys
from typing import Any

import click
import numpy as np

from model import UserError, load_ruleset
from model.cli import ruleset_options, user_errors
from model.ruleset import DEFAULT_SPEC
from simulate.engine import codes
from simulate.engine.rng import below, draw
from simulate.game import Game
from simulate.transcript import Line, Narrator, wrap

POLICIES = {"random": "Any legal action, each as likely as the others."}
STYLES = {"title": "bold", "round": "bold cyan", "turn": "bold", "status": "green", "choice": "dim"}


def choose(game: Game, policy: str) -> int:
    """The action that a policy takes. The same game at the same point gives the same action."""
    actions = game.legal()
    bits = draw(game.state["key"], codes.S_POLICY, int(game.state["decisions"]))
    return actions[int(below(np.uint64(bits), len(actions)))]


def seat_policies(text: str, players: int) -> list[str]:
    """A policy for each seat from "random" or "random,greedy,...". Raises UserError."""
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in POLICIES:
            raise UserError(f"unknown policy {name!r}; policies: {', '.join(POLICIES)}")
    if len(names) == 1:
        names *= players
    if len(names) != players:
        raise UserError(f"{len(names)} policies for {players} players: give one for all, or each")
    return names


def round_range(text: str | None) -> range | None:
    """The rounds of "3" or "1-2"; None for all. Raises UserError."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text.strip())
    if not match or int(match[2] or match[1]) < int(match[1]):
        raise UserError(f"--rounds {text}: write a round or a range, e.g. 3 or 1-2")
    return range(int(match[1]), int(match[2] or match[1]) + 1)


@click.command()
@click.option("--rules", default=DEFAULT_SPEC, show_default=True, help="The ruleset.")
@click.option("--players", type=int, default=3, show_default=True, help="2 to 4.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--game", type=int, default=0, show_default=True, help="Number within the seed.")
@click.option("--policies", default="random", show_default=True, help="One for all, or one a seat.")
@click.option("--rounds", metavar="N[-M]", help="Only these rounds (set-up: round 1).")
@click.option("--words", is_flag=True, help="Add the action words, with which to replay the game.")
@click.option("--decisions", is_flag=True, help="List what was legal at each decision.")
@ruleset_options
def play(
    rules: str,
    players: int,
    seed: int,
    game: int,
    policies: str,
    rounds: str | None,
    words: bool,
    decisions: bool,
    variant: dict[str, Any],
) -> None:
    """Plays one game and prints every step, to be checked with the real cards on the table."""
    if players not in (2, 3, 4):
        raise UserError(f"{players} players: the game is for 2, 3 or 4")
    wanted = round_range(rounds)
    names = seat_policies(policies, players)
    ruleset = load_ruleset(rules, **variant)
    narrator = Narrator(ruleset, players, seed, game, names, words=words, decisions=decisions)
    show = printer()
    for line in narrator.tell(choose):
        if wanted is None or line.round == 0 or line.round in wanted:
            show(line)


def printer() -> Any:
    """A function that prints a line: with colours on a terminal, else as plain text."""
    if not sys.stdout.isatty():
        return lambda line: click.echo("\n".join(text_of(line)))
    from rich.console import Console  # here, because it takes time to import
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    return lambda line: console.print(Text("\n".join(text_of(line)), STYLES.get(line.style, "")))


def text_of(line: Line) -> list[str]:
    """A line wrapped, with a blank line above what begins a part."""
    above = [""] if line.style in ("round", "turn") else []
    return above + wrap(line)


@click.command()
@user_errors
def policies() -> None:
    """Lists the computer players."""
    for name, text in POLICIES.items():
        click.echo(f"{name}: {text}")
