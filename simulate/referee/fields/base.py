"""Fields of every game: the table with its row and piles, the turn, and the players' belongings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial, reduce
from typing import Annotated, Any, Literal

from pydantic import Field as Length

from model import UserError
from simulate.engine import codes as c
from simulate.narration.changes import cards as held_cards
from simulate.referee.fields.field import Field, FieldView, Stage
from simulate.referee.kinds import (
    AT_BOTTOM,
    BOARD,
    GUEST,
    IN_ORDER,
    ON_TOP,
    POLITICS,
    STAFF,
    TILE,
    Cafe,
    Dealt,
    InHand,
    One,
    OpenDeck,
    Sources,
    ValueKind,
    amounts,
    letter_set,
    pile,
    player,
    room_set,
)
from simulate.referee.laying import at, distinct, lettered
from simulate.referee.pieces import ROW
from simulate.referee.unknown import until_unknown
from simulate.referee.values import (
    ClaimedGuests,
    Dice,
    Flag,
    Goods,
    Guests,
    Hand,
    Letters,
    Name,
    Rooms,
    coloured_dice,
    letters,
    number,
    white_dice,
    write_hand,
)
from simulate.referee.values import OpenDeck as Deck
from simulate.words.names import rooms_in
from simulate.words.spelling import room_name

# Sources of VP, in the order of the state's ledger.
SOURCES = (
    *("guests", "staff", "politics", "track", "tiles"),
    *("occupancy", "cells", "floors", "leftovers", "stranded"),
    *("ballrooms", "celebrities", "entrance"),
)
GRANT_WORDS = {
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
# Flags of an extra turn's frame for what it does not grant; for die-bonuses, for what it grants.
WITHHELD = {
    c.X_DIE: c.T_NO_DIE_REMOVED,
    c.X_STRENGTHEN: c.T_NOT_STRENGTHENED,
    c.X_ACTION: c.T_WITHOUT_DIE,
}
Grants = list[Literal["die", "action", "strengthen", "die-bonuses"]]

Points = Annotated[int, Length(strict=True, ge=-999, le=999)]
COUNT, FLAG, VP = ValueKind(number(0, 999), 0), ValueKind(Flag, False), ValueKind(Points, 0)


def some(indices: Iterable[Any]) -> list[int]:
    """The cards that are present; -1: none."""
    return [int(index) for index in indices if index >= 0]


def into(name: str) -> Any:
    """A function that puts a value into a field of the player, or else of the table."""

    def put(v: FieldView, value: int) -> None:
        (v.g if v.seat < 0 else v.p)[name] = value

    return put


def sum_of(flags: Iterable[int]) -> int:
    """Combined flags."""
    return reduce(int.__or__, flags, 0)


# --- round and turn


def _lay_round(v: FieldView, number: int) -> None:
    if number > v.rules.rounds:
        raise UserError(f"{number}; the game has {v.rules.rounds}")
    v.pieces.set_round(number)


def _turn_frame(v: FieldView) -> Any:
    """The frame of the turn in progress, or None."""
    return v.g.frames[0] if v.g.top else None


def _needs_turn(v: FieldView) -> None:
    if _turn_frame(v) is None:
        raise UserError("belongs to a turn: say whose it is")


def _mark(v: FieldView, marks: int) -> None:
    if marks:
        _needs_turn(v)
        v.g.frames[0].marks |= marks


def _lay_guests_left(v: FieldView, guests: int) -> None:
    if guests:
        _needs_turn(v)
        v.g.frames[0].left = guests


def _so_far(v: FieldView) -> list[str]:
    frame = _turn_frame(v)
    marks = 0 if frame is None else int(frame.marks)
    done = [word for word in ("guest", "action", "tile") if marks & DONE[word] & ~c.T_STARTED]
    done = done or (["started"] if marks & c.T_STARTED else [])
    alone = marks & c.T_WITHOUT_DIE and not marks & c.T_EXTRA
    return [*done, "without-die"] if alone else done


def _lay_extra_turn(v: FieldView, words: list[str]) -> None:
    granted = sum(GRANT_WORDS[word] for word in set(words))
    withheld = sum(flag for grant, flag in WITHHELD.items() if not granted & grant)
    _mark(v, c.T_EXTRA | withheld | (c.T_HELPED if granted & c.X_DIE_BONUSES else 0))


def _extra_turn(v: FieldView) -> list[str] | None:
    frame = _turn_frame(v)
    if frame is None or not frame.marks & c.T_EXTRA:
        return None
    marks = int(frame.marks)
    granted = [word for word, grant in GRANT_WORDS.items() if not marks & WITHHELD.get(grant, ~0)]
    return granted + (["die-bonuses"] if marks & c.T_HELPED else [])


def _lay_dice(v: FieldView, dice: list[Any]) -> None:
    most = int(v.rules.dice[v.g.n_players])
    if len(dice) > most:
        raise UserError(f"{len(dice)} dice; {most} are in the game with {v.g.n_players} players")
    coloured = coloured_dice(dice)
    if any(coloured[int(v.rules.coloured_dice) :]):
        raise UserError("there is no such coloured die here")
    v.pieces.set_dice(white_dice(dice), coloured)


# --- cards on the table


def _lay_tiles(v: FieldView, tiles: list[int], *, complete: bool = False) -> None:
    given = lettered(tiles, v.rules.tile_letter, "emperor tiles", complete=complete)
    v.g.emperor_tiles[:] = given


def _lay_politics(v: FieldView, cards: list[int], *, complete: bool = False) -> None:
    given = lettered(cards, v.rules.politics_letter, "politics cards", complete=complete)
    v.g.politics[:] = given


def _lay_boards(v: FieldView, boards: list[int]) -> None:
    """The hotel boards by seat; the night side is the same for all."""
    if not boards and not v.rules.day_boards:
        return
    if len(boards) != v.g.n_players:
        raise UserError(f"{len(boards)} boards for {v.g.n_players} players")
    for seat, board in enumerate(boards):
        lay_board(v.of(seat), board)


def lay_board(v: FieldView, board: int) -> None:
    """Set a player's hotel board. Raises UserError for a board of the side that is not used."""
    v.lexicon.board(v.lexicon.names.boards[board])
    if v.rules.day_boards:
        distinct([board, *(int(p.board) for p in v.g.players[: v.seat])], "day board")
    v.p.board = board


