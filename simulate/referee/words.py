"""From the words of a step to an action: with card names and rooms in any usual form.

Accepts, in addition to the words of ``simulate.actions``, the readings of the registry's entries
("use Butler", "check in 75 to 2.3"; see ``simulate.decisions.readings``), and rooms as "floor 2
column 3". Understood words that refer to nothing there, such as a guest who is not in the row, are
an illegal action, not an unknown one.
"""

from __future__ import annotations

import re
from typing import Any

from model import UserError
from simulate.actions import encode, from_words
from simulate.decisions.forms import ROOM
from simulate.decisions.readings import Refused, Scene
from simulate.decisions.registry import ACTIONS, READINGS
from simulate.referee.reasons import Reason, cited
from simulate.words.lexicon import Lexicon, fold, near

NUMBERS = re.compile(r"\d+")
TOO_LARGE = 200
DIGITS = 9  # int() refuses thousands
SAMPLES = tuple(text for action in ACTIONS.values() for text in action.samples)


def read_action(lexicon: Lexicon, g: Any, seat: int, text: str, legal: list[str]) -> int | Reason:
    """The action of a text, compact; or the reason why there can be no such action.

    ``seat``: who would do it; ``legal``: legal actions in words, for hints. Raises UserError for
    words that mean nothing.
    """
    words = _rooms(fold(text).rstrip(". "))
    if any(len(number) > DIGITS for number in NUMBERS.findall(words)):
        raise UserError(f"{words[:60]!r}: a number is too large")
    try:
        return _read(lexicon, g, seat, words)
    except Refused as refused:
        return Reason(refused.text, cited(lexicon.ruleset.edition, *refused.ids))
    except UserError as error:
        known = str(error) if "is not an action;" not in str(error) else f"{text!r} is no action"
        cards = "in this ruleset" in known or "did you mean" in known
        hint = "" if cards else near(text, legal) or near(text, SAMPLES)
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
    at = Scene(lexicon, g, seat)
    for code, reading in READINGS:
        match = re.fullmatch(reading.pattern, words)
        found = reading.read(at, match) if match else None
        if found is not None:
            return (
                from_words(lexicon.rules, found) if isinstance(found, str) else encode(code, *found)
            )
    if any(int(number) > TOO_LARGE for number in NUMBERS.findall(words)):
        raise UserError(f"{words[:60]!r}: a number is too large")
    if re.search(r"(table|guest|reward|bonus) 0\b", words):
        raise Refused("tables, places of the row, rewards and bonuses are counted from 1")
    return from_words(lexicon.rules, words)
