"""One player of a scenario, and how rooms and goods are written there. See table.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from model import UserError
from simulate.engine import codes
from simulate.engine.compile_words import GOODS_WORDS
from simulate.referee.fields.base import SOURCES
from simulate.referee.seats import SeatPieces
from simulate.words.spelling import (
    dance_seat_name,
    read_dance_seat,
    read_room,
    room_name,
    staff_index,
)

if TYPE_CHECKING:
    from tests.scenarios.table import Table


def guest_index(rules: np.record, number: int) -> int:
    """The program's index of a guest. Raises UserError if it is not in the ruleset."""
    found = np.flatnonzero(rules.guest_number[: rules.n_guests] == number)
    if found.size == 0:
        raise UserError(f"guest {number} is not in this ruleset")
    return int(found[0])


def goods(text: str) -> dict[str, int]:
    """ "2 wine 1 coffee" as a dictionary."""
    words = text.split()
    return {word: int(n) for n, word in zip(words[::2], words[1::2])}


def amounts(goods: dict[str, int]) -> list[int]:
    """Goods by their words as amounts in the engine's order."""
    return [goods.get(word, 0) for word in GOODS_WORDS]


def rooms(text: str) -> set[str]:
    """ "1.1 1.2" as a set; "1.1-1.5" stands for a stretch of one floor."""
    found = set()
    for word in text.split():
        first, _, last = word.partition("-")
        for room in range(read_room(first), read_room(last or first) + 1):
            found.add(room_name(room))
    return found


def bits(names: set[str]) -> int:
    return sum(1 << read_room(name) for name in names)


def names(mask: int) -> set[str]:
    return {room_name(room) for room in range(codes.ROOMS) if mask >> room & 1}


class Seat:
    """One player of a table: ``has`` sets up, the properties tell what is there."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat

    @property
    def p(self) -> Any:
        return self.table.state.players[self.seat]

    def has(self, **things: Any) -> Seat:
        """Put things before the player: see the methods ``set_...``, or a number on a track."""
        for name, value in things.items():
            setter = getattr(self, f"set_{name}", None)
            if setter:
                setter(value)
            elif name in ("emperor", "turns_taken", "passed"):
                self.p[name] = value
            else:
                raise TypeError(f"a player has no {name}")
        self.table.fresh = False
        return self

    @property
    def held(self) -> SeatPieces:
        return SeatPieces(self.table.pieces, self.seat)

    def set_vp(self, vp: int) -> None:
        """VP from earlier in the game (booked as if from politics)."""
        self.held.set_vp(vp)

    def set_krones(self, krones: int) -> None:
        """The krones, held since the turn began."""
        self.p.krones = self.p.most_krones = krones

    def set_kitchen(self, text: str) -> None:
        self.held.set_kitchen(amounts(goods(text)))

    def set_board(self, key: str) -> None:
        """The hotel plan, e.g. "day_c"; whoever has it takes the one of this seat."""
        board, state = [*map(str, self.table.ruleset.boards)].index(key), self.table.state
        for p in state.players[: self.table.players]:
            if p.board == board:
                p.board = self.p.board
        self.p.board = board

    def staff_cards(self, numbers: list[int]) -> list[int]:
        return [staff_index(self.table.rules, number) for number in numbers]

    def set_hand(self, numbers: list[int]) -> None:
        self.held.add_hand(self.staff_cards(numbers))

    def set_staff(self, numbers: list[int]) -> None:
        """Staff in play, in this order; they were hired earlier."""
        self.held.add_staff(self.staff_cards(numbers))

    def set_guests(self, guests: dict[int, str]) -> None:
        """Guests at tables 1, 2, 3 with the goods already on their cards ("all": order filled)."""
        for number, placed in guests.items():
            given = None if placed == "all" else amounts(goods(placed))
            self.held.seat_guest(guest_index(self.table.rules, number), given)

    def set_claimed(self, letters: str) -> None:
        """Politics cards with an own marker, e.g. "A C"."""
        for letter in letters.split():
            self.held.claim("ABC".index(letter))

    def set_vacant(self, text: str) -> None:
        self.held.set_vacant(bits(rooms(text)))

    def set_occupied(self, text: str) -> None:
        """Occupied rooms; the bonus of groups among them was paid earlier."""
        self.held.set_occupied(bits(rooms(text)))

    # -- what modules bring ------------------------------------------------------------------------

    def set_resting(self, dancers: str) -> None:
        """Dancers left in the sections of the rehearsal room, e.g. "3 1 2 4"."""
        self.held.set_resting([int(n) for n in dancers.split()])

    def set_rehearsal(self, key: str) -> None:
        """A rehearsal room with all its dancers, e.g. "one"."""
        self.held.set_rehearsal(sorted(self.table.ruleset.rehearsal_room).index(key))

    def set_dancers(self, seats: str) -> None:
        """Dancers sent earlier, e.g. "1.top 3.bottom 3.bottom"."""
        for word in seats.split():
            place, row = divmod(read_dance_seat(word), codes.ROWS)
            self.held.add_dancers(place, row)

    def set_celebrities(self, keys: str) -> None:
        """Celebrities met earlier in the round, e.g. "gandhi curie"."""
        known = sorted(self.table.ruleset.celebrity)
        for place, key in enumerate(keys.split()):
            self.held.meet(known.index(key), place)

    def set_entrance(self, key: str) -> None:
        """A hotel entrance received earlier, e.g. "dove"."""
        self.held.set_entrance(sorted(self.table.ruleset.entrance).index(key))

    @property
    def dancers(self) -> dict[str, int]:
        """Dancers sent, by seat: {"1.top": 2}."""
        flat = self.p.dancers.reshape(-1)
        return {dance_seat_name(seat): int(n) for seat, n in enumerate(flat) if n}

    @property
    def resting(self) -> list[int]:
        return [int(n) for n in self.p.resting]

    krones = property(lambda self: int(self.p.krones))
    emperor = property(lambda self: int(self.p.emperor))
    vp = property(lambda self: int(self.p.vp))
    rank = property(lambda self: int(self.p.rank))
    vacant = property(lambda self: names(int(self.p.vacant)))
    occupied = property(lambda self: names(int(self.p.occupied)))

    @property
    def kitchen(self) -> dict[str, int]:
        return {word: int(n) for word, n in zip(GOODS_WORDS, self.p.kitchen) if n}

    @property
    def hand(self) -> list[int]:
        return sorted(self.table.numbers(self.p.hand[: self.p.hand_size]))

    @property
    def staff(self) -> list[int]:
        return sorted(self.table.numbers(self.p.staff[: self.p.staff_size]))

    @property
    def guests(self) -> dict[int, dict[str, int]]:
        """Guests in the cafe and what they still want."""
        found = {}
        for t, guest in enumerate(self.p.cafe):
            if guest >= 0:
                wants = {w: int(n) for w, n in zip(GOODS_WORDS, self.p.missing[t]) if n}
                found[int(self.table.rules.guest_number[guest])] = wants
        return found

    @property
    def vp_from(self) -> dict[str, int]:
        """VP by source, without the zeros."""
        return {word: int(n) for word, n in zip(SOURCES, self.p.vp_by) if n}
