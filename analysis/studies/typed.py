"""The command that asks a question again, from the options that asked it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

GROUPS = {"ladder": "players", "curve": "players", "validate": "check"}
"""Groups of the commands that are not in `gah study`."""

Value = str | int | tuple[int, ...] | tuple[str, ...]


def command(name: str) -> str:
    """The command of a study as a user types it: "gah study cards"."""
    return f"gah {GROUPS.get(name, 'study')} {name}"


def asked(name: str, *words: str, **options: Value) -> str:
    """A command line of a study: its name, positional words and options.

    Several numbers are one list, "2,4"; an option is repeated for several names. Underscores in the
    names of options stand for hyphens.
    """
    line = [command(name), *map(shlex.quote, words)]
    for option, value in options.items():
        named = f"--{option.replace('_', '-')}"
        line += [part for one in _each(value) for part in (named, shlex.quote(one))]
    return " ".join(line)


def _each(value: Value) -> Iterable[str]:
    if not isinstance(value, tuple):
        return (str(value),)
    if all(isinstance(one, int) for one in value):
        return (",".join(map(str, value)),)
    return map(str, value)
