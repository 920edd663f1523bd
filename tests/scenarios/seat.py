"""One player of a scenario, and how rooms and goods are written there. See table.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simulate.actions import read_room, room_name, staff_index
from simulate.engine import codes
from simulate.engine.cafe import seat_guest
from simulate.engine.compile import GOODS_WORDS
from simulate.engine.staff import add_abilities, reset_abilities, to_hand

if TYPE_CHECKING:
    from tests.scenarios.table import Table

SOURCES = (
    *("guests", "staff", "politics", "track", "tiles"),
    *("occupancy", "cells", "floors", "leftovers", "stranded"),
)


def goods(text: str) -> dict[str, int]:
    """ "2 wine 1 coffee" as a dictionary."""
    words = text.split()
    return {word: int(n) for n, word in zip(words[::2], words[1::2])}


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
            elif name in ("krones", "emperor", "turns_taken", "passed"):
                self.p[name] = value
            else:
                raise TypeError(f"a player has no {name}")
        self.table.fresh = False
        return self

    def set_vp(self, vp: int) -> None:
        """VP from earlier in the game (booked as if from politics)."""
        self.p.vp_by[codes.VP_POLITICS] += vp - self.p.vp
        self.p.vp = vp

    def set_kitchen(self, text: str) -> None:
        self.p.kitchen[:] = [goods(text).get(word, 0) for word in GOODS_WORDS]

    def set_hand(self, numbers: list[int]) -> None:
        for number in numbers:
            card = self.table.pull_staff(number)
            to_hand(self.table.state, self.seat, card, codes.CAME_DEALT)

    def set_staff(self, numbers: list[int]) -> None:
        """Staff in play, in this order; they were hired earlier."""
        for number in numbers:
            self.set_hand([number])
            self.p.hand_size -= 1
            self.p.staff[self.p.staff_size] = staff_index(self.table.rules, number)
            self.p.staff_size += 1
        reset_abilities(self.p)
        for card in self.p.staff[: self.p.staff_size]:
            if self.table.rules.staff_timing[card] == codes.PERMANENT:
                add_abilities(self.table.rules, self.p, card)

    def set_guests(self, guests: dict[int, str]) -> None:
        """Guests at tables 1, 2, 3 with the goods already on their cards ("all": order filled)."""
        for number, placed in guests.items():
            index = self.table.pull_guest(number)
            table = next(t for t in range(self.table.rules.tables) if self.p.cafe[t] < 0)
            seat_guest(self.table.state, self.table.rules, self.seat, index, codes.CAME_ROW, 0)
            order = dict(zip(GOODS_WORDS, map(int, self.table.rules.guest_order[index])))
            for word, n in (order if placed == "all" else goods(placed)).items():
                self.p.missing[table][GOODS_WORDS.index(word)] -= n
                self.p.missing_total[table] -= n
            assert (self.p.missing[table] >= 0).all(), f"guest {number} wants no {placed}"

    def set_claimed(self, letters: str) -> None:
        """Politics cards with an own marker, e.g. "A C"."""
        for letter in letters.split():
            self.p.claimed |= 1 << "ABC".index(letter)
            self.table.state.markers["ABC".index(letter)] += 1

    def set_vacant(self, text: str) -> None:
        self.p.vacant = bits(rooms(text))
        self.p.covered |= self.p.vacant

    def set_occupied(self, text: str) -> None:
        """Occupied rooms; the bonus of groups among them was paid earlier."""
        self.p.occupied = bits(rooms(text))
        self.p.covered |= self.p.occupied
        r, board = self.table.rules, self.p.board
        for group in range(r.n_groups[board]):
            mask = int(r.group_mask[board, group])
            if int(self.p.occupied) & mask == mask:
                self.p.groups_paid |= 1 << group

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
