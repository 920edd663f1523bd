"""Positions for politics cards and emperor tiles."""

from __future__ import annotations

from typing import Any

from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")
ON_BOARD = {"A": "A-krones", "B": "B-floors", "C": "C-three-each"}
ROUND_OF = {"A": 3, "B": 5, "C": 7}
RETREAT = {"A": 3, "B": 5, "C": 7}

# card, what just meets it, what just fails (of B and C: one vacant room would do). Night side:
# groups of size 1 are 1.1 1.5 4.4 4.5; the rooms 3.1 4.1 and 3.2 4.2 are groups; yellow rooms are
# 1.2 2.1 2.2 2.5 3.4 3.5.
CONDITIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("A-krones", {"krones": 20}, {"krones": 19}),
    ("A-emperor", {"emperor": 10}, {"emperor": 9}),
    ("A-staff", {"staff": [1, 5, 6, 7, 21, 27]}, {"staff": [1, 5, 6, 7, 27], "hand": [21]}),
    (
        "A-rooms",
        {"vacant": "1.1-2.3", "occupied": "2.4-3.2"},
        {"vacant": "1.1-2.3", "occupied": "2.4-3.1"},
    ),
    (
        "B-floors",
        {"occupied": "1.1-1.5 3.1-3.5"},
        {"occupied": "1.1-1.5 3.1-3.4", "vacant": "3.5"},
    ),
    (
        "B-columns",
        {"occupied": "1.1 2.1 3.1 4.1 1.5 2.5 3.5 4.5"},
        {"occupied": "1.1 2.1 3.1 4.1 1.5 2.5 3.5", "vacant": "4.5"},
    ),
    (
        "B-groups",
        {"occupied": "1.1 1.5 4.4 4.5 3.1 4.1 3.2 4.2"},
        {"occupied": "1.1 1.5 4.4 4.5 3.1 4.1 3.2", "vacant": "4.2"},
    ),
    (
        "B-colour",
        {"occupied": "1.2 2.1 2.2 2.5 3.4 3.5"},
        {"occupied": "1.2 2.1 2.2 2.5 3.4 1.1 1.3", "vacant": "3.5"},
    ),
    (
        "C-three-each",
        {"occupied": "1.1 1.5 3.1 1.3 1.4 2.3 1.2 2.1 2.2"},
        {"occupied": "1.1 1.5 3.1 4.1 1.3 1.4 1.2 2.1 2.2", "vacant": "2.3"},
    ),
    (
        "C-red-yellow",
        {"occupied": "1.3 1.4 2.3 2.4 1.2 2.1 2.2"},
        {"occupied": "1.3 1.4 2.3 1.2 2.1 2.2 2.5", "vacant": "2.4"},
    ),
    (
        "C-yellow-blue",
        {"occupied": "1.2 2.1 2.2 2.5 1.1 1.5 3.1"},
        {"occupied": "1.2 2.1 2.2 1.1 1.5 3.1 4.1", "vacant": "2.5"},
    ),
    (
        "C-blue-red",
        {"occupied": "1.1 1.5 3.1 4.1 1.3 1.4 2.3"},
        {"occupied": "1.1 1.5 3.1 1.3 1.4 2.3 2.4", "vacant": "4.1"},
    ),
]


def on_board(key: str) -> str:
    """Three politics cards, this one among them."""
    return " ".join((ON_BOARD | {key[0]: key}).values())


def scoring(
    tile: str, spec: str = "revised-2021", *, emperor: int = 0, players: int = 2, **mine: Any
) -> Table:
    """The scoring of one tile; the others are where nothing happens."""
    letter = tile[0]
    tiles = " ".join(tile if x == letter else f"{x}1" for x in "ABC")
    t = Table(spec, players, tiles=tiles, emperor=emperor, **mine)
    for seat in range(1, players):
        t.seat(seat).has(emperor=RETREAT[letter] + 1)
    return t.end_of_round(ROUND_OF[letter])


def rewarded(tile: str, spec: str = "revised-2021", **mine: Any) -> Table:
    """The scoring of one tile; the first player just comes to its reward."""
    return scoring(tile, spec, emperor=RETREAT[tile[0]] + 3, **mine)