def _boards(v: FieldView) -> list[int]:
    return [int(p.board) for p in v.g.players[: v.g.n_players]] if v.rules.day_boards else []


def _lay_row(v: FieldView, row: list[int]) -> None:
    v.pieces.set_row([guest if guest >= 0 else None for guest in row])


def _lay_whole_row(v: FieldView, row: list[int]) -> None:
    if len(row) != ROW or (-1 in row and v.rules.n_guests >= ROW):
        raise UserError(f"the row has {ROW} guests, left to right")
    _lay_row(v, row)


def _lay_guests(v: FieldView, guests: list[int] | int) -> None:
    if isinstance(guests, int):  # only a count: see ``position.put``
        return
    for guest in guests:
        if guest in v.g.row:
            raise UserError(f"{v.lexicon.guests.text(guest)} lies in the row")
    v.pieces.lay_on_guest_deck(guests)


def _guests_to_come(v: FieldView) -> list[int] | int:
    """The known part of the deck; 0 if it is empty, as an omitted deck means unknown."""
    deck = v.pieces.guest_deck()
    return until_unknown(deck, v.unknown.guests) if deck else 0


def _staff_to_come(v: FieldView) -> list[int]:
    return until_unknown(v.pieces.staff_deck(), v.unknown.staff)


def discarded(g: Any) -> list[int]:
    return [int(guest) for guest in g.guest_discard[: g.guest_discard_size]]


def kept(v: FieldView, bit: int) -> list[int]:
    """Discarded guests that are retained: bit 1 for the round, 2 << seat for a politics card."""
    return [guest for guest in discarded(v.g) if int(v.g.guest_kept[guest]) & bit]


def keep(v: FieldView, guests: list[int], bit: int) -> None:
    """Retain discarded guests, in the form that ``kept`` reads."""
    for guest in guests:
        if guest not in discarded(v.g):
            raise UserError(f"{v.lexicon.guests.text(guest)} is not among the discarded guests")
        v.g.guest_kept[guest] |= bit


