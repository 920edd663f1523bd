"""From the words of a step to an action: with names of cards, in any usual way of writing rooms.

Added to the words of ``simulate.actions``: cards by name or number ("use Butler", "guest Vocalist",
"check in 75 to 2.3", "place wine on Duke", "fill Duke"), politics cards, ballrooms, celebrities,
hotel entrances and rehearsal rooms by name, rooms as "floor 2 column 3", rows in words ("top row of
Apollosaal", "balcony"), a coloured die without its face. Words that are understood but point at
nothing that is there, such as a guest who is not in the row, are an illegal action, not an unknown
one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from model import UserError
from simulate.actions import encode, from_words
from simulate.decisions.registry import ACTIONS
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.state import MAX_OWN_TILES
from simulate.referee.lexicon import Lexicon, fold, near
from simulate.referee.reasons import Reason, cited
from simulate.referee.refused import Refused
from simulate.spelling import DICE_WORDS, ROW_WORDS, read_seat

Reader = Callable[[Lexicon, Any, int, "re.Match[str]"], int]

NUMBERS = re.compile(r"\d+")
TOO_LARGE = 200
STAFF_VERBS, ROOM_VERBS = (
    "|".join(
        action.form.names[0]
        for action in ACTIONS.values()
        if action.form.names and action.form.names[1] == what
    )
    for what in ("staff", "room")
)
GOOD = "|".join(GOODS_WORDS)
ROW = "|".join(ROW_WORDS)
COLOUR = "|".join(DICE_WORDS[1:])
ROOM = r"([1-4]\.[1-5])"
SAMPLES = tuple(text for action in ACTIONS.values() for text in action.samples)


def read_action(lexicon: Lexicon, g: Any, seat: int, text: str, legal: list[str]) -> int | Reason:
    """The action of a text, compact; or the reason why there can be no such action.

    ``seat``: who would do it; ``legal``: legal actions in words, for hints. Raises UserError for
    words that mean nothing.
    """
    words = _rooms(fold(text).rstrip(". "))
    try:
        return _read(lexicon, g, seat, words)
    except Refused as refused:
        return Reason(refused.text, cited(lexicon.ruleset.edition, *refused.ids))
    except UserError as error:
        known = str(error) if "is not an action;" not in str(error) else f"{text!r} is no action"
        cards = "in this ruleset" in known or "did you mean" in known
        hint = "" if cards else near(text, [*legal, *SAMPLES])
        raise UserError(f"{known}{hint}") from None


def _rooms(text: str) -> str:
    """ "floor 2 column 3" as "2.3"."""
    return re.sub(r"floor (\d+),? column (\d+)", r"\1.\2", text)


def _read(lexicon: Lexicon, g: Any, seat: int, words: str) -> int:
    for room in re.findall(r"\b(\d+\.\d+)\b", words):
        if not re.fullmatch(ROOM, room):
            raise Refused(
                f"there is no room {room}: a hotel has floors 1 to 4 and columns 1 to 5",
                "room.one-tile",
            )
    for pattern, reader in READERS:
        match = re.fullmatch(pattern, words)
        if match:
            return reader(lexicon, g, seat, match)
    if any(int(number) > TOO_LARGE for number in NUMBERS.findall(words)):
        raise UserError(f"{words[:60]!r}: a number is too large")
    if re.search(r"(table|guest|reward|bonus) 0\b", words):
        raise Refused("tables, places of the row, rewards and bonuses are counted from 1")
    return from_words(lexicon.rules, words)


def _staff(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    verb, name = match[1], match[2]
    met = _celebrity(lexicon, g, seat, name) if verb == "use" else None
    if met is not None:
        return met
    card = lexicon.staff.find(name)
    return from_words(lexicon.rules, f"{verb} {lexicon.staff.numbers[card]}")


def _one_of(found: list[int], present: list[int], lexicon: Lexicon, name: str) -> int:
    """The guest meant by a name that may be two guests': the one that is there."""
    here = [guest for guest in found if guest in present]
    if len(here) == 1:
        return here[0]
    return found[0] if len(found) == 1 else lexicon.guests.find(name)


