"""Positions as a strategy: laid out directly, not reached by play, so that corners are near.

What is drawn is consistent: each card in one place, turns and dice of the round in step, rooms
connected, points the sum of their sources. It need not have come about in any game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from model import UserError
from simulate import Game
from simulate.engine import codes as c
from simulate.properties.strategies.playing import play
from simulate.properties.strategies.rulesets import Drawn, rulesets
from simulate.properties.strategies.seeing import rooms_beside
from simulate.referee import Document
from simulate.referee.fields import GAME, SEAT
from simulate.referee.pieces import ROW
from simulate.referee.position import at_turn, put, read
from simulate.referee.setting_up import dealt
from simulate.referee.writing import document_of
from simulate.words.lexicon import Lexicon
from simulate.words.names import rooms_in

Draw = Callable[..., Any]
OF_GAME = {one.name: one for one in GAME}
OF_SEAT = {one.name: one for one in SEAT}

MOST_HAND, MOST_STAFF = 8, 10  # of a player; the engine has room for more
LONGEST_SPEC = 400  # characters, in a transcript
MOST_GOODS = 9  # of a kind in a kitchen
MOST_VP = 60  # of one source
MOST_ON_TOP = 6  # cards of a deck whose order is drawn; those below always lie alike
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

    With modules, what these lay out comes from a game played to a turn, and what players have in
    stores and on tracks is drawn again.

    Args:
        rules: default: any ruleset without random patches.
        players: 2 to 4; default: any.
    """
    drawn = assumed(draw(rulesets(patched=False) if rules is None else rules))
    most = drawn.load().game.max_players
    n = min(draw(st.integers(2, 4) if players is None else players), most)
    names = [f"Seat {seat + 1}" for seat in range(n)]
    lexicon = Lexicon(drawn.load(), names, drawn.program())
    if _plain(lexicon.rules):
        data = _Drawing(draw, lexicon).position()
    else:
        data = _changed(draw, lexicon, drawn, n)
    data = {"format": "gah-transcript-1", "players": n, "rules": drawn.named(), "position": data}
    return laid(drawn, document_of(data))


def assumed(drawn: Drawn) -> Drawn:
    """The same rules with the usual assumptions: transcripts name no others, nor long names."""
    assume(len(drawn.spec) <= LONGEST_SPEC)
    return replace(drawn, assumptions="default")


def laid(drawn: Drawn, document: Document) -> Laid:
    """The position of a transcript. Raises UserError if it is none of these rules."""
    if document.position is None:
        raise UserError("the transcript begins with the set-up, not with a position")
    lexicon = Lexicon(drawn.load(), document.names, drawn.program())
    game = Game(drawn.program(), len(document.names))
    game.games[:] = put(lexicon, document.position)[0]
    game.refresh()
    return Laid(drawn, len(document.names), document, game)


def _plain(rules: Any) -> bool:
    """Do the rules lay out nothing but what every game has?"""
    return not any(rules[name] for name in ("ballrooms", "coloured_dice", "entrances", "key"))


def _changed(draw: Draw, lexicon: Lexicon, drawn: Drawn, n: int) -> dict[str, Any]:
    """A position reached by play, with other stores and tracks."""
    game = Game(drawn.program(), n, draw(st.integers(0, 99), "seed"))
    later = draw(st.integers(0, 300), "decisions")
    copies = []
    for number, _ in enumerate(play(game, random.Random(later))):
        if at_turn(game.state) and number >= later:
            break
        if at_turn(game.state):
            copies.append(game.copy())
    found = game if not game.over and at_turn(game.state) else (copies[-1] if copies else None)
    assume(found is not None)
    assert found is not None
    data = read(lexicon, found.state)
    drawing = _Drawing(draw, lexicon)
    for player in data["players"].values():
        sources = {k: n for k, n in player.get("vp_from", {}).items() if k not in PAID}
        tracks = drawing.tracks()
        tracks["vp_from"] |= sources
        tracks["vp"] = sum(tracks["vp_from"].values())
        player.update(drawing.plain(tracks))
    return data


class _Drawing:
    """Draws one position; cards already laid are no longer there to be drawn."""

    def __init__(self, draw: Draw, lexicon: Lexicon) -> None:
        self.draw, self.lexicon, self.rules = draw, lexicon, lexicon.rules
        self.n = len(lexicon.players)
        self.guests = list(range(int(self.rules.n_guests)))
        self.staff = list(range(int(self.rules.n_staff)))
        tiles = lexicon.ruleset.room_tiles
        self.tiles = {colour: int(getattr(tiles, colour)) for colour in COLOURS}

    def number(self, most: int, least: int = 0) -> int:
        """A number from ``least`` to ``most``."""
        return int(self.draw(st.integers(least, max(least, most))))

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
        table |= self._decks()
        data = {name: OF_GAME[name].kind.plain(self.lexicon, there) for name, there in table.items()
                if not isinstance(there, Counted)}  # fmt: skip
        data |= {name: there.n for name, there in table.items() if isinstance(there, Counted)}
        rows = zip(self.lexicon.players, seats)
        data["players"] = {name: self.plain(row) for name, row in rows}
        return data

    def _turns(self) -> list[int]:
        """Turns taken by seat: the first this many of the round."""
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
        """What a player has as a file says it."""
        return {key: OF_SEAT[key].kind.plain(self.lexicon, there) for key, there in row.items()}

    # -- players -----------------------------------------------------------------------------------

    def tracks(self) -> dict[str, Any]:
        """Stores, tracks and points of a player."""
        sources = self.draw(
            st.dictionaries(st.sampled_from(PAID), st.integers(1, MOST_VP), max_size=4)
        )
        return {
            "krones": self.number(int(self.rules.krones_max)),
            "emperor": self.number(int(self.rules.emperor_max)),
            "vp": sum(sources.values()),
            "vp_from": sources,
            "kitchen": [self.number(MOST_GOODS) for _ in range(4)],
        }

    def _seat(self, seat: int, board: int) -> dict[str, Any]:
        vacant, occupied = self._hotel(board)
        row: dict[str, Any] = {
            **self.tracks(),
            "guests": [self._at_table(guest) for guest in self._cafe()],
            "hand": self.taken(self.staff, self.number(MOST_HAND)),
            "staff": self.taken(self.staff, self.number(MOST_STAFF)),
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
        beside = {0}
        for _ in range(self.number(c.ROOMS)):
            open_ = sorted(room for room in beside if self.tiles[self._colour(board, room)] > 0)
            if not open_:
                break
            room = open_[self.number(len(open_) - 1)]
            self.tiles[self._colour(board, room)] -= 1
            if self.draw(st.booleans()):
                occupied |= 1 << room
            else:
                vacant |= 1 << room
            there = set(rooms_in(vacant | occupied))
            beside = set().union(*(rooms_beside(one) for one in there)) - there
        return vacant, occupied

    def _colour(self, board: int, room: int) -> str:
        return COLOURS[int(self.rules.colour[board, room])]


@dataclass(frozen=True)
class Counted:
    """A deck of which only the number of cards is said; all others are gone."""

    n: int
