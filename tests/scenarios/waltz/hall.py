"""Positions with ballrooms: the numbers that no source gives come from ballroom_numbers.toml.

Ballrooms from the left: Apollosaal (its rows give krones), Odeonsaal, Zum Sperl (goods), unless
said otherwise. Rehearsal room one, whose sections give 4 krones, a room to prepare, 2 champagne
and a step, 5 VP; each section still holds two dancers.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.scenarios.table import Table

NUMBERS = Path(__file__).with_name("ballroom_numbers.toml")
ROOMY = (NUMBERS, Path(__file__).with_name("roomy_ballrooms.toml"))  # seats for any dancers
SPEC = "revised-2021+ballrooms"
DRAFT = f"{SPEC}+draft"
EDITIONS = ("original-2015+ballrooms", SPEC)
HALLS = "apollosaal odeonsaal zum-sperl"
OTHERS = ("goldener-strauss", "zur-kettenbruecke")


def hall(spec: str = SPEC, players: int = 2, **things: Any) -> Table:
    """The position above, with what is said of it."""
    settings = {"ballrooms": HALLS, "rehearsal": "one", "resting": "2 2 2 2", "patches": (NUMBERS,)}
    return Table(spec, players, **(settings | things))


def ball(ballroom: str, spec: str = SPEC, players: int = 2, place: int = 1, **things: Any) -> Table:
    """The same with this ballroom in a place, counted from the left."""
    halls = [other for other in HALLS.split() if other != ballroom][:2]
    halls.insert(place - 1, ballroom)
    return hall(spec, players, ballrooms=" ".join(halls), **things)


def scored(ballroom: str, *dancers: str, spec: str = SPEC, place: int = 1) -> list[int]:
    """VP that each player receives when a ballroom is scored; dancers as "top middle middle"."""
    t = ball(ballroom, spec, len(dancers), place, patches=ROOMY)
    for seat, rows in enumerate(dancers):
        t.seat(seat).has(dancers=" ".join(f"{place}.{row}" for row in rows.split()))
    t.tiles("A1 B1 C1")
    for seat in range(len(dancers)):
        t.seat(seat).has(emperor=2 * place + 2)  # neither reward nor penalty
    t.end_of_round(2 * place + 1)
    return [t.seat(seat).vp_from.get("ballrooms", 0) for seat in range(len(dancers))]
