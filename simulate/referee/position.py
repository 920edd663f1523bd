"""Positions: put into the state of a game. ``readout.py`` reads them out of one again.

``put(lexicon, PositionForm(**read(lexicon, g)))`` plays on exactly like ``g``, but for what chance
has yet to decide (dice, reshuffles).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from model import UserError
from simulate.actions import room_name
from simulate.engine import codes as c
from simulate.narration.names import rooms_in
from simulate.referee.document import PlayerForm, PositionForm
from simulate.referee.laying import at, distinct
from simulate.referee.lexicon import Lexicon
from simulate.referee.module_positions import (
    put_begun,
    put_celebrities,
    put_common,
    put_kept,
    put_player,
)
from simulate.referee.pieces import Pieces, clear
from simulate.referee.seats import SeatPieces
from simulate.referee.setting_up import Known, dealt, lay_boards, lay_common
from simulate.referee.values import (
    coloured_dice,
    read_dice,
    read_goods,
    read_guests,
    read_letters,
    read_rooms,
    white_dice,
)

GRANTS = {
    "strengthen": c.X_STRENGTHEN,
    "action": c.X_ACTION,
    "die-bonuses": c.X_DIE_BONUSES,
    "die": c.X_DIE,
}
DONE = {
    "started": c.T_STARTED,
    "guest": c.T_STARTED | c.T_GUEST_TAKEN,
    "action": c.T_STARTED | c.T_ACTION_DONE,
    "without-die": c.T_WITHOUT_DIE,
    "tile": c.T_STARTED | c.T_TILE_USED,
}
# What an extra turn does not grant, as flags of its frame; for die-bonuses: what it does grant.
WITHHELD = {
    c.X_DIE: c.T_NO_DIE_REMOVED,
    c.X_STRENGTHEN: c.T_NOT_STRENGTHENED,
    c.X_ACTION: c.T_WITHOUT_DIE,
}


def put(lexicon: Lexicon, form: PositionForm) -> tuple[np.ndarray, Known]:
    """A game in a position: the record, shape (1,), and what is known of the decks.

    Without ``turn`` the turn order tiles say what comes next. Raises UserError naming the place.
    """
    games = dealt(lexicon)
    g = games[0]
    pieces = Pieces(g, lexicon.rules)
    clear(g, lexicon.rules)
    pieces.empty_row()
    g.phase = c.PH_TURNS
    pieces.set_round(form.round)
    if form.round > lexicon.rules.rounds:
        raise UserError(f"position.round: {form.round}; the game has {lexicon.rules.rounds}")
    lay_common(g, lexicon, form, "position", complete=False)
    celebrities = put_common(pieces, lexicon, form)
    _players(pieces, lexicon, form)
    put_celebrities(pieces, lexicon, form)
    known = replace(_decks(pieces, lexicon, form), celebrities=celebrities)
    put_kept(pieces, lexicon, form)
    lay_dice(pieces, read_dice(form.dice))
    g.rolls = 1
    _turn(pieces, lexicon, form)
    return games, known


def lay_dice(pieces: Pieces, dice: Sequence[int | str]) -> None:
    """Dice on the action spaces. Raises UserError for coloured ones that are not in play."""
    coloured = coloured_dice(dice)
    if any(coloured[int(pieces.rules.coloured_dice) :]):
        raise UserError("position.dice: there is no such coloured die here")
    pieces.set_dice(white_dice(dice), coloured)


def _players(pieces: Pieces, lexicon: Lexicon, form: PositionForm) -> None:
    seats: dict[int, PlayerForm] = {}
    with at("position.players"):
        for name, player in form.players.items():
            seat = lexicon.seat(name)
            if seat in seats:
                raise UserError(f"{name}: this player is there twice")
            seats[seat] = player
    if any(player.board for player in seats.values()) or lexicon.rules.day_boards:
        names = [seats[s].board if s in seats else None for s in range(pieces.g.n_players)]
        if None in names:
            raise UserError("position.players: every player needs a board (the day side is used)")
        lay_boards(pieces.g, lexicon, [str(name) for name in names], "position.players")
    for seat, player in seats.items():
        with at(f"position.players.{lexicon.players[seat]}"):
            _player(SeatPieces(pieces, seat), lexicon, player)


def _player(seat: SeatPieces, lexicon: Lexicon, form: PlayerForm) -> None:
    """Put before a player what the form says."""
    p, rules = seat.p, lexicon.rules
    if form.krones > rules.krones_max or form.emperor > rules.emperor_max:
        raise UserError(
            f"krones go up to {rules.krones_max}, the emperor track to {rules.emperor_max}"
        )
    p.krones, p.emperor = form.krones, form.emperor
    p.turns_taken, p.passed = form.turns_taken, form.passed
    p.extra_turns = form.extra_turns
    p.extra_turn_marks = sum(GRANTS[word] for word in set(form.extra_turn_grants))
    seat.set_vp(form.vp)
    seat.set_kitchen(read_goods(form.kitchen))
    put_player(seat, lexicon, form)
    with at("hand"):
        seat.add_hand([lexicon.staff.find(card) for card in form.hand])
    with at("staff"):
        used = [lexicon.staff.find(card) for card in form.used]
        played = [lexicon.staff.find(card) for card in form.staff]
        if not set(used) <= set(played):
            raise UserError("a card is used that is not among the staff in play")
        gone = [lexicon.staff.find(card) for card in form.used_up]
        if not set(gone) <= set(played):
            raise UserError("a card is used up that is not among the staff in play")
        seat.add_staff(played, used)
        for i, card in enumerate(played):
            p.staff_used[i] = 2 if card in gone else p.staff_used[i]
    with at("guests"):
        for table, entry in enumerate(read_guests(form.guests)):
            if entry is not None:
                seat.seat_guest(lexicon.guests.find(entry[0]), entry[1], table)
    _rooms(seat, form)
    put_begun(seat, form)
    for letter in read_letters(form.claimed):
        seat.claim(letter)


def _rooms(seat: SeatPieces, form: PlayerForm) -> None:
    vacant, occupied = read_rooms(form.vacant), read_rooms(form.occupied)
    if vacant & occupied:
        both = room_name(rooms_in(vacant & occupied)[0])
        raise UserError(f"room {both} is both vacant and occupied")
    seat.set_vacant(vacant)
    seat.set_occupied(occupied)
    seat.p.covered |= read_rooms(form.covered)
    if form.paid is not None:
        groups = seat.rules.group_of[seat.p.board]
        paid = {int(groups[room]) for room in rooms_in(read_rooms(form.paid))}
        seat.p.groups_paid = sum(1 << group for group in paid)


def _decks(pieces: Pieces, lexicon: Lexicon, form: PositionForm) -> Known:
    """Row, decks, discard pile, and staff that left the game."""
    with at("position.row"):
        row = [None if card is None else lexicon.guests.find(card) for card in form.row]
        distinct([card for card in row if card is not None], "guest")
        pieces.set_row(row)
    with at("position.guest_discard"):
        pieces.discard([lexicon.guests.find(card) for card in form.guest_discard])
    with at("position.guest_deck"):
        guests = distinct([lexicon.guests.find(card) for card in form.guest_deck], "guest")
        in_row = [card for card in guests if card in row]
        if in_row:
            raise UserError(f"{lexicon.guests.text(in_row[0])} lies in the row")
        pieces.lay_on_guest_deck(guests)
    with at("position.staff_removed"):
        for card in form.staff_removed:
            pieces.pull_staff(lexicon.staff.find(card))
    with at("position.staff_deck"):
        staff = distinct([lexicon.staff.find(card) for card in form.staff_deck], "staff card")
        pieces.lay_on_staff_deck(staff)
    return Known(len(guests), len(staff))


def _turn(pieces: Pieces, lexicon: Lexicon, form: PositionForm) -> None:
    """Whose turn it is, and how far it has gone."""
    g = pieces.g
    if form.turn is None:
        if form.so_far or form.extra_turn is not None:
            raise UserError("position.turn: is missing; so_far and extra_turn belong to a turn")
        g.top = 0
        return
    with at("position.turn"):
        seat = lexicon.seat(form.turn)
        if form.extra_turn is None and g.players[seat].turns_taken >= 2:
            raise UserError(f"{lexicon.players[seat]} has played both turns of this round")
    marks = 0
    for word in form.so_far:
        marks |= DONE[word]
    if form.extra_turn is not None:
        marks |= c.T_EXTRA
        granted = sum(GRANTS[word] for word in set(form.extra_turn))
        marks |= sum(flag for grant, flag in WITHHELD.items() if not granted & grant)
        marks |= c.T_HELPED if granted & c.X_DIE_BONUSES else 0
    pieces.set_turn(seat, marks)
