"""The deals in which a change can matter: those that set out a component it concerns.

Before the first decision, the seed alone determines which emperor tiles, politics cards and
ballrooms are laid out; the others never enter the game. Two rulesets that differ only in one of
them therefore play a deal without it identically, to the last die. A run of chosen deals holds
these and no others, in their order: its game i is game number `Chosen.numbers(i)` of a run of all
deals.

`KINDS` lists only components that can be proven to stay out of the game. Staff cards and guests are
missing because they come from decks in play. With hotel entrances nothing can be proven: some lay
out tiles and politics cards of their own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from model import Ruleset, UserError
from simulate.playing.openings import item_names, openings

KINDS = {"emperor_tile": "emperor_tiles", "politics.cards": "politics", "ballroom": "ballrooms"}
"""Kinds of components that chance lays out, by path, and their places in `openings`."""

SET_UP = ("letter", "number")
"""Fields of a component that affect the random choice: changing them affects other deals too."""

SCAN, IN_VAIN = 1_000, 1_000_000
"""Deals set up at a time; the search ends after this many deals without a chosen one."""


def component_of(path: str) -> str:
    """The component that a value at this path of the rules concerns, "emperor_tile.A-krones".

    Empty if the deals in which the value can matter are not known.
    """
    for kind in KINDS:
        key, _, rest = path.removeprefix(f"{kind}.").partition(".")
        if path.startswith(f"{kind}.") and rest and rest.partition(".")[0] not in SET_UP:
            return f"{kind}.{key}"
    return ""


class Chosen:
    """The deals of a seed that set out one of some components, counted in order from 0."""

    def __init__(self, ruleset: Ruleset, players: int, seed: int, only: Sequence[str]) -> None:
        """only: the components, as `component_of` names them.

        Raises UserError if the ruleset lacks one of them, or has hotel entrances.
        """
        if ruleset.entrances.in_play:
            raise UserError(f"{ruleset.label}: with hotel entrances all deals must be played")
        self.ruleset, self.players, self.seed = ruleset, players, seed
        self.codes = [_place_and_code(ruleset, one) for one in only]
        self.found = np.zeros(0, dtype=np.int64)
        self.scanned = 0

    def numbers(self, first: int, games: int) -> np.ndarray:
        """The numbers of the chosen deals ``first`` .. ``first + games - 1``, shape (games,).

        Raises UserError if chance never sets them out.
        """
        while len(self.found) < first + games:
            self._scan()
            if not len(self.found) and self.scanned >= IN_VAIN:
                raise UserError(f"{self.ruleset.label}: chance never lays out what deals need")
        return self.found[first : first + games]

    def among(self, deals: int) -> int:
        """How many of the first ``deals`` deals are chosen."""
        while self.scanned < deals:
            self._scan()
        return int(np.searchsorted(self.found, deals))

    def _scan(self) -> None:
        """Search some more deals."""
        laid = openings(self.ruleset, self.players, self.seed, self.scanned, SCAN)
        there = np.zeros(SCAN, dtype=bool)
        for place, code in self.codes:
            there |= (laid[place] == code).any(axis=1)
        self.found = np.concatenate([self.found, self.scanned + np.flatnonzero(there)])
        self.scanned += SCAN


def _place_and_code(ruleset: Ruleset, component: str) -> tuple[str, int]:
    """Where a component may be laid out, and its number there. Raises UserError if nowhere."""
    kind, _, key = component.rpartition(".")
    names = item_names(ruleset)[KINDS[kind]] if kind in KINDS else None
    if names is None or key not in names:
        known = ", ".join(f"{kind}.…" for kind in KINDS)
        raise UserError(f"{component}: {ruleset.label} has no such component of {known}")
    return KINDS[kind], names.index(key)
