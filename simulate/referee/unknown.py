"""Unnamed cards: in a hidden hand, or in a deck.

The engine needs a card in every place. If a transcript does not say which, a card that it names
nowhere serves as a *stand-in*. All stand-ins of a kind are interchangeable, because none of their
places is known. As soon as a card is named, it changes places with a stand-in and is known from
then on.

Stand-ins of a hand are the cheapest cards available, so that no decision is skipped that the real
cards might have allowed.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from model import UserError
from simulate.engine import codes as c
from simulate.engine.staff import bury, to_hand
from simulate.engine.state import HAND, MAX_STAFF
from simulate.referee.pieces import Pieces

Place = tuple[Any, int]  # an array of the state, and an index into it
LEFT = 3  # unknown cards that stay in a deck, whatever hands may hold
OFFERED = (c.F_OFFER, c.F_BURY_OFFER, c.F_DRAFT)  # decisions about drawn cards, not the hand
OF_HANDS = (c.HIRE, c.BURY, c.DRAFT)  # actions that name a card of the hand, or one drawn


@dataclass
class Unknown:
    """The unknown parts of a game.

    ``staff``, ``guests``: the cards, as indices of the program, that may be in each other's places;
    ``open``: the seats whose number of cards is not given.
    """

    staff: set[int] = field(default_factory=set)
    guests: set[int] = field(default_factory=set)
    open: set[int] = field(default_factory=set)

    def copy(self) -> Unknown:
        return Unknown(set(self.staff), set(self.guests), set(self.open))

    # -- hands -------------------------------------------------------------------------------------

    def stand_ins(self, p: Any, offered: bool = False) -> list[int]:
        """The stand-ins in a player's hand, or among the player's drawn cards."""
        cards = p.offer[: p.offer_size] if offered else p.hand[: p.hand_size]
        return [int(card) for card in cards if int(card) in self.staff]

    def fill(self, g: Any, rules: Any, seat: int, n: int) -> None:
        """Take n stand-ins into a hand. Raises UserError if fewer cards are unknown in the deck."""
        for card in self.cheapest(g, rules, n):
            Pieces(g, rules).pull_staff(card)
            to_hand(g, seat, card, c.CAME_DEALT)

    def top_up(self, g: Any, rules: Any) -> None:
        """Give a hand of unknown size one more card that might be played."""
        for seat in self.open:
            p = g.players[seat]
            if not self.stand_ins(p) and len(self.in_deck(g)) > LEFT and p.hand_size < HAND:
                self.fill(g, rules, seat, 1)

    def resize(self, g: Any, rules: Any, seat: int, size: int) -> None:
        """The size of an open hand becomes known. Raises UserError if that is not possible."""
        p = g.players[seat]
        for card in self.stand_ins(p)[: max(0, int(p.hand_size) - size)]:
            self._drop(g, p, card)
        if p.hand_size > size:
            raise UserError(f"{int(p.hand_size)} cards of the hand are known, more than {size}")
        self.fill(g, rules, seat, size - int(p.hand_size))
        self.open.discard(seat)

    def _drop(self, g: Any, p: Any, card: int) -> None:
        """Put a stand-in of a hand under the deck."""
        left = [int(one) for one in p.hand[: p.hand_size] if one != card]
        p.hand[: len(left)] = left
        p.hand_size = len(left)
        bury(g, card)

    def in_deck(self, g: Any) -> list[int]:
        """The unnamed cards of the deck."""
        return [int(a[i]) for a, i in _deck(g) if int(a[i]) in self.staff]

    def cheapest(self, g: Any, rules: Any, n: int) -> list[int]:
        """The n cheapest unnamed cards of the deck. Raises UserError if there are fewer."""
        there = sorted(self.in_deck(g), key=lambda card: (int(rules.staff_cost[card]), card))
        if len(there) < n:
            raise UserError(f"{n} cards are not named, but only {len(there)} are nowhere else")
        return there[:n]

    # -- cards become known ------------------------------------------------------------------------

    def name(self, g: Any, frame: Any, action_kind: int, card: int) -> bool:
        """A decision names a staff card: a stand-in there becomes that card.

        Returns whether anything has become known.
        """
        if action_kind not in OF_HANDS or card not in self.staff or frame is None:
            return False
        p, offered = g.players[frame.player], int(frame.kind) in OFFERED
        there = self.stand_ins(p, offered)
        if not there:
            return False
        if card not in there:
            exchange(g, card, there[0])
        self.staff.discard(card)
        return True

    def hold(self, g: Any, seat: int, card: int) -> bool:
        """Put a card that is said to be in a hand there; returns whether that is possible."""
        p = g.players[seat]
        there = self.stand_ins(p)
        if card not in self.staff or not there:
            return card in [int(one) for one in p.hand[: p.hand_size]]
        if card not in there:
            exchange(g, card, there[0])
        self.staff.discard(card)
        return True

    def next_staff(self, g: Any, card: int) -> None:
        """Name the next unknown card of the deck. Raises UserError if it cannot be this one."""
        if card not in self.staff:
            raise UserError("this card is elsewhere already")
        place = next(((a, i) for a, i in _deck(g) if int(a[i]) in self.staff), None)
        if place is None:
            raise UserError("no unknown card is left in the staff deck")
        array, i = place
        exchange(g, card, int(array[i]))
        self.staff.discard(card)

    def next_guest(self, g: Any, guest: int) -> None:
        """Name the next unknown guest of the deck. Raises UserError if it cannot be this one."""
        if guest not in self.guests:
            raise UserError("this guest is elsewhere already")
        deck = range(int(g.guest_next), int(g.guest_deck_size))
        place = next((i for i in deck if int(g.guest_deck[i]) in self.guests), None)
        if place is None:
            raise UserError("no unknown guest is left in the guest deck")
        other = int(g.guest_deck[place])
        for array in (g.guest_deck[: g.guest_deck_size], g.row, g.guest_discard):
            _exchange_in(array, guest, other)
        self.guests.discard(guest)

    # -- playing on --------------------------------------------------------------------------------

    def deal(self, g: Any, rng: random.Random) -> None:
        """Deal the unknown staff cards at random among their possible places."""
        places = [(a, i) for a, i in _staff_places(g) if int(a[i]) in self.staff]
        wanted = [int(a[i]) for a, i in places]
        rng.shuffle(wanted)
        for (array, i), card in zip(places, wanted, strict=True):
            exchange(g, int(array[i]), card)


def exchange(g: Any, one: int, other: int) -> None:
    """Swap two staff cards, wherever they are among decks, hands and drawn cards."""
    if one == other:
        return
    for array in _staff_arrays(g):
        _exchange_in(array, one, other)
    entries = g.staff_entry
    for entry in {int(entries[one]), int(entries[other])}:
        line = g.log[entry] if 0 <= entry < g.log_size else None
        if line is not None and line.kind == c.LOG_STAFF and line.card in (one, other):
            line.card = other if line.card == one else one
    entries[one], entries[other] = int(entries[other]), int(entries[one])


def _exchange_in(array: Any, one: int, other: int) -> None:
    first, second = array == one, array == other
    array[first], array[second] = other, one


def _deck(g: Any) -> Iterator[Place]:
    """The places of the staff deck from top to bottom."""
    for i in range(int(g.staff_deck_size)):
        yield g.staff_deck, (int(g.staff_top) + i) % MAX_STAFF


def _staff_places(g: Any) -> Iterator[Place]:
    yield from _deck(g)
    for p in g.players[: g.n_players]:
        yield from ((p.hand, i) for i in range(int(p.hand_size)))
        yield from ((p.offer, i) for i in range(int(p.offer_size)))


def _staff_arrays(g: Any) -> Iterator[Any]:
    yield g.staff_deck
    for p in g.players[: g.n_players]:
        yield p.hand[: p.hand_size]
        yield p.offer[: p.offer_size]


def until_unknown(cards: Sequence[int], unknown: Iterable[int]) -> list[int]:
    """The known cards on top of a deck."""
    hidden, found = set(unknown), []
    for card in cards:
        if card in hidden:
            break
        found.append(card)
    return found
