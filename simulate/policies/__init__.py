"""The players there are: each has a name, a line that describes it, and a code for compiled play.

A policy of your own, in Python, is any function ``choose(game) -> action`` on a ``simulate.Game``;
see README.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

import numpy as np

from model import UserError
from simulate.engine.machine import MAX_ACTIONS
from simulate.engine.state import new_games
from simulate.policies.chooser import SCRATCH, choose
from simulate.policies.greedy import as_words
from simulate.policies.weights import declared, modules_of
from simulate.policies.worth import WORTH, worth_table

if TYPE_CHECKING:
    from simulate.game import Game


@dataclass(frozen=True)
class Policy:
    """A player. ``style`` names the file of weights it reads; none: it plays at random."""

    name: str
    description: str
    style: str | None = None


POLICIES: tuple[Policy, ...] = (
    Policy("random", "any legal action, all equally likely"),
    Policy("greedy", "looks one action ahead; evaluation with declared weights", "greedy"),
    Policy("politician", "greedy that goes for politics cards at any price", "politician"),
    Policy("handset", "greedy with the weights that it had before any search", "handset"),
    Policy("guests", "greedy that puts guests and their VP first", "guests"),
    Policy("staff", "greedy that plays as many staff cards as it can", "staff"),
    Policy("emperor", "greedy that keeps far ahead on the emperor track", "emperor"),
    Policy("blue", "greedy that prefers blue rooms and their guests", "blue"),
    Policy("red", "greedy that prefers red rooms and their guests", "red"),
    Policy("yellow", "greedy that prefers yellow rooms and their guests", "yellow"),
    Policy("dancer", "greedy that sends dancers to ballrooms, where there are any", "dancer"),
)


def names() -> list[str]:
    """The names of all policies."""
    return [policy.name for policy in POLICIES]


def get(name: str) -> Policy:
    """The policy of a name. Raises UserError naming those there are."""
    for policy in POLICIES:
        if policy.name == name:
            return policy
    raise UserError(f"policy {name!r} is unknown; there are: {', '.join(names())}")


def cast(table: Iterable[str]) -> tuple[str, ...]:
    """The policies of a table, each once, in the order in which they first sit there."""
    return tuple(dict.fromkeys(table))


def seats(text: str, players: int) -> tuple[str, ...]:
    """The policy of each seat in game 0, from "greedy" or "greedy,random,...".

    Raises UserError for unknown names, or if there are neither one nor as many as seats.
    """
    given = [name.strip() for name in text.split(",")]
    for name in given:
        get(name)
    if len(given) not in (1, players):
        raise UserError(
            f"--policy {text}: {len(given)} policies for {players} seats; "
            f"give one for all, or {players}"
        )
    return tuple(given * players if len(given) == 1 else given)


def rotated(table: tuple[str, ...], game: int) -> list[str]:
    """The policy of each seat in a game: a mixed table moves one seat on with each game."""
    return [table[(seat + game) % len(table)] for seat in range(len(table))]


def worth_tables(rules: np.record, cast: Sequence[str], players: int) -> np.ndarray:
    """What compiled play reads of each policy of a cast at a table of so many players.

    Shape (len(cast),). Compiled play knows a policy by its place in the cast. Raises UserError for
    an unknown name.
    """
    tables = np.zeros(len(cast), dtype=WORTH)
    modules = modules_of(rules)
    for i, name in enumerate(cast):
        policy = get(name)
        if policy.style:
            tables[i] = worth_table(rules, declared(policy.style, players, modules))[0]
    return tables


def chooser(name: str, rules: np.record) -> Callable[[Game], int]:
    """A policy as a function of a game, for a person's own loop: ``game.apply(pick(game))``.

    ``rules`` is the compiled program that the games are played by. The function takes the very
    actions that the policy takes in recorded games. Raises UserError for an unknown name.
    """
    get(name)
    scratch = new_games(SCRATCH)
    words = as_words(scratch)
    out = np.zeros(MAX_ACTIONS, dtype=np.int32)
    tables_for = cache(partial(worth_tables, rules, (name,)))

    def pick(game: Game) -> int:
        legal = game.legal()
        scratch[0] = game.games[0]
        out[: len(legal)] = legal
        tables = tables_for(int(game.state.n_players))
        return legal[choose(0, scratch, words, rules, tables, out, len(legal))]

    return pick
