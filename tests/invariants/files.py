"""Files of invariants for the tests, as a user would write them."""

from __future__ import annotations

from pathlib import Path

from simulate.properties.answers import Answer
from simulate.properties.declared import Check
from simulate.properties.evaluate import ask
from simulate.properties.own_file import InvariantFile, load, named
from simulate.properties.playing import Players
from simulate.properties.running import CheckPlan, Rules, players_of

HEAD = (
    "import numba\n"
    "from simulate.properties import assume, final, invariant, never, reachable, transition\n"
)
BASE = Rules("revised-2021")


def write(folder: Path, text: str, name: str = "mine.py") -> InvariantFile:
    """A file of invariants, named as a user would name it."""
    path = folder / name
    path.write_text(HEAD + text, encoding="utf-8")
    return named(str(path))


def checks_of(folder: Path, text: str) -> dict[str, Check]:
    """The checks that a text declares, by name."""
    return {check.name: check for check in load(write(folder, text)).checks}


def plan_of(folder: Path, text: str, **more: object) -> CheckPlan:
    """A short plan for the invariants of a text."""
    given = {"rules": (BASE,), "policies": ("random",), "games": 6, "players": (2, 3)} | more
    return CheckPlan((write(folder, text),), **given)  # type: ignore[arg-type]


def asked(check: Check, *, rules: Rules = BASE, players: int = 2, policy: str = "random") -> Answer:
    """What a check says of the first trail of a game."""
    seat: Players = players_of(rules)
    trail = next(iter(seat.play(seat.deal(players, 1, 0), policy)))
    return ask(check, seat.columns(trail), trail.taken)
