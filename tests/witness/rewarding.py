"""What a card, tile or bonus offers: its parts are separate, optional and taken in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.witness.effects import carry_out
from tests.witness.guests import Bonuses, rewards
from tests.witness.table import Seat, Table


def offer(g: Table, seat: Seat, effects: Sequence[Any], source: str, gains_come: bool = False):
    """The effects of a card or tile, one by one as its owner likes.

    gains_come: what needs no decision comes, though the rest is left (ruling coachwoman-vp).
    """
    if len(effects) == 1:
        yield from carry_out(g, seat, effects, source)
        return
    due = Bonuses(dict(enumerate(effects, 1)), source=source, gains_come=gains_come)
    yield from rewards(g, seat, due)
