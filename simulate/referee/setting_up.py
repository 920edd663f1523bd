"""From the start of a transcript to the state of a game: the set-up with its chance written out.

Everything that chance decides is laid as the transcript says. Cards that it does not name lie
under those it names, in an order that means nothing: ``Known`` says how far the decks are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from model import UserError
from simulate.engine import codes as c
from simulate.engine.setup import start
from simulate.engine.state import new_games
from simulate.referee.document import SetupForm
from simulate.referee.laying import at, distinct, lettered
from simulate.referee.lexicon import Lexicon
from simulate.referee.module_positions import lay_out
from simulate.referee.pieces import ROW, Pieces
from simulate.referee.seats import SeatPieces


@dataclass(frozen=True)
class Known:
    """How many cards on top of each deck the transcript gives, in the order of drawing."""

    guests: int
    staff: int
    celebrities: int = 0


def dealt(lexicon: Lexicon) -> np.ndarray:
    """A game of this ruleset and number of players, set up at random (always the same)."""
    games = new_games()
    start(games[0], lexicon.rules, len(lexicon.players), 0, 0)
    return games


def lay_common(g: Any, lexicon: Lexicon, form: Any, place: str, *, complete: bool) -> None:
    """Politics cards and emperor tiles of a set-up or position."""
    with at(f"{place}.tiles"):
        tiles = [lexicon.tile(str(key)) for key in form.tiles]
        g.emperor_tiles[:] = lettered(
            tiles, lexicon.rules.tile_letter, "emperor tiles", complete=complete
        )
    with at(f"{place}.politics"):
        politics = [lexicon.politics(card) for card in form.politics]
        g.politics[:] = lettered(
            politics, lexicon.rules.politics_letter, "politics cards", complete=complete
        )


def lay_boards(g: Any, lexicon: Lexicon, names: Sequence[str], place: str) -> None:
    """The hotel boards by seat. Raises UserError if day boards are missing or one comes twice."""
    with at(place):
        if not names and not lexicon.rules.day_boards:
            return
        if len(names) != g.n_players:
            raise UserError(f"{len(names)} boards for {g.n_players} players")
        boards = [lexicon.board(name) for name in names]
        if lexicon.rules.day_boards:
            distinct(boards, "day board")
        for player, board in zip(g.players, boards, strict=False):
            player.board = board


def set_up(lexicon: Lexicon, form: SetupForm) -> tuple[np.ndarray, Known]:
    """A game at the beginning of its set-up: the record, shape (1,), and how decks are known.

    Raises UserError naming the place in the file.
    """
    games = dealt(lexicon)
    g, pieces = games[0], Pieces(games[0], lexicon.rules)
    lay_common(g, lexicon, form, "setup", complete=True)
    lay_boards(g, lexicon, form.boards, "setup.boards")
    with at("setup.row"):
        row = [None if card is None else lexicon.guests.find(card) for card in form.row]
        if len(row) != ROW or (None in row and lexicon.rules.n_guests >= ROW):
            raise UserError(f"the row has {ROW} guests, left to right")
        pieces.set_row(distinct(row, "guest"))  # type: ignore[arg-type]
    with at("setup.guest_deck"):
        deck = distinct([lexicon.guests.find(card) for card in form.guest_deck], "guest")
        pieces.lay_on_guest_deck(deck)
    _deal(pieces, lexicon, form)
    with at("setup.staff_deck"):
        staff = distinct([lexicon.staff.find(card) for card in form.staff_deck], "staff card")
        pieces.lay_on_staff_deck(staff)
    return games, Known(len(deck), len(staff), lay_out(pieces, lexicon, form))


def _deal(pieces: Pieces, lexicon: Lexicon, form: SetupForm) -> None:
    """Hands, or packs to draft from; beginners' sets are in the rules."""
    hands = lexicon.rules.hands
    if hands == c.HANDS_BEGINNER:
        _same_sets(pieces, lexicon, form)
        return
    field, other = ("packs", "hands") if hands == c.HANDS_DRAFT else ("hands", "packs")
    if getattr(form, other):
        raise UserError(f"setup.{other}: under these rules the cards are written as {field}")
    _take_back(pieces)
    dealt_cards = getattr(form, field)
    for seat, cards in enumerate(_each(pieces, dealt_cards, field)):
        with at(f"setup.{field}.{seat + 1}"):
            found = distinct([lexicon.staff.find(card) for card in cards], "staff card")
            if len(found) != lexicon.rules.hand:
                raise UserError(f"{len(found)} staff cards; {lexicon.rules.hand} are dealt")
            if field == "hands":
                SeatPieces(pieces, seat).add_hand(found)
            else:
                player = pieces.g.players[seat]
                player.offer[: len(found)] = [pieces.pull_staff(card) for card in found]
                player.offer_size = len(found)


def _each(pieces: Pieces, hands: list, field: str) -> list:
    if len(hands) != pieces.g.n_players:
        raise UserError(f"setup.{field}: {len(hands)} lists for {pieces.g.n_players} players")
    return hands


def _take_back(pieces: Pieces) -> None:
    """What was dealt goes back under the staff deck."""
    g = pieces.g
    g.log_size = 0
    cards = pieces.staff_deck()
    for p in g.players[: g.n_players]:
        cards += [int(card) for card in (*p.hand[: p.hand_size], *p.offer[: p.offer_size])]
        p.hand_size = p.offer_size = 0
    pieces.set_staff_deck(cards)


def _same_sets(pieces: Pieces, lexicon: Lexicon, form: SetupForm) -> None:
    """Beginners' sets need not be written; if they are, they must be the right ones."""
    if form.packs:
        raise UserError("setup.packs: beginners have no packs to draft from")
    if not form.hands:
        return
    for seat, cards in enumerate(_each(pieces, form.hands, "hands")):
        with at(f"setup.hands.{seat + 1}"):
            p = pieces.g.players[seat]
            wanted = {int(card) for card in p.hand[: p.hand_size]}
            if {lexicon.staff.find(card) for card in cards} != wanted:
                texts = ", ".join(lexicon.staff.text(card) for card in sorted(wanted))
                raise UserError(f"the beginners' set of this seat is {texts}")
