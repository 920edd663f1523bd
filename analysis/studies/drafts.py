"""The value of measured worths of staff cards: the gain of a player that drafts by them.

Its opponents draft by printed values; all play the same way after the draft.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from analysis.studies.duels import Duels
from analysis.studies.study import Study
from model import Ruleset
from simulate.batch import Run
from simulate.data.manifest import PATCHES
from simulate.experiments.drafting import player_text
from simulate.experiments.patches import keep_file
from simulate.policies import named

FIRST = "the dearest card first", "the cheapest card first"
"""The opponents' draft policy."""


@dataclass(frozen=True)
class DraftStudy(Study[pd.DataFrame]):
    """Drafting by measured worth (by card) against drafting by cost, both ways.

    ruleset: one that drafts. The players' files are written below `data`. The frame: `Duels.frame`.
    """

    name = "price"
    bar = "games of drafts"

    ruleset: Ruleset
    worth: Mapping[str, float]
    players: int
    deals: int
    seed: int
    data: Path

    def runs(self) -> list[Run]:
        return self._duels.runs()

    def frames(self, threads: int) -> pd.DataFrame:
        return self._duels.frame(threads)

    @cached_property
    def _duels(self) -> Duels:
        costs = {key: float(card.cost) for key, card in self.ruleset.staff.items()}
        mine = self._player("draft-worth", {int(key): one for key, one in self.worth.items()})
        dear = self._player("draft-dear", costs)
        cheap = self._player("draft-cheap", {key: -cost for key, cost in costs.items()})
        pairs = dict(zip(FIRST, ((mine, dear), (mine, cheap)), strict=True))
        return Duels(self.ruleset, self.players, pairs, self.deals, self.seed, self.data)

    def _player(self, name: str, values: Mapping[int, float]) -> str:
        """The file of a player that drafts the card with the largest number."""
        file = keep_file(self.data / PATCHES, f"{name}.py", player_text(name, values))
        return named(str(file))[0]
