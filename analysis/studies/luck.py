"""How much of a result is due to player, seat, deal and dice: crossed designs and their results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import pandas as pd

from analysis import open_tree
from analysis.players import luck
from analysis.studies.frames import Columns, ends
from analysis.studies.questions import LuckSettings
from analysis.studies.study import ForReport, VariedStudy, config_of, rows_with
from model import UserError
from simulate.batch import Run
from simulate.batch.tournament import Crossed
from simulate.data.store import Place

QUICK = ("greedy,politician", "greedy,random")
"""The tables of a report's own: two players of one kind, and two that differ as much as can be."""

TWO_OF_THREE = 2 / 3


@dataclass(frozen=True)
class Luck:
    """Shares of variance (`luck.analyse_luck`), and the margin of victory between two players.

    leads: one row per table of two: kinds (the table); estimate, low, high: the lead that wins two
    games of three, in VP; win, win_low, win_high: the first player's share of games won.
    """

    settings: LuckSettings
    shares: Annotated[
        pd.DataFrame,
        Columns(
            "rules table kinds outcome kind source",
            "players games deals variance estimate low high",
        ),
    ]
    leads: Annotated[pd.DataFrame, Columns("kinds", f"estimate low high {ends('win')}")]

    @property
    def kinds(self) -> list[str]:
        """The tables, as in the column `kinds`."""
        return list(self.shares["kinds"].unique())

    def rows(self, **equal: object) -> pd.DataFrame:
        """Rows of the shares with these values."""
        return rows_with(self.shares, **equal)


@dataclass(frozen=True)
class LuckStudy(VariedStudy[Luck, LuckSettings]):
    """Crossed designs, a table each."""

    bar = "games: skill and luck"
    subject = "skill and luck"
    asks = LuckSettings
    answers = Luck

    @classmethod
    def of_report(cls, plan: ForReport, data: Place) -> LuckStudy:
        return cls(LuckSettings(plan.rules, QUICK, seed=plan.seed), data, small=True)

    @cached_property
    def plans(self) -> tuple[Crossed, ...]:
        """One design per table.

        Raises UserError for a table that is larger than the number of players.
        """
        s = self.settings
        each = [tuple(table.split(",")) for table in s.tables]
        for names in each:
            if len(names) > min(s.players):
                raise UserError(
                    f"--policy {','.join(names)}: {len(names)} policies do not fit a table of"
                    f" {min(s.players)}; give fewer, or other --players"
                )
        return tuple(
            Crossed(self.ruleset, names, s.players, s.deals, s.dice, s.seed) for names in each
        )

    def runs(self) -> list[Run]:
        return [run for plan in self.plans for run in plan.runs(self.data)]

    def frames(self, threads: int) -> Luck:
        frames, leads = [], []
        for plan in self.plans:
            kinds = ",".join(plan.table)
            runs = [(run, config_of(run)) for run in plan.runs(self.data)]
            configs = [config for _, config in runs]
            with open_tree(self.data, configs, seed=plan.seed, threads=threads) as tree:
                for run, config in runs:
                    played = luck.read_crossed(tree, config, run.seats(), run.games)
                    frames.append(luck.analyse_luck(played, config.rules).assign(kinds=kinds))
                    if run.players == 2:
                        lead = luck.lead_for(played, TWO_OF_THREE)
                        leads.append({"kinds": kinds, **lead, **luck.wins_of_first(played)})
        return Luck(self.settings, pd.concat(frames, ignore_index=True), pd.DataFrame(leads))
