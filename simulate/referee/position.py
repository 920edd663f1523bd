"""Positions: laid into the state of a game and read back, field by field.

``put(lexicon, PositionForm(**read(lexicon, g)))`` plays on exactly like ``g``, except for later
chance (dice, reshuffles).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from model import UserError
from simulate.engine import codes as c
from simulate.referee.document import Document
from simulate.referee.fields import GAME, SEAT, PlayerForm, PositionForm
from simulate.referee.fields.field import Field, FieldView, Stage
from simulate.referee.laying import Faults, at
from simulate.referee.pieces import Known, clear
from simulate.referee.setting_up import dealt, given_cards, known, set_up
from simulate.referee.unknown import Unknown
from simulate.words.lexicon import Lexicon


def start_of(document: Document, lexicon: Lexicon) -> tuple[np.ndarray, Known]:
    """The game at the start of a transcript, set-up or position, and the known part of its decks.

    Raises Faults naming the places in the file.
    """
    if document.setup is not None:
        return set_up(lexicon, document.setup)
    assert document.position is not None
    return put(lexicon, document.position)


def put(lexicon: Lexicon, form: PositionForm) -> tuple[np.ndarray, Known]:
    """A game in a position: the record, shape (1,), and the known part of the decks.

    Without ``turn``, the turn order tiles determine what comes next. Raises Faults naming the
    places.
    """
    games = dealt(lexicon)
    view, faults = FieldView(lexicon, games[0]), list[str]()
    _clear(view)
    seats = _seats(lexicon, form)
    for stage in Stage:
        for field in GAME:
            if field.stage == stage:
                with at(f"position.{field.name}", faults):
                    _lay(view, field, form)
        for seat, player in enumerate(seats):
            for field in SEAT:
                if field.stage == stage:
                    with at(f"position.players.{lexicon.players[seat]}: {field.name}", faults):
                        _lay(view.of(seat), field, player)
    if faults:
        raise Faults(faults)
    _check_turn(view)
    return games, _known(view, form, seats)


def _known(view: FieldView, form: Any, seats: list[PlayerForm]) -> Known:
    """Fill in cards where the position gives only their number."""
    g, pieces, open_hands = view.g, view.pieces, set[int]()
    unknown = Unknown(staff=set(pieces.staff_deck()[given_cards(form.staff_deck) :]))
    before = set(pieces.staff_deck())
    for seat, player in enumerate(seats):
        if player.hand is None:
            open_hands.add(seat)
            dealt = int(view.rules.hand) - int(g.players[seat].staff_size)
            some = min(max(1, dealt), len(unknown.in_deck(g)) // len(seats))
            unknown.fill(g, view.rules, seat, some)
        else:
            with at(f"position.players.{view.lexicon.players[seat]}: hand"):
                unknown.fill(g, view.rules, seat, player.hand.count(None))
    stand_ins = before - set(pieces.staff_deck())
    with at("position.staff_deck"):
        if isinstance(form.staff_deck, int):
            pieces.set_staff_deck(_top(pieces.staff_deck(), form.staff_deck))
    unnamed: list[int] = []
    with at("position.guest_deck"):
        if isinstance(form.guest_deck, int):
            deck = pieces.guest_deck()
            unnamed = deck[len(_top(deck, form.guest_deck)) :]
            pieces.discard(unnamed)
    return known(form, stand_ins, open_hands=frozenset(open_hands), unnamed=frozenset(unnamed))


def _top(deck: list[int], n: int) -> list[int]:
    if n > len(deck):
        raise UserError(f"{n}; only {len(deck)} cards are nowhere else")
    return deck[:n]


def _clear(view: FieldView) -> None:
    """Empty all places, with no set-up to be made."""
    g = view.g
    clear(g, view.rules)
    view.pieces.empty_row()
    for name in ("rehearsal_rooms", "entrances"):
        g[name] = -1
    g.phase, g.rolls, g.top = c.PH_TURNS, 1, 0


def _seats(lexicon: Lexicon, form: Any) -> list[PlayerForm]:
    """Each player's belongings, in seat order; some may be unspecified."""
    seats: list[PlayerForm | None] = [None for _ in lexicon.players]
    with at("position.players"):
        for name, player in form.players.items():
            seat = lexicon.seat(name)
            if seats[seat] is not None:
                raise UserError(f"{name}: this player is there twice")
            seats[seat] = player
        given = [player or PlayerForm() for player in seats]
        if lexicon.rules.day_boards and any(one.board is None for one in given):
            raise UserError("every player needs a board (the day side is used)")
    return given


def _lay(view: FieldView, field: Field, form: Any) -> None:
    value = getattr(form, field.name, None) if field.put else None
    if field.put and value is not None:
        field.put(view, field.kind.find(view.lexicon, value))


def _check_turn(view: FieldView) -> None:
    g, frame = view.g, view.g.frames[0]
    if g.top and not frame.marks & c.T_EXTRA and g.players[frame.player].turns_taken >= 2:
        name = view.lexicon.players[int(frame.player)]
        raise UserError(f"position.turn: {name} has played both turns of this round")


def at_turn(g: Any) -> bool:
    """Is a turn the only decision pending?"""
    if g.phase != c.PH_TURNS:
        return False
    return g.top == 0 or (g.top == 1 and g.frames[0].kind == c.F_TURN)


def read(lexicon: Lexicon, g: Any, unknown: Unknown | None = None) -> dict[str, Any]:
    """The position of a state as plain data; ``unknown``: its unknown parts.

    Raises UserError within a decision of a turn.
    """
    if not at_turn(g):
        raise UserError(
            "a position can be written down only if the pending decision is a turn,"
            " not in the middle of an action, of the set-up or of a scoring"
        )
    view = FieldView(lexicon, g, unknown=unknown or Unknown())
    found = said(view, (field for field in GAME if field.put))
    found["players"] = {
        name: said(view.of(seat), (field for field in SEAT if field.put))
        for seat, name in enumerate(lexicon.players)
    }
    return found


def said(view: FieldView, fields: Iterable[Field]) -> dict[str, Any]:
    """The values of these fields that a state must state, as plain data."""
    found = {}
    for field in fields:
        there = field.get(view)
        if field.is_said(view, there):
            found[field.name] = field.kind.plain(view.lexicon, there)
    return found
