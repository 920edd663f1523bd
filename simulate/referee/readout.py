"""A state read out as plain data: whole positions, and the parts that are shown and expected.

The words are those of the form ``PositionForm``; what is empty is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from model import UserError
from simulate.actions import room_name
from simulate.engine import codes as c
from simulate.narration.changes import cards, dice_text
from simulate.narration.module_setting import lounge_line
from simulate.narration.names import goods_text, rooms_in, seat_name
from simulate.narration.setting import row_line, status_line
from simulate.referee import module_readout
from simulate.referee.course import Course
from simulate.referee.lexicon import Lexicon
from simulate.referee.pieces import Pieces
from simulate.referee.position import GRANTS, WITHHELD
from simulate.referee.seats import SeatPieces
from simulate.referee.values import ALL

# Where VP come from, in the order of the state's ledger.
SOURCES = (
    *("guests", "staff", "politics", "track", "tiles"),
    *("occupancy", "cells", "floors", "leftovers", "stranded"),
    *("ballrooms", "celebrities", "entrance"),
)


def at_turn(g: Any) -> bool:
    """Is nobody in the middle of anything but a turn?"""
    if g.phase != c.PH_TURNS:
        return False
    return g.top == 0 or (g.top == 1 and g.frames[0].kind == c.F_TURN)


def read(lexicon: Lexicon, g: Any) -> dict[str, Any]:
    """The position of a state as plain data. Raises UserError within a decision of a turn."""
    if not at_turn(g):
        raise UserError(
            "a position can be written down only where a turn's player may do anything of the turn,"
            " not in the middle of an action, of the set-up or of a scoring"
        )
    found: dict[str, Any] = {"round": int(g.round_no), **_turn_of(lexicon, g)}
    found["dice"] = Pieces(g, lexicon.rules).named_dice()
    found |= common(lexicon, g) | module_readout.of_round(lexicon, g)
    found["staff_removed"] = _removed(lexicon, g)
    found["players"] = {
        name: player(lexicon, g, seat) | _rest(lexicon, g, seat)
        for seat, name in enumerate(lexicon.players)
    }
    return {key: value for key, value in found.items() if value not in ([], "", {})}


def common(lexicon: Lexicon, g: Any) -> dict[str, Any]:
    """Row, decks, tiles and politics cards as plain data."""
    pieces, names = Pieces(g, lexicon.rules), lexicon.names
    discard = [int(guest) for guest in g.guest_discard[: g.guest_discard_size]]
    return {
        "row": numbers(lexicon.guests.numbers, g.row),
        "guest_deck": numbers(lexicon.guests.numbers, pieces.guest_deck()),
        "guest_discard": numbers(lexicon.guests.numbers, discard),
        "staff_deck": numbers(lexicon.staff.numbers, pieces.staff_deck()),
        "politics": [names.politics_keys[card] for card in g.politics if card >= 0],
        "tiles": [names.tile_keys[tile] for tile in g.emperor_tiles if tile >= 0],
        **module_readout.common(lexicon, g),
    }


def numbers(known: Sequence[int], cards: Any) -> list[int | None]:
    """Printed numbers of cards; None for none."""
    return [known[int(card)] if card >= 0 else None for card in cards]


def rooms_text(mask: int) -> str:
    """Rooms of a bit set, e.g. "1.1 1.2"."""
    return " ".join(room_name(room) for room in rooms_in(mask))


def letters_text(mask: int) -> str:
    """Politics cards of a bit set, e.g. "A C"."""
    return " ".join(letter for i, letter in enumerate("ABC") if mask >> i & 1)


def player(lexicon: Lexicon, g: Any, seat: int) -> dict[str, Any]:
    """What a player has, as plain data; what is empty is left out."""
    p, pieces = g.players[seat], SeatPieces(Pieces(g, lexicon.rules), seat)
    staff = cards(p, "staff")
    used = [card for i, card in enumerate(staff) if p.staff_used[i] == 1]
    found = {
        "krones": int(p.krones),
        "emperor": int(p.emperor),
        "vp": int(p.vp),
        "kitchen": goods_text(p.kitchen),
        "guests": _guests(lexicon, pieces),
        "hand": numbers(lexicon.staff.numbers, cards(p, "hand")),
        "staff": numbers(lexicon.staff.numbers, staff),
        "used": numbers(lexicon.staff.numbers, used),
        "vacant": rooms_text(int(p.vacant)),
        "occupied": rooms_text(int(p.occupied)),
        "claimed": letters_text(int(p.claimed)),
        "turns_taken": int(p.turns_taken),
        "passed": bool(p.passed),
        **module_readout.of_player(lexicon, g, seat),
    }
    always = ("krones", "emperor", "vp", "tokens", "own_tiles")
    return {key: value for key, value in found.items() if value or key in always}


def _guests(lexicon: Lexicon, seat: SeatPieces) -> dict[str, str] | list[Any]:
    """The cafe: guests in the order of tables; as a list if a table between them is free."""
    rows: list[tuple[str, str] | None] = []
    for table in range(seat.p.tables):
        guest = int(seat.p.cafe[table])
        if guest < 0:
            rows.append(None)
            continue
        filled = seat.p.missing_total[table] == 0
        goods = ALL if filled else goods_text(seat.placed(table))
        rows.append((str(lexicon.guests.numbers[guest]), goods))
    while rows and rows[-1] is None:
        rows.pop()
    if None in rows:
        return [None if row is None else {"guest": row[0], "goods": row[1]} for row in rows]
    return dict(row for row in rows if row)


def _rest(lexicon: Lexicon, g: Any, seat: int) -> dict[str, Any]:
    """What only a position says of a player: the board, and what cannot be seen from the rest."""
    p = g.players[seat]
    found: dict[str, Any] = {}
    if lexicon.rules.day_boards:
        found["board"] = lexicon.names.boards[int(p.board)]
    bare = int(p.covered) & ~(int(p.vacant) | int(p.occupied))
    if bare:
        found["covered"] = rooms_text(bare)
    full = SeatPieces(Pieces(g, lexicon.rules), seat).full_groups()
    if full != int(p.groups_paid):
        masks = lexicon.rules.group_mask[p.board]
        groups = [i for i in range(lexicon.rules.n_groups[p.board]) if p.groups_paid >> i & 1]
        found["paid"] = " ".join(room_name(rooms_in(int(masks[i]))[0]) for i in groups)
    if p.extra_turns:
        found["extra_turns"] = int(p.extra_turns)
        marks = int(p.extra_turn_marks)
        found["extra_turn_grants"] = [word for word, bit in GRANTS.items() if marks & bit]
    return found | module_readout.rest_of_player(lexicon, g, seat)


def _removed(lexicon: Lexicon, g: Any) -> list[int | None]:
    """Staff cards that left the game."""
    there = set(Pieces(g, lexicon.rules).staff_deck())
    for p in g.players[: g.n_players]:
        there |= {*cards(p, "hand"), *cards(p, "staff"), *cards(p, "offer")}
    gone = [card for card in range(lexicon.rules.n_staff) if card not in there]
    return numbers(lexicon.staff.numbers, gone)


def _turn_of(lexicon: Lexicon, g: Any) -> dict[str, Any]:
    """Whose turn it is and how far it has gone."""
    if g.top == 0:
        return {}
    marks = int(g.frames[0].marks)
    found: dict[str, Any] = {"turn": lexicon.players[int(g.frames[0].player)]}
    flags = {
        "guest": c.T_GUEST_TAKEN, "action": c.T_ACTION_DONE, "tile": c.T_TILE_USED,
        "started": c.T_STARTED,
    }  # fmt: skip
    so_far = [word for word, flag in flags.items() if marks & flag]
    if len(so_far) > 1:
        so_far.remove("started")
    if marks & c.T_EXTRA:
        granted = [word for word, bit in GRANTS.items() if bit in WITHHELD]
        found["extra_turn"] = [w for w in granted if not marks & WITHHELD[GRANTS[w]]]
        found["extra_turn"] += ["die-bonuses"] if marks & c.T_HELPED else []
        return found | ({"so_far": so_far} if so_far else {})
    if marks & c.T_WITHOUT_DIE:
        so_far.append("without-die")
    return found | ({"so_far": so_far} if so_far else {})


def state_of(lexicon: Lexicon, course: Course) -> dict[str, Any]:
    """The whole state as plain data: what lies on the table, what players have, what is legal."""
    g = course.g
    found: dict[str, Any] = {"round": int(g.round_no), "over": course.over}
    if course.player >= 0:
        found["player"] = lexicon.players[course.player]
    found["dice"] = Pieces(g, lexicon.rules).named_dice()
    table = common(lexicon, g)
    hidden = ("guest_deck", "staff_deck", "celebrity_deck")
    found |= {key: value for key, value in table.items() if key not in hidden}
    more = module_readout.of_round(lexicon, g) | module_readout.laid_out(lexicon, g)
    found |= {key: value for key, value in more.items() if value}
    found["players"] = {name: player(lexicon, g, seat) for seat, name in enumerate(lexicon.players)}
    return {**found, "legal": course.legal_words()}


def state_text(lexicon: Lexicon, course: Course) -> Iterator[str]:
    """The state in lines to read."""
    g, names = course.g, lexicon.names
    yield f"round {g.round_no}, dice {dice_text(g)}"
    yield row_line(names, g)
    if names.rules.coloured_dice:
        yield lounge_line(names, g)
    for seat, name in enumerate(lexicon.players):
        line = status_line(names, g, seat).removeprefix(f"= {seat_name(seat)}")
        hand = ", ".join(names.staff_cost(card) for card in cards(g.players[seat], "hand"))
        yield f"{name}{line}; hand: {hand or 'no cards'}"
    if course.player >= 0:
        yield f"{lexicon.players[course.player]} may: {', '.join(course.legal_words())}"
