"""A position in the words of the game: players, hotels, cards by name; to be read, never changed.

Nothing here is an index: rooms are "2.3", colours "red", cards objects with names and numbers. What
no player can see (hands, decks, cards on offer) may be read by checks that ask for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from simulate.actions import decode, to_words
from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.engine import codes as c
from simulate.narration.sentences import sentence
from simulate.properties.cards import Goods, Guest, Politics, Staff
from simulate.properties.columns import Columns
from simulate.words.names import seat_name

PHASES = {
    c.PH_DRAFT: "draft",
    c.PH_AUCTION: "auction",
    c.PH_REHEARSAL: "rehearsal rooms",
    c.PH_FREE_GUESTS: "free guests",
    c.PH_SETUP_ROOMS: "first rooms",
    c.PH_ROUND_START: "start of the round",
    c.PH_TURNS: "turns",
    c.PH_ROUND_END: "end of the round",
    c.PH_EMPEROR: "emperor scoring",
    c.PH_BALLROOM: "ballroom scoring",
    c.PH_FINAL_STAFF: "final scoring",
    c.PH_FINAL: "final scoring",
    c.PH_OVER: "over",
}
VP_SOURCES = (
    "guests", "staff", "politics cards", "emperor track", "emperor tiles", "occupancy bonuses",
    "cells covered", "occupied rooms", "goods and krones left", "guests left in the cafe",
    "ballrooms", "celebrities", "hotel entrance",
)  # fmt: skip
VACANT, OCCUPIED, EMPTY = "vacant", "occupied", "empty"


class Changed(Exception):
    """A check tries to change a position."""


class View:
    """Something to be read. Whatever sets a value on it raises Changed."""

    __slots__ = ("_at", "_columns", "_seat")
    _columns: Columns
    _at: int
    _seat: int

    def __setattr__(self, name: str, value: Any) -> None:
        raise Changed(f"sets {name!r}: positions are only read")

    def __delattr__(self, name: str) -> None:
        raise Changed(f"deletes {name!r}: positions are only read")

    def __setitem__(self, key: Any, value: Any) -> None:
        raise Changed(f"sets {key!r}: positions are only read")


_set_columns, _set_at = View.__dict__["_columns"].__set__, View.__dict__["_at"].__set__
_set_seat, _new = View.__dict__["_seat"].__set__, object.__new__


def position(columns: Columns, at: int) -> Position:
    """The position at a place of a trail."""
    found: Position | None = columns.views[at]
    if found is None:
        found = columns.views[at] = _new(Position)
        _set_columns(found, columns)
        _set_at(found, at)
    return found


def people(columns: Columns, at: int) -> tuple[Player, ...]:
    """The players of that position in seat order."""
    found: tuple[Player, ...] | None = columns.people[at]
    if found is None:
        seats = [_new(Player) for _ in range(columns.seats)]
        for seat, player in enumerate(seats):
            _set_columns(player, columns)
            _set_at(player, at)
            _set_seat(player, seat)
        found = columns.people[at] = tuple(seats)
    return found


def player_of(columns: Columns, at: int, seat: int) -> Player:
    """One of them."""
    return people(columns, at)[seat]


class Position(View):
    """A position of a game. ``game[player]`` is the same player in this position."""

    __slots__ = ()

    @property
    def round(self) -> int:
        """The round, from 1; 0 during the set-up."""
        return self._columns.table("round_no")[self._at]

    @property
    def phase(self) -> str:
        """What is going on: "turns", "draft", "emperor scoring", "over" and so on."""
        return PHASES[self._columns.table("phase")[self._at]]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._columns.table("phase")[self._at] == c.PH_OVER

    @property
    def decisions(self) -> int:
        """How many decisions were made before."""
        return self._columns.table("decisions")[self._at]

    @property
    def players(self) -> tuple[Player, ...]:
        """All players in seat order."""
        return people(self._columns, self._at)

    @property
    def player(self) -> Player | None:
        """Who decides next; None when the game is over."""
        seat = decider(self._columns, self._at)
        return None if seat < 0 else player_of(self._columns, self._at, seat)

    @property
    def start_player(self) -> Player:
        """The starting player of the round."""
        return player_of(self._columns, self._at, self._columns.table("first_seat")[self._at])

    @property
    def decision(self) -> str:
        """What is decided next, as `simulate/decisions/README.md` names it; "" when over."""
        top = self._columns.table("top")[self._at]
        if not top or self.over:
            return ""
        return FRAMES[int(self._columns.games["frames"]["kind"][self._at, top - 1])].key

    @property
    def dice(self) -> Mapping[int, int]:
        """How many dice lie on each action space, by its face 1 to 6."""
        return dict(enumerate(self._columns.table("dice")[self._at][1:], start=1))

    @property
    def row(self) -> tuple[Place, ...]:
        """The places of the guest row, the left one first, each with ``guest`` and ``cost``."""
        columns = self._columns
        cards = tuple(columns.table("row")[self._at])
        found = columns.made.get(cards)
        if found is None:
            places = zip(cards, columns.book.row_costs)
            found = columns.made[cards] = tuple(
                [Place(columns.book.guests[i] if i >= 0 else None, cost) for i, cost in places]
            )
        return found

    @property
    def politics(self) -> tuple[Claimable, ...]:
        """The politics cards on the board, each with ``card`` and ``claimed_by``."""
        cards = self._columns.table("politics")[self._at]
        return tuple([_claim(self._columns, self._at, i) for i in range(3) if cards[i] >= 0])

    @property
    def emperor_tiles(self) -> tuple[str, ...]:
        """The three emperor tiles of the game, by their keys such as "A1"."""
        keys = self._columns.book.names.tile_keys
        return tuple(keys[i] for i in self._columns.table("emperor_tiles")[self._at] if i >= 0)

    @property
    def guests_left(self) -> int:
        """Cards in the guest deck."""
        size = self._columns.table("guest_deck_size")[self._at]
        return size - self._columns.table("guest_next")[self._at]

    @property
    def staff_left(self) -> int:
        """Cards in the staff deck."""
        return self._columns.table("staff_deck_size")[self._at]

    @property
    def guest_deck(self) -> tuple[Guest, ...]:
        """The guest deck, the next card first. Hidden."""
        self._columns.hidden("the order of the guest deck")
        guests = self._columns.book.guests
        first = self._columns.table("guest_next")[self._at]
        size = self._columns.table("guest_deck_size")[self._at]
        return tuple(guests[i] for i in self._columns.table("guest_deck")[self._at][first:size])

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions in words. Slow: some 50 microseconds."""
        from simulate.game import Game  # here, because few checks ask

        game = Game(self._columns.book.program, self._columns.seats)
        game.games[:] = self._columns.games[self._at : self._at + 1]
        game.refresh()
        return tuple(game.legal_words())

    def __getitem__(self, player: Player | str) -> Player:
        """The same player in this position; by its name "Seat 2", too."""
        if isinstance(player, str):
            names = [seat_name(seat) for seat in range(self._columns.seats)]
            if player not in names:
                raise KeyError(f"{player!r} is nobody here; there are {', '.join(names)}")
            return player_of(self._columns, self._at, names.index(player))
        return player_of(self._columns, self._at, player._seat)

    def __repr__(self) -> str:
        when = f"round {self.round}" if self.round else "set-up"
        return f"{when}, {self.phase}, decision {self.decisions}"