def answered(v: FieldView, event: int) -> bool:
    """Does any card in play answer the event?"""
    seats = [v.seat] if v.seat >= 0 else range(v.g.n_players)
    return any(int(v.g.players[seat].events) >> event & 1 for seat in seats)


def _removed(v: FieldView) -> list[int]:
    """Staff cards that left the game."""
    there = set(v.pieces.staff_deck())
    for p in v.g.players[: v.g.n_players]:
        there |= {*held_cards(p, "hand"), *held_cards(p, "staff"), *held_cards(p, "offer")}
    return [card for card in range(v.rules.n_staff) if card not in there]


def _lay_staff(v: FieldView, cards: list[int] | int) -> None:
    if not isinstance(cards, int):
        v.pieces.lay_on_staff_deck(cards)


def _remove(v: FieldView, cards: list[int]) -> None:
    for card in cards:
        v.pieces.pull_staff(card)


def _known_hand(v: FieldView, part: str) -> list[int] | None:
    """The staff cards of a hand or pack; -1: an unknown card. None: not given."""
    if v.seat in v.unknown.open and part == "hand":
        known = [card for card in held_cards(v.p, part) if card not in v.unknown.staff]
        return known or None
    return [-1 if card in v.unknown.staff else card for card in held_cards(v.p, part)]


def _dealt_as(v: FieldView) -> str:
    """The name under which the cards dealt to each seat are written."""
    return "packs" if v.rules.hands == c.HANDS_DRAFT else "hands"


def _deal(v: FieldView, hands: list[list[int] | None], field: str) -> None:
    """Hands, or packs to draft from; beginners' sets are in the rules and need not be written."""
    if field != _dealt_as(v):
        if hands:
            raise UserError(f"under these rules the cards are written as {_dealt_as(v)}")
        return
    sets = v.rules.hands == c.HANDS_BEGINNER
    if sets and not hands:
        return
    hands = hands or [None] * int(v.g.n_players)
    if len(hands) != v.g.n_players:
        raise UserError(f"{len(hands)} lists for {v.g.n_players} players")
    if sets:
        _check_sets(v, hands)
        return
    v.pieces.take_back()
    for seat, cards in enumerate(hands):
        with at(f".{seat + 1}"):
            if cards is not None and len(cards) != v.rules.hand:
                raise UserError(f"{len(cards)} staff cards; {v.rules.hand} are dealt")
            held, named = v.of(seat).held, [card for card in cards or () if card >= 0]
            held.add_hand(named) if field == "hands" else held.set_offer(named)


def _check_sets(v: FieldView, hands: list[list[int] | None]) -> None:
    for seat, cards in enumerate(hands):
        if cards is None:
            continue
        wanted = held_cards(v.g.players[seat], "hand")
        if not {card for card in cards if card >= 0} <= set(wanted) or len(cards) != len(wanted):
            texts = ", ".join(v.lexicon.staff.text(card) for card in sorted(wanted))
            raise UserError(f".{seat + 1}: the beginners' set of this seat is {texts}")


def _dealt(v: FieldView, field: str) -> list[list[int] | None]:
    if field != _dealt_as(v):
        return []
    part = "hand" if field == "hands" else "offer"
    return [_known_hand(v.of(seat), part) for seat in range(int(v.g.n_players))]


