"""Earlier names of commands and options: they work for one more release, with a note."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

INTO: Mapping[str, tuple[str, ...]] = {
    "study": ("cards", "price", "suggest", "timing", "guests", "compare", "modules", "variants",
              "assumed", "luck", "restrict", "ways", "power"),
    "players": ("ladder", "curve", "train"),
    "check": ("verify", "validate", "fingerprint", "bench"),
}  # fmt: skip
"""The groups, with the commands that used to be at the top level."""
MOVED: Mapping[str, tuple[str, ...]] = {
    **{name: (group, name) for group, names in INTO.items() for name in names},
    "policies": ("players", "list"),
    "gaps": ("rules", "gaps"),
    "trace": ("rules", "trace"),
}
"""The present place of each command that used to be at the top level."""
OPTIONS: Mapping[tuple[str, ...], Mapping[str, str]] = {
    ("study", "compare"): {"--games": "--deals"},
    ("study", "modules"): {
        "--games": "--deals",
        "--games-single": "--deals-single",
        "--games-skill": "--deals-skill",
        "--games-key": "--deals-key",
    },
    ("study", "assumed"): {
        "--games": "--deals",
        "--games-cards": "--deals-cards",
        "--games-entrances": "--deals-entrances",
    },
    ("study", "luck"): {"--table": "--policy"},
    ("players", "ladder"): {"--rungs": "--policy"},
    ("review",): {"--policies": "--policy"},
    ("rules", "check"): {"--ruleset": "--rules"},
    ("report",): {"--games-variants": "--deals-variants"},
}
"""Options that have a new name, by command."""
REMOVED = {"tune": "`gah players train` trains players by self-play"}
"""Removed commands, and what to use instead."""


def renamed(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """A command line with the present names, and a note for each name that was replaced."""
    found, notes = list(words), []
    if found and found[0] in MOVED:
        now = MOVED[found[0]]
        notes.append(f"`gah {found[0]}` is now `gah {' '.join(now)}`")
        found[:1] = now
    for command, options in OPTIONS.items():
        if tuple(found[: len(command)]) != command:
            continue
        for place, word in reversed(list(enumerate(found))[len(command) :]):
            option, sign, value = word.partition("=")
            if option in options:
                notes.append(f"{option} is {options[option]} now")
                found[place] = options[option] + sign + value
                if option == "--rungs":
                    found = _each_alone(found, place)
    return found, notes


def _each_alone(words: list[str], place: int) -> list[str]:
    """Repeat the option at this place once for each of the policies that its value names."""
    option, sign, value = words[place].partition("=")
    if not sign and place + 1 < len(words):
        value = words.pop(place + 1)
    return [*words[:place], *(f"{option}={one}" for one in value.split(",")), *words[place + 1 :]]