def _guest_of_row(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    name, row = match[1], [int(guest) for guest in g.row]
    found = lexicon.guests.called(name) or [lexicon.guests.find(name)]
    guest = _one_of(found, row, lexicon, name)
    if guest in row:
        return encode(c.TAKE_GUEST, row.index(guest))
    there = ", ".join(lexicon.guests.text(card) for card in row if card >= 0) or "nobody"
    raise Refused(f"{lexicon.guests.text(guest)} is not in the row: {there}", "row.any-place")


def _table(lexicon: Lexicon, g: Any, seat: int, text: str) -> int:
    """A table, from 0, by number or by the guest who sits there."""
    numbered = re.fullmatch(r"table (\d+)", text)
    if numbered:
        table = int(numbered[1]) - 1
        if not 0 <= table < g.players[seat].tables:
            raise Refused(
                f"there is no table {numbered[1]}: a café has {g.players[seat].tables}",
                "row.three-tables",
            )
        return table
    cafe = [int(guest) for guest in g.players[seat].cafe[: g.players[seat].tables]]
    found = lexicon.guests.called(text) or [lexicon.guests.find(text)]
    guest = _one_of(found, cafe, lexicon, text)
    if guest in cafe:
        return cafe.index(guest)
    there = ", ".join(lexicon.guests.text(card) for card in cafe if card >= 0) or "nobody"
    raise Refused(
        f"{lexicon.guests.text(guest)} is not in the café of {lexicon.players[seat]}: {there}"
    )


def _check_in(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    table = _table(lexicon, g, seat, match[1])
    return from_words(lexicon.rules, f"check in table {table + 1} to {match[2]}")


def _place(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    wanted = GOODS_WORDS.index(match[3]) + 1 if match[3] else 0
    return encode(c.PLACE, GOODS_WORDS.index(match[1]), _table(lexicon, g, seat, match[2]), wanted)


def _ignore(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    return encode(c.IGNORE_GOOD, _table(lexicon, g, seat, match[1]))


def _fill(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    return encode(c.FILL, _table(lexicon, g, seat, match[1]))


def _claim(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    name = match[1]
    if name in ("a", "b", "c"):
        return encode(c.CLAIM, "abc".index(name))
    card = lexicon.politics(name)
    if card not in g.politics:
        key = lexicon.names.politics_keys[card]
        raise Refused(f"politics card {key} is not in this game", "politics-card.claim")
    return encode(c.CLAIM, [int(i) for i in g.politics].index(card))


def _seat_of(lexicon: Lexicon, g: Any, text: str) -> int:
    """A row of a ballroom: "1.top", "top row of Apollosaal", "Apollosaal top", "balcony".

    Raises UserError for words that name none, Refused for a ballroom that is not in the game.
    """
    text = re.sub(r"^the ", "", text)
    if re.fullmatch(rf"[1-3]\.({ROW})", text):
        return read_seat(text)
    if text == "balcony":
        return (c.BALLROOMS - 1) * c.ROWS + c.TOP
    match = re.fullmatch(rf"({ROW})(?: row)?(?: of)?(?: the)? (.+)", text)
    row, name = (match[1], match[2]) if match else ("", "")
    if not match:
        match = re.fullmatch(rf"(.+?),? ({ROW})(?: row)?", text)
        if not match:
            raise UserError(f"{text!r} is no row; rows are written as 1.top or 'top row of NAME'")
        row, name = match[2], match[1]
    ballroom = lexicon.keyed("ballroom", name)
    there = [int(i) for i in g.ballrooms]
    if ballroom not in there:
        known = ", ".join(lexicon.keyed_name("ballroom", i) for i in there if i >= 0)
        raise Refused(
            f"{lexicon.keyed_name('ballroom', ballroom)} is not in this game: {known or 'none is'}"
        )
    return there.index(ballroom) * c.ROWS + ROW_WORDS.index(row)


def _dance(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    at = _table(lexicon, g, seat, match[1])
    return encode(c.DANCE, at, _seat_of(lexicon, g, match[2]), int(match[3]) - 1)


def _dance_later(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    return encode(c.DANCE, _table(lexicon, g, seat, match[1]), c.NO_SEAT)


def _celebrity(lexicon: Lexicon, g: Any, seat: int, name: str) -> int | None:
    """The action of using a celebrity by name; None if the name is none's.

    Raises Refused for one who does not help the player.
    """
    keys = lexicon.names.celebrity_keys
    words = [fold(lexicon.ruleset.celebrity[key].name) for key in keys]
    last = [word.split()[-1] for word in words]
    if name not in words and last.count(name) != 1:
        return None
    index = words.index(name) if name in words else last.index(name)
    met = [int(i) for i in g.players[seat].celebrities]
    if index in met:
        return encode(c.USE_CELEBRITY, met.index(index))
    who = lexicon.keyed_name("celebrity", index)
    raise Refused(f"{who} does not help {lexicon.players[seat]} in this round")


def _send(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    return encode(c.SEND, _seat_of(lexicon, g, match[1]), int(match[2]) - 1)


def _own_tile(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    tile = lexicon.tile(match[1])
    for k in range(MAX_OWN_TILES):
        if g.own_tiles[k] == tile:
            return encode(c.USE_TILE, k)
    raise Refused(f"emperor tile {match[1].upper()} is no personal one")


def _claim_own(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    if match[1] in ("a", "b", "c"):
        return encode(c.CLAIM, 3 + "abc".index(match[1]))
    card = lexicon.politics(match[1])
    own = [int(i) for i in g.own_politics]
    if card not in own:
        raise Refused(f"politics card {lexicon.names.politics_keys[card]} is no personal one")
    return encode(c.CLAIM, 3 + own.index(card))


def _bid(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    """A bid; without a name it is for the entrance that is up for auction."""
    bid, name = int(match[1]), match[2]
    if bid > 255:
        raise UserError(f"{bid}: a number is too large")
    there = [int(i) for i in g.entrances[: g.n_players]]
    if name is None:
        return encode(c.BID, max(0, int(g.auctioned)), bid)
    numbered = re.fullmatch(r"entrance ([1-4])", name)
    if numbered:
        return encode(c.BID, int(numbered[1]) - 1, bid)
    entrance = lexicon.keyed("entrance", name)
    if entrance not in there:
        raise Refused(f"{lexicon.keyed_name('entrance', entrance)} is not up for auction")
    return encode(c.BID, there.index(entrance), bid)


def _rehearse(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    if match[1].isdecimal():
        return from_words(lexicon.rules, f"rehearsal room {match[1]}")
    card = match[1] if match[1] in lexicon.names.rehearsal_keys else f"rehearsal room {match[1]}"
    room = lexicon.keyed("rehearsal_room", card)
    there = [int(i) for i in g.rehearsal_rooms]
    if room not in there:
        raise Refused(f"{lexicon.keyed_name('rehearsal_room', room)} is not to be chosen here")
    return encode(c.REHEARSE, there.index(room))


def _coloured_die(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
    """ "die red +1": the face is that on which the die lies."""
    face = int(g.coloured_face[DICE_WORDS.index(match[1]) - 1])
    if not face:
        raise Refused(f"the {match[1]} die does not lie on the action spaces", "die.needed")
    return from_words(lexicon.rules, f"die {face} {match[1]}{match[2]}")


READERS: tuple[tuple[str, Reader], ...] = (
    (r"dance (.+) to (.+) from section ([1-4])", _dance),
    (r"dance ((?:(?! to ).)+)", _dance_later),
    (r"send (?:a dancer )?to (.+) from section ([1-4])", _send),
    (r"ignore good on (.+)", _ignore),
    (r"take (?:the )?(?:skeleton )?key", lambda x, g, s, m: encode(c.KEY)),
    (r"use celebrity (\d)", lambda x, g, s, m: encode(c.USE_CELEBRITY, int(m[1]) - 1)),
    (r"use tile ([abc])([12])", lambda x, g, s, m:
        encode(c.USE_TILE, 2 * "abc".index(m[1]) + int(m[2]) - 1)),
    (r"use own tile (.+)", _own_tile),
    (r"claim own (?:card )?(.+)", _claim_own),
    (r"bid (\d+)(?: on (.+))?", _bid),
    (r"rehearsal room (\d|\D.*)", _rehearse),
    (rf"die ({COLOUR})(.*)", _coloured_die),
    (rf"({STAFF_VERBS}) (.+)", _staff),
    (r"guest (\d{2,}.*|\D.*)", _guest_of_row),
    (rf"check in (.+) to (?:room )?{ROOM}", _check_in),
    (rf"place ({GOOD}) on (.+?)(?: for ({GOOD}))?", _place),
    (r"fill (?:order of )?(.+)", _fill),
    (r"claim (?:card )?(.+)", _claim),
    (rf"({ROOM_VERBS}) (?:room )?{ROOM}", lambda x, g, s, m:
        from_words(x.rules, f"{m[1]} {m[2]}")),
)  # fmt: skip