GAME = (
    Field(
        "round", "which round it is", ValueKind(number(1, 12), 1),
        lambda v: int(v.g.round_no), _lay_round, stage=Stage.TABLE, said=lambda v, n: True,
    ),
    Field("over", "has the game ended?", FLAG, lambda v: bool(v.g.phase == c.PH_OVER)),
    Field(
        "turn",
        "whose turn it is; by default the turn order tiles decide. If all turns are played, or"
        " there are no dice, the round ends: this is how to begin with an emperor scoring",
        player(), lambda v: None if _turn_frame(v) is None else int(_turn_frame(v).player),
        lambda v, seat: v.pieces.set_turn(seat), stage=Stage.LAST, claimed=False, shown=False,
    ),
    Field(
        "so_far",
        'what has been done in that turn: any of `"guest"`, `"action"`, `"started"` (anything'
        ' else), `"without-die"` (a turn after the last die), `"tile"` (a personal emperor tile)',
        ValueKind(list[Literal["started", "guest", "action", "without-die", "tile"]], []),
        _so_far, lambda v, words: _mark(v, sum_of(DONE[word] for word in words)),
        stage=Stage.LAST, claimed=False, shown=False,
    ),
    Field(
        "guests_left",
        "if further guests of the turn may be taken at any time: how many are left",
        ValueKind(number(0, 9), 0),
        lambda v: 0 if _turn_frame(v) is None else int(_turn_frame(v).left),
        _lay_guests_left, stage=Stage.LAST, claimed=False, shown=False,
    ),
    Field(
        "extra_turn",
        'an extra turn, and what it grants: any of `"die"`, `"action"`, `"strengthen"`,'
        ' `"die-bonuses"`',
        ValueKind(Grants), _extra_turn, _lay_extra_turn,
        stage=Stage.LAST, claimed=False, shown=False,
    ),
    Field(
        "dice", "the dice on the action spaces", ValueKind(Dice, []),
        lambda v: v.pieces.named_dice(), _lay_dice,
    ),
    Field(
        "tiles", "the three emperor tiles; in a position only those that are needed",
        pile(TILE, most=3), lambda v: some(v.g.emperor_tiles), _lay_tiles,
        partial(_lay_tiles, complete=True), Stage.TABLE, required=True,
    ),
    Field(
        "politics", "the three politics cards; in a position only those that are needed",
        pile(POLITICS, most=3), lambda v: some(v.g.politics), _lay_politics,
        partial(_lay_politics, complete=True), Stage.TABLE, required=True,
    ),
    Field(
        "boards", 'with day boards: the board of each seat, e.g. `"day_a"`',
        pile(BOARD, most=4), _boards, None, _lay_boards, Stage.TABLE, claimed=False, shown=False,
    ),
    Field(
        "row", "the guests of the row as they lie, left to right (`null`: an empty place)",
        pile(GUEST, IN_ORDER, 5, gaps=True), lambda v: [int(guest) for guest in v.g.row],
        _lay_row, _lay_whole_row, Stage.DECKS, required=True,
    ),
    Field(
        "guest_discard", "guests discarded", pile(GUEST), lambda v: discarded(v.g),
        lambda v, guests: v.pieces.discard(guests), stage=Stage.DECKS,
    ),
    Field(
        "guest_deck",
        "the next guests of the deck, as far as they are known, in the order in which they are"
        " drawn; all guests named nowhere lie below them. Or only the size of the deck: then all"
        " other guests named nowhere were discarded",
        OpenDeck(Deck, [], thing=GUEST, order=ON_TOP), _guests_to_come, _lay_guests, _lay_guests,
        Stage.DECKS, shown=False,
    ),
    Field(
        "hands",
        "the cards dealt to each seat, `null` for an unknown card or hand, or only the number of"
        " cards; beginners' sets can be left out",
        Dealt(Annotated[list[Hand | None], Length(max_length=4)], [], thing=STAFF),
        lambda v: _dealt(v, "hands"), None, lambda v, hands: _deal(v, hands, "hands"),
        claimed=False, shown=False,
    ),
    Field(
        "packs",
        "if hands are drafted: the cards with which each seat begins the draft, as in `hands`",
        Dealt(Annotated[list[Hand | None], Length(max_length=4)], [], thing=STAFF),
        lambda v: _dealt(v, "packs"), None, lambda v, packs: _deal(v, packs, "packs"),
        claimed=False, shown=False,
    ),
    Field(
        "staff_removed", "staff cards out of the game", pile(STAFF), _removed, _remove,
        stage=Stage.DECKS, claimed=False, shown=False,
    ),
    Field(
        "staff_deck",
        "the next staff cards of the deck, as far as they are known, in the order in which they are"
        " drawn. Or only the size of the deck: then all other cards named nowhere left the game",
        OpenDeck(Deck, [], thing=STAFF, order=ON_TOP), _staff_to_come, _lay_staff, _lay_staff,
        Stage.DECKS, shown=False,
    ),
    Field(
        "staff_deck_bottom", "the last cards of the staff deck, the last one drawn last",
        pile(STAFF, AT_BOTTOM), lambda v: v.pieces.staff_deck(), shown=False,
    ),
)  # fmt: skip


