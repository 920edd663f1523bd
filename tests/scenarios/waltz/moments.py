"""Positions in which the readings of questions that came up later differ, by ruling.

Night side: 3.1 and 4.1 are a blue group, 1.2 2.1 2.2 a yellow one, 1.5 a blue room alone; the cells
3.4 and 3.5 give 1 VP.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from simulate.words.spelling import read_room
from tests.scenarios.table import Table
from tests.scenarios.waltz.hall import HALLS
from tests.scenarios.waltz.lobby import HOTELS, LOUNGE, STROUP

BASE = "revised-2021"
MORE = "revised-2021+more"
DANCING: dict[str, Any] = {"ballrooms": HALLS, "rehearsal": "one", "resting": "1 2 2 2"}


@dataclass(frozen=True)
class Moment:
    """A position, and the actions after which the readings differ.

    beside: other rulings, without which the question does not come up. lay: puts what tables have
    no words for.
    """

    spec: str
    things: dict[str, Any]
    steps: tuple[str, ...] = ()
    beside: dict[str, str] = field(default_factory=dict)
    lay: Callable[[Table], None] | None = None

    def table(self, ruling: str, reading: str) -> Table:
        """The position under a reading."""
        t = Table(self.spec, rulings={**self.beside, ruling: reading}, **self.things)
        if self.lay is not None:
            self.lay(t)
            t.fresh = False
        return t


def moment(ruling: str, reading: str) -> Table:
    """What is there under a reading after the actions of a ruling's moment."""
    one = MOMENTS[ruling]
    return one.table(ruling, reading).does(*one.steps)


def last_guest_of_the_deck(t: Table) -> None:
    t.pieces.discard(t.pieces.guest_deck()[1:])


def first_die_was_a_2(t: Table) -> None:
    t.me.p.dice_this_round, t.me.p.first_face = 1, 2


def room_taken(room: str) -> Callable[[Table], None]:
    """A penalty has taken an occupied room, which has been prepared again since."""

    def lay(t: Table) -> None:
        bit = 1 << read_room(room)
        t.me.p.occupied &= ~bit
        t.me.p.vacant |= bit

    return lay


def three_orders_of_tourists(t: Table) -> None:
    t.me.p.orders[3, 1] = 3


