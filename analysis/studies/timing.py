"""`gah study timing`: the worth of playing each staff card in each round, by force on equal deals.

These are not whole games of a table: each play is undone in two ways (`parts`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pandas as pd

from analysis.base.kinds import kind
from analysis.cards.timing import card_frame, round_frame, value_frame
from analysis.studies.frames import FORCED
from analysis.studies.parts import DealRange, files_of, parts_of
from analysis.studies.questions import TimingSettings
from analysis.studies.study import Tabled, VariedStudy
from simulate.experiments.hiring import Held
from simulate.policies import label as policy_label


@dataclass(frozen=True)
class Timing(Tabled):
    """Frames of `analysis.cards.timing`, each with columns players and policy. values: a row per
    card, round and outcome; cards: per card and outcome; rounds: per round and outcome.
    """

    main = "rounds"

    settings: TimingSettings
    values: Annotated[pd.DataFrame, FORCED.more("item name", "round")]
    cards: Annotated[pd.DataFrame, FORCED.more("item name verdict waiting", "q q_waiting")]
    rounds: Annotated[pd.DataFrame, FORCED.more("", "round")]


@dataclass(frozen=True)
class TimingStudy(VariedStudy[Timing, TimingSettings]):
    """The parts behind the settings, below `data`."""

    bar = "deals for staff cards"
    subject = "when staff cards are worth playing"
    asks = TimingSettings
    answers = Timing

    data: Path

    def forced(self) -> list[DealRange]:
        """Raises UserError for a player that cannot be held back."""
        return [part for table in self._tables for part in self._parts(table)]

    def frames(self, threads: int) -> Timing:
        names, rounds = kind("staff").names(self.ruleset), self.ruleset.game.rounds
        values, cards, by_round = [], [], []
        for table in self._tables:
            files = files_of(self._parts(table), self.command)
            asked = files, table.players, rounds
            told = {"players": table.players, "policy": policy_label(table.policy)}
            values.append(value_frame(*asked, names, threads).assign(**told))
            cards.append(card_frame(*asked, names, threads).assign(**told))
            by_round.append(round_frame(*asked, threads).assign(**told))
        return Timing(
            self.settings, *(pd.concat(one, ignore_index=True) for one in (values, cards, by_round))
        )

    @property
    def _tables(self) -> list[Held]:
        s = self.settings
        return [Held(self.ruleset, n, policy, s.seed) for policy in s.policies for n in s.players]

    def _parts(self, table: Held) -> list[DealRange]:
        return parts_of(table, self.settings.deals, self.data)