# --- what players have


def _lay_krones(v: FieldView, krones: int) -> None:
    if krones > v.rules.krones_max:
        raise UserError(f"krones go up to {v.rules.krones_max}")
    v.p.krones = v.p.most_krones = krones


def _lay_sources(v: FieldView, amounts: dict[str, int]) -> None:
    strange = [word for word in amounts if word not in SOURCES]
    if strange:
        raise UserError(f"{strange[0]!r} is not a source of VP; sources: {', '.join(SOURCES)}")
    v.held.set_vp_from([amounts.get(word, 0) for word in SOURCES])


def _lay_emperor(v: FieldView, space: int) -> None:
    if space > v.rules.emperor_max:
        raise UserError(f"the emperor track goes up to {v.rules.emperor_max}")
    v.p.emperor = space


def _cafe(v: FieldView) -> list[Any]:
    """(guest, goods on the card; None: order filled) by table; None: a free table."""
    p, found = v.p, []
    for table in range(p.tables):
        guest = int(p.cafe[table])
        placed = None if p.missing_total[table] == 0 else v.held.placed(table)
        found.append(None if guest < 0 else (guest, placed))
    while found and found[-1] is None:
        found.pop()
    return found


def _seat_guests(v: FieldView, guests: list[Any]) -> None:
    for table, entry in enumerate(guests):
        if entry is not None:
            v.held.seat_guest(entry[0], entry[1], table)


def staff_used(v: FieldView, mark: int) -> list[int]:
    """Staff in play by mark: 1 used this round, 2 used up."""
    return [card for i, card in enumerate(held_cards(v.p, "staff")) if v.p.staff_used[i] == mark]


def mark_staff(v: FieldView, cards: list[int], mark: int) -> None:
    """Mark staff in play, as ``staff_used`` reads it. Raises UserError for other cards."""
    played = held_cards(v.p, "staff")
    for card in cards:
        if card not in played:
            raise UserError("a card is used that is not among the staff in play")
        v.p.staff_used[played.index(card)] = mark


def _lay_occupied(v: FieldView, rooms: int) -> None:
    both = rooms & int(v.p.vacant)
    if both:
        raise UserError(f"room {room_name(rooms_in(both)[0])} is both vacant and occupied")
    v.held.set_occupied(rooms)


def _lay_covered(v: FieldView, rooms: int) -> None:
    v.p.covered |= rooms


def one_of_each(v: FieldView, groups: int) -> int:
    """One room of each group in a bit set of groups, as a bit set of rooms."""
    masks = v.rules.group_mask[v.p.board, : v.rules.n_groups[v.p.board]]
    rooms = [rooms_in(int(mask))[0] for i, mask in enumerate(masks) if groups >> i & 1]
    return sum(1 << room for room in rooms)


def groups_of(v: FieldView, rooms: int) -> int:
    """The groups of these rooms, as a bit set."""
    groups = {int(v.rules.group_of[v.p.board, room]) for room in rooms_in(rooms)}
    return sum(1 << group for group in groups)


def _lay_paid(v: FieldView, rooms: int) -> None:
    v.p.groups_paid = groups_of(v, rooms)


def _lay_grants(v: FieldView, words: list[str]) -> None:
    v.p.extra_turn_marks = sum_of(GRANT_WORDS[word] for word in words)


def _lay_passed(v: FieldView, passed: bool) -> None:
    v.p.passed = passed
    v.p.passed_once |= passed


def _lay_claimed(v: FieldView, cards: int) -> None:
    for letter in letters(cards):
        v.held.claim(letter)