MOMENTS: dict[str, Moment] = {
    "guest-shuffle": Moment(BASE, {}, ("guest 5",), lay=last_guest_of_the_deck),
    "skipped-turn": Moment(
        BASE, {"dice": "6 6", "krones": 0}, beside={"unpayable-die": "skip-die"}
    ),
    "fill-declined": Moment(BASE, {"hand": [38], "guests": {85: ""}, "dice": "5"},
                            ("die 5", "hire 38")),
    "own-action-staff": Moment(
        BASE, {"hand": [8], "guests": {97: "all"}, "vacant": "1.2", "dice": "5"},
        ("check in table 1 to 1.2", "space 5", "hire 8"),
    ),
    "staff-33-moment": Moment(
        BASE, {"hand": [33], "staff": [7], "guests": {59: "all"}, "vacant": "1.2"},
        ("check in table 1 to 1.2", "staff bonus", "reward 2", "hire 33", "reward 1"),
    ),
    "offer-rest-moment": Moment(
        HOTELS, {"entrance": "mayenfels", "guests": {75: "all"}, "vacant": "3.1"},
        ("check in table 1 to 3.1", "reward 1", "hire 45", "bury 44"),
        lay=lambda t: only_staff(t, [45, 44, 36]),
    ),
    "captain-moment": Moment(
        f"{BASE}+ballrooms",
        {**DANCING, "staff": [133, 22], "hand": [24], "dice": "3", "kitchen": "1 champagne"},
        ("die 3", "die bonus 1", "hire 24"),
    ),
    "captain-outside-turn": Moment(
        f"{BASE}+ballrooms",
        {**DANCING, "staff": [133], "kitchen": "1 champagne", "emperor": 8, "tiles": "A3 B1 C1",
         "deck": [24, 25, 26]},
    ),
    "die-gifts": Moment(
        f"{BASE}+ballrooms", {**DANCING, "staff": [131], "deck": [10, 3], "dice": "2"}, ("die 2",)
    ),
    "late-seat": Moment(
        f"{BASE}+ballrooms+draft",
        {**DANCING, "guests": {56: "all"}, "kitchen": "3 champagne"},
        ("dance table 1", "reward 1"),
    ),
    "orders-when": Moment(
        f"{BASE}+ballrooms",
        {**DANCING, "guests": {92: ""}, "kitchen": "1 strudel",
         "politics": "A-krones B-floors C-green"},
        ("serve", "place strudel on table 1"), lay=three_orders_of_tourists,
    ),
    "freud-after-round": Moment(
        LOUNGE, {"celebrities": "freud", "guests": {52: "1 wine"}, "vacant": "1.2"},
        ("ignore good on table 1",),
    ),
    "chaplin-cells": Moment(
        LOUNGE, {"celebrities": "chaplin", "dice": "3 3", "vacant": "2.4"},
        ("die 3", "prepare 3.4", "prepare 3.5"),
    ),
    "idle-die-staff": Moment(
        LOUNGE, {"staff": [16, 20], "dice": "red4 blue4", "krones": 0},
        ("die 4 red without effect",),
    ),
    "gain-answers": Moment(
        f"{BASE}+ballrooms+celebrities",
        {**DANCING, "celebrities": "picasso", "vacant": "1.3",
         "guests": {154: "all", 140: "1 cake 1 wine 1 coffee"}},
        ("check in table 1 to 1.3", "reward 1"),
    ),
    "corogari-bootblack": Moment(
        HOTELS, {"entrance": "corogari-zant-mainz", "hand": [15], "dice": "4 4"},
        ("die 4", "hire 15", "main action"), lay=first_die_was_a_2,
    ),
    "kaufman-between": Moment(
        HOTELS, {"entrance": "kaufman", "guests": {65: "all"}, "vacant": "3.1"}, ("guest 5",)
    ),
    "dove-again": Moment(
        HOTELS, {"entrance": "dove", "occupied": "1.1 2.1 3.1 4.1", "guests": {65: "all"}},
        ("check in table 1 to 4.1",), lay=room_taken("4.1"),
    ),
    "dove-moment": Moment(
        HOTELS,
        {"entrance": "dove", "occupied": "1.1 2.1 3.1", "vacant": "4.1", "guests": {69: "all"}},
        ("check in table 1 to 4.1",),
    ),
    "dove-order": Moment(
        HOTELS,
        {"entrance": "dove", "occupied": "1.1-1.4 2.5 3.5 4.5", "vacant": "1.5",
         "guests": {65: "all"}},
        ("check in table 1 to 1.5", "token 1"),
    ),
    "stroup-again": Moment(
        STROUP, {"entrance": "stroup", "occupied": "3.1", "guests": {65: "all"}},
        ("check in table 1 to 3.1",), lay=room_taken("3.1"),
    ),
    "bell-before-play": Moment(
        MORE, {"hand": [166], "guests": {70: "all"}, "vacant": "3.1"},
        ("check in table 1 to 3.1", "reward 2", "hire 166"),
    ),
    "reward-action": Moment(
        MORE,
        {"staff": [166], "guests": {97: "all"}, "vacant": "2.2", "occupied": "1.2 2.1",
         "dice": "4 4"},
        ("check in table 1 to 2.2", "occupancy bonus"),
    ),
    "bell-orders": Moment(
        MORE,
        {"staff": [167], "guests": {74: "1 cake 1 coffee"}, "kitchen": "1 coffee",
         "vacant": "3.1"},
        ("serve", "place coffee on table 1"),
    ),
    "janitor-again": Moment(
        MORE,
        {"staff": [178], "guests": {51: "all"}, "occupied": "1.2 2.1 2.2", "hand": [27, 28]},
        ("check in table 1 to 2.2", "reward 1"), lay=room_taken("2.2"),
    ),
    "coachwoman-vp": Moment(
        MORE, {"staff": [170], "kitchen": "1 coffee"}, ("use 170", "stop")
    ),
}  # fmt: skip


def only_staff(t: Table, cards: list[int]) -> None:
    """The staff deck holds these cards and no others."""
    t.deck(cards)
    t.state.staff_deck_size = len(cards)
