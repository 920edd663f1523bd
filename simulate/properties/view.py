"""A position in the words of the game: players, hotels, cards by name; read-only.

Nothing here is an index: rooms are "2.3", colours "red", cards objects with names and numbers.
Checks that ask for it may also read what no player can see (hands, decks, cards on offer).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import numpy as np

from simulate.actions import decode, to_words
from simulate.decisions.registry import ACTIONS, FRAMES
from simulate.engine import codes as c
from simulate.narration.sentences import sentence
from simulate.properties.cards import Goods, Guest, Politics, Staff
from simulate.properties.columns import Columns, Fields
from simulate.words.names import OF_MODULES, VP_COLUMNS, seat_name

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
# Keys in users' files, so that they stay easy to type: without "the", and "cafe" without accent.
VP_SOURCES = tuple(
    text.removeprefix("the ").replace("café", "cafe") for text in (VP_COLUMNS | OF_MODULES).values()
)
VACANT, OCCUPIED, EMPTY = "vacant", "occupied", "empty"


T = TypeVar("T", bound="OfTable")
S = TypeVar("S", bound="OfSeat")


class Changed(Exception):
    """A check tries to change a position."""


class View:
    """A read-only object. Setting a value on it raises Changed."""

    __slots__ = ("_columns",)
    _columns: Columns

    def __setattr__(self, name: str, value: Any) -> None:
        raise Changed(f"sets {name!r}: positions are only read")

    def __delattr__(self, name: str) -> None:
        raise Changed(f"deletes {name!r}: positions are only read")

    def __setitem__(self, key: Any, value: Any) -> None:
        raise Changed(f"sets {key!r}: positions are only read")


class OfTable(View):
    """Something of a position: the fields of the table, and its index in the trail."""

    __slots__ = ("_at", "_table")
    _at: int
    _table: Fields


class OfSeat(View):
    """Something of a player in a position: the fields of all players, and its index there."""

    __slots__ = ("_fields", "_i", "_seat")
    _fields: Fields
    _i: int
    _seat: int


# Bypass the refusal to set values, at the speed of a slot.
_set_columns = View.__dict__["_columns"].__set__
_set_at, _set_table = (OfTable.__dict__[name].__set__ for name in ("_at", "_table"))
_set_fields, _set_i, _set_seat = (
    OfSeat.__dict__[name].__set__ for name in ("_fields", "_i", "_seat")
)
_new = object.__new__


def positions(columns: Columns) -> list[Position]:
    """The positions of a trail."""
    found: list[Position] | None = columns.made.get("positions")
    if found is None:
        places = range(len(columns.games))
        found = columns.made["positions"] = [_of_table(Position, columns, at) for at in places]
    return found


def everyone(columns: Columns) -> list[Player]:
    """The players of all positions of a trail, in order of the positions."""
    found: list[Player] | None = columns.made.get("everyone")
    if found is None:
        places = range(len(columns.games) * columns.seats)
        found = columns.made["everyone"] = [_of_seat(Player, columns, i) for i in places]
    return found


def actions(columns: Columns, taken: np.ndarray) -> list[Action]:
    """The actions taken in the positions of a trail, except the last one."""
    found: list[Action] | None = columns.made.get("actions")
    if found is None:
        codes = enumerate(taken[: len(columns.games) - 1].tolist())
        found = columns.made["actions"] = [action_at(columns, at, code) for at, code in codes]
    return found


def position(columns: Columns, at: int) -> Position:
    """The position at an index of a trail."""
    return positions(columns)[at]


def player_of(columns: Columns, at: int, seat: int) -> Player:
    """A player of that position."""
    return everyone(columns)[at * columns.seats + seat]


def _of_table(cls: type[T], columns: Columns, at: int) -> T:
    found = _new(cls)
    _set_columns(found, columns)
    _set_at(found, at)
    _set_table(found, columns.table)
    return found


def _of_seat(cls: type[S], columns: Columns, i: int) -> S:
    found = _new(cls)
    _set_columns(found, columns)
    _set_fields(found, columns.player)
    _set_i(found, i)
    _set_seat(found, i % columns.seats)
    return found


def _of_game(field: str, about: str) -> Any:
    """A number of a position, to be read."""
    return property(lambda view: getattr(view._table, field)[view._at], doc=about)


def _of_player(field: str, about: str) -> Any:
    """A number of a player, to be read."""
    return property(lambda view: getattr(view._fields, field)[view._i], doc=about)


class Position(OfTable):
    """A position of a game. ``game[player]`` is the same player in this position."""

    __slots__ = ()

    round: int = _of_game("round_no", "The round, from 1; 0 during the set-up.")
    decisions: int = _of_game("decisions", "How many decisions were made before.")
    staff_left: int = _of_game("staff_deck_size", "Cards in the staff deck.")

    @property
    def phase(self) -> str:
        """The current phase: "turns", "draft", "emperor scoring", "over" and so on."""
        return PHASES[self._table.phase[self._at]]

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._table.phase[self._at] == c.PH_OVER

    @property
    def players(self) -> tuple[Player, ...]:
        """All players in seat order."""
        seats = self._columns.seats
        return tuple(everyone(self._columns)[self._at * seats : (self._at + 1) * seats])

    @property
    def player(self) -> Player | None:
        """The player to move; None when the game is over."""
        seat = self._columns.deciders[self._at]
        return None if seat < 0 else player_of(self._columns, self._at, seat)

    @property
    def start_player(self) -> Player:
        """The starting player of the round."""
        return player_of(self._columns, self._at, self._table.first_seat[self._at])

    @property
    def decision(self) -> str:
        """The next decision, as `python -m simulate.decisions` names it; "" when over."""
        top = self._table.top[self._at]
        if not top or self.over:
            return ""
        return FRAMES[int(self._columns.games["frames"]["kind"][self._at, top - 1])].key

    @property
    def dice(self) -> Mapping[int, int]:
        """How many dice lie on each action space, by its face 1 to 6."""
        return dict(enumerate(self._table.of("dice", self._at)[1:], start=1))

    @property
    def row(self) -> tuple[Place, ...]:
        """The places of the guest row, the left one first, each with ``guest`` and ``cost``."""
        cards = self._table.of("row", self._at)
        found = self._columns.made.get(cards)
        return self._new_row(cards) if found is None else found

    def _new_row(self, cards: bytes) -> tuple[Place, ...]:
        book = self._columns.book
        there = [book.guests[i] if i >= 0 else None for i in self._columns.games["row"][self._at]]
        row = tuple([Place(guest, cost) for guest, cost in zip(there, book.row_costs)])
        self._columns.made[cards] = row
        return row

    @property
    def politics(self) -> tuple[Claimable, ...]:
        """The politics cards on the board, each with ``card`` and ``claimed_by``."""
        cards = self._table.of("politics", self._at)
        politics, seats = self._columns.book.politics, self._columns.seats
        players = everyone(self._columns)[self._at * seats : (self._at + 1) * seats]
        claimed = self._columns.player.claimed[self._at * seats : (self._at + 1) * seats]
        return tuple(
            [
                Claimable(
                    politics[card],
                    tuple([player for player, by in zip(players, claimed) if by >> i & 1]),
                )
                for i, card in enumerate(cards)
                if card >= 0
            ]
        )

    @property
    def emperor_tiles(self) -> tuple[str, ...]:
        """The three emperor tiles of the game, by their keys such as "A1"."""
        keys = self._columns.book.names.tile_keys
        return tuple(keys[i] for i in self._table.of("emperor_tiles", self._at) if i >= 0)

    @property
    def guests_left(self) -> int:
        """Cards in the guest deck."""
        size = self._table.guest_deck_size[self._at]
        return size - self._table.guest_next[self._at]

    @property
    def guest_deck(self) -> tuple[Guest, ...]:
        """The guest deck, the next card first. Hidden."""
        self._columns.hidden("the order of the guest deck")
        guests = self._columns.book.guests
        first = self._table.guest_next[self._at]
        size = self._table.guest_deck_size[self._at]
        deck = self._table.of("guest_deck", self._at)
        return tuple(guests[i] for i in deck[first:size])

    @property
    def legal(self) -> tuple[str, ...]:
        """The legal actions in words. Slow: some 50 microseconds."""
        from simulate.game import Game  # here, because few checks need it

        here = self._columns.games[self._at : self._at + 1]
        return tuple(Game.standing(self._columns.book.program, here).legal_words())

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


class Player(OfSeat):
    """A player in a position."""

    __slots__ = ()

    krones: int = _of_player("krones", "Krones.")
    vp: int = _of_player("vp", "Victory points so far.")
    emperor: int = _of_player("emperor", "The space of the emperor track.")
    hand_size: int = _of_player("hand_size", "How many staff cards are in hand.")
    turns_taken: int = _of_player("turns_taken", "Turns taken in this round.")
    guests_moved_in: int = _of_player("housed", "Guests who moved into a room so far.")
    rank: int = _of_player("rank", "The final rank, 1 the best; 0 before the end.")

    @property
    def name(self) -> str:
        """ "Seat 1" for the first start player, and so on round the table."""
        return seat_name(self._seat)

    @property
    def game(self) -> Position:
        """The position."""
        return position(self._columns, self._i // self._columns.seats)

    @property
    def kitchen(self) -> Goods:
        """The goods in the kitchen by name."""
        return Goods(self._fields.of("kitchen", self._i))

    @property
    def hotel(self) -> Hotel:
        """The rooms."""
        return _of_seat(Hotel, self._columns, self._i)

    @property
    def cafe(self) -> tuple[Table, ...]:
        """The tables of the café, each with ``guest`` (or None) and the goods ``missing``."""
        fields, i, known = self._fields, self._i, self._columns.book.guests
        missing = fields.of("missing", i)
        return tuple(
            [
                Table(
                    table + 1,
                    known[guest] if guest >= 0 else None,
                    Goods(missing[table * c.GOODS : (table + 1) * c.GOODS]),
                )
                for table, guest in enumerate(fields.of("cafe", i)[: fields.tables[i]])
            ]
        )

    @property
    def staff(self) -> StaffInPlay:
        """The staff cards in play, by name or number."""
        size = self._fields.staff_size[self._i]
        if not size:
            return NOBODY
        in_play = self._fields.of("staff", self._i)[:size]
        key = in_play, self._fields.of("staff_used", self._i)[:size]
        found = self._columns.made.get(key)
        if found is None:
            cards = self._columns.book.staff
            held = [(cards[card], bool(used)) for card, used in zip(*key)]
            found = self._columns.made[key] = StaffInPlay(held)
        return found

    @property
    def hand(self) -> tuple[Staff, ...]:
        """The staff cards in hand. Hidden."""
        self._columns.hidden("a player's hand")
        held = self._fields.of("hand", self._i)[: self._fields.hand_size[self._i]]
        cards = self._columns.book.staff
        return tuple([cards[card] for card in held])

    @property
    def vp_from(self) -> Mapping[str, int]:
        """Victory points by source: "guests", "staff", "emperor track" and so on."""
        return dict(zip(VP_SOURCES, self._fields.of("vp_by", self._i)))

    @property
    def passed(self) -> bool:
        """Has the player passed, and is waiting until dice are rolled again?"""
        return bool(self._fields.passed[self._i])

    @property
    def dancers_sent(self) -> int:
        """Dancers in the ballrooms."""
        return sum(self._fields.of("dancers", self._i))

    @property
    def entrance(self) -> str:
        """The hotel entrance, "" without one."""
        entrance = self._fields.entrance[self._i]
        entrances = self._columns.book.rules.entrances
        return self._columns.book.names.entrance(entrance) if entrances and entrance >= 0 else ""

    @property
    def celebrities(self) -> tuple[str, ...]:
        """The celebrities met in this round."""
        if not self._columns.book.rules.coloured_dice:
            return ()
        met = self._fields.of("celebrities", self._i)
        return tuple(self._columns.book.names.celebrity(i) for i in met if i >= 0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Player):
            return NotImplemented
        return self._columns is other._columns and self._i == other._i

    def __hash__(self) -> int:
        return self._i

    def __repr__(self) -> str:
        return f"{self.name}: {self.krones} krones, emperor {self.emperor}, {self.vp} VP"


class Hotel(OfSeat):
    """The rooms of a player. Rooms are "floor.column", both from 1 at the bottom left."""

    __slots__ = ()

    def occupied(self, colour: str = "") -> int:
        """Occupied rooms, of one colour ("blue", "red", "yellow") or of all."""
        return self._count(self._fields.occupied[self._i], colour)

    def vacant(self, colour: str = "") -> int:
        """Prepared rooms without a guest, of one colour or of all."""
        return self._count(self._fields.vacant[self._i], colour)

    def _count(self, mask: int, colour: str) -> int:
        """How many rooms of a bit set have a colour, or how many in all."""
        if not colour:
            return mask.bit_count()
        masks = self._columns.book.masks[self._fields.board[self._i]]
        if colour not in masks:
            raise KeyError(f"{colour!r} is no colour of rooms; those are {', '.join(masks)}")
        return (mask & masks[colour]).bit_count()

    def __getitem__(self, room: str) -> str:
        """The state of a room such as "2.3": "empty", "vacant" or "occupied"."""
        rooms = self._columns.book.rooms
        if room not in rooms:
            raise KeyError(f"{room!r} is no room; rooms are {rooms[0]} to {rooms[-1]}")
        bit = 1 << rooms.index(room)
        if self._fields.occupied[self._i] & bit:
            return OCCUPIED
        return VACANT if self._fields.vacant[self._i] & bit else EMPTY

    def colour(self, room: str) -> str:
        """The colour of a room."""
        board = self._fields.board[self._i]
        return self._columns.book.colours[board][self._columns.book.rooms.index(room)]

    @property
    def full_groups(self) -> int:
        """Groups of rooms that are fully occupied."""
        mask = self._fields.occupied[self._i]
        groups = self._columns.book.groups[self._fields.board[self._i]]
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
    """A table of a café: its ``number`` from 1, its ``guest`` (or None), the goods ``missing``."""

    number: int
    guest: Guest | None
    missing: Goods


class Claimable(NamedTuple):
    """A politics card on the board: its ``card``, and the players it is ``claimed_by``."""

    card: Politics
    claimed_by: tuple[Player, ...]


class Action(OfTable):
    """An action that is taken in a position."""

    __slots__ = ("_code",)
    _code: int

    @property
    def _seat(self) -> int:
        return self._columns.deciders[self._at]

    @property
    def words(self) -> str:
        """The action as transcripts write it: "guest 2", "check in table 1 to 2.3"."""
        return to_words(self._columns.book.rules, self._code)

    @property
    def kind(self) -> str:
        """The kind of action: "guest", "die", "check-in" ... (`simulate/decisions`)."""
        return ACTIONS[self._code >> 24].key

    @property
    def player(self) -> Player:
        """The player who takes it, before the action."""
        return player_of(self._columns, self._at, self._seat)

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
            guest = int(self._columns.games["row"][self._at][place])
        elif kind in (c.CHECK_IN, c.DANCE):
            guest = int(self._columns.games["players"][self._at, self._seat]["cafe"][place])
        else:
            return None
        return self._columns.book.guests[guest] if guest >= 0 else None

    def __repr__(self) -> str:
        return self.words


_set_code = Action.__dict__["_code"].__set__


def action_at(columns: Columns, at: int, code: int) -> Action:
    """An action taken at an index of a trail."""
    found = _of_table(Action, columns, at)
    _set_code(found, code)
    return found
