"""Positions as a strategy: laid out directly, not reached by play, so that edge cases are likely.

A position is consistent: each card in one place, turns and dice of the round in step, rooms
connected, VP the sum of their sources. It may be unreachable in play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from model import UserError
from simulate import Game
from simulate.engine import codes as c
from simulate.properties.strategies.expansion import add_modules, sources
from simulate.properties.strategies.rulesets import Drawn, rulesets
from simulate.properties.strategies.seeing import rooms_beside
from simulate.referee import Document
from simulate.referee.fields import GAME, SEAT
from simulate.referee.pieces import ROW
from simulate.referee.position import put
from simulate.referee.setting_up import dealt
from simulate.referee.writing import document_of
from simulate.words.lexicon import Lexicon
from simulate.words.names import rooms_in, seat_name

Draw = Callable[..., Any]
OF_GAME = {one.name: one for one in GAME}
OF_SEAT = {one.name: one for one in SEAT}

MOST_HAND, MOST_STAFF = 8, 10  # of a player; the engine has room for more
LONGEST_SPEC = 400  # characters, in a transcript
MOST_GOODS = 9  # of a kind in a kitchen
MOST_VP = 60  # of one source
MOST_ON_TOP = 6  # cards of a deck whose order is drawn; those below are always in the same order
PAID = ("guests", "staff", "track", "tiles", "occupancy", "cells")  # before the end; and politics
COLOURS = ("blue", "red", "yellow")


@dataclass(frozen=True)
class Laid:
    """A position and the game that begins there.

    ``drawn``: the rules; ``document``: the position as a transcript without steps, which the
    referee accepts; ``game``: at the first decision from there on, or over.
    """

    drawn: Drawn
    players: int
    document: Document
    game: Game = field(compare=False)

    def __repr__(self) -> str:
        said = self.document.position
        laid = said.model_dump(exclude_defaults=True) if said is not None else {}
        return "\n".join([*self.drawn.lines(), f"{self.players} players", repr(laid)])


@st.composite
def positions(
    draw: Draw,
    rules: st.SearchStrategy[Drawn] | None = None,
    players: st.SearchStrategy[int] | None = None,
) -> Laid:
    """A position at a turn, or at the end of a round.

    Args:
        rules: default: any ruleset without random patches.
        players: 2 to 4; default: any.
    """
    drawn = assumed(draw(rulesets(patched=False) if rules is None else rules))
    most = drawn.load().game.max_players
    n = min(draw(st.integers(2, 4) if players is None else players), most)
    lexicon = lexicon_of(drawn, n)
    data = Drawing(draw, lexicon).position()
    data = {"format": "gah-transcript-1", "players": n, "rules": drawn.named(), "position": data}
    return laid(drawn, document_of(data))


def assumed(drawn: Drawn) -> Drawn:
    """The same rules with the usual assumptions: transcripts name no others, nor long names."""
    assume(len(drawn.spec) <= LONGEST_SPEC)
    return replace(drawn, assumptions="default")


@lru_cache(maxsize=8)
def lexicon_of(drawn: Drawn, n: int) -> Lexicon:
    """The words of these rules for ``n`` players with the usual names."""
    return Lexicon(drawn.load(), [seat_name(seat) for seat in range(n)], drawn.program())


def laid(drawn: Drawn, document: Document) -> Laid:
    """The position of a transcript. Raises UserError if it is none of these rules."""
    if document.position is None:
        raise UserError("the transcript begins with the set-up, not with a position")
    lexicon = lexicon_of(drawn, len(document.names))
    if lexicon.players != list(document.names):
        lexicon = Lexicon(drawn.load(), document.names, drawn.program())
    game = Game.standing(drawn.program(), put(lexicon, document.position)[0])
    return Laid(drawn, len(document.names), document, game)


class Drawing:
    """Draws one position; cards already laid are no longer there to be drawn."""

    def __init__(self, draw: Draw, lexicon: Lexicon) -> None:
        self.draw, self.lexicon, self.rules = draw, lexicon, lexicon.rules
        self.n = len(lexicon.players)
        self.guests = list(range(int(self.rules.n_guests)))
        self.staff = list(range(int(self.rules.n_staff)))
        self.paid = (*PAID, *sources(self.rules))
        tiles = lexicon.ruleset.room_tiles
        self.tiles = {colour: int(getattr(tiles, colour)) for colour in COLOURS}

    def number(self, most: int, least: int = 0) -> int:
        """A number from ``least`` to ``most``."""
        return int(self.draw(st.integers(least, max(least, most))))

    def some(self, drawn: Callable[[], Any], nothing: Any) -> Any:
        """What is drawn, or as often nothing, so that all of it can go at once in shrinking."""
        return drawn() if self.draw(st.booleans()) else nothing

    def taken(self, pile: list[int], n: int) -> list[int]:
        """``n`` cards out of a pile, or as many as there are."""
        return [pile.pop(self.number(len(pile) - 1)) for _ in range(min(n, len(pile)))]

    # -- the table ---------------------------------------------------------------------------------

    def position(self) -> dict[str, Any]:
        """The whole position, as ``document_of`` takes it."""
        turns = self._turns()
        table: dict[str, Any] = {
            "round": self.number(int(self.rules.rounds), 1),
            "dice": self._dice(sum(turns)),
            "tiles": self._one_of_each(self.rules.tile_letter, len(self.lexicon.names.tile_keys)),
            "politics": self._one_of_each(
                self.rules.politics_letter, len(self.lexicon.names.politics_keys)
            ),
        }
        claims, paid = self._claims(table["politics"])
        boards = self._boards()
        seats = [self._seat(seat, boards[seat]) for seat in range(self.n)]
        for seat, row in enumerate(seats):
            row["turns_taken"], row["claimed"] = turns[seat], claims[seat]
            row["vp_from"]["politics"] = paid[seat]
            row["vp"] = sum(row["vp_from"].values())
        add_modules(self, table, seats, turns)
        table |= self._decks()
        data = {name: OF_GAME[name].kind.plain(self.lexicon, there) for name, there in table.items()
                if not isinstance(there, Counted)}  # fmt: skip
        data |= {name: there.n for name, there in table.items() if isinstance(there, Counted)}
        rows = zip(self.lexicon.players, seats)
        data["players"] = {name: self.plain(row) for name, row in rows}
        return data

    def _turns(self) -> list[int]:
        """Turns taken by seat: the first ones of the round."""
        order = self.lexicon.ruleset.turn_order.tiles[self.n]
        done, first = self.number(2 * self.n), [0] * self.n
        for place, tile in enumerate(order):  # who starts has the first tile
            first[place] = sum(1 for turn in tile if turn <= done)
        return first

    def _dice(self, taken: int) -> list[int]:
        left = max(0, int(self.rules.dice[self.n]) - taken)
        faces = st.lists(st.integers(1, c.FACES), min_size=left, max_size=left)
        return sorted(self.draw(faces))

    def _one_of_each(self, letters: Any, n: int) -> list[int]:
        """A card or tile of each letter."""
        by_letter = [[i for i in range(n) if letters[i] == letter] for letter in range(3)]
        return [one for found in by_letter for one in self.taken(found, 1)]

    def _claims(self, politics: list[int]) -> tuple[list[int], list[int]]:
        """By seat, the cards with a marker as a bit set, and the VP that their places pay."""
        claims, paid = [0] * self.n, [0] * self.n
        for card in politics:
            letter = int(self.rules.politics_letter[card])
            seats = self.draw(st.sets(st.integers(0, self.n - 1)))
            for place, seat in enumerate(sorted(seats)[: int(self.rules.n_places[card])]):
                claims[seat] |= 1 << letter
                paid[seat] += int(self.rules.place_vp[card, place])
        return claims, paid

    def _boards(self) -> list[int]:
        """The board of each seat; day boards, which differ, in any order."""
        players = dealt(self.lexicon)[0].players[: self.n]
        boards = [int(player.board) for player in players]
        return list(self.draw(st.permutations(boards))) if self.rules.day_boards else boards

    def _decks(self) -> dict[str, Any]:
        """Row and decks of the cards that nobody has; the row is full unless the deck is empty."""
        table: dict[str, Any] = {}
        empty = self.draw(st.booleans())
        wanted = self.number(ROW) if empty else ROW
        row = self.taken(self.guests, wanted)
        table["row"] = [-1] * (ROW - len(row)) + row
        if empty:
            table["guest_deck"] = Counted(0)
        elif self.draw(st.booleans()):
            table["guest_deck"] = Counted(self.number(len(self.guests)))
        else:
            table["guest_deck"] = self.taken(self.guests, self.number(MOST_ON_TOP))
        if self.draw(st.booleans()):
            table["staff_deck"] = Counted(self.number(len(self.staff)))
        else:
            table["staff_deck"] = self.taken(self.staff, self.number(MOST_ON_TOP))
        return table

    def plain(self, row: dict[str, Any]) -> dict[str, Any]:
        """A player's fields as in a file."""
        return {key: OF_SEAT[key].kind.plain(self.lexicon, there) for key, there in row.items()}

    # -- players -----------------------------------------------------------------------------------

    def tracks(self) -> dict[str, Any]:
        """Stores, tracks and points of a player."""
        sources = self.draw(
            st.dictionaries(st.sampled_from(self.paid), st.integers(1, MOST_VP), max_size=4)
        )
        return {
            "krones": self.number(int(self.rules.krones_max)),
            "emperor": self.number(int(self.rules.emperor_max)),
            "vp": sum(sources.values()),
            "vp_from": sources,
            "kitchen": self.some(lambda: [self.number(MOST_GOODS) for _ in range(4)], [0] * 4),
        }

    def _seat(self, seat: int, board: int) -> dict[str, Any]:
        vacant, occupied = self.some(lambda: self._hotel(board), (0, 0))
        row: dict[str, Any] = {
            **self.tracks(),
            "guests": self.some(lambda: [self._at_table(guest) for guest in self._cafe()], []),
            "hand": self.some(lambda: self.taken(self.staff, self.number(MOST_HAND)), []),
            "staff": self.some(lambda: self.taken(self.staff, self.number(MOST_STAFF)), []),
            "vacant": vacant,
            "occupied": occupied,
        }
        if self.rules.day_boards:
            row["board"] = board
        return row

    def _cafe(self) -> list[int]:
        return self.taken(self.guests, self.number(int(self.rules.tables)))

    def _at_table(self, guest: int) -> tuple[int, list[int] | None]:
        """A guest with some of the goods of the order; None: all."""
        order = [int(n) for n in self.rules.guest_order[guest]]
        placed = [self.number(n) for n in order]
        return guest, None if placed == order else placed

    def _hotel(self, board: int) -> tuple[int, int]:
        """Rooms vacant and occupied as bit sets: connected, within the supply of tiles."""
        vacant = occupied = 0
        near = {0}
        for _ in range(self.number(c.ROOMS)):
            open_ = sorted(room for room in near if self.tiles[self._colour(board, room)] > 0)
            if not open_:
                break
            room = open_[self.number(len(open_) - 1)]
            self.tiles[self._colour(board, room)] -= 1
            if self.draw(st.booleans()):
                occupied |= 1 << room
            else:
                vacant |= 1 << room
            there = set(rooms_in(vacant | occupied))
            near = set().union(*(rooms_beside(one) for one in there)) - there
        return vacant, occupied

    def _colour(self, board: int, room: int) -> str:
        return COLOURS[int(self.rules.colour[board, room])]


@dataclass(frozen=True)
class Counted:
    """A deck given only by its number of cards; all others are gone."""

    n: int
