"""Positions with the cards of module 5, and what meets the condition of each bell card.

Night side: yellow rooms 1.2 2.1 2.2 are a group of three, the blue rooms 3.1 4.1 one of two.
"""

from __future__ import annotations

from typing import Any

from tests.scenarios.table import Table

SPEC = "revised-2021+more"
SPECS = ("original-2015+more", SPEC)
POLITICS = "A-krones B-floors C-three-each"

# What just meets the condition of a bell card: a position, and the actions of a turn in it.
MEETS: dict[int, tuple[dict[str, Any], list[str]]] = {
    166: ({"dice": "4 4 4", "vacant": "1.1"}, ["die 4", "steps 3"]),
    167: ({"guests": {74: "1 cake 1 coffee"}, "kitchen": "1 coffee"}, ["serve"]),
    168: ({"guests": {84: "2 cake"}, "kitchen": "1 wine"}, ["serve"]),
    169: ({"guests": {55: "2 wine"}, "kitchen": "1 wine"}, ["serve"]),
    172: ({"dice": "2 2 2"}, ["die 2", "split 1 0"]),
    174: ({"dice": "1 1 1"}, ["die 1", "split 1 0"]),
    178: (
        {"guests": {51: "all"}, "vacant": "2.2", "occupied": "1.2 2.1", "hand": [27, 28]},
        ["check in table 1 to 2.2", "stop"],
    ),
    179: ({"krones": 20, "politics": POLITICS, "guests": {84: "", 74: ""}}, ["claim A"]),
}
LAST = {167: "coffee", 168: "wine", 169: "wine"}  # the good that completes the order
BELLS = tuple(MEETS)


def more(spec: str = SPEC, players: int = 2, **things: Any) -> Table:
    """A position with the cards of module 5."""
    return Table(spec, players, **things)


def met(card: int, spec: str = SPEC, **things: Any) -> Table:
    """A bell card in play, whose condition has just been met."""
    position, actions = MEETS[card]
    t = more(spec, **({"staff": [card]} | position | things)).does(*actions)
    if card in LAST:
        t.does(f"place {LAST[card]} on table 1")
    return t


def turned(t: Table, card: int, seat: int = 0) -> bool:
    """Does a bell card in play lie face down?"""
    p = t.seat(seat).p
    place = t.numbers(p.staff[: p.staff_size]).index(card)
    return int(p.staff_used[place]) == 2


def others_play(t: Table) -> Table:
    """The turns of the other players up to the next turn of the first one."""
    while t.player != 0:
        t.plays()
    return t