SEAT = (
    Field(
        "board", "with day boards: the board", One(Name, thing=BOARD), lambda v: int(v.p.board),
        lay_board, stage=Stage.TABLE, said=lambda v, board: bool(v.rules.day_boards), shown=False,
    ),
    Field(
        "krones", "the krones", COUNT, lambda v: int(v.p.krones), _lay_krones,
        said=lambda v, n: True,
    ),
    Field(
        "emperor", "the space on the emperor track", COUNT, lambda v: int(v.p.emperor),
        _lay_emperor, said=lambda v, n: True,
    ),
    Field(
        "vp", "the VP", VP, lambda v: int(v.p.vp), lambda v, vp: v.held.set_vp(vp),
        said=lambda v, n: True,
    ),
    Field(
        "vp_from", f"the VP by source: {', '.join(SOURCES)}", Sources(dict[Name, Points], {}),
        lambda v: {word: int(n) for word, n in zip(SOURCES, v.p.vp_by, strict=True) if n},
        _lay_sources, shown=False,
    ),
    Field(
        "rank", "the rank at the end", ValueKind(number(1, 4)), lambda v: int(v.p.rank), shown=False
    ),
    Field(
        "kitchen", "the goods in the kitchen", amounts(Goods),
        lambda v: [int(n) for n in v.p.kitchen], lambda v, goods: v.held.set_kitchen(goods),
    ),
    Field(
        "guests",
        "the guests at tables 1, 2, 3 with the goods already on their cards,"
        ' `{"Duke": "1 wine", "75": "all"}`, where `"all"` is a filled order; a list such as'
        ' `[null, {"guest": "Duke", "goods": ""}]` can leave tables free',
        Cafe(Guests, []), _cafe, _seat_guests, stage=Stage.PLACED, claim=Cafe(ClaimedGuests, []),
    ),
    Field(
        "hand",
        "the staff cards in the hand, `null` for an unknown card, or only the number of cards; if"
        " left out or `null`, the hand is unknown",
        InHand(Hand, None, write_hand, thing=STAFF), lambda v: _known_hand(v, "hand"),
        lambda v, cards: v.held.add_hand([card for card in cards if card >= 0]),
        said=lambda v, cards: cards is not None,
    ),
    Field(
        "hand_size", "the number of cards in the hand", COUNT,
        lambda v: None if v.seat in v.unknown.open else int(v.p.hand_size),
        shown=False,
    ),
    Field(
        "staff", "the staff cards in play", pile(STAFF), lambda v: held_cards(v.p, "staff"),
        lambda v, cards: v.held.add_staff(cards),
    ),
    Field(
        "used", "once-a-round cards used this round", pile(STAFF), lambda v: staff_used(v, 1),
        lambda v, cards: mark_staff(v, cards, 1), stage=Stage.PLACED,
    ),
    Field(
        "vacant", "the rooms prepared and not occupied", room_set(Rooms),
        lambda v: int(v.p.vacant), lambda v, rooms: v.held.set_vacant(rooms),
    ),
    Field(
        "occupied", "the rooms occupied", room_set(Rooms), lambda v: int(v.p.occupied),
        _lay_occupied,
    ),
    Field(
        "covered", "cells that lost their tile", room_set(Rooms),
        lambda v: int(v.p.covered) & ~(int(v.p.vacant) | int(v.p.occupied)), _lay_covered,
        claimed=False, shown=False,
    ),
    Field(
        "paid",
        "one room of each group whose occupancy bonus was paid; by default those full now",
        room_set(Rooms, None), lambda v: one_of_each(v, int(v.p.groups_paid)), _lay_paid,
        said=lambda v, rooms: v.held.full_groups() != int(v.p.groups_paid),
        claimed=False, shown=False,
    ),
    Field(
        "claimed", 'the politics cards with a marker of this player, `"A C"`', letter_set(Letters),
        lambda v: int(v.p.claimed),
        _lay_claimed,
    ),
    Field(
        "turns_taken", "the number of turns played in this round, 0 to 2",
        ValueKind(number(0, 2), 0), lambda v: int(v.p.turns_taken), into("turns_taken"),
    ),
    Field("passed", "has this player passed?", FLAG, lambda v: bool(v.p.passed), _lay_passed),
    Field(
        "extra_turns", "extra turns still to come", ValueKind(number(0, 9), 0),
        lambda v: int(v.p.extra_turns), into("extra_turns"), claimed=False, shown=False,
    ),
    Field(
        "extra_turn_grants", "what they grant, as in `extra_turn`", ValueKind(Grants, []),
        lambda v: [word for word, grant in GRANT_WORDS.items() if v.p.extra_turn_marks & grant],
        _lay_grants, said=lambda v, words: bool(v.p.extra_turns), claimed=False, shown=False,
    ),
)  # fmt: skip
