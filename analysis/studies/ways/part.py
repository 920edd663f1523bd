"""A part of the study of ways to win: its games and its frames."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import pandas as pd
from rich.console import Console

from analysis.studies.parts import DealRange
from analysis.studies.questions import WaysSettings
from model import Ruleset
from model.steps import read_recipe
from simulate.batch import Run

LEAST_DEALS = 10

Frames = Mapping[str, pd.DataFrame]


@dataclass(frozen=True)
class WaysAsked:
    """The question of the study.

    ruleset: of `settings.rules`, with the user's variants; data: folder of recorded games.
    """

    settings: WaysSettings
    ruleset: Ruleset
    data: Path

    @property
    def tables(self) -> list[tuple[int, str]]:
        """Number of players and policy of each table."""
        s = self.settings
        return [(n, policy) for policy in s.policies for n in s.players]

    @property
    def contests(self) -> list[tuple[int, str]]:
        """Number of players and jury of each table at which ways are insisted on.

        The first jury plays at all tables; the others, compared with it, at the smallest.
        """
        n, _ = self.smallest
        return [*self.jury_tables, *((n, jury) for jury in self.settings.juries[1:])]

    @property
    def jury_tables(self) -> list[tuple[int, str]]:
        """Number of players and jury of each table of the first jury."""
        return [(n, self.settings.juries[0]) for n in self.settings.players]

    @property
    def smallest(self) -> tuple[int, str]:
        """The first jury's table with the fewest players: for what takes long."""
        return min(self.jury_tables)

    def deals(self, players: int) -> int:
        """Deals at a table, for about the same number of games with any number of players.

        Each deal is played once at each seat.
        """
        return max(LEAST_DEALS, round(self.settings.deals * 2 / players))

    def under(self, rules: str) -> WaysAsked:
        """The same question under other rules, by their spec. Raises UserError for unknown ones."""
        return replace(self, ruleset=read_recipe(rules).resolve())


class WaysPart(ABC):
    """One part. The study announces its games, shows their progress and resumes them."""

    name: ClassVar[str]
    """Its word for `--part`."""

    gives: ClassVar[tuple[str, ...]]
    """Its frames: fields of `Ways`."""

    def runs(self, asked: WaysAsked) -> list[Run]:
        """The games that it needs and that are known in advance."""
        return []

    def forced(self, asked: WaysAsked) -> list[DealRange]:
        """Its own forced play in parts."""
        return []

    def play(self, asked: WaysAsked, workers: int, console: Console) -> None:
        """Play what depends on earlier games; resumable, with a progress bar."""
        return

    @abstractmethod
    def frames(self, asked: WaysAsked, threads: int, known: Frames) -> Frames:
        """The frames of `gives`. known: those of the earlier parts asked.

        Raises UserError if games are missing.
        """
