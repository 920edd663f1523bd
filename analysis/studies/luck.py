"""How much of a result is player, seat, deal and dice: crossed designs and what they show."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd

from analysis import open_tree
from analysis.players import luck
from analysis.studies import typed
from analysis.studies.study import ForReport, Study, config_of
from model import load_ruleset
from simulate.batch import Run
from simulate.batch.tournament import Crossed
from simulate.data.store import Place

PLAYERS = (2, 3, 4)
TABLES = (("greedy", "politician"), ("greedy", "random"))
"""Two players of one kind, and two that differ as much as can be."""

DEALS, DICE = 300, 2  # the defaults of `gah study luck`, so that its games are these
TWO_OF_THREE = 2 / 3


@dataclass(frozen=True)
class Luck:
    """Shares of variance (`luck.analyse_luck`), and the lead that wins two games of three.

    leads: one row a table of two: table, estimate, low, high, in VP.
    """

    plans: tuple[Crossed, ...]
    shares: pd.DataFrame
    leads: pd.DataFrame

    @property
    def kinds(self) -> list[str]:
        """The tables, as the column `kinds` has them."""
        return list(self.shares["kinds"].unique())

    def rows(self, **equal: object) -> pd.DataFrame:
        """Rows of the shares with these values."""
        keep = pd.Series(True, self.shares.index)
        for column, value in equal.items():
            keep &= self.shares[column] == value
        return self.shares[keep]

    @property
    def command(self) -> str:
        """What plays these games."""
        return command_of(self.plans)


@dataclass(frozen=True)
class LuckStudy(Study[Luck]):
    """Crossed designs, a table each."""

    name = "luck"
    bar = "games: skill and luck"
    told = "skill and luck"

    plans: tuple[Crossed, ...]
    data: Place

    @classmethod
    def of_report(cls, plan: ForReport, data: Place) -> LuckStudy:
        each = (PLAYERS, DEALS, DICE, plan.seed)
        ruleset = load_ruleset(plan.rules)
        return cls(tuple(Crossed(ruleset, table, *each) for table in TABLES), data)

    @property
    def command(self) -> str:
        return command_of(self.plans)

    def runs(self) -> list[Run]:
        return [run for plan in self.plans for run in plan.runs(self.data)]

    def frames(self, threads: int) -> Luck:
        frames, leads = [], []
        for plan in self.plans:
            runs = [(run, config_of(run)) for run in plan.runs(self.data)]
            configs = [config for _, config in runs]
            with open_tree(self.data, configs, seed=plan.seed, threads=threads) as tree:
                for run, config in runs:
                    played = luck.read_crossed(tree, config, run.seats(), run.games)
                    frame = luck.analyse_luck(played, config.rules)
                    frame["kinds"] = ",".join(plan.table)
                    frames.append(frame)
                    if run.players == 2:
                        lead = luck.lead_for(played, TWO_OF_THREE)
                        leads.append({"kinds": ",".join(plan.table), **lead})
        return Luck(self.plans, pd.concat(frames, ignore_index=True), pd.DataFrame(leads))


def command_of(plans: tuple[Crossed, ...]) -> str:
    """What a user types to play these games."""
    one = plans[0]
    return typed.asked(
        "luck", rules=one.ruleset.label, policy=tuple(",".join(plan.table) for plan in plans),
        players=one.players, deals=one.deals, dice=one.dice, seed=one.seed,
    )  # fmt: skip
