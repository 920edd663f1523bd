"""How people write an action by the names of things on the table, in addition to its own form.

"use Butler", "check in 75 to 2.3", "place wine on Duke", "top row of Apollosaal". Each entry of the
registry declares its readings with its form; ``simulate.referee.words`` tries them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from simulate.words.lexicon import Lexicon

Arguments = tuple[int, int, int]


class Refused(Exception):
    """An illegal action that cannot even be written as one; ``ids``: the clauses it breaks."""

    def __init__(self, text: str, *ids: str) -> None:
        super().__init__(text)
        self.text, self.ids = text, ids


@dataclass(frozen=True)
class Scene:
    """Context of words: names, the state of a game, and the seat of the acting player."""

    lexicon: Lexicon
    g: Any
    seat: int

    def guest(self, name: str, there: list[int]) -> int:
        """The guest meant by a name that two guests may share: the one that is there."""
        guests = self.lexicon.guests
        found = guests.called(name) or [guests.find(name)]
        here = [guest for guest in found if guest in there]
        if len(here) == 1:
            return here[0]
        return found[0] if len(found) == 1 else guests.find(name)

    def names(self, guests: list[int]) -> str:
        """Some guests in words; a place without one is left out."""
        return ", ".join(self.lexicon.guests.text(one) for one in guests if one >= 0) or "nobody"

    def table(self, text: str) -> int:
        """A table, from 0, by number or by the guest who sits there."""
        p = self.g.players[self.seat]
        numbered = re.fullmatch(r"table (\d+)", text)
        if numbered:
            table = int(numbered[1]) - 1
            if not 0 <= table < p.tables:
                raise Refused(
                    f"there is no table {numbered[1]}: a café has {p.tables}", "row.three-tables"
                )
            return table
        cafe = [int(guest) for guest in p.cafe[: p.tables]]
        guest = self.guest(text, cafe)
        if guest not in cafe:
            who = self.lexicon.players[self.seat]
            name = self.lexicon.guests.text(guest)
            raise Refused(f"{name} is not in the café of {who}: {self.names(cafe)}")
        return cafe.index(guest)

    def place(self, kind: str, name: str, there: Any, missing: str) -> int:
        """The place of a ballroom, a hotel entrance or the like, by its key or name.

        ``kind``: one of lexicon.KEYED; ``there``: which one is where; ``missing``: the message for
        one that is nowhere.
        """
        index, places = self.lexicon.keyed(kind, name), [int(one) for one in there]
        if index not in places:
            raise Refused(f"{self.lexicon.keyed_name(kind, index)} {missing}")
        return places.index(index)


class Reading(NamedTuple):
    """An additional way to write an action.

    ``read`` turns a match of ``pattern`` into the arguments, or into the action in its form's
    words; None if these words mean another action. Raises Refused for something that is not there.
    """

    pattern: str
    read: Callable[[Scene, re.Match[str]], Arguments | str | None]
