"""The deals in which a change can come up: those that set out a component that it is about.

Of emperor tiles, politics cards and ballrooms chance lays out some before the first decision, by
the seed alone, and the others never come into the game. Two rulesets that differ in one of them
alone play a deal without it alike, to the last die. A run of such deals holds these and no others,
in their order: its game i is the game that a run of all deals plays as number `Chosen.numbers(i)`.

What cannot be proven to stay out of the game is not among `KINDS`: staff cards and guests come from
decks in play. With hotel entrances nothing is: some lay out tiles and politics cards of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model import Ruleset, UserError
from simulate.playing.openings import item_names, openings

KINDS = {"emperor_tile": "emperor_tiles", "politics.cards": "politics", "ballroom": "ballrooms"}
"""Where the components of a path lie that chance lays out."""

SET_UP = ("letter", "number")
"""Fields of a component by which chance chooses it: a change of these is one of other deals too."""

SCAN, IN_VAIN = 1_000, 1_000_000
"""Deals that are set up at a time; after so many without one that is chosen none is looked for."""


def component_of(path: str) -> str:
    """The component that a value at this path of the rules is about, "emperor_tile.A-krones".

    Empty if the deals in which the value can matter are not known.
    """
    for kind in KINDS:
        key, _, rest = path.removeprefix(f"{kind}.").partition(".")
        if path.startswith(f"{kind}.") and rest and rest.partition(".")[0] not in SET_UP:
            return f"{kind}.{key}"
    return ""


class Chosen:
    """The deals of a seed that set out one of some components, counted in their order from 0."""

    def __init__(self, ruleset: Ruleset, players: int, seed: int, only: Sequence[str]) -> None:
        """only: the components, as `component_of` names them.

        Raises UserError if the ruleset has not one of them, or has hotel entrances.
        """
        if ruleset.entrances.in_play:
            raise UserError(f"{ruleset.label}: with hotel entrances all deals must be played")
        self.ruleset, self.players, self.seed = ruleset, players, seed
        self.codes = [_place_and_code(ruleset, one) for one in only]
        self.found = np.zeros(0, dtype=np.int64)
        self.scanned = 0

    def numbers(self, first: int, games: int) -> np.ndarray:
        """The numbers of the deals ``first`` .. ``first + games - 1`` of those chosen, (games,).

        Raises UserError if chance never sets them out.
        """
        while len(self.found) < first + games:
            self._scan()
            if not len(self.found) and self.scanned >= IN_VAIN:
                raise UserError(f"{self.ruleset.label}: chance never lays out what deals need")
        return self.found[first : first + games]

    def among(self, deals: int) -> int:
        """How many of the first this many deals are chosen."""
        while self.scanned < deals:
            self._scan()
        return int(np.searchsorted(self.found, deals))

    def _scan(self) -> None:
        """Look at some more deals."""
        laid = openings(self.ruleset, self.players, self.seed, self.scanned, SCAN)
        there = np.zeros(SCAN, dtype=bool)
        for place, code in self.codes:
            there |= (laid[place] == code).any(axis=1)
        self.found = np.concatenate([self.found, self.scanned + np.flatnonzero(there)])
        self.scanned += SCAN


def _place_and_code(ruleset: Ruleset, component: str) -> tuple[str, int]:
    """Where a component may lie, and by which number it lies there. Raises UserError if nowhere."""
    kind, _, key = component.rpartition(".")
    names = item_names(ruleset)[KINDS[kind]] if kind in KINDS else None
    if names is None or key not in names:
        known = ", ".join(f"{kind}.…" for kind in KINDS)
        raise UserError(f"{component}: {ruleset.label} has no such component of {known}")
    return KINDS[kind], names.index(key)
