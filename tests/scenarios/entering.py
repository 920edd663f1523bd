"""A guest with a filled order moves in at the beginning of a turn: where the corner tests begin."""

from __future__ import annotations

from typing import Any

from simulate.referee.pieces import ROW
from tests.scenarios.table import Table

EDITIONS = ("original-2015", "revised-2021")

# Rooms of which each belongs to a larger group, so that moving in pays no bonus by itself.
ROOMS = {"yellow": "1.2", "blue": "3.1", "red": "1.3", "green": "1.3"}


def colour_of(guest: int) -> str:
    """The colours go by the printed numbers; 117 and 118 are the promotional guests."""
    if guest > 104:
        return {117: "red", 118: "yellow"}[guest]
    return ("yellow", "blue", "red", "green")[(guest - 49) // 14]


def enters(
    guest: int,
    spec: str = "revised-2021",
    *,
    room: str = "",
    others: dict[int, str] | None = None,
    vacant: str = "",
    deck: list[int] | None = None,
    row: list[int] | None = None,
    **things: Any,
) -> Table:
    """The guest sat at table 1, ``others`` beside; what follows is the guest's reward.

    ``vacant``: rooms beside the guest's own. ``deck``: all that is left of the staff deck.
    ``row``: the guests in the row; fewer than five are all that are left.
    """
    room = room or ROOMS[colour_of(guest)]
    things = {"promos": "with", "guests": {guest: "all"} | (others or {})} | things
    t = Table(spec, vacant=f"{room} {vacant}", deck=deck, row=row, **things)
    if deck is not None:
        t.state.staff_deck_size = len(deck)
    if row is not None and len(row) < ROW:
        t.state.guest_deck_size = t.state.guest_next = 0
    return t.check_in(guest, room)


def takes(t: Table, part: str) -> Table:
    """Begin a part of the reward; a part that is alone begins by itself."""
    return t.does(part) if part in t.options else t


def leaves_the_rest(t: Table) -> Table:
    """Whatever is left of the reward is declined; the turn goes on."""
    while "stop" in t.options:
        t.does("stop")
    t.legal("die 1")
    return t


def offered(t: Table, kind: str) -> set[str]:
    """What may be chosen of a kind: offered(t, "prepare") is {"2.1", "2.2"}."""
    return {words.split()[1] for words in t.options if words.startswith(f"{kind} ")}
