"""What is counted, one by one, and what a compiled ruleset has for it to come up at all."""

from dataclasses import dataclass

import numpy as np

from simulate.engine import codes as c
from simulate.verify import tally as t


@dataclass(frozen=True)
class Item:
    """Something counted. ``key`` is how clauses name it, ``place`` its word in a tally."""

    key: str
    section: str
    name: str
    place: int


def at(name: str, index: int = 0) -> int:
    """Where a count stands in a tally, in words of 64 bits."""
    offset: int = t.TALLY.fields[name][1]  # type: ignore[index]
    return offset // 8 + index


def loses_guests_early(rules: np.record) -> bool:
    """Can a penalty before the last scoring take occupied rooms (so that they may fill again)?"""
    for tile in range(rules.n_tiles):
        if rules.tile_letter[tile] < rules.n_scorings - 1:
            first = rules.tile_penalty[tile]
            for row in rules.effects[first : first + rules.tile_penalty_n[tile]]:
                if row[c.COL_CODE] == c.P_REMOVE_ROOM and row[c.COL_STATE] == c.OCCUPIED:
                    return True
    return False
