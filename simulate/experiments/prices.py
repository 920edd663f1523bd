"""Numbers of many cards changed at once, on equal deals: the arms of an experiment on prices.

Each arm is the ruleset with the number of most cards (the cost of staff, the VP of politics cards)
set to another level, each card's in its own random order. Over the arms a card has its printed
number in a third of them, and each other level at least once, levels near the printed one more
often. Levels are assigned independently, so a card's worth at a level is not confounded with its
neighbours' levels; and the same games serve all cards.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from model import UserError
from simulate.experiments.patches import keep_file, patch_text

ARMS = 24
PRINTED = ARMS // 3
"""Arms in all, and those in which a card has its printed number."""


@dataclass(frozen=True)
class PriceArm:
    """An arm: the level of each card (by key), and the numbers it sets (by path)."""

    id: str
    levels: Mapping[str, int]
    values: Mapping[str, object]


def levels_around(printed: int, least: int, most: int, reach: int) -> tuple[int, ...]:
    """The levels of a card: its printed number and those at most `reach` away."""
    return tuple(range(max(least, printed - reach), min(most, printed + reach) + 1))


def levels_by_arm(printed: int, levels: Sequence[int], draw: random.Random) -> list[int]:
    """The level of one card in each arm.

    Raises UserError if there are more levels than arms.
    """
    others = sorted((one for one in levels if one != printed), key=lambda one: abs(one - printed))
    if len(others) > ARMS - PRINTED:
        raise UserError(f"{len(levels)} levels: at most {ARMS - PRINTED + 1}")
    asked = [printed] * (PRINTED if others else ARMS)
    while len(asked) < ARMS:
        asked += others[: ARMS - len(asked)]
    draw.shuffle(asked)
    return asked


def arms(
    printed: Mapping[str, int],
    levels: Mapping[str, Sequence[int]],
    values: Mapping[str, Mapping[int, Mapping[str, object]]],
    name: str,
) -> list[PriceArm]:
    """The arms for cards by key; `values`: what a card's level sets, by path.

    Identical for the same cards and levels.
    """
    orders = {
        key: levels_by_arm(printed[key], levels[key], random.Random(f"{name} {key}"))
        for key in printed
    }
    found = []
    for number in range(ARMS):
        level = {key: order[number] for key, order in orders.items()}
        sets = {
            path: value
            for key, one in level.items()
            if one != printed[key]
            for path, value in values[key][one].items()
        }
        digest = zlib.crc32(json.dumps(sets, sort_keys=True).encode())
        found.append(PriceArm(f"{name}-{number + 1}-{digest:08x}", level, sets))
    return found


def write_patch(arm: PriceArm, folder: Path) -> Path:
    """Write the patch of an arm below a folder; returns its path. Raises UserError if it cannot."""
    text = patch_text(arm.id, "Numbers of many cards at once, by design", arm.values)
    return keep_file(folder, f"{arm.id}.toml", text)
