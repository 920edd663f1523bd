"""From the words of a step to an action: with names of cards, in any usual way of writing rooms.

Added to the words of ``simulate.actions``: cards by name or number ("use Butler", "guest Vocalist",
"check in 75 to 2.3", "place wine on Duke", "fill Duke"), politics cards by name, and rooms as
"floor 2 column 3". Words that are understood but point at nothing that is there, such as a guest
who is not in the row, are an illegal action, not an unknown one.
"""

from __future__ import annotations

import re
from typing import Any

from model import UserError
from simulate.actions import encode, from_words
from simulate.decisions.registry import ACTIONS
from simulate.engine import codes as c
from simulate.engine.compile_words import GOODS_WORDS
from simulate.referee.lexicon import Lexicon, fold, near
from simulate.referee.module_words import Reader, celebrity, readers
from simulate.referee.reasons import Reason, cited
from simulate.referee.refused import Refused

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
    met = celebrity(lexicon, g, seat, name) if verb == "use" else None
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
    return encode(c.PLACE, GOODS_WORDS.index(match[1]), _table(lexicon, g, seat, match[2]))


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


READERS: tuple[tuple[str, Reader], ...] = (
    *readers(_table),
    (rf"({STAFF_VERBS}) (.+)", _staff),
    (r"guest (\d{2,}.*|\D.*)", _guest_of_row),
    (rf"check in (.+) to (?:room )?{ROOM}", _check_in),
    (rf"place ({GOOD}) on (.+)", _place),
    (r"fill (?:order of )?(.+)", _fill),
    (r"claim (?:card )?(.+)", _claim),
    (rf"({ROOM_VERBS}) (?:room )?{ROOM}", lambda x, g, s, m:
        from_words(x.rules, f"{m[1]} {m[2]}")),
)  # fmt: skip
