"""Hotel entrances assigned by design, at preset prices: the arms of an experiment.

In an auction players choose, so the owner of an entrance, the owner's seat and the price are
confounded. Here everybody begins without krones, so all bids are 0 and the players name the
entrance they want one after the other; their krones come back with the entrance, less its price.
All players want the same: an entrance gives VP (`bonus`) by its place in an order of the arm,
enough that players who go by their score follow it. VP affect nothing but the ranking, from which
the analysis subtracts these again. The arms vary

    order    two random orders and their reverses, so that of two entrances each comes first as
             often as second; only chance decides which entrances are available to whom
    price    every order is played once for free and once at prices: over the orders, an entrance
             has each of the `LEVELS` as its price once
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model import Ruleset, UserError
from simulate.experiments.patches import keep_file, patch_text

LEVELS = (0, 2, 4, 6)
"""Krones that an entrance costs in the arms with prices, one level an order."""

MOST_VP = 99
"""The most VP that an effect may give."""


@dataclass(frozen=True)
class EntranceArm:
    """An arm: the cost of each entrance (by key) in krones, and its VP on receipt."""

    id: str
    prices: Mapping[str, int]
    bonus: Mapping[str, int]

    @property
    def free(self) -> bool:
        """Do all entrances cost nothing?"""
        return not any(self.prices.values())


def arms(ruleset: Ruleset) -> list[EntranceArm]:
    """The arms for the entrances of a ruleset: for each order the free one, then the priced."""
    keys = sorted(ruleset.entrance)
    found = []
    for number, order in enumerate(_orders(keys)):
        step = MOST_VP // max(len(keys) - 1, 1)
        bonus = {key: step * (len(keys) - 1 - place) for place, key in enumerate(order)}
        costs = {key: _price(place, number) for place, key in enumerate(keys)}
        found.append(EntranceArm(f"entrances-{number + 1}-free", dict.fromkeys(keys, 0), bonus))
        found.append(EntranceArm(f"entrances-{number + 1}-priced", costs, bonus))
    return found


def _orders(keys: list[str]) -> list[list[str]]:
    """Two random orders and their reverses; the same for the same entrances."""
    found = []
    for number in (1, 2):
        order = list(keys)
        random.Random(number).shuffle(order)
        found += [order, order[::-1]]
    return found


def _price(place: int, order: int) -> int:
    """A Latin square of prices; every other block of entrances uses it backwards."""
    size = len(LEVELS)
    stride = 1 if (place // size) % 2 == 0 else size - 1
    return LEVELS[(place + stride * order) % size]


def patch_of(ruleset: Ruleset, arm: EntranceArm) -> str:
    """The patch of an arm, as text. Raises UserError if the entrances cannot be assigned so."""
    krones = ruleset.setup.krones
    if not ruleset.entrances.in_play:
        raise UserError(f"{ruleset.label}: there are no hotel entrances; add the module")
    if krones < max(LEVELS):
        raise UserError(f"{ruleset.label}: nobody has {max(LEVELS)} krones for an entrance")
    changes: dict[str, Any] = {"setup.krones": 0, "setup.krones_by_place": [0, 0, 0, 0]}
    for key, card in ruleset.entrance.items():
        if card.receipt != "at-once":
            raise UserError(f"{ruleset.label}: {key} brings its effects too late to be paid for")
        own = [one.model_dump(mode="json", exclude_defaults=True) for one in card.on_receipt]
        first = {"do": "gain", "krones": krones - arm.prices[key], "vp": arm.bonus[key]}
        changes[f"entrance.{key}.on_receipt"] = [first, *own]
    return patch_text(arm.id, "Hotel entrances by design instead of an auction", changes)


def write_patch(ruleset: Ruleset, arm: EntranceArm, folder: Path) -> Path:
    """Write the patch of an arm below a folder; returns its path. Raises UserError if it cannot."""
    return keep_file(folder, f"{arm.id}.toml", patch_of(ruleset, arm))
