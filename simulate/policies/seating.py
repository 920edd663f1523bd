"""The players of `base/roster.py`: look them up, seat them, and prepare data for compiled play.

A policy of your own, in Python, is a file with ``choose(game) -> action`` on a ``simulate.Game``.
Give its path wherever a name is expected; see own.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import tomli

from model import UserError
from model.names import meant
from simulate.base.roster import MAX_PLAYOUTS, POLICIES, Policy
from simulate.base.tastes import TASTES, spelled, tastes_of
from simulate.policies import own
from simulate.policies.weights import FOLDER, declared, modules_of
from simulate.policies.worth import WORTH, worth_table


def names() -> list[str]:
    """The names of all policies."""
    return [policy.name for policy in POLICIES]


def distinct(rules: np.record) -> list[str]:
    """The names of the policies that play differently under a compiled program."""
    modules = modules_of(rules)
    return [one.name for one in POLICIES if one.module is None or one.module in modules]


def get(name: str) -> Policy:
    """The policy of a name: "greedy", "search:50", "planner+staff=2.5", or of a Python file.

    Raises UserError, listing the known ones, or for an impossible number of playouts or taste.
    """
    if own.is_own(name):
        player = own.own(name)
        return Policy(player.name, player.description)
    untasted, tastes = tastes_of(name)
    stem, colon, number = untasted.partition(":")
    for policy in POLICIES:
        if policy.name == stem:
            found = with_playouts(policy, name, number) if colon else policy
            return with_tastes(found, tastes) if tastes else found
    raise UserError(
        f"policy {name!r} is unknown; there are: {', '.join(names())}, or the path of a .py file"
        f"{meant(stem, names())}"
    )


def label(name: str) -> str:
    """The name of a policy in tables, files and pages; for a file, the player's name."""
    return get(name).name


def with_playouts(policy: Policy, name: str, number: str) -> Policy:
    """A policy that searches, with its own number of playouts per decision."""
    if not policy.searches:
        raise UserError(f"policy {name!r}: {policy.name} makes no playouts")
    if not number.isdecimal() or len(number) > 9 or not 1 <= int(number) <= MAX_PLAYOUTS:
        raise UserError(f"policy {name!r}: write 1 to {MAX_PLAYOUTS} playouts, as in search:50")
    return replace(policy, name=f"{policy.name}:{int(number)}", playouts=int(number))


def with_tastes(policy: Policy, tastes: Mapping[str, float]) -> Policy:
    """A learned player with tastes, in VP per unit."""
    if not policy.plans:
        raise UserError(f"policy {policy.name!r} has no tastes: only learned players have")
    likes = ", ".join(f"{strength:+g} VP a {TASTES[taste]}" for taste, strength in tastes.items())
    name = spelled(policy.name, tastes)
    return replace(policy, name=name, description=f"{policy.name} that counts {likes}")


def cast(table: Iterable[str]) -> tuple[str, ...]:
    """The distinct policies of a table, in the order of their first seats."""
    return tuple(dict.fromkeys(table))


def slow(table: Iterable[str]) -> bool:
    """Is a policy of the table so slow that few games are played at a time?"""
    return asked_by_python(table) or any(get(name).plans for name in table)


def asked_by_python(table: Iterable[str]) -> bool:
    """Must Python ask a policy of the table for each decision?"""
    return any(own.is_own(name) or (get(name).searches and not get(name).plans) for name in table)


def learned(table: Iterable[str]) -> bool:
    """Does compiled code with the learned value play this table?"""
    table = tuple(table)
    return not asked_by_python(table) and any(get(name).plans for name in table)


Table = str | tuple[str, ...]
"""The policies at a table: one for all seats, or one for each; also as "greedy,random"."""


def named(text: str) -> tuple[str, ...]:
    """The policies that a user typed: "greedy", or "greedy,my_player.py".

    This is the only way text becomes a player's file that is run (`own.PlayerFile`). Call it with
    what a user typed, never with text from a file. Raises UserError for a path that cannot exist.
    """
    return tuple(own.named(name.strip()) for name in text.split(","))


def seats(table: Table, players: int) -> tuple[str, ...]:
    """The policy of each seat in game 0.

    Runs no file but an `own.PlayerFile`; for text that a user typed, see `named`. Raises UserError
    for unknown names, or unless there is one name or one for each seat.
    """
    given = tuple(name if own.is_own(name) else get(name).name for name in _each(table))
    own.check_names(given, names())
    if len(given) not in (1, players):
        raise UserError(
            f"--policy {','.join(given)}: {len(given)} policies for {players} seats; "
            f"give one for all, or {players}"
        )
    return given * players if len(given) == 1 else given


def _each(table: Table) -> tuple[str, ...]:
    """The policies of a table one by one. A file's path may contain commas."""
    if not isinstance(table, str):
        return tuple(table)
    return (table,) if own.is_own(table) else tuple(name.strip() for name in table.split(","))


def rotated(table: tuple[str, ...], game: int) -> list[str]:
    """The policy of each seat in a game: a mixed table rotates by one seat with each game."""
    return [table[(seat + game) % len(table)] for seat in range(len(table))]


def worth_tables(rules: np.record, cast: Sequence[str], players: int) -> np.ndarray:
    """The data that compiled play reads for each policy of a cast, at a table of this many players.

    Shape (len(cast),). Compiled play identifies a policy by its index in the cast. Raises UserError
    for an unknown name, or a file: it plays in Python, see ``chooser``.
    """
    tables = np.zeros(len(cast), dtype=WORTH)
    modules = modules_of(rules)
    for i, name in enumerate(cast):
        if own.is_own(name):
            raise UserError(f"policy {name}: a Python file cannot play here")
        policy = get(name)
        if policy.style:
            tables[i] = worth_table(rules, declared(policy.style, players, modules))[0]
            if policy.searches:
                set_search(tables[i], policy.playouts)
    return tables


def set_search(table: np.record, playouts: int) -> None:
    """Make a policy search by the settings of search.toml and this many playouts (0: as there)."""
    settings = tomli.loads((FOLDER / "search.toml").read_text("utf-8"))
    for name, setting in settings.items():
        table[name] = setting["value"]
    if playouts:
        table.playouts = playouts
