"""Changes by cards in play for their owner, number by number.

This table defines the fields of a player (`state.py`) and of a card (`program.py`, prefixed with
`card_`), their initial values, how cards add to them (`abilities.py`), how the model's words
are compiled (`compile_abilities.py`), what verification compares, and what narration leaves out.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np

from simulate.engine.codes import FACES, GOODS, ROOM_COLOURS

NO_CAP = 99  # a price that no card caps


class Together(Enum):
    """How a card adds its number to its owner's: the value without cards, and a line of code."""

    CAP = NO_CAP, "{own} = min({own}, {card})"
    SUM = 0, "{own} += {card}"
    ANY = 0, "{own} |= {card}"
    MOST = 1, "{own} = max({own}, {card})"
    LAST = 0, "{own} = {card} if {card} > 0 else {own}"
    PRICE = -1, "{own} = {card} if {card} >= 0 and ({own} < 0 or {card} < {own}) else {own}"

    @property
    def nothing(self) -> int:
        """The value without any cards."""
        return self.value[0]


class Ability(NamedTuple):
    """A number that cards change.

    Attributes:
        field: its name in the player's record.
        together: how the numbers of a player's cards combine.
        word: the model's word for this single number; "": handled by the compiler.
        value: the field of the word that holds it; "": having the word is 1.
        shape: shape of the number, for example one for each colour of rooms.
    """

    field: str
    together: Together
    word: str = ""
    value: str = ""
    shape: tuple[int, ...] = ()

    def places(self) -> list[str]:
        """Index suffix of each element: "[2]", or "" for a scalar."""
        indices = [", ".join(map(str, place)) for place in np.ndindex(self.shape)]
        return [f"[{index}]" if index else "" for index in indices]


ABILITIES = (
    Ability("room_cost", Together.CAP, shape=(ROOM_COLOURS,)),
    Ability("serve_cost", Together.CAP, "serve_cost", "krones"),
    Ability("guest_cost", Together.CAP, "guest_cost", "krones"),
    Ability("copy_cost", Together.CAP, "copy_cost", "krones"),
    Ability("both_tracks", Together.ANY, shape=(FACES + 1,)),
    Ability("avert_cost", Together.PRICE, "avert_penalty", "krones"),
    Ability("more_vp", Together.SUM),
    Ability("more_krones", Together.SUM),
    Ability("more_steps", Together.SUM),
    Ability("stands_for", Together.ANY, shape=(GOODS,)),
    Ability("substitute", Together.LAST),
    Ability("ignore_good", Together.ANY, "ignore_good"),
    Ability("anywhere", Together.ANY, "prepare_anywhere"),
    Ability("choose_bonus", Together.ANY, "choose_bonus"),
    Ability("no_stranded", Together.ANY, "no_stranded"),
    Ability("more_guests", Together.SUM),
    Ability("setup_guests", Together.SUM),
    Ability("refill_after", Together.ANY),
    Ability("bonus_table", Together.LAST),
    Ability("move_die", Together.ANY, "move_die"),
    Ability("row_bonus", Together.MOST),
    Ability("most_dancers_vp", Together.SUM, "most_dancers", "vp"),
)


def begin_lines() -> list[str]:
    """Lines that set a player's numbers to their values without cards."""
    return [f"p.{a.field}{at} = {a.together.nothing}" for a in ABILITIES for at in a.places()]


def add_lines() -> list[str]:
    """Lines that add the numbers of a card to a player's."""
    found = []
    for a in ABILITIES:
        for at in a.places():
            inside = f"card, {at[1:]}" if at else "card]"
            own, card = f"p.{a.field}{at}", f"rules.card_{a.field}[{inside}"
            found.append(a.together.value[1].format(own=own, card=card))
    return found
