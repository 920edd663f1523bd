"""Mistakes planted in the witness are found: the comparison can fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.witness import dice, effects, emperor, guests, rooms, rounds, turns
from tests.witness.plan import Rules, compare
from tests.witness.table import Seat, Table

REVISED = Rules("revised-2021")


def dearer_rooms(g: Table, seat: Seat, cell: int, discount: int, free: bool) -> int:
    return 0 if free else max(0, cell // 5 + cell % 5 // 4 - discount)


def from_the_right(g: Table, seat: Seat, place: int) -> int:
    return int(g.rules.row.costs[4 - place])


def any_colour(g: Table, seat: Seat) -> dict[str, tuple[int, int]]:
    return {
        f"check in table {table + 1} to {cell // 5 + 1}.{cell % 5 + 1}": (table, cell)
        for table, sitting in seat.guests()
        for cell in sorted(seat.vacant)
        if sitting.filled
    }


def refill_on_the_right(g: Table) -> Any:
    g.row = [guest or g.guest_deck.pop(0) for guest in g.row]
    yield from ()


def always(*_: Any) -> bool:
    return True


def first_to_act(g: Table, among: list[Seat]) -> Seat:
    return min(among, key=lambda seat: seat.index)


def everybody_served(g: Table, seat: Seat) -> int:
    return 0


# What is changed: a cost, a limit, a condition of legality, an order, a moment, an effect.
PLANTED: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "what a room costs": (rooms, "price", dearer_rooms),
    "what a guest of the row costs": (guests, "guest_price", from_the_right),
    "who moves in where": (turns, "check_in_options", any_colour),
    "where new guests come in": (guests, "refill", refill_on_the_right),
    "when a turn may be passed": (turns, "may_pass", always),
    "who is next": (rounds, "next_seat", first_to_act),
    "what serving costs": (effects, "serving_price", everybody_served),
    "when a penalty is possible": (emperor, "can_suffer", always),
    "how goods of an action are shared": (dice, "fair", always),
}


@pytest.mark.parametrize("what", sorted(PLANTED))
def test_a_planted_mistake_is_found(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, mistake = PLANTED[what]
    monkeypatch.setattr(module, name, mistake)
    done = compare(REVISED, 3_000, seed=3, most_wrong=1)
    assert done.wrong


def test_without_one_nothing_is_found() -> None:
    assert not compare(REVISED, 600, seed=3, most_wrong=1).wrong
