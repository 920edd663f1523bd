"""Words for what modules bring, with names in place of numbers; see ``words``.

Added to the words of ``simulate.actions``: ballrooms, celebrities, hotel entrances and rehearsal
rooms by name, rows in words ("top row of Apollosaal", "balcony"), a coloured die without its face.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from model import UserError
from simulate.actions import encode, from_words
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.engine.state import MAX_OWN_TILES
from simulate.referee.lexicon import Lexicon, fold
from simulate.referee.refused import Refused
from simulate.spelling import DICE_WORDS, ROW_WORDS, read_seat

Reader = Callable[[Lexicon, Any, int, "re.Match[str]"], int]
TableOf = Callable[[Lexicon, Any, int, str], int]
ROW = "|".join(ROW_WORDS)
GOOD = "|".join(GOODS_WORDS)
COLOUR = "|".join(DICE_WORDS[1:])


def seat_of(lexicon: Lexicon, g: Any, text: str) -> int:
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


def readers(table: TableOf) -> tuple[tuple[str, Reader], ...]:
    """The patterns and their readers; ``table`` reads a table by number or guest."""

    def dance(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
        at = table(lexicon, g, seat, match[1])
        return encode(c.DANCE, at, seat_of(lexicon, g, match[2]), int(match[3]) - 1)

    def ignore(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
        return encode(c.IGNORE_GOOD, table(lexicon, g, seat, match[1]))

    def place(lexicon: Lexicon, g: Any, seat: int, match: re.Match[str]) -> int:
        wanted = GOODS_WORDS.index(match[3]) + 1
        at = table(lexicon, g, seat, match[2])
        return encode(c.PLACE, GOODS_WORDS.index(match[1]), at, wanted)

    return (
        (r"dance (.+) to (.+) from section ([1-4])", dance),
        (r"send (?:a dancer )?to (.+) from section ([1-4])", _send),
        (r"ignore good on (.+)", ignore),
        (rf"place ({GOOD}) on (.+) for ({GOOD})", place),
        (r"take (?:the )?(?:skeleton )?key", lambda x, g, s, m: encode(c.KEY)),
        (r"use celebrity (\d)", lambda x, g, s, m: encode(c.USE_CELEBRITY, int(m[1]) - 1)),
        (r"use tile ([abc])([12])", lambda x, g, s, m:
            encode(c.USE_TILE, 2 * "abc".index(m[1]) + int(m[2]) - 1)),
        (r"use own tile (.+)", _own_tile),
        (r"claim own (?:card )?(.+)", _claim_own),
        (r"bid (\d+)(?: on (.+))?", _bid),
        (r"rehearsal room (\d|\D.*)", _rehearse),
        (rf"die ({COLOUR})(.*)", _coloured_die),
    )  # fmt: skip


def celebrity(lexicon: Lexicon, g: Any, seat: int, name: str) -> int | None:
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
    return encode(c.SEND, seat_of(lexicon, g, match[1]), int(match[2]) - 1)


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
