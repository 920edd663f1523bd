"""What a card, tile or bonus offers: its parts are separate, optional and taken in any order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.witness.effects import carry_out
from tests.witness.guests import Bonuses, rewards
from tests.witness.table import Seat, Table


def offer(g: Table, seat: Seat, effects: Sequence[Any], source: str):
    """The effects of a card or tile, one by one as its owner likes."""
    if len(effects) == 1:
        yield from carry_out(g, seat, effects, source)
        return
    yield from rewards(g, seat, Bonuses(dict(enumerate(effects, 1)), source=source))