class Player(View):
    """A player in a position."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """ "Seat 1" for the first start player, and so on round the table."""
        return seat_name(self._seat)

    @property
    def game(self) -> Position:
        """The position."""
        return position(self._columns, self._at)

    @property
    def krones(self) -> int:
        """Krones."""
        return self._columns.player("krones")[self._at][self._seat]

    @property
    def vp(self) -> int:
        """Victory points so far."""
        return self._columns.player("vp")[self._at][self._seat]

    @property
    def emperor(self) -> int:
        """The space of the emperor track."""
        return self._columns.player("emperor")[self._at][self._seat]

    @property
    def kitchen(self) -> Goods:
        """The goods in the kitchen by name."""
        return Goods(self._columns.player("kitchen")[self._at][self._seat])

    @property
    def hotel(self) -> Hotel:
        """The rooms."""
        found = _new(Hotel)
        _set_columns(found, self._columns)
        _set_at(found, self._at)
        _set_seat(found, self._seat)
        return found

    @property
    def cafe(self) -> tuple[Table, ...]:
        """The tables of the cafe, each with ``guest`` (or None) and the goods ``missing``."""
        tables = self._columns.player("tables")[self._at][self._seat]
        return tuple([_table(self._columns, self._at, self._seat, i) for i in range(tables)])

    @property
    def staff(self) -> StaffInPlay:
        """The staff cards in play, by name or number."""
        columns, at, seat = self._columns, self._at, self._seat
        size = columns.player("staff_size")[at][seat]
        if not size:
            return NOBODY
        used = columns.player("staff_used")[at][seat][:size]
        in_play = columns.player("staff")[at][seat][:size]
        key = (*in_play, *used)
        found = columns.made.get(key)
        if found is None:
            cards = columns.book.staff
            held = [(cards[card], bool(there)) for card, there in zip(in_play, used)]
            found = columns.made[key] = StaffInPlay(held)
        return found

    @property
    def hand(self) -> tuple[Staff, ...]:
        """The staff cards in hand. Hidden."""
        self._columns.hidden("a player's hand")
        cards, size = self._columns.book.staff, self.hand_size
        held = self._columns.player("hand")[self._at][self._seat][:size]
        return tuple(cards[card] for card in held)

    @property
    def hand_size(self) -> int:
        """How many staff cards are in hand."""
        return self._columns.player("hand_size")[self._at][self._seat]

    @property
    def vp_from(self) -> Mapping[str, int]:
        """Victory points by source: "guests", "staff", "emperor track" and so on."""
        return dict(zip(VP_SOURCES, self._columns.player("vp_by")[self._at][self._seat]))

    @property
    def turns_taken(self) -> int:
        """Turns taken in this round."""
        return self._columns.player("turns_taken")[self._at][self._seat]

    @property
    def passed(self) -> bool:
        """Has the player passed, and waits until dice are rolled again?"""
        return bool(self._columns.player("passed")[self._at][self._seat])

    @property
    def guests_moved_in(self) -> int:
        """Guests who moved into a room so far."""
        return self._columns.player("housed")[self._at][self._seat]

    @property
    def dancers_sent(self) -> int:
        """Dancers in the ballrooms."""
        return sum(map(sum, self._columns.player("dancers")[self._at][self._seat]))

    @property
    def entrance(self) -> str:
        """The hotel entrance, "" without one."""
        entrance = self._columns.player("entrance")[self._at][self._seat]
        entrances = self._columns.book.rules.entrances
        return self._columns.book.names.entrance(entrance) if entrances and entrance >= 0 else ""

    @property
    def celebrities(self) -> tuple[str, ...]:
        """The celebrities met in this round."""
        if not self._columns.book.rules.coloured_dice:
            return ()
        met = self._columns.player("celebrities")[self._at][self._seat]
        return tuple(self._columns.book.names.celebrity(i) for i in met if i >= 0)

    @property
    def rank(self) -> int:
        """The final rank, 1 the best; 0 before the end."""
        return self._columns.player("rank")[self._at][self._seat]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Player):
            return NotImplemented
        same = self._columns is other._columns and self._at == other._at
        return same and self._seat == other._seat

    def __hash__(self) -> int:
        return hash((self._at, self._seat))

    def __repr__(self) -> str:
        return f"{self.name}: {self.krones} krones, emperor {self.emperor}, {self.vp} VP"


class Hotel(View):
    """The rooms of a player. Rooms are "floor.column", both from 1 at the bottom left."""

    __slots__ = ()

    def occupied(self, colour: str = "") -> int:
        """Occupied rooms, of one colour ("blue", "red", "yellow") or of all."""
        return self._rooms("occupied", colour)

    def vacant(self, colour: str = "") -> int:
        """Prepared rooms in which nobody is yet, of one colour or of all."""
        return self._rooms("vacant", colour)

    def _rooms(self, state: str, colour: str) -> int:
        mask = self._columns.player(state)[self._at][self._seat]
        if colour:
            masks = self._columns.book.masks[self._columns.player("board")[self._at][self._seat]]
            if colour not in masks:
                raise KeyError(f"{colour!r} is no colour of rooms; those are {', '.join(masks)}")
            mask &= masks[colour]
        return mask.bit_count()

    def __getitem__(self, room: str) -> str:
        """What a room such as "2.3" is: "empty", "vacant" or "occupied"."""
        rooms = self._columns.book.rooms
        if room not in rooms:
            raise KeyError(f"{room!r} is no room; rooms are {rooms[0]} to {rooms[-1]}")
        bit = 1 << rooms.index(room)
        if self._columns.player("occupied")[self._at][self._seat] & bit:
            return OCCUPIED
        return VACANT if self._columns.player("vacant")[self._at][self._seat] & bit else EMPTY

    def colour(self, room: str) -> str:
        """The colour of a room."""
        board = self._columns.player("board")[self._at][self._seat]
        return self._columns.book.colours[board][self._columns.book.rooms.index(room)]

    @property
    def full_groups(self) -> int:
        """Groups of rooms that are wholly occupied."""
        mask = self._columns.player("occupied")[self._at][self._seat]
        groups = self._columns.book.groups[self._columns.player("board")[self._at][self._seat]]
        return sum(mask & group == group for group in groups)

    def __repr__(self) -> str:
        return f"{self.occupied()} rooms occupied, {self.vacant()} vacant"


class StaffInPlay(Mapping[str, "Employed"]):
    """Staff cards in play: ``"Decorator" in player.staff``, ``player.staff["Decorator"].used``."""

    __slots__ = ("_cards", "_known")

    def __init__(self, cards: list[tuple[Staff, bool]]) -> None:
        self._cards = cards
        self._known: dict[object, Employed] = {}
        for staff, used in cards:
            there = Employed(staff, used)
            self._known |= {staff.number: there, staff.german: there, staff.name: there}

    def __getitem__(self, card: str | int) -> Employed:
        return self._known[card]

    def __contains__(self, card: object) -> bool:
        return card in self._known

    def __iter__(self) -> Iterator[str]:
        return (staff.name for staff, _ in self._cards)

    def __len__(self) -> int:
        return len(self._cards)

    def __repr__(self) -> str:
        return ", ".join(str(staff) for staff, _ in self._cards) or "no staff"


NOBODY = StaffInPlay([])


class Employed(NamedTuple):
    """A staff card in play: its ``card``, and whether it was ``used`` (this round, or for good)."""

    card: Staff
    used: bool


class Place(NamedTuple):
    """A place of the guest row: its ``guest`` (None: empty) and ``cost`` in krones."""

    guest: Guest | None
    cost: int


class Table(NamedTuple):
    """A table of a cafe: its ``number`` from 1, its ``guest`` (or None), the goods ``missing``."""

    number: int
    guest: Guest | None
    missing: Goods


class Claimable(NamedTuple):
    """A politics card on the board: its ``card``, and the players it is ``claimed_by``."""

    card: Politics
    claimed_by: tuple[Player, ...]


class Action(View):
    """An action that is taken in a position."""

    __slots__ = ("_code",)
    _code: int

    @property
    def words(self) -> str:
        """The action as transcripts write it: "guest 2", "check in table 1 to 2.3"."""
        return to_words(self._columns.book.rules, self._code)

    @property
    def kind(self) -> str:
        """What kind of action it is: "guest", "die", "check-in" ... (`simulate/decisions`)."""
        return ACTIONS[self._code >> 24].key

    @property
    def player(self) -> Player:
        """Who takes it, as the player is before."""
        return player_of(self._columns, self._at, decider(self._columns, self._at))

    @property
    def sentence(self) -> str:
        """The action in a sentence with names. Slow: some 50 microseconds."""
        state = self._columns.games[self._at]
        return sentence(self._columns.book.names, state, self._code).text

    @property
    def face(self) -> int:
        """The face of the die that is taken; 0 for other actions."""
        kind, face, *_ = decode(self._code)
        return face if kind == c.DIE else 0

    @property
    def staff(self) -> Staff | None:
        """The staff card that is played or used; None for other actions."""
        kind, card, *_ = decode(self._code)
        cards = self._columns.book.staff
        named = kind in (c.HIRE, c.USE_STAFF) and card < len(cards)
        return cards[card] if named else None

    @property
    def guest(self) -> Guest | None:
        """The guest who is taken from the row, or moves in or to a ballroom; None for others."""
        kind, place, *_ = decode(self._code)
        if kind == c.TAKE_GUEST:
            guest = self._columns.table("row")[self._at][place]
        elif kind in (c.CHECK_IN, c.DANCE):
            seat = decider(self._columns, self._at)
            guest = self._columns.player("cafe")[self._at][seat][place]
        else:
            return None
        return self._columns.book.guests[guest] if guest >= 0 else None

    def __repr__(self) -> str:
        return self.words


_set_code = Action.__dict__["_code"].__set__


def action_at(columns: Columns, at: int, code: int) -> Action:
    """An action that is taken at a place of a trail."""
    found = _new(Action)
    _set_columns(found, columns)
    _set_at(found, at)
    _set_code(found, code)
    return found


def decider(columns: Columns, at: int) -> int:
    """The seat that decides next; -1 when the game is over."""
    deciders = columns.top.get("decider")
    if deciders is None:
        games = columns.games
        last = np.maximum(games["top"].astype(np.int64) - 1, 0)
        seats = games["frames"]["player"][np.arange(len(games)), last].astype(np.int64)
        none = (games["top"] == 0) | (games["phase"] == c.PH_OVER)
        deciders = columns.top["decider"] = np.where(none, -1, seats).tolist()
    return deciders[at]


def _table(columns: Columns, at: int, seat: int, i: int) -> Table:
    guest = columns.player("cafe")[at][seat][i]
    missing = Goods(columns.player("missing")[at][seat][i])
    return Table(i + 1, columns.book.guests[guest] if guest >= 0 else None, missing)


def _claim(columns: Columns, at: int, i: int) -> Claimable:
    card = columns.book.politics[columns.table("politics")[at][i]]
    claimed = columns.player("claimed")[at]
    seats = [seat for seat in range(columns.seats) if claimed[seat] >> i & 1]
    return Claimable(card, tuple(player_of(columns, at, seat) for seat in seats))
