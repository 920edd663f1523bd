"""Weights of the heuristics, declared in TOML, one file per style (format: see greedy.toml)."""

import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from model import UserError, reading
from model.names import meant
from simulate.policies import features

FOLDER = Path(__file__).parent
NAMES = tuple(name.lower() for name in vars(features) if name.isupper())
BASE = "greedy"
PLAYERS = ("2", "3", "4")
# The modules that a compiled program shows, by the field that is not 0 with them.
MODULES = {
    "ballrooms": "ballrooms",
    "celebrities": "coloured_dice",
    "unique-hotels": "entrances",
    "start-player": "key",
}
MAX_BYTES = 1 << 16
KEYS = {"value", "range", "meaning", "players", "with"}
ANY = (-math.inf, math.inf)

Weights = dict[str, float]


def is_number(value: object) -> bool:
    """Is it a finite number, small enough to be summed many times?"""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e6


def checked(where: str, feature: str, entry: Any) -> dict[str, Any]:
    """A feature's entry as a table. Raises UserError if it is malformed."""
    if feature not in NAMES:
        raise UserError(f"{where}: there is no feature {feature!r}{meant(feature, NAMES)}")
    table = {"value": entry} if is_number(entry) else entry
    if not isinstance(table, dict):
        raise UserError(f"{where}: {feature} is neither a number nor a table")
    odd = set(table) - KEYS
    if odd:
        raise UserError(f"{where}: {feature} has no {min(odd)!r}; there are {', '.join(KEYS)}")
    if not is_number(table.get("value")):
        raise UserError(f"{where}: {feature}.value must be a number")
    for key, known in (("players", PLAYERS), ("with", tuple(MODULES))):
        others = table.get(key, {})
        if not isinstance(others, dict) or not set(others) <= set(known):
            raise UserError(f"{where}: {feature}.{key} is a table of {', '.join(known)}")
        if not all(is_number(value) for value in others.values()):
            raise UserError(f"{where}: {feature}.{key} must hold numbers")
    if "range" in table:
        check_range(where, feature, table, bounds_of(where, feature, table["range"]))
    return table


def bounds_of(where: str, feature: str, given: Any) -> tuple[float, float]:
    """The minimum and maximum of a feature. Raises UserError for anything else."""
    pair = isinstance(given, list) and len(given) == 2 and all(map(is_number, given))
    if not pair or given[0] >= given[1]:
        raise UserError(f"{where}: {feature}.range is the least and the most, such as [0, 1]")
    return given[0], given[1]


def check_range(
    where: str, feature: str, table: Mapping[str, Any], bounds: Sequence[float]
) -> None:
    """Raises UserError if a value of a feature is outside its range."""
    others = (*table.get("players", {}).values(), *table.get("with", {}).values())
    for value in (table["value"], *others):
        if not bounds[0] <= value <= bounds[1]:
            raise UserError(f"{where}: {feature} {value} is not from {bounds[0]} to {bounds[1]}")


def read(path: Path) -> dict[str, dict[str, Any]]:
    """The features that a file of weights declares, each as a table with `value`.

    Raises UserError if the file cannot be read or is malformed.
    """
    try:
        found = reading.load_toml(path, MAX_BYTES)
    except UserError as error:
        raise UserError(f"{path}: {error}") from None
    return {feature: checked(path.name, feature, entry) for feature, entry in found.items()}


def chosen(entry: Mapping[str, Any], players: int, modules: frozenset[str]) -> float:
    """The value of a feature at a table: that of a module in play, else of the number of players.

    With several modules in play, the last one listed decides.
    """
    value = entry.get("players", {}).get(str(players), entry["value"])
    for module, other in entry.get("with", {}).items():
        if module in modules:
            value = other
    return float(value)


@cache
def declared(style: str = BASE, players: int = 0, modules: frozenset[str] = frozenset()) -> Weights:
    """All weights of a style at a table; features that it does not list are those of ``greedy``.

    ``players`` 0 gives the values for any number of players. Raises UserError if a file is
    malformed, or if ``greedy`` lacks a feature.
    """
    own = read(FOLDER / f"{style}.toml")
    entries = {**read(FOLDER / f"{BASE}.toml"), **own}
    missing = set(NAMES) - set(entries)
    if missing:
        raise UserError(f"{BASE}.toml: features missing: {', '.join(sorted(missing))}")
    for name, entry in own.items():
        check_range(f"{style}.toml", name, entry, ranges()[name])
    return {name: chosen(entries[name], players, modules) for name in NAMES}


@cache
def ranges() -> dict[str, tuple[float, float]]:
    """The minimum and maximum of each feature, as ``greedy`` declares it."""
    entries = read(FOLDER / f"{BASE}.toml")
    return {name: tuple(entries.get(name, {}).get("range", ANY)) for name in NAMES}


def modules_of(rules: np.record) -> frozenset[str]:
    """The modules in play that a compiled program shows."""
    return frozenset(name for name, field in MODULES.items() if rules[field])
