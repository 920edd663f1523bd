"""`gah study restrict`: what parts of the game are worth, by players that go without."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import pandas as pd

from analysis.studies.duels import Duels
from analysis.studies.questions import RestrictSettings
from analysis.studies.study import VariedStudy
from simulate import experiments
from simulate.batch import Run
from simulate.policies import named

PLAYER = "greedy"
RESTRICTED = Path(experiments.__file__).parent / "restricted.py"
PARTS = {
    "no_staff": "staff cards", "no_politics": "politics cards",
    "no_emperor": "chosen steps on the emperor track", "no_sixth": "the sixth action",
    "no_rerolls": "passing for other dice",
}  # fmt: skip
MODULE_PARTS = {
    "celebrity": {"no_celebrities": "celebrities"},
    "ballroom": {"no_dancers": "dancers"},
}
"""The players of `simulate/experiments/restricted.py`, and what each goes without; those of modules
by the cards that a ruleset with the module has."""


@dataclass(frozen=True)
class Restricted:
    """gains: a row a part (about), number of players and outcome (vp, win): what the player that
    goes without gains, so that losses are below 0; columns of `analysis.players.duels.gains`."""

    settings: RestrictSettings
    gains: pd.DataFrame


@dataclass(frozen=True)
class RestrictStudy(VariedStudy[Restricted, RestrictSettings]):
    """A greedy player without a part of the game, at a table of greedy players."""

    bar = "games"
    told = "what parts of the game are worth"
    asks = RestrictSettings
    answers = Restricted

    data: Path

    @property
    def parts_without(self) -> dict[str, str]:
        """What a player goes without, by the name of the player."""
        own = [some for cards, some in MODULE_PARTS.items() if getattr(self.ruleset, cards)]
        return {name: words for some in (PARTS, *own) for name, words in some.items()}

    def runs(self) -> list[Run]:
        return [run for duels in self._duels for run in duels.runs()]

    def frames(self, threads: int) -> Restricted:
        every = [duels.frame(threads) for duels in self._duels]
        return Restricted(self.settings, pd.concat(every, ignore_index=True))

    @cached_property
    def _duels(self) -> list[Duels]:
        s = self.settings
        pairs = {
            words: (named(f"{RESTRICTED}:{name}")[0], PLAYER)
            for name, words in self.parts_without.items()
        }
        return [Duels(self.ruleset, n, pairs, s.deals, s.seed, self.data) for n in s.players]
