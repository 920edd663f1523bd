"""`gah study restrict`: the worth of parts of the game, by players that go without them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

import pandas as pd

from analysis.studies.duels import Duels
from analysis.studies.frames import DUELS
from analysis.studies.questions import RestrictSettings
from analysis.studies.study import VariedStudy
from simulate.batch import Run
from simulate.data.manifest import PATCHES
from simulate.experiments.patches import keep_file
from simulate.experiments.restricted import label_of, player_text, without
from simulate.policies import label as policy_label
from simulate.policies import named

PARTS = {
    "no_staff": "staff cards", "no_politics": "politics cards",
    "no_emperor": "chosen steps on the emperor track", "no_sixth": "the sixth action",
    "no_rerolls": "passing for other dice",
}  # fmt: skip
MODULE_PARTS = {
    "celebrity": {"no_celebrities": "celebrities"},
    "ballroom": {"no_dancers": "dancers"},
}
"""The parts of `simulate/experiments/restricted.py` in words; those of modules by the cards that a
ruleset with the module has."""


@dataclass(frozen=True)
class Restricted:
    """gains: a row per part (about), number of players, policy and outcome (vp, win).

    The gain of the player that goes without the part (losses are below 0); columns of
    `analysis.players.duels.gains`.
    """

    settings: RestrictSettings
    gains: Annotated[pd.DataFrame, DUELS.more("policy")]


@dataclass(frozen=True)
class RestrictStudy(VariedStudy[Restricted, RestrictSettings]):
    """A player without a part of the game, at a table of players like it."""

    bar = "games"
    subject = "what parts of the game are worth"
    asks = RestrictSettings
    answers = Restricted

    data: Path

    @property
    def parts_without(self) -> dict[str, str]:
        """The parts of the game to go without: see `simulate.experiments.restricted`."""
        own = [some for cards, some in MODULE_PARTS.items() if getattr(self.ruleset, cards)]
        return {name: words for some in (PARTS, *own) for name, words in some.items()}

    def runs(self) -> list[Run]:
        return [run for duels in self._duels.values() for run in duels.runs()]

    def frames(self, threads: int) -> Restricted:
        every = [duels.frame(threads).assign(policy=policy_label(policy))
                 for (_, policy), duels in self._duels.items()]  # fmt: skip
        return Restricted(self.settings, pd.concat(every, ignore_index=True))

    @cached_property
    def _duels(self) -> dict[tuple[int, str], Duels]:
        """By number of players and policy. Raises UserError for players that cannot go without."""
        s = self.settings
        pairs = {
            policy: {words: (player_without(self.data, policy, part), policy)
                     for part, words in self.parts_without.items()}
            for policy in s.policies
        }  # fmt: skip
        return {
            (n, policy): Duels(self.ruleset, n, some, s.deals, s.seed, self.data)
            for policy, some in pairs.items() for n in s.players
        }  # fmt: skip


def player_without(data: Path, policy: str, part: str) -> str:
    """A player without a part of the game: its file, written below a folder.

    Raises UserError for one that cannot, see `simulate.experiments.restricted.without`.
    """
    without(policy, part)
    file = f"{label_of(policy, part)}.py"
    return named(str(keep_file(data / PATCHES, file, player_text(policy, part))))[0]
